// SPDX-License-Identifier: MIT
#pragma once
// A network as a graph of ATen calls that Python can compile: traced from the C++ network itself,
// so that no network is written twice, and kept as TorchScript beside its tensors.

#include "engine/models/model_case.h"

namespace wgf::engine {

enum class TracedTask { infer, train };

// Where the front program asks for it (results::packages_variable), writes NAME.pt and
// NAME.safetensors into its folder, NAME as the case's package is called: the forward pass (train:
// and the loss) as a function of parameters, buffers, inputs and (train) target, with autocast's
// casts in it. Dropout and batch norm are as the network's mode says. A failure is a warning in the
// result: what was measured before stays.
void trace_for_package(const ModelCase& opened, TracedTask task, results::Result& result);

}  // namespace wgf::engine
