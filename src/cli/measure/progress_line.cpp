// SPDX-License-Identifier: MIT
#include "cli/measure/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "cli/terminal.h"
#include "report/result_table.h"

namespace wgf::cli {
namespace {

constexpr std::chrono::milliseconds shortest_between_updates{100};
// In a pipe: the first line early enough to tell that something goes on, the others sparse.
constexpr std::chrono::seconds before_first_line{5}, between_lines{15};

// Longer than the terminal it would wrap, and each update would leave a line behind.
std::string shortened(std::string text, std::size_t columns) {
  while (display_width(text) >= columns && !text.empty()) {
    // A UTF-8 character goes as a whole: its continuation bytes start with 10.
    while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80)
      text.pop_back();
    text.pop_back();
  }
  return text;
}

void print_error_line(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
}

const results::Metric* main_metric(const results::Result& result) {
  for (const char* tag : {"throughput", "flops", "bandwidth", "step_time", "latency",
                          "decode.token_throughput", "prefill.token_throughput", "request_rate"})
    if (const results::Metric* metric = result.find(tag)) return metric;
  return nullptr;
}

}  // namespace

ProgressLine::ProgressLine(const Context& context, bool verbose)
    : context_(context),
      verbose_(verbose),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      last_shown_(start_ + before_first_line - between_lines) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() {
  if (is_shown_) std::fputs("\r\033[K", stderr);
  is_shown_ = false;
  line_.clear();
}

void ProgressLine::show(const results::Case& value, const std::string& phase,
                        const runner::RunProgress& progress) {
  std::string line = fmt::format("[{}/{}] {}", std::min(progress.done + 1, progress.total),
                                 progress.total, report::case_label(value));
  if (!phase.empty()) line += ", " + phase;
  if (progress.remaining)
    line += ", " + context_.text(Message{"cli.progress_remaining",
                                         {{"time", format_duration(*progress.remaining)}}});
  line_ = line;
  if (is_due()) print_status(line);
}

bool ProgressLine::is_due() const {
  const auto since = std::chrono::steady_clock::now() - last_shown_;
  return is_terminal_ || since >= between_lines;
}

void ProgressLine::print_status(const std::string& line) {
  if (is_terminal_)
    std::fputs(("\r\033[K" + shortened(line, terminal_columns(STDERR_FILENO))).c_str(), stderr);
  else
    print_error_line(line);
  is_shown_ = is_terminal_;
  last_shown_ = std::chrono::steady_clock::now();
}

void ProgressLine::wait() {
  const auto now = std::chrono::steady_clock::now();
  if (!is_due() || now - last_shown_ < std::chrono::seconds(1)) return;
  const Seconds time(std::chrono::duration<double>(now - start_).count());
  print_status(line_.empty() ? context_.text(Message{"cli.progress_waiting",
                                                     {{"time", format_duration(time)}}})
                             : line_);
}

void ProgressLine::case_started(const results::Case& value, const runner::RunProgress& progress) {
  current_ = value;
  show(value, "", progress);
}

void ProgressLine::case_progress(const results::Case& value, const results::Progress& step,
                                 const runner::RunProgress& progress) {
  if (std::chrono::steady_clock::now() - last_shown_ < shortest_between_updates) return;
  std::string phase = context_.text("phase." + step.phase);
  if (step.total > 0)
    phase += fmt::format(" {:.0f} %", 100 * std::min(1.0, step.done / step.total));
  show(value, phase, progress);
}

void ProgressLine::case_finished(const results::Result& result,
                                 const runner::RunProgress& progress) {
  if (!verbose_) return;
  clear();
  std::string line = fmt::format("[{}/{}] {}: {}", progress.done, progress.total,
                                 report::case_label(result.measured_case),
                                 context_.text("status." + std::string(to_text(result.status))));
  if (const results::Metric* metric = main_metric(result))
    line += ", " + report::metric_text(*metric);
  if (result.reason) line += ": " + context_.text(*result.reason);
  print_error_line(line);
}

void ProgressLine::notice(const Message& message) {
  clear();
  Message shown = message;
  // A key holds every parameter; people know the case by its label.
  for (auto& [name, value] : shown.args)
    if (name == "case" && value == current_.key()) value = report::case_label(current_);
  print_error_line(context_.text(shown));
}

}  // namespace wgf::cli
