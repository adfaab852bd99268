// SPDX-License-Identifier: MIT
#include "cli/tco/tco_options.h"
#include "answers/own/tco_request.h"

namespace wgf::cli {

void add_tco_options(Command& command, answers::TcoOptions& options, Context& context) {
  const auto text = [&](const char* key) { return context.text(key); };
  command.list("names,--gpu", options.gpus, text("cli.option_tco_gpu"));
  command.text("--months", options.months, text("cli.option_tco_months"));
  command.text("--hours-per-day", options.hours, text("cli.option_tco_hours"));
  command.text("--scenario", options.scenario, text("cli.option_tco_scenario"));
  command.text("--utilisation,--utilization", options.utilisation,
               text("cli.option_tco_utilisation"));
  command.text("--power-share", options.power_share, text("cli.option_tco_power_share"));
  command.text("--electricity", options.electricity, text("cli.option_tco_electricity"));
  command.text("--country", options.place, text("cli.option_tco_country"));
  command.text("--tariff", options.tariff, text("cli.option_tco_tariff"));
  command.text("--carbon", options.carbon, text("cli.option_tco_carbon"));
  command.text("--pue", options.pue, text("cli.option_tco_pue"));
  command.text("--hosting", options.hosting, text("cli.option_tco_hosting"));
  command.text("--resale", options.resale, text("cli.option_tco_resale"));
  command.text("--server-price", options.server_price, text("cli.option_tco_server_price"));
  command.text("--server-power", options.server_power, text("cli.option_tco_server_power"));
  command.text("--condition", options.condition, text("cli.option_tco_condition"));
  command.list("--price", options.prices, text("cli.option_tco_price"));
  command.text("--rent", options.rent, text("cli.option_tco_rent"));
  command.text("--price-file", options.price_file, text("cli.option_tco_price_file"), "FILE");
  command.flag("--explain", options.is_explained, text("cli.option_tco_explain"));
  add_json_flag(command, context);
}

}  // namespace wgf::cli
