// SPDX-License-Identifier: MIT
// cloud-prices: what a GPU costs to rent, and --refresh, which fetches newer prices.

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "advisor/market/cloud_prices.h"
#include "answers/sources/offer_names.h"
#include "base/choices.h"
#include "base/option_values.h"
#include "base/text.h"
#include "catalog/memory_wish.h"
#include "catalog/name_resolver.h"
#include "catalog/price_file.h"
#include "cli/commands.h"
#include "cli/price_store.h"
#include "cli/prices/price_refresh.h"
#include "cli/prices/price_tables.h"
#include "cli/terminal.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::OfferFilter;
using advisor::PricedOffer;
using advisor::PriceMeasure;
using advisor::RentalKind;

struct Options {
  std::vector<std::string> gpus, providers, regions;
  std::string min_memory, gpu_count, sort = "gpu-hour", limit = "15", price_file, date, timeout;
  std::optional<std::string> refresh;
  bool is_spot = false, is_available = false, is_explained = false;
};

OfferFilter make_filter(const Options& options, const catalog::Offers& offers,
                        const catalog::GpuCatalog& gpus) {
  OfferFilter filter;
  for (const std::string& name : options.gpus)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name)) filter.gpus.push_back(gpu);
  filter.providers = answers::known_providers(options.providers, offers);
  filter.regions = answers::known_regions(options.regions, offers);
  if (!options.min_memory.empty())
    filter.least_memory = catalog::parse_card_memory("--min-memory", options.min_memory);
  if (!options.gpu_count.empty())
    filter.gpu_count = static_cast<double>(parse_count("--gpus", options.gpu_count, 1));
  if (options.is_spot) filter.kind = RentalKind::spot;
  filter.only_available = options.is_available;
  return filter;
}

// Each filter that was given, taken away on its own.
std::vector<std::pair<std::string, OfferFilter>> less_filtered(const OfferFilter& filter) {
  std::vector<std::pair<std::string, OfferFilter>> without;
  const auto add = [&](const char* option, bool is_given, const auto& take_away) {
    if (!is_given) return;
    without.emplace_back(option, filter);
    take_away(without.back().second);
  };
  add("--available", filter.only_available, [](OfferFilter& one) { one.only_available = false; });
  add("--min-memory", filter.least_memory.has_value(),
      [](OfferFilter& one) { one.least_memory.reset(); });
  add("--gpus", filter.gpu_count.has_value(), [](OfferFilter& one) { one.gpu_count.reset(); });
  add("--region", !filter.regions.empty(), [](OfferFilter& one) { one.regions.clear(); });
  add("--provider", !filter.providers.empty(), [](OfferFilter& one) { one.providers.clear(); });
  add("--spot", filter.kind.has_value(), [](OfferFilter& one) { one.kind.reset(); });
  add("--gpu", !filter.gpus.empty(), [](OfferFilter& one) { one.gpus.clear(); });
  return without;
}

// Which filter it is that nothing passes. That no source states the availability does not mean that
// nothing can be had.
Message why_nothing(const OfferFilter& filter, const catalog::Offers& offers,
                    const catalog::GpuCatalog& gpus, Day today) {
  for (const auto& [option, less] : less_filtered(filter)) {
    const std::vector<PricedOffer> left = advisor::priced_offers(offers, gpus, less, today);
    if (left.empty()) continue;
    const bool is_known = std::any_of(left.begin(), left.end(), [](const PricedOffer& one) {
      return one.offer->availability != catalog::Availability::unknown;
    });
    const bool is_unstated = option == "--available" && !is_known;
    return {is_unstated ? "prices.nothing_stated" : "prices.nothing_without",
            {{"option", option}, {"count", std::to_string(left.size())}}};
  }
  return {"prices.nothing_found", {}};
}

void sort_offers(std::vector<PricedOffer>& offers, const std::string& field) {
  static const std::vector<std::string> fields{"gpu-hour", "tflop", "gb",
                                               "price",    "date",  "provider"};
  check_choice("--sort", field, fields);
  advisor::sort_by_measure(offers, field == "tflop" ? PriceMeasure::per_tflop
                                   : field == "gb"  ? PriceMeasure::per_gb
                                                    : PriceMeasure::per_gpu);
  const auto sort = [&](const auto& is_before) {
    std::stable_sort(offers.begin(), offers.end(), is_before);
  };
  if (field == "price")
    sort([](const PricedOffer& a, const PricedOffer& b) { return a.price() < b.price(); });
  if (field == "provider")
    sort([](const PricedOffer& a, const PricedOffer& b) {
      return a.offer->provider < b.offer->provider;
    });
  const auto day = [](const PricedOffer& one) {
    return one.freshness == advisor::Freshness::unknown ? Day() : one.offer->date->first;
  };
  if (field == "date")
    sort([&](const PricedOffer& a, const PricedOffer& b) { return day(a) > day(b); });
}

