// SPDX-License-Identifier: MIT
#pragma once
// Passes whose terms were computed before: searches and fits ask for the same ones many times.

#include <vector>

#include "advisor/serving/pass_time.h"

namespace wgf::advisor {

// Terms of passes that only read prompts, computed before for one network, card and formats: they
// are the same for any number of engines and any load.
class PromptMemo {
 public:
  const PassTerms* find(const ServingLayout& layout, const PassWork& work) const;
  void keep(const ServingLayout& layout, const PassWork& work, const PassTerms& terms);

 private:
  struct Kept {
    ServingLayout layout;
    PassWork work;
    PassTerms terms;
  };
  std::vector<Kept> kept_;
};

// Terms computed before for one network, card and case: a fit asks for the same ones many times.
class PassMemo {
 public:
  PassMemo() = default;
  // With what other cases of the network, card and formats know of prompts; nullptr: nothing.
  PassMemo(PromptMemo* prompts, const ServingLayout& layout) : prompts_(prompts), layout_(layout) {}

  const PassTerms* find(bool is_prefill_pool, const PassWork& work) const;
  void keep(bool is_prefill_pool, const PassWork& work, const PassTerms& terms);

 private:
  bool is_shared(bool is_prefill_pool, const PassWork& work) const {
    return prompts_ != nullptr && !is_prefill_pool && work.sequences == 0;
  }

  struct Kept {
    bool is_prefill_pool = false;
    PassWork work;
    PassTerms terms;
  };
  std::vector<Kept> kept_;
  PromptMemo* prompts_ = nullptr;
  ServingLayout layout_;
};

}  // namespace wgf::advisor
