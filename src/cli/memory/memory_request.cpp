// SPDX-License-Identifier: MIT
#include "cli/memory/memory_request.h"

#include <algorithm>
#include <cmath>

#include "advisor/network/assumed_network.h"
#include "advisor/network/catalog_network.h"
#include "advisor/network/hugging_face.h"
#include "base/files.h"
#include "base/printable.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/lists/list_filters.h"
#include "cli/memory/memory_refusals.h"
#include "cli/option_values.h"

namespace wgf::cli {
namespace {

using advisor::MemoryCase;
using advisor::Network;

constexpr std::int64_t largest_count = 1'000'000'000;
constexpr double usual_sequence = 2048;  // where none is given and the model takes it

template <typename Value>
void parse_choice(const char* option, const std::string& text,
                  std::optional<Value> (*parse)(std::string_view),
                  const std::vector<std::string>& known, Value& out) {
  if (text.empty()) return;
  check_choice(option, lower_case(text), known);
  out = *parse(lower_case(text));
}

void parse_layout(const MemoryOptions& options, advisor::Layout& layout) {
  layout.tp = parse_optional_count("--tp", options.tp).value_or(1);
  layout.pp = parse_optional_count("--pp", options.pp).value_or(1);
  layout.cp = parse_optional_count("--cp", options.cp).value_or(1);
  layout.ep = parse_optional_count("--ep", options.ep).value_or(1);
  layout.dp = parse_optional_count("--dp", options.dp).value_or(1);
  if ((std::int64_t{1} * layout.tp * layout.cp * layout.dp) % layout.ep != 0)
    throw Error(
        {"footprint.ep_not_divisible",
         {{"ep", std::to_string(layout.ep)}, {"gpus", std::to_string(layout.gpus() / layout.pp)}}},
        ExitCode::usage);
}

void parse_zero(const MemoryOptions& options, MemoryCase& one) {
  constexpr int fully_sharded = 3;
  one.is_fsdp = options.is_fsdp;
  one.is_offloaded = options.is_offloaded;
  one.zero = options.is_fsdp ? fully_sharded : 0;
  if (options.zero.empty()) return;
  const std::int64_t zero = parse_count("--zero", options.zero, 0);
  if (zero > fully_sharded)
    throw Error({"footprint.unknown_zero", {{"value", options.zero}}}, ExitCode::usage);
  if (options.is_fsdp && zero != fully_sharded)
    throw Error({"footprint.fsdp_is_zero_3", {{"value", options.zero}}}, ExitCode::usage);
  one.zero = static_cast<int>(zero);
}

MemoryCase parse_case(const MemoryOptions& options) {
  MemoryCase one;
  parse_choice("--task", parse_task_word(options.task, "train", "infer"), advisor::parse_task,
               {"train", "infer", "lora", "qlora"}, one.task);
  parse_choice("--precision", options.precision, advisor::parse_precision,
               {"fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "fp4", "nf4"},
               one.precision);
  // The four bits of QLoRA are NF4.
  if (one.task == advisor::Task::qlora && one.precision > advisor::Precision::int8)
    one.precision = advisor::Precision::nf4;
  parse_choice("--optimizer", options.optimizer, advisor::parse_optimizer,
               {"adamw", "adam", "sgd", "momentum", "adafactor", "adamw-8bit", "adam-8bit"},
               one.optimizer);
  parse_choice("--recompute", options.recompute, advisor::parse_recompute,
               {"none", "selective", "full"}, one.recompute);
  refuse_of_other_tasks(options, one.task);
  parse_layout(options, one.layout);
  parse_zero(options, one);
  one.recipe = advisor::usual_recipe(one);
  parse_choice("--recipe", options.recipe, advisor::parse_recipe,
               {"fp32", "autocast", "mixed", "megatron", "megatron-16", "pure"}, one.recipe);
  one.recompute = as_run_by(one.recompute, is_megatron(one));
  if (!options.cache_precision.empty()) {
    one.cache_precision.emplace();
    parse_choice("--kv-precision", options.cache_precision, advisor::parse_precision,
                 {"fp32", "bf16", "fp16", "fp8", "int8", "int4"}, *one.cache_precision);
  }
  one.batch = parse_optional_count("--batch-size", options.batch_size).value_or(1);
  if (one.batch > advisor::most_batch)
    throw Error(
        {"footprint.too_large", {{"option", "--batch-size"}, {"value", options.batch_size}}},
        ExitCode::usage);
  one.lora_rank = parse_optional_count("--lora-rank", options.lora_rank).value_or(one.lora_rank);
  one.accumulates = options.accumulates;
  one.has_flash_attention = !options.has_no_flash;
  if (one.task == advisor::Task::train && one.precision > advisor::Precision::fp8)
    throw Error({"footprint.no_training_in", {{"precision", options.precision}}}, ExitCode::usage);
  return one;
}

Network network_of_params(const MemoryOptions& options) {
  const std::int64_t params = parse_parameters("--params", options.params);
  Network network = advisor::network_of_size(
      params, {.layers = parse_optional_count("--layers", options.layers),
               .hidden = parse_optional_count("--hidden", options.hidden),
               .ffn_hidden = parse_optional_count("--ffn-hidden", options.ffn_hidden),
               .heads = parse_optional_count("--heads", options.heads),
               .kv_heads = parse_optional_count("--kv-heads", options.kv_heads),
               .vocab = parse_optional_count("--vocab", options.vocab)});
  network.name = options.params;
  return network;
}

void take_model(MemoryRequest& request, const MemoryOptions& options,
                const catalog::ModelCatalog& models) {
  const catalog::ModelChoice choice = catalog::one_model(models, options.model);
  request.name = choice.model->id;
  if (choice.note) request.notes.push_back(*choice.note);
  request.network = advisor::network_of(*choice.model);
  request.params = static_cast<double>(*choice.model->params_total);
  request.totals = {request.params, choice.model->activation_bytes_per_sample};
  request.is_of_images = choice.model->kind == catalog::ModelKind::vit;
  request.gflops_forward = choice.model->gflops_forward_224;
  request.runs_as = choice.model->runnable;
}

void take_network(MemoryRequest& request, Network network) {
  request.name = network.name;
  request.params = static_cast<double>(advisor::count_parameters(network).total());
  request.network = std::move(network);
}

void take_config(MemoryRequest& request, const std::string& file) {
  const std::string text = read_file(file);
  take_network(request, advisor::network_from_config(text, file));
  if (advisor::is_language_alone(text))
    request.notes.push_back({"network.language_alone", {{"model", request.name}}});
  request.stored = advisor::stored_format(text);
}

void take_stored_precision(MemoryRequest& request) {
  if (request.one.task != advisor::Task::infer) return;
  advisor::Precision& precision = request.one.precision;
  precision = advisor::parse_precision(request.stored->precision).value_or(precision);
  request.notes.push_back(stored_note(request, to_text(precision)));
}

void take_sequence(MemoryRequest& request, const MemoryOptions& options) {
  const std::optional<int> given = parse_optional_length("--seq", options.sequence);
  request.is_sequence_given = given.has_value();
  if (!request.network) return refuse_of_layers(options, request.name);
  const double most = request.network->max_sequence.value_or(1 << 30);
  request.one.sequence = given ? *given : std::min(usual_sequence, most);
  advisor::check_case(*request.network, request.one);
  // Each rank of context parallelism takes a piece from either half of a sequence.
  const int cp = request.one.layout.cp, pieces = 2 * cp;
  if (cp > 1 && std::fmod(request.one.sequence, pieces) != 0)
    throw Error({"footprint.cp_not_divisible",
                 {{"cp", std::to_string(cp)},
                  {"pieces", std::to_string(pieces)},
                  {"sequence", advisor::whole_text(request.one.sequence)}}},
                ExitCode::usage);
}

}  // namespace

std::optional<int> parse_optional_count(const char* option, const std::string& value) {
  if (value.empty()) return std::nullopt;
  const std::int64_t count = parse_count(option, value, 1);
  if (count > largest_count)
    throw Error({"footprint.too_large", {{"option", option}, {"value", value}}}, ExitCode::usage);
  return static_cast<int>(count);
}

std::optional<int> parse_optional_length(const char* option, const std::string& value) {
  constexpr std::int64_t thousand_of_contexts = 1024;
  if (!lower_case(value).ends_with('k')) return parse_optional_count(option, value);
  const auto count = parse_integer(value.substr(0, value.size() - 1));
  if (!count || *count < 1 || *count > largest_count / thousand_of_contexts)
    return parse_optional_count(option, value);
  return static_cast<int>(*count * thousand_of_contexts);
}

bool MemoryRequest::is_served_as_published() const {
  return one.task == advisor::Task::infer && network &&
         advisor::keeps_mxfp4_experts(*network, one.precision);
}

bool MemoryRequest::has_states_alone() const {
  return !engine && !network && !totals.activations_per_sample;
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

Message stored_note(const MemoryRequest& request, std::string_view precision) {
  const advisor::StoredFormat& stored = *request.stored;
  Message note{"network.unknown_format",
               {{"model", request.name},
                {"method", printable(stored.method)},
                {"precision", std::string(precision)}}};
  if (stored.precision.empty()) return note;
  note.key = "network.stored_format";
  note.args.emplace_back("stored", stored.precision);
  return note;
}

std::int64_t parse_parameters(std::string_view option, std::string_view value) {
  std::string digits = lower_case(trim(value));
  double factor = 1;
  constexpr std::pair<char, double> units[] = {{'k', 1e3}, {'m', 1e6}, {'b', 1e9}, {'t', 1e12}};
  for (const auto& [unit, times] : units) {
    if (!digits.ends_with(unit)) continue;
    digits.pop_back();
    factor = times;
    break;
  }
  const double params = std::round(parse_number(digits).value_or(0) * factor);
  if (!(params >= 1e5 && params <= 1e14))
    throw Error({"footprint.bad_parameters",
                 {{"option", std::string(option)}, {"value", std::string(value)}}},
                ExitCode::usage);
  return static_cast<std::int64_t>(params);
}

MemoryRequest parse_network_request(const MemoryOptions& options,
                                    const catalog::ModelCatalog& models) {
  const bool has_model = !options.model.empty(), has_config = !options.config.empty(),
             has_params = !options.params.empty();
  if (has_model + has_config + has_params != 1)
    throw Error({"footprint.one_network", {}}, ExitCode::usage);
  if (!has_params) refuse_shape(options);
  MemoryRequest request;
  request.one = parse_case(options);
  if (has_model) take_model(request, options, models);
  if (has_config) take_config(request, options.config);
  if (has_params) take_network(request, network_of_params(options));
  take_sequence(request, options);
  return request;
}

MemoryRequest parse_memory_request(const MemoryOptions& options,
                                   const catalog::ModelCatalog& models) {
  MemoryRequest request = parse_network_request(options, models);
  if (request.is_served_as_published()) request.one.precision = advisor::Precision::fp4;
  if (request.stored && options.precision.empty()) take_stored_precision(request);
  if (options.is_of_engine) take_engine(request, options);
  return request;
}

void add_network_options(Command& command, MemoryOptions& options, Context& context) {
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

void add_memory_options(Command& command, MemoryOptions& options, Context& context) {
  add_network_options(command, options, context);
  const auto text = [&](const char* name, std::string& value, const char* key) {
    command.text(name, value, context.text(std::string("footprint.option_") + key));
  };
  text("--task", options.task, "task");
  text("-b,--batch-size", options.batch_size, "batch_size");
  text("--seq", options.sequence, "seq");
  text("--precision", options.precision, "precision");
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
  text("--cp", options.cp, "cp");
  text("--ep", options.ep, "ep");
  text("--dp", options.dp, "dp");
  command.flag("--engine", options.is_of_engine, context.text("footprint.option_engine"));
  command.list("--gpu", options.gpus, context.text("footprint.option_gpu"));
  command.flag("--explain", options.is_explained, context.text("footprint.option_explain"));
  add_json_flag(command, context);
}

}  // namespace wgf::cli
