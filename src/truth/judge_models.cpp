// SPDX-License-Identifier: MIT
#include <string>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "catalog/name_resolver.h"
#include "truth/judged_row.h"
#include "truth/row_network.h"

namespace wgf::truth {
namespace {

// Counted from shapes: what is left are norms and biases that configurations do not mention.
constexpr double spread = 0.005;

catalog::Mixture mixture_of(const Cells& cells) {
  catalog::Mixture mixture;
  mixture.experts = *cells.count("experts");
  mixture.experts_per_token = need(cells.count("top_k"), "shape of layers not known");
  mixture.ffn_hidden = need(cells.count("moe_ffn_hidden"), "shape of layers not known");
  mixture.shared_experts = cells.count("shared_experts");
  mixture.shared_ffn_hidden = cells.count("shared_ffn_hidden");
  mixture.first_dense_layers = cells.count("dense_first_layers");
  return mixture;
}

// Of regular networks: all layers alike, but for leading dense ones.
catalog::Model model_of(const Cells& cells) {
  if (!cells.text("hybrid_pattern").empty()) throw Unreadable{"layers of several kinds"};
  constexpr int most_experts = 2048;
  const bool is_sane = has_sane_sizes({.model = "",
                                       .layers = cells.count("layers"),
                                       .hidden = cells.count("hidden"),
                                       .ffn_hidden = cells.count("ffn_hidden"),
                                       .vocab = cells.count("vocab")});
  if (!is_sane || cells.count("experts").value_or(1) > most_experts)
    throw Unreadable{"shape of layers not known"};
  catalog::Model model;
  model.id = cells.text("model");
  model.kind = cells.count("experts") ? catalog::ModelKind::moe_lm : catalog::ModelKind::dense_lm;
  model.layers = cells.count("layers");
  model.hidden = cells.count("hidden");
  model.ffn_hidden = cells.count("ffn_hidden");
  model.heads = cells.count("heads");
  model.kv_heads = cells.count("kv_heads");
  model.head_dim = cells.count("head_dim");
  model.vocab = cells.count("vocab");
  if (!model.head_dim && model.hidden && model.heads) model.head_dim = *model.hidden / *model.heads;
  model.q_lora_rank = cells.count("q_lora_rank");
  model.kv_lora_rank = cells.count("kv_lora_rank");
  model.qk_nope_head_dim = cells.count("qk_nope_dim");
  model.qk_rope_head_dim = cells.count("qk_rope_dim");
  model.v_head_dim = cells.count("v_head_dim");
  const std::string tied = cells.text("tied_embeddings");
  model.tie_embeddings = tied == "True" || tied == "true";
  model.mlp_gated = true;
  if (cells.count("experts")) model.mixture = mixture_of(cells);
  return model;
}

const catalog::Model* record_of(const Cells& cells, const catalog::ModelCatalog& models) {
  try {
    const catalog::Model* model = catalog::one_model(models, cells.text("model")).model;
    return model->hidden == cells.count("hidden") && model->layers == cells.count("layers")
               ? model
               : nullptr;
  } catch (const Error&) {
    return nullptr;  // a name the catalogue does not know
  }
}

}  // namespace

RowJudge model_judge(const catalog::ModelCatalog& models) {
  return [&models](const Cells& cells, JudgedRow& row) {
    row.quantity = Quantity::parameters;
    row.prediction.id = cells.text("model");
    row.prediction.group = cells.text("model_type");
    row.precision = precision_label(cells.text("weight_format"));
    const double params = need(cells.number("params_b_computed"), "no value");
    if (!(params > 0 && params < 1e9)) throw Unreadable{"value not positive"};
    const catalog::Model* record = record_of(cells, models);
    auto network = record ? advisor::network_of(*record) : std::nullopt;
    if (!network) network = advisor::network_of(model_of(cells));
    constexpr double billion = 1e9;
    Prediction& one = row.prediction;
    one.truth = params;
    one.predicted =
        static_cast<double>(
            advisor::count_parameters(need(network, "shape of layers not known")).total()) /
        billion;
    one.low = one.predicted * (1 - spread);
    one.high = one.predicted * (1 + spread);
  };
}

}  // namespace wgf::truth
