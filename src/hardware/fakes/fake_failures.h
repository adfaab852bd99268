// SPDX-License-Identifier: MIT
#pragma once
// How a test makes functions of a fake vendor library fail: their names, or "all", in
// WGF_FAKE_FAIL.

#include <cstdlib>
#include <string>

inline bool should_fail(const char* function) {
  const char* names = std::getenv("WGF_FAKE_FAIL");
  if (names == nullptr) {
    return false;
  }
  const std::string list = std::string(",") + names + ",";
  return list == ",all," || list.find("," + std::string(function) + ",") != std::string::npos;
}
