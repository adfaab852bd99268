// SPDX-License-Identifier: MIT
#pragma once
// Tensors in a file that other programs read: eight bytes little-endian, the length of a JSON
// header, the header, the data (https://huggingface.co/docs/safetensors).

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace wgf::engine {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

// In the order given, which is that of the data in the file. Strides are lost: is_channels_last
// goes into the header's metadata. Throws Error(files.cannot_write).
void write_safetensors(const std::filesystem::path& path, const NamedTensors& tensors,
                       bool is_channels_last);

}  // namespace wgf::engine
