// SPDX-License-Identifier: MIT
#pragma once
// Sets environment variables for one test and puts the old values back.

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace wgf::hardware {

class EnvironmentGuard {
 public:
  EnvironmentGuard(std::string name, const std::string& value) : name_(std::move(name)) {
    if (const char* old = std::getenv(name_.c_str())) old_ = old;
    setenv(name_.c_str(), value.c_str(), 1);
  }
  ~EnvironmentGuard() {
    if (old_)
      setenv(name_.c_str(), old_->c_str(), 1);
    else
      unsetenv(name_.c_str());
  }
  EnvironmentGuard(const EnvironmentGuard&) = delete;
  EnvironmentGuard& operator=(const EnvironmentGuard&) = delete;

 private:
  std::string name_;
  std::optional<std::string> old_;
};

}  // namespace wgf::hardware
