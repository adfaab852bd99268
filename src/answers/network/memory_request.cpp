// SPDX-License-Identifier: MIT
#include "answers/network/memory_request.h"

#include <algorithm>
#include <cmath>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/network/assumed_network.h"
#include "advisor/network/bounds.h"
#include "advisor/network/catalog_network.h"
#include "advisor/network/expert_twin.h"
#include "advisor/network/hugging_face.h"
#include "advisor/predict/possible_cases.h"
#include "answers/network/memory_refusals.h"
#include "base/files.h"
#include "base/printable.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::MemoryCase;
using advisor::Network;

constexpr double usual_sequence = 2048;  // where none is given and the model takes it

Network network_of_params(const MemoryOptions& options) {
  const std::int64_t params = parse_parameters("--params", options.params);
  Network network = advisor::network_of_size(
      params,
      {.layers = parse_optional_count("--layers", options.layers, advisor::most_layers),
       .hidden = parse_optional_count("--hidden", options.hidden, advisor::most_width),
       .ffn_hidden = parse_optional_count("--ffn-hidden", options.ffn_hidden, advisor::most_width),
       .heads = parse_optional_count("--heads", options.heads, advisor::most_heads),
       .kv_heads = parse_optional_count("--kv-heads", options.kv_heads, advisor::most_heads),
       .vocab = parse_optional_count("--vocab", options.vocab, advisor::most_vocabulary)});
  network.name = options.params;
  return network;
}

// Of a checkpoint that is served so; who trains has the format that --precision says.
void take_format_of_name(MemoryRequest& request, const catalog::ModelChoice& choice,
                         const std::string& typed) {
  constexpr std::string_view known[] = {"bf16", "fp16", "fp8", "int8", "int4", "fp4", "nf4"};
  const std::string_view named = choice.format ? choice.format->precision : "";
  // Experts in MXFP4 are served so, whatever a name says.
  const bool is_16_bits_of_mxfp4 = choice.model->has_mxfp4_experts && named.ends_with("16");
  const bool is_read = request.one.task == advisor::Task::infer && !is_16_bits_of_mxfp4 &&
                       std::find(std::begin(known), std::end(known), named) != std::end(known);
  request.notes = is_read ? choice.notes : choice.notes_without_format(typed);
  if (!is_read) return;
  if (request.notes.empty())  // else they say which model was taken
    request.notes.push_back({"catalog.taken_as", {{"name", typed}, {"chosen", request.name}}});
  request.stored = {choice.format->words, named, false};
}

void take_model(MemoryRequest& request, const std::string& typed,
                const catalog::ModelCatalog& models) {
  const catalog::ModelChoice choice = catalog::one_model(models, typed);
  request.name = choice.model->id;
  request.network = advisor::network_of(choice);
  request.params = static_cast<double>(*choice.model->params_total);
  request.totals = {request.params, choice.model->activation_bytes_per_sample};
  request.is_of_images = choice.model->kind == catalog::ModelKind::vit;
  request.gflops_forward = choice.model->gflops_forward_224;
  request.runs_as = choice.model->runnable;
  if (!choice.model->published_in.empty()) request.stored = {"", choice.model->published_in, false};
  take_format_of_name(request, choice, typed);
}

void take_network(MemoryRequest& request, Network network) {
  request.name = network.name;
  request.params = static_cast<double>(advisor::count_parameters(network).total());
  request.network = std::move(network);
}

void take_config(MemoryRequest& request, const ConfigFile& file) {
  take_network(request, advisor::network_from_config(file.text, file.name));
  if (advisor::is_language_alone(file.text))
    request.notes.push_back({"network.language_alone", {{"model", request.name}}});
  request.stored = advisor::stored_format(file.text);
  if (request.network->wide.is_all()) request.stored.reset();  // its list names every matrix
  if (request.stored && request.stored->is_in_groups_of_32) request.network->published_in = "int4";
}

void take_stored_precision(MemoryRequest& request) {
  if (request.one.task != advisor::Task::infer) return;
  advisor::Precision& precision = request.one.precision;
  precision = advisor::parse_precision(request.stored->precision).value_or(precision);
  request.notes.push_back(stored_note(request, to_text(precision)));
}

// What the checkpoint is published in: "fp8, MXFP4" of experts in four bits among 8; empty: 16 bits
// or not known.
std::string published_formats(const MemoryRequest& request) {
  std::string formats(request.stored ? request.stored->precision : "");
  if (!request.network || !request.network->has_mxfp4_experts) return formats;
  return formats.empty() ? "MXFP4" : formats + ", MXFP4";
}

// The weights are in the precision that was typed; where the checkpoint is in another one, all of
// them, experts too, and that is said.
void take_typed_precision(MemoryRequest& request) {
  const std::string published = published_formats(request);
  if (request.one.task != advisor::Task::infer || published.empty()) return;
  const std::string_view typed = to_text(*request.asked.precision);
  const bool has_mxfp4 = request.network && request.network->has_mxfp4_experts;
  const bool is_stored_so = (request.stored && request.stored->precision == typed) ||
                            (has_mxfp4 && request.asked.precision == advisor::Precision::fp4);
  if (is_stored_so) return;
  request.one.unpacks_experts = has_mxfp4;
  request.notes.push_back(
      {"network.typed_precision",
       {{"model", request.name}, {"stored", published}, {"precision", std::string(typed)}}});
}

