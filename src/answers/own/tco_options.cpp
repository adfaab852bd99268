// SPDX-License-Identifier: MIT
#include "answers/own/tco_request.h"

namespace wgf::answers {

const OptionTable<TcoOptions>& tco_options() {
  using Row = TcoOptions;
  static const OptionTable<TcoOptions> table{
      option<Row>("names,--gpu", &Row::gpus, "cli.option_tco_gpu"),
      option<Row>("--months", &Row::months, "cli.option_tco_months"),
      option<Row>("--hours-per-day", &Row::hours, "cli.option_tco_hours"),
      option<Row>("--scenario", &Row::scenario, "cli.option_tco_scenario"),
      option<Row>("--utilisation,--utilization", &Row::utilisation, "cli.option_tco_utilisation"),
      option<Row>("--power-share", &Row::power_share, "cli.option_tco_power_share"),
      option<Row>("--electricity", &Row::electricity, "cli.option_tco_electricity"),
      option<Row>("--country", &Row::place, "cli.option_tco_country"),
      option<Row>("--tariff", &Row::tariff, "cli.option_tco_tariff"),
      option<Row>("--carbon", &Row::carbon, "cli.option_tco_carbon"),
      option<Row>("--pue", &Row::pue, "cli.option_tco_pue"),
      option<Row>("--hosting", &Row::hosting, "cli.option_tco_hosting"),
      option<Row>("--resale", &Row::resale, "cli.option_tco_resale"),
      option<Row>("--server-price", &Row::server_price, "cli.option_tco_server_price"),
      option<Row>("--server-power", &Row::server_power, "cli.option_tco_server_power"),
      option<Row>("--condition", &Row::condition, "cli.option_tco_condition"),
      option<Row>("--price", &Row::prices, "cli.option_tco_price"),
      option<Row>("--rent", &Row::rent, "cli.option_tco_rent"),
      option<Row>("--price-file", &Row::price_file, "cli.option_tco_price_file", "FILE"),
      option<Row>("--explain", &Row::is_explained, "cli.option_tco_explain")};
  return table;
}

}  // namespace wgf::answers
