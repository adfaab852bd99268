// SPDX-License-Identifier: MIT
#include "answers/plan/plan_request.h"

namespace wgf::answers {
namespace {

// A row of the network's part.
OptionRow<PlanOptions> of_network(const char* names, std::string MemoryOptions::*member,
                                  const char* help) {
  return of_part(&PlanOptions::network, option<MemoryOptions>(names, member, help));
}

OptionTable<PlanOptions> with_search(OptionTable<PlanOptions> table) {
  using Network = MemoryOptions;
  using Row = PlanOptions;
  const OptionTable<PlanOptions> rows{
      option<Row>("--gpus", &Row::gpus, "plan.option_gpus"),
      of_network("--seq", &Network::sequence, "footprint.option_seq"),
      option<Row>("--global-batch", &Row::global_batch, "plan.option_global_batch"),
      option<Row>("--precision", &Row::precisions, "plan.option_precision"),
      of_network("--optimizer", &Network::optimizer, "footprint.option_optimizer"),
      of_network("--recipe", &Network::recipe, "plan.option_recipe"),
      of_network("--tp", &Network::tp, "plan.option_tp"),
      of_network("--pp", &Network::pp, "plan.option_pp"),
      of_network("--vpp", &Network::vpp, "plan.option_vpp"),
      of_network("--cp", &Network::cp, "plan.option_cp"),
      of_network("--ep", &Network::ep, "plan.option_ep"),
      of_network("--zero", &Network::zero, "plan.option_zero"),
      of_network("--recompute", &Network::recompute, "plan.option_recompute"),
      option<Row>("--micro-batch", &Row::micro_batch, "plan.option_micro_batch"),
      option<Row>("--top", &Row::top, "plan.option_top"),
      option<Row>("--price-file", &Row::price_file, "cli.option_tco_price_file", "FILE"),
      option<Row>("--calibrated", &Row::is_calibrated, "calibration.option_calibrated"),
      option<Row>("--explain", &Row::is_explained, "plan.option_explain")};
  table.insert(table.end(), rows.begin(), rows.end());
  return table;
}

}  // namespace

const OptionTable<PlanOptions>& plan_options() {
  static const OptionTable<PlanOptions> table = [] {
    OptionTable<PlanOptions> network;
    append_part(network, &PlanOptions::network, network_options());
    return with_search(std::move(network));
  }();
  return table;
}

}  // namespace wgf::answers
