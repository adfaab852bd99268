// SPDX-License-Identifier: MIT
#include "engine/benchmarks/rank_settings.h"

#include "engine/kernels/kernel_parameters.h"
#include "engine/measure/case_ended.h"
#include "results/emulated_case.h"

namespace wgf::engine {
namespace {

int size_of(const results::Parameters& parameters, const char* name) {
  return static_cast<int>(count_of(parameters, name, 1));
}

// As one graph: what NCCL queues can be part of it. Steps that gather weights go on into the next,
// and are recorded where it is asked for; pipelines have graphs of their own.
bool is_recorded(const ParallelSettings& settings, const TrainedCase& trained,
                 const results::Case& value) {
  if (trained.launch != Launch::graph || is_of_one_rank(value)) return false;
  if (settings.layout.pp > 1) return false;
  return value.parameters.text("launch", "auto") == "graph" ||
         (settings.layout.cp == 1 && settings.sharing.zero_stage == 0);
}

}  // namespace

bool records_passes(const ParallelSettings& settings, const TrainedCase& trained,
                    const results::Case& value) {
  if (settings.layout.pp == 1 || trained.launch != Launch::graph || is_of_one_rank(value))
    return false;
  if (settings.layout.pp == settings.layout.size()) return true;
  if (value.parameters.text("launch", "auto") != "graph") return false;
  throw CaseEnded(results::Status::unsupported, {"engine.pipeline_not_recorded", {}});
}

ParallelSettings read_settings(const results::Case& value, const TrainedCase& trained) {
  const results::Parameters& parameters = value.parameters;
  ParallelSettings settings{.layout = {.dp = size_of(parameters, "dp"),
                                       .tp = size_of(parameters, "tp"),
                                       .pp = size_of(parameters, "pp"),
                                       .cp = size_of(parameters, "cp"),
                                       .ep = size_of(parameters, "ep")},
                            .shares_sequence = parameters.flag("sp"),
                            .micro_batches = static_cast<int>(trained.micro_batches),
                            .decoder = trained.settings};
  settings.sharing.zero_stage = static_cast<int>(parameters.integer("zero"));
  settings.sharing.overlaps = choice_of(parameters, "overlap", {"on", "off"}) == "on";
  const auto kind = pipeline::parse_kind(parameters.text("schedule", "1f1b"));
  if (!kind)
    throw CaseEnded(results::Status::failed,
                    {"engine.unknown_value",
                     {{"name", "schedule"},
                      {"value", parameters.text("schedule")},
                      {"choices", "naive, gpipe, 1f1b, interleaved, zb-h1, zb-v"}}});
  settings.schedule = *kind;
  settings.chunks_each =
      settings.layout.pp > 1
          ? static_cast<int>(parameters.integer("vpp", pipeline::usual_chunks_each(*kind)))
          : 1;
  settings.is_balanced = choice_of(parameters, "split", {"even", "balanced"}) == "balanced";
  const std::string context = choice_of(parameters, "context", {"ring", "all_gather", "ulysses"});
  settings.context = *parse_context_form(context);
  settings.sharing.bucket_mb = static_cast<double>(parameters.integer("bucket_mb"));
  // What travels is summed in float32 by NCCL, whatever its type.
  const std::string type =
      choice_of(parameters, "exchange_type", {"as_is", "fp32", "bf16", "fp16"});
  if (type == "fp32") settings.sharing.travels_as = at::kFloat;
  if (type == "bf16") settings.sharing.travels_as = at::kBFloat16;
  if (type == "fp16") settings.sharing.travels_as = at::kHalf;
  if (choice_of(parameters, "exchange", {"collectives", "copies"}) == "copies") {
    const int stage = settings.sharing.zero_stage;
    if (stage == 1 || stage == 2 || settings.sharing.travels_as)
      throw CaseEnded(results::Status::unsupported, {"tasks.train_copies_alone", {}});
    settings.sharing.make_peers = make_peer_buffers;
  }
  settings.sharing.ends_steps = is_recorded(settings, trained, value);
  return settings;
}

std::unique_ptr<EmulatedRank> read_emulated(const results::Case& value,
                                            const ParallelSettings& settings, c10::Device device) {
  if (!is_of_one_rank(value)) return nullptr;
  const auto rank = value.parameters.integer("emulated_rank");
  if (rank < 0 || rank >= settings.layout.size())
    throw CaseEnded(results::Status::failed, {"engine.no_such_rank",
                                              {{"rank", std::to_string(rank)},
                                               {"ranks", std::to_string(settings.layout.size())}}});
  const auto links = [&](const char* name) {
    const std::string text = value.parameters.text(name);
    return text.empty() ? results::LinkTimes() : results::parse_link_times(text);
  };
  EmulatedLinks all{.tensor = links("tensor_links"),
                    .context = links("context_links"),
                    .data = links("data_links"),
                    .stages = links("stage_links"),
                    .experts = links("expert_links")};
  all.channels = static_cast<int>(value.parameters.integer("channels", all.channels));
  return std::make_unique<EmulatedRank>(static_cast<int>(rank), settings, all, device);
}

}  // namespace wgf::engine
