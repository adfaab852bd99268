// SPDX-License-Identifier: MIT
#include "cli/measure/kernels/possible_shapes.h"

#include "base/error.h"
#include "cli/measure/kernels/parameter_options.h"

namespace wgf::cli {
namespace {

struct Division {
  const char *benchmark, *divisor, *number;
};
constexpr Division divisions[] = {{"attention", "kv_heads", "heads"},
                                  {"conv", "groups", "channels"},
                                  {"conv", "groups", "filters"}};

// A number that nobody typed is named as the default it is.
void check(const results::Case& value, const Division& division, const TypedValues& typed) {
  const results::Parameters& parameters = value.parameters;
  const std::int64_t number = parameters.integer(division.number, 0),
                     divisor = parameters.integer(division.divisor, 0);
  if (divisor == 0 || number % divisor == 0) return;
  const char* of_device =
      value.device == "cpu" ? "kernel.must_divide_default_cpu" : "kernel.must_divide_default_gpu";
  throw Error({typed.contains(division.number) ? "kernel.must_divide" : of_device,
               {{"option", option_of(division.divisor)},
                {"value", std::to_string(divisor)},
                {"other", option_of(division.number)},
                {"number", std::to_string(number)}}},
              ExitCode::usage);
}

void check_filter(const results::Parameters& parameters, const char* filter, const char* side) {
  const std::int64_t padding = parameters.integer("padding", 0),
                     image = parameters.integer(side, 0), size = parameters.integer(filter, 0);
  if (size - image <= 2 * padding) return;
  throw Error({"kernel.filter_too_large",
               {{"option", option_of(filter)},
                {"value", std::to_string(size)},
                {"other", option_of(side)},
                {"number", std::to_string(image)},
                {"padding", std::to_string(padding)}}},
              ExitCode::usage);
}

}  // namespace

void check_possible(const std::vector<results::Case>& cases, const TypedValues& typed) {
  for (const results::Case& value : cases) {
    for (const Division& division : divisions)
      if (value.benchmark == division.benchmark) check(value, division, typed);
    if (value.benchmark != "conv") continue;
    check_filter(value.parameters, "filter_height", "height");
    check_filter(value.parameters, "filter_width", "width");
  }
}

}  // namespace wgf::cli
