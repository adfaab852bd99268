// SPDX-License-Identifier: MIT
// list-gpus: the cards of the catalogue with dense peaks and, beside them, the figures "with
// sparsity".

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/text.h"
#include "catalog/memory_wish.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "cli/lists/gpu_comparison.h"
#include "cli/lists/gpu_json.h"
#include "cli/lists/gpu_table.h"
#include "cli/terminal.h"
#include "cli/words/gpu_market.h"
#include "report/table.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using catalog::Gpu;
using Json = nlohmann::ordered_json;
using Gpus = std::vector<const Gpu*>;

struct GpuListOptions {
  std::vector<std::string> names, vendors, architectures;
  std::vector<std::string> compared;
  std::string min_memory, sort, scenario;
  bool is_wide = false, is_explained = false;
};

constexpr std::size_t widest = 10'000;  // every card of the catalogue side by side

double tflops_or_zero(const std::optional<FlopsPerSecond>& peak) {
  return peak ? peak->value / tera : 0;
}

double sort_number(const Gpu& gpu, std::string_view field) {
  if (field == "memory") return gpu.memory_gb;
  if (field == "bandwidth") return gpu.memory_bandwidth.value;
  if (field == "tdp") return gpu.tdp.value_or(Watts()).value;
  if (field == "year") return gpu.release_year.value_or(0);
  if (field == "price") return gpu.msrp_usd.value_or(0);
  return tflops_or_zero(catalog::dense_peak(gpu, field));
}

// Dearest and worst last: those without a price behind all others.
double market_number(const Gpu& gpu, std::string_view field, const GpuMarket& market) {
  if (field == "value") {
    const advisor::PricePerformance* value = market.value(gpu.id);
    return value == nullptr ? 0 : value->index;
  }
  const advisor::PriceRange* rental = market.rental(gpu.id);
  return rental == nullptr ? 0 : 1 / rental->low.value;
}

void sort_gpus(Gpus& gpus, const std::string& field, const GpuMarket& market) {
  static const std::vector<std::string> fields{
      "id",  "vendor", "memory", "bandwidth", "fp64", "fp32",  "tf32",   "fp16", "bf16",
      "fp8", "int8",   "fp4",    "tdp",       "year", "price", "rental", "value"};
  check_choice("--sort", field, fields);
  std::stable_sort(gpus.begin(), gpus.end(), [&](const Gpu* a, const Gpu* b) {
    if (field == "id") return a->id < b->id;
    if (field == "vendor") return a->vendor < b->vendor;
    if (field == "rental" || field == "value")
      return market_number(*a, field, market) > market_number(*b, field, market);
    return sort_number(*a, field) > sort_number(*b, field);
  });
}

Gpus named_gpus(const catalog::GpuCatalog& all, const std::vector<std::string>& names) {
  Gpus gpus;
  for (const std::string& name : names) {
    for (const Gpu* gpu : catalog::find_gpus(all, name)) {
      if (std::find(gpus.begin(), gpus.end(), gpu) == gpus.end()) gpus.push_back(gpu);
    }
  }
  if (names.empty()) {
    for (const Gpu& gpu : all.gpus) gpus.push_back(&gpu);
  }
  return gpus;
}

// Keeps the cards whose text is one of the values; a value nothing in the catalogue has is an
// error.
void keep_matching(Gpus& gpus, const catalog::GpuCatalog& all, const std::string& option,
                   const std::vector<std::string>& values, std::string Gpu::*field) {
  if (values.empty()) return;
  std::vector<std::string> known;
  for (const Gpu& gpu : all.gpus) {
    if (std::find(known.begin(), known.end(), gpu.*field) == known.end())
      known.push_back(gpu.*field);
  }
  const std::vector<std::string> wanted = matching_values(option, values, known);
  std::erase_if(gpus, [&](const Gpu* gpu) {
    return std::find(wanted.begin(), wanted.end(), gpu->*field) == wanted.end();
  });
}

