// SPDX-License-Identifier: MIT
#include "load/sse_reader.h"

namespace wgf::load {
namespace {

constexpr std::size_t longest_event = std::size_t{16} << 20;

}  // namespace

bool SseReader::read(std::string_view bytes, const OnEvent& on_event) {
  while (!bytes.empty() && !is_too_long_) {
    if (is_after_return_ && bytes.front() == '\n') bytes.remove_prefix(1);
    is_after_return_ = false;
    const std::size_t end = bytes.find_first_of("\r\n");
    if (line_.size() + data_.size() + std::min(end, bytes.size()) > longest_event) {
      is_too_long_ = true;
    } else if (end == std::string_view::npos) {
      line_.append(bytes);
      break;
    } else {
      is_after_return_ = bytes[end] == '\r';
      if (line_.empty()) {  // the usual case: no copy
        take_line(bytes.substr(0, end), on_event);
      } else {
        line_.append(bytes.substr(0, end));
        take_line(line_, on_event);
        line_.clear();
      }
      bytes.remove_prefix(end + 1);
    }
  }
  return !is_too_long_;
}

void SseReader::begin_again() {
  line_.clear();
  data_.clear();
  has_data_ = is_after_return_ = is_too_long_ = false;
}

void SseReader::take_line(std::string_view line, const OnEvent& on_event) {
  if (line.empty()) {
    if (has_data_) on_event(data_);
    data_.clear();
    has_data_ = false;
    return;
  }
  constexpr std::string_view field = "data:";
  if (!line.starts_with(field)) return;  // comments, names and numbers of events
  line.remove_prefix(field.size());
  if (line.starts_with(' ')) line.remove_prefix(1);
  if (has_data_) data_ += '\n';
  data_.append(line);
  has_data_ = true;
}

}  // namespace wgf::load
