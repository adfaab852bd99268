// SPDX-License-Identifier: MIT
#pragma once
// Reads data/models/*.toml into Model records and checks what a record says against itself.

#include "catalog/catalog.h"
#include "catalog/toml_document.h"

namespace wgf::catalog {

// Throws Error with file, line and field at the first bad record.
ModelCatalog read_models(const std::vector<TomlDocument>& documents);

}  // namespace wgf::catalog
