// SPDX-License-Identifier: MIT
// profile: what a step would take without each of its costs, where its time goes, the operations
// that take most, and what limits it.

#include <fmt/format.h>

#include <algorithm>

#include "base/statistics.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "report/result_table.h"
#include "report/roofline.h"
#include "report/tasks/profile_advice.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Profile;
using results::Result;
using results::Run;
using results::Status;

constexpr std::size_t top_count = 10;
// What gives back less is no limit.
constexpr double least_gain = 1.05;
Table variants_table(const std::vector<ProfileVariant>& variants, Language language) {
  Table table;
  table.columns = {text_column("tasks.column_variant", language),
                   number_column("tasks.column_step", language),
                   number_column("tasks.column_throughput", language),
                   number_column("tasks.column_speedup", language)};
  for (const ProfileVariant& variant : variants) {
    const Result& result = *variant.result;
    const bool is_ok = result.status == Status::ok;
    table.rows.push_back(
        {messages::render(variant.name, language),
         is_ok ? format_number(variant.step_ms, 4) + " ms" : status_text(result, language),
         cell_of(result, "throughput"),
         variant.speedup ? fmt::format("{:.3f} [{:.3f}, {:.3f}]", *variant.speedup,
                                       variant.interval.low, variant.interval.high)
                         : "-"});
  }
  return table;
}

Table shares_table(const Result& recorded, Language language) {
  Table table{.columns = {text_column("tasks.column_part", language),
                          number_column("tasks.column_of_step", language)}};
  for (const char* tag : profile_shares)
    if (const auto share = number_of(recorded, tag))
      table.rows.push_back(
          {messages::render("tasks." + std::string(tag), language), percent_text(*share)});
  return table;
}

struct Ranking {
  const char* title;
  double (*value)(const Profile::Operation& operation);
  const char* unit;
};
constexpr Ranking rankings[] = {
    {"tasks.top_cpu", [](const Profile::Operation& operation) { return operation.cpu_ms; }, "ms"},
    {"tasks.top_gpu", [](const Profile::Operation& operation) { return operation.gpu_ms; }, "ms"},
    {"tasks.top_memory",
     [](const Profile::Operation& operation) {
       return static_cast<double>(operation.allocated.value) / mebi;
     },
     "MiB"}};

std::optional<TitledTable> top_table(const Profile& profile, const Ranking& ranking,
                                     Language language) {
  std::vector<const Profile::Operation*> operations;
  double total = 0;
  for (const Profile::Operation& operation : profile.operations) {
    if (ranking.value(operation) <= 0) continue;
    operations.push_back(&operation);
    total += ranking.value(operation);
  }
  if (operations.empty()) return std::nullopt;
  std::stable_sort(operations.begin(), operations.end(), [&](const auto* a, const auto* b) {
    return ranking.value(*a) > ranking.value(*b);
  });
  if (operations.size() > top_count) operations.resize(top_count);
  const auto steps = static_cast<double>(profile.steps);
  Table table{.columns = {text_column("tasks.column_operation", language),
                          number_column("tasks.column_calls", language),
                          number_column("tasks.column_a_step", language),
                          number_column("tasks.column_share_of_all", language)}};
  for (const Profile::Operation* operation : operations)
    table.rows.push_back({operation->name,
                          format_number(static_cast<double>(operation->calls) / steps, 3),
                          format_number(ranking.value(*operation) / steps, 3) + " " + ranking.unit,
                          percent_text(100 * ranking.value(*operation) / total)});
  return TitledTable{messages::render(ranking.title, language), std::move(table)};
}

// The cost whose absence gives back most, where that is worth a word: beyond doubt, or not.
const ProfileVariant* largest_gain(const std::vector<ProfileVariant>& variants, bool is_certain) {
  const ProfileVariant* largest = nullptr;
  for (const ProfileVariant& variant : variants) {
    if (variant.limit == nullptr || !variant.speedup) continue;
    if (*variant.speedup < least_gain || (variant.interval.low > 1) != is_certain) continue;
    if (largest == nullptr || *variant.speedup > *largest->speedup) largest = &variant;
  }
  return largest;
}

// That places the same step under the processor's roof.
std::string roofline_command(const Result& recorded) {
  const results::Parameters& parameters = recorded.measured_case.parameters;
  std::string command =
      fmt::format("roofline -m {} -b {} -p {} --workload train", parameters.text("model"),
                  parameters.integer("batch_size", 1), parameters.text("precision", "fp32"));
  // What was not left to the defaults both share.
  for (const auto& [option, name] :
       {std::pair{"--image-size", "image_size"}, std::pair{"--sequence-length", "sequence_length"}})
    if (parameters.find(name) != nullptr)
      command += fmt::format(" {} {}", option, parameters.integer(name));
  for (const auto& [option, name] :
       {std::pair{"--optimizer", "optimizer"}, std::pair{"--memory-format", "memory_format"}})
    if (parameters.find(name) != nullptr)
      command += fmt::format(" {} {}", option, parameters.text(name));
  return parameters.flag("pure") ? command + " --pure" : command;
}

