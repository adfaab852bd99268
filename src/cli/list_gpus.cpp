// SPDX-License-Identifier: MIT
// list-gpus: the cards of the catalogue with dense peaks and, beside them, the figures "with
// sparsity".

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "cli/gpu_market.h"
#include "cli/gpu_table.h"
#include "cli/list_filters.h"
#include "cli/option_values.h"
#include "cli/terminal.h"
#include "report/table.h"

namespace wgf::cli {
namespace {

using catalog::Gpu;
using Json = nlohmann::ordered_json;
using Gpus = std::vector<const Gpu*>;

struct Options {
  std::vector<std::string> names, vendors, architectures;
  std::string min_memory, sort;
  bool is_wide = false;
};

// Of the table where it goes into a file, a pipe or a narrower terminal.
constexpr std::size_t least_width = 80;

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

Gpus chosen_gpus(const catalog::GpuCatalog& all, const Options& options, const GpuMarket& market) {
  Gpus gpus = named_gpus(all, options.names);
  keep_matching(gpus, all, "--vendor", options.vendors, &Gpu::vendor);
  keep_matching(gpus, all, "--architecture", options.architectures, &Gpu::architecture);
  if (!options.min_memory.empty()) {
    const catalog::MemoryWish least = parse_card_memory("--min-memory", options.min_memory);
    std::erase_if(gpus, [&](const Gpu* gpu) { return !catalog::has_at_least(*gpu, least); });
  }
  if (!options.sort.empty()) sort_gpus(gpus, options.sort, market);
  return gpus;
}

Json peaks_json(const Gpu& gpu, bool is_sparse) {
  Json peaks = Json::object();
  for (const auto& column : catalog::compute_columns<FlopsPerSecond>) {
    const auto peak =
        is_sparse ? catalog::sparse_peak(gpu, column.name) : gpu.peak.*(column.member);
    if (peak) peaks[std::string(column.name)] = rounded_for_json(peak->value / tera);
  }
  return peaks;
}

Json memory_json(const Gpu& gpu) {
  return {{"gb", gpu.memory_gb},
          {"usable_gib", or_null(gpu.memory_usable_gib)},
          {"type", gpu.memory_type},
          {"bandwidth_gbs", rounded_for_json(gpu.memory_bandwidth.value / giga)},
          {"bus_bits", or_null(gpu.memory_bus_bits)},
          {"pin_gbps", or_null(gpu.memory_rate_gbps)},
          {"l2_mb", or_null(gpu.l2_mb)}};
}

Json link_json(const Gpu& gpu) {
  Json link{{"name", or_null(gpu.interconnect)}, {"bidirectional_gbs", nullptr}};
  if (gpu.interconnect_bandwidth) {
    link["bidirectional_gbs"] = rounded_for_json(gpu.interconnect_bandwidth->value / giga);
  }
  link["pcie_generation"] = or_null(gpu.pcie_generation);
  link["pcie_lanes"] = or_null(gpu.pcie_lanes);
  return link;
}

Json gpu_json(const Gpu& gpu, const GpuMarket& market) {
  return {{"id", gpu.id},
          {"vendor", gpu.vendor},
          {"name", gpu.name},
          {"aliases", gpu.aliases},
          {"architecture", gpu.architecture},
          {"form_factor", or_null(gpu.form_factor)},
          {"release_year", or_null(gpu.release_year)},
          {"launch_quarter", or_null(gpu.launch_quarter)},
          {"compute_capability", or_null(gpu.compute_capability)},
          {"sm_count", or_null(gpu.sm_count)},
          {"boost_clock_mhz", or_null(gpu.boost_clock_mhz)},
          {"memory", memory_json(gpu)},
          {"dense_tflops", peaks_json(gpu, false)},
          {"sparse_tflops", peaks_json(gpu, true)},
          {"link", link_json(gpu)},
          {"tdp_w", gpu.tdp ? Json(gpu.tdp->value) : Json()},
          {"msrp_usd", or_null(gpu.msrp_usd)},
          {"rental", rental_json(market.rental(gpu.id))},
          {"price_performance", value_json(market.value(gpu.id))},
          {"peak_explanation", or_null(gpu.peak_explanation)},
          {"source", gpu.source},
          {"notes", or_null(gpu.notes)}};
}

std::string gpus_json(const Gpus& gpus, const GpuMarket& market) {
  Json list = Json::array();
  for (const Gpu* gpu : gpus) list.push_back(gpu_json(*gpu, market));
  return list.dump(2) + "\n";
}

// A price that is not fresh bears a mark.
std::string value_text(const advisor::PricePerformance* value) {
  if (value == nullptr) return "-";
  const bool is_fresh = value->offer.freshness == advisor::Freshness::fresh;
  return compact_number(std::round(value->index * 10) / 10) + " " + stars_text(value->stars) +
         (is_fresh ? "" : " *");
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

std::string gpus_text(const Gpus& gpus, const Options& options, const GpuMarket& market,
                      const Context& context) {
  if (gpus.empty()) return context.text("cli.nothing_found") + "\n";
  std::optional<std::size_t> width;
  if (!options.is_wide) width = std::max(least_width, terminal_columns(STDOUT_FILENO));
  const GpuTable gpu_table =
      make_gpu_table(gpus, options.sort, width, context, market_texts(gpus, market));
  std::string text = report::to_terminal(gpu_table.table) + "\n";
  if (!gpu_table.left_out.empty())
    text += context.text({"cli.columns_left_out",
                          {{"width", std::to_string(*width)},
                           {"columns", join(gpu_table.left_out, ", ")}}}) +
            "\n";
  if (has_title(gpu_table.table, context.text("cli.column_value")))
    text += context.text("cli.value_note") + "\n";
  return text + context.text(gpu_table.has_sparse ? "cli.sparsity_note" : "cli.peaks_note") + "\n";
}

}  // namespace

void add_list_gpus_command(Command& program, Context& context) {
  Command command = program.add_command("list-gpus", context.text("cli.list_gpus_description"));
  auto options = std::make_shared<Options>();
  command.list("names,--family", options->names, context.text("cli.option_gpu_family"));
  command.list("--vendor", options->vendors, context.text("cli.option_vendor"));
  command.list("--architecture", options->architectures, context.text("cli.option_architecture"));
  command.text("--min-memory", options->min_memory, context.text("cli.option_min_memory"));
  command.text("--sort", options->sort, context.text("cli.option_sort_gpus"));
  command.flag("--wide", options->is_wide, context.text("cli.option_wide"));
  add_json_flag(command, context);
  command.action([options, &context] {
    const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
    const GpuMarket market(catalog.gpus(), context);
    const Gpus gpus = chosen_gpus(catalog.gpus(), *options, market);
    const std::string text =
        context.json ? gpus_json(gpus, market) : gpus_text(gpus, *options, market, context);
    print(text);
  });
}

}  // namespace wgf::cli
