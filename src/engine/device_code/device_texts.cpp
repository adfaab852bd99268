// SPDX-License-Identifier: MIT
#include "engine/device_code/device_texts.h"

#include <cstdlib>
#include <stdexcept>

#include "base/files.h"
#include "embedded/device_code_texts.h"

namespace wgf::engine {
namespace {

std::string file_text(const std::string& file) {
  if (const char* folder = std::getenv("WGF_DEVICE_TEXTS"))
    return read_file(std::filesystem::path(folder) / file);
  for (const EmbeddedFile& text : wgf::embedded::device_code_texts())
    if (text.name == file) return std::string(text.text);
  throw std::logic_error("no device code " + file);
}

// With the texts it includes in their places.
std::string whole_text(const std::string& file) {
  constexpr std::string_view begin = "\n#include \"engine/device_code/texts/";
  std::string text = file_text(file);
  for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const auto name = at + begin.size(), end = text.find('"', name);
    text.replace(at + 1, end - at, whole_text(text.substr(name, end - name)));
  }
  return text;
}

}  // namespace

std::string kernel_constant(const char* name, std::int64_t value) {
  return std::string(name) + "=" + std::to_string(value);
}

std::string device_text(const std::string& name) {
  return file_text("prelude.cu") + whole_text(name + ".cu");
}

}  // namespace wgf::engine
