// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/engine_cases.h"

#include <algorithm>

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "pipeline/schedule.h"
#include "runner/launch/rank_devices.h"
#include "runner/model_config.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

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

bool has_only(const std::vector<std::string>& values, std::span<const std::string_view> known) {
  return std::all_of(values.begin(), values.end(), [&](const std::string& value) {
    return std::find(known.begin(), known.end(), value) != known.end();
  });
}

// Forms of parallel training, and experts, that LibTorch's networks do not have.
bool has_own_forms(const TrainOptions& typed) {
  const auto all = {&typed.data_parallel,
                    &typed.tp,
                    &typed.pp,
                    &typed.cp,
                    &typed.ep,
                    &typed.experts,
                    &typed.routing,
                    &typed.capacity_factor,
                    &typed.exchange,
                    &typed.channels,
                    &typed.spared};
  return typed.shares_sequence || typed.zero.find('3') != std::string::npos ||
         std::any_of(all.begin(), all.end(), [](const std::string* one) { return !one->empty(); });
}

// What typed asks for that the engine does not have; empty: nothing.
std::string missing(const TrainOptions& typed, const runner::RunOptions& options) {
  // Ranks that share the state exchange a layer at a time.
  if (!typed.buckets.empty() && !typed.zero.empty() && typed.zero != "0")
    return "--bucket-mb beside --zero";
  if (!has_only(options.precisions, runner::choices::trained_precisions)) return "--precision fp16";
  for (const std::string& optimizer : options.optimizers)
    if (optimizer != "adamw") return "--optimizer " + optimizer;
  if (options.pure) return "--pure";
  if (!typed.launches.empty() &&
      !has_only(parse_list("--launch", typed.launches), runner::choices::trained_launches))
    return "--launch";
  return "";
}

constexpr std::string_view data_parallel_forms[] = {"ranks", "single-process"};
constexpr std::string_view engines[] = {"auto", "own", "library"};

// How ranks share a training.
struct Layout {
  std::int64_t dp = 1, tp = 1, pp = 1, cp = 1, ep = 1, zero = 0;  // ep: of the dp
  bool is_one_process = false;                                    // that has all of dp
  std::int64_t bucket_mb = 0;                                     // 0: a layer each
  std::int64_t channels = 0;                                      // of NCCL; 0: its choice
  std::int64_t spared = 0;  // multiprocessors that products leave to exchanges
  std::string exchange = "collectives", overlap = "on", gradients, schedule, split, context;

  std::int64_t ranks() const { return dp * tp * pp * cp; }
};

// Ways in which ranks exchange gradients, each with every other.
std::vector<Layout> ways_to_exchange(const TrainOptions& typed) {
  const auto overlaps =
      runner::parse_choices("--overlap", typed.overlap, "on", runner::choices::on_off);
  const auto exchanges = runner::parse_choices("--exchange", typed.exchange, "collectives",
                                               runner::choices::exchanges);
  std::vector<std::int64_t> buckets{0};
  if (!typed.buckets.empty()) buckets = parse_sweep("--bucket-mb", typed.buckets, 1);
  std::vector<std::int64_t> channels{0};
  if (!typed.channels.empty()) channels = parse_sweep("--channels", typed.channels, 1);
  std::vector<std::int64_t> spared{0};
  if (!typed.spared.empty()) spared = parse_sweep("--spare-multiprocessors", typed.spared, 0);
  std::vector<std::string> types{""};
  if (!typed.gradient_type.empty())
    types = runner::parse_choices("--gradient-type", typed.gradient_type, "",
                                  runner::choices::gradient_types);
  std::vector<Layout> all;
  for (const std::int64_t bucket : buckets)
    for (const std::string& exchange : exchanges)
      for (const std::string& overlap : overlaps)
        for (const std::int64_t count : channels)
          for (const std::int64_t spare : spared)
            for (const std::string& type : types) {
              if (exchange == "copies") {
                if (!type.empty()) throw Error({"tasks.train_copies_alone", {}}, ExitCode::usage);
                // They take none: measured once.
                if (count != channels.front() || spare != spared.front()) continue;
              }
              all.push_back({.bucket_mb = bucket,
                             .channels = exchange == "copies" ? 0 : count,
                             .spared = exchange == "copies" ? 0 : spare,
                             .exchange = exchange,
                             .overlap = overlap,
                             .gradients = type});
            }
  return all;
}

// Data parallelism of ranks, in one process, or both.
std::vector<Layout> with_one_process(const std::vector<Layout>& ways, const TrainOptions& typed) {
  const auto computing =
      runner::parse_choices("--data-parallel", typed.data_parallel, "ranks", data_parallel_forms);
  std::vector<Layout> all;
  for (const std::string& who : computing)
    for (Layout way : ways) {
      if (way.ranks() == 1 && who != computing.front()) continue;
      if (who == "single-process" && way.ranks() > 1) {
        if (way.dp < way.ranks() || way.ep > 1 || way.zero > 0 || way.overlap != "on" ||
            way.bucket_mb > 0 || way.channels > 0 || way.spared > 0 ||
            way.exchange != "collectives" || !way.gradients.empty())
          throw Error({"tasks.train_one_process_alone", {}}, ExitCode::usage);
        way.is_one_process = true;
      }
      all.push_back(way);
    }
  return all;
}

