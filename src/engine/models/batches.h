// SPDX-License-Identifier: MIT
#pragma once
// Random batches of the three kinds of input that networks take.

#include "engine/models/network.h"

namespace wgf::engine {

// Normal-distributed images [batch, channels, size, size] and class indices [batch].
Batch image_batch(const BatchShape& shape, std::int64_t default_size, std::int64_t channels,
                  std::int64_t classes, torch::Generator& generator);
// Token ids [batch, sequence], uniform over the vocabulary, and class indices [batch].
Batch token_batch(const BatchShape& shape, std::int64_t default_length, std::int64_t vocabulary,
                  std::int64_t classes, torch::Generator& generator);

}  // namespace wgf::engine
