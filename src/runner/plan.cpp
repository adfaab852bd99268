// SPDX-License-Identifier: MIT
#include "runner/plan.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "results/input_spec.h"
#include "runner/model_config.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

namespace wgf::runner {
namespace {

using catalog::Model;
using catalog::ModelKind;
using results::Case;

constexpr std::int64_t default_batch_sizes[] = {1, 8, 32};
constexpr std::int64_t default_image_size = 224;       // of every image classifier
constexpr std::int64_t default_sequence_length = 128;  // of every language model

bool is_model_file(std::string_view name) {
  return name.ends_with(".pt") || name.ends_with(".pt2");
}

bool is_convolutional(const Model& model) {
  return model.kind == ModelKind::cnn || model.kind == ModelKind::diffusion ||
         model.kind == ModelKind::generative;
}

bool takes_images(const Model& model) {
  return is_convolutional(model) || model.kind == ModelKind::vit;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_gpu(std::string_view device) {
  return device.starts_with("cuda");
}

template <typename T>
std::vector<T> or_default(const std::vector<T>& given, std::vector<T> fallback) {
  return given.empty() ? fallback : given;
}

std::vector<std::string> known_runnable_names(const catalog::ModelCatalog& models) {
  std::vector<std::string> names;
  for (const Model& model : models.models)
    if (!model.runnable.empty()) names.push_back(model.runnable);
  return names;
}

void check_choices(std::string_view option, const std::vector<std::string>& values,
                   std::span<const std::string_view> choices) {
  for (const std::string& value : values) check_choice(option, value, choices);
}

void check_at_least(std::string_view option, std::optional<std::int64_t> value,
                    std::int64_t minimum) {
  if (value && *value < minimum)
    throw Error({"runner.value_too_small",
                 {{"option", std::string(option)},
                  {"value", std::to_string(*value)},
                  {"minimum", std::to_string(minimum)}}},
                ExitCode::usage);
}

void check_models(const RunOptions& options, const catalog::ModelCatalog& models) {
  bool has_file = false;
  for (const std::string& name : options.models) {
    if (!is_model_file(name)) {
      runnable_model(models, name);
      continue;
    }
    has_file = true;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(name, ignored))
      throw Error({"runner.no_model_file", {{"path", name}}}, ExitCode::usage);
    if (options.input.empty())
      throw Error({"runner.input_needed", {{"path", name}}}, ExitCode::usage);
    if (contains(options.workloads, "train"))
      throw Error({"runner.model_file_trains_not", {{"path", name}}}, ExitCode::usage);
  }
  if (options.input.empty()) return;
  results::parse_inputs(options.input);
  if (!has_file)
    throw Error({"runner.input_without_file", {{"input", options.input}}}, ExitCode::usage);
}

// One point of the product.
struct Point {
  std::string workload, precision, launch, optimizer;
  std::int64_t batch_size = 1;
  std::int64_t size = 0;  // of images or sequences; 0: the model's own
};

std::string default_optimizer(const Model& model) {
  return model.kind == ModelKind::cnn ? "sgd" : "adamw";
}

// Only a size that is not the default is part of the key.
void set_size(results::Parameters& parameters, const Model& model, std::int64_t size) {
  if (size == 0) return;
  if (!takes_images(model)) {
    if (size != default_sequence_length) parameters.set("sequence_length", size);
  } else if (size != default_image_size || model.kind == ModelKind::diffusion ||
             model.kind == ModelKind::generative) {
    parameters.set("image_size", size);
  }
}

Case model_case(const Point& point, const Model& model, const RunOptions& options,
                std::string_view device) {
  Case value{.benchmark = point.workload,
             .parameters = {{"model", model.runnable},
                            {"batch_size", point.batch_size},
                            {"precision", point.precision},
                            {"launch", point.launch}},
             .device = std::string(device),
             .seed = options.seed,
             .stopping = options.stopping};
  if (point.workload == "train") value.parameters.set("optimizer", point.optimizer);
  if (!options.memory_format.empty() && takes_images(model))
    value.parameters.set("memory_format", options.memory_format);
  else if (is_convolutional(model))
    value.parameters.set("memory_format",
                         std::string(is_gpu(device) ? "channels_last" : "contiguous"));
  if (options.pure) value.parameters.set("pure", true);
  set_size(value.parameters, model, point.size);
  return value;
}

// Without autocast the model computes in a type of its own, which is known when it ran.
Case user_model_case(const std::string& file, const std::string& precision,
                     const std::string& launch, const RunOptions& options,
                     std::string_view device) {
  Case value{.benchmark = "user_model",
             .parameters = {{"model", file}, {"input", options.input}, {"launch", launch}},
             .device = std::string(device),
             .seed = options.seed,
             .stopping = options.stopping};
  if (precision != "fp32") value.parameters.set("precision", precision);
  return value;
}

void append_once(std::vector<Case>& plan, Case value) {
  const std::string key = value.key();
  const bool is_there =
      std::any_of(plan.begin(), plan.end(), [&](const Case& other) { return other.key() == key; });
  if (!is_there) plan.push_back(std::move(value));
}

void append_model_cases(std::vector<Case>& plan, const Model& model, const RunOptions& options,
                        std::string_view device) {
  const std::vector<std::int64_t> batch_sizes = or_default(
      options.batch_sizes, {std::begin(default_batch_sizes), std::end(default_batch_sizes)});
  const std::vector<std::int64_t> sizes =
      or_default(takes_images(model) ? options.image_sizes : options.sequence_lengths, {0});
  for (const std::string& workload : or_default(options.workloads, {"train", "infer"}))
    for (const std::string& precision : or_default(options.precisions, {"fp32"}))
      for (const std::string& launch : or_default(options.launches, {"eager"}))
        for (const std::string& optimizer :
             or_default(options.optimizers, {default_optimizer(model)}))
          for (const std::int64_t size : sizes)
            for (const std::int64_t batch_size : batch_sizes) {
              const Point point{workload, precision, launch, optimizer, batch_size, size};
              append_once(plan, model_case(point, model, options, device));
            }
}

// Those for which there is nothing the option could choose.
std::vector<std::string> names_without(const std::vector<std::string>& names,
                                       const catalog::ModelCatalog& models,
                                       bool (*has)(const Model&)) {
  std::vector<std::string> without;
  for (const std::string& name : names)
    if (is_model_file(name) || !has(runnable_model(models, name))) without.push_back(name);
  return without;
}

// Options of networks, beside kernels and model files, or of training where nothing is trained.
void add_without_effect(std::vector<Message>& ignored, const RunOptions& options,
                        const std::vector<std::string>& kernels) {
  const auto add = [&](bool is_given, const char* option, const std::vector<std::string>& names) {
    if (is_given && !names.empty())
      ignored.push_back(
          {"runner.option_ignored", {{"option", option}, {"models", join(names, ", ")}}});
  };
  std::vector<std::string> files, without_precision;
  std::copy_if(options.models.begin(), options.models.end(), std::back_inserter(files),
               is_model_file);
  std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(without_precision),
               [](const std::string& kernel) { return kernel != "matmul"; });
  std::vector<std::string> others = kernels;
  others.insert(others.end(), files.begin(), files.end());
  const bool has_training = options.workloads.empty() || contains(options.workloads, "train");
  const bool has_networks =
      options.models.size() > files.size() || (options.models.empty() && kernels.empty());
  add(!options.workloads.empty(), "--workload", kernels);
  add(!options.launches.empty(), "--launch", kernels);
  add(!options.precisions.empty(), "--precision", without_precision);
  add(options.pure, "--pure", others);
  if (has_networks && !has_training) others.emplace_back("infer");
  add(!options.optimizers.empty(), "--optimizer", others);
}

}  // namespace

