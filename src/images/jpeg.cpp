// SPDX-License-Identifier: MIT
#include "images/jpeg.h"

#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// After <cstdio>, whose types it uses.
#include <jpeglib.h>
// After it, whose macros it uses.
#include <jerror.h>

#include <algorithm>

#include "base/dynamic_library.h"
#include "base/error.h"

namespace wgf::images {
namespace {

// The structures of the header are those of one library version.
#if JPEG_LIB_VERSION >= 80
constexpr const char* library_name = "libjpeg.so.8";
#else
constexpr const char* library_name = "libjpeg.so.62";
#endif

struct Library {
  DynamicLibrary library{"WGF_JPEG_LIBRARY", {library_name}, DynamicLibrary::Lifetime::program};
  decltype(&::jpeg_std_error) std_error = nullptr;
  decltype(&::jpeg_CreateDecompress) create_decompress = nullptr;
  decltype(&::jpeg_destroy_decompress) destroy_decompress = nullptr;
  decltype(&::jpeg_mem_src) mem_src = nullptr;
  decltype(&::jpeg_read_header) read_header = nullptr;
  decltype(&::jpeg_start_decompress) start_decompress = nullptr;
  decltype(&::jpeg_read_scanlines) read_scanlines = nullptr;
  decltype(&::jpeg_skip_scanlines) skip_scanlines = nullptr;
  decltype(&::jpeg_crop_scanline) crop_scanline = nullptr;
  decltype(&::jpeg_abort_decompress) abort_decompress = nullptr;
  decltype(&::jpeg_CreateCompress) create_compress = nullptr;
  decltype(&::jpeg_destroy_compress) destroy_compress = nullptr;
  decltype(&::jpeg_mem_dest) mem_dest = nullptr;
  decltype(&::jpeg_set_defaults) set_defaults = nullptr;
  decltype(&::jpeg_set_quality) set_quality = nullptr;
  decltype(&::jpeg_start_compress) start_compress = nullptr;
  decltype(&::jpeg_write_scanlines) write_scanlines = nullptr;
  decltype(&::jpeg_finish_compress) finish_compress = nullptr;

  bool load() {
    return library.load(std_error, "jpeg_std_error") &&
           library.load(create_decompress, "jpeg_CreateDecompress") &&
           library.load(destroy_decompress, "jpeg_destroy_decompress") &&
           library.load(mem_src, "jpeg_mem_src") && library.load(read_header, "jpeg_read_header") &&
           library.load(start_decompress, "jpeg_start_decompress") &&
           library.load(read_scanlines, "jpeg_read_scanlines") &&
           library.load(skip_scanlines, "jpeg_skip_scanlines") &&
           library.load(crop_scanline, "jpeg_crop_scanline") &&
           library.load(abort_decompress, "jpeg_abort_decompress") &&
           library.load(create_compress, "jpeg_CreateCompress") &&
           library.load(destroy_compress, "jpeg_destroy_compress") &&
           library.load(mem_dest, "jpeg_mem_dest") &&
           library.load(set_defaults, "jpeg_set_defaults") &&
           library.load(set_quality, "jpeg_set_quality") &&
           library.load(start_compress, "jpeg_start_compress") &&
           library.load(write_scanlines, "jpeg_write_scanlines") &&
           library.load(finish_compress, "jpeg_finish_compress");
  }
};

const Library& opened_library() {
  static Library library;
  static const bool is_there = library.load();
  if (!is_there)
    throw Error({"images.no_library", {{"library", library_name}}}, ExitCode::not_supported);
  return library;
}

// What libjpeg calls instead of ending the program. Nothing with a destructor may stand between the
// setjmp and what jumps back to it.
struct ErrorHandler {
  jpeg_error_mgr manager;  // first: libjpeg knows the handler by its address
  std::jmp_buf back;
};

[[noreturn]] void jump_back(j_common_ptr info) {
  std::longjmp(reinterpret_cast<ErrorHandler*>(info->err)->back, 1);
}

void count_warning(j_common_ptr info, int level) {
  if (level < 0) ++info->err->num_warnings;
}

void set_up(ErrorHandler& errors, const Library& library) {
  library.std_error(&errors.manager);
  errors.manager.error_exit = jump_back;
  errors.manager.emit_message = count_warning;
}

bool begins_as_jpeg(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == '\xff' && bytes[1] == '\xd8';
}

// Whether the image that begins here ends in these bytes, whatever follows it: cameras append films
// and further images. A segment is left by its length, as a preview inside has markers of its own;
// in the data of a scan 0xff stands before 0 or a restart marker alone.
bool has_end_marker(std::string_view bytes) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  std::size_t at = bytes.find('\xff', 2);
  while (at < bytes.size() - 1) {
    const unsigned char marker = byte(at + 1);
    if (marker == 0xd9) return true;
    const bool is_filling = marker == 0xff;
    const bool has_no_length = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (!is_filling && !has_no_length) {
      if (at + 4 > bytes.size()) return false;
      at += std::size_t{256} * byte(at + 2) + byte(at + 3);
    }
    at = bytes.find('\xff', at + (is_filling ? 1 : 2));
  }
  return false;
}

}  // namespace

std::string_view to_text(ImageFault fault) {
  switch (fault) {
    case ImageFault::empty:
      return "empty";
    case ImageFault::not_jpeg:
      return "not_jpeg";
    case ImageFault::broken:
      return "broken";
    case ImageFault::cmyk:
      return "cmyk";
    case ImageFault::too_deep:
      return "too_deep";
    case ImageFault::too_large:
      return "too_large";
    case ImageFault::unreadable:
      break;
  }
  return "unreadable";
}

