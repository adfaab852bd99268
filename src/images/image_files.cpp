// SPDX-License-Identifier: MIT
#include "images/image_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "base/text.h"

namespace wgf::images {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 3;  // files of one fault that a message names

bool is_hidden(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

std::vector<fs::path> sorted_entries(const fs::path& folder, bool wants_folders) {
  std::vector<fs::path> entries;
  std::error_code fault;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, fault)) {
    std::error_code ignored;
    const bool is_wanted =
        wants_folders ? entry.is_directory(ignored) : entry.is_regular_file(ignored);
    if (is_wanted && !is_hidden(entry.path())) entries.push_back(entry.path());
  }
  if (fault)
    throw Error({"images.no_folder", {{"path", folder.string()}, {"reason", fault.message()}}},
                ExitCode::usage);
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

std::vector<ImageFile> list_image_files(const fs::path& folder) {
  std::vector<ImageFile> files;
  int label = 0;
  for (const fs::path& of_class : sorted_entries(folder, true)) {
    for (fs::path& path : sorted_entries(of_class, false))
      files.push_back({std::move(path), label});
    ++label;
  }
  if (files.empty()) throw Error({"images.no_files", {{"path", folder.string()}}}, ExitCode::usage);
  return files;
}

std::optional<std::string> read_image_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  constexpr std::streamoff most = std::streamoff{1} << 30;
  if (size < 0 || size > most) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  file.read(bytes.data(), size);
  return file ? std::optional(std::move(bytes)) : std::nullopt;
}

void SkippedFiles::add(const fs::path& path, ImageFault fault) {
  const std::lock_guard lock(mutex_);
  faults_.emplace(path, fault);
}

void SkippedFiles::add_grey(const fs::path& path) {
  const std::lock_guard lock(mutex_);
  grey_.emplace(path, true);
}

std::size_t SkippedFiles::count() const {
  const std::lock_guard lock(mutex_);
  return faults_.size();
}

std::vector<Message> SkippedFiles::messages(std::size_t total) const {
  const std::lock_guard lock(mutex_);
  std::map<ImageFault, std::vector<std::string>> names;
  for (const auto& [path, fault] : faults_) names[fault].push_back(path.filename().string());
  std::vector<Message> messages;
  for (auto& [fault, list] : names) {
    const std::size_t count = list.size();
    if (count > most_named) {
      list.resize(most_named);
      list.emplace_back("…");
    }
    messages.push_back({"images." + std::string(to_text(fault)),
                        {{"count", std::to_string(count)},
                         {"total", std::to_string(total)},
                         {"names", join(list, ", ")}}});
  }
  if (!grey_.empty())
    messages.push_back({"images.grey", {{"count", std::to_string(grey_.size())}}});
  return messages;
}

}  // namespace wgf::images
