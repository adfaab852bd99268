// SPDX-License-Identifier: MIT
#include "engine/device_code/device_texts.h"

#include <cstdlib>
#include <stdexcept>

#include "base/files.h"
#include "embedded/device_code_texts.h"

namespace wgf::engine {
namespace {

std::string_view embedded(const std::string& file) {
  for (const EmbeddedFile& text : wgf::embedded::device_code_texts())
    if (text.name == file) return text.text;
  throw std::logic_error("no device code " + file);
}

}  // namespace

std::string device_text(const std::string& name) {
  if (const char* folder = std::getenv("WGF_DEVICE_TEXTS"))
    return read_file(std::filesystem::path(folder) / "prelude.cu") +
           read_file(std::filesystem::path(folder) / (name + ".cu"));
  return std::string(embedded("prelude.cu")) + std::string(embedded(name + ".cu"));
}

}  // namespace wgf::engine
