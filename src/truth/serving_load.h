// SPDX-License-Identifier: MIT
#pragma once
// How the service of a published row was loaded.

#include <optional>

#include "truth/row_cells.h"
#include "truth/serving_rows.h"

namespace wgf::truth {

// Lengths ("1k", "1024 tokens"), and requests in flight ("16", "max concurrency 64", "64 users",
// "batch 8", "8/GPU"), a rate ("QPS 8", "2.5 req/s", "QPS INF") or an offline run ("max (offline)",
// "Offline"). named_tokens: those of a metric such as "tg128". Throws Unreadable.
void read_load(const Cells& cells, std::optional<int> named_tokens, ServingRow& row);

}  // namespace wgf::truth
