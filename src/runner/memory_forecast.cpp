// SPDX-License-Identifier: MIT
#include "runner/memory_forecast.h"

#include <algorithm>

#include "advisor/network/hugging_face.h"
#include "base/error.h"
#include "base/text.h"
#include "runner/decoder_memory.h"
#include "runner/kernel_arrays.h"

namespace wgf::runner {
namespace {

// What LibTorch itself takes: on a GPU the CUDA context and the kernels of cuBLAS and cuDNN (seen
// 0.5 GiB on Hopper), on a CPU the loaded libraries.
constexpr Bytes gpu_overhead{512 * mebi};
constexpr Bytes cpu_overhead{300 * mebi};

constexpr std::int64_t full_bytes = 4;  // float32
constexpr std::int64_t half_bytes = 2;  // float16, bfloat16

bool is_half(const results::Case& value) {
  const std::string precision = value.parameters.text("precision", "fp32");
  return precision == "fp16" || precision == "bf16";
}

// Image sizes other than the default scale activations with the area, sequences with their length:
// the records' figures are those of 224 pixels and 128 tokens.
double input_factor(const results::Case& value) {
  const double image = static_cast<double>(value.parameters.integer("image_size", 224)) / 224;
  const double sequence =
      static_cast<double>(value.parameters.integer("sequence_length", 128)) / 128;
  return image * image * sequence;
}

// What one sample takes at the very least, whatever the network does inside: its input image, or
// one hidden vector for each token, kept once a layer for the backward pass. The record knows the
// shape of transformers; of other networks the input alone is certain.
Bytes least_bytes_per_sample(const catalog::Model& model, const results::Case& value,
                             std::int64_t element_bytes) {
  if (model.kind == catalog::ModelKind::cnn) {
    const std::int64_t side = value.parameters.integer("image_size", 224);
    return Bytes(3 * side * side * element_bytes);
  }
  if (!model.hidden || !model.layers || model.kind == catalog::ModelKind::vit) return Bytes(0);
  const std::int64_t tokens = value.parameters.integer("sequence_length", 128);
  const std::int64_t layers = value.benchmark == "train" ? *model.layers : 1;
  return Bytes(tokens * *model.hidden * layers * element_bytes);
}

Bytes scaled(Bytes bytes, double factor) {
  // Capped where the sum of all parts could overflow: an exbibyte fits nowhere.
  constexpr double most = 1e18;
  return Bytes(
      static_cast<std::int64_t>(std::min(most, static_cast<double>(bytes.value) * factor)));
}

std::optional<MemoryForecast> forecast_kernel(const results::Case& value) {
  const std::optional<Bytes> arrays = kernel_arrays(value);
  if (!arrays) return std::nullopt;
  MemoryForecast forecast;
  forecast.overhead = value.device == "cpu" ? cpu_overhead : gpu_overhead;
  forecast.arrays = *arrays;
  forecast.size_options = kernel_size_options(value);
  return forecast;
}

std::optional<MemoryForecast> forecast_decoder(const results::Case& value) {
  const auto memory = decoder_memory(value);
  if (!memory) return std::nullopt;
  MemoryForecast forecast;
  forecast.weights = memory->weights;
  forecast.activations = memory->work;
  forecast.overhead = memory->overhead;
  forecast.cache = memory->cache;
  forecast.sequences = memory->sequences;
  return forecast;
}

// Of the training engine: weights, masters, gradients and two moments; of a whole layer's work the
// hidden state alone is certain, whatever is computed again. Ranks that share parameters need less:
// nothing is said of them.
std::optional<MemoryForecast> forecast_training(const results::Case& value) {
  if (value.benchmark != "train_decoder" || value.model_config.empty() || value.ranks() > 1)
    return std::nullopt;
  std::optional<advisor::Network> network;
  try {
    network = advisor::network_from_config(value.model_config, value.parameters.text("model"));
  } catch (const Error&) {
    return std::nullopt;
  }
  const std::string precision = value.parameters.text("precision", "fp32");
  const bool is_full = precision == "fp32" || precision == "tf32";
  const bool has_wide_gradients = is_full || value.parameters.integer("accumulate", 1) > 1;
  const std::int64_t parameters = advisor::count_parameters(*network).total();
  MemoryForecast forecast;
  forecast.weights = Bytes(parameters * (is_full ? full_bytes : half_bytes + full_bytes));
  forecast.gradients = Bytes(parameters * (has_wide_gradients ? full_bytes : half_bytes));
  forecast.optimizer_state = Bytes(parameters * 2 * full_bytes);
  const std::string offload = value.parameters.text("offload");
  if (offload == "optimizer" || offload == "all") {
    forecast.weights = Bytes(parameters * half_bytes);
    forecast.optimizer_state = Bytes(0);
  }
  forecast.activations =
      Bytes(value.parameters.integer("batch_size", 1) *
            value.parameters.integer("sequence_length", 128) * network->hidden *
            (offload == "activations" || offload == "all" ? 1 : network->layer_count()) *
            (is_full ? full_bytes : half_bytes));
  forecast.overhead = value.is_on_cpu() ? cpu_overhead : gpu_overhead;
  forecast.is_lower_bound = true;
  return forecast;
}

}  // namespace

std::optional<MemoryForecast> forecast_memory(const results::Case& value,
                                              const catalog::ModelCatalog& models) {
  if (auto kernel = forecast_kernel(value)) return kernel;
  if (auto decoder = forecast_decoder(value)) return decoder;
  if (auto training = forecast_training(value)) return training;
  if (value.benchmark != "train" && value.benchmark != "infer") return std::nullopt;
  const catalog::Model* model = models.find_runnable(value.parameters.text("model"));
  if (model == nullptr || !model->params_total) return std::nullopt;
  const std::int64_t parameters = *model->params_total;
  const bool is_training = value.benchmark == "train";
  const bool is_pure = value.parameters.flag("pure");
  const std::int64_t weight_bytes = is_half(value) && is_pure ? half_bytes : full_bytes;
  const bool has_copies = is_half(value) && !is_pure;

  MemoryForecast forecast;
  forecast.weights = Bytes(parameters * (weight_bytes + (has_copies ? half_bytes : 0)));
  forecast.overhead = value.device == "cpu" ? cpu_overhead : gpu_overhead;
  const std::int64_t batch_size = value.parameters.integer("batch_size", 1);
  forecast.activations =
      scaled(least_bytes_per_sample(*model, value, is_half(value) ? half_bytes : full_bytes),
             static_cast<double>(batch_size));
  forecast.is_lower_bound = true;
  // Inference frees each layer's output after use; how many live at once is not in the record.
  if (!is_training) return forecast;
  // SGD keeps the momentum, Adam and AdamW two moments, each in the parameters' type.
  const std::int64_t states = value.parameters.text("optimizer", "sgd") == "sgd" ? 1 : 2;
  forecast.gradients = Bytes(parameters * weight_bytes);
  forecast.optimizer_state = Bytes(parameters * weight_bytes * states);
  if (model->activation_bytes_per_sample) {
    // The record holds fp32; in half precision most, not all, of what is kept is half as large.
    const double factor =
        (is_half(value) ? 0.5 : 1.0) * input_factor(value) * static_cast<double>(batch_size);
    forecast.activations = scaled(*model->activation_bytes_per_sample, factor);
    forecast.is_lower_bound = false;
  }
  return forecast;
}

std::optional<Message> reason_not_to_fit(const MemoryForecast& forecast, Bytes free_memory) {
  if (forecast.total() <= free_memory) return std::nullopt;
  if (forecast.arrays.value > 0)
    return Message{"runner.arrays_cannot_fit",
                   {{"total", format_bytes(forecast.total())},
                    {"free", format_bytes(free_memory)},
                    {"arrays", format_bytes(forecast.arrays)},
                    {"overhead", format_bytes(forecast.overhead)},
                    {"options", forecast.size_options}}};
  if (forecast.sequences > 0)
    return Message{"runner.decoder_cannot_fit",
                   {{"total", format_bytes(forecast.total())},
                    {"free", format_bytes(free_memory)},
                    {"weights", format_bytes(forecast.weights)},
                    {"cache", format_bytes(forecast.cache)},
                    {"sequences", std::to_string(forecast.sequences)},
                    {"work", format_bytes(forecast.activations)},
                    {"overhead", format_bytes(forecast.overhead)}}};
  return Message{"runner.cannot_fit",
                 {{"total", format_bytes(forecast.total())},
                  {"free", format_bytes(free_memory)},
                  {"weights", format_bytes(forecast.weights)},
                  {"gradients", format_bytes(forecast.gradients)},
                  {"optimizer", format_bytes(forecast.optimizer_state)},
                  {"activations", format_bytes(forecast.activations)},
                  {"overhead", format_bytes(forecast.overhead)}}};
}

}  // namespace wgf::runner
