// SPDX-License-Identifier: MIT
#pragma once
// A network of engine/models made ready for a case: built, moved to the device, with its random
// batch already there. Inputs are synthetic and stay on the device: what is measured is the model,
// not a disk or a decoder.

#include <c10/core/Device.h>

#include <optional>

#include "base/units.h"
#include "engine/measure/launch.h"
#include "engine/measure/math_mode.h"
#include "engine/measure/step_work.h"
#include "engine/models/gradient_exchange.h"
#include "engine/models/network.h"
#include "results/case.h"

namespace wgf::engine {

// The parameters of a train or infer case, checked.
struct ModelSettings {
  const ModelEntry* model = nullptr;
  BatchShape shape;
  Precision precision = Precision::fp32;
  LowPrecision low_precision = LowPrecision::autocast;
  Launch launch = Launch::eager;
  bool channels_last = false;
  std::string optimizer;
  std::string implementation;  // of the optimizer
  ExchangeSettings exchange;   // of gradients, of ranks that train together

  // The dtype to autocast to; nothing in full or pure low precision.
  std::optional<c10::ScalarType> autocast_dtype() const;
  AutocastScope::WeightCache weight_cache() const { return weight_cache_for(launch); }
  static AutocastScope::WeightCache weight_cache_for(Launch launch) {
    using Cache = AutocastScope::WeightCache;
    return is_recorded(launch) ? Cache::off : Cache::on;
  }
};
// Throws CaseEnded for a model or value that is not known.
ModelSettings read_model_settings(const results::Case& value, c10::Device device);

struct LoadedModel {
  std::shared_ptr<Network> network;
  Batch batch;
  Seconds load_time;  // building with random weights and moving to the device
  std::int64_t parameter_count = 0;
  Bytes parameter_bytes, buffer_bytes;
  double tokens_per_step = 0;  // 0: takes no sequences
};
LoadedModel load_model(const ModelSettings& settings, c10::Device device, std::uint64_t seed,
                       const MeasureHooks& hooks);

Bytes gradient_bytes(const torch::nn::Module& module);

}  // namespace wgf::engine
