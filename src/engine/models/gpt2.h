// SPDX-License-Identifier: MIT
#pragma once
// GPT-2 with its language-model head, tied to the word embedding: names and shapes of transformers'
// GPT2LMHeadModel.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> gpt2_models();

}  // namespace wgf::engine
