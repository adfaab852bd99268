// SPDX-License-Identifier: MIT
#pragma once
// Requests that others ask of a decoder while it answers: lines of results/serving.h over a socket
// that is read between two turns.

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "results/serving.h"

namespace wgf::engine {

class RequestSource {
 public:
  virtual ~RequestSource() = default;
  // What came since the last call, waiting so long for it where nothing did. False: nobody asks any
  // more.
  virtual bool take(std::vector<results::ServingWish>& wishes, std::chrono::milliseconds most) = 0;
  virtual void tell(const results::ServingNews& news) = 0;
};

class RequestSocket final : public RequestSource {
 public:
  explicit RequestSocket(int descriptor) : descriptor_(descriptor) {}
  bool take(std::vector<results::ServingWish>& wishes, std::chrono::milliseconds most) override;
  // Waits while the other side has not read what it was told before.
  void tell(const results::ServingNews& news) override;

 private:
  int descriptor_;
  bool is_open_ = true;
  std::string received_;
};

}  // namespace wgf::engine
