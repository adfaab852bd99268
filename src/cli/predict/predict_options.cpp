// SPDX-License-Identifier: MIT
#include "cli/predict/predict_options.h"

#include "cli/option_table.h"
#include "cli/predict/predict_goodput_text.h"
#include "cli/service/service_options.h"

namespace wgf::cli {

void add_predict_options(Command& command, answers::PredictOptions& options, Context& context) {
  const auto help = [&](const char* key) {
    return context.text(std::string("predict.option_") + key);
  };
  const auto shared = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("footprint.option_") + key));
  };
  answers::MemoryOptions& network = options.network;
  add_options(command, answers::network_options(), network, context);
  command.text("--task", network.task, help("task"));
  command.list("--gpu", options.gpus, help("gpu"));
  command.flag("--all-gpus", options.has_all_gpus, help("all_gpus"));
  command.text("--gpus", options.gpu_count, help("gpus"));
  command.list("-b,--batch-size", options.batch_sizes, help("batch_size"));
  command.text("--global-batch", options.global_batch, help("global_batch"));
  shared("--seq", network.sequence, "seq");
  command.list("--precision", options.precisions, help("precision"));
  command.text("--software", options.software, help("software"));
  shared("--optimizer", network.optimizer, "optimizer");
  command.text("--recompute", network.recompute, help("recompute"));
  shared("--recipe", network.recipe, "recipe");
  command.text("--zero", network.zero, help("zero"));
  command.flag("--fsdp", network.is_fsdp, context.text("footprint.option_fsdp"));
  for (const auto& [name, value] : {std::pair("--tp", &network.tp),
                                    {"--pp", &network.pp},
                                    {"--vpp", &network.vpp},
                                    {"--cp", &network.cp},
                                    {"--ep", &network.ep},
                                    {"--dp", &network.dp}})
    command.text(name, *value, help(name + 2));
  command.text("--tokens,--train-tokens", options.tokens, help("tokens"));
  command.text("--price-file", options.price_file, context.text("cli.option_tco_price_file"),
               "FILE");
  command.flag("--scaling", options.has_scaling, help("scaling"));
  command.flag("--calibrated", options.is_calibrated,
               context.text("calibration.option_calibrated"));
  add_goodput_options(command, options.goodput, context);
  add_service_options(command, options.serving, context);
  command.flag("--explain", options.is_explained, help("explain"));
  add_json_flag(command, context);
}

void add_goodput_options(Command& command, answers::GoodputOptions& options, Context& context) {
  const auto help = [&](const char* key) {
    return context.text(std::string("goodput.option_") + key);
  };
  command.flag("--goodput", options.is_asked, help("goodput"));
  command.flag("--spot", options.has_spot, help("spot"));
  command.text("--mtbf", options.mtbf, help("mtbf"));
  command.text("--checkpoint-time", options.checkpoint, help("checkpoint_time"));
  command.text("--checkpoint-every", options.interval, help("checkpoint_every"));
  command.text("--restart-time", options.restart, help("restart_time"));
}

}  // namespace wgf::cli
