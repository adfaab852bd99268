// SPDX-License-Identifier: MIT
#pragma once
// What select --capacity found, and its text.

#include <string>
#include <vector>

#include "advisor/serving/cache_room.h"
#include "answers/service/service_answer.h"
#include "cli/recommend/select/select.h"

namespace wgf::cli {

// One card and model of the matrix.
struct CapacityCell {
  std::string model;
  const catalog::Gpu* gpu = nullptr;
  std::string_view precision;
  answers::ServiceOutcome outcome;
  advisor::CacheRoom room;                     // of one request at its longest
  double requests = 0;                         // at once
  double input_tokens = 0, output_tokens = 0;  // of each
  double needed = 0;                           // bytes of usable memory that all of them take
  bool does_fit = false;
  const advisor::PricedOffer* rent = nullptr;

  std::optional<double> usd_per_1k() const;  // tokens put out
};

struct Capacity {
  std::vector<answers::ServiceRequest> requests;  // one of each model; at least one
  std::vector<CapacityCell> cells;  // of the first model all cards, then of the second

  std::string_view precision() const { return requests.front().precisions.front(); }
};

std::string capacity_text(const Capacity& all, const Context& context);
// Memory and dollars of every cell, term by term.
std::string explained_cells(const Capacity& all, const Context& context);

}  // namespace wgf::cli
