// SPDX-License-Identifier: MIT
// train: what more ranks give, what their exchange of gradients costs, and how much of it is
// hidden.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/parallel_cells.h"
#include "report/tasks/rank_points.h"
#include "report/tasks/sections.h"
#include "report/tasks/step_forecast.h"
#include "results/emulated_case.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

std::int64_t rank_batch(const Result& result) {
  return result.measured_case.parameters.integer("batch_size");
}

// GPUs, on a CPU processes or threads, that share a training.
std::int64_t sharers(const Result& result) {
  return result.measured_case.ranks() * result.measured_case.parameters.integer("replicas", 1);
}

// What says how ranks share a training and exchange.
constexpr std::string_view of_ranks[] = {"dp",       "bucket_mb",
                                         "overlap",  "gradient_type",
                                         "zero",     "tp",
                                         "sp",       "pp",
                                         "vpp",      "schedule",
                                         "cp",       "context",
                                         "ep",       "exchange_type",
                                         "replicas", "channels",
                                         "exchange", "spared_multiprocessors",
                                         "split"};
bool is_of_ranks(std::string_view parameter) {
  return std::find(std::begin(of_ranks), std::end(of_ranks), parameter) != std::end(of_ranks);
}

// What is trained, however many ranks share it and however they exchange.
results::Parameters training_of(const Result& result) {
  results::Parameters training;
  for (const auto& [name, value] : result.measured_case.parameters)
    if (name != "batch_size" && !is_of_ranks(name)) training.set(name, value);
  return training;
}

// The smallest batch of a rank is then one that no rank has alone.
bool is_strong(const Run& run) {
  return std::any_of(run.results.begin(), run.results.end(), [&](const Result& shared) {
    return sharers(shared) > 1 &&
           std::none_of(run.results.begin(), run.results.end(), [&](const Result& other) {
             return sharers(other) == 1 && rank_batch(other) == rank_batch(shared);
           });
  });
}

// The same training on one rank: of the same batch a rank (weak scaling), or of the batch of all
// ranks together (strong).
const Result* alone(const Run& run, const Result& result) {
  std::vector<std::int64_t> batches{rank_batch(result), rank_batch(result) * sharers(result)};
  if (is_strong(run)) std::reverse(batches.begin(), batches.end());
  for (const std::int64_t batch : batches)
    for (const Result& other : run.results)
      if (sharers(other) == 1 && other.status == results::Status::ok &&
          training_of(other) == training_of(result) && rank_batch(other) == batch)
        return &other;
  return nullptr;
}

std::optional<double> speedup(const Run& run, const Result& result) {
  const Result* one = alone(run, result);
  if (one == nullptr) return std::nullopt;
  const auto rate = number_of(result, "throughput"), of_one = number_of(*one, "throughput");
  if (!rate || !of_one || *of_one <= 0) return std::nullopt;
  return *rate / *of_one;
}

std::optional<double> wait_share(const Result& result) {
  const auto wait = number_of(result, "exchange_wait_time"), step = number_of(result, "step_time");
  if (!wait || !step || *step <= 0) return std::nullopt;
  return 100 * *wait / *step;
}

// Nothing where experts take all that come.
std::optional<double> dropped_share(const Result& result) {
  if (result.measured_case.parameters.find("capacity_factor") == nullptr) return std::nullopt;
  return number_of(result, "dropped_share");
}

std::string percent_cell(std::optional<double> percent) {
  return percent ? percent_text(*percent) : "-";
}

