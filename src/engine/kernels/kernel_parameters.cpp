// SPDX-License-Identifier: MIT
#include "engine/kernels/kernel_parameters.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

[[noreturn]] void throw_unknown(std::string_view name, const std::string& value,
                                const std::string& choices) {
  throw CaseEnded(results::Status::failed,
                  {"engine.unknown_value",
                   {{"name", std::string(name)}, {"value", value}, {"choices", choices}}});
}

}  // namespace

std::int64_t count_of(const results::Parameters& parameters, std::string_view name,
                      std::int64_t fallback, std::int64_t minimum) {
  const std::int64_t value = parameters.integer(name, fallback);
  if (value < minimum) throw_unknown(name, std::to_string(value), ">= " + std::to_string(minimum));
  return value;
}

std::string choice_of(const results::Parameters& parameters, std::string_view name,
                      std::initializer_list<std::string_view> choices) {
  const std::string value = parameters.text(name, *choices.begin());
  if (std::find(choices.begin(), choices.end(), value) == choices.end())
    throw_unknown(name, value,
                  join(std::vector<std::string>(choices.begin(), choices.end()), ", "));
  return value;
}

}  // namespace wgf::engine
