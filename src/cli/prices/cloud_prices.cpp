// SPDX-License-Identifier: MIT
// cloud-prices: what a GPU costs to rent, and --refresh, which fetches newer prices.

#include <memory>
#include <nlohmann/json.hpp>

#include "answers/prices/prices.h"
#include "base/option_values.h"
#include "catalog/name_resolver.h"
#include "catalog/price_file.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/price_store.h"
#include "cli/prices/price_refresh.h"
#include "cli/prices/price_tables.h"
#include "cli/surroundings.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

RefreshRequest refresh_request(const answers::PriceOptions& options, const Context& context) {
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
std::vector<RefreshOutcome> refresh(const answers::PriceOptions& options,
                                    const catalog::GpuCatalog& gpus, Context& context) {
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
void check_refresh_options(const answers::PriceOptions& options) {
  for (const auto& [name, value] :
       {std::pair("--date", &options.date), {"--timeout", &options.timeout}})
    if (!value->empty() && !options.refresh)
      throw Error({"prices.only_with_refresh", {{"option", name}}}, ExitCode::usage);
}

void print_prices(const answers::PriceOptions& options, Context& context) {
  const auto catalog = asked_catalog(context);
  for (const std::string& name : options.gpus)
    if (const auto note = catalog::part_note(catalog->gpus(), name)) print_note(*note, context);
  const std::filesystem::path file = price_file(options.price_file);
  check_refresh_options(options);
  std::vector<RefreshOutcome> refreshed;
  if (options.refresh) refreshed = refresh(options, catalog->gpus(), context);
  answers::Surroundings surroundings = surroundings_of(*catalog, context, options.price_file);
  // --refresh makes a file that was named; else it must be there.
  if (options.refresh && !options.price_file.empty())
    surroundings.prices = [made = std::make_shared<const answers::Prices>(answers::Prices{
                               catalog::current_offers(file), {}})] { return made; };
  const auto outcome =
      answers::prices(answers::parse_price_request(options, catalog->gpus()), surroundings);
  if (outcome.refusal) throw Error(*outcome.refusal);
  if (context.json) {
    nlohmann::ordered_json json = prices_json(*outcome.answer, context.language);
    if (options.refresh) json["refreshed"] = refresh_json(refreshed, context);
    return print(results::indented(json));
  }
  std::string text;
  if (options.refresh) text = refresh_text(refreshed, file, context);
  // Who only fetches is not shown two thousand offers.
  if (!options.refresh || !options.gpus.empty())
    text += price_text(*outcome.answer, options.is_explained, context);
  print(text);
}

}  // namespace

void add_cloud_prices_command(Command& program, Context& context) {
  Command command =
      program.add_command("cloud-prices", context.text("cli.cloud_prices_description"));
  auto options = std::make_shared<answers::PriceOptions>();
  add_options(command, answers::price_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_prices(*options, context); });
}

}  // namespace wgf::cli
