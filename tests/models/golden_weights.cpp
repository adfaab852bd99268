// SPDX-License-Identifier: MIT
#include "golden_weights.h"

#include <torch/nn/modules/batchnorm.h>

#include <cmath>

namespace wgf::engine {
namespace {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

// The top 24 bits of element `index` of the stream `seed`.
std::uint32_t bits24(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<std::uint32_t>((z ^ (z >> 31)) >> 40);
}

void fill_by_kind(torch::Tensor& tensor, const std::string& name) {
  if (!tensor.is_floating_point()) return;
  if (name.ends_with("running_var")) return fill_uniform(tensor, name, 0.1F, 1, true);
  if (tensor.dim() < 2) return fill_uniform(tensor, name, 0.1F, name.ends_with("weight") ? 1 : 0);
  const auto fan_in = static_cast<double>(tensor.numel() / tensor.size(0));
  fill_uniform(tensor, name,
               static_cast<float>(std::sqrt((tensor.dim() == 4 ? 6.0 : 3.0) / fan_in)));
}

}  // namespace

void fill_uniform(torch::Tensor& tensor, std::string_view name, float scale, float offset,
                  bool absolute) {
  const torch::NoGradGuard no_grad;
  const std::uint64_t seed = fnv1a(name);
  torch::Tensor values = torch::empty(tensor.sizes(), torch::kFloat32);
  float* out = values.data_ptr<float>();
  const std::int64_t count = values.numel();
  for (std::int64_t i = 0; i < count; ++i) {
    float u = static_cast<float>(bits24(seed, static_cast<std::uint64_t>(i))) * 0x1p-23F - 1.0F;
    if (absolute) u = std::fabs(u);
    const float scaled = scale * u;
    out[i] = offset + scaled;
  }
  tensor.copy_(values);
}

void fill_golden_weights(torch::nn::Module& module) {
  for (auto& item : module.named_parameters()) fill_by_kind(item.value(), item.key());
  for (auto& item : module.named_buffers()) fill_by_kind(item.value(), item.key());
}

torch::Tensor golden_values(std::string_view name, const std::vector<std::int64_t>& shape) {
  torch::Tensor values = torch::empty(shape, torch::kFloat32);
  fill_uniform(values, name, static_cast<float>(std::sqrt(3.0)));
  return values;
}

torch::Tensor golden_integers(std::string_view name, const std::vector<std::int64_t>& shape,
                              std::int64_t limit) {
  const std::uint64_t seed = fnv1a(name);
  torch::Tensor values = torch::empty(shape, torch::kInt64);
  auto* out = values.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < values.numel(); ++i)
    out[i] = static_cast<std::int64_t>(bits24(seed, static_cast<std::uint64_t>(i))) % limit;
  return values;
}

bool set_deterministic_training(torch::nn::Module& module) {
  module.eval();
  bool differs = false;
  for (const auto& part : module.modules()) {
    if (part->as<torch::nn::BatchNorm2dImpl>() != nullptr ||
        part->as<torch::nn::BatchNorm1dImpl>() != nullptr) {
      part->train();
      differs = true;
    }
  }
  return differs;
}

}  // namespace wgf::engine
