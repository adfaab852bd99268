// SPDX-License-Identifier: MIT
// PNG through libpng's simplified interface, opened at run time as all that draws (picture.h).
#include "report/formats/png_encoder.h"

#include <cstdint>
#include <vector>

#include "base/dynamic_library.h"
#include "base/error.h"

namespace wgf::report {
namespace {

// Our own declaration of png_image, as png.h has it since libpng 1.6.
struct PngImage {
  void* opaque;
  std::uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
  char message[64];
};
constexpr std::uint32_t image_version = 1, format_rgb = 2, flag_fast = 2;

struct Encoder {
  DynamicLibrary library{{"libpng16.so.16"}, DynamicLibrary::Lifetime::program};
  int (*write)(PngImage* image, void* memory, std::size_t* size, int convert_to_8_bit,
               const void* buffer, std::int32_t row_stride, const void* colormap) = nullptr;
  bool load() { return library.load(write, "png_image_write_to_memory"); }
};

const Encoder& opened_encoder() {
  static Encoder encoder;
  static const bool is_there = encoder.load();
  if (!is_there) throw Error({"report.no_librsvg", {}}, ExitCode::not_supported);
  return encoder;
}

std::vector<unsigned char> rgb_of(const Pixels& pixels) {
  std::vector<unsigned char> rgb(std::size_t{3} * pixels.width * pixels.height);
  unsigned char* out = rgb.data();
  for (unsigned y = 0; y < pixels.height; ++y) {
    const unsigned char* in = pixels.rows + y * pixels.stride;
    for (unsigned x = 0; x < pixels.width; ++x, in += 4, out += 3) {
      out[0] = in[2];
      out[1] = in[1];
      out[2] = in[0];
    }
  }
  return rgb;
}

}  // namespace

void open_png_encoder() {
  opened_encoder();
}

std::string encode_png(const Pixels& pixels) {
  const Encoder& encoder = opened_encoder();
  const std::vector<unsigned char> rgb = rgb_of(pixels);
  PngImage image{};
  image.version = image_version;
  image.width = pixels.width;
  image.height = pixels.height;
  image.format = format_rgb;
  image.flags = flag_fast;
  // What cannot be packed is stored, with some bytes a block of 64 kB: never longer than this.
  std::string png(rgb.size() + rgb.size() / 1024 + pixels.height + 1024, '\0');
  std::size_t size = png.size();
  if (encoder.write(&image, png.data(), &size, 0, rgb.data(), 0, nullptr) == 0)
    throw Error({"report.png_failed", {{"reason", image.message}}});
  png.resize(size);
  return png;
}

}  // namespace wgf::report
