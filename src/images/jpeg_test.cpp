// SPDX-License-Identifier: MIT
#include "images/jpeg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace wgf::images {
namespace {

// Red grows to the right, green downwards, blue is the same everywhere.
std::vector<std::uint8_t> slopes(int width, int height, int channels) {
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        pixels.push_back(static_cast<std::uint8_t>(c == 0   ? x * 255 / width
                                                   : c == 1 ? y * 255 / height
                                                            : 128));
  return pixels;
}

std::optional<ImageFault> fault_of(const std::string& bytes) {
  JpegDecoder decoder;
  ImageSize size;
  if (const auto fault = decoder.open(bytes, size)) return fault;
  Pixels pixels;
  return decoder.decode({0, 0, size.width, size.height}, pixels);
}

TEST(Jpeg, ACropIsThatPartOfTheImage) {
  constexpr int width = 200, height = 120;
  const std::string bytes = encode_jpeg(slopes(width, height, 3), width, height, 3, 95);
  JpegDecoder decoder;
  for (const Crop crop : {Crop{0, 0, width, height},
                          {37, 21, 90, 60},
                          {150, 100, 50, 20},
                          {0, 119, 200, 1},
                          {199, 0, 1, 120}}) {
    ImageSize size;
    ASSERT_FALSE(decoder.open(bytes, size));
    EXPECT_EQ(size.width, width);
    EXPECT_EQ(size.height, height);
    Pixels pixels;
    ASSERT_FALSE(decoder.decode(crop, pixels));
    ASSERT_EQ(pixels.width, crop.width);
    ASSERT_EQ(pixels.height, crop.height);
    for (const int y : {0, crop.height / 2, crop.height - 1})
      for (const int x : {0, crop.width / 2, crop.width - 1}) {
        const std::uint8_t* pixel =
            &pixels.rgb[3 * static_cast<std::size_t>(y * pixels.row_pixels + pixels.left + x)];
        EXPECT_NEAR(pixel[0], (crop.left + x) * 255 / width, 8) << x << "," << y;
        EXPECT_NEAR(pixel[1], (crop.top + y) * 255 / height, 8) << x << "," << y;
        EXPECT_NEAR(pixel[2], 128, 8);
      }
  }
}

TEST(Jpeg, GreyBecomesRgb) {
  const std::vector<std::uint8_t> pixels(64 * 64, 77);
  JpegDecoder decoder;
  ImageSize size;
  ASSERT_FALSE(decoder.open(encode_jpeg(pixels, 64, 64, 1), size));
  EXPECT_TRUE(size.is_grey);
}

TEST(Jpeg, GreyPixelsHaveThreeEqualColours) {
  const std::string bytes = encode_jpeg(std::vector<std::uint8_t>(64 * 64, 77), 64, 64, 1);
  JpegDecoder decoder;
  ImageSize size;
  ASSERT_FALSE(decoder.open(bytes, size));
  Pixels decoded;
  ASSERT_FALSE(decoder.decode({8, 8, 16, 16}, decoded));
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(decoded.rgb[static_cast<std::size_t>(c)], 77, 2);
}

TEST(Jpeg, EachKindOfBadFileIsToldApart) {
  const std::string good = encode_jpeg(slopes(64, 64, 3), 64, 64);
  EXPECT_FALSE(fault_of(good));
  EXPECT_EQ(fault_of(""), ImageFault::empty);
  EXPECT_EQ(fault_of("\x89PNG\r\n\x1a\n"), ImageFault::not_jpeg);
  EXPECT_EQ(fault_of("a text"), ImageFault::not_jpeg);
  EXPECT_EQ(fault_of(good.substr(0, good.size() / 2)), ImageFault::broken);
  EXPECT_EQ(fault_of(good.substr(0, 30)), ImageFault::broken);
  EXPECT_EQ(fault_of(encode_jpeg(slopes(64, 64, 4), 64, 64, 4)), ImageFault::cmyk);
  // The precision and the sizes stand behind the frame's marker: FFC0, length, bits, height, width.
  const std::size_t frame = good.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  std::string deep = good;
  deep[frame + 4] = 12;
  EXPECT_EQ(fault_of(deep), ImageFault::too_deep);
  std::string huge = good;
  for (const std::size_t at : {5, 6, 7, 8}) huge[frame + at] = '\x7f';
  EXPECT_EQ(fault_of(huge), ImageFault::too_large);
}

// Motion photos carry a film behind the image, others a second image.
TEST(Jpeg, WhatFollowsTheImageIsNotOfIt) {
  const std::string good = encode_jpeg(slopes(64, 64, 3), 64, 64);
  EXPECT_FALSE(fault_of(good + std::string(100'000, '\0')));
  EXPECT_FALSE(fault_of(good + std::string(100'000, '\xff')));
  EXPECT_FALSE(fault_of(good +
                        "\x18"
                        "ftypmp42" +
                        std::string(5'000, 'x')));
  EXPECT_FALSE(fault_of(good + good));
}

TEST(Jpeg, ACutImageIsBrokenWhateverElseHasAnEnd) {
  const std::string good = encode_jpeg(slopes(64, 64, 3), 64, 64);
  // A preview in a segment of its own: FFE1, length, the bytes of an image with its end marker.
  const std::size_t length = good.size() + 2;
  ASSERT_LT(length, 65'536u);
  const std::string preview = std::string("\xff\xe1") + static_cast<char>(length / 256) +
                              static_cast<char>(length % 256) + good;
  const std::string whole = good.substr(0, 2) + preview + good.substr(2);
  EXPECT_FALSE(fault_of(whole));
  for (const std::size_t missing : {std::size_t{1}, std::size_t{2}, good.size() / 4,
                                    good.size() / 2, good.size(), good.size() + 100})
    EXPECT_EQ(fault_of(whole.substr(0, whole.size() - missing)), ImageFault::broken) << missing;
}

TEST(Jpeg, ADecoderGoesOnAfterABadFile) {
  const std::string good = encode_jpeg(slopes(64, 64, 3), 64, 64);
  const std::string bad = good.substr(0, 400);
  JpegDecoder decoder;
  ImageSize size;
  Pixels pixels;
  EXPECT_TRUE(decoder.open(bad, size));
  std::string damaged = good;
  for (std::size_t i = good.size() / 2; i + 2 < good.size(); ++i) damaged[i] = '\xff';
  if (!decoder.open(damaged, size)) {
    EXPECT_EQ(decoder.decode({0, 0, 64, 64}, pixels), ImageFault::broken);
  }
  ASSERT_FALSE(decoder.open(good, size));
  EXPECT_FALSE(decoder.decode({0, 0, 64, 64}, pixels));
}

}  // namespace
}  // namespace wgf::images
