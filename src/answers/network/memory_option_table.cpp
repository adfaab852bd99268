// SPDX-License-Identifier: MIT
#include "answers/network/memory_options.h"

namespace wgf::answers {

const OptionTable<MemoryOptions>& network_options() {
  using Row = MemoryOptions;
  static const OptionTable<Row> table{
      option<Row>("-m,--model", &Row::model, "footprint.option_model"),
      option<Row>("--config", &Row::config, "footprint.option_config"),
      option<Row>("--params", &Row::params, "footprint.option_params"),
      option<Row>("--layers", &Row::layers, "footprint.option_layers"),
      option<Row>("--hidden", &Row::hidden, "footprint.option_hidden"),
      option<Row>("--ffn-hidden", &Row::ffn_hidden, "footprint.option_ffn_hidden"),
      option<Row>("--heads", &Row::heads, "footprint.option_heads"),
      option<Row>("--kv-heads", &Row::kv_heads, "footprint.option_kv_heads"),
      option<Row>("--vocab", &Row::vocab, "footprint.option_vocab")};
  return table;
}

namespace {

OptionTable<MemoryOptions> with_case(OptionTable<MemoryOptions> table) {
  using Row = MemoryOptions;
  const OptionTable<Row> rows{
      option<Row>("--task", &Row::task, "footprint.option_task"),
      option<Row>("-b,--batch-size", &Row::batch_size, "footprint.option_batch_size"),
      option<Row>("--seq", &Row::sequence, "footprint.option_seq"),
      option<Row>("--precision", &Row::precision, "footprint.option_precision"),
      option<Row>("--software", &Row::software, "footprint.option_software"),
      option<Row>("--recipe", &Row::recipe, "footprint.option_recipe"),
      option<Row>("--optimizer", &Row::optimizer, "footprint.option_optimizer"),
      option<Row>("--recompute", &Row::recompute, "footprint.option_recompute"),
      option<Row>("--zero", &Row::zero, "footprint.option_zero"),
      option<Row>("--fsdp", &Row::is_fsdp, "footprint.option_fsdp"),
      option<Row>("--offload", &Row::is_offloaded, "footprint.option_offload"),
      option<Row>("--accumulate", &Row::accumulates, "footprint.option_accumulate"),
      option<Row>("--no-flash", &Row::has_no_flash, "footprint.option_no_flash"),
      option<Row>("--kv-precision", &Row::cache_precision, "footprint.option_kv_precision"),
      option<Row>("--lora-rank", &Row::lora_rank, "footprint.option_lora_rank"),
      option<Row>("--tp", &Row::tp, "footprint.option_tp"),
      option<Row>("--pp", &Row::pp, "footprint.option_pp"),
      option<Row>("--vpp", &Row::vpp, "footprint.option_vpp"),
      option<Row>("--cp", &Row::cp, "footprint.option_cp"),
      option<Row>("--ep", &Row::ep, "footprint.option_ep"),
      option<Row>("--dp", &Row::dp, "footprint.option_dp"),
      option<Row>("--engine", &Row::is_of_engine, "footprint.option_engine"),
      option<Row>("--gpu", &Row::gpus, "footprint.option_gpu"),
      option<Row>("--explain", &Row::is_explained, "footprint.option_explain")};
  table.insert(table.end(), rows.begin(), rows.end());
  return table;
}

}  // namespace

const OptionTable<MemoryOptions>& memory_options() {
  static const OptionTable<MemoryOptions> table = with_case(network_options());
  return table;
}

}  // namespace wgf::answers
