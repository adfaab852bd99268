// SPDX-License-Identifier: MIT
#include "engine/benchmarks/llm_weights.h"

#include <chrono>

#include "base/error.h"
#include "checkpoints/folder_list.h"
#include "engine/llm/published_weights.h"
#include "engine/measure/device.h"

namespace wgf::engine {

DecoderWeights load_weights(const results::Case& value, const DecoderShape& shape,
                            WeightTypes types, WeightShare share, c10::Device device,
                            MeasuredCase& measured, std::vector<Message>& notes) {
  const std::string wanted = value.parameters.text("weights", "");
  if (wanted.empty())
    return random_weights(shape, types.plain, device, value.seed, types.matrices, share);
  const std::string model = value.parameters.text("model");
  const auto folder = checkpoints::listed_folder(wanted);
  if (folder.empty()) throw Error({"checkpoint.not_named", {{"model", model}, {"wanted", wanted}}});
  const auto quantisation = checkpoints::read_quantisation(value.model_config, model);
  const auto began = std::chrono::steady_clock::now();
  const checkpoints::Checkpoint files(folder);
  if (files.fingerprint() != wanted)
    throw Error({"checkpoint.not_the_same",
                 {{"folder", model}, {"given", files.fingerprint()}, {"wanted", wanted}}});
  // Faults are found before gigabytes were carried.
  published_weights(shape, files, quantisation, types.plain, at::kMeta);
  DecoderWeights weights =
      published_weights(shape, files, quantisation, types.plain, device, types.matrices, share);
  synchronize(device);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - began;
  measured.add("load.bandwidth", static_cast<double>(files.bytes()) / time.count() / 1e9);
  const bool is_as_stored = quantisation && types.matrices == WeightFormat::mxfp4 &&
                            quantisation->method == checkpoints::Quantisation::Method::mxfp4;
  if (quantisation && !is_as_stored)
    notes.push_back({"engine.weights_unpacked",
                     {{"method", std::string(quantisation->method_name())},
                      {"precision", value.parameters.text("precision", "")}}});
  return weights;
}

}  // namespace wgf::engine
