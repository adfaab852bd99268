// SPDX-License-Identifier: MIT
// PNG through librsvg and cairo. Both are opened at run time: they bring some forty libraries
// along, which a server that only measures does not have and which would double the start-up of
// every command.

#include <future>
#include <memory>

#include "base/dynamic_library.h"
#include "base/error.h"
#include "report/formats/picture.h"
#include "report/formats/png_encoder.h"

namespace wgf::report {
namespace {

// Our own declarations of the few functions used, as their headers have them (librsvg 2.46, cairo
// 1.10, fontconfig 2.10 and newer).
struct GError {
  unsigned domain;
  int code;
  char* message;
};
struct Rectangle {
  double x, y, width, height;
};
struct FontSet {
  int count;
  int capacity;
  void** fonts;
};
constexpr int cairo_rgb24 = 1;

// GLib registers its types and threads' keys for good: unloaded, they would point at nothing.
constexpr auto forever = DynamicLibrary::Lifetime::program;

struct Drawing {
  DynamicLibrary rsvg{"WGF_RSVG_LIBRARY", {"librsvg-2.so.2"}, forever};
  DynamicLibrary cairo{{"libcairo.so.2"}, forever};
  DynamicLibrary glib{{"libgobject-2.0.so.0"}, forever};
  void* (*handle_new)(const unsigned char* data, unsigned long size, GError** error) = nullptr;
  int (*handle_size)(void* handle, double* width, double* height) = nullptr;
  int (*handle_render)(void* handle, void* context, const Rectangle* viewport,
                       GError** error) = nullptr;
  void (*unref)(void* object) = nullptr;
  void* (*surface_create)(int format, int width, int height) = nullptr;
  void* (*context_create)(void* surface) = nullptr;
  void (*context_destroy)(void* context) = nullptr;
  void (*surface_flush)(void* surface) = nullptr;
  unsigned char* (*surface_data)(void* surface) = nullptr;
  int (*surface_stride)(void* surface) = nullptr;
  void (*surface_destroy)(void* surface) = nullptr;

  bool load() {
    return rsvg.load(handle_new, "rsvg_handle_new_from_data") &&
           rsvg.load(handle_size, "rsvg_handle_get_intrinsic_size_in_pixels") &&
           rsvg.load(handle_render, "rsvg_handle_render_document") &&
           glib.load(unref, "g_object_unref") &&
           cairo.load(surface_create, "cairo_image_surface_create") &&
           cairo.load(context_create, "cairo_create") &&
           cairo.load(context_destroy, "cairo_destroy") &&
           cairo.load(surface_flush, "cairo_surface_flush") &&
           cairo.load(surface_data, "cairo_image_surface_get_data") &&
           cairo.load(surface_stride, "cairo_image_surface_get_stride") &&
           cairo.load(surface_destroy, "cairo_surface_destroy");
  }
};

enum class Fonts { none, some, with_chinese };

// Asked of fontconfig, which librsvg draws text through. Where it cannot be asked, there is nothing
// to say against the fonts.
Fonts ask_fonts() {
  const DynamicLibrary library({"libfontconfig.so.1"}, forever);
  void* (*parse)(const char* name) = nullptr;
  void* (*object_set)() = nullptr;
  FontSet* (*list)(void* config, void* pattern, void* objects) = nullptr;
  if (!library.load(parse, "FcNameParse") || !library.load(object_set, "FcObjectSetCreate") ||
      !library.load(list, "FcFontList"))
    return Fonts::with_chinese;
  // The few hundred bytes these return live as long as the program.
  const auto count = [&](const char* pattern) {
    const FontSet* found = list(nullptr, parse(pattern), object_set());
    return found == nullptr ? 0 : found->count;
  };
  if (count(":lang=zh-cn") > 0) return Fonts::with_chinese;
  return count(":") > 0 ? Fonts::some : Fonts::none;
}

Fonts installed_fonts() {
  static const Fonts fonts = ask_fonts();
  return fonts;
}

const Drawing& opened_drawing() {
  static Drawing drawing;
  static const bool is_there = drawing.load();
  if (!is_there) throw Error({"report.no_librsvg", {}}, ExitCode::not_supported);
  return drawing;
}

[[noreturn]] void fail(const GError* error) {
  throw Error({"report.png_failed", {{"reason", error ? error->message : "-"}}});
}

// The picture of that scale times its size in pixels.
std::string render_png(std::string_view svg, double scale) {
  const Drawing& drawing = opened_drawing();
  GError* error = nullptr;
  const std::unique_ptr<void, void (*)(void*)> handle(
      drawing.handle_new(reinterpret_cast<const unsigned char*>(svg.data()), svg.size(), &error),
      drawing.unref);
  double width = 0, height = 0;
  if (!handle || !drawing.handle_size(handle.get(), &width, &height)) fail(error);
  const auto columns = static_cast<int>(width * scale), rows = static_cast<int>(height * scale);
  const Rectangle viewport{0, 0, width * scale, height * scale};
  const std::unique_ptr<void, void (*)(void*)> surface(
      drawing.surface_create(cairo_rgb24, columns, rows), drawing.surface_destroy);
  const std::unique_ptr<void, void (*)(void*)> context(drawing.context_create(surface.get()),
                                                       drawing.context_destroy);
  if (!drawing.handle_render(handle.get(), context.get(), &viewport, &error)) fail(error);
  drawing.surface_flush(surface.get());
  const unsigned char* pixels = drawing.surface_data(surface.get());
  if (pixels == nullptr) fail(nullptr);  // no memory for so large a surface
  return encode_png({pixels, static_cast<unsigned>(columns), static_cast<unsigned>(rows),
                     static_cast<std::size_t>(drawing.surface_stride(surface.get()))});
}

// A word nobody sees: what draws text reads its settings and fonts at the first one.
void draw_first_word() {
  render_png(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">"
      "<text font-family=\"sans-serif\">a</text></svg>",
      1);
}

}  // namespace

void check_png() {
  opened_drawing();
  open_png_encoder();
  if (installed_fonts() == Fonts::none)
    throw Error({"report.no_fonts", {}}, ExitCode::not_supported);
}

std::string write_png(const ReportInput& input) {
  check_png();
  const Fonts fonts = installed_fonts();
  ReportInput readable = input;
  if (fonts == Fonts::some && input.language == messages::Language::chinese) {
    readable.language = messages::Language::english;
    if (input.hints) input.hints->push_back({"report.no_chinese_font", {}});
  }
  std::future<std::string> svg =
      std::async(std::launch::async, [&] { return write_svg(readable); });
  draw_first_word();  // meanwhile
  return render_png(svg.get(), 1.5);
}

}  // namespace wgf::report
