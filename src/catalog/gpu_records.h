// SPDX-License-Identifier: MIT
#pragma once
// Reads data/gpus/*.toml into Gpu records and checks what a record says against itself.

#include "catalog/catalog.h"
#include "catalog/toml_document.h"

namespace wgf::catalog {

// Throws Error with file, line and field at the first bad record.
GpuCatalog read_gpus(const std::vector<TomlDocument>& documents);

// The checks one record can pass alone: published peak = SMs x clock x FLOP/clock within 5 % or
// explained, bandwidth = bus x pin rate within 5 %.
void check_gpu(const TomlDocument& document, const TomlTable& table, const Gpu& gpu);

}  // namespace wgf::catalog
