// SPDX-License-Identifier: MIT
#include "answers/network/memory_refusals.h"

#include <string>
#include <utility>

#include "advisor/predict/possible_cases.h"
#include "base/error.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using Given = std::pair<const char*, bool>;  // an option, and whether it was typed

template <typename List>
void refuse(const List& options, const char* key, const std::string& what) {
  for (const auto& [option, is_given] : options)
    if (is_given) throw Error({key, {{"option", option}, {"what", what}}}, ExitCode::usage);
}

}  // namespace

void refuse_of_other_tasks(const MemoryOptions& options, advisor::Task task) {
  const Given of_training[] = {{"--optimizer", !options.optimizer.empty()},
                               {"--recipe", !options.recipe.empty()},
                               {"--recompute", !options.recompute.empty()},
                               {"--zero", !options.zero.empty()},
                               {"--fsdp", options.is_fsdp},
                               {"--vpp", !options.vpp.empty()},
                               {"--offload", options.is_offloaded},
                               {"--accumulate", options.accumulates}};
  const Given of_adapters[] = {{"--lora-rank", !options.lora_rank.empty()}};
  const Given of_serving[] = {{"--kv-precision", !options.cache_precision.empty()}};
  const std::string name(to_text(task));
  const bool is_serving = task == advisor::Task::infer;
  const Given of_whole_training[] = {{"--software", !options.software.empty()}};
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

void refuse_of_layers(const MemoryOptions& options, const std::string& name) {
  const Given of_layers[] = {{"--seq", !options.sequence.empty()},
                             {"--recompute", !options.recompute.empty()},
                             {"--no-flash", options.has_no_flash},
                             {"--software", !options.software.empty()},
                             {"--kv-precision", !options.cache_precision.empty()},
                             {"--tp", !options.tp.empty()},
                             {"--pp", !options.pp.empty()},
                             {"--vpp", !options.vpp.empty()},
                             {"--cp", !options.cp.empty()},
                             {"--ep", !options.ep.empty()},
                             {"--task lora, qlora", lower_case(options.task).ends_with("lora")}};
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
