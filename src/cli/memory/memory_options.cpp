// SPDX-License-Identifier: MIT
#include "cli/memory/memory_options.h"

namespace wgf::cli {

void add_network_options(Command& command, answers::MemoryOptions& options, Context& context) {
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("footprint.option_") + key));
  };
  text("-m,--model", options.model, "model");
  text("--config", options.config, "config");
  text("--params", options.params, "params");
  text("--layers", options.layers, "layers");
  text("--hidden", options.hidden, "hidden");
  text("--ffn-hidden", options.ffn_hidden, "ffn_hidden");
  text("--heads", options.heads, "heads");
  text("--kv-heads", options.kv_heads, "kv_heads");
  text("--vocab", options.vocab, "vocab");
}

void add_memory_options(Command& command, answers::MemoryOptions& options, Context& context) {
  add_network_options(command, options, context);
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("footprint.option_") + key));
  };
  text("--task", options.task, "task");
  text("-b,--batch-size", options.batch_size, "batch_size");
  text("--seq", options.sequence, "seq");
  text("--precision", options.precision, "precision");
  text("--software", options.software, "software");
  text("--recipe", options.recipe, "recipe");
  text("--optimizer", options.optimizer, "optimizer");
  text("--recompute", options.recompute, "recompute");
  text("--zero", options.zero, "zero");
  command.flag("--fsdp", options.is_fsdp, context.text("footprint.option_fsdp"));
  command.flag("--offload", options.is_offloaded, context.text("footprint.option_offload"));
  command.flag("--accumulate", options.accumulates, context.text("footprint.option_accumulate"));
  command.flag("--no-flash", options.has_no_flash, context.text("footprint.option_no_flash"));
  text("--kv-precision", options.cache_precision, "kv_precision");
  text("--lora-rank", options.lora_rank, "lora_rank");
  text("--tp", options.tp, "tp");
  text("--pp", options.pp, "pp");
  text("--vpp", options.vpp, "vpp");
  text("--cp", options.cp, "cp");
  text("--ep", options.ep, "ep");
  text("--dp", options.dp, "dp");
  command.flag("--engine", options.is_of_engine, context.text("footprint.option_engine"));
  command.list("--gpu", options.gpus, context.text("footprint.option_gpu"));
  command.flag("--explain", options.is_explained, context.text("footprint.option_explain"));
  add_json_flag(command, context);
}

}  // namespace wgf::cli