const Model& runnable_model(const catalog::ModelCatalog& models, std::string_view name) {
  if (const Model* exact = models.find_runnable(name)) return *exact;
  const std::string folded = fold_name(name);
  for (const Model& model : models.models)
    if (!model.runnable.empty() && fold_name(model.runnable) == folded) return model;
  const Model* known = nullptr;
  try {
    known = catalog::one_model(models, name).model;
  } catch (const Error&) {
    // The catalogue would offer models of any size; only those that can run help here.
    throw Error(with_nearest({"runner.model_not_runnable", {{"model", std::string(name)}}}, name,
                             known_runnable_names(models)),
                ExitCode::usage);
  }
  if (known->runnable.empty() && has_model_config(*known))
    throw Error({"runner.model_of_llm", {{"model", known->id}}}, ExitCode::not_supported);
  if (known->runnable.empty())
    throw Error({"runner.model_only_in_catalog", {{"model", known->id}}}, ExitCode::not_supported);
  return *known;
}

std::vector<DefaultMember> default_members(const RunOptions& options,
                                           const catalog::ModelCatalog& models) {
  std::vector<DefaultMember> members;
  for (const std::string& name : options.models) {
    // Where the name is the engine's own, no family was asked for.
    if (is_model_file(name) || fold_name(runnable_model(models, name).runnable) == fold_name(name))
      continue;
    const catalog::ModelChoice choice = catalog::one_model(models, name);
    for (const Message& note : choice.notes_without_format(name))
      members.push_back({runnable_model(models, name).runnable, note});
  }
  return members;
}

