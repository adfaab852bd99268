// SPDX-License-Identifier: MIT
#pragma once
// How the service of a published row was laid out, and what of it no forecast describes.

#include <string>

#include "truth/row_cells.h"
#include "truth/serving_rows.h"

namespace wgf::truth {

// What no forecast describes: tokens drafted without saying how many were accepted, layers left to
// the host. `notes` in lower case. Throws Unreadable, as all here.
void require_described(const std::string& notes, const advisor::Network& network);

// Engines and how each is cut up: the columns tp and pp, and of the notes what they leave out:
// "TP4", "2 replicas", "parallel mode DEP4 (attention DP + expert parallel)", "attention_dp 4; ep
// 4" or pools. GPUs that tp and pp stated do not fill are further engines of the same layout. False
// for several GPUs of which nothing is said: to some they are one engine, to some copies.
bool read_layout(const Cells& cells, ServingRow& row);

}  // namespace wgf::truth
