// SPDX-License-Identifier: MIT
#include "cli/measure/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/text.h"
#include "cli/terminal.h"
#include "report/result_table.h"

namespace wgf::cli {
namespace {

constexpr std::chrono::milliseconds shortest_between_updates{100};

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
    : context_(context), verbose_(verbose), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() {
  if (is_shown_) std::fputs("\r\033[K", stderr);
  is_shown_ = false;
}

void ProgressLine::show(const results::Case& value, const std::string& phase,
                        const runner::RunProgress& progress) {
  if (!is_terminal_) return;
  std::string line = fmt::format("[{}/{}] {}", std::min(progress.done + 1, progress.total),
                                 progress.total, report::case_label(value));
  if (!phase.empty()) line += ", " + phase;
  if (progress.remaining)
    line += ", " + context_.text(Message{"cli.progress_remaining",
                                         {{"time", format_duration(*progress.remaining)}}});
  std::fputs(("\r\033[K" + shortened(line, terminal_columns(STDERR_FILENO))).c_str(), stderr);
  is_shown_ = true;
  last_shown_ = std::chrono::steady_clock::now();
}

void ProgressLine::case_started(const results::Case& value, const runner::RunProgress& progress) {
  current_ = value;
  show(value, "", progress);
}

void ProgressLine::case_progress(const results::Case& value, const results::Progress& step,
                                 const runner::RunProgress& progress) {
  if (std::chrono::steady_clock::now() - last_shown_ < shortest_between_updates) return;
  std::string phase = context_.text("phase." + step.phase);
  if (step.total > 0) phase += fmt::format(" {:.0f} %", 100 * step.done / step.total);
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
