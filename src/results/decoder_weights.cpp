// SPDX-License-Identifier: MIT
#include "results/decoder_weights.h"

namespace wgf::results {

double weight_bytes(std::string_view precision) {
  if (precision == "fp32" || precision == "tf32") return 4;
  if (precision == "fp8" || precision == "int8") return 1;
  constexpr double four_bits = 0.5, scale = 2;
  if (precision == "int4") return four_bits + scale / static_cast<double>(int4_group);
  if (precision == "mxfp4") return four_bits + 1.0 / 32;  // a byte for every 32
  return 2;
}

}  // namespace wgf::results