std::vector<Layout> layouts(const TrainOptions& typed) {
  const auto counts = [](const char* option, const std::string& value, std::int64_t least) {
    return value.empty() ? std::vector<std::int64_t>{least} : parse_sweep(option, value, least);
  };
  const auto schedules =
      runner::parse_choices("--schedule", typed.schedule, "1f1b", runner::choices::schedules);
  const auto splits =
      runner::parse_choices("--split", typed.split, "even", runner::choices::splits);
  const auto contexts =
      runner::parse_choices("--context", typed.context, "ring", runner::choices::context_forms);
  std::vector<std::pair<std::string, std::string>> cut;
  for (const std::string& schedule : schedules)
    for (const std::string& split : splits) cut.emplace_back(schedule, split);
  const std::vector<Layout> exchanged = ways_to_exchange(typed);
  const std::vector<std::int64_t> stages = counts("--zero", typed.zero, 0);
  constexpr std::int64_t most_zero = 3;
  for (const std::int64_t zero : stages)
    if (zero > most_zero)
      throw Error({"tasks.train_zero_beyond", {{"value", std::to_string(zero)}}}, ExitCode::usage);
  std::vector<Layout> all;
  const auto add_ways = [&](const Layout& sizes) {
    for (const std::int64_t zero : stages)
      for (const Layout& exchange : exchanged)
        for (const auto& [schedule, split] : cut)
          for (const std::string& context : contexts) {
            // What has no meaning on so few ranks is measured once.
            if (sizes.pp == 1 && (schedule != schedules.front() || split != splits.front()))
              continue;
            if (sizes.cp == 1 && context != contexts.front()) continue;
            if (sizes.ranks() == 1 && (zero > stages.front() || &exchange != &exchanged.front()))
              continue;
            Layout way = sizes;
            if (sizes.ranks() > 1) {
              way.zero = zero;
              if ((zero == 1 || zero == 2) && exchange.exchange == "copies")
                throw Error({"tasks.train_copies_alone", {}}, ExitCode::usage);
              way.exchange = exchange.exchange;
              way.overlap = exchange.overlap;
              way.bucket_mb = exchange.bucket_mb;
              way.channels = exchange.channels;
              way.spared = exchange.spared;
              way.gradients = exchange.gradients;
            }
            if (way.pp > 1) way.schedule = schedule;
            if (way.pp > 1) way.split = split;
            if (way.cp > 1) way.context = context;
            all.push_back(way);
          }
  };
  for (const std::int64_t ep : counts("--ep", typed.ep, 1))
    for (const std::int64_t dp : counts("--dp", typed.ranks, ep))
      for (const std::int64_t tp : counts("--tp", typed.tp, 1))
        for (const std::int64_t cp : counts("--cp", typed.cp, 1))
          for (const std::int64_t pp : counts("--pp", typed.pp, 1)) {
            if (dp % ep != 0)
              throw Error({"tasks.train_experts_beyond",
                           {{"ep", std::to_string(ep)}, {"dp", std::to_string(dp)}}},
                          ExitCode::usage);
            add_ways({.dp = dp, .tp = tp, .pp = pp, .cp = cp, .ep = ep});
          }
  return with_one_process(all, typed);
}

// Of an expert's rows over the mean; 0: as many as come.
std::vector<double> capacity_factors(const std::string& typed) {
  if (typed.empty()) return {0};
  std::vector<double> factors;
  for (const std::string& one : parse_list("--capacity-factor", typed)) {
    factors.push_back(parse_number(one).value_or(0));
    if (!(factors.back() > 0))
      throw Error({"tasks.train_bad_capacity", {{"value", one}}}, ExitCode::usage);
  }
  return factors;
}

Case with_experts(Case value, std::int64_t experts, const std::string& routing,
                  double capacity_factor) {
  if (experts > 0) value.parameters.set("experts", experts);
  if (routing != "router") value.parameters.set("routing", routing);
  if (capacity_factor > 0) value.parameters.set("capacity_factor", capacity_factor);
  return value;
}

std::vector<Case> with_every_routing(const Case& value, const TrainOptions& typed) {
  const std::vector<std::int64_t> as_it_has{0};
  std::vector<Case> cases;
  for (const std::int64_t experts :
       typed.experts.empty() ? as_it_has : parse_sweep("--experts", typed.experts, 1))
    for (const std::string& routing : runner::parse_choices("--routing", typed.routing, "router",
                                                            runner::choices::trained_routings))
      for (const double capacity : capacity_factors(typed.capacity_factor))
        cases.push_back(with_experts(value, experts, routing, capacity));
  return cases;
}

