// SPDX-License-Identifier: MIT
#include "truth/serving_metric.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/row_units.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr std::string_view metric_names[] = {"ttft", "tpot", "throughput", "prompt rate",
                                             "token rate"};
constexpr Unreadable not_forecast{"a metric that is not forecast"};
constexpr Unreadable no_unit{"unit not known"};
constexpr Unreadable contradiction{"unit contradicts the metric"};

using Words = std::vector<std::string>;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What is measured by a name without its unit.
constexpr std::pair<std::string_view, ServingMetric> names[] = {
    {"ttft", ServingMetric::ttft},
    {"time to first token", ServingMetric::ttft},
    {"time to first token ttft", ServingMetric::ttft},
    {"first token latency", ServingMetric::ttft},
    {"first token time", ServingMetric::ttft},
    {"time to 1st token", ServingMetric::ttft},
    {"1st token latency", ServingMetric::ttft},
    {"1st token time", ServingMetric::ttft},
    {"ftl", ServingMetric::ttft},
    {"tpot", ServingMetric::tpot},
    {"itl", ServingMetric::tpot},
    {"tbt", ServingMetric::tpot},
    {"time per output token", ServingMetric::tpot},
    {"time per output token tpot", ServingMetric::tpot},
    {"inter token latency", ServingMetric::tpot},
    {"inter token latency itl", ServingMetric::tpot},
    {"decode latency per token", ServingMetric::tpot},
    {"latency per output token", ServingMetric::tpot},
    {"time per token", ServingMetric::tpot},
    {"token latency", ServingMetric::tpot},
    {"per token latency", ServingMetric::tpot},
    {"time between tokens", ServingMetric::tpot},
    {"throughput total", ServingMetric::throughput},
    {"throughput per gpu", ServingMetric::throughput},
    {"output throughput", ServingMetric::throughput},
    {"output throughput per gpu", ServingMetric::throughput},
    {"output token throughput", ServingMetric::throughput},
    {"output token throughput per gpu", ServingMetric::throughput},
    {"generation throughput", ServingMetric::throughput},
    {"decode throughput", ServingMetric::throughput},
    {"request throughput", ServingMetric::throughput},
    {"request", ServingMetric::throughput},
    {"decode", ServingMetric::token_rate},
    {"decode speed", ServingMetric::token_rate},
    {"decode rate", ServingMetric::token_rate},
    {"generation", ServingMetric::token_rate},
    {"generation speed", ServingMetric::token_rate},
    {"generation rate", ServingMetric::token_rate},
    {"token generation", ServingMetric::token_rate},
    {"text generation", ServingMetric::token_rate},
    {"eval", ServingMetric::token_rate},
    {"eval rate", ServingMetric::token_rate},
    {"eval speed", ServingMetric::token_rate},
    {"tg", ServingMetric::token_rate},
    {"prefill", ServingMetric::prompt_rate},
    {"prefill speed", ServingMetric::prompt_rate},
    {"prefill rate", ServingMetric::prompt_rate},
    {"prompt", ServingMetric::prompt_rate},
    {"prompt speed", ServingMetric::prompt_rate},
    {"prompt eval", ServingMetric::prompt_rate},
    {"prompt eval rate", ServingMetric::prompt_rate},
    {"prompt processing", ServingMetric::prompt_rate},
    {"prompt processing speed", ServingMetric::prompt_rate},
    {"pp", ServingMetric::prompt_rate},
};

std::optional<ServingMetric> named(std::string_view name) {
  for (const auto& [known, metric] : names)
    if (known == name) return metric;
  return std::nullopt;
}

bool is_time(ServingMetric metric) {
  return metric == ServingMetric::ttft || metric == ServingMetric::tpot;
}

