// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/emulation.h"

#include <algorithm>
#include <map>

#include "advisor/operators/operators.h"
#include "advisor/training/node.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/statistics.h"
#include "results/emulated_case.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::LinkTime;
using results::LinkTimes;
using results::MeasuredLink;

std::int64_t size_of(const Case& value, const char* form) {
  return value.parameters.integer(form, 1);
}

// What the forms of a layout exchange, and among whom: places count as in rank_layout.h.
struct FormExchange {
  const char* parameter;
  std::vector<const char*> operations;
  ExchangeGroup group;
};

std::vector<FormExchange> exchanges_of(const Case& value) {
  const results::Parameters& parameters = value.parameters;
  const std::int64_t tp = size_of(value, "tp"), cp = size_of(value, "cp"),
                     dp = size_of(value, "dp");
  const std::string context = parameters.text("context", "ring");
  std::vector<FormExchange> all;
  if (tp > 1)
    all.push_back({"tensor_links",
                   parameters.flag("sp")
                       ? std::vector<const char*>{"all_reduce", "all_gather", "reduce_scatter"}
                       : std::vector<const char*>{"all_reduce"},
                   {tp, 1}});
  if (cp > 1)
    all.push_back({"context_links",
                   context == "ring" ? std::vector<const char*>{"send_recv"}
                   : context == "all_gather"
                       ? std::vector<const char*>{"all_gather", "reduce_scatter"}
                       : std::vector<const char*>{"all_to_all"},
                   {cp, tp}});
  if (dp * cp > 1)
    all.push_back({"data_links",
                   parameters.integer("zero") > 0
                       ? std::vector<const char*>{"all_gather", "reduce_scatter"}
                       : std::vector<const char*>{"all_reduce"},
                   {dp * cp, tp}});
  if (const auto ep = size_of(value, "ep"); ep > 1)
    all.push_back({"expert_links", {"all_to_all"}, {ep, tp * cp}});
  if (size_of(value, "pp") > 1) all.push_back({"stage_links", {"send_recv"}, {2, tp * cp * dp}});
  return all;
}

// Of two sizes the time of the smaller and what the larger one takes beyond it.
LinkTime between_sizes(const std::string& operation, int ranks,
                       const std::function<double(double bytes)>& seconds) {
  constexpr double small = 1024, large = 64.0 * 1024 * 1024;
  const double latency = seconds(small);
  return {Seconds(latency),
          results::bus_factor(operation, ranks) * large / (seconds(large) - latency)};
}

// Calls of NCCL itself, where there are some, before those through c10d: a step's host runs ahead
// of its exchanges.
bool is_straight(const results::Result& result) {
  return result.measured_case.parameters.text("through", "") == "nccl";
}

// Of one call into an empty queue, which is the nearer to one behind other work; of files without
// it of calls in a row.
const results::Metric* time_of(const results::Result& result) {
  const results::Metric* fresh = result.find("latency");
  return fresh != nullptr ? fresh : result.find("step_time");
}

// By operation; those in one size alone say too little. Of several results of a size the median.
std::map<std::string, MeasuredLink> measured_links(const results::Run& run) {
  const bool has_straight = std::any_of(run.results.begin(), run.results.end(), is_straight);
  std::map<std::string, std::map<double, std::vector<double>>> times_ms;
  std::map<std::string, int> ranks;
  for (const results::Result& result : run.results) {
    const results::Parameters& parameters = result.measured_case.parameters;
    const results::Metric* time = time_of(result);
    if (result.measured_case.benchmark != "collective" || time == nullptr || time->value <= 0 ||
        result.status != results::Status::ok || parameters.find("from") != nullptr ||
        (has_straight && !is_straight(result)))
      continue;
    const std::string operation = parameters.text("operation");
    times_ms[operation][static_cast<double>(parameters.integer("bytes"))].push_back(time->value);
    ranks[operation] = static_cast<int>(result.measured_case.ranks());
  }
  std::map<std::string, MeasuredLink> links;
  for (const auto& [operation, sizes] : times_ms) {
    if (sizes.size() < 2) continue;
    MeasuredLink& link = links[operation];
    link.ranks = ranks[operation];
    for (const auto& [bytes, times] : sizes) link.times[bytes] = Seconds(median(times) / 1e3);
  }
  return links;
}