// What is usual stays out of the key.
Case on_ranks(Case value, const Layout& way, const TrainOptions& typed, std::int64_t batches) {
  const auto set = [&](const char* name, std::int64_t size, std::int64_t usual) {
    if (size != usual) value.parameters.set(name, size);
  };
  if (typed.is_strong && way.dp > 1) {
    const std::int64_t batch = value.parameters.integer("batch_size");
    if (batch % way.dp != 0)
      throw Error({"tasks.train_batch_does_not_divide",
                   {{"batch", std::to_string(batch)}, {"ranks", std::to_string(way.dp)}}},
                  ExitCode::usage);
    value.parameters.set("batch_size", batch / way.dp);
  }
  set(way.is_one_process ? "replicas" : "dp", way.dp, 1);
  set("tp", way.tp, 1);
  if (way.tp > 1 && typed.shares_sequence) value.parameters.set("sp", true);
  set("cp", way.cp, 1);
  if (way.cp > 1 && way.context != "ring") value.parameters.set("context", way.context);
  set("ep", way.ep, 1);
  set("pp", way.pp, 1);
  if (way.pp > 1) {
    const pipeline::Kind kind = *pipeline::parse_kind(way.schedule);
    const std::int64_t chunks = kind == pipeline::Kind::interleaved && !typed.vpp.empty()
                                    ? parse_count("--vpp", typed.vpp, 2)
                                    : pipeline::usual_chunks_each(kind);
    if (kind == pipeline::Kind::interleaved && batches % way.pp != 0)
      throw Error(
          {"tasks.parallel_rounds",
           {{"micro_batches", std::to_string(batches)}, {"stages", std::to_string(way.pp)}}},
          ExitCode::usage);
    set("vpp", chunks, 1);
    value.parameters.set("schedule", way.schedule);
    if (way.split != "even") value.parameters.set("split", way.split);
  }
  set("zero", way.zero, 0);
  set("bucket_mb", way.bucket_mb, 0);
  set("channels", way.channels, 0);
  set("spared_multiprocessors", way.spared, 0);
  if (way.exchange != "collectives") value.parameters.set("exchange", way.exchange);
  if (way.overlap != "on") value.parameters.set("overlap", way.overlap);
  if (!way.gradients.empty()) value.parameters.set("exchange_type", way.gradients);
  value.device = runner::devices_of_ranks(value.device, way.ranks());
  return value;
}

}  // namespace

NamedModel named_decoder(const std::string& name, const catalog::ModelCatalog& models) {
  if (auto decoder = decoder_of(name, models)) return *std::move(decoder);
  const catalog::Model& record = *catalog::one_model(models, name).model;
  return {.name = record.id, .config = runner::training_config(record), .weights = {}};
}

bool is_for_engine(const std::string& name, const TrainOptions& typed,
                   const runner::RunOptions& options, const catalog::ModelCatalog& models) {
  const std::string engine = runner::parse_choices("--engine", typed.engine, "auto", engines)[0];
  if (engine == "library") return false;
  const bool is_decoder = decoder_of(name, models).has_value();
  const std::string lacking = missing(typed, options);
  const bool is_asked = engine == "own" || has_own_forms(typed);
  if (is_asked && !is_decoder)
    throw Error({"tasks.train_no_decoder", {{"model", name}}}, ExitCode::usage);
  if (is_asked && !lacking.empty())
    throw Error({"tasks.train_engine_lacks", {{"option", lacking}}}, ExitCode::usage);
  return is_decoder && lacking.empty();
}

std::vector<Case> engine_cases(const TrainOptions& typed, const runner::RunOptions& options,
                               std::string_view device, const catalog::ModelCatalog& models) {
  const bool is_cpu = device == "cpu";
  for (const auto& [option, is_typed] :
       {std::pair("--channels", !typed.channels.empty()),
        {"--spare-multiprocessors", !typed.spared.empty()},
        {"--exchange copies", typed.exchange.find("copies") != std::string::npos}})
    if (is_cpu && is_typed)
      throw Error({"tasks.train_of_gpus", {{"option", option}}}, ExitCode::usage);
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
      runner::parse_choices("--recompute", typed.recompute, "none", runner::choices::recomputed);
  const auto offloads =
      runner::parse_choices("--offload", typed.offload, "none", runner::choices::offloads);
  const auto launches =
      runner::parse_choices("--launch", typed.launches, "auto", runner::choices::trained_launches);
  const std::vector<Layout> ways = layouts(typed);
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
          for (const std::string& offload : offloads) {
            if (offload != "none") value.parameters.set("offload", offload);
            for (const Case& one : with_every_routing(value, typed))
              for (const Layout& way : ways) cases.push_back(on_ranks(one, way, typed, accumulate));
          }
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