Gpus chosen_gpus(const catalog::GpuCatalog& all, const GpuListOptions& options,
                 const GpuMarket& market) {
  Gpus gpus = named_gpus(all, options.names);
  keep_matching(gpus, all, "--vendor", options.vendors, &Gpu::vendor);
  keep_matching(gpus, all, "--architecture", options.architectures, &Gpu::architecture);
  if (!options.min_memory.empty()) {
    const catalog::MemoryWish least =
        catalog::parse_card_memory("--min-memory", options.min_memory);
    std::erase_if(gpus, [&](const Gpu* gpu) { return !catalog::has_at_least(*gpu, least); });
  }
  if (!options.sort.empty()) sort_gpus(gpus, options.sort, market);
  return gpus;
}

std::string gpus_json(const Gpus& gpus, const GpuMarket& market) {
  Json list = Json::array();
  for (const Gpu* gpu : gpus) list.push_back(gpu_json(*gpu, market));
  return results::indented(list);
}

MarketTexts market_texts(const Gpus& gpus, const GpuMarket& market) {
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

std::string gpus_text(const Gpus& gpus, const GpuListOptions& options, const GpuMarket& market,
                      const Context& context) {
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

// Side by side; what only a list has is an error.
std::string comparison_answer(const GpuListOptions& options, const catalog::Catalog& catalog,
                              const GpuMarket& market, const Context& context) {
  const std::pair<const char*, bool> of_lists[] = {
      {"names", !options.names.empty()},
      {"--vendor", !options.vendors.empty()},
      {"--architecture", !options.architectures.empty()},
      {"--min-memory", !options.min_memory.empty()},
      {"--sort", !options.sort.empty()}};
  for (const auto& [option, is_given] : of_lists)
    if (is_given) throw Error({"cli.not_with_compare", {{"option", option}}}, ExitCode::usage);
  const std::string scenario = options.scenario.empty() ? "llm-inference" : options.scenario;
  const GpuComparison comparison =
      compare_gpus(options.compared, scenario, catalog, market, context);
  if (context.json) return results::indented(comparison_json(comparison, market));
  const std::size_t width = options.is_wide ? widest : table_width();
  const std::string text = comparison_text(comparison, market, width, context);
  if (!options.is_explained) return text;
  return text + explained_comparison(comparison, market, width, context);
}

std::string list_answer(const GpuListOptions& options, const catalog::Catalog& catalog,
                        const GpuMarket& market, const Context& context) {
  if (!options.scenario.empty()) throw Error({"cli.scenario_of_compare", {}}, ExitCode::usage);
  for (const std::string& name : options.names)
    if (const auto note = catalog::part_note(catalog.gpus(), name)) print_note(*note, context);
  if (options.is_explained) throw Error({"cli.explain_of_compare", {}}, ExitCode::usage);
  const Gpus gpus = chosen_gpus(catalog.gpus(), options, market);
  return context.json ? gpus_json(gpus, market) : gpus_text(gpus, options, market, context);
}

}  // namespace

void add_list_gpus_command(Command& program, Context& context) {
  Command command = program.add_command("list-gpus", context.text("cli.list_gpus_description"));
  auto options = std::make_shared<GpuListOptions>();
  command.list("names,--family", options->names, context.text("cli.option_gpu_family"));
  command.list("--vendor", options->vendors, context.text("cli.option_vendor"));
  command.list("--architecture", options->architectures, context.text("cli.option_architecture"));
  command.text("--min-memory", options->min_memory, context.text("cli.option_min_memory"));
  command.text("--sort", options->sort, context.text("cli.option_sort_gpus"));
  command.list("--compare", options->compared, context.text("cli.option_compare_gpus"));
  command.text("--scenario", options->scenario, context.text("cli.option_compare_scenario"));
  command.flag("--wide", options->is_wide, context.text("cli.option_wide"));
  command.flag("--explain", options->is_explained, context.text("cli.option_compare_explain"));
  add_json_flag(command, context);
  command.action([options, &context] {
    const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
    const GpuMarket market(catalog.gpus(), context);
    print(options->compared.empty() ? list_answer(*options, catalog, market, context)
                                    : comparison_answer(*options, catalog, market, context));
  });
}

}  // namespace wgf::cli
