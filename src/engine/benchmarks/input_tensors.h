// SPDX-License-Identifier: MIT
#pragma once
// The inputs of a user's model, of random numbers.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/compile/package_inputs.h"
#include "results/input_spec.h"

namespace wgf::engine {

// Laid out as the package wants them; contiguous where nothing is wanted.
std::vector<at::Tensor> make_inputs(std::span<const results::InputSpec> specs,
                                    std::span<const PackageInput> wanted, c10::Device device,
                                    std::uint64_t seed);

// The number (0, 1, …) of the whole-number input whose values are what `run` fails at: it does with
// the others zero, and does not with all of them zero. An embedding without a row for a value fails
// so. Nothing where values are not the cause.
std::optional<std::size_t> find_unfit_values(
    const std::vector<at::Tensor>& inputs,
    const std::function<void(const std::vector<at::Tensor>&)>& run);

}  // namespace wgf::engine
