// SPDX-License-Identifier: MIT
#pragma once
// Long arrays of random numbers that are read, written and carried.

#include <ATen/core/Tensor.h>

#include "base/units.h"
#include "results/parameters.h"

namespace wgf::engine {

// Of one array: `bytes` or `size_mib`, 1 GiB where neither is named. Throws CaseEnded(failed) below
// one number.
Bytes array_size(const results::Parameters& parameters);

// A block of random numbers repeated: a processor's generator would take longer than the
// measurement.
at::Tensor random_array(std::int64_t count, const at::TensorOptions& options);

}  // namespace wgf::engine
