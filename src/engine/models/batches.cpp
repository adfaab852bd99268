// SPDX-License-Identifier: MIT
#include "engine/models/batches.h"

namespace wgf::engine {

Batch image_batch(const BatchShape& shape, std::int64_t default_size, std::int64_t channels,
                  std::int64_t classes, torch::Generator& generator) {
  const std::int64_t size = shape.image_size > 0 ? shape.image_size : default_size;
  return {{torch::randn({shape.batch_size, channels, size, size}, generator)},
          torch::randint(0, classes, {shape.batch_size}, generator, torch::kInt64)};
}

Batch token_batch(const BatchShape& shape, std::int64_t default_length, std::int64_t vocabulary,
                  std::int64_t classes, torch::Generator& generator) {
  const std::int64_t length = shape.sequence_length > 0 ? shape.sequence_length : default_length;
  return {{torch::randint(0, vocabulary, {shape.batch_size, length}, generator, torch::kInt64)},
          torch::randint(0, classes, {shape.batch_size}, generator, torch::kInt64)};
}

}  // namespace wgf::engine
