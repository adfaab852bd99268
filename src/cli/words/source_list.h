// SPDX-License-Identifier: MIT
#pragma once
// Sources as numbers, in the order they are first named.

#include <string>
#include <vector>

namespace wgf::cli {

class SourceList {
 public:
  std::string number_of(const std::string& source);  // "[3]"
  std::string numbers_of(const std::vector<std::string>& sources);
  const std::vector<std::string>& all() const { return sources_; }

 private:
  std::vector<std::string> sources_;
};

}  // namespace wgf::cli
