// SPDX-License-Identifier: MIT
#pragma once
// The files of a folder in ImageNet's layout (FOLDER/CLASS/…): every file in a class is taken for
// an image until it shows that it is none.

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/message.h"
#include "images/jpeg.h"

namespace wgf::images {

struct ImageFile {
  std::filesystem::path path;
  int label = 0;  // number of its class, in the order of their names
};

// In the order of their names, hidden files left out. Throws Error(images.no_folder) and
// Error(images.no_files, usage) where there is nothing to read.
std::vector<ImageFile> list_image_files(const std::filesystem::path& folder);

// Nothing where the system does not let us read it.
std::optional<std::string> read_image_file(const std::filesystem::path& path);

// Which files were not taken, and why; each counts once, whoever met it. Safe to use from threads.
class SkippedFiles {
 public:
  void add(const std::filesystem::path& path, ImageFault fault);
  void add_grey(const std::filesystem::path& path);

  std::size_t count() const;
  // "12 of 1,000 files are skipped: 1 broken (cat/a.jpg), …", and how many grey ones were taken. A
  // sentence names the first; "files" holds the paths of all, a line each, up to a mebibyte.
  std::vector<Message> messages(std::size_t total) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::filesystem::path, ImageFault> faults_;
  std::set<std::filesystem::path> grey_;
};

}  // namespace wgf::images