// "Mean TPOT (ms)" → tpot, ms; "tg128 t/s" → tg, 128, t, per, s.
Words words_of(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : flat_words(text) + " ") {
    const bool is_same = word.empty() || is_digit(word.back()) == is_digit(c);
    const bool splits = !is_same && (word == "tg" || word == "pp");
    if ((is_letter(c) || is_digit(c)) && !splits) {
      word += c;
      continue;
    }
    if (word == "tput") word = "throughput";
    if (!word.empty()) words.push_back(std::exchange(word, ""));
    if (splits) word += c;
    if (c == '/') words.emplace_back("per");
    if (std::string_view(" ()[],:/").find(c) == std::string_view::npos && !splits)
      words.emplace_back(1, c);  // "pp512+tg128", "tg512@d4096"
  }
  return words;
}

std::string joined(const Words& words, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t at = begin; at < end; ++at) text += (text.empty() ? "" : " ") + words[at];
  return text;
}

// A name's parts: "output throughput" of "Output throughput (tok/s)", whose unit is "tok per s".
struct NamedMetric {
  std::string name, unit;
  std::optional<int> tokens;
  bool is_per_user = false;
  bool is_mean = false;  // or a median, of several runs or requests
};

NamedMetric parts_of(std::string_view column) {
  Words words = words_of(column);
  NamedMetric parts;
  parts.is_mean = std::erase_if(words, [](const std::string& one) {
                    return is_one_of(one, {"mean", "avg", "ave", "average", "median", "p50"});
                  }) > 0;
  if (words.size() >= 2 && is_one_of(words[0], {"tg", "pp"}))
    if (const auto count = parse_integer(words[1])) {
      parts.tokens = static_cast<int>(*count);
      words.erase(words.begin() + 1);
    }
  for (std::size_t at = 0; at + 1 < words.size(); ++at)
    if (words[at] == "per" && words[at + 1] == "user") {
      parts.is_per_user = true;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at) + 2);
      break;
    }
  // the longest name that is known with a unit behind it, else all is unit: "output tok per s"
  for (std::size_t end = words.size() + 1; end-- > 0;) {
    const std::string name = joined(words, 0, end), unit = joined(words, end, words.size());
    const auto rate = rate_unit_of(unit);
    const bool is_unit = unit.empty() || time_unit_of(unit) || rate;
    const bool is_name =
        name.empty() || named(name) || is_one_of(name, {"throughput", "interactivity"});
    const bool is_cut = name == "request" && unit.starts_with("per ");  // "request/s" is a unit
    if (!is_name || !is_unit || is_cut) continue;
    parts.name = name;
    parts.unit = unit;
    const auto time = name.empty() ? time_unit_of(unit) : std::nullopt;
    if (time && time->of == TimeOf::token) parts.name = "time per token";
    return parts;
  }
  parts.name = joined(words, 0, words.size());
  return parts;
}

// What the name's unit and the cell's say together.
RateUnit rate_of(const NamedMetric& parts, const std::string& in_cell) {
  RateUnit name = need(rate_unit_of(parts.unit), no_unit.reason);
  RateUnit cell = need(rate_unit_of(in_cell), no_unit.reason);
  if (parts.is_per_user) name.scope = RateScope::per_user;
  if (parts.name.ends_with("per gpu")) name.scope = RateScope::per_gpu;
  const bool are_stated = name.counted != Counted::unstated && cell.counted != Counted::unstated;
  if ((are_stated && name.counted != cell.counted) ||
      (name.scope == RateScope::per_gpu && cell.scope == RateScope::all_gpus))
    throw contradiction;
  if (cell.counted != Counted::unstated) name.scale = cell.scale, name.counted = cell.counted;
  if (name.scope == RateScope::unstated) name.scope = cell.scope;
  name.is_output = name.is_output || cell.is_output;
  name.is_input = name.is_input || cell.is_input;
  name.is_total = name.is_total || cell.is_total;
  return name;
}