// Of the same bytes over each link.
MeasuredLink as_operation(const std::string& operation, const std::string& known,
                          MeasuredLink link) {
  const double factor =
      results::bus_factor(operation, link.ranks) / results::bus_factor(known, link.ranks);
  for (auto& [bytes, time] : link.times) time = time * factor;
  return link;
}

}  // namespace

Emulation parse_emulation(const std::string& typed) {
  const std::size_t slash = typed.find('/');
  if (slash == std::string::npos)
    throw Error({"tasks.train_emulate_form", {{"value", typed}}}, ExitCode::usage);
  const Emulation emulation{parse_count("--emulate-rank", typed.substr(0, slash), 0),
                            parse_count("--emulate-rank", typed.substr(slash + 1), 2)};
  if (emulation.rank >= emulation.ranks)
    throw Error(
        {"engine.no_such_rank",
         {{"rank", std::to_string(emulation.rank)}, {"ranks", std::to_string(emulation.ranks)}}},
        ExitCode::usage);
  return emulation;
}

LinkSource links_of_results(const results::Run& run, const std::string& file) {
  const std::map<std::string, MeasuredLink> links = measured_links(run);
  if (links.empty()) throw Error({"tasks.train_no_links", {{"file", file}}}, ExitCode::usage);
  return [links](const std::string& operation, const ExchangeGroup&) {
    auto found = links.find(operation);
    if (found != links.end()) return LinkTime{.measured = found->second};
    found = links.find("all_reduce");
    const auto& [known, link] = found == links.end() ? *links.begin() : *found;
    return LinkTime{.measured = as_operation(operation, known, link)};
  };
}

LinkSource links_of_card(const catalog::Gpu& gpu) {
  return [operators = advisor::operators_of(gpu), node = advisor::usual_node(gpu)](
             const std::string& operation, const ExchangeGroup& group) {
    const double in_node =
        std::clamp<double>(static_cast<double>(node.gpus) / static_cast<double>(group.apart), 1,
                           static_cast<double>(group.ranks));
    const advisor::CollectiveGroup members{static_cast<double>(group.ranks), in_node, node.network};
    // What two neighbours send each other is what they gather of one another.
    const bool is_pair = operation == "send_recv";
    const auto collective =
        is_pair ? advisor::Collective::all_gather : *advisor::parse_collective(operation);
    const advisor::CollectiveGroup pair{2, std::min(in_node, 2.0), node.network};
    return between_sizes(operation, static_cast<int>(group.ranks), [&](double bytes) {
      return collective_time(operators, collective,
                             Bytes(static_cast<std::int64_t>(is_pair ? 2 * bytes : bytes)),
                             is_pair ? pair : members)
          .value;
    });
  };
}

void fill_data_parallel(TrainOptions& typed, const Emulation& emulation) {
  if (!typed.ranks.empty()) return;
  std::int64_t taken = 1;
  for (const auto& [option, text] :
       {std::pair("--tp", typed.tp), std::pair("--cp", typed.cp), std::pair("--pp", typed.pp)})
    if (!text.empty()) taken *= parse_count(option, text, 1);
  if (emulation.ranks % taken != 0)
    throw Error({"tasks.parallel_gpus_do_not_divide",
                 {{"gpus", std::to_string(emulation.ranks)}, {"taken", std::to_string(taken)}}},
                ExitCode::usage);
  typed.ranks = std::to_string(emulation.ranks / taken);
}

std::vector<Case> emulated_cases(std::vector<Case> cases, const Emulation& emulation,
                                 const LinkSource& source, std::string_view device) {
  for (Case& value : cases) {
    if (value.benchmark != "train_decoder")
      throw Error({"tasks.train_no_decoder", {{"model", value.parameters.text("model")}}},
                  ExitCode::usage);
    if (layout_ranks(value) != emulation.ranks)
      throw Error({"tasks.train_emulate_other",
                   {{"there", std::to_string(layout_ranks(value))},
                    {"ranks", std::to_string(emulation.ranks)}}},
                  ExitCode::usage);
    value.device = std::string(device);
    value.parameters.set("emulated_rank", emulation.rank);
    for (const FormExchange& form : exchanges_of(value)) {
      LinkTimes times;
      for (const char* operation : form.operations)
        times[operation] = source(operation, form.group);
      value.parameters.set(form.parameter, to_text(times));
    }
  }
  return cases;
}

}  // namespace wgf::cli
