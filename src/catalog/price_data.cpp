// SPDX-License-Identifier: MIT
#include "catalog/price_data.h"

#include "base/error.h"
#include "base/gzip.h"
#include "embedded/price_tables.h"

namespace wgf::catalog {

std::string embedded_price_table(std::string_view name) {
  for (const EmbeddedFile& file : embedded::price_tables())
    if (file.name == name) return unpack_gzip(file.text);
  throw Error({"files.cannot_read",
               {{"path", "data/prices/" + std::string(name)}, {"reason", "not embedded"}}});
}

}  // namespace wgf::catalog
