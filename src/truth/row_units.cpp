// SPDX-License-Identifier: MIT
#include "truth/row_units.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace wgf::truth {
namespace {

using Words = std::vector<std::string>;

bool is_in_word(char c) {
  const bool is_letter_or_digit = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  return is_letter_or_digit || c == '%' || static_cast<unsigned char>(c) >= 0x80;  // "µs"
}

// "k tokens/s/GPU" → k, tokens, s, gpu.
Words words_of(std::string_view unit) {
  Words words(1);
  for (const char c : lower_case(unit))
    if (is_in_word(c)) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  if (words.back().empty()) words.pop_back();
  std::erase_if(words, [](const std::string& word) { return word == "per" || word == "of"; });
  return words;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Words that change nothing of a unit.
bool is_remark(std::string_view word) {
  return is_one_of(word,
                   {"mean", "median", "average", "avg", "p50", "measured", "throughput", "model",
                    "achieved", "wall", "clock", "time", "train", "training", "speed"});
}

std::optional<double> seconds_of(std::string_view word) {
  constexpr double minute = 60, hour = 3600, day = 86400;
  if (is_one_of(word, {"s", "sec", "secs", "second", "seconds"})) return 1;
  if (is_one_of(word, {"ms", "msec", "msecs", "millisecond", "milliseconds", "millis"}))
    return 1e-3;
  // with the micro sign and with the Greek letter
  if (is_one_of(word, {"us", "usec", "microsecond", "microseconds", "\xC2\xB5s", "\xCE\xBCs"}))
    return 1e-6;
  if (is_one_of(word, {"ns", "nanosecond", "nanoseconds"})) return 1e-9;
  if (is_one_of(word, {"min", "mins", "minute", "minutes"})) return minute;
  if (is_one_of(word, {"h", "hr", "hrs", "hour", "hours"})) return hour;
  if (is_one_of(word, {"d", "day", "days"})) return day;
  return std::nullopt;
}

std::optional<double> prefix_of(std::string_view word) {
  if (word.empty()) return 1;
  if (is_one_of(word, {"k", "kilo", "thousand", "thousands", "1000", "1k"})) return 1e3;
  if (is_one_of(word, {"m", "mega", "million", "millions", "mio", "1m"})) return 1e6;
  if (is_one_of(word, {"g", "b", "giga", "billion", "billions", "1b"})) return 1e9;
  if (is_one_of(word, {"t", "tera", "trillion", "trillions"})) return 1e12;
  if (is_one_of(word, {"p", "peta"})) return 1e15;
  return std::nullopt;
}

// "tokens", "ktok", "tflops", "tps": what is counted, its prefix, and whether "a second" is part of
// the word.
bool read_counted(std::string_view word, RateUnit& unit, bool& has_time) {
  struct Name {
    std::string_view word;
    Counted counted;
    bool has_time;
  };
  static constexpr Name names[] = {
      {"tokens", Counted::tokens, false},
      {"token", Counted::tokens, false},
      {"toks", Counted::tokens, false},
      {"tok", Counted::tokens, false},
      {"sequences", Counted::sequences, false},
      {"sequence", Counted::sequences, false},
      {"seqs", Counted::sequences, false},
      {"seq", Counted::sequences, false},
      {"samples", Counted::sequences, false},
      {"sample", Counted::sequences, false},
      {"examples", Counted::sequences, false},
      {"requests", Counted::requests, false},
      {"request", Counted::requests, false},
      {"reqs", Counted::requests, false},
      {"req", Counted::requests, false},
      {"queries", Counted::requests, false},
      {"iterations", Counted::steps, false},
      {"iteration", Counted::steps, false},
      {"iters", Counted::steps, false},
      {"iter", Counted::steps, false},
      {"it", Counted::steps, false},
      {"steps", Counted::steps, false},
      {"flops", Counted::flops, true},
      {"flop", Counted::flops, true},
      {"tps", Counted::tokens, true},
      {"tgs", Counted::tokens, true},
      {"qps", Counted::requests, true},
      {"rps", Counted::requests, true},
  };
  for (const Name& name : names) {
    if (!word.ends_with(name.word)) continue;
    const auto prefix = prefix_of(word.substr(0, word.size() - name.word.size()));
    if (!prefix) continue;
    unit.scale *= *prefix;
    unit.counted = name.counted;
    has_time = name.has_time;
    if (name.word == "tgs") unit.scope = RateScope::per_gpu;
    return true;
  }
  return false;
}

// "a100", "mi300x", "gb200".
bool names_card(std::string_view word) {
  const std::size_t digits = word.find_first_of("0123456789");
  if (digits == std::string_view::npos || word.size() < digits + 2) return false;
  return is_one_of(word.substr(0, digits), {"a", "h", "b", "v", "l", "gb", "gh", "mi", "rtx"});
}

bool is_card(std::string_view word) {
  return names_card(word) || is_one_of(word, {"gpu", "gpus", "device", "devices", "card", "cards",
                                              "chip", "chips", "accelerator", "accelerators"});
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whose rate it is, and of which tokens. `next` is the word behind.
bool read_scope(std::string_view word, std::string_view next, RateUnit& unit) {
  if (is_card(word)) {
    if (unit.scope != RateScope::all_gpus || unit.is_total) unit.scope = RateScope::per_gpu;
    return true;
  }
  if (is_card(next) && (is_one_of(word, {"all", "total"}) || is_number(word))) {
    unit.scope = RateScope::all_gpus;
    return true;
  }
  if (is_one_of(word,
                {"total", "aggregate", "aggregated", "overall", "cluster", "system", "global"})) {
    if (unit.scope == RateScope::unstated) unit.scope = RateScope::all_gpus;
    unit.is_total = true;
    return true;
  }
  if (is_one_of(word, {"user", "stream"})) {
    unit.scope = RateScope::per_user;
    return true;
  }
  const bool is_output =
      is_one_of(word, {"output", "generated", "generation", "gen", "decode", "decoded", "out"});
  const bool is_input = is_one_of(word, {"input", "prompt", "prefill", "context", "in"});
  unit.is_output = unit.is_output || is_output;
  unit.is_input = unit.is_input || is_input;
  return is_output || is_input;
}

}  // namespace

std::optional<TimeUnit> time_unit_of(std::string_view text) {
  const Words words = words_of(text);
  TimeUnit unit;
  if (words.empty()) return trim(text).empty() ? std::optional(unit) : std::nullopt;
  bool is_read = false;
  for (const std::string& word : words) {
    if (const auto seconds = seconds_of(word); seconds && !is_read) {
      unit.seconds = *seconds;
      is_read = true;
    } else if (is_one_of(word, {"it", "iter", "iters", "iteration", "step", "batch", "update"})) {
      if (!is_read) return std::nullopt;  // "it/s" counts steps, and is no time
      unit.of = TimeOf::step;
    } else if (is_one_of(word, {"token", "tok"})) {
      if (!is_read) return std::nullopt;
      unit.of = TimeOf::token;
    } else if (is_one_of(word, {"request", "req", "query"})) {
      if (!is_read) return std::nullopt;
      unit.of = TimeOf::request;
    } else if (!is_remark(word) && !is_one_of(word, {"global", "optimizer", "output"})) {
      return std::nullopt;
    }
  }
  return is_read ? std::optional(unit) : std::nullopt;
}

std::optional<RateUnit> rate_unit_of(std::string_view text) {
  Words words = words_of(text);
  RateUnit unit;
  if (words.empty()) return trim(text).empty() ? std::optional(unit) : std::nullopt;
  if (words.size() >= 2 && words[0] == "t" && seconds_of(words[1])) words[0] = "tokens";  // "t/s"
  bool has_time = false;
  bool is_short = false;  // "TGS (tokens/GPU/second)" says it twice
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const std::string_view next = at + 1 < words.size() ? std::string_view(words[at + 1]) : "";
    if (is_remark(word)) continue;
    if (is_short && is_one_of(word, {"token", "tokens", "s", "sec", "second"})) continue;
    if (word == "p" && unit.counted == Counted::tokens) {  // FlagPerf's processor
      unit.scope = RateScope::per_gpu;
      continue;
    }
    if (read_scope(word, next, unit)) {
      const bool names_all = unit.scope == RateScope::all_gpus && is_card(next);
      at += names_all ? 1 : 0;
      continue;
    }
    if (unit.counted == Counted::unstated && read_counted(word, unit, has_time)) {
      is_short = word == "tgs";
      continue;
    }
    const auto seconds = seconds_of(word);
    if (unit.counted == Counted::unstated) {
      const auto prefix = prefix_of(word);
      if (!prefix) return std::nullopt;
      unit.scale *= *prefix;
    } else if (seconds && (!has_time || (unit.counted == Counted::flops && *seconds == 1))) {
      unit.scale /= *seconds;
      has_time = true;
    } else {
      return std::nullopt;
    }
  }
  return unit.counted != Counted::unstated && has_time ? std::optional(unit) : std::nullopt;
}

std::optional<double> share_unit_of(std::string_view unit) {
  const std::string text = lower_case(trim(unit));
  constexpr double percent = 0.01;
  if (text.starts_with("%") || text.starts_with("percent") || text.starts_with("pct"))
    return percent;
  const bool is_fraction = is_one_of(text, {"fraction", "ratio", "share", "1", "0-1", "0..1"}) ||
                           text.starts_with("fraction of");
  return is_fraction ? std::optional(1.0) : std::nullopt;
}

}  // namespace wgf::truth
