// SPDX-License-Identifier: MIT
#pragma once
// Warnings that many results have and that differ in their numbers alone: a reader wants one
// sentence with the worst, not thirteen.

#include <map>
#include <string>

#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

class WorstWarnings {
 public:
  explicit WorstWarnings(const results::Run& run);

  // Of how many results the warning and those like it are; 1 for one that stands alone or says the
  // same everywhere.
  std::size_t count_of(const Message& warning) const;
  // The worst of those like it; the warning itself where there are none.
  const Message& worst_of(const Message& warning) const;
  // "stopped by the time cap at ± 12 %, wanted ± 0.5 % (the worst of 13 cases)"
  std::string text_of(const Message& warning, messages::Language language) const;

 private:
  struct Alike {
    Message worst;
    double number = 0;
    std::size_t count = 0;
    bool differs = false;
  };
  void add(const Message& warning);
  const Alike* alike(const Message& warning) const;

  std::map<std::string, Alike> by_key_;
};

}  // namespace wgf::report
