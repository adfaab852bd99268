// SPDX-License-Identifier: MIT
#include "advisor/truth/serving_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "advisor/truth/row_units.h"
#include "advisor/truth/said_words.h"
#include "advisor/truth/serving_row_case.h"
#include "advisor/truth/serving_run_words.h"
#include "advisor/truth/serving_words.h"
#include "catalog/clock_limit.h"
#include "catalog/number_format_names.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view metric_names[] = {"ttft", "tpot", "throughput", "prompt rate",
                                             "token rate"};
constexpr double most = 1e12;

// Rows of such a file each have a source of their own, which ends in the row's configuration.
bool is_of_configurations(const std::string& source) {
  return source.find(" id=") != std::string::npos;
}

std::string group_of(const ServingRow& row, const std::string& source) {
  std::string group = group_of_source(source);
  if (is_of_configurations(source))
    group += " " + std::string(to_text(row.one.software)) + " " + row.gpu->architecture;
  return group;
}

constexpr Unreadable no_unit{"unit not known"};

double seconds_of(const Cells& cells, ServingMetric metric, double value) {
  if (cells.text("unit").empty()) throw no_unit;
  const TimeUnit unit = need(time_unit_of(cells.text("unit")), no_unit.reason);
  const TimeOf other = metric == ServingMetric::ttft ? TimeOf::token : TimeOf::request;
  if (unit.of == other) throw no_unit;
  return value * unit.seconds;
}

// Tokens a second of all GPUs; of "throughput" those of the answers.
double tokens_per_s_of(const Cells& cells, const ServingRow& row, double value) {
  const RateUnit unit = need(rate_unit_of(cells.text("unit")), no_unit.reason);
  const bool is_throughput = row.metric == ServingMetric::throughput;
  const bool is_of_prompts = unit.is_input && row.metric != ServingMetric::prompt_rate;
  const bool is_of_answers = unit.is_output && row.metric == ServingMetric::prompt_rate;
  // "total" is of all GPUs to some, of prompts and answers together to others.
  const bool is_open = unit.is_total && is_throughput && !unit.is_output;
  const bool is_per_user = unit.scope == RateScope::per_user && is_throughput;
  if (is_of_prompts || is_of_answers || is_open || is_per_user || unit.counted == Counted::flops ||
      unit.counted == Counted::steps)
    throw no_unit;
  double tokens = value * unit.scale;
  if (cells.text("metric") == "throughput_per_gpu" && unit.scope == RateScope::all_gpus)
    throw Unreadable{"unit contradicts the metric"};
  const bool is_per_gpu =
      unit.scope == RateScope::per_gpu || cells.text("metric") == "throughput_per_gpu";
  if (is_per_gpu) tokens *= need(cells.count("gpus"), "no GPUs");
  const bool counts_answers =
      unit.counted == Counted::requests || unit.counted == Counted::sequences;
  if (counts_answers && !is_throughput) throw no_unit;
  return counts_answers ? tokens * row.one.output_tokens : tokens;
}

// What was measured, its lengths known.
double measured_of(const Cells& cells, const ServingRow& row) {
  const double value = need(cells.number("value"), "no value");
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  const bool is_time = row.metric == ServingMetric::ttft || row.metric == ServingMetric::tpot;
  return is_time ? seconds_of(cells, row.metric, value) : tokens_per_s_of(cells, row, value);
}

// The highest dense peak that weights this narrow may be multiplied at, at the highest clock.
double highest_peak(const catalog::Gpu& gpu, const ServingPrecision& precision) {
  const bool is_narrow = precision.matrices != MatrixType::bf16;
  double highest = 0;
  for (const char* type : {"bf16", "fp16", "int8", "fp8", "fp4"}) {
    const bool is_wide = type == std::string_view("bf16") || type == std::string_view("fp16");
    if (const auto peak = catalog::clock_bound_peak(gpu, type); peak && (is_wide || is_narrow))
      highest = std::max(highest, peak->value);
  }
  return highest * catalog::clock_headroom(gpu);
}

// No run reads its weights or multiplies faster than all of its GPUs together.
void require_physical(const ServingRow& row) {
  const double active = static_cast<double>(count_parameters(row.network).active);
  const double gpus = row.one.layout.gpus() * std::max(1, row.one.engines);
  const double output = row.one.output_tokens, input = row.one.input_tokens;
  double tokens_per_s = 0;
  if (row.metric == ServingMetric::throughput)
    tokens_per_s = row.measured * (input + output) / std::max(output, 1.0);
  if (row.metric == ServingMetric::prompt_rate) tokens_per_s = row.measured;
  const double peak = highest_peak(*row.gpu, row.one.precision);
  if (peak > 0 && 2 * active * tokens_per_s > peak * gpus)
    throw Unreadable{"faster than the card multiplies", true};
  if (row.metric != ServingMetric::token_rate) return;
  const ServingPrecision& precision = row.one.precision;
  const double bytes = precision.bits_per_weight > 0 ? precision.bits_per_weight / 8
                                                     : facts_of(precision.matrices).weight_bytes;
  if (row.measured / row.one.tokens_per_step * active * bytes >
      row.gpu->memory_bandwidth.value * gpus)
    throw Unreadable{"faster than the memory delivers the weights", true};
}

}  // namespace

