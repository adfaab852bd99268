// SPDX-License-Identifier: MIT
// config.json of Hugging Face.

#include "advisor/network/hugging_face.h"
#include "fuzz/any_bytes.h"

WGF_FUZZ(text, wgf::advisor::network_from_config(text, "config.json"))
