// SPDX-License-Identifier: MIT
#include "engine/models/model_setup.h"

#include <ATen/Context.h>
#include <torch/utils.h>

#include "base/text.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/models/model_list.h"

namespace wgf::engine {
namespace {

using results::Status;

const ModelEntry& model_of(const results::Case& value) {
  const std::string name = value.parameters.text("model");
  if (const ModelEntry* entry = find_model(name)) return *entry;
  std::vector<std::string> names;
  for (const ModelEntry& entry : all_models()) names.emplace_back(entry.name);
  throw CaseEnded(Status::failed,
                  with_nearest({"engine.unknown_model", {{"model", name}}}, name, names));
}

bool is_channels_last(const std::string& name) {
  if (name == "channels_last") return true;
  if (name == "contiguous") return false;
  throw CaseEnded(
      Status::failed,
      {"engine.unknown_value",
       {{"name", "memory_format"}, {"value", name}, {"choices", "channels_last, contiguous"}}});
}

// Only tensors of images have channels; the format of all others is left alone.
torch::Tensor to_channels_last(const torch::Tensor& tensor) {
  return tensor.dim() == 4 ? tensor.contiguous(torch::MemoryFormat::ChannelsLast) : tensor;
}

void move_network(Network& network, const ModelSettings& settings, c10::Device device) {
  const torch::NoGradGuard no_grad;
  const auto dtype = low_precision_dtype(settings.precision);
  if (dtype && settings.low_precision == LowPrecision::pure)
    network.to(device, *dtype);
  else
    network.to(device);
  if (settings.channels_last)
    for (torch::Tensor& parameter : network.parameters())
      parameter.set_data(to_channels_last(parameter.data()));
}

torch::Tensor move_input(torch::Tensor tensor, const ModelSettings& settings, c10::Device device) {
  const auto dtype = low_precision_dtype(settings.precision);
  if (dtype && settings.low_precision == LowPrecision::pure && tensor.is_floating_point())
    tensor = tensor.to(*dtype);
  if (settings.channels_last) tensor = to_channels_last(tensor);
  return tensor.to(device);
}

Batch make_batch(const ModelSettings& settings, c10::Device device, std::uint64_t seed) {
  // Made where it is used: a batch of gigabytes takes the CPU minutes. A clone, so that the default
  // generator, which dropout draws from, is left alone.
  torch::Generator generator = at::globalContext().defaultGenerator(device).clone();
  generator.set_current_seed(seed);
  Batch batch = settings.model->make_batch(settings.shape, generator);
  for (torch::Tensor& input : batch.inputs) input = move_input(input, settings, device);
  batch.target = move_input(batch.target, settings, device);
  return batch;
}

double tokens_per_step(const ModelSettings& settings) {
  const std::int64_t length = settings.shape.sequence_length > 0
                                  ? settings.shape.sequence_length
                                  : settings.model->default_sequence_length;
  if (settings.model->default_sequence_length == 0) return 0;
  return static_cast<double>(length * settings.shape.batch_size);
}

Bytes bytes_of(const torch::Tensor& tensor) {
  return Bytes(static_cast<std::int64_t>(tensor.nbytes()));
}

}  // namespace

std::optional<c10::ScalarType> ModelSettings::autocast_dtype() const {
  if (low_precision == LowPrecision::pure) return std::nullopt;
  return low_precision_dtype(precision);
}

ModelSettings read_model_settings(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  ModelSettings settings;
  settings.model = &model_of(value);
  settings.shape = {.batch_size = parameters.integer("batch_size", 1),
                    .image_size = parameters.integer("image_size"),
                    .sequence_length = parameters.integer("sequence_length")};
  if (settings.shape.batch_size < 1)
    throw CaseEnded(Status::failed, {"engine.unknown_value",
                                     {{"name", "batch_size"},
                                      {"value", std::to_string(settings.shape.batch_size)},
                                      {"choices", ">= 1"}}});
  settings.precision = parse_precision(parameters.text("precision", "fp32"), device);
  settings.low_precision = parameters.flag("pure") ? LowPrecision::pure : LowPrecision::autocast;
  settings.launch = parse_launch(parameters.text("launch", "eager"));
  settings.channels_last = is_channels_last(parameters.text("memory_format", "contiguous"));
  const bool trains_on_sgd = settings.model->kind == ModelKind::cnn;
  settings.optimizer = parameters.text("optimizer", trains_on_sgd ? "sgd" : "adamw");
  settings.implementation = parameters.text("implementation", "fused");
  settings.exchange.bucket_mb = static_cast<double>(parameters.integer("bucket_mb", 25));
  settings.exchange.overlaps = parameters.text("overlap", "on") == "on";
  settings.exchange.zero_stage = static_cast<int>(parameters.integer("zero", 0));
  settings.exchange.compression =
      low_precision_dtype(parse_precision(parameters.text("gradient_type", "fp32"), device));
  if (is_recorded(settings.launch) && !is_gpu(device))
    throw CaseEnded(Status::unsupported, {"engine.graph_needs_gpu", {{"device", value.device}}});
  return settings;
}

LoadedModel load_model(const ModelSettings& settings, c10::Device device, std::uint64_t seed,
                       const MeasureHooks& hooks) {
  hooks.progress("load", 0, 0);
  torch::manual_seed(seed);
  LoadedModel loaded;
  const Clock::time_point start = Clock::now();
  loaded.network = settings.model->make();
  move_network(*loaded.network, settings, device);
  synchronize(device);
  loaded.load_time = Seconds(std::chrono::duration<double>(Clock::now() - start).count());
  loaded.batch = make_batch(settings, device, seed);
  for (const torch::Tensor& parameter : loaded.network->parameters()) {
    loaded.parameter_count += parameter.numel();
    loaded.parameter_bytes += bytes_of(parameter);
  }
  for (const torch::Tensor& buffer : loaded.network->buffers())
    loaded.buffer_bytes += bytes_of(buffer);
  loaded.tokens_per_step = tokens_per_step(settings);
  return loaded;
}

Bytes gradient_bytes(const torch::nn::Module& module) {
  Bytes total;
  for (const torch::Tensor& parameter : module.parameters())
    if (parameter.grad().defined()) total += bytes_of(parameter.grad());
  return total;
}

}  // namespace wgf::engine
