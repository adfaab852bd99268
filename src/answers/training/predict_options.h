// SPDX-License-Identifier: MIT
#pragma once
// The options of predict, as typed.

#include <string>
#include <vector>

#include "answers/network/memory_options.h"
#include "answers/option.h"

namespace wgf::answers {

// Of --goodput (goodput_settings.h).
struct GoodputOptions {
  bool is_asked = false, has_spot = false;
  std::string mtbf, checkpoint, interval, restart;
};

// Of --task serve alone.
struct ServiceOptions {
  std::vector<std::string> concurrency, slo;
  std::string scenario, input, output, attention_dp, cache_precision;
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

const OptionTable<PredictOptions>& predict_options();

// Throws Error(usage) where one of them was given to a training.
void refuse_service_options(const ServiceOptions& options);

}  // namespace wgf::answers
