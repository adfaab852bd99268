// SPDX-License-Identifier: MIT
#include "cli/measure/serve/serve_price.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/option_values.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"
#include "cli/words/report_rents.h"
#include "report/rent.h"
#include "results/add_missing.h"

namespace wgf::cli {
namespace {

struct ServePrice {
  double usd_per_hour = 0;
  Message note;
};

std::optional<double> typed_price(const PriceOptions& options) {
  if (options.price.empty()) return std::nullopt;
  const auto price = parse_number(options.price);
  if (!price || !(*price >= 0) || std::isinf(*price))
    throw_usage("tasks.llm_bad_price", {{"value", options.price}});
  return *price;
}

std::optional<ServePrice> price_of(const PriceOptions& options, const std::string& own_card,
                                   const Context& context) {
  if (const auto typed = typed_price(options))
    return ServePrice{*typed,
                      {"tasks.llm_price_typed", {{"price", fmt::format("{:.2f}", *typed)}}}};
  const std::string card = card_of(options, own_card, context);
  const std::vector<report::Rent> rents = current_rents(context);
  const report::Rent* rent = card.empty() ? nullptr : report::find_rent(rents, card);
  if (rent == nullptr) return std::nullopt;
  const auto count = static_cast<double>(parse_count("--gpus", options.gpus, 1));
  return ServePrice{
      rent->price.value * count,
      {"tasks.llm_price_offer", {{"offer", report::rent_text(*rent, context.language)}}}};
}

}  // namespace

void add_price_options(Command& command, const Context& context, PriceOptions& options) {
  command.text("--price", options.price, context.text("server.option_price"), "$/h");
  command.text("--gpu", options.gpu, context.text("server.option_gpu"), "NAME");
  command.text("--gpus", options.gpus, context.text("server.option_gpus"), "N");
}

void check_price_options(const PriceOptions& options, const Context& context) {
  parse_count("--gpus", options.gpus, 1);
  card_of(options, "", context);
  price_of(options, "", context);
}

std::string card_of(const PriceOptions& options, const std::string& own_card,
                    const Context& context) {
  if (options.gpu.empty()) return own_card;
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  return catalog::one_gpu(catalog.gpus(), options.gpu).gpu->id;
}

void add_serve_price(results::Run& run, const PriceOptions& options, const std::string& own_card,
                     const Context& context) {
  const auto price = price_of(options, own_card, context);
  if (!price && options.gpu.empty()) return;
  constexpr double seconds_an_hour = 3600, million = 1e6;
  for (results::Result& result : run.results) {
    const results::Metric* rate = result.find("output.token_throughput");
    if (result.status != results::Status::ok || rate == nullptr || !(rate->value > 0)) continue;
    if (!price) {
      results::add_missing_warning(result, {"server.no_offer", {{"gpu", options.gpu}}});
      continue;
    }
    results::add_missing_metric(result, "price", price->usd_per_hour);
    results::add_missing_metric(result, "output.token_cost",
                                price->usd_per_hour / (rate->value * seconds_an_hour) * million);
    results::add_missing_warning(result, price->note);
  }
}

}  // namespace wgf::cli
