// SPDX-License-Identifier: MIT
#include "engine/training/training_flops.h"

#include <numeric>

#include "engine/training/parameter_group.h"

namespace wgf::engine {
namespace {

double count(const std::vector<ParameterSpec>& specs, bool are_matrices_only) {
  double all = 0;
  for (const ParameterSpec& spec : specs)
    if (!are_matrices_only || spec.sizes.size() >= 2)
      all += static_cast<double>(std::accumulate(spec.sizes.begin(), spec.sizes.end(),
                                                 std::int64_t{1}, std::multiplies<>()));
  return all;
}

double table_of_tokens(const DecoderShape& shape) {
  return static_cast<double>(shape.vocabulary * shape.hidden);
}

// Of all layers, with so much of each layer's experts.
double count_layers(const DecoderShape& shape, const DecoderSpecs& specs, double share_of_experts,
                    bool are_matrices_only) {
  double all = 0;
  for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
    all += count(specs.of_layer(shape, layer), are_matrices_only);
    if (shape.is_of_experts[static_cast<std::size_t>(layer)])
      all += share_of_experts * count(specs.experts, are_matrices_only);
  }
  return all;
}

double parameters(const DecoderShape& shape, std::int64_t positions, double share_of_experts) {
  const DecoderSpecs specs = decoder_specs(shape, positions);
  // Tables without their padding.
  double all = table_of_tokens(shape) * (shape.is_tied ? 1 : 2);
  if (shape.has_positions) all += static_cast<double>(positions * shape.hidden);
  all += count_layers(shape, specs, share_of_experts, false);
  return all + static_cast<double>(shape.hidden) * (shape.has_layer_norms ? 2 : 1);
}

double active_share(const ExpertShape& experts) {
  if (experts.count == 0) return 0;
  return static_cast<double>(experts.per_token) / static_cast<double>(experts.count);
}

}  // namespace

double count_parameters(const DecoderShape& shape, std::int64_t positions) {
  return parameters(shape, positions, 1);
}

double count_active_parameters(const DecoderShape& shape, std::int64_t positions) {
  return parameters(shape, positions, active_share(shape.experts));
}

TrainingFlops training_flops(const DecoderShape& shape, double tokens, std::int64_t length,
                             std::int64_t positions) {
  const DecoderSpecs specs = decoder_specs(shape, positions);
  const double layers = static_cast<double>(shape.layers);
  const double matrices =
      count_layers(shape, specs, active_share(shape.experts), true) + table_of_tokens(shape);
  const double all = count_active_parameters(shape, positions);
  const double attention = layers * static_cast<double>(shape.query_width() * length);
  return {.causal = tokens * (6 * matrices + 6 * attention),
          .six_n = tokens * 6 * all,
          .causal_all = tokens * (6 * all + 6 * attention),
          .full_matrices = tokens * (6 * matrices + 12 * attention),
          .full_all = tokens * (6 * all + 12 * attention)};
}

}  // namespace wgf::engine
