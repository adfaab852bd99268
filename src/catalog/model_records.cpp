// SPDX-License-Identifier: MIT
#include "catalog/model_records.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/record_reader.h"

namespace wgf::catalog {
namespace {

using In = const FieldReader&;

constexpr std::int64_t most_parameters = 100'000'000'000'000;  // 100 trillion
constexpr int most_width = 1'000'000;

ModelKind read_kind(In in) {
  const std::string text = in.text();
  const std::optional<ModelKind> kind = parse_model_kind(text);
  if (!kind) {
    throw_bad_record("catalog.unknown_kind", in.place(), {{"value", text}});
  }
  return *kind;
}

std::vector<std::string> read_groups(In in) {
  std::vector<std::string> groups = in.texts();
  for (const std::string& group : groups) {
    const auto types = model_types();
    if (std::find(types.begin(), types.end(), group) == types.end()) {
      throw_bad_record("catalog.unknown_kind", in.place(), {{"value", group}});
    }
  }
  return groups;
}

Mixture& mixture_of(Model& model) {
  if (!model.mixture) {
    model.mixture.emplace();
  }
  return *model.mixture;
}

SlidingWindow& window_of(Model& model) {
  if (!model.window) {
    model.window.emplace();
  }
  return *model.window;
}

HybridLayers& hybrid_of(Model& model) {
  if (!model.hybrid) {
    model.hybrid.emplace();
  }
  return *model.hybrid;
}

std::string read_biases(In in) {
  constexpr std::string_view known[] = {"none", "qkv", "attention", "mlp", "all"};
  std::string text = in.text();
  if (std::find(std::begin(known), std::end(known), text) == std::end(known)) {
    throw_bad_record("catalog.unknown_biases", in.place(), {{"value", text}});
  }
  return text;
}

std::string_view read_published_format(In in, std::initializer_list<std::string_view> known) {
  const std::string text = in.text();
  const auto found = std::find(known.begin(), known.end(), text);
  if (found == known.end())
    throw_bad_record("catalog.unknown_published_format", in.place(),
                     {{"value", text},
                      {"known", join(std::vector<std::string>(known.begin(), known.end()), ", ")}});
  return *found;
}

template <std::optional<int> Model::*member>
void read_width(In in, Model& out) {
  out.*member = in.integer(1, most_width);
}

constexpr RecordField<Model> model_fields[] = {
    {"id", [](In in, Model& out) { out.id = in.text(); }},
    {"family", [](In in, Model& out) { out.family = in.text(); }},
    {"kind", [](In in, Model& out) { out.kind = read_kind(in); }},
    {"aliases", [](In in, Model& out) { out.aliases = in.texts(); }},
    {"twins", [](In in, Model& out) { out.twins = in.texts(); }},
    {"twins_max_seq", [](In in, Model& out) { out.twins_max_seq = in.integer(1, 1'000'000'000); }},
    {"groups", [](In in, Model& out) { out.groups = read_groups(in); }},
    {"runnable", [](In in, Model& out) { out.runnable = in.text(); }},
    {"params.total", [](In in, Model& out) { out.params_total = in.whole(1, most_parameters); }},
    {"params.active", [](In in, Model& out) { out.params_active = in.whole(1, most_parameters); }},
    {"params.other", [](In in, Model& out) { out.params_other = in.whole(1, most_parameters); }},
    {"shape.layers", read_width<&Model::layers>},
    {"shape.hidden", read_width<&Model::hidden>},
    {"shape.ffn_hidden", read_width<&Model::ffn_hidden>},
    {"shape.heads", read_width<&Model::heads>},
    {"shape.kv_heads", read_width<&Model::kv_heads>},
    {"shape.head_dim", read_width<&Model::head_dim>},
    {"shape.vocab", [](In in, Model& out) { out.vocab = in.integer(1, 100'000'000); }},
    {"shape.max_seq", [](In in, Model& out) { out.max_seq = in.integer(1, 1'000'000'000); }},
    {"shape.positions", read_width<&Model::positions>},
    {"tie_embeddings", [](In in, Model& out) { out.tie_embeddings = in.flag(); }},
    {"mlp_gated", [](In in, Model& out) { out.mlp_gated = in.flag(); }},
    {"norm", [](In in, Model& out) { out.norm = in.text(); }},
    {"pos_embedding", [](In in, Model& out) { out.pos_embedding = in.text(); }},
    {"attention", [](In in, Model& out) { out.attention = in.text(); }},
    {"moe.experts", [](In in, Model& out) { mixture_of(out).experts = in.integer(1, 100'000); }},
    {"moe.per_token",
     [](In in, Model& out) { mixture_of(out).experts_per_token = in.integer(1, 100'000); }},
    {"moe.ffn_hidden",
     [](In in, Model& out) { mixture_of(out).ffn_hidden = in.integer(1, most_width); }},
    {"moe.shared",
     [](In in, Model& out) { mixture_of(out).shared_experts = in.integer(0, 1'000); }},
    {"moe.first_dense_layers",
     [](In in, Model& out) { mixture_of(out).first_dense_layers = in.integer(0, 10'000); }},
    {"moe.shared_ffn_hidden",
     [](In in, Model& out) { mixture_of(out).shared_ffn_hidden = in.integer(1, most_width); }},
    {"moe.every", [](In in, Model& out) { mixture_of(out).every = in.integer(1, 1'000); }},
    {"window.tokens",
     [](In in, Model& out) { window_of(out).tokens = in.integer(1, 1'000'000'000); }},
    {"window.full_every",
     [](In in, Model& out) { window_of(out).full_every = in.integer(1, 1'000); }},
    {"hybrid.attention",
     [](In in, Model& out) { hybrid_of(out).attention = in.integer(0, 10'000); }},
    {"hybrid.recurrent",
     [](In in, Model& out) { hybrid_of(out).recurrent = in.integer(1, 10'000); }},
    {"hybrid.feed_forward",
     [](In in, Model& out) { hybrid_of(out).feed_forward = in.integer(0, 10'000); }},
    {"hybrid.recurrent_params",
     [](In in, Model& out) { hybrid_of(out).recurrent_params = in.whole(1, most_parameters); }},
    {"hybrid.state_numbers",
     [](In in, Model& out) { hybrid_of(out).state_numbers = in.whole(1, most_parameters); }},
    {"moe.published_in",
     [](In in, Model& out) {
       out.has_mxfp4_experts = !read_published_format(in, {"mxfp4"}).empty();
     }},
    {"published_in",
     [](In in, Model& out) {
       out.published_in = read_published_format(in, {"fp8", "int4"});
     }},
    {"sparse_attention", [](In in, Model& out) { out.has_sparse_attention = in.flag(); }},
    {"mtp_layers", [](In in, Model& out) { out.mtp_layers = in.integer(0, 100); }},
    {"norms_per_layer", [](In in, Model& out) { out.norms_per_layer = in.integer(1, 16); }},
    {"biases", [](In in, Model& out) { out.biases = read_biases(in); }},
    {"mla.q_lora_rank", read_width<&Model::q_lora_rank>},
    {"mla.qk_nope_head_dim", read_width<&Model::qk_nope_head_dim>},
    {"mla.v_head_dim", read_width<&Model::v_head_dim>},
    {"mla.kv_lora_rank", read_width<&Model::kv_lora_rank>},
    {"mla.qk_rope_head_dim", read_width<&Model::qk_rope_head_dim>},
    {"gflops_forward_224",
     [](In in, Model& out) { out.gflops_forward_224 = in.number(1e-6, 1e9); }},
    {"activation_bytes_per_sample",
     [](In in, Model& out) {
       out.activation_bytes_per_sample = Bytes(in.whole(1, std::int64_t{1} << 50));
     }},
    {"source", [](In in, Model& out) { out.source = in.text(); }},
    {"notes", [](In in, Model& out) { out.notes = in.text(); }},
};

constexpr std::string_view required_fields[] = {"id", "family", "kind", "params.total", "source"};

[[noreturn]] void throw_contradiction(const TomlDocument& document, const TomlTable& table,
                                      const std::string& field, const std::string& other) {
  throw_bad_record("catalog.contradiction",
                   {document.file, table.find(field)->line, record_name(table), field},
                   {{"other", other}});
}

void check_model(const TomlDocument& document, const TomlTable& table, const Model& model) {
  if (model.params_active && *model.params_active > *model.params_total) {
    throw_contradiction(document, table, "params.active", "params.total");
  }
  if (model.twins_max_seq && (model.twins.empty() || model.twins_max_seq == model.max_seq)) {
    throw_contradiction(document, table, "twins_max_seq",
                        model.twins.empty() ? "twins" : "shape.max_seq");
  }
  if (model.heads && model.kv_heads && *model.heads % *model.kv_heads != 0) {
    throw_contradiction(document, table, "shape.kv_heads", "shape.heads");
  }
  if (model.window && model.window->tokens == 0) {
    constexpr std::string_view window_fields[] = {"window.tokens"};
    require_fields(document, table, window_fields);
  }
  if (model.hybrid && model.layers) {
    const HybridLayers& hybrid = *model.hybrid;
    if (hybrid.attention + hybrid.recurrent + hybrid.feed_forward != *model.layers) {
      throw_contradiction(document, table, "hybrid.recurrent", "shape.layers");
    }
  }
  if (model.kind == ModelKind::moe_lm || model.mixture) {
    constexpr std::string_view moe_fields[] = {"moe.experts", "moe.per_token", "moe.ffn_hidden"};
    require_fields(document, table, moe_fields);
    if (model.mixture->experts_per_token > model.mixture->experts) {
      throw_contradiction(document, table, "moe.per_token", "moe.experts");
    }
  }
}

void add_model(ModelCatalog& catalog, const TomlDocument& document, const TomlTable& table) {
  Model model;
  read_fields<Model>(document, table, model_fields, model);
  require_fields(document, table, required_fields);
  check_model(document, table, model);
  const auto place = [&](const std::string& field) {
    return Place{document.file, table.find(field)->line, model.id, field};
  };
  catalog.models.push_back(model);
  add_name(catalog.by_name, catalog.models, model.id, place("id"));
  for (const std::string& alias : model.aliases) {
    add_name(catalog.by_name, catalog.models, alias, place("aliases"));
  }
  for (const std::string& twin : model.twins) {
    add_name(catalog.by_name, catalog.models, twin, place("twins"));
  }
  if (!model.runnable.empty()) {
    add_name(catalog.by_name, catalog.models, model.runnable, place("runnable"));
  }
}

void read_file_into(ModelCatalog& catalog, const TomlDocument& document) {
  for (const TomlField& field : document.top.fields) {
    throw_unknown_field(document, document.top, field, {});
  }
  for (const TomlTable& table : document.tables) {
    if (table.name != "model") {
      throw_bad_record("catalog.unknown_table", {document.file, table.line, table.name, table.name},
                       {{"known", "[[model]]"}});
    }
    add_model(catalog, document, table);
  }
}

}  // namespace

ModelCatalog read_models(const std::vector<TomlDocument>& documents) {
  return read_half<ModelCatalog>(documents, read_file_into);
}

}  // namespace wgf::catalog
