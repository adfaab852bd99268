// SPDX-License-Identifier: MIT
// Prices, as tables and as answers of interfaces.

#include "catalog/price_import.h"

#include "fuzz/any_bytes.h"

WGF_FUZZ(text, wgf::catalog::import_prices(text, {"a source", "lambda", std::nullopt},
                                           wgf::catalog::embedded_catalog().gpus()))