ServingRow read_serving_row(const Cells& cells, const catalog::Catalog& catalog, bool has_limits) {
  ServingRow row;
  row.id = cells.text("id");
  row.gpu = gpu_of(cells, catalog.gpus());
  row.node = usual_node(*row.gpu);
  row.network =
      need(network_of_row(shape_of(cells), catalog.models()), "shape of layers not known");
  // Without a record and a size stated, columns alone do not tell a mixture of experts.
  if (!cells.number("params_b") && !row.network.published_params)
    throw Unreadable{"shape of layers not known"};
  row.one.software = need(parse_serving_software(cells.text("engine")), "software not known");
  const std::string source = cells.text("source"), notes = cells.text("notes");
  row.group = group_of(row, source);
  row.metric = need(serving_metric_of(cells.text("metric")), "a metric that is not forecast");
  if (notes.find("OUTLIER") != std::string::npos) throw Unreadable{"flagged as an outlier"};
  require_described(lower_case(notes + "; " + cells.text("engine")), row.network);
  // A silent column and a name that says it: "Qwen/Qwen3-32B-AWQ".
  std::string format = cells.text("weight_precision");
  if (format.empty())
    if (const auto named = catalog::number_format_in(cells.text("model"))) format = named->words;
  if (format.empty() && !is_for_one_user(row.one.software)) format = row.network.published_in;
  const std::string stated_cache = cells.text("kv_precision");
  const std::string cache =
      stated_cache.empty() ? cache_format_in(lower_case(notes)) : stated_cache;
  row.one.precision = need(precision_of(format, cache, row.one.software, row.network, *row.gpu),
                           "number format not known");
  row.one.multiplies_integers =
      !is_before_june_2024(lower_case(source + "; " + notes + "; " + cells.text("engine")));
  // llama-bench's default, and llama.cpp's of before September 2025.
  row.one.has_fused_attention =
      row.one.software != ServingSoftware::llama_cpp || fuses_attention(lower_case(notes));
  read_layout(cells, row);
  read_load(cells, row);
  row.measured = measured_of(cells, row);
  // The same configuration stands there twice with times 1.4 to 2 apart.
  const bool is_doubtful = cells.text("model").starts_with("DeepSeek-R1") &&
                           is_of_configurations(source) &&
                           (row.one.prefill || row.one.software == ServingSoftware::trtllm);
  if (is_doubtful) throw Unreadable{"with speculative decoding or without, not stated"};
  const CacheRoom room =
      cache_room(row.network, row.one.layout, row.one.precision, row.one.software, *row.gpu,
                 row.one.input_tokens + row.one.output_tokens);
  if (room.free <= 0) throw Unreadable{"weights do not fit the GPUs stated"};
  if (has_limits) require_physical(row);
  return row;
}

std::string_view to_text(ServingMetric metric) {
  return metric_names[static_cast<std::size_t>(metric)];
}

std::optional<ServingMetric> serving_metric_of(std::string_view column) {
  std::string name = lower_case(trim(column.substr(0, column.find('('))));  // "Mean TPOT (ms)"
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  for (const std::string_view prefix : {"mean_", "avg_", "average_", "median_", "p50_"})
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  constexpr std::pair<std::string_view, ServingMetric> names[] = {
      {"ttft", ServingMetric::ttft},
      {"time_to_first_token", ServingMetric::ttft},
      {"tpot", ServingMetric::tpot},
      {"itl", ServingMetric::tpot},
      {"time_per_output_token", ServingMetric::tpot},
      {"inter_token_latency", ServingMetric::tpot},
      {"decode_latency_per_token", ServingMetric::tpot},
      {"throughput_total", ServingMetric::throughput},
      {"throughput_per_gpu", ServingMetric::throughput},
      {"output_throughput", ServingMetric::throughput},
      {"output_token_throughput", ServingMetric::throughput},
      {"decode_tokens_per_s", ServingMetric::token_rate},
      {"prefill_tokens_per_s", ServingMetric::prompt_rate},
  };
  for (const auto& [word, metric] : names)
    if (word == name) return metric;
  return std::nullopt;
}

ServingBandKind band_kind(const ServingRow& row) {
  switch (row.metric) {
    case ServingMetric::ttft:
      return ttft_band(row.one);
    case ServingMetric::tpot:
      return tpot_band(row.one);
    case ServingMetric::throughput:
      return ServingBandKind::offline;
    case ServingMetric::prompt_rate:
      return ServingBandKind::single_prompt;
    case ServingMetric::token_rate:
      break;
  }
  return ServingBandKind::single_token;
}

ServingRows read_serving_rows(std::string_view csv, const std::string& file,
                              const catalog::Catalog& catalog, bool has_limits) {
  const catalog::CsvTable table = catalog::parse_csv(csv, file);
  for (const char* column : {"id", "source", "engine", "gpu", "gpus", "model", "weight_precision",
                             "batch_or_concurrency", "input_len", "output_len", "metric", "value"})
    table.require(column);
  ServingRows read;
  for (const catalog::CsvRow& row : table.rows) {
    const Cells cells(table, row);
    try {
      read.rows.push_back(read_serving_row(cells, catalog, has_limits));
    } catch (const Unreadable& why) {
      read.unread.push_back({cells.text("id"), group_of_source(cells.text("source")), why.reason});
    }
  }
  return read;
}

double forecast_of(const ServingForecast& forecast, const ServingCase& one, ServingMetric metric) {
  switch (metric) {
    case ServingMetric::ttft:
      return forecast.ttft.value;
    case ServingMetric::tpot:
      return forecast.tpot.value;
    case ServingMetric::throughput:
      return forecast.output_tokens_per_s;
    case ServingMetric::token_rate:
      return forecast.output_tokens_per_user;
    case ServingMetric::prompt_rate:
      break;
  }
  for (const ServingTerm& term : forecast.terms)
    if (term.what == "prompt") return one.input_tokens / term.time.value;
  return 0;
}

}  // namespace wgf::advisor
