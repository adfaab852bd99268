// SPDX-License-Identifier: MIT
#pragma once
// What select asks recommend for: trainings of the usual sizes, services of the usual scenarios.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/outcome.h"
#include "answers/recommend/recommend_finder.h"
#include "answers/select/select_request.h"

namespace wgf::answers {

// What a training would take otherwise; bytes of one GPU.
struct TrainingAdvice {
  double without_sharing = 0;    // ZeRO or FSDP; 0: nothing is shared out
  double without_recompute = 0;  // 0: none is used
  double with_recompute = 0;     // all of it; 0: it is used
  struct Adapters {
    double bytes = 0;                  // on one GPU
    const Supply* cheapest = nullptr;  // one such GPU, rented
  };
  Adapters lora, qlora;
};
TrainingAdvice training_advice(const Recommendation& found);

// A size or a scenario with what is recommended.
struct SelectedWork {
  std::string name;
  std::optional<int> users;
  Recommendation found;
  std::optional<TrainingAdvice> advice;
};
using SelectedWorks = std::vector<SelectedWork>;

// A refusal beside the answers where nothing meets any of them. Both throw Error(usage) for what
// cannot be.
Outcome<SelectedWorks> select_training(const SelectOptions& options,
                                       const Surroundings& surroundings);
Outcome<SelectedWorks> select_inference(const SelectOptions& options,
                                        const Surroundings& surroundings);
nlohmann::ordered_json selected_json(const SelectedWorks& works, bool is_training,
                                     messages::Language language);

// The request behind a training of this size.
RecommendRequest training_request(const SelectOptions& options, const std::string& size,
                                  const catalog::ModelCatalog& models);

std::span<const std::string_view> training_sizes();
std::span<const std::string_view> scenario_names();

}  // namespace wgf::answers
