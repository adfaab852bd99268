// SPDX-License-Identifier: MIT
#pragma once
// The format in which a checkpoint's weights are stored, by the quantization_config that Hugging
// Face writes into its config.json.

#include <optional>
#include <string>
#include <string_view>

namespace wgf::advisor {

struct StoredFormat {
  std::string method;  // as the file names it: "awq", "compressed-tensors"; empty: the catalogue's
  std::string_view precision;  // "int8", "int4", "fp8", "fp4", "nf4"; empty: none that is known
  bool is_in_groups_of_32 = false;  // int4: 16 bits of scale for every 32 weights, not for 128
};

// Nothing: 16 bits, or experts in MXFP4 (Network::has_mxfp4_experts).
std::optional<StoredFormat> stored_format(std::string_view config);

}  // namespace wgf::advisor