// "25 MB, off, bf16": what of the exchange is not as usual.
std::string exchange_text(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  if (results::is_of_one_rank(result.measured_case)) return layout_text(result);
  std::vector<std::string> parts;
  if (parameters.integer("replicas", 1) > 1) parts.push_back("single process");
  if (const auto bucket = parameters.integer("bucket_mb"); bucket > 0)
    parts.push_back(std::to_string(bucket) + " MB");
  if (const auto stage = parameters.integer("zero"); stage > 0)
    parts.push_back("ZeRO " + std::to_string(stage));
  if (const auto shares = parameters.integer("tp"); shares > 1)
    parts.push_back("TP " + std::to_string(shares) + (parameters.flag("sp") ? " + SP" : ""));
  if (const auto shares = parameters.integer("cp"); shares > 1)
    parts.push_back("CP " + std::to_string(shares) + " " + parameters.text("context", "ring"));
  if (const auto shares = parameters.integer("ep"); shares > 1)
    parts.push_back("EP " + std::to_string(shares));
  if (const auto stages = parameters.integer("pp"); stages > 1)
    parts.push_back("PP " + std::to_string(stages) + " " + parameters.text("schedule", "1f1b"));
  if (const std::string split = parameters.text("split", ""); !split.empty())
    parts.push_back(split);
  if (const auto channels = parameters.integer("channels"); channels > 0)
    parts.push_back(std::to_string(channels) + " channels");
  if (const auto spared = parameters.integer("spared_multiprocessors"); spared > 0)
    parts.push_back(std::to_string(spared) + " SMs spared");
  for (const char* parameter : {"exchange", "overlap", "gradient_type", "exchange_type"})
    if (const std::string value = parameters.text(parameter, ""); !value.empty())
      parts.push_back(value == "off" ? "overlap off" : value);
  return join(parts, ", ");
}

// "3/16": the fourth of sixteen, alone.
std::string ranks_text(const Result& result) {
  const results::Case& value = result.measured_case;
  if (!results::is_of_one_rank(value)) return std::to_string(sharers(result));
  return std::to_string(value.parameters.integer("emulated_rank")) + "/" +
         std::to_string(results::layout_ranks(value));
}

std::vector<std::string> cells_of(const Run& run, const Result& result, Language language) {
  const std::int64_t ranks = sharers(result);
  const auto gain = speedup(run, result);
  const bool is_ok = result.status == results::Status::ok;
  std::vector<std::string_view> shown{"model",        "batch_size",    "emulated_rank",
                                      "tensor_links", "context_links", "data_links",
                                      "stage_links",  "expert_links"};
  shown.insert(shown.end(), std::begin(of_ranks), std::end(of_ranks));
  return {result.measured_case.parameters.text("model") + other_parameters(run, result, shown),
          ranks_text(result),
          std::to_string(rank_batch(result)),
          exchange_text(result),
          is_ok ? cell_of(result, "step_time") : status_text(result, language),
          forecast_cell(result),
          off_cell(result),
          cell_of(result, result.find("token_throughput") ? "token_throughput" : "throughput"),
          gain && ranks > 1 ? fmt::format("{:.2f}", *gain) : "-",
          gain && ranks > 1 ? percent_text(100 * *gain / static_cast<double>(ranks)) : "-",
          percent_cell(number_of(result, "mfu")),
          cell_of(result, "exchange_time"),
          percent_cell(wait_share(result)),
          percent_cell(number_of(result, "exchange_hidden_share")),
          percent_cell(number_of(result, "exposed_share")),
          percent_cell(number_of(result, "bubble")),
          percent_cell(dropped_share(result)),
          memory_text(number_of(result, "memory_allocated_peak"))};
}

bool is_told_apart(const results::Metric& best, const results::Metric& worst) {
  return !best.interval || !worst.interval || best.interval->low > worst.interval->high;
}

// The way to exchange that trained fastest, of one network and batch on one number of ranks; empty
// where samples do not tell the fastest from the slowest.
std::string fastest_way(const Run& run, Language language) {
  const Result *best = nullptr, *worst = nullptr;
  for (const Result* result : measured_of(run)) {
    const auto rate = number_of(*result, "throughput");
    if (sharers(*result) == 1 || !rate) continue;
    if (best != nullptr &&
        (!(training_of(*result) == training_of(*best)) || rank_batch(*result) != rank_batch(*best)))
      return "";
    if (best == nullptr || *rate > *number_of(*best, "throughput")) best = result;
    if (worst == nullptr || *rate < *number_of(*worst, "throughput")) worst = result;
  }
  if (best == worst || sharers(*best) != sharers(*worst) ||
      !is_told_apart(*best->find("throughput"), *worst->find("throughput")))
    return "";
  const double more = *number_of(*best, "throughput") / *number_of(*worst, "throughput") - 1;
  const auto named = [&](const Result& result) {
    const std::string text = exchange_text(result);
    return text.empty() ? messages::render("tasks.train_usual", language) : text;
  };
  return messages::render(
      {"tasks.train_advice_way",
       {{"best", named(*best)}, {"worst", named(*worst)}, {"percent", percent_text(100 * more)}}},
      language);
}

