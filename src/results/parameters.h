// SPDX-License-Identifier: MIT
#pragma once
// Named values in a fixed order: the parameters of a case, the facts of an environment section.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wgf::results {

using Value = std::variant<bool, std::int64_t, double, std::string>;

std::string to_text(const Value& value);

class Parameters {
 public:
  Parameters() = default;
  Parameters(std::initializer_list<std::pair<std::string, Value>> values);

  // Replaces the value of that name, or appends it.
  void set(std::string_view name, Value value);
  const Value* find(std::string_view name) const;

  // Typed look-ups with a default. A value of another type is a bug of ours or a hand-edited file:
  // throws Error(results.wrong_type). Integers read as numbers where a double is asked for.
  std::string text(std::string_view name, std::string_view fallback = "") const;
  std::int64_t integer(std::string_view name, std::int64_t fallback = 0) const;
  double number(std::string_view name, double fallback = 0) const;
  bool flag(std::string_view name, bool fallback = false) const;

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }
  bool operator==(const Parameters&) const = default;

 private:
  std::vector<std::pair<std::string, Value>> values_;
};

}  // namespace wgf::results
