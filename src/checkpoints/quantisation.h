// SPDX-License-Identifier: MIT
#pragma once
// How the matrices of a checkpoint are stored in four bits: quantization_config of its config.json,
// as GPTQ and AWQ write it, and gpt-oss has it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wgf::checkpoints {

// Numbers of four bits, of which each group of inputs of an output shares a scale and a zero:
// weight = scale * (number - zero). Or, of mxfp4, a power of two; then matrices of experts alone.
struct Quantisation {
  enum class Method { gptq, awq, mxfp4 };

  Method method = Method::gptq;
  std::int64_t group_size = 128;  // inputs; -1: all of them
  // GPTQ, as all but "gptq_v2" files are: zeros are stored less one.
  bool has_zeros_less_one = true;

  std::string_view method_name() const {
    return method == Method::gptq ? "GPTQ" : method == Method::awq ? "AWQ" : "MXFP4";
  }
  // What every matrix that is so stored has a tensor of: "….qweight".
  std::string_view packed_name() const { return method == Method::mxfp4 ? "_blocks" : ".qweight"; }
  bool operator==(const Quantisation&) const = default;
};

// Nothing: the weights are stored as they are. Throws Error(not_supported) for every method,
// width and layout but these, Error for fields that cannot be.
std::optional<Quantisation> read_quantisation(std::string_view config, std::string_view file);

}  // namespace wgf::checkpoints
