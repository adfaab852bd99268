// SPDX-License-Identifier: MIT
#include "engine/benchmarks/input_tensors.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros_like.h>

namespace wgf::engine {
namespace {

using results::ElementType;

c10::ScalarType to_torch(ElementType type) {
  switch (type) {
    case ElementType::float32:
      return c10::ScalarType::Float;
    case ElementType::float16:
      return c10::ScalarType::Half;
    case ElementType::bfloat16:
      return c10::ScalarType::BFloat16;
    case ElementType::float64:
      return c10::ScalarType::Double;
    case ElementType::int64:
      return c10::ScalarType::Long;
    case ElementType::int32:
      return c10::ScalarType::Int;
    case ElementType::boolean:
      return c10::ScalarType::Bool;
  }
  return c10::ScalarType::Undefined;
}

// Elements from the first to the last that a tensor of this layout reaches.
std::int64_t reach_of(const std::vector<std::int64_t>& shape,
                      const std::vector<std::int64_t>& strides) {
  std::int64_t last = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) last += (shape[i] - 1) * strides[i];
  return last + 1;
}

bool runs(const std::function<void(const std::vector<at::Tensor>&)>& run,
          const std::vector<at::Tensor>& inputs) {
  try {
    run(inputs);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::vector<at::Tensor> make_inputs(std::span<const results::InputSpec> specs,
                                    std::span<const PackageInput> wanted, c10::Device device,
                                    std::uint64_t seed) {
  at::Generator generator = at::detail::createCPUGenerator(seed);
  std::vector<at::Tensor> inputs;
  for (const results::InputSpec& spec : specs) {
    const std::size_t number = inputs.size();
    const auto strides =
        strides_for(number < wanted.size() ? wanted[number] : PackageInput{}, spec.shape);
    const c10::ScalarType type = to_torch(spec.type);
    const std::vector<std::int64_t> reach{reach_of(spec.shape, strides)};
    const at::Tensor random = c10::isFloatingType(type) ? at::randn(reach, generator)
                                                        : at::randint(spec.least, spec.limit, reach,
                                                                      generator, at::kLong);
    inputs.push_back(random.to(device, type).as_strided(spec.shape, strides));
  }
  return inputs;
}

std::optional<std::size_t> find_unfit_values(
    const std::vector<at::Tensor>& inputs,
    const std::function<void(const std::vector<at::Tensor>&)>& run) {
  std::vector<at::Tensor> zeros = inputs;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!c10::isIntegralType(inputs[i].scalar_type(), /*includeBool=*/false)) continue;
    zeros[i] = at::zeros_like(inputs[i]);
    numbers.push_back(i);
  }
  if (numbers.empty() || !runs(run, zeros)) return std::nullopt;
  for (const std::size_t i : numbers) {
    std::vector<at::Tensor> one = zeros;
    one[i] = inputs[i];
    if (!runs(run, one)) return i;
  }
  return std::nullopt;
}

}  // namespace wgf::engine