// The kernels of a step that take most, of each case that was profiled.
std::vector<TitledTable> kernel_tables(const Run& run, Language language) {
  constexpr std::size_t most_kernels = 16, most_name = 72;
  std::vector<TitledTable> tables;
  for (const Result* result : measured_of(run)) {
    if (!result->profile || result->profile->kernels.empty()) continue;
    const results::Profile& profile = *result->profile;
    const auto steps = static_cast<double>(profile.steps);
    double all = 0;
    for (const auto& kernel : profile.kernels) all += kernel.gpu_ms;
    Table table{.columns = {text_column("tasks.train_column_kernel", language),
                            number_column("tasks.column_calls", language),
                            number_column("tasks.column_a_step", language),
                            number_column("tasks.column_share_of_all", language)}};
    for (const auto& kernel : profile.kernels) {
      if (table.rows.size() == most_kernels) break;
      table.rows.push_back({kernel.name.substr(0, most_name),
                            format_number(static_cast<double>(kernel.calls) / steps, 3),
                            format_number(kernel.gpu_ms / steps, 3) + " ms",
                            percent_text(100 * kernel.gpu_ms / all)});
    }
    tables.push_back(
        {messages::render({"tasks.train_kernels", {{"case", case_label(result->measured_case)}}},
                          language),
         std::move(table)});
  }
  return tables;
}

}  // namespace

std::vector<RankPoint> train_points(const Run& run) {
  std::vector<RankPoint> points;
  for (const Result* result : measured_of(run)) {
    const auto gain = speedup(run, *result);
    if (!gain || sharers(*result) == 1) continue;
    const std::string way = exchange_text(*result);
    points.push_back(
        {result, result->measured_case.parameters.text("model") + (way.empty() ? "" : ", " + way),
         sharers(*result), 100 * *gain / static_cast<double>(sharers(*result))});
  }
  return points;
}

TaskSection train_section(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  TaskSection section;
  section.table.columns = {text_column("tasks.column_model", language),
                           number("tasks.train_column_ranks"),
                           number("tasks.train_column_batch"),
                           text_column("tasks.train_column_way", language),
                           number("tasks.column_step"),
                           number("tasks.parallel_column_step_forecast"),
                           number("tasks.parallel_column_off"),
                           number("tasks.train_column_rate"),
                           number("tasks.train_column_speedup"),
                           number("tasks.train_column_efficiency"),
                           number("tasks.train_column_mfu"),
                           number("tasks.train_column_exchange"),
                           number("tasks.train_column_wait"),
                           number("tasks.train_column_hidden"),
                           number("tasks.parallel_column_exposed"),
                           number("tasks.parallel_column_bubble"),
                           number("tasks.train_column_dropped"),
                           number("tasks.column_peak")};
  for (const Result& result : run.results)
    section.table.rows.push_back(cells_of(run, result, language));
  drop_empty_columns(section.table, 3);
  section.more = kernel_tables(run, language);
  double best = 0;
  for (const Result* result : measured_of(run))
    if (const auto gain = speedup(run, *result); gain && is_bound_by_linear(*result))
      best = std::max(best, 100 * *gain / static_cast<double>(sharers(*result)));
  section.advice = {beyond_linear_advice(best, language), fastest_way(run, language),
                    // Of one the table says it.
                    forecast_advice(measured_of(run), 2, language)};
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
