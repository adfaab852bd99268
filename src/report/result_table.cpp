// SPDX-License-Identifier: MIT
#include "report/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <string_view>

#include "base/statistics.h"
#include "base/text.h"
#include "report/convergence.h"
#include "report/worst_warnings.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Metric;
using results::Result;
using results::Status;

constexpr std::string_view request_time = "e2e_time";

const Metric* first_of(const Result& result, std::initializer_list<std::string_view> tags) {
  for (const std::string_view tag : tags)
    if (const Metric* metric = result.find(tag)) return metric;
  return nullptr;
}

std::string text_or_dash(const Metric* metric) {
  return metric == nullptr ? "-" : metric_text(*metric);
}

// Numbers the notes in the order they are first pointed to.
class NoteList {
 public:
  std::string mark(const std::string& text) {
    const auto found = std::find(notes_.begin(), notes_.end(), text);
    const auto index = found - notes_.begin();
    if (found == notes_.end()) notes_.push_back(text);
    return fmt::format("[{}]", index + 1);
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < notes_.size(); ++i)
      lines.push_back(fmt::format("[{}] {}", i + 1, notes_[i]));
    return lines;
  }

 private:
  std::vector<std::string> notes_;
};

// The status where there is no number, and where a number must not be trusted.
std::string time_cell(const Result& result, Language language) {
  const Metric* time = main_number(result, MainNumber::time);
  const std::string status =
      messages::render("status." + std::string(results::to_text(result.status)), language);
  if (time == nullptr) return result.status == Status::ok ? "-" : status;
  return result.status == Status::ok ? metric_text(*time) : metric_text(*time) + " " + status;
}

std::string marks_of(const Result& result, const WorstWarnings& worst, NoteList& notes,
                     Language language) {
  std::vector<std::string> marks;
  if (result.reason) marks.push_back(notes.mark(messages::render(*result.reason, language)));
  for (const Message& warning : result.warnings)
    // That numbers are burst ones stands among the conditions; beside each it would hide the
    // others.
    if (warning.key != "warning.burst")
      marks.push_back(notes.mark(worst.text_of(warning, language)));
  return join(marks, " ");
}

// What one request waits, which on a GPU is not the time per step, and what the slowest hundredth
// waits.
std::string latency_cell(const Result& result) {
  const Metric* latency = result.find("latency");
  if (latency == nullptr) return "-";
  if (latency->samples.empty()) return metric_text(*latency);
  const auto text = [&](double share) { return format_number(quantile(latency->samples, share)); };
  return fmt::format("{} / {} {}", text(0.5), text(0.99), results::metric_info(latency->tag).unit);
}

std::vector<std::string> result_row(const std::string& label, const Result& result,
                                    const WorstWarnings& worst, NoteList& notes,
                                    Language language) {
  std::string time = time_cell(result, language);
  if (const std::string marks = marks_of(result, worst, notes, language); !marks.empty())
    time += " " + marks;
  return {label,
          time,
          latency_cell(result),
          text_or_dash(main_number(result, MainNumber::rate)),
          text_or_dash(main_number(result, MainNumber::share)),
          text_or_dash(main_number(result, MainNumber::memory)),
          text_or_dash(main_number(result, MainNumber::power))};
}

// Under a load of requests the time is that of a whole one.
const char* time_heading(const results::Run& run) {
  const auto is_of_requests = [](const Result& result) {
    const Metric* time = main_number(result, MainNumber::time);
    return time != nullptr && time->tag == request_time;
  };
  return std::any_of(run.results.begin(), run.results.end(), is_of_requests) ? "metric.e2e_time"
                                                                             : "report.column_time";
}

// How much time was left differs from case to case by moments and says nothing new.
bool is_same_reason(const Message& a, const Message& b) {
  return a == b || (a.key == b.key && a.key == "runner.budget_spent");
}

// Behind the last of the results that were skipped for the reason of the one at begin.
std::size_t end_of_skipped(const std::vector<Result>& results, std::size_t begin) {
  const auto is_plain = [](const Result& result) {
    return result.status == Status::skipped && result.reason && result.warnings.empty();
  };
  std::size_t end = begin + 1;
  while (is_plain(results[begin]) && end < results.size() && is_plain(results[end]) &&
         is_same_reason(*results[begin].reason, *results[end].reason))
    ++end;
  return end;
}

std::string shared_label(const std::string& label, std::size_t more, Language language) {
  if (more == 0) return label;
  return messages::render({"report.and_more", {{"label", label}, {"count", std::to_string(more)}}},
                          language);
}

// Decimals so that the half-width keeps two significant digits.
int decimals_for(double half_width) {
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 0, 6);
}

// An interval wider than the value supports no more.
constexpr int wide_digits = 3;

int digits_with(double value, int decimals) {
  return static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1 + decimals;
}

}  // namespace

ShownUnit shown_memory_unit(double gibibytes) {
  constexpr double step = 1024;
  if (gibibytes == 0 || !(gibibytes < 1)) return {"GiB"};
  if (gibibytes >= 1 / step) return {"MiB", step};
  return {"KiB", step * step};
}

