// SPDX-License-Identifier: MIT
// list-models: the networks of the catalogue, and under which name the program runs them.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "answers/json/json_values.h"
#include "base/choices.h"
#include "base/figures.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "report/table.h"
#include "results/json_print.h"
#include "runner/model_config.h"

namespace wgf::cli {
namespace {

using catalog::Model;
using Json = nlohmann::ordered_json;
using Models = std::vector<const Model*>;

struct ModelListOptions {
  std::vector<std::string> names, types;
  std::string sort;
  bool only_runnable = false;
};

std::vector<std::string> known_types() {
  const auto types = catalog::model_types();
  return {types.begin(), types.end()};
}

double sort_number(const Model& model, std::string_view field) {
  if (field == "params") return static_cast<double>(model.params_total.value_or(0));
  if (field == "layers") return model.layers.value_or(0);
  return model.gflops_forward_224.value_or(0);
}

void sort_models(Models& models, const std::string& field) {
  static const std::vector<std::string> fields{"id",     "family", "kind",
                                               "params", "layers", "gflops"};
  check_choice("--sort", field, fields);
  std::stable_sort(models.begin(), models.end(), [&](const Model* a, const Model* b) {
    if (field == "id") return a->id < b->id;
    if (field == "family") return a->family < b->family;
    if (field == "kind") return to_text(a->kind) < to_text(b->kind);
    return sort_number(*a, field) > sort_number(*b, field);
  });
}

Models named_models(const catalog::ModelCatalog& all, const std::vector<std::string>& names) {
  Models models;
  for (const std::string& name : names) {
    for (const Model* model : catalog::find_models(all, name)) {
      if (std::find(models.begin(), models.end(), model) == models.end()) models.push_back(model);
    }
  }
  if (names.empty()) {
    for (const Model& model : all.models) models.push_back(&model);
  }
  return models;
}

Models chosen_models(const catalog::ModelCatalog& all, const ModelListOptions& options) {
  Models models = named_models(all, options.names);
  for (const std::string& type : options.types) check_choice("--type", type, known_types());
  std::erase_if(models, [&](const Model* model) {
    const auto has_type = [&](const std::string& type) { return is_of_type(*model, type); };
    const bool is_wanted_type =
        options.types.empty() || std::any_of(options.types.begin(), options.types.end(), has_type);
    return !is_wanted_type || (options.only_runnable && model->runnable.empty());
  });
  if (!options.sort.empty()) sort_models(models, options.sort);
  return models;
}

Json shape_json(const Model& model) {
  return {{"layers", answers::or_null(model.layers)},
          {"hidden", answers::or_null(model.hidden)},
          {"ffn_hidden", answers::or_null(model.ffn_hidden)},
          {"heads", answers::or_null(model.heads)},
          {"kv_heads", answers::or_null(model.kv_heads)},
          {"head_dim", answers::or_null(model.head_dim)},
          {"vocab", answers::or_null(model.vocab)},
          {"max_seq", answers::or_null(model.max_seq)}};
}

Json mixture_json(const Model& model) {
  if (!model.mixture) return nullptr;
  return {{"experts", model.mixture->experts},
          {"per_token", model.mixture->experts_per_token},
          {"ffn_hidden", model.mixture->ffn_hidden},
          {"shared", answers::or_null(model.mixture->shared_experts)},
          {"first_dense_layers", answers::or_null(model.mixture->first_dense_layers)}};
}

Json model_json(const Model& model) {
  return {{"id", model.id},
          {"family", model.family},
          {"kind", to_text(model.kind)},
          {"aliases", model.aliases},
          {"twins", model.twins},
          {"twins_max_seq", answers::or_null(model.twins_max_seq)},
          {"runnable", answers::or_null(model.runnable)},
          {"llm", runner::has_model_config(model)},
          {"params_total", answers::or_null(model.params_total)},
          {"params_active", answers::or_null(model.params_active)},
          {"shape", shape_json(model)},
          {"tie_embeddings", answers::or_null(model.tie_embeddings)},
          {"mlp_gated", answers::or_null(model.mlp_gated)},
          {"norm", answers::or_null(model.norm)},
          {"pos_embedding", answers::or_null(model.pos_embedding)},
          {"attention", answers::or_null(model.attention)},
          {"moe", mixture_json(model)},
          {"kv_lora_rank", answers::or_null(model.kv_lora_rank)},
          {"qk_rope_head_dim", answers::or_null(model.qk_rope_head_dim)},
          {"gflops_forward_224", answers::or_null(model.gflops_forward_224)},
          {"source", model.source},
          {"notes", answers::or_null(model.notes)}};
}

// "25.6M", "70.6B": four digits say enough in a table; JSON has the exact count.
std::string count_text(const std::optional<std::int64_t>& count) {
  if (!count) return "-";
  const auto value = static_cast<double>(*count);
  if (value >= 1e9) return compact_number(value / 1e9) + "B";
  return value >= 1e6 ? compact_number(value / 1e6) + "M" : compact_number(value / 1e3) + "K";
}

// The name that run and the tasks take, or the command that measures decoders.
std::string runs_as(const Model& model) {
  if (!model.runnable.empty()) return model.runnable;
  return runner::has_model_config(model) ? "llm" : "";
}

report::Table model_table(const Models& models, const Context& context) {
  using report::Align;
  report::Table table{{{context.text("cli.column_model")},
                       {context.text("cli.column_family")},
                       {context.text("cli.column_kind")},
                       {context.text("cli.column_parameters"), Align::right},
                       {context.text("cli.column_layers"), Align::right},
                       {context.text("cli.column_gflops"), Align::right},
                       {context.text("cli.column_runnable")}},
                      {}};
  for (const Model* model : models) {
    table.rows.push_back(
        {model->id, model->family, std::string(to_text(model->kind)),
         count_text(model->params_total), model->layers ? std::to_string(*model->layers) : "-",
         model->gflops_forward_224 ? compact_number(*model->gflops_forward_224) : "-",
         runs_as(*model)});
  }
  return table;
}

std::string models_json(const Models& models) {
  Json list = Json::array();
  for (const Model* model : models) list.push_back(model_json(*model));
  return results::indented(list);
}

std::string models_text(const Models& models, const Context& context) {
  if (models.empty()) return context.text("cli.nothing_found") + "\n";
  return report::to_terminal(model_table(models, context));
}

}  // namespace

void add_list_models_command(Command& program, Context& context) {
  Command command = program.add_command("list-models", context.text("cli.list_models_description"));
  auto options = std::make_shared<ModelListOptions>();
  command.list("names,--family", options->names, context.text("cli.option_model_names"));
  const Message types{"cli.option_model_type", {{"types", join(known_types(), ", ")}}};
  command.list("--type", options->types, context.text(types));
  command.flag("--runnable", options->only_runnable, context.text("cli.option_runnable"));
  command.text("--sort", options->sort, context.text("cli.option_sort_models"));
  add_json_flag(command, context);
  command.action([options, &context] {
    const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
    const Models models = chosen_models(catalog.models(), *options);
    const std::string text = context.json ? models_json(models) : models_text(models, context);
    print(text);
  });
}

}  // namespace wgf::cli
