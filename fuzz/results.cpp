// SPDX-License-Identifier: MIT
// results.json of any version.

#include "fuzz/any_bytes.h"
#include "results/json.h"

WGF_FUZZ(text, wgf::results::parse_run(text, "results.json"))
