// SPDX-License-Identifier: MIT
#include "images/image_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace wgf::images {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_named = 3;  // files of one fault that a sentence names
// Of the paths in one message: it goes over the channel in one line.
constexpr std::size_t longest_list = std::size_t{1} << 20;

bool is_hidden(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

std::vector<fs::path> sorted_entries(const fs::path& folder, bool wants_folders) {
  std::vector<fs::path> entries;
  std::error_code fault;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, fault)) {
    std::error_code ignored;
    // A link to a file that is not there is named among those that cannot be read.
    const bool is_wanted = wants_folders
                               ? entry.is_directory(ignored)
                               : entry.is_regular_file(ignored) ||
                                     (entry.is_symlink(ignored) && !entry.exists(ignored));
    if (is_wanted && !is_hidden(entry.path())) entries.push_back(entry.path());
  }
  if (fault)
    throw Error({"images.no_folder", {{"path", folder.string()}, {"reason", fault.message()}}},
                ExitCode::usage);
  std::sort(entries.begin(), entries.end());
  return entries;
}

// "cat/1.jpg"
std::string name_in_class(const fs::path& path) {
  return (path.parent_path().filename() / path.filename()).string();
}

// How many of how many, the first of them as a sentence names them, and the paths of all, a line
// each.
std::vector<std::pair<std::string, std::string>> arguments_for(const std::vector<fs::path>& paths,
                                                               std::size_t total) {
  std::vector<std::string> names;
  std::string files;
  for (const fs::path& path : paths) {
    if (names.size() < most_named) names.push_back(name_in_class(path));
    if (files.size() + path.string().size() > longest_list) {
      files += "\n…";
      break;
    }
    files += (files.empty() ? "" : "\n") + path.string();
  }
  if (paths.size() > most_named) names.emplace_back("…");
  return {{"count", std::to_string(paths.size())},
          {"total", std::to_string(total)},
          {"names", join(names, ", ")},
          {"files", std::move(files)}};
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
  grey_.insert(path);
}

std::size_t SkippedFiles::count() const {
  const std::lock_guard lock(mutex_);
  return faults_.size();
}

std::vector<Message> SkippedFiles::messages(std::size_t total) const {
  const std::lock_guard lock(mutex_);
  std::map<ImageFault, std::vector<fs::path>> paths;
  for (const auto& [path, fault] : faults_) paths[fault].push_back(path);
  std::vector<Message> messages;
  for (const auto& [fault, of_fault] : paths)
    messages.push_back({"images." + std::string(to_text(fault)), arguments_for(of_fault, total)});
  if (!grey_.empty())
    messages.push_back({"images.grey", arguments_for({grey_.begin(), grey_.end()}, total)});
  return messages;
}

}  // namespace wgf::images
