// SPDX-License-Identifier: MIT
// estimate-memory of a network of which nothing but its size is known: what it takes at least.

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "answers/memory/memory_answer.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/memory/memory_text.h"
#include "cli/terminal.h"
#include "cli/words/training_words.h"
#include "report/table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::Component;
using Json = nlohmann::ordered_json;

constexpr Component states[] = {Component::weights, Component::gradients, Component::optimizer};

struct Floor {
  double bytes[std::size(states)] = {};
  double total = 0;
  std::vector<const catalog::Gpu*> too_small;
};

// The lower end of every term that hangs on the size alone.
Floor floor_of(const answers::MemoryRequest& request, const catalog::GpuCatalog& gpus,
               const std::vector<std::string>& names) {
  Floor floor;
  for (const advisor::Term& term : request.estimate(request.one).terms)
    for (std::size_t i = 0; i < std::size(states); ++i)
      if (term.component == states[i]) floor.bytes[i] += term.bytes * (1 - term.spread);
  for (const double bytes : floor.bytes) floor.total += bytes;
  std::vector<const catalog::Gpu*> cards;
  for (const std::string& name : names)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name)) cards.push_back(gpu);
  if (names.empty())
    for (const catalog::Gpu& gpu : gpus.gpus) cards.push_back(&gpu);
  for (const catalog::Gpu* gpu : cards)
    if (static_cast<double>(advisor::usable_memory(*gpu).value) < floor.total)
      floor.too_small.push_back(gpu);
  return floor;
}

std::string floor_text(const answers::MemoryRequest& request, const Floor& floor,
                       const Context& context) {
  using report::Align;
  report::Table table{
      {{context.text("footprint.column_part")}, {"GB", Align::right}, {"GiB", Align::right}}, {}};
  const auto add = [&](const std::string& key, double bytes) {
    if (bytes > 0)
      table.rows.push_back({context.text("footprint." + key), fmt::format("{:.2f}", bytes / giga),
                            fmt::format("{:.2f}", bytes / static_cast<double>(gibi))});
  };
  for (std::size_t i = 0; i < std::size(states); ++i)
    add("part_" + std::string(to_text(states[i])), floor.bytes[i]);
  add("at_least", floor.total);
  return title_text(request, context) + "\n" + report::to_terminal(table, text_width()) + "\n" +
         paragraph({floor.too_small.empty() ? "footprint.none_too_small" : "footprint.too_small",
                    {{"gpus", join(gpu_ids(floor.too_small), ", ")}}},
                   context);
}

Json floor_json(const answers::MemoryRequest& request, const Floor& floor) {
  Json parts = Json::object();
  for (std::size_t i = 0; i < std::size(states); ++i)
    parts[std::string(to_text(states[i]))] = std::llround(floor.bytes[i]);
  return {{"model", request.name},
          {"parameters", std::llround(request.params)},
          {"task", to_text(request.one.task)},
          {"precision", to_text(request.one.precision)},
          {"unit", "bytes"},
          {"total", nullptr},
          {"at_least", {{"components", parts}, {"total", std::llround(floor.total)}}},
          {"too_small", gpu_ids(floor.too_small)}};
}

}  // namespace

void answer_floor(const answers::MemoryRequest& request, const catalog::GpuCatalog& gpus,
                  const std::vector<std::string>& names, const Context& context) {
  const Floor floor = floor_of(request, gpus, names);
  print(context.json ? results::indented(floor_json(request, floor))
                     : floor_text(request, floor, context));
  throw Error({request.network ? "footprint.no_decoder_cache" : "footprint.no_activations",
               {{"model", request.name}}},
              ExitCode::not_supported);
}

}  // namespace wgf::cli
