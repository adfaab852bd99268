// SPDX-License-Identifier: MIT
// estimate-memory of a network of which nothing but its size is known: what it takes at least.

#include <fmt/format.h>

#include "answers/memory/memory_answer.h"
#include "base/text.h"
#include "cli/memory/memory_text.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"
#include "report/table.h"

namespace wgf::cli {

std::string floor_text(const answers::MemoryRequest& request, const answers::MemoryFloor& floor,
                       const Context& context) {
  using report::Align;
  report::Table table{
      {{context.text("footprint.column_part")}, {"GB", Align::right}, {"GiB", Align::right}}, {}};
  const auto add = [&](const std::string& key, double bytes) {
    if (bytes > 0)
      table.rows.push_back({context.text("footprint." + key), fmt::format("{:.2f}", bytes / giga),
                            fmt::format("{:.2f}", bytes / static_cast<double>(gibi))});
  };
  for (const auto& [component, bytes] : floor.states)
    add("part_" + std::string(to_text(component)), bytes);
  add("at_least", floor.total);
  return title_text(request, context) + "\n" + report::to_terminal(table, text_width()) + "\n" +
         paragraph({floor.too_small.empty() ? "footprint.none_too_small" : "footprint.too_small",
                    {{"gpus", join(gpu_ids(floor.too_small), ", ")}}},
                   context);
}

}  // namespace wgf::cli
