// SPDX-License-Identifier: MIT
#pragma once
// How fast a training would be, as it is asked.

#include <optional>
#include <string>
#include <vector>

#include "advisor/predict/layout_choice.h"
#include "answers/network/memory_request.h"
#include "answers/training/goodput_settings.h"
#include "answers/training/predict_options.h"

namespace wgf::answers {

// A precision as it is typed, what memory counts it as and what matrices are multiplied in.
struct TrainingPrecision {
  std::string_view name;
  advisor::Precision memory = advisor::Precision::bf16;
  advisor::ComputeType compute = advisor::ComputeType::bf16;
};

// What stands side by side in the answer.
enum class PredictShape { one, cards, precisions, batches, scaling };

struct PredictRequest {
  PredictShape shape = PredictShape::one;
  MemoryRequest network;
  std::vector<const catalog::Gpu*> cards;
  std::vector<Message> notes;
  std::vector<TrainingPrecision> precisions;  // at least one
  std::vector<double> batches;                // at least one
  bool has_batch = false;                     // given, or 1
  std::optional<double> tokens;
  std::optional<GoodputSettings> goodput;  // asked for
  bool wants_spot = false;                 // of --goodput; what --tokens says stays on demand
  bool is_calibrated = false;
  int gpus = 1;
  bool is_count_given = false;  // of GPUs
  bool is_explained = false;
  advisor::TrainingCase one;
  advisor::GivenChoices given;

  // Of layers known; with the precision and batch of these places in the lists.
  advisor::Question question(std::size_t precision = 0, std::size_t batch = 0) const;
};

// Those that --gpu and --all-gpus name, each once; a note where a family was typed.
std::vector<const catalog::Gpu*> parse_cards(const PredictOptions& options,
                                             const catalog::GpuCatalog& gpus,
                                             std::vector<Message>& notes);

// Throws Error(usage) for what cannot be, Error(not_supported) for a sequence the network is too
// short for.
PredictRequest parse_predict_request(const PredictOptions& options,
                                     const catalog::Catalog& catalog);

}  // namespace wgf::answers
