// SPDX-License-Identifier: MIT
// monitor: what the GPUs and the machine do now, again and again until Ctrl-C.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "base/option_values.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/monitor/look.h"
#include "cli/terminal.h"
#include "runner/interrupt.h"

namespace wgf::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct MonitorOptions {
  std::string interval = "1s", count;
  std::vector<std::string> gpus;
};

constexpr Seconds shortest_interval{0.1};
constexpr Seconds first_look_after{0.2};  // the processors' share is of a stretch of time

Clock::duration duration_of(Seconds time) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time.value));
}

// false: the user asked to stop.
bool waited_until(Clock::time_point end, const runner::InterruptGuard& guard) {
  constexpr std::chrono::milliseconds slice{50};
  while (!guard.is_interrupted() && Clock::now() < end)
    std::this_thread::sleep_for(std::min<Clock::duration>(slice, end - Clock::now()));
  return !guard.is_interrupted();
}

// On a terminal each page covers the one before, line by line so that nothing flickers.
std::string page_over(const std::string& text) {
  constexpr const char *home = "\033[H", *end_of_line = "\033[K\n", *rest = "\033[J";
  std::string page = home;
  for (const std::string& line : split(trim(text), '\n')) page += line + end_of_line;
  return page + rest;
}

void watch(const MonitorOptions& options, const Context& context) {
  const Seconds interval = parse_time("--interval", options.interval);
  if (interval < shortest_interval)
    throw Error({"monitor.interval_too_short", {{"value", options.interval}}}, ExitCode::usage);
  std::int64_t left = options.count.empty() ? -1 : parse_count("--count", options.count, 1);
  Watcher watcher(options.gpus);
  const bool is_page = !context.json && ::isatty(STDOUT_FILENO) == 1;
  const runner::InterruptGuard guard;
  if (is_page) print("\033[2J");
  Clock::time_point next = Clock::now() + duration_of(std::min(interval, first_look_after));
  bool is_first = true;
  while (waited_until(next, guard)) {
    const Look look = watcher.look();
    const std::string text = context.json
                                 ? look_json(look) + "\n"
                                 : look_text(look, terminal_columns(STDOUT_FILENO), context);
    if (is_page)
      print(page_over(text + "\n" + context.text("monitor.how_to_end")));
    else
      print(is_first || context.json ? text : "\n" + text);
    is_first = false;
    if (left > 0 && --left == 0) return;
    next = std::max(next + duration_of(interval), Clock::now());
  }
}

}  // namespace

void add_monitor_command(Command& program, Context& context) {
  Command command = program.add_command("monitor", context.text("monitor.description"));
  const auto options = std::make_shared<MonitorOptions>();
  command.text("--interval", options->interval, context.text("monitor.option_interval"), "TIME");
  command.text("--count", options->count, context.text("monitor.option_count"), "N");
  command.list("--gpu", options->gpus, context.text("monitor.option_gpu"));
  add_json_flag(command, context);
  command.action([&context, options] { watch(*options, context); });
}

}  // namespace wgf::cli
