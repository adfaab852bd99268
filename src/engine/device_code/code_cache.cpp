// SPDX-License-Identifier: MIT
#include "engine/device_code/code_cache.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/files.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;

// The first fault of the program, and whether it was told.
struct Fault {
  std::mutex mutex;
  std::optional<Message> untold;
  bool is_known = false;
};
Fault& fault() {
  static Fault one;
  return one;
}

// Without the folder, which a results file need not name.
void remember(const Error& error) {
  const std::lock_guard lock(fault().mutex);
  if (std::exchange(fault().is_known, true)) return;
  std::string reason;
  for (const auto& [name, value] : error.message().args)
    if (name == "reason") reason = value;
  fault().untold = Message{"engine.code_not_kept", {{"reason", reason}}};
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// A file is the length of its description, both, and a checksum of the code: names are short
// hashes, and a write may have been cut off by a full disk.
std::string packed(const std::string& description, const std::string& code) {
  return fmt::format("{} {:016x}\n", description.size(), fnv1a(code)) + description + code;
}

std::optional<std::string> unpacked(const std::string& file, const std::string& description) {
  const auto line_end = file.find('\n');
  if (line_end == std::string::npos) return std::nullopt;
  const std::size_t begin = line_end + 1 + description.size();
  if (file.size() <= begin) return std::nullopt;
  std::string code = file.substr(begin);
  if (file != packed(description, code)) return std::nullopt;
  return code;
}

}  // namespace

fs::path code_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "torch-gpu-benchmark/device-code";
  if (home != nullptr && *home == '/')
    return fs::path(home) / ".cache/torch-gpu-benchmark/device-code";
  return {};
}

std::string cached_code(const fs::path& folder, const std::string& description,
                        const std::function<std::string()>& make) {
  if (folder.empty()) return make();
  const fs::path path = folder / fmt::format("{:016x}.cubin", fnv1a(description));
  if (const auto file = try_read_file(path))
    if (auto code = unpacked(*file, description)) return *std::move(code);
  std::string code = make();
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  try {
    write_file_atomically(path, packed(description, code));
  } catch (const Error& error) {
    remember(error);
  }
  return code;
}

std::optional<Message> take_code_cache_fault() {
  const std::lock_guard lock(fault().mutex);
  return std::exchange(fault().untold, std::nullopt);
}

}  // namespace wgf::engine
