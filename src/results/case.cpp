// SPDX-License-Identifier: MIT
#include "results/case.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "results/emulated_case.h"

namespace wgf::results {
namespace {

constexpr std::string_view open_parameter = "precision";

}  // namespace

std::string Case::key() const {
  std::string key = benchmark;
  for (const auto& [name, value] : parameters) key += " " + name + "=" + to_text(value);
  if (const auto others = std::count(device.begin(), device.end(), ','); others > 0)
    key += " devices=" + std::to_string(others + 1);
  return key;
}

std::string Case::key_without_precision() const {
  Case open = *this;
  open.parameters = {};
  for (const auto& [name, value] : parameters)
    if (name != open_parameter) open.parameters.set(name, value);
  return open.key();
}

bool Case::is_answered_by(const Case& measured) const {
  if (key() == measured.key()) return true;
  const bool is_open = parameters.find(open_parameter) == nullptr;
  return is_open && key() == measured.key_without_precision();
}

std::vector<std::string> Case::device_ids() const {
  return split(device, ',');
}

std::int64_t Case::ranks() const {
  return is_of_one_rank(*this) ? 1 : layout_ranks(*this);
}

bool is_of_one_rank(const Case& value) {
  return value.parameters.find("emulated_rank") != nullptr;
}

std::int64_t layout_ranks(const Case& value) {
  std::int64_t ranks = 1;
  for (const char* size : {"dp", "tp", "pp", "cp", "ranks"})
    ranks *= value.parameters.integer(size, 1);
  return ranks;
}

bool Case::is_on_cpu() const {
  return device == "cpu";
}

}  // namespace wgf::results
