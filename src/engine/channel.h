// SPDX-License-Identifier: MIT
#pragma once
// Lines to and from the front program over the socket it handed us.

#include <optional>
#include <string>
#include <string_view>

namespace wgf::engine {

class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}

  // Nothing at end of file: the front program is gone.
  std::optional<std::string> read_line();
  // False when nobody reads any more.
  bool write_line(std::string_view line);

 private:
  int descriptor_;
  std::string buffer_;
};

}  // namespace wgf::engine
