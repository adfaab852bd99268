// SPDX-License-Identifier: MIT
#include "truth/training_metric.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "Step time (ms/iter)" → step, time, ms, per, iter.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : flat_words(text) + " ") {
    if (is_letter(c) || is_digit(c)) {
      word += c;
      continue;
    }
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
    if (c == '/') words.emplace_back("per");
  }
  return words;
}

bool is_step(std::string_view word) {
  return is_one_of(word, {"step", "steps", "iteration", "iterations", "iter", "iters", "it"});
}

// Seconds of a step's time by its metric alone, 0 where that leaves the unit open. Nothing where
// other words stand there too ("p99", "forward", "min": of what?), or where it counts the steps.
std::optional<double> step_time_words(std::string_view metric) {
  const std::vector<std::string> words = words_of(metric);
  double seconds = 0;
  bool has_step = false, is_time = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const bool is_last = at + 1 == words.size();
    const bool is_unit = (is_last || words[at + 1] == "per") && word != "min";
    const auto unit = is_unit ? time_unit_of(word) : std::nullopt;
    if (is_step(word)) {
      has_step = true;
    } else if (unit && seconds == 0) {
      // "steps per s" counts them
      if (at > 0 && words[at - 1] == "per") return std::nullopt;
      seconds = unit->seconds;
      is_time = true;
    } else if (is_one_of(word, {"time", "duration", "latency", "elapsed"})) {
      is_time = true;
    } else if (!is_one_of(word, {"per", "mean", "median", "average", "avg", "p50", "train",
                                 "training", "global", "wall", "clock", "measured"})) {
      return std::nullopt;
    }
  }
  return has_step && is_time ? std::optional(seconds) : std::nullopt;
}

// Of tokens, sequences, steps or FLOPs.
bool is_of_work(const RateUnit& unit) {
  const bool is_of_service = unit.counted == Counted::requests || unit.is_output || unit.is_input ||
                             unit.scope == RateScope::per_user;
  return unit.counted != Counted::unstated && !is_of_service;
}

bool says_whose(const RateUnit& said, const RateUnit& unit, std::string_view metric, int gpus) {
  if (gpus == 1 || said.scope != RateScope::unstated || unit.scope != RateScope::unstated)
    return true;
  return said.counted == Counted::sequences || said.counted == Counted::steps ||
         (said.counted == Counted::tokens && has_any(metric, {"/", "per"}));
}

}  // namespace

std::optional<double> step_seconds_of(std::string_view metric, std::string_view unit,
                                      double value) {
  auto seconds = step_time_words(metric);
  if (!seconds) {  // "speed" of "s/it"
    const auto time = time_unit_of(unit);
    const bool leaves_all = is_one_of(lower_case(trim(metric)), {"speed", "throughput", "time"});
    return leaves_all && time && time->of == TimeOf::step ? std::optional(time->seconds)
                                                          : std::nullopt;
  }
  const TimeUnit stated = need(time_unit_of(unit), "unit not known");
  const bool is_of_step = stated.of == TimeOf::unstated || stated.of == TimeOf::step;
  const bool is_silent = trim(unit).empty();
  if (!is_of_step || (*seconds > 0 && !is_silent && *seconds != stated.seconds))
    throw Unreadable{"unit contradicts the metric"};
  // Thousands without a unit are milliseconds to most, but not to all.
  constexpr double longest = 100;
  if (*seconds == 0 && is_silent && value > longest) throw Unreadable{"unit not known"};
  return *seconds > 0 ? *seconds : stated.seconds;
}

bool is_utilisation(std::string_view metric) {
  bool says_it = false, says_model = false;
  for (const std::string& word : words_of(metric)) {
    const bool is_name = is_one_of(word, {"mfu", "utilization", "utilisation"});
    says_it = says_it || is_name;
    says_model = says_model || word == "mfu" || word == "model";
    if (!is_name && !is_one_of(word, {"model", "flops", "flop", "percent", "pct", "bf16", "mean",
                                      "median", "average", "avg"}))
      return false;
  }
  return says_it && says_model;
}

std::optional<TrainingRate> training_rate_of(std::string_view metric, std::string_view unit,
                                             int gpus) {
  if (has_any(lower_case(metric), {"time", "latency"})) return std::nullopt;
  auto said = rate_unit_of(metric);
  const bool leaves_it_to_unit = !said;  // "throughput per GPU"
  if (leaves_it_to_unit) said = rate_unit_of(std::string(metric).append(" ").append(unit));
  if (!said || !is_of_work(*said)) return std::nullopt;
  const RateUnit stated = leaves_it_to_unit ? *said : need(rate_unit_of(unit), "unit not known");
  const bool is_stated = stated.counted != Counted::unstated;
  const auto are = [&](RateScope one, RateScope other) {
    return said->scope == one && stated.scope == other;
  };
  if ((is_stated && stated.counted != said->counted) || stated.scope == RateScope::per_user ||
      are(RateScope::per_gpu, RateScope::all_gpus) || are(RateScope::all_gpus, RateScope::per_gpu))
    throw Unreadable{"unit contradicts the metric"};
  if (!says_whose(*said, stated, metric, gpus)) return std::nullopt;
  return TrainingRate{is_stated ? stated.scale : said->scale, said->counted,
                      said->scope == RateScope::per_gpu || stated.scope == RateScope::per_gpu};
}

}  // namespace wgf::truth
