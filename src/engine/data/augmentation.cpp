// SPDX-License-Identifier: MIT
#include "engine/data/augmentation.h"

#include <ATen/ops/_upsample_bilinear2d_aa.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>

#include <array>
#include <cmath>
#include <cstring>

namespace wgf::engine {
namespace {

using images::Crop;
using images::ImageSize;

constexpr double least_area = 0.08, widest = 4.0 / 3.0;
constexpr int most_crops = 10;
constexpr std::size_t channels = 3;

// Of ImageNet's training images, as torchvision's weights have it.
constexpr std::array<float, channels> means{0.485F, 0.456F, 0.406F},
    deviations{0.229F, 0.224F, 0.225F};

// The float of each of the 256 values of each colour.
struct NormalisedValues {
  std::array<std::array<float, 256>, channels> of{};

  NormalisedValues() {
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t value = 0; value < of[c].size(); ++value)
        of[c][value] = (static_cast<float>(value) / 255.0F - means[c]) / deviations[c];
  }
};

const NormalisedValues& normalised() {
  static const NormalisedValues values;
  return values;
}

Crop middle_of(const ImageSize& size) {
  const int side = std::min(size.width, size.height);
  return {(size.width - side) / 2, (size.height - side) / 2, side, side};
}

// Of pixels side by side into floats with these strides; flipped: from right to left.
void write_normalised(const std::uint8_t* pixels, std::int64_t side, bool is_flipped, float* to,
                      std::int64_t channel_stride, std::int64_t row_stride,
                      std::int64_t pixel_stride) {
  const auto& values = normalised().of;
  for (std::int64_t y = 0; y < side; ++y) {
    const std::uint8_t* from = pixels + y * side * 3;
    float* row = to + y * row_stride + (is_flipped ? (side - 1) * pixel_stride : 0);
    const std::int64_t step = is_flipped ? -pixel_stride : pixel_stride;
    for (std::int64_t x = 0; x < side; ++x, from += 3, row += step) {
      row[0] = values[0][from[0]];
      row[channel_stride] = values[1][from[1]];
      row[2 * channel_stride] = values[2][from[2]];
    }
  }
}

}  // namespace

Crop random_crop(const ImageSize& size, std::mt19937_64& random) {
  const double area = static_cast<double>(size.width) * size.height;
  std::uniform_real_distribution<double> share(least_area, 1),
      shape(-std::log(widest), std::log(widest));
  for (int i = 0; i < most_crops; ++i) {
    const double wanted = area * share(random), ratio = std::exp(shape(random));
    const int width = static_cast<int>(std::lround(std::sqrt(wanted * ratio))),
              height = static_cast<int>(std::lround(std::sqrt(wanted / ratio)));
    if (width < 1 || height < 1 || width > size.width || height > size.height) continue;
    const int left = std::uniform_int_distribution<int>(0, size.width - width)(random),
              top = std::uniform_int_distribution<int>(0, size.height - height)(random);
    return {left, top, width, height};
  }
  return middle_of(size);
}

ImageReader::ImageReader(std::int64_t side) : side_(side) {}

// ATen has the kernel of Pillow's fast fork, on one thread, for pixels that lie side by side. Rows
// are moved together here, because ATen's own copy would call for all its threads.
at::Tensor ImageReader::resized() {
  const auto row = static_cast<std::size_t>(pixels_.width) * channels,
             from_row = static_cast<std::size_t>(pixels_.row_pixels) * channels,
             left = static_cast<std::size_t>(pixels_.left) * channels;
  std::uint8_t* bytes = pixels_.rgb.data();
  for (std::size_t y = 0; y < static_cast<std::size_t>(pixels_.height); ++y)
    std::memmove(bytes + y * row, bytes + y * from_row + left, row);
  const at::Tensor crop =
      at::from_blob(bytes, {1, pixels_.height, pixels_.width, 3}, at::kByte).permute({0, 3, 1, 2});
  return at::_upsample_bilinear2d_aa(crop, {side_, side_}, /*align_corners=*/false);
}

std::optional<images::ImageFault> ImageReader::read(const std::string& bytes,
                                                    std::mt19937_64& random,
                                                    const at::Tensor& batch, std::int64_t place) {
  if (const auto fault = decoder_.open(bytes, size_)) return fault;
  if (const auto fault = decoder_.decode(random_crop(size_, random), pixels_)) return fault;
  const bool is_flipped = (random() & 1) != 0;
  const c10::InferenceMode no_gradients;
  const at::Tensor image =
      resized().contiguous(at::MemoryFormat::ChannelsLast);  // the pixels side by side
  write_normalised(image.const_data_ptr<std::uint8_t>(), side_, is_flipped,
                   batch.mutable_data_ptr<float>() + place * batch.stride(0), batch.stride(1),
                   batch.stride(2), batch.stride(3));
  return std::nullopt;
}

}  // namespace wgf::engine
