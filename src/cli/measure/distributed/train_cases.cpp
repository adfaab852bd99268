// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/train_cases.h"

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "cli/measure/distributed/engine_cases.h"
#include "runner/launch/rank_devices.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

using results::Case;

struct Exchange {
  std::int64_t bucket_mb = 25, zero = 0;
  std::string overlap = "on", gradient_type = "fp32";
};

std::vector<std::int64_t> counts(const char* option, const std::string& typed,
                                 std::int64_t fallback) {
  if (typed.empty()) return {fallback};
  return parse_sweep(option, typed, 1);
}

// Shares are reduced in the parameters' own type.
void check_zero(std::int64_t stage, const std::vector<std::string>& types) {
  constexpr std::int64_t most = 2;
  if (stage > most)
    throw Error({"tasks.train_zero_beyond", {{"value", std::to_string(stage)}}}, ExitCode::usage);
  if (stage > 0 && types != std::vector<std::string>{"fp32"})
    throw Error({"tasks.train_zero_type", {{"types", join(types, ", ")}}}, ExitCode::usage);
}

std::vector<Exchange> exchanges(const TrainOptions& typed) {
  const Exchange usual;
  std::vector<Exchange> all;
  const auto types = runner::parse_choices("--gradient-type", typed.gradient_type, "fp32",
                                           runner::choices::gradient_types);
  const auto overlaps =
      runner::parse_choices("--overlap", typed.overlap, "on", runner::choices::on_off);
  for (const std::int64_t zero : parse_sweep("--zero", typed.zero.empty() ? "0" : typed.zero, 0)) {
    check_zero(zero, types);
    for (const std::int64_t bucket : counts("--bucket-mb", typed.buckets, usual.bucket_mb))
      for (const std::string& overlap : overlaps)
        for (const std::string& type : types) all.push_back({bucket, zero, overlap, type});
  }
  return all;
}

// What is usual stays out of the key, as it does of other cases.
Case on_ranks(Case value, std::string_view device, std::int64_t ranks, const Exchange& exchange) {
  const Exchange usual;
  value.device = runner::devices_of_ranks(device, ranks);
  value.parameters.set("dp", ranks);
  if (exchange.bucket_mb != usual.bucket_mb) value.parameters.set("bucket_mb", exchange.bucket_mb);
  if (exchange.zero != usual.zero) value.parameters.set("zero", exchange.zero);
  if (exchange.overlap != usual.overlap) value.parameters.set("overlap", exchange.overlap);
  if (exchange.gradient_type != usual.gradient_type)
    value.parameters.set("gradient_type", exchange.gradient_type);
  return value;
}

std::int64_t share_of_batch(const Case& alone, std::int64_t ranks) {
  const std::int64_t batch = alone.parameters.integer("batch_size");
  if (batch % ranks != 0)
    throw Error({"tasks.train_batch_does_not_divide",
                 {{"batch", std::to_string(batch)}, {"ranks", std::to_string(ranks)}}},
                ExitCode::usage);
  return batch / ranks;
}

}  // namespace

std::vector<std::string> trained_models(const TrainOptions& typed) {
  return parse_list("-m", typed.models.empty() ? "gpt2" : typed.models);
}

std::vector<std::string> library_models(const TrainOptions& typed,
                                        const runner::RunOptions& options,
                                        const catalog::ModelCatalog& models) {
  std::vector<std::string> names;
  for (const std::string& name : trained_models(typed))
    if (!is_for_engine(name, typed, options, models)) names.push_back(name);
  return names;
}

std::vector<Case> train_cases(const TrainOptions& typed, const runner::RunOptions& options,
                              std::string_view device, const catalog::ModelCatalog& models) {
  runner::RunOptions trained = options;
  trained.workloads = {"train"};
  trained.models = library_models(typed, options, models);
  trained.batch_sizes = counts("-b", typed.batches, device == "cpu" ? 1 : 8);
  trained.launches =
      runner::parse_choices("--launch", typed.launches, "eager", runner::choices::launches);
  std::vector<Case> cases = engine_cases(typed, options, device, models);
  if (trained.models.empty()) return cases;
  const std::vector<Exchange> ways = exchanges(typed);
  const std::vector<std::int64_t> sizes = counts("--dp", typed.ranks, 1);
  for (const Case& alone : runner::make_plan(trained, device, models))
    for (const std::int64_t ranks : sizes) {
      if (ranks == 1) {
        cases.push_back(alone);
        continue;
      }
      Case each = alone;
      if (typed.is_strong) each.parameters.set("batch_size", share_of_batch(alone, ranks));
      for (const Exchange& way : ways) cases.push_back(on_ranks(each, device, ranks, way));
    }
  return cases;
}

}  // namespace wgf::cli