MeasuredMetric time_of(ServingMetric metric, const NamedMetric& parts, const std::string& cell) {
  const bool is_silent = trim(cell).empty();
  if (parts.unit.empty() && is_silent) throw no_unit;
  const TimeUnit in_name = need(time_unit_of(parts.unit), no_unit.reason);
  const TimeUnit in_cell = need(time_unit_of(cell), no_unit.reason);
  if (!is_silent && !parts.unit.empty() && in_name.seconds != in_cell.seconds) throw contradiction;
  const TimeUnit unit = is_silent ? in_name : in_cell;
  const TimeOf other = metric == ServingMetric::ttft ? TimeOf::token : TimeOf::request;
  if (unit.of == other || unit.of == TimeOf::step) throw no_unit;
  return {.metric = metric, .scale = unit.seconds};
}

// Names that say nothing but that it is a rate. "avg tok/s" of one user's program is the mean of
// several answers.
ServingMetric metric_of_rate(const NamedMetric& parts, const RateUnit& unit,
                             const MetricCells& cells) {
  if (unit.counted == Counted::requests || unit.counted == Counted::sequences)
    return ServingMetric::throughput;
  if (unit.counted != Counted::tokens) throw not_forecast;
  const bool is_alone = cells.is_for_one_user && unit.scope == RateScope::unstated;
  if (is_alone && !cells.has_output && !unit.is_output) return ServingMetric::prompt_rate;
  const bool is_of_answers = parts.name.empty() && parts.is_mean;
  if (is_alone && !unit.is_input && (unit.is_output || !cells.has_input || is_of_answers))
    return ServingMetric::token_rate;
  if (!unit.is_output || unit.is_input) throw not_forecast;
  return ServingMetric::throughput;
}

}  // namespace

std::string_view to_text(ServingMetric metric) {
  return metric_names[static_cast<std::size_t>(metric)];
}

std::optional<ServingMetric> serving_metric_of(std::string_view column) {
  return named(parts_of(column).name);
}

MeasuredMetric measured_metric(const MetricCells& cells) {
  const NamedMetric parts = parts_of(cells.metric);
  auto metric = named(parts.name);
  if (metric && is_time(*metric)) return time_of(*metric, parts, cells.unit);
  if (!metric && !is_one_of(parts.name, {"", "throughput", "interactivity"})) throw not_forecast;
  const RateUnit unit = rate_of(parts, cells.unit);
  const bool counts_requests =
      unit.counted == Counted::requests || unit.counted == Counted::sequences;
  if (parts.name == "request" && !counts_requests) throw contradiction;
  if (unit.counted == Counted::flops || unit.counted == Counted::steps) throw no_unit;
  MeasuredMetric found{
      .scale = unit.scale, .counts_requests = counts_requests, .tokens = parts.tokens};
  if (unit.scope == RateScope::per_user) {
    const bool is_of_all = metric == ServingMetric::throughput && !parts.is_per_user;
    if (is_of_all || metric == ServingMetric::prompt_rate || unit.is_input || counts_requests)
      throw no_unit;
    found.is_per_user = true;
    found.is_inverse = !cells.is_for_one_user;
    found.metric = found.is_inverse ? ServingMetric::tpot : ServingMetric::token_rate;
    return found;
  }
  if (parts.name == "interactivity") throw not_forecast;
  found.metric = metric ? *metric : metric_of_rate(parts, unit, cells);
  const bool is_throughput = found.metric == ServingMetric::throughput;
  const bool is_of_prompts = unit.is_input && found.metric != ServingMetric::prompt_rate;
  const bool is_of_answers = unit.is_output && found.metric == ServingMetric::prompt_rate;
  // "total" is of all GPUs to some, of prompts and answers together to others.
  const bool is_open = unit.is_total && is_throughput && !unit.is_output && !counts_requests;
  if (is_of_prompts || is_of_answers || is_open || (counts_requests && !is_throughput))
    throw no_unit;
  found.is_per_gpu = unit.scope == RateScope::per_gpu;
  return found;
}

}  // namespace wgf::truth
