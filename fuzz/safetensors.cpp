// SPDX-License-Identifier: MIT
// A safetensors file, and the index that says which file has which tensor.

#include "checkpoints/safetensors.h"

#include "checkpoints/weight_index.h"
#include "fuzz/any_bytes.h"

WGF_FUZZ(bytes, bytes.starts_with('{')
                    ? void(wgf::checkpoints::read_weight_index(bytes, "index.json"))
                    : void(wgf::checkpoints::read_safetensors(bytes, "model.safetensors")))
