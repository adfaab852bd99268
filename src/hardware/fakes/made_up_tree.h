// SPDX-License-Identifier: MIT
#pragma once
// A folder of made-up files for one test, removed with it.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace wgf::hardware {

class MadeUpTree {
 public:
  MadeUpTree() {
    std::string name = (std::filesystem::temp_directory_path() / "wgf-tree-XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~MadeUpTree() { std::filesystem::remove_all(root_); }
  MadeUpTree(const MadeUpTree&) = delete;
  MadeUpTree& operator=(const MadeUpTree&) = delete;

  const std::filesystem::path& root() const { return root_; }
  void put(const std::filesystem::path& path, std::string_view text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void link(const std::filesystem::path& path, const std::filesystem::path& target) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::filesystem::create_symlink(target, root_ / path);
  }

 private:
  std::filesystem::path root_;
};

}  // namespace wgf::hardware
