// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/engine_cases.h"

#include <algorithm>

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "catalog/name_resolver.h"
#include "cli/measure/llm/named_model.h"
#include "runner/benchmarks_table.h"
#include "runner/model_config.h"

namespace wgf::cli {
namespace {

using results::Case;

// What the engine trains under this name; nothing: LibTorch's network of that name is meant.
std::optional<NamedModel> decoder_of(const std::string& name, const catalog::ModelCatalog& models) {
  if (name.find('/') != std::string::npos || name.ends_with(".json")) {
    const catalog::Model* known = nullptr;
    try {
      known = catalog::one_model(models, name).model;  // "openai-community/gpt2"
    } catch (const Error&) {
      return find_model(name, models);
    }
    return NamedModel{.name = known->id, .config = runner::training_config(*known), .weights = {}};
  }
  if (models.find_runnable(name) != nullptr &&
      !runner::has_training_config(*models.find_runnable(name)))
    return std::nullopt;
  const catalog::Model& record = *catalog::one_model(models, name).model;
  if (!record.runnable.empty() && !runner::has_training_config(record)) return std::nullopt;
  return NamedModel{.name = record.id, .config = runner::training_config(record), .weights = {}};
}

bool has_only(const std::vector<std::string>& values,
              std::initializer_list<std::string_view> known) {
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    return std::find(known.begin(), known.end(), value) != known.end();
  });
}

// What typed asks for that the engine does not have; empty: nothing.
std::string missing(const TrainOptions& typed, const runner::RunOptions& options) {
  if (!typed.ranks.empty() && parse_sweep("--dp", typed.ranks, 1) != std::vector<std::int64_t>{1})
    return "--dp";
  if (!has_only(options.precisions, {"fp32", "tf32", "bf16"})) return "--precision fp16";
  if (!has_only(options.optimizers, {"adamw"})) return "--optimizer";
  if (options.pure) return "--pure";
  if (!typed.launches.empty() &&
      !has_only(parse_list("--launch", typed.launches), {"auto", "eager", "graph"}))
    return "--launch";
  return "";
}

std::vector<std::string> words(const char* option, const std::string& typed, const char* fallback,
                               std::initializer_list<std::string_view> known) {
  std::vector<std::string> chosen = parse_list(option, typed.empty() ? fallback : typed);
  const std::vector<std::string_view> all(known);
  for (const std::string& one : chosen) runner::check_choice(option, one, all);
  return chosen;
}

}  // namespace

bool is_for_engine(const std::string& name, const TrainOptions& typed,
                   const runner::RunOptions& options, const catalog::ModelCatalog& models) {
  const std::string engine = words("--engine", typed.engine, "auto", {"auto", "own", "library"})[0];
  if (engine == "library") return false;
  const bool is_decoder = decoder_of(name, models).has_value();
  const std::string lacking = missing(typed, options);
  if (engine == "own" && !is_decoder)
    throw Error({"tasks.train_no_decoder", {{"model", name}}}, ExitCode::usage);
  if (engine == "own" && !lacking.empty())
    throw Error({"tasks.train_engine_lacks", {{"option", lacking}}}, ExitCode::usage);
  return is_decoder && lacking.empty();
}

std::vector<Case> engine_cases(const TrainOptions& typed, const runner::RunOptions& options,
                               std::string_view device, const catalog::ModelCatalog& models) {
  const bool is_cpu = device == "cpu";
  constexpr std::int64_t usual_length = 1024, cpu_length = 128;
  const auto or_usual = [](const auto& given, auto usual) {
    return given.empty() ? std::vector{usual} : given;
  };
  const auto lengths = or_usual(options.sequence_lengths, is_cpu ? cpu_length : usual_length);
  const auto precisions = or_usual(options.precisions, std::string(is_cpu ? "fp32" : "bf16"));
  const auto batches =
      parse_sweep("-b", typed.batches.empty() ? (is_cpu ? "1" : "8") : typed.batches, 1);
  const auto accumulated =
      parse_sweep("--accumulate", typed.accumulate.empty() ? "1" : typed.accumulate, 1);
  const auto recomputed =
      words("--recompute", typed.recompute, "none", {"none", "selective", "full"});
  const auto launches = words("--launch", typed.launches, "auto", {"auto", "eager", "graph"});
  std::vector<Case> cases;
  const auto add = [&](const NamedModel& model, const std::string& precision, std::int64_t length,
                       std::int64_t batch) {
    for (const std::string& launch : launches)
      for (const std::string& recompute : recomputed)
        for (const std::int64_t accumulate : accumulated) {
          Case value{.benchmark = "train_decoder",
                     .parameters = {{"model", model.name},
                                    {"batch_size", batch},
                                    {"sequence_length", length},
                                    {"precision", precision}},
                     .device = std::string(device),
                     .model_config = model.config,
                     .seed = options.seed,
                     .stopping = options.stopping};
          // What is usual stays out of the key, as it does of other cases.
          if (launch != "auto") value.parameters.set("launch", launch);
          if (accumulate != 1) value.parameters.set("accumulate", accumulate);
          if (recompute != "none") value.parameters.set("recompute", recompute);
          constexpr std::int64_t recorded_steps = 3;
          if (typed.has_profile) value.parameters.set("profiled_steps", recorded_steps);
          cases.push_back(std::move(value));
        }
  };
  for (const std::string& name : trained_models(typed)) {
    if (!is_for_engine(name, typed, options, models)) continue;
    const NamedModel model = *decoder_of(name, models);
    for (const std::string& precision : precisions)
      for (const std::int64_t length : lengths)
        for (const std::int64_t batch : batches) add(model, precision, length, batch);
  }
  return cases;
}

}  // namespace wgf::cli
