// SPDX-License-Identifier: MIT
#include "advisor/truth/serving_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "advisor/truth/serving_words.h"
#include "catalog/clock_limit.h"
#include "catalog/number_format_names.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view metric_names[] = {"ttft", "tpot", "throughput", "prompt rate",
                                             "token rate"};
constexpr double most = 1e12;
constexpr double most_tokens = 1e8;  // of a request, and requests in flight
constexpr double usual_rounds = 10;  // requests of a benchmark over those in flight
// Requests that trtllm-bench runs at once on each group of attention where they have room, all
// stages of a pipeline together (finetune_setting of tensorrt_llm/bench/build/tuning.py).
constexpr double offline_batch = 4096;
// Where a table of single users names no lengths.
constexpr double short_prompt = 64, short_answer = 256;

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

void read_metric(const Cells& cells, ServingRow& row) {
  const std::string metric = cells.text("metric");
  const double value = need(cells.number("value"), "no value");
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  constexpr double milli = 1e-3;
  row.measured = cells.text("unit") == "ms" ? value * milli : value;
  row.metric = need(serving_metric_of(metric), "a metric that is not forecast");
  if (metric == "throughput_per_gpu") row.measured *= need(cells.count("gpus"), "no GPUs");
}

// "parallel mode DEP4 (attention DP + expert parallel)"; "attention_dp 4; ep 4"; "moe_tp 8".
ServingLayout layout_of(const Cells& cells, const ServingRow& row) {
  const int gpus = need(cells.count("gpus"), "number of GPUs not stated");
  const std::string notes = cells.text("notes");
  ServingLayout layout;
  if (cuts_layers_only(row.one.software)) {
    layout.pp = gpus;
    return layout;
  }
  layout.pp = cells.count("pp").value_or(1);
  const int ranks = gpus / layout.pp;
  const bool shares_out = notes.find("attention DP") != std::string::npos &&
                          notes.find("parallel mode T") == std::string::npos;
  const int sequences = shares_out && row.network.has_experts() ? ranks : 1;
  layout.attention_dp = number_behind(notes, "attention_dp ").value_or(sequences);
  layout.ep = number_behind(notes, "; ep ").value_or(sequences);
  layout.tp = ranks / layout.attention_dp;
  if (layout.gpus() != gpus || layout.ranks() % layout.ep != 0)
    throw Unreadable{"layout does not multiply to the GPUs"};
  return layout;
}

void read_pools(const std::string& notes, ServingRow& row) {
  const auto prefill = pool_of(notes, "prefill "), decode = pool_of(notes, "decode ");
  if (!prefill || !decode) throw Unreadable{"layout not stated"};
  row.one.layout = decode->layout;
  row.one.engines = decode->engines;
  row.one.prefill = PrefillPool{prefill->layout, prefill->engines};
  if (row.one.layout.ranks() % row.one.layout.ep != 0 ||
      prefill->layout.ranks() % prefill->layout.ep != 0)
    throw Unreadable{"experts do not divide the ranks"};
}

// "QPS 8", "QPS INF" (all at once), with the number of requests in the notes ("500 requests; …").
void read_arrivals(const std::string& load, const std::string& notes, ServingCase& one) {
  const int requests = need(number_behind(notes, ""), "number of requests not stated");
  one.concurrency = requests;
  const auto rate = number_behind(load, "QPS ");
  if (rate) {
    one.arrivals_per_s = *rate;
  } else if (load == "QPS INF") {
    one.rounds = 1;
  } else {
    throw Unreadable{"requests arrive at a rate that is not stated"};
  }
}

// Requests of the runs behind NVIDIA's tables, by the tokens of each (docs/source/performance/
// perf-overview.md, "Preparing a dataset").
double offline_requests(double tokens) {
  return tokens <= 256 ? 30000 : tokens <= 2500 ? 3000 : tokens < 10000 ? 1500 : 1000;
}

