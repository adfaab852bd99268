// SPDX-License-Identifier: MIT
#include "load/http_reader.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace wgf::load {
namespace {

constexpr std::size_t longest_head = 64 * 1024;

template <typename Number>
bool read_number(std::string_view text, Number& number, int base = 10) {
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number, base);
  return fault == std::errc() && stop == end && !text.empty();
}

}  // namespace

bool take_header(std::string_view line, std::string_view name, std::string_view& value) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || lower_case(line.substr(0, colon)) != name) return false;
  value = trim(line.substr(colon + 1));
  return true;
}

std::size_t HttpReader::read(std::string_view bytes, std::string& body) {
  has_begun_ = has_begun_ || !bytes.empty();
  std::size_t taken = 0;
  while (taken < bytes.size() && (state_ == State::head || state_ == State::body)) {
    const std::string_view rest = bytes.substr(taken);
    const bool is_data =
        state_ == State::body && (framing_ != Framing::chunks || part_ == Part::data);
    taken += is_data ? take_data(rest, body) : take_line(rest);
  }
  return taken;
}

void HttpReader::close() {
  if (state_ == State::done) return;
  const bool is_end = state_ == State::body && framing_ == Framing::until_closed;
  state_ = is_end ? State::done : State::wrong;
  head_.keeps_connection = false;
}

std::size_t HttpReader::take_data(std::string_view bytes, std::string& body) {
  if (framing_ == Framing::until_closed) {
    body.append(bytes);
    return bytes.size();
  }
  const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
  body.append(bytes.substr(0, size));
  left_ -= size;
  if (left_ == 0) {
    if (framing_ == Framing::length) state_ = State::done;
    part_ = Part::data_end;
  }
  return size;
}

std::size_t HttpReader::take_line(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  const std::size_t taken = end == std::string_view::npos ? bytes.size() : end + 1;
  head_bytes_ += state_ == State::head || part_ == Part::trailer ? taken : 0;
  line_.append(bytes.substr(0, taken));
  if (head_bytes_ > longest_head || line_.size() > longest_head) state_ = State::wrong;
  if (state_ == State::wrong || end == std::string_view::npos) return taken;
  std::string_view line = line_;
  line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  state_ == State::head ? take_head_line(line) : take_chunk_line(line);
  line_.clear();
  return taken;
}

void HttpReader::take_head_line(std::string_view line) {
  constexpr std::size_t version = 9;  // "HTTP/1.1 "
  if (head_.status == 0) {
    const bool is_http = line.starts_with("HTTP/1.") && line.size() >= version + 3;
    if (!is_http || !read_number(line.substr(version, 3), head_.status) || head_.status < 100) {
      state_ = State::wrong;
      return;
    }
    head_.keeps_connection = line.starts_with("HTTP/1.1");
    return;
  }
  if (line.empty()) return end_head();
  std::string_view value;
  if (take_header(line, "content-length", value)) {
    framing_ = framing_ == Framing::chunks ? framing_ : Framing::length;
    if (!read_number(value, left_)) state_ = State::wrong;
  } else if (take_header(line, "transfer-encoding", value)) {
    if (lower_case(value).ends_with("chunked")) framing_ = Framing::chunks;
  } else if (take_header(line, "connection", value)) {
    if (lower_case(value) == "close") head_.keeps_connection = false;
    if (lower_case(value) == "keep-alive") head_.keeps_connection = true;
  } else if (take_header(line, "content-type", value)) {
    head_.content_type = lower_case(value);
  } else if (take_header(line, "retry-after", value)) {
    head_.retry_after = value;
  } else if (take_header(line, "server", value)) {
    head_.server = value;
  }
}

void HttpReader::end_head() {
  constexpr int ok = 200, no_content = 204, not_modified = 304;
  if (head_.status < ok) {  // "100 Continue": the answer is still to come
    const bool had_begun = has_begun_;
    begin_again();
    has_begun_ = had_begun;
    return;
  }
  state_ = State::body;
  const bool has_none = head_.status == no_content || head_.status == not_modified ||
                        (framing_ == Framing::length && left_ == 0);
  if (has_none) state_ = State::done;
  if (framing_ == Framing::until_closed) head_.keeps_connection = false;
}

void HttpReader::take_chunk_line(std::string_view line) {
  if (part_ == Part::data_end) {
    part_ = Part::size;
    if (!line.empty()) state_ = State::wrong;
  } else if (part_ == Part::trailer) {
    if (line.empty()) state_ = State::done;
  } else {
    constexpr int hexadecimal = 16;
    const std::string_view size = trim(line.substr(0, line.find(';')));
    if (!read_number(size, left_, hexadecimal)) state_ = State::wrong;
    part_ = left_ == 0 ? Part::trailer : Part::data;
  }
}

}  // namespace wgf::load
