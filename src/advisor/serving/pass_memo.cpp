// SPDX-License-Identifier: MIT
#include "advisor/serving/pass_memo.h"

namespace wgf::advisor {

const PassTerms* PromptMemo::find(const ServingLayout& layout, const PassWork& work) const {
  for (const Kept& one : kept_)
    if (one.layout == layout && one.work == work) return &one.terms;
  return nullptr;
}

void PromptMemo::keep(const ServingLayout& layout, const PassWork& work, const PassTerms& terms) {
  kept_.push_back({layout, work, terms});
}

const PassTerms* PassMemo::find(bool is_prefill_pool, const PassWork& work) const {
  if (is_shared(is_prefill_pool, work)) return prompts_->find(layout_, work);
  for (const Kept& one : kept_)
    if (one.is_prefill_pool == is_prefill_pool && one.work == work) return &one.terms;
  return nullptr;
}

void PassMemo::keep(bool is_prefill_pool, const PassWork& work, const PassTerms& terms) {
  if (is_shared(is_prefill_pool, work)) return prompts_->keep(layout_, work, terms);
  constexpr std::size_t few = 4, most = 128;
  if (kept_.empty()) kept_.reserve(few);
  if (kept_.size() < most) kept_.push_back({is_prefill_pool, work, terms});
}

}  // namespace wgf::advisor
