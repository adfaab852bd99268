// SPDX-License-Identifier: MIT
#include "cli/measure/kernels/gemm_shapes.h"

#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "catalog/name_resolver.h"
#include "cli/measure/kernels/deepbench.h"

namespace wgf::cli {
namespace {

using catalog::Model;
using results::Parameters;

constexpr const char* default_shapes = "1024-8192*2";
constexpr const char* default_tokens = "1,64,4096";
constexpr std::string_view llm = "llm:";

Parameters shape_of(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {{"m", m}, {"n", n}, {"k", k}};
}

// Weights [n, k] of a decoder's layer that tokens are multiplied with, and of its output.
std::vector<std::pair<std::int64_t, std::int64_t>> weights_of(const Model& model) {
  if (!model.hidden || !model.heads || !model.ffn_hidden || !model.vocab || model.kv_lora_rank)
    throw Error({"kernel.preset_needs_shape", {{"model", model.id}}}, ExitCode::usage);
  const std::int64_t hidden = *model.hidden, heads = *model.heads;
  const std::int64_t head = model.head_dim.value_or(static_cast<int>(hidden / heads));
  const std::int64_t kv_heads = model.kv_heads.value_or(*model.heads);
  const std::int64_t ffn = model.mixture ? model.mixture->ffn_hidden : *model.ffn_hidden;
  const std::int64_t gates = model.mlp_gated.value_or(true) ? 2 : 1;
  return {{(heads + 2 * kv_heads) * head, hidden},  // query, key and value
          {hidden, heads * head},                   // attention's output
          {gates * ffn, hidden},                    // up, with its gate
          {hidden, ffn},                            // down
          {*model.vocab, hidden}};                  // next token
}

std::vector<Parameters> shapes_of(const Model& model, const std::string& tokens) {
  std::vector<Parameters> shapes;
  for (const std::int64_t m : parse_sweep("--tokens", tokens.empty() ? default_tokens : tokens))
    for (const auto& [n, k] : weights_of(model)) shapes.push_back(shape_of(m, n, k));
  return shapes;
}

std::vector<Parameters> deepbench_shapes() {
  std::vector<Parameters> shapes;
  for (const DeepbenchShape& shape : deepbench_products()) {
    shapes.push_back(shape_of(shape.m, shape.n, shape.k));
    shapes.back().set("layout", std::string(shape.layout));
  }
  return shapes;
}

}  // namespace

std::vector<Parameters> gemm_shapes(const ShapeChoice& choice,
                                    const catalog::ModelCatalog& models) {
  if (!choice.tokens.empty() && !choice.preset.starts_with(llm))
    throw Error({"kernel.tokens_need_preset", {}}, ExitCode::usage);
  if (!choice.preset.empty() && !choice.shapes.empty())
    throw Error({"kernel.shape_or_preset", {{"preset", choice.preset}}}, ExitCode::usage);
  if (choice.preset == "deepbench") return deepbench_shapes();
  if (choice.preset.starts_with(llm))
    return shapes_of(*catalog::one_model(models, choice.preset.substr(llm.size())).model,
                     choice.tokens);
  if (!choice.preset.empty())
    throw Error(
        {"runner.unknown_value",
         {{"option", "--preset"}, {"value", choice.preset}, {"choices", "deepbench, llm:MODEL"}}},
        ExitCode::usage);
  std::vector<Parameters> shapes;
  for (const ProductShape& shape :
       parse_shapes("--shape", choice.shapes.empty() ? default_shapes : choice.shapes))
    shapes.push_back(shape_of(shape.m, shape.n, shape.k));
  return shapes;
}

}  // namespace wgf::cli
