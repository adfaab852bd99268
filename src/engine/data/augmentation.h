// SPDX-License-Identifier: MIT
#pragma once
// From a JPEG file to the numbers a network trains on, as ImageNet recipes do it: a crop of random
// size and shape, resized with antialiasing, flipped half of the time, normalised.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <random>

#include "images/jpeg.h"

namespace wgf::engine {

// 8 to 100 % of the area, sides 3:4 to 4:3; ten tries, then the middle.
images::Crop random_crop(const images::ImageSize& size, std::mt19937_64& random);

// One image after another; one for each thread.
class ImageReader {
 public:
  explicit ImageReader(std::int64_t side);

  // The image as three planes or, where the tensor lies channels last, as pixels, into image number
  // `place` of a float batch. What stands there after a fault means nothing.
  std::optional<images::ImageFault> read(const std::string& bytes, std::mt19937_64& random,
                                         const at::Tensor& batch, std::int64_t place);
  bool was_grey() const { return size_.is_grey; }

 private:
  at::Tensor resized();

  std::int64_t side_;
  images::JpegDecoder decoder_;
  images::ImageSize size_;
  images::Pixels pixels_;
};

}  // namespace wgf::engine
