// SPDX-License-Identifier: MIT
#pragma once
// BERT and DistilBERT: encoders with the names and shapes of transformers' BertModel (with pooler)
// and DistilBertModel.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> bert_models();

}  // namespace wgf::engine
