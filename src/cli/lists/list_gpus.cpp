// SPDX-License-Identifier: MIT
// list-gpus: the cards of the catalogue with dense peaks and, beside them, the figures "with
// sparsity".

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/gpus/gpus.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/lists/gpu_comparison.h"
#include "cli/lists/gpu_table.h"
#include "cli/option_table.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "cli/words/gpu_market.h"
#include "report/table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using catalog::Gpu;
using Gpus = std::vector<const Gpu*>;

constexpr std::size_t widest = 10'000;  // every card of the catalogue side by side

MarketTexts market_texts(const Gpus& gpus, const answers::GpuMarket& market) {
  MarketTexts texts;
  for (const Gpu* gpu : gpus) {
    texts[{"rental", gpu->id}] = rental_text(market.rental(gpu->id));
    texts[{"value", gpu->id}] = value_text(market.value(gpu->id));
  }
  return texts;
}

bool has_title(const report::Table& table, const std::string& title) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const report::Column& column) { return column.title == title; });
}

std::string gpus_text(const Gpus& gpus, const answers::GpuOptions& options,
                      const answers::GpuMarket& market, const Context& context) {
  if (gpus.empty()) return context.text("cli.nothing_found") + "\n";
  std::optional<std::size_t> width;
  if (!options.is_wide) width = table_width();
  const GpuTable gpu_table =
      make_gpu_table(gpus, options.sort, width, context, market_texts(gpus, market));
  const auto note = [&](const Message& message) {
    return wrapped(context.text(message), width.value_or(widest)) + "\n";
  };
  std::string text = report::to_terminal(gpu_table.table, width.value_or(widest)) + "\n";
  if (!gpu_table.left_out.empty())
    text +=
        note({"cli.columns_left_out",
              {{"width", std::to_string(*width)}, {"columns", join(gpu_table.left_out, ", ")}}});
  if (has_title(gpu_table.table, context.text("cli.column_value")))
    text += note({"cli.value_note", {}});
  return text + note({gpu_table.has_sparse ? "cli.sparsity_note" : "cli.peaks_note", {}});
}

std::string answer_text(const answers::GpusAnswer& answer, const answers::GpuOptions& options,
                        const Context& context) {
  const answers::GpuMarket& market = *answer.market;
  if (!answer.comparison) return gpus_text(answer.cards, options, market, context);
  const std::size_t width = options.is_wide ? widest : table_width();
  const std::string text = comparison_text(*answer.comparison, market, width, context);
  if (!options.is_explained) return text;
  return text + explained_comparison(*answer.comparison, market, width, context);
}

}  // namespace

void add_list_gpus_command(Command& program, Context& context) {
  Command command = program.add_command("list-gpus", context.text("cli.list_gpus_description"));
  auto options = std::make_shared<answers::GpuOptions>();
  add_options(command, answers::gpu_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] {
    const auto catalog = asked_catalog(context);
    const auto outcome = answers::gpus(answers::parse_gpu_request(*options, catalog->gpus()),
                                       surroundings_of(*catalog, context));
    for (const Message& note : outcome.notes) print_note(note, context);
    print(context.json ? results::indented(gpus_json(*outcome.answer))
                       : answer_text(*outcome.answer, *options, context));
  });
}

}  // namespace wgf::cli