void read_load(const Cells& cells, ServingRow& row) {
  ServingCase& one = row.one;
  const std::string load = cells.text("batch_or_concurrency");
  const auto concurrency = cells.number("batch_or_concurrency");
  const bool is_offline = load.starts_with("max");
  const bool is_rate = load.starts_with("QPS") || load.find("req/s") != std::string::npos;
  const bool is_alone = concurrency && *concurrency == 1;
  const bool is_single_user =
      row.metric == ServingMetric::token_rate || row.metric == ServingMetric::prompt_rate;
  const bool may_guess = is_alone && is_single_user;
  const auto input = cells.number("input_len"), output = cells.number("output_len");
  one.input_tokens =
      may_guess ? input.value_or(short_prompt) : need(input, "input length not stated");
  one.output_tokens =
      may_guess ? output.value_or(short_answer) : need(output, "output length not stated");
  // Tables of single users time the prompt or the answer alone.
  const double fewest = is_single_user ? 0 : 1;
  const auto is_sane = [](double count, double least) {
    return count >= least && count <= most_tokens;
  };
  if (!is_sane(one.input_tokens, fewest) || !is_sane(one.output_tokens, fewest) ||
      !is_sane(concurrency.value_or(1), 1))
    throw Unreadable{"a load that nobody has"};
  if (is_rate) return read_arrivals(load, cells.text("notes"), one);
  if (!concurrency && !is_offline) throw Unreadable{"concurrency not stated"};
  if (is_offline) one.requests = offline_requests(one.input_tokens + one.output_tokens);
  one.concurrency =
      is_offline ? std::min(one.requests, offline_batch * one.layout.attention_dp) : *concurrency;
  one.rounds = is_offline || is_alone ? 0 : usual_rounds;
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
  read_metric(cells, row);
  if (notes.find("OUTLIER") != std::string::npos) throw Unreadable{"flagged as an outlier"};
  // A silent column and a name that says it: "Qwen/Qwen3-32B-AWQ".
  std::string format = cells.text("weight_precision");
  if (format.empty())
    if (const auto named = catalog::number_format_in(cells.text("model"))) format = named->words;
  row.one.precision = need(
      precision_of(format, cells.text("kv_precision"), row.one.software, row.network, *row.gpu),
      "number format not known");
  // llama-bench's default, and llama.cpp's of before September 2025.
  row.one.has_fused_attention = row.one.software != ServingSoftware::llama_cpp ||
                                lower_case(notes).find("flash attention") != std::string::npos;
  const bool has_pools = notes.find("disaggregated") != std::string::npos;
  if (has_pools) {
    read_pools(notes, row);
  } else {
    row.one.layout = layout_of(cells, row);
  }
  read_load(cells, row);
  // The same configuration stands there twice with times 1.4 to 2 apart.
  const bool is_doubtful = cells.text("model").starts_with("DeepSeek-R1") &&
                           is_of_configurations(source) &&
                           (has_pools || row.one.software == ServingSoftware::trtllm);
  if (is_doubtful) throw Unreadable{"with speculative decoding or without, not stated"};
  const CacheRoom room = cache_room(row.network, row.one.layout, row.one.precision, *row.gpu,
                                    row.one.input_tokens + row.one.output_tokens);
  if (room.free <= 0) throw Unreadable{"weights do not fit the GPUs stated"};
  if (has_limits) require_physical(row);
  return row;
}

std::string_view to_text(ServingMetric metric) {
  return metric_names[static_cast<std::size_t>(metric)];
}

std::optional<ServingMetric> serving_metric_of(std::string_view column) {
  constexpr std::pair<std::string_view, ServingMetric> names[] = {
      {"ttft", ServingMetric::ttft},
      {"mean_ttft", ServingMetric::ttft},
      {"tpot", ServingMetric::tpot},
      {"mean_tpot", ServingMetric::tpot},
      {"mean_itl", ServingMetric::tpot},
      {"median_ttft", ServingMetric::ttft},
      {"p50_ttft", ServingMetric::ttft},
      {"median_tpot", ServingMetric::tpot},
      {"p50_tpot", ServingMetric::tpot},
      {"median_itl", ServingMetric::tpot},
      {"p50_itl", ServingMetric::tpot},
      {"itl", ServingMetric::tpot},
      {"decode_latency_per_token", ServingMetric::tpot},
      {"throughput_total", ServingMetric::throughput},
      {"throughput_per_gpu", ServingMetric::throughput},
      {"decode_tokens_per_s", ServingMetric::token_rate},
      {"prefill_tokens_per_s", ServingMetric::prompt_rate},
  };
  for (const auto& [name, metric] : names)
    if (name == column) return metric;
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
