// SPDX-License-Identifier: MIT
#pragma once
// JPEG through libjpeg-turbo, which is opened at run time: a machine without it measures everything
// else. Only the part of an image that is asked for is decoded whole.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::images {

// Why a file is not taken. The words are the message "images.<name>".
enum class ImageFault {
  empty,
  not_jpeg,   // another format, or no image at all
  broken,     // cut, or the decoder stumbles
  cmyk,       // four inks instead of three colours
  too_deep,   // more than 8 bits a colour
  too_large,  // more than most_pixels
  unreadable  // the system does not let us
};
std::string_view to_text(ImageFault fault);

// What Pillow calls a decompression bomb.
inline constexpr std::int64_t most_pixels = 89'478'485;

struct ImageSize {
  int width = 0, height = 0;
  bool is_grey = false;
};

struct Crop {
  int left = 0, top = 0, width = 0, height = 0;
};

// RGB, three bytes a pixel. The decoder begins at a block's border: what was asked for is `width`
// pixels from `left` on in rows of `row_pixels`.
struct Pixels {
  int left = 0, width = 0, height = 0, row_pixels = 0;
  std::vector<std::uint8_t> rgb;
};

// Throws Error(images.no_library, not_supported) where libjpeg-turbo is missing.
void check_jpeg_library();

// Decodes one image after another; one for each thread.
class JpegDecoder {
 public:
  JpegDecoder();  // throws as check_jpeg_library() does
  ~JpegDecoder();
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  // Reads the header. The bytes must stay until the next open().
  std::optional<ImageFault> open(std::string_view bytes, ImageSize& size);
  // The crop of the image that was opened, which it ends with.
  std::optional<ImageFault> decode(const Crop& crop, Pixels& pixels);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// channels: 1 grey, 3 RGB, 4 CMYK. quality 1 to 100.
std::string encode_jpeg(const std::vector<std::uint8_t>& pixels, int width, int height,
                        int channels = 3, int quality = 90);

}  // namespace wgf::images
