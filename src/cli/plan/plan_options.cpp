// SPDX-License-Identifier: MIT
#include "cli/plan/plan_options.h"

#include "cli/option_table.h"

namespace wgf::cli {

void add_plan_options(Command& command, answers::PlanOptions& options, Context& context) {
  const auto help = [&](const char* key) {
    return context.text(std::string("plan.option_") + key);
  };
  answers::MemoryOptions& network = options.network;
  add_options(command, answers::network_options(), network, context);
  command.list("--gpus", options.gpus, help("gpus"));
  command.text("--seq", network.sequence, context.text("footprint.option_seq"));
  command.text("--global-batch", options.global_batch, help("global_batch"));
  command.list("--precision", options.precisions, help("precision"));
  command.text("--optimizer", network.optimizer, context.text("footprint.option_optimizer"));
  command.text("--recipe", network.recipe, help("recipe"));
  for (const auto& [name, value] : {std::pair("--tp", &network.tp),
                                    {"--pp", &network.pp},
                                    {"--vpp", &network.vpp},
                                    {"--cp", &network.cp},
                                    {"--ep", &network.ep},
                                    {"--zero", &network.zero}})
    command.text(name, *value, help(name + 2));
  command.text("--recompute", network.recompute, help("recompute"));
  command.text("--micro-batch", options.micro_batch, help("micro_batch"));
  command.text("--top", options.top, help("top"));
  command.text("--price-file", options.price_file, context.text("cli.option_tco_price_file"),
               "FILE");
  command.flag("--explain", options.is_explained, help("explain"));
  add_json_flag(command, context);
}

}  // namespace wgf::cli
