// SPDX-License-Identifier: MIT
#pragma once
// What an AOTInductor package takes. It runs on inputs of any other shape too, past the ends of its
// arrays or on a part of them; what it was compiled for stands in the checks of the C++ source that
// it carries, which LibTorch leaves off (AOTI_RUNTIME_CHECK_INPUTS).

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/input_spec.h"

namespace wgf::engine {

struct PackageInput {
  struct Extent {
    std::int64_t least = 0, most = std::numeric_limits<std::int64_t>::max();
    std::string symbol;  // extents of one symbol are the same; empty: none, or none is known
  };
  std::string type;  // as --input says it: "float32"
  std::vector<Extent> shape;
  std::vector<std::optional<std::int64_t>> strides;  // nothing: follows from the shape
};

// From the source of a package of LibTorch 2.11 to 2.14; empty where it has no such checks.
std::vector<PackageInput> parse_package_inputs(std::string_view source);
// Empty where the file is no package or carries no source.
std::vector<PackageInput> read_package_inputs(const std::filesystem::path& path);

// Throws CaseEnded(failed) naming the first input that the package was not compiled for, and what
// it was compiled for.
void check_package_inputs(const std::string& path, std::span<const PackageInput> wanted,
                          std::span<const results::InputSpec> given);

// The layout of a tensor of this shape: contiguous or channels last, or just as the package says.
std::vector<std::int64_t> strides_for(const PackageInput& wanted,
                                      const std::vector<std::int64_t>& shape);

}  // namespace wgf::engine
