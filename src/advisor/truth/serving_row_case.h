// SPDX-License-Identifier: MIT
#pragma once
// How the service of a published row was laid out and loaded.

#include <string>

#include "advisor/truth/row_cells.h"
#include "advisor/truth/serving_rows.h"

namespace wgf::advisor {

// What no forecast describes: tokens drafted without saying how many were accepted, layers left to
// the host. `notes` in lower case. Throws Unreadable, as all here.
void require_described(const std::string& notes, const Network& network);

// Engines and how each is cut up: the columns tp and pp, and "parallel mode DEP4 (attention DP +
// expert parallel)", "attention_dp 4; ep 4" or pools of the notes. GPUs that tp and pp stated do
// not fill are further engines of the same layout.
void read_layout(const Cells& cells, ServingRow& row);

// Lengths, and requests in flight ("16", "max concurrency 64", "64 users", "batch 8"), a rate ("QPS
// 8", "2.5 req/s", "QPS INF") or an offline run ("max (offline)", "Offline").
void read_load(const Cells& cells, ServingRow& row);

}  // namespace wgf::advisor
