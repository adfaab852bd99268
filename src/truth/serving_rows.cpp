// SPDX-License-Identifier: MIT
#include "truth/serving_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "catalog/clock_limit.h"
#include "catalog/number_format_names.h"
#include "truth/row_counts.h"
#include "truth/row_gpu.h"
#include "truth/row_memory.h"
#include "truth/said_words.h"
#include "truth/serving_load.h"
#include "truth/serving_row_case.h"
#include "truth/serving_run_words.h"
#include "truth/serving_words.h"

namespace wgf::truth {
namespace {

constexpr double most = 1e12;
constexpr RowReason too_large = "weights do not fit the GPUs stated";

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

// What was measured, its lengths known: seconds, or tokens a second of all GPUs, of "throughput"
// those of the answers.
double measured_of(const Cells& cells, const MeasuredMetric& metric, const ServingRow& row) {
  const double value = need(cells.number("value"), "no value");
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  double measured = value * metric.scale;
  if (metric.is_inverse) return 1 / measured;
  if (metric.is_per_gpu) measured *= need(gpus_of(cells, "gpus"), "no GPUs");
  return metric.counts_requests ? measured * row.one.output_tokens : measured;
}

MeasuredMetric metric_of(const Cells& cells, const std::string& notes, const ServingRow& row) {
  const std::string column = cells.text("metric");
  const MeasuredMetric metric =
      measured_metric({.metric = column,
                       .unit = cells.text("unit"),
                       .is_for_one_user = advisor::is_for_one_user(row.one.software),
                       .has_input = cells.number("input_len") != 0,
                       .has_output = cells.number("output_len") != 0});
  const bool is_time = metric.metric == ServingMetric::ttft || metric.metric == ServingMetric::tpot;
  const bool names_middle = has_any(lower_case(column), {"mean", "avg", "ave", "median", "p50"});
  if (is_time && !names_middle && names_percentile(notes))
    throw Unreadable{"a percentile and no mean"};
  if (metric.metric == ServingMetric::throughput && !metric.counts_requests &&
      counts_prompts(notes))
    throw Unreadable{"a rate that counts prompts too"};
  return metric;
}

// Software of TPUs, Gaudis and the like runs by schedules of its own, of which nothing is fitted.
void require_gpu(const catalog::Gpu& gpu) {
  if (!gpu.sm_count) throw Unreadable{"services on this kind of accelerator are not described"};
}

// At one user's rate nothing else runs; that of several is anybody's.
void require_one_user(const MeasuredMetric& metric, const ServingRow& row) {
  const bool is_of_one =
      metric.metric == ServingMetric::token_rate || metric.metric == ServingMetric::prompt_rate;
  if (is_of_one && !metric.is_per_user && row.one.concurrency > 1)
    throw Unreadable{"whose tokens are counted is not stated"};
}

// The highest dense peak that weights this narrow may be multiplied at, at the highest clock.
double highest_peak(const catalog::Gpu& gpu, const advisor::ServingPrecision& precision) {
  const bool is_narrow = precision.matrices != advisor::MatrixType::bf16;
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
  const double active = static_cast<double>(advisor::count_parameters(row.network).active);
  const double gpus = row.one.layout.gpus() * std::max(1, row.one.engines);
  const double output = row.one.output_tokens, input = row.one.input_tokens;
  double tokens_per_s = 0;
  if (row.metric == ServingMetric::throughput)
    tokens_per_s = row.measured * (input + output) / std::max(output, 1.0);
  if (row.metric == ServingMetric::prompt_rate) tokens_per_s = row.measured;
  const double peak = highest_peak(*row.whole, row.one.precision);
  if (peak > 0 && 2 * active * tokens_per_s > peak * gpus)
    throw Unreadable{"faster than the card multiplies", true};
  if (row.metric != ServingMetric::token_rate) return;
  const advisor::ServingPrecision& precision = row.one.precision;
  const double bytes = precision.bits_per_weight > 0
                           ? precision.bits_per_weight / 8
                           : advisor::facts_of(precision.matrices).weight_bytes;
  if (row.measured / row.one.tokens_per_step * active * bytes >
      row.gpu->memory_bandwidth.value * gpus)
    throw Unreadable{"faster than the memory delivers the weights", true};
}

}  // namespace

namespace {

// Whether weights and one request's cache fit the row's GPUs.
bool fits(const ServingRow& row) {
  return advisor::cache_room(row.network, row.one.layout, row.one.precision, row.one.software,
                             *row.gpu, row.one.input_tokens + row.one.output_tokens)
             .free > 0;
}

ServingRow read_on(const RowCard& card, const Cells& cells, const catalog::Catalog& catalog,
                   bool has_limits) {
  ServingRow row;
  row.id = cells.text("id");
  row.gpu = card.as_run();
  row.changed = card.changed;
  row.whole = card.whole;
  row.node = advisor::usual_node(*row.gpu);
  require_gpu(*row.gpu);
  row.network =
      need(network_of_row(shape_of(cells), catalog.models()), "shape of layers not known");
  // Without a record and a size stated, columns alone do not tell a mixture of experts.
  if (!cells.number("params_b") && !row.network.published_params)
    throw Unreadable{"shape of layers not known"};
  row.one.software =
      need(advisor::parse_serving_software(cells.text("engine")), "software not known");
  const std::string source = cells.text("source"), notes = cells.text("notes");
  row.group = group_of(row, source);
  const MeasuredMetric metric = metric_of(cells, lower_case(notes), row);
  row.metric = metric.metric;
  if (notes.find("OUTLIER") != std::string::npos) throw Unreadable{"flagged as an outlier"};
  require_described(lower_case(notes + "; " + cells.text("engine")), row.network);
  // A silent column and a name that says it: "Qwen/Qwen3-32B-AWQ".
  std::string format = cells.text("weight_precision");
  if (format.empty())
    if (const auto named = catalog::number_format_in(cells.text("model"))) format = named->words;
  if (format.empty() && !advisor::is_for_one_user(row.one.software))
    format = row.network.published_in;
  const std::string stated_cache = cells.text("kv_precision");
  const std::string cache =
      stated_cache.empty() ? cache_format_in(lower_case(notes)) : stated_cache;
  const std::string words = lower_case(cells.text("engine") + "; " + format + "; " + notes);
  if (runs_bitsandbytes(words, lower_case(format),
                        row.one.software == advisor::ServingSoftware::transformers))
    throw Unreadable{"runs of bitsandbytes are not described"};
  row.one.precision = need(precision_of(format, cache, row.one.software, row.network, *row.gpu),
                           "number format not known");
  row.one.multiplies_integers =
      !is_before_june_2024(lower_case(source + "; " + notes + "; " + cells.text("engine")));
  // llama-bench's default, and llama.cpp's of before September 2025.
  row.one.has_fused_attention =
      row.one.software != advisor::ServingSoftware::llama_cpp || fuses_attention(lower_case(notes));
  const bool has_layout = read_layout(cells, row);
  read_load(cells, metric.tokens, row);
  if (!has_layout) throw Unreadable{"layout not stated"};
  const double depth = depth_of(lower_case(notes));
  if (advisor::is_for_one_user(row.one.software) && depth > row.one.input_tokens)
    throw Unreadable{"tokens before those that are timed are not in the columns"};
  require_one_user(metric, row);
  row.measured = measured_of(cells, metric, row);
  // The same configuration stands there twice with times 1.4 to 2 apart.
  const bool is_doubtful =
      cells.text("model").starts_with("DeepSeek-R1") && is_of_configurations(source) &&
      (row.one.prefill || row.one.software == advisor::ServingSoftware::trtllm);
  if (is_doubtful) throw Unreadable{"with speculative decoding or without, not stated"};
  if (!fits(row)) throw Unreadable{too_large};
  if (has_limits) require_physical(row);
  return row;
}

}  // namespace

ServingRow read_serving_row(const Cells& cells, const catalog::Catalog& catalog, bool has_limits) {
  const RowCard card = card_of(cells, catalog.gpus());
  try {
    return read_on(card, cells, catalog, has_limits);
  } catch (const Unreadable& why) {
    if (why.reason != too_large) throw;
    // A name that leaves the memory open ("A100") is the card that holds what it served.
    for (const catalog::Gpu* other : other_memories(cells.text("gpu"), *card.whole, catalog.gpus()))
      if (other->memory_gb > card.whole->memory_gb)
        return read_on(as_it_ran(cells, *other), cells, catalog, has_limits);
    throw;
  }
}

advisor::ServingBandKind band_kind(const ServingRow& row) {
  switch (row.metric) {
    case ServingMetric::ttft:
      return advisor::ttft_band(row.one);
    case ServingMetric::tpot:
      return advisor::tpot_band(row.one);
    case ServingMetric::throughput:
      return advisor::ServingBandKind::offline;
    case ServingMetric::prompt_rate:
      return advisor::ServingBandKind::single_prompt;
    case ServingMetric::token_rate:
      break;
  }
  return advisor::ServingBandKind::single_token;
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

double forecast_of(const advisor::ServingForecast& forecast, const advisor::ServingCase& one,
                   ServingMetric metric) {
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
  for (const advisor::ServingTerm& term : forecast.terms)
    if (term.what == "prompt") return one.input_tokens / term.time.value;
  return 0;
}

}  // namespace wgf::truth
