// SPDX-License-Identifier: MIT
#pragma once
// How a test makes functions of a fake vendor library fail: their names, or "all", in
// WGF_FAKE_FAIL. And how it makes them answer otherwise: "power_limit=400000,mig=1" in
// WGF_FAKE_VALUES.

#include <cstdlib>
#include <string>

inline bool should_fail(const char* function) {
  const char* names = std::getenv("WGF_FAKE_FAIL");
  if (names == nullptr) return false;
  const std::string list = std::string(",") + names + ",";
  return list == ",all," || list.find("," + std::string(function) + ",") != std::string::npos;
}

inline long fake_value(const char* name, long otherwise) {
  const char* values = std::getenv("WGF_FAKE_VALUES");
  const std::string list = std::string(",") + (values == nullptr ? "" : values);
  const std::string start = std::string(",") + name + "=";
  const std::size_t found = list.find(start);
  return found == std::string::npos ? otherwise
                                    : std::strtol(list.c_str() + found + start.size(), nullptr, 0);
}
