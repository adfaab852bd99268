// SPDX-License-Identifier: MIT
#include "engine/benchmarks/trained_case.h"

#include "base/error.h"
#include "engine/device_code/code_cache.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/llm/matrix_product.h"
#include "engine/measure/case_ended.h"
#include "engine/training/device_operations.h"
#include "engine/training/trained_shape.h"
#include "engine/training/training_flops.h"

namespace wgf::engine {
namespace {

Recompute recompute_of(const std::string& name) {
  if (name == "selective") return Recompute::selective;
  return name == "full" ? Recompute::full : Recompute::none;
}

// Products in 8 bits take whole groups of 16 numbers, and a GPU that has them.
void check_fp8(const TrainedCase& read, std::int64_t tensor_ranks, c10::Device device) {
  const std::int64_t group = 16 * tensor_ranks;
  const DecoderShape& shape = read.shape;
  const bool is_even = shape.experts.count == 0 && shape.hidden % group == 0 &&
                       shape.feed_forward % group == 0 && shape.query_width() % group == 0 &&
                       shape.kv_width() % group == 0 &&
                       read.settings.sequences * read.settings.length % group == 0;
  if (!is_even || (device.is_cuda() && !multiplies_fp8(device)))
    throw CaseEnded(results::Status::unsupported,
                    {"engine.no_fp8_training", {{"device", device.str()}}});
}

}  // namespace

TrainedCase read_trained_case(const results::Case& value, c10::Device device) {
  const results::Parameters& parameters = value.parameters;
  TrainedCase read;
  read.shape = read_trained_shape(value.model_config, parameters.text("model"));
  try {
    if (const auto experts = parameters.integer("experts"); experts > 0)
      read.shape = with_experts(std::move(read.shape), experts);
  } catch (const Error& error) {
    throw CaseEnded(results::Status::unsupported, error.message());
  }
  const bool has_experts = read.shape.experts.count > 0;
  const std::string precision = parameters.text("precision", device.is_cpu() ? "fp32" : "bf16");
  const bool is_fp8 = precision == "fp8";
  read.precision = parse_precision(is_fp8 ? "bf16" : precision, device);
  if (read.precision == Precision::fp16)
    throw CaseEnded(
        results::Status::failed,
        {"engine.unknown_value",
         {{"name", "precision"}, {"value", "fp16"}, {"choices", "fp32, tf32, bf16, fp8"}}});
  read.launch = choice_of(parameters, "launch", {"auto", "eager", "graph"}) == "eager" ||
                        device.is_cpu() || has_experts  // which ask the host how many rows each has
                    ? Launch::eager
                    : Launch::graph;
  read.micro_batches = count_of(parameters, "accumulate", 1);
  read.kernels = choice_of(parameters, "kernels", {"auto", "own", "library"});
  const c10::ScalarType type = low_precision_dtype(read.precision).value_or(c10::kFloat);
  const std::string offload =
      choice_of(parameters, "offload", {"none", "optimizer", "activations", "all"});
  // Sums of several micro-batches want more digits than one product's.
  const std::string gradients = choice_of(parameters, "gradient_type", {"auto", "fp32", "bf16"});
  const bool is_wide = gradients == "fp32" || (gradients == "auto" && read.micro_batches > 1);
  read.settings = {
      .sequences = count_of(parameters, "batch_size", 1),
      .length = count_of(parameters, "sequence_length", 128, 2),
      .types = {.weights = type, .gradients = is_wide ? c10::kFloat : type},
      .recompute = recompute_of(choice_of(parameters, "recompute", {"none", "selective", "full"})),
      .has_fp8_matrices = is_fp8,
      .offloads_optimizer = offload == "optimizer" || offload == "all",
      .offloads_activations = offload == "activations" || offload == "all",
      .experts = {.capacity_factor = parameters.number("capacity_factor"),
                  .skew = choice_of(parameters, "routing", {"router", "skewed"}) == "skewed" ? 1.0
                                                                                             : 0.0,
                  .balance = read.shape.experts.balance / static_cast<double>(read.micro_batches)},
      .seed = value.seed};
  if (!has_experts &&
      (read.settings.experts.skew != 0 || read.settings.experts.capacity_factor > 0))
    throw CaseEnded(results::Status::unsupported,
                    {"engine.no_experts", {{"family", read.shape.family}}});
  if (const auto reason = why_not_trained(read.shape, read.settings.length))
    throw CaseEnded(results::Status::unsupported, *reason);
  if (read.settings.offloads_activations && has_experts)
    throw CaseEnded(results::Status::unsupported, {"engine.keeps_activations", {}});
  if (read.settings.offloads_optimizer && (type == c10::kFloat || value.ranks() > 1))
    throw CaseEnded(results::Status::unsupported, {"engine.no_offload", {}});
  if (offload != "none" || value.parameters.integer("replicas", 1) > 1) read.launch = Launch::eager;
  if (is_fp8) check_fp8(read, count_of(parameters, "tp", 1), device);
  return read;
}

results::MathMode set_training_math(const TrainedCase& trained) {
  results::MathMode math = set_math_mode(trained.precision, trained.precision == Precision::bf16
                                                                ? LowPrecision::pure
                                                                : LowPrecision::autocast);
  if (trained.settings.has_fp8_matrices) math.compute = "fp8";
  return math;
}

std::unique_ptr<TrainingOperations> make_training_operations(const TrainedCase& trained,
                                                             const DecoderShape& shape,
                                                             c10::Device device,
                                                             std::vector<Message>& warnings) {
  const bool wants_own = trained.kernels == "own";
  if (trained.kernels == "library" || (!device.is_cuda() && !wants_own))
    return library_operations();
  try {
    auto operations = device_operations(shape, trained.settings.types, device);
    if (const auto fault = take_code_cache_fault()) warnings.push_back(*fault);
    return operations;
  } catch (const Error& error) {
    if (wants_own) throw CaseEnded(results::Status::unsupported, error.message());
    warnings.push_back(error.message());
  }
  return library_operations();
}

double add_training_flops(const TrainedCase& trained, double tokens, MeasuredCase& measured) {
  const TrainingFlops flops =
      training_flops(trained.shape, tokens, trained.settings.length, trained.positions());
  measured.add("flops_per_step_6n", flops.six_n / giga);
  measured.add("flops_per_step_causal_all", flops.causal_all / giga);
  measured.add("flops_per_step_full", flops.full_matrices / giga);
  measured.add("flops_per_step_full_all", flops.full_all / giga);
  measured.add("parameters", count_parameters(trained.shape, trained.positions()));
  return flops.causal;
}

void add_kept_memory(Bytes state, Bytes host, MeasuredCase& measured) {
  measured.add_model_state(state);
  if (host.value > 0) measured.add("memory_host", in_gib(host));
}

void add_expert_loads(const TrainedDecoder& decoder, MeasuredCase& measured) {
  if (!decoder.has_experts()) return;
  double fullest = 0, wanted = 0, kept = 0;
  for (const auto& [layer, load] : decoder.expert_loads()) {
    const at::Tensor counts = load.counts.to(at::kDouble);
    fullest += (counts.max() / counts.mean()).item<double>();
    wanted += static_cast<double>(load.wanted);
    kept += static_cast<double>(load.kept);
  }
  measured.add("expert_fullest", fullest / static_cast<double>(decoder.expert_loads().size()));
  measured.add("dropped_share", 100 * (1 - kept / wanted));
}

}  // namespace wgf::engine