// Nothing else costs anything: the operations do. Which of the GPU's two limits is theirs the
// roofline tells.
std::string inner_limit(const Run& run, const std::vector<ProfileVariant>& variants,
                        const Result& recorded, Language language) {
  const catalog::Gpu* card =
      run.devices.empty()
          ? nullptr
          : catalog::embedded_catalog().gpus().find_id(run.devices.front().catalog_id);
  const Roofline roofline = roofline_of(run, card);
  for (const RooflinePoint& point : roofline.points) {
    if (point.result != &recorded) continue;
    return messages::render({point.is_memory_bound ? "tasks.memory_bound" : "tasks.compute_bound",
                             {{"intensity", format_number(point.intensity, 3)},
                              {"percent", percent_text(100 * point.share())},
                              {"rate", format_number(point.rate.value / tera, 3)}}},
                            language);
  }
  const bool is_alone = find_variant(variants, ProfileVariant::Kind::data_ready) == nullptr;
  return messages::render({is_alone ? "tasks.operations_alone" : "tasks.operations_bound",
                           {{"command", roofline_command(recorded)}}},
                          language);
}

std::string doubt_text(const ProfileVariant& variant, Language language) {
  return messages::render({"tasks.limit_not_certain",
                           {{"variant", messages::render(variant.name, language)},
                            {"ratio", ratio_text(*variant.speedup)},
                            {"low", ratio_text(variant.interval.low)},
                            {"high", ratio_text(variant.interval.high)}}},
                          language);
}

// What a gain of ready data comes from where the step hardly waits for batches: the processors that
// decoding takes from it, where a batch takes enough of them; else something besides the program.
const char* cause_without_waiting(const ProfileVariant& as_it_is, const ProfileVariant& ready) {
  constexpr double fair_part = 0.5;
  const double rate = number_of(*as_it_is.result, "loader_rate").value_or(0);  // images/s a worker
  const auto batch =
      static_cast<double>(as_it_is.result->measured_case.parameters.integer("batch_size", 1));
  const double decoding_ms = rate > 0 ? 1e3 * batch / rate : 0;
  const bool explains = decoding_ms >= fair_part * (as_it_is.step_ms - ready.step_ms);
  return explains ? "tasks.input_bound_processors" : "tasks.machine_not_steady";
}

std::string verdict(const Run& run, const std::vector<ProfileVariant>& variants,
                    const Result& recorded, Language language) {
  const ProfileVariant* largest = largest_gain(variants, /*is_certain=*/true);
  if (largest == nullptr) {
    const ProfileVariant* doubtful = largest_gain(variants, /*is_certain=*/false);
    return doubtful ? doubt_text(*doubtful, language)
                    : inner_limit(run, variants, recorded, language);
  }
  // Of the measured steps: while few are recorded the queues are full, and recording is slower.
  const double waiting = number_of(recorded, "loader_wait_share").value_or(0);
  const bool shares_processors =
      largest->kind == ProfileVariant::Kind::data_ready && waiting < waits_for_data;
  const ProfileVariant* as_it_is = find_variant(variants, ProfileVariant::Kind::as_it_is);
  return messages::render(
      {shares_processors ? cause_without_waiting(*as_it_is, *largest) : largest->limit,
       {{"ratio", ratio_text(*largest->speedup)},
        {"load", percent_text(waiting)},
        {"idle", percent_text(number_of(recorded, "no_work_share").value_or(0))},
        {"copy", percent_text(number_of(recorded, "copy_share").value_or(0))}}},
      language);
}

}  // namespace

TaskSection profile_section(const Run& run, Language language) {
  const std::vector<ProfileVariant> variants = profile_variants(run);
  TaskSection section;
  section.table = variants_table(variants, language);
  const ProfileVariant* as_it_is = find_variant(variants, ProfileVariant::Kind::as_it_is);
  if (as_it_is == nullptr) return section;
  const Result& recorded = *as_it_is->result;
  if (recorded.profile) {
    section.more.push_back(
        {messages::render("tasks.title_shares", language), shares_table(recorded, language)});
    for (const Ranking& ranking : rankings)
      if (auto table = top_table(*recorded.profile, ranking, language))
        section.more.push_back(std::move(*table));
  }
  section.advice.push_back(verdict(run, variants, recorded, language));
  add_profile_advice(variants, language, section.advice);
  return section;
}

}  // namespace wgf::report
