// SPDX-License-Identifier: MIT
#pragma once
// Random batches of the kinds of input that networks take, and the sizes they cannot take.

#include <string_view>

#include "engine/models/network.h"

namespace wgf::engine {

// Normal-distributed images [batch, channels, size, size] and class indices [batch].
Batch image_batch(const BatchShape& shape, std::int64_t default_size, std::int64_t channels,
                  std::int64_t classes, torch::Generator& generator);
// Token ids [batch, sequence], uniform over the vocabulary, and class indices [batch].
Batch token_batch(const BatchShape& shape, std::int64_t default_length, std::int64_t vocabulary,
                  std::int64_t classes, torch::Generator& generator);

// Pixels in [0, 1) as [batch, channels, size, size], and the same images as target.
Batch pixel_batch(const BatchShape& shape, std::int64_t default_size, std::int64_t channels,
                  torch::Generator& generator);
// Token ids [batch, sequence] and, as target, the id that follows each of them.
Batch language_batch(const BatchShape& shape, std::int64_t default_length, std::int64_t vocabulary,
                     torch::Generator& generator);

// Throw wgf::Error (not supported) naming the model where the asked size is one it cannot take.
void check_sequence_length(std::string_view model, const BatchShape& shape, std::int64_t limit);
void check_fixed_image_size(std::string_view model, const BatchShape& shape, std::int64_t size);
// The size must be a multiple of `step` that is not below `smallest`.
void check_image_size(std::string_view model, const BatchShape& shape, std::int64_t smallest,
                      std::int64_t step);

}  // namespace wgf::engine