void take_sequence(MemoryRequest& request) {
  const std::optional<int> given = request.asked.sequence;
  request.is_sequence_given = given.has_value();
  if (!request.network) return refuse_of_layers(request.asked, request.name);
  const double most = request.network->max_sequence.value_or(1 << 30);
  request.one.sequence = given ? *given : std::min(usual_sequence, most);
  advisor::check_case(*request.network, request.one);
  const advisor::Layout& layout = request.one.layout;
  if (const std::int64_t gpus = layout.gpus() / layout.pp; gpus % layout.ep != 0)
    throw Error({"footprint.ep_not_divisible",
                 {{"ep", std::to_string(layout.ep)}, {"gpus", std::to_string(gpus)}}},
                ExitCode::usage);
  if (advisor::has_adapters(request.one) && request.one.lora_rank > request.network->hidden)
    throw Error({"footprint.rank_too_large",
                 {{"rank", std::to_string(request.one.lora_rank)},
                  {"model", request.name},
                  {"hidden", std::to_string(request.network->hidden)}}},
                ExitCode::usage);
  // Each rank of context parallelism takes a piece from either half of a sequence.
  const int cp = layout.cp, pieces = 2 * cp;
  if (cp > 1 && std::fmod(request.one.sequence, pieces) != 0)
    throw Error({"footprint.cp_not_divisible",
                 {{"cp", std::to_string(cp)},
                  {"pieces", std::to_string(pieces)},
                  {"sequence", advisor::whole_text(request.one.sequence)}}},
                ExitCode::usage);
}

bool may_interleave(const MemoryRequest& request) {
  const MemoryCase& one = request.one;
  return request.network && is_training(one) && request.is_of_megatron() && one.layout.pp > 1 &&
         advisor::most_chunks(request.network->layer_count(), one.layout.pp) > 1;
}

}  // namespace

bool MemoryRequest::is_served_as_published() const {
  return one.task == advisor::Task::infer && network && advisor::keeps_mxfp4_experts(*network, one);
}

bool MemoryRequest::generates() const {
  return network && network->is_causal && !network->has_cross_attention();
}

bool MemoryRequest::has_states_alone() const {
  const bool has_decoder_cache =
      one.task == advisor::Task::infer && network && network->has_cross_attention();
  return !engine && (has_decoder_cache || (!network && !totals.activations_per_sample));
}

advisor::MemoryEstimate MemoryRequest::estimate(const MemoryCase& changed) const {
  if (engine) return advisor::estimate_engine_memory(params, *engine, changed);
  if (!network && advisor::has_adapters(changed))
    throw Error({"footprint.needs_layers", {{"option", "--task lora"}, {"what", name}}},
                ExitCode::usage);
  if (!network) return advisor::estimate_memory(totals, changed);
  advisor::check_case(*network, changed);
  return advisor::estimate_memory(*network, changed);
}

bool MemoryRequest::is_of_megatron() const {
  if (software) return is_megatron(*software);
  constexpr advisor::Software usual = advisor::Software::transformer_engine;
  return is_megatron(one) && one.zero <= advisor::most_zero(usual, one.layout.pp);
}

Message stored_note(const MemoryRequest& request, std::string_view precision) {
  const advisor::StoredFormat& stored = *request.stored;
  Message note{"network.unknown_format",
               {{"model", request.name},
                {"method", printable(stored.method)},
                {"precision", std::string(precision)}}};
  if (stored.precision.empty()) return note;
  const bool names_itself = lower_case(stored.method) == stored.precision;
  note.key = stored.method.empty() ? "network.published_format"
             : names_itself        ? "network.stored_plainly"
                                   : "network.stored_format";
  note.args.emplace_back("stored", stored.precision);
  return note;
}

AskedNetwork parse_asked_network(const MemoryOptions& options) {
  const bool has_model = !options.model.empty(), has_config = !options.config.empty(),
             has_params = !options.params.empty();
  if (has_model + has_config + has_params != 1) throw_usage("footprint.one_network");
  if (!has_params) refuse_shape(options);
  AskedNetwork network;
  if (options.config_text.empty())
    network.model = options.model;
  else
    network.config = ConfigFile{options.model, options.config_text};
  if (has_config) network.config = read_config_file(options.config);
  if (has_params) network.of_size = network_of_params(options);
  network.experts = parse_optional_count("--experts", options.experts);
  return network;
}

MemoryRequest network_request(const AskedNetwork& network, const AskedCase& asked,
                              const catalog::ModelCatalog& models) {
  MemoryRequest request;
  request.asked = asked;
  request.one = case_of(asked);
  request.software = asked.software;
  if (!network.model.empty()) take_model(request, network.model, models);
  if (network.config) take_config(request, *network.config);
  if (network.of_size) take_network(request, *network.of_size);
  if (network.experts && request.network)
    take_network(request, advisor::with_experts(*request.network, *network.experts));
  if (request.network && request.network->has_sparse_attention)
    request.notes.push_back({"network.sparse_attention", {{"model", request.name}}});
  request.are_chunks_open = !asked.vpp && may_interleave(request);
  if (asked.is_fsdp && asked.zero) request.notes.push_back({"footprint.fsdp_and_zero_3", {}});
  take_sequence(request);
  return request;
}

MemoryRequest memory_request(const AskedNetwork& network, const AskedCase& asked,
                             const catalog::ModelCatalog& models) {
  MemoryRequest request = network_request(network, asked, models);
  complete_request(request);
  return request;
}

MemoryRequest parse_network_request(const MemoryOptions& options,
                                    const catalog::ModelCatalog& models) {
  const AskedNetwork network = parse_asked_network(options);
  return network_request(network, parse_asked_case(options), models);
}

void complete_request(MemoryRequest& request) {
  if (request.asked.precision) {
    take_typed_precision(request);
  } else {
    if (request.is_served_as_published()) request.one.precision = advisor::Precision::fp4;
    if (request.stored) take_stored_precision(request);
  }
  if (request.asked.is_of_engine) take_engine(request);
}

}  // namespace wgf::answers
