// SPDX-License-Identifier: MIT
#include "engine/models/batches.h"

#include <string>

#include "base/error.h"

namespace wgf::engine {
namespace {

[[noreturn]] void refuse(const char* key, std::string_view model, std::int64_t value,
                         std::vector<std::pair<std::string, std::string>> more) {
  Message message{key, {{"model", std::string(model)}, {"value", std::to_string(value)}}};
  for (auto& argument : more) message.args.push_back(std::move(argument));
  throw Error(std::move(message), ExitCode::not_supported);
}

torch::TensorOptions ids_on(const torch::Generator& generator) {
  return torch::TensorOptions(torch::kInt64).device(generator.device());
}

}  // namespace

Batch image_batch(const BatchShape& shape, std::int64_t default_size, std::int64_t channels,
                  std::int64_t classes, torch::Generator& generator) {
  const std::int64_t size = shape.image_size > 0 ? shape.image_size : default_size;
  return {{torch::randn({shape.batch_size, channels, size, size}, generator, generator.device())},
          torch::randint(0, classes, {shape.batch_size}, generator, ids_on(generator))};
}

Batch token_batch(const BatchShape& shape, std::int64_t default_length, std::int64_t vocabulary,
                  std::int64_t classes, torch::Generator& generator) {
  const std::int64_t length = shape.sequence_length > 0 ? shape.sequence_length : default_length;
  return {{torch::randint(0, vocabulary, {shape.batch_size, length}, generator, ids_on(generator))},
          torch::randint(0, classes, {shape.batch_size}, generator, ids_on(generator))};
}

Batch pixel_batch(const BatchShape& shape, std::int64_t default_size, std::int64_t channels,
                  torch::Generator& generator) {
  const std::int64_t size = shape.image_size > 0 ? shape.image_size : default_size;
  const torch::Tensor images =
      torch::rand({shape.batch_size, channels, size, size}, generator, generator.device());
  return {{images}, images};
}

Batch language_batch(const BatchShape& shape, std::int64_t default_length, std::int64_t vocabulary,
                     torch::Generator& generator) {
  const std::int64_t length = shape.sequence_length > 0 ? shape.sequence_length : default_length;
  const torch::Tensor ids =
      torch::randint(0, vocabulary, {shape.batch_size, length + 1}, generator, ids_on(generator));
  return {{ids.narrow(1, 0, length).contiguous()}, ids.narrow(1, 1, length).contiguous()};
}

void check_sequence_length(std::string_view model, const BatchShape& shape, std::int64_t limit) {
  if (shape.sequence_length <= limit) return;
  refuse("models.sequence_too_long", model, shape.sequence_length,
         {{"limit", std::to_string(limit)}});
}

void check_fixed_image_size(std::string_view model, const BatchShape& shape, std::int64_t size) {
  if (shape.image_size == 0 || shape.image_size == size) return;
  refuse("models.image_size_fixed", model, shape.image_size, {{"size", std::to_string(size)}});
}

void check_image_size(std::string_view model, const BatchShape& shape, std::int64_t smallest,
                      std::int64_t step) {
  const std::int64_t size = shape.image_size;
  if (size == 0 || (size >= smallest && size % step == 0)) return;
  refuse("models.image_size_unfit", model, size,
         {{"smallest", std::to_string(smallest)}, {"step", std::to_string(step)}});
}

}  // namespace wgf::engine
