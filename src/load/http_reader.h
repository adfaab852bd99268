// SPDX-License-Identifier: MIT
#pragma once
// The answers of an HTTP/1.1 server, read as their bytes come: bodies of a length, in chunks, or
// until the connection is closed.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace wgf::load {

struct HttpHead {
  int status = 0;
  std::string content_type, retry_after, server;
  bool keeps_connection = true;
};

class HttpReader {
 public:
  enum class State { head, body, done, wrong };

  // Appends what is of the body. Takes all bytes but those behind the end of the answer; returns
  // how many.
  std::size_t read(std::string_view bytes, std::string& body);
  // The connection was closed: an answer that had no other end is done, one that had is wrong.
  void close();
  // For the next answer on the connection.
  void begin_again() { *this = {}; }

  State state() const { return state_; }
  const HttpHead& head() const { return head_; }
  bool has_begun() const { return has_begun_; }

 private:
  enum class Framing { length, chunks, until_closed };
  enum class Part { size, data, data_end, trailer };

  void take_head_line(std::string_view line);
  void end_head();
  void take_chunk_line(std::string_view line);
  std::size_t take_line(std::string_view bytes);
  std::size_t take_data(std::string_view bytes, std::string& body);

  State state_ = State::head;
  Framing framing_ = Framing::until_closed;
  Part part_ = Part::size;
  HttpHead head_;
  std::string line_;
  std::size_t head_bytes_ = 0;
  std::uint64_t left_ = 0;
  bool has_begun_ = false;
};

// The value of a header line that has this name in lower case: "content-type".
bool take_header(std::string_view line, std::string_view name, std::string_view& value);

}  // namespace wgf::load