RefreshRequest refresh_request(const Options& options, const Context& context) {
  RefreshRequest request{.target = *options.refresh,
                         .price_file = price_file(options.price_file),
                         .is_file_named = !options.price_file.empty(),
                         .today = day_of_the_clock(),
                         .language = context.language};
  if (!options.timeout.empty()) request.timeout = parse_time("--timeout", options.timeout);
  if (options.date.empty()) return request;
  request.file_date = parse_date(options.date);
  if (!request.file_date || request.file_date->first > request.today + std::chrono::days(1))
    throw Error({"prices.bad_date", {{"value", options.date}}}, ExitCode::usage);
  return request;
}

// Failures of single sources go to standard error; the command then ends as failed.
std::vector<RefreshOutcome> refresh(const Options& options, const catalog::GpuCatalog& gpus,
                                    Context& context) {
  const std::vector<RefreshOutcome> outcomes =
      refresh_prices(refresh_request(options, context), gpus);
  for (const RefreshOutcome& one : outcomes) {
    if (!one.failure) continue;
    print_error(*one.failure, context.language);
    context.exit_code = ExitCode::error;
  }
  return outcomes;
}

// What only --refresh reads is refused without it, not passed over.
void check_refresh_options(const Options& options) {
  for (const auto& [name, value] :
       {std::pair("--date", &options.date), {"--timeout", &options.timeout}})
    if (!value->empty() && !options.refresh)
      throw Error({"prices.only_with_refresh", {{"option", name}}}, ExitCode::usage);
}

void print_prices(const Options& options, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  for (const std::string& name : options.gpus)
    if (const auto note = catalog::part_note(catalog.gpus(), name)) print_note(*note, context);
  const std::filesystem::path file = price_file(options.price_file);
  check_refresh_options(options);
  std::vector<RefreshOutcome> outcomes;
  if (options.refresh) outcomes = refresh(options, catalog.gpus(), context);
  // --refresh makes a file that was named; else it must be there.
  const bool is_made = options.refresh && !options.price_file.empty();
  const catalog::Offers offers =
      is_made ? catalog::current_offers(file) : offers_now(options.price_file, context);
  PriceList list;
  list.today = today();
  const OfferFilter filter = make_filter(options, offers, catalog.gpus());
  list.offers = advisor::priced_offers(offers, catalog.gpus(), filter, list.today);
  if (list.offers.empty()) list.nothing = why_nothing(filter, offers, catalog.gpus(), list.today);
  sort_offers(list.offers, options.sort);
  list.shown = options.limit == "all"
                   ? list.offers.size()
                   : static_cast<std::size_t>(parse_count("--limit", options.limit, 0));
  list.is_explained = options.is_explained;
  list.width = table_width();
  if (context.json) {
    nlohmann::ordered_json json = price_json(list);
    json["nothing_found"] = list.nothing ? nlohmann::ordered_json(context.text(*list.nothing))
                                         : nlohmann::ordered_json();
    if (options.refresh) json["refreshed"] = refresh_json(outcomes, context);
    return print(results::indented(json));
  }
  std::string text;
  if (options.refresh) text = refresh_text(outcomes, file, context);
  // Who only fetches is not shown two thousand offers.
  if (!options.refresh || !options.gpus.empty()) text += price_text(list, context);
  print(text);
}

}  // namespace

void add_cloud_prices_command(Command& program, Context& context) {
  Command command =
      program.add_command("cloud-prices", context.text("cli.cloud_prices_description"));
  auto options = std::make_shared<Options>();
  const auto text = [&](const char* key) { return context.text(key); };
  command.list("names,--gpu", options->gpus, text("cli.option_price_gpu"));
  command.list("--provider", options->providers, text("cli.option_price_provider"));
  command.list("--region", options->regions, text("cli.option_price_region"));
  command.flag("--spot", options->is_spot, text("cli.option_price_spot"));
  command.text("--min-memory", options->min_memory, text("cli.option_price_min_memory"));
  command.text("--gpus", options->gpu_count, text("cli.option_price_gpus"));
  command.flag("--available", options->is_available, text("cli.option_price_available"));
  command.text("--sort", options->sort, text("cli.option_price_sort"));
  command.text("--limit", options->limit, text("cli.option_price_limit"));
  command.optional_text(
      "--refresh", [options](const std::string& target) { options->refresh = target; },
      text("cli.option_price_refresh"), "[URL|FILE]");
  command.text("--price-file", options->price_file, text("cli.option_price_file"), "FILE");
  command.text("--date", options->date, text("cli.option_price_date"));
  command.text("--timeout", options->timeout, text("cli.option_price_timeout"));
  command.flag("--explain", options->is_explained, text("cli.option_price_explain"));
  add_json_flag(command, context);
  command.action([options, &context] { print_prices(*options, context); });
}

}  // namespace wgf::cli
