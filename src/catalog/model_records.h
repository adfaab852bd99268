// SPDX-License-Identifier: MIT
#pragma once
// Reads data/models/*.toml into Model records and checks what a record says against itself.

#include "catalog/catalog.h"
#include "catalog/data_files.h"

namespace wgf::catalog {

// Throws Error with file, line and field at the first bad record.
ModelCatalog read_models(const std::vector<DataFile>& files);

}  // namespace wgf::catalog
