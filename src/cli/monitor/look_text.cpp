// SPDX-License-Identifier: MIT
// A look as a page: a line for the machine, a table of GPUs, one of the processes on them.

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.h"
#include "cli/command.h"
#include "cli/monitor/look.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using report::Align;

constexpr const char* unreadable = "-";

std::string percent(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f} %", *value) : unreadable;
}

// "61.2 / 139.8 GiB"
std::string share(const std::optional<Bytes>& used, const std::optional<Bytes>& total) {
  if (!used || !total) return unreadable;
  return fmt::format("{:.1f} / {:.1f} GiB", in_gib(*used), in_gib(*total));
}

std::string power_text(const WatchedGpu& gpu) {
  if (!gpu.reading.power) return unreadable;
  return gpu.info.power_limit ? fmt::format("{:.0f} / {:.0f} W", gpu.reading.power->value,
                                            gpu.info.power_limit->value)
                              : fmt::format("{:.0f} W", gpu.reading.power->value);
}

std::string clock_text(const std::optional<double>& mhz) {
  return mhz ? fmt::format("{:.0f} MHz", *mhz) : unreadable;
}

std::string temperature_text(const std::optional<double>& celsius) {
  return celsius ? fmt::format("{:.0f} °C", *celsius) : unreadable;
}

// Bars of an eighth to eight eighths, the last looks at the right.
std::string history_text(const std::deque<double>& percents, std::size_t most) {
  constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  constexpr double steps = 8;
  std::string text;
  const std::size_t shown = std::min(most, percents.size());
  for (auto one = percents.end() - static_cast<std::ptrdiff_t>(shown); one != percents.end(); ++one)
    text += bars[static_cast<std::size_t>(std::clamp(*one / 100 * steps, 0.0, steps - 1))];
  return text;
}

std::string throttle_text(const std::optional<std::vector<std::string>>& reasons,
                          const Context& context) {
  if (!reasons) return unreadable;
  if (reasons->empty()) return context.text("monitor.not_throttled");
  return join(*reasons, ", ");
}

std::string machine_line(const Look& look, const Context& context) {
  std::string line =
      look.time + "  " +
      context.text(Message{
          "monitor.cpu",
          {{"cores", std::to_string(look.cores)}, {"percent", percent(look.cpu_percent)}}}) +
      "  " +
      context.text(
          Message{"monitor.memory", {{"memory", share(look.memory_used, look.memory_total)}}});
  if (look.container_limit)
    line += "  " +
            context.text(Message{"monitor.container",
                                 {{"memory", share(look.container_used, look.container_limit)}}});
  return line + "\n";
}

std::string gpu_table(const Look& look, std::size_t columns, const Context& context) {
  const auto title = [&](const char* key) {
    return context.text(std::string("monitor.column_") + key);
  };
  report::Table table{{{title("gpu"), Align::right},
                       {title("utilization"), Align::right},
                       {title("memory"), Align::right},
                       {title("clock"), Align::right},
                       {title("memory_clock"), Align::right},
                       {title("power"), Align::right},
                       {title("temperature"), Align::right},
                       {title("throttled")}},
                      {}};
  for (const WatchedGpu& gpu : look.gpus)
    table.rows.push_back({std::to_string(gpu.info.index), percent(gpu.reading.gpu_utilization),
                          share(gpu.reading.memory_used, gpu.reading.memory_total),
                          clock_text(gpu.reading.sm_clock_mhz),
                          clock_text(gpu.reading.memory_clock_mhz), power_text(gpu),
                          temperature_text(gpu.reading.temperature_c),
                          throttle_text(gpu.reading.throttle_reasons, context)});
  report::shorten_columns(table, columns, {{7, 4}});
  return report::to_terminal(table);
}

// Which GPU each is, and what it did in the last looks.
std::string histories(const Look& look, std::size_t columns) {
  std::string text;
  for (const WatchedGpu& gpu : look.gpus) {
    const std::string head = fmt::format("{} {}  ", gpu.info.index, gpu.info.name);
    const std::size_t room = columns - std::min(columns, display_width(head));
    text += head + history_text(gpu.utilizations, room) + "\n";
  }
  return text;
}

// Those with most memory first, as many as fit a page beside the rest.
std::string process_table(const Look& look, std::size_t columns, const Context& context) {
  constexpr std::size_t most = 12;
  struct Row {
    int gpu = 0;
    WatchedProcess one;
  };
  std::vector<Row> found;
  for (const WatchedGpu& gpu : look.gpus)
    for (const WatchedProcess& one : gpu.processes.value_or(std::vector<WatchedProcess>{}))
      found.push_back({gpu.info.index, one});
  if (found.empty()) return context.text("monitor.no_processes") + "\n";
  std::stable_sort(found.begin(), found.end(), [](const Row& a, const Row& b) {
    return a.one.process.memory.value_or(Bytes()) > b.one.process.memory.value_or(Bytes());
  });
  report::Table table{{{context.text("monitor.column_gpu"), Align::right},
                       {"PID", Align::right},
                       {context.text("monitor.column_memory"), Align::right},
                       {context.text("monitor.column_program")}},
                      {}};
  for (const auto& [gpu, one] : std::span(found).first(std::min(most, found.size())))
    table.rows.push_back({std::to_string(gpu), std::to_string(one.process.pid),
                          one.process.memory ? format_bytes(*one.process.memory) : unreadable,
                          one.program.empty() ? unreadable : one.program});
  report::shorten_columns(table, columns, {{3, 4}});
  std::string text = report::to_terminal(table);
  if (found.size() > most)
    text += context.text(Message{"monitor.more_processes",
                                 {{"count", std::to_string(found.size() - most)}}}) +
            "\n";
  return text;
}

}  // namespace

std::string look_text(const Look& look, std::size_t columns, const Context& context) {
  std::string text = wrapped(machine_line(look, context), columns);
  if (look.gpus.empty()) return text + context.text("monitor.without_gpu") + "\n";
  return text + "\n" + gpu_table(look, columns, context) + histories(look, columns) + "\n" +
         process_table(look, columns, context);
}

}  // namespace wgf::cli