ShownUnit shown_unit(const Metric& metric) {
  const std::string_view unit = results::metric_info(metric.tag).unit;
  return unit == "GiB" ? shown_memory_unit(metric.value) : ShownUnit{unit};
}

std::string metric_text(const Metric& metric) {
  const ShownUnit unit = shown_unit(metric);
  const double value = metric.value * unit.scale;
  if (unit.name == "count") return format_number(value, value == 0 ? 1 : digits_with(value, 0));
  const Interval interval = metric.interval ? Interval{metric.interval->low * unit.scale,
                                                       metric.interval->high * unit.scale}
                                            : Interval{};
  const double half = interval.half_width();
  std::string text;
  if (std::isinf(interval.high) && std::isfinite(interval.low)) {
    // A rate whose time may have been nothing.
    text = fmt::format("{} [{}, ∞)", format_number(value, wide_digits),
                       format_number(interval.low, wide_digits));
  } else if (std::isfinite(half) && half > 0 && half >= std::abs(value)) {
    // "142 ± 184 ms" would read as if the time could be negative; the interval is not symmetric.
    text = fmt::format("{} [{}, {}]", format_number(value, wide_digits),
                       format_number(interval.low, wide_digits),
                       format_number(interval.high, wide_digits));
  } else if (std::isfinite(half) && half > 0) {
    const int decimals = decimals_for(half);
    text = format_number(value, std::max(digits_with(value, decimals), 1)) + " ± " +
           format_number(half, std::max(digits_with(half, decimals), 1));
  } else {
    text = format_number(value);
  }
  return text + " " + std::string(unit.name);
}

const Metric* main_number(const Result& result, MainNumber number) {
  switch (number) {
    case MainNumber::time:
      return first_of(
          result, {"step_time", "latency", "decode.step_time", "prefill.step_time", request_time});
    case MainNumber::rate:
      return first_of(result, {"throughput", "flops", "bandwidth", "decode.token_throughput",
                               "prefill.token_throughput", "request_rate"});
    case MainNumber::share:
      return first_of(result, {"mfu", "bandwidth_utilization", "limit_share", "prefill.mfu"});
    case MainNumber::memory:
      return first_of(result,
                      {"memory_allocated_peak", "memory_device_peak", "memory_process_peak"});
    case MainNumber::power:
      return result.find("power");
  }
  return nullptr;
}

ResultTable result_table(const results::Run& run, Language language, SkippedRows skipped) {
  ResultTable result;
  const auto heading = [&](const char* key) { return messages::render(key, language); };
  result.table.columns = {{heading("report.column_case")},
                          {heading(time_heading(run)), Align::right},
                          {heading("report.column_latency"), Align::right},
                          {heading("report.column_throughput"), Align::right},
                          {heading("report.column_mfu"), Align::right},
                          {heading("report.column_memory"), Align::right},
                          {heading("report.column_power"), Align::right}};
  const WorstWarnings worst(run);
  NoteList notes;
  const std::vector<std::string> labels = result_labels(run, language);
  for (std::size_t i = 0; i < run.results.size();) {
    const std::size_t end = skipped == SkippedRows::once ? end_of_skipped(run.results, i) : i + 1;
    result.table.rows.push_back(result_row(shared_label(labels[i], end - i - 1, language),
                                           run.results[i], worst, notes, language));
    i = end;
  }
  drop_empty_columns(result.table, 2);
  result.notes = notes.lines();
  return result;
}

std::string count_line(const results::Run& run, Language language) {
  std::map<Status, int> counts;
  for (const Result& result : run.results) ++counts[result.status];
  std::vector<std::string> parts;
  for (const auto& [status, count] : counts)
    parts.push_back(
        fmt::format("{} {}", count,
                    messages::render("status." + std::string(results::to_text(status)), language)));
  return messages::render({run.partial ? "report.counts_partial" : "report.counts",
                           {{"total", std::to_string(run.results.size())},
                            {"planned", std::to_string(results::planned_cases(run))},
                            {"counts", join(parts, ", ")}}},
                          language);
}

std::string convergence_line(const results::Run& run, Language language) {
  const auto found = unconverged(run);
  if (!found) return "";
  return messages::render({"report.unconverged",
                           {{"count", std::to_string(found->count)},
                            {"total", std::to_string(found->of)},
                            {"reason", messages::render(found->reason, language)}}},
                          language);
}

std::vector<std::string> reading_notes(const results::Run& run, Language language) {
  const auto has_any = [&](std::initializer_list<std::string_view> tags) {
    return std::any_of(run.results.begin(), run.results.end(),
                       [&](const Result& result) { return first_of(result, tags) != nullptr; });
  };
  std::vector<std::string> notes{messages::render("report.note_interval", language)};
  if (has_any({"mfu", "bandwidth_utilization"}))
    notes.push_back(messages::render("report.note_mfu", language));
  if (has_any({"memory_allocated_peak", "memory_device_peak", "memory_process_peak"}))
    notes.push_back(messages::render("report.note_memory", language));
  notes.push_back(messages::render("report.note_limits", language));
  return notes;
}

}  // namespace wgf::report
