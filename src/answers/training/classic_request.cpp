// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>

#include "answers/network/memory_refusals.h"
#include "answers/training/classic_answer.h"
#include "base/choices.h"
#include "base/option_values.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::ClassicNetwork;

// BERT is one of the networks whose layers are known: the usual forecast has its length and batch.
bool has_layers(ClassicNetwork network) {
  return network == ClassicNetwork::bert_base || network == ClassicNetwork::bert_large;
}

// Those that no record of the catalogue describes, by their own names.
std::optional<ClassicNetwork> named_network(const std::string& typed) {
  for (int i = 0; i < advisor::classic_network_count; ++i) {
    const auto network = static_cast<ClassicNetwork>(i);
    if (!has_layers(network) && fold_name(to_text(network)) == fold_name(typed)) return network;
  }
  return std::nullopt;
}

void take_network(ClassicRequest& request, ClassicNetwork network) {
  request.network = network;
  request.name = to_text(network);
}

bool take_model(ClassicRequest& request, const std::string& typed,
                const catalog::ModelCatalog& models) {
  if (typed.empty()) return false;
  if (const auto network = named_network(typed)) {
    take_network(request, *network);
    return true;
  }
  const catalog::ModelChoice choice = catalog::one_model(models, typed);
  const auto network = advisor::parse_classic_network(choice.model->id);
  if (!network || has_layers(*network)) return false;
  take_network(request, *network);
  const std::vector<Message> notes = choice.notes_without_format(typed);
  request.notes.insert(request.notes.end(), notes.begin(), notes.end());
  return true;
}

// The published scripts leave no such choice.
void refuse_choices(const PredictOptions& options, const ClassicRequest& request) {
  const MemoryOptions& network = options.network;
  const std::pair<const char*, bool> of_others[] = {
      {"--seq", !network.sequence.empty()},
      {"--optimizer", !network.optimizer.empty()},
      {"--recompute", !network.recompute.empty()},
      {"--recipe", !network.recipe.empty()},
      {"--zero", !network.zero.empty()},
      {"--fsdp", network.is_fsdp},
      {"--tp", !network.tp.empty()},
      {"--pp", !network.pp.empty()},
      {"--vpp", !options.network.vpp.empty()},
      {"--cp", !network.cp.empty()},
      {"--ep", !network.ep.empty()},
      {"--global-batch", !options.global_batch.empty()},
      {"--software", !options.software.empty()},
      {"--tokens", !options.tokens.empty()},
      {"--goodput", options.goodput.is_asked},
      {"--spot", options.goodput.has_spot},
      {"--mtbf", !options.goodput.mtbf.empty()},
      {"--checkpoint-time", !options.goodput.checkpoint.empty()},
      {"--checkpoint-every", !options.goodput.interval.empty()},
      {"--restart-time", !options.goodput.restart.empty()},
      {"--price-file", !options.price_file.empty()},
      {"--calibrated", options.is_calibrated}};
  for (const auto& [option, is_given] : of_others)
    if (is_given)
      throw Error({"predict.classic_option", {{"option", option}, {"model", request.name}}},
                  ExitCode::usage);
}

void take_precisions(ClassicRequest& request, const std::vector<std::string>& typed) {
  request.precisions = typed;
  for (std::string& one : request.precisions) {
    one = lower_case(one);
    check_choice("--precision", one, {"fp32", "tf32", "bf16", "fp16", "fp8", "fp4", "all"});
  }
  const auto all = std::find(request.precisions.begin(), request.precisions.end(), "all");
  if (all != request.precisions.end()) {
    if (request.precisions.size() > 1) throw Error({"predict.all_alone", {}}, ExitCode::usage);
    request.precisions = {"fp32", "fp16"};
  }
  if (request.precisions.empty()) request.precisions = {"fp16"};
}

void take_counts(ClassicRequest& request, const PredictOptions& options) {
  const auto gpus = parse_optional_count("--gpus", options.gpu_count);
  const auto data = parse_optional_count("--dp", options.network.dp);
  if (gpus && data && *gpus != *data)
    throw Error({"predict.layout_product",
                 {{"layout", "--dp " + options.network.dp}, {"gpus", options.gpu_count}}},
                ExitCode::usage);
  request.gpus = gpus.value_or(data.value_or(options.has_scaling ? most_classic_gpus : 1));
  const std::string_view unit = unit_of(request.network);
  const bool is_of_samples = unit == "images/s" || unit == "samples/s";
  if (!options.batch_sizes.empty() && !is_of_samples)
    throw Error(
        {"predict.classic_batch_unit", {{"model", request.name}, {"unit", std::string(unit)}}},
        ExitCode::not_supported);
  for (const std::string& typed : options.batch_sizes)
    request.batches.push_back(parse_optional_count("--batch-size", typed).value_or(1));
}

// As estimate-memory knows the network, where it does.
void take_memory(ClassicRequest& request, const catalog::ModelCatalog& models) {
  if (models.find_id(request.name) == nullptr) return;
  MemoryRequest found = network_request({.model = request.name}, {}, models);
  if (!found.has_states_alone()) request.memory = std::move(found);
}

PredictShape shape_of(const ClassicRequest& request, const PredictOptions& options) {
  const bool has_cards = options.has_all_gpus || request.cards.size() > 1;
  const bool has_precisions = request.precisions.size() > 1;
  if (has_cards + has_precisions + options.has_scaling > 1)
    throw Error({"predict.one_comparison", {}}, ExitCode::usage);
  if (has_cards) return PredictShape::cards;
  if (has_precisions) return PredictShape::precisions;
  return options.has_scaling ? PredictShape::scaling : PredictShape::one;
}

}  // namespace

std::optional<ClassicRequest> parse_classic_request(const PredictOptions& options,
                                                    const catalog::Catalog& catalog) {
  ClassicRequest request;
  if (!take_model(request, options.network.model, catalog.models())) return std::nullopt;
  const std::string& task = options.network.task;
  check_choice("--task", task.empty() ? "train" : parse_task_word(task, "train", "serve"),
               {"train", "serve"});
  refuse_service_options(options.serving);
  refuse_shape(options.network);
  refuse_choices(options, request);
  request.is_explained = options.is_explained;
  take_precisions(request, options.precisions);
  take_counts(request, options);
  take_memory(request, catalog.models());
  request.cards = parse_cards(options, catalog.gpus(), request.notes);
  request.shape = shape_of(request, options);
  return request;
}

}  // namespace wgf::answers