std::vector<Message> ignored_options(const RunOptions& options, const catalog::ModelCatalog& models,
                                     const std::vector<std::string>& kernels) {
  const bool is_kernels_only = options.models.empty() && !kernels.empty();
  const std::vector<std::string> names = or_default(options.models, known_runnable_names(models));
  std::vector<Message> ignored;
  const auto check = [&](bool is_given, const char* key, bool (*has)(const Model&)) {
    if (!is_given) return;
    const std::vector<std::string> without =
        is_kernels_only ? kernels : names_without(names, models, has);
    if (!without.empty()) ignored.push_back({key, {{"models", join(without, ", ")}}});
  };
  const auto any_model = [](const Model&) { return true; };
  const auto takes_sequences = [](const Model& model) { return !takes_images(model); };
  check(!options.batch_sizes.empty(), "runner.batch_sizes_ignored", any_model);
  check(!options.image_sizes.empty(), "runner.image_size_ignored", takes_images);
  check(!options.sequence_lengths.empty(), "runner.sequence_length_ignored", takes_sequences);
  check(!options.memory_format.empty(), "runner.memory_format_ignored", takes_images);
  add_without_effect(ignored, options, kernels);
  return ignored;
}

void check_options(const RunOptions& options, const catalog::ModelCatalog& models) {
  check_models(options, models);
  check_choices("--workload", options.workloads, choices::workloads);
  check_choices("-p/--precision", options.precisions, choices::precisions);
  check_choices("--launch", options.launches, choices::launches);
  check_choices("--optimizer", options.optimizers, choices::optimizers);
  if (!options.memory_format.empty())
    check_choice("--memory-format", options.memory_format, choices::memory_formats);
  for (const std::int64_t batch_size : options.batch_sizes)
    check_at_least("-b/--batch-sizes", batch_size, 1);
  for (const std::int64_t size : options.image_sizes) check_at_least("--image-size", size, 1);
  for (const std::int64_t length : options.sequence_lengths)
    check_at_least("--sequence-length", length, 1);
  check_at_least("-i/--iterations", options.stopping.iterations, 1);
  check_at_least("-w/--warmup", options.stopping.warmup, 0);
  check_at_least("--repeat", options.repeat, 1);
}

std::vector<Case> make_plan(const RunOptions& options, std::string_view device,
                            const catalog::ModelCatalog& models) {
  check_options(options, models);
  std::vector<Case> plan;
  for (const std::string& name : or_default(options.models, known_runnable_names(models))) {
    if (!is_model_file(name)) {
      append_model_cases(plan, runnable_model(models, name), options, device);
      continue;
    }
    for (const std::string& precision : or_default(options.precisions, {"fp32"}))
      for (const std::string& launch : or_default(options.launches, {"eager"}))
        append_once(plan, user_model_case(name, precision, launch, options, device));
  }
  return plan;
}

}  // namespace wgf::runner
