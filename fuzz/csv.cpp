// SPDX-License-Identifier: MIT
// Tables.

#include "catalog/csv.h"
#include "fuzz/any_bytes.h"

WGF_FUZZ(text, wgf::catalog::parse_csv(text, "table.csv"))
