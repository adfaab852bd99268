// SPDX-License-Identifier: MIT
#include "answers/network/memory_refusals.h"

#include <string>
#include <utility>

#include "advisor/predict/possible_cases.h"
#include "base/error.h"

namespace wgf::answers {
namespace {

using advisor::Task;
using Given = std::pair<const char*, bool>;  // an option, and whether it was typed

template <typename List>
void refuse(const List& options, const char* key, const std::string& what) {
  for (const auto& [option, is_given] : options)
    if (is_given) throw Error({key, {{"option", option}, {"what", what}}}, ExitCode::usage);
}

}  // namespace

void refuse_of_other_tasks(const AskedCase& asked, advisor::Task task) {
  const Given of_training[] = {{"--optimizer", asked.optimizer.has_value()},
                               {"--recipe", asked.recipe.has_value()},
                               {"--recompute", asked.recompute.has_value()},
                               {"--zero", asked.zero.has_value()},
                               {"--fsdp", asked.is_fsdp},
                               {"--vpp", asked.vpp.has_value()},
                               {"--offload", asked.is_offloaded},
                               {"--accumulate", asked.accumulates}};
  const Given of_adapters[] = {{"--lora-rank", asked.lora_rank.has_value()}};
  const Given of_serving[] = {{"--kv-precision", asked.cache_precision.has_value()}};
  const std::string name(to_text(task));
  const bool is_serving = task == advisor::Task::infer;
  const Given of_whole_training[] = {{"--software", asked.software.has_value()}};
  if (is_serving) refuse(of_training, "footprint.not_of_task", name);
  if (task != advisor::Task::train) refuse(of_whole_training, "footprint.not_of_task", name);
  if (!is_serving) refuse(of_serving, "footprint.not_of_task", name);
  if (is_serving || task == advisor::Task::train)
    refuse(of_adapters, "footprint.not_of_task", name);
}

void refuse_shape(const MemoryOptions& options) {
  const Given of_size[] = {
      {"--layers", !options.layers.empty()},         {"--hidden", !options.hidden.empty()},
      {"--ffn-hidden", !options.ffn_hidden.empty()}, {"--heads", !options.heads.empty()},
      {"--kv-heads", !options.kv_heads.empty()},     {"--vocab", !options.vocab.empty()}};
  refuse(of_size, "footprint.only_with_params", options.model.empty() ? "--config" : "--model");
}

void refuse_of_layers(const AskedCase& asked, const std::string& name) {
  const Given of_layers[] = {
      {"--seq", asked.sequence.has_value()},
      {"--recompute", asked.recompute.has_value()},
      {"--no-flash", asked.has_no_flash},
      {"--software", asked.software.has_value()},
      {"--kv-precision", asked.cache_precision.has_value()},
      {"--tp", asked.tp.has_value()},
      {"--pp", asked.pp.has_value()},
      {"--vpp", asked.vpp.has_value()},
      {"--cp", asked.cp.has_value()},
      {"--ep", asked.ep.has_value()},
      {"--task lora, qlora", asked.task == Task::lora || asked.task == Task::qlora}};
  refuse(of_layers, "footprint.needs_layers", name);
}

void refuse_sharded_pipeline(const advisor::MemoryCase& one, advisor::Software software,
                             int stages) {
  if (one.zero <= advisor::most_zero(software, stages)) return;
  const std::string option = one.is_fsdp ? "--fsdp" : "--zero " + std::to_string(one.zero);
  throw Error({"predict.zero_of_pipeline",
               {{"option", option}, {"software", std::string(to_text(software))}}},
              ExitCode::usage);
}

}  // namespace wgf::answers
