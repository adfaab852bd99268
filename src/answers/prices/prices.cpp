// SPDX-License-Identifier: MIT
#include "answers/prices/prices.h"

#include <algorithm>
#include <map>

#include "answers/sources/offer_names.h"
#include "base/choices.h"
#include "base/option_values.h"
#include "base/printable.h"
#include "base/text.h"
#include "catalog/memory_wish.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::OfferFilter;
using advisor::PricedOffer;
using advisor::PriceMeasure;
using advisor::RentalKind;

constexpr std::pair<const char*, PriceOrder> orders[] = {
    {"gpu-hour", PriceOrder::per_gpu}, {"tflop", PriceOrder::per_tflop},
    {"gb", PriceOrder::per_gb},        {"price", PriceOrder::price},
    {"date", PriceOrder::date},        {"provider", PriceOrder::provider}};

PriceOrder parse_order(const std::string& typed) {
  std::vector<std::string> names;
  for (const auto& [name, order] : orders) names.emplace_back(name);
  check_choice("--sort", typed, names);
  const auto found = std::find_if(std::begin(orders), std::end(orders),
                                  [&](const auto& one) { return typed == one.first; });
  return found->second;
}

OfferFilter filter_of(const PriceRequest& request, const catalog::Offers& offers) {
  OfferFilter filter;
  filter.gpus = request.gpus;
  filter.providers = known_providers(request.providers, offers);
  filter.regions = known_regions(request.regions, offers);
  filter.least_memory = request.least_memory;
  filter.gpu_count = request.gpu_count;
  if (request.is_spot) filter.kind = RentalKind::spot;
  filter.only_available = request.is_available;
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

void sort_offers(std::vector<PricedOffer>& offers, PriceOrder order) {
  advisor::sort_by_measure(offers, order == PriceOrder::per_tflop ? PriceMeasure::per_tflop
                                   : order == PriceOrder::per_gb  ? PriceMeasure::per_gb
                                                                  : PriceMeasure::per_gpu);
  const auto sort = [&](const auto& is_before) {
    std::stable_sort(offers.begin(), offers.end(), is_before);
  };
  const auto day = [](const PricedOffer& one) {
    return one.freshness == advisor::Freshness::unknown ? Day() : one.offer->date->first;
  };
  if (order == PriceOrder::price)
    sort([](const PricedOffer& a, const PricedOffer& b) { return a.price() < b.price(); });
  if (order == PriceOrder::provider)
    sort([](const PricedOffer& a, const PricedOffer& b) {
      return a.offer->provider < b.offer->provider;
    });
  if (order == PriceOrder::date)
    sort([&](const PricedOffer& a, const PricedOffer& b) { return day(a) > day(b); });
}

PricesAnswer find(const PriceRequest& request, const Surroundings& surroundings) {
  PricesAnswer answer{.prices = surroundings.prices(), .today = surroundings.today};
  const catalog::Offers& offers = answer.prices->offers;
  const catalog::GpuCatalog& gpus = surroundings.catalog.gpus();
  const OfferFilter filter = filter_of(request, offers);
  answer.offers = advisor::priced_offers(offers, gpus, filter, answer.today);
  if (answer.offers.empty()) answer.nothing = why_nothing(filter, offers, gpus, answer.today);
  sort_offers(answer.offers, request.order);
  answer.shown = request.limit.value_or(answer.offers.size());
  return answer;
}

}  // namespace

const OptionTable<PriceOptions>& price_options() {
  using Row = PriceOptions;
  static const OptionTable<Row> table{
      option<Row>("names,--gpu", &Row::gpus, "cli.option_price_gpu"),
      option<Row>("--provider", &Row::providers, "cli.option_price_provider"),
      option<Row>("--region", &Row::regions, "cli.option_price_region"),
      option<Row>("--spot", &Row::is_spot, "cli.option_price_spot"),
      option<Row>("--min-memory", &Row::min_memory, "cli.option_price_min_memory"),
      option<Row>("--gpus", &Row::gpu_count, "cli.option_price_gpus"),
      option<Row>("--available", &Row::is_available, "cli.option_price_available"),
      option<Row>("--sort", &Row::sort, "cli.option_price_sort"),
      option<Row>("--limit", &Row::limit, "cli.option_price_limit"),
      option<Row>("--refresh", &Row::refresh, "cli.option_price_refresh", "[URL|FILE]"),
      option<Row>("--price-file", &Row::price_file, "cli.option_price_file", "FILE"),
      option<Row>("--date", &Row::date, "cli.option_price_date"),
      option<Row>("--timeout", &Row::timeout, "cli.option_price_timeout"),
      option<Row>("--explain", &Row::is_explained, "cli.option_price_explain")};
  return table;
}

PriceRequest parse_price_request(const PriceOptions& options, const catalog::GpuCatalog& gpus) {
  PriceRequest request{.providers = options.providers,
                       .regions = options.regions,
                       .is_spot = options.is_spot,
                       .is_available = options.is_available};
  for (const std::string& name : options.gpus)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name)) request.gpus.push_back(gpu);
  if (!options.min_memory.empty())
    request.least_memory = catalog::parse_card_memory("--min-memory", options.min_memory);
  if (!options.gpu_count.empty())
    request.gpu_count = static_cast<double>(parse_count("--gpus", options.gpu_count, 1));
  request.order = parse_order(options.sort);
  if (options.limit != "all")
    request.limit = static_cast<std::size_t>(parse_count("--limit", options.limit, 0));
  return request;
}

Outcome<PricesAnswer> prices(const PriceRequest& request, const Surroundings& surroundings) {
  return outcome_of<PricesAnswer>({}, [&] { return find(request, surroundings); });
}

std::string kind_key(RentalKind kind) {
  return kind == RentalKind::spot ? "spot" : "on_demand";
}

std::string card_label(const PricedOffer& one) {
  if (const catalog::Gpu* card = one.card()) return card->id;
  return printable(one.offer->gpu_name) + " ?";
}

std::vector<const PricedOffer*> cheapest_of_cards(const PricesAnswer& answer, RentalKind kind) {
  std::map<std::string, const PricedOffer*> best;
  for (const PricedOffer& one : answer.offers) {
    if (one.kind != kind || one.is_sold_out()) continue;
    const auto [entry, is_new] = best.try_emplace(card_label(one), &one);
    if (!is_new && one.per_gpu < entry->second->per_gpu) entry->second = &one;
  }
  std::vector<const PricedOffer*> rows;
  for (const auto& [label, one] : best) rows.push_back(one);
  std::stable_sort(rows.begin(), rows.end(), [](const PricedOffer* a, const PricedOffer* b) {
    return a->per_gpu < b->per_gpu;
  });
  return rows;
}

}  // namespace wgf::answers