void check_jpeg_library() {
  opened_library();
}

struct JpegDecoder::State {
  const Library& library = opened_library();
  ErrorHandler errors{};
  jpeg_decompress_struct info{};

  std::optional<ImageFault> read_header(std::string_view bytes) {
    if (setjmp(errors.back) != 0)
      return errors.manager.msg_code == JERR_BAD_PRECISION ? ImageFault::too_deep
                                                           : ImageFault::broken;
    library.abort_decompress(&info);
    errors.manager.num_warnings = 0;
    library.mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()),
                    static_cast<unsigned long>(bytes.size()));
    library.read_header(&info, TRUE);
    return std::nullopt;
  }

  // Rows above the crop are only read through, blocks beside it not transformed, rows below not
  // read.
  bool decode(const Crop& crop, Pixels& pixels, JDIMENSION& left) {
    if (setjmp(errors.back) != 0) return false;
    info.out_color_space = JCS_RGB;
    library.start_decompress(&info);
    left = static_cast<JDIMENSION>(crop.left);
    JDIMENSION width = static_cast<JDIMENSION>(crop.width);
    if (width < info.output_width) library.crop_scanline(&info, &left, &width);
    if (crop.top > 0) library.skip_scanlines(&info, static_cast<JDIMENSION>(crop.top));
    const std::size_t row_bytes = std::size_t{3} * info.output_width;
    pixels.rgb.resize(row_bytes * static_cast<std::size_t>(crop.height));
    for (int row = 0; row < crop.height;) {
      JSAMPROW to = pixels.rgb.data() + row_bytes * static_cast<std::size_t>(row);
      row += static_cast<int>(library.read_scanlines(&info, &to, 1));
    }
    return true;
  }
};

JpegDecoder::JpegDecoder() : state_(std::make_unique<State>()) {
  set_up(state_->errors, state_->library);
  state_->info.err = &state_->errors.manager;
  // Without memory, the one error here, there is nothing to jump back to but the same again.
  if (setjmp(state_->errors.back) != 0) std::abort();
  state_->library.create_decompress(&state_->info, JPEG_LIB_VERSION, sizeof state_->info);
}

JpegDecoder::~JpegDecoder() {
  state_->library.destroy_decompress(&state_->info);
}

std::optional<ImageFault> JpegDecoder::open(std::string_view bytes, ImageSize& size) {
  if (bytes.empty()) return ImageFault::empty;
  if (!begins_as_jpeg(bytes)) return ImageFault::not_jpeg;
  if (const auto fault = state_->read_header(bytes)) return fault;
  const jpeg_decompress_struct& info = state_->info;
  size = {static_cast<int>(info.image_width), static_cast<int>(info.image_height),
          info.jpeg_color_space == JCS_GRAYSCALE};
  if (info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK)
    return ImageFault::cmyk;
  if (std::int64_t{size.width} * size.height > most_pixels) return ImageFault::too_large;
  if (!has_end_marker(bytes)) return ImageFault::broken;
  return std::nullopt;
}

std::optional<ImageFault> JpegDecoder::decode(const Crop& crop, Pixels& pixels) {
  JDIMENSION left = 0;
  const bool is_whole = state_->decode(crop, pixels, left);
  if (!is_whole || state_->errors.manager.num_warnings > 0) return ImageFault::broken;
  pixels.row_pixels = static_cast<int>(state_->info.output_width);
  pixels.left = pixels.row_pixels == static_cast<int>(state_->info.image_width)
                    ? crop.left
                    : crop.left - static_cast<int>(left);
  pixels.width = crop.width;
  pixels.height = crop.height;
  return std::nullopt;
}

namespace {

struct Encoder {
  const Library& library;
  ErrorHandler errors{};
  jpeg_compress_struct info{};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;

  bool encode(const std::vector<std::uint8_t>& pixels, int width, int height, int channels,
              int quality) {
    if (setjmp(errors.back) != 0) return false;
    library.create_compress(&info, JPEG_LIB_VERSION, sizeof info);
    library.mem_dest(&info, &bytes, &size);
    info.image_width = static_cast<JDIMENSION>(width);
    info.image_height = static_cast<JDIMENSION>(height);
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 4 ? JCS_CMYK : JCS_RGB;
    library.set_defaults(&info);
    library.set_quality(&info, quality, TRUE);
    library.start_compress(&info, TRUE);
    const std::size_t row_bytes =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
    while (info.next_scanline < info.image_height) {
      auto* row = const_cast<JSAMPROW>(pixels.data() + row_bytes * info.next_scanline);
      library.write_scanlines(&info, &row, 1);
    }
    library.finish_compress(&info);
    return true;
  }
};

}  // namespace

std::string encode_jpeg(const std::vector<std::uint8_t>& pixels, int width, int height,
                        int channels, int quality) {
  Encoder encoder{opened_library()};
  set_up(encoder.errors, encoder.library);
  encoder.info.err = &encoder.errors.manager;
  const bool is_done = encoder.encode(pixels, width, height, channels, quality);
  std::string bytes(reinterpret_cast<const char*>(encoder.bytes), is_done ? encoder.size : 0);
  encoder.library.destroy_compress(&encoder.info);
  std::free(encoder.bytes);
  if (!is_done) throw Error({"images.cannot_encode", {}});
  return bytes;
}

}  // namespace wgf::images
