// SPDX-License-Identifier: MIT
#pragma once
// The options of predict, and the question they ask.

#include <optional>
#include <string>
#include <vector>

#include "advisor/predict/layout_choice.h"
#include "answers/network/memory_request.h"

namespace wgf::answers {

// Of --goodput, as typed (predict_goodput.h).
struct GoodputOptions {
  bool is_asked = false, has_spot = false;
  std::string mtbf, checkpoint, interval, restart;
};

// Of --task serve alone.
struct ServiceOptions {
  std::vector<std::string> concurrency, slo;
  std::string input, output, attention_dp, cache_precision;
  double usual_output = 256;  // tokens, where none are given
};

struct PredictOptions {
  MemoryOptions network;  // its batch size, precision and layout are taken from here
  std::vector<std::string> gpus, batch_sizes, precisions;
  std::string gpu_count, global_batch, software, tokens, price_file;
  bool has_all_gpus = false, has_scaling = false, is_explained = false;
  GoodputOptions goodput;
  bool is_calibrated = false;
  ServiceOptions serving;
};

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
  bool wants_spot = false;  // of --goodput; what --tokens says stays on demand
  int gpus = 1;
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
