// SPDX-License-Identifier: MIT
#pragma once
// Server-sent events (WHATWG HTML, section 9.2), read as their bytes come.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace wgf::load {

class SseReader {
 public:
  using OnEvent = std::function<void(std::string_view data)>;

  // Calls on_event with the data of each event that ends in these bytes. false: an event is longer
  // than any server's; what follows is not read.
  bool read(std::string_view bytes, const OnEvent& on_event);
  // Bytes of an event that has not ended.
  bool is_inside() const { return !line_.empty() || has_data_; }
  void begin_again();

 private:
  void take_line(std::string_view line, const OnEvent& on_event);

  std::string line_, data_;
  bool has_data_ = false, is_after_return_ = false, is_too_long_ = false;
};

}  // namespace wgf::load
