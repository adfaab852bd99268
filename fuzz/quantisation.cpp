// SPDX-License-Identifier: MIT
// config.json of a checkpoint in four bits, GPTQ's or AWQ's.

#include "checkpoints/quantisation.h"

#include "checkpoints/config_text.h"
#include "fuzz/any_bytes.h"

WGF_FUZZ(text, {
  wgf::checkpoints::plain_config(text, "config.json");
  wgf::checkpoints::read_quantisation(text, "config.json");
})
