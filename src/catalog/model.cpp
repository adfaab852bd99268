// SPDX-License-Identifier: MIT
#include "catalog/model.h"

#include <algorithm>
#include <array>
#include <utility>

namespace wgf::catalog {
namespace {

constexpr std::pair<ModelKind, std::string_view> kind_names[] = {
    {ModelKind::dense_lm, "dense-lm"},
    {ModelKind::moe_lm, "moe-lm"},
    {ModelKind::encoder, "encoder"},
    {ModelKind::encoder_decoder, "encoder-decoder"},
    {ModelKind::vit, "vit"},
    {ModelKind::cnn, "cnn"},
    {ModelKind::diffusion, "diffusion"},
    {ModelKind::generative, "generative"},
    {ModelKind::recurrent, "recurrent"},
};

constexpr std::string_view type_names[] = {
    "cnn",     "transformer",     "generative", "llm",       "dense-lm",  "moe-lm",
    "encoder", "encoder-decoder", "vit",        "diffusion", "recurrent",
};

bool is_language_model(ModelKind kind) {
  return kind == ModelKind::dense_lm || kind == ModelKind::moe_lm;
}

bool is_transformer(ModelKind kind) {
  return is_language_model(kind) || kind == ModelKind::encoder ||
         kind == ModelKind::encoder_decoder || kind == ModelKind::vit;
}

}  // namespace

std::string_view to_text(ModelKind kind) {
  return std::find_if(std::begin(kind_names), std::end(kind_names),
                      [&](const auto& entry) { return entry.first == kind; })
      ->second;
}

std::optional<ModelKind> parse_model_kind(std::string_view text) {
  for (const auto& [kind, name] : kind_names) {
    if (name == text) {
      return kind;
    }
  }
  return std::nullopt;
}

std::span<const std::string_view> model_types() {
  return type_names;
}

bool is_of_type(const Model& model, std::string_view type) {
  if (to_text(model.kind) == type ||
      std::find(model.groups.begin(), model.groups.end(), type) != model.groups.end()) {
    return true;
  }
  if (type == "llm") {
    return is_language_model(model.kind);
  }
  if (type == "transformer") {
    return is_transformer(model.kind);
  }
  return type == "generative" && model.kind == ModelKind::diffusion;
}

}  // namespace wgf::catalog
