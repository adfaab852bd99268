// SPDX-License-Identifier: MIT
#pragma once
// Which cards fine-tune over weights of four bits (QLoRA), whose kernels are those of bitsandbytes:
// data/adapters/bitsandbytes.toml.

#include <optional>
#include <string_view>

#include "catalog/gpu.h"

namespace wgf::advisor {

// The first release of bitsandbytes that is documented to support the card: "0.50"; empty where
// every release with four bits does. Nothing: none is known to.
std::optional<std::string_view> bitsandbytes_release(const catalog::Gpu& gpu);

}  // namespace wgf::advisor
