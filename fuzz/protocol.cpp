// SPDX-License-Identifier: MIT
// Lines between front program and engine.

#include "results/protocol.h"
#include "fuzz/any_bytes.h"

WGF_FUZZ(text, wgf::results::parse_engine_message(text); wgf::results::parse_case(text))
