// SPDX-License-Identifier: MIT
#include "cli/kernels/possible_shapes.h"

#include "base/error.h"
#include "cli/kernels/parameter_options.h"

namespace wgf::cli {
namespace {

struct Division {
  const char *benchmark, *divisor, *number;
};
constexpr Division divisions[] = {{"attention", "kv_heads", "heads"},
                                  {"conv", "groups", "channels"},
                                  {"conv", "groups", "filters"}};

void check(const results::Parameters& parameters, const Division& division) {
  const std::int64_t number = parameters.integer(division.number, 0),
                     divisor = parameters.integer(division.divisor, 0);
  if (divisor == 0 || number % divisor == 0) return;
  throw Error({"kernel.must_divide",
               {{"option", option_of(division.divisor)},
                {"value", std::to_string(divisor)},
                {"other", option_of(division.number)},
                {"number", std::to_string(number)}}},
              ExitCode::usage);
}

}  // namespace

void check_possible(const std::vector<results::Case>& cases) {
  for (const results::Case& value : cases)
    for (const Division& division : divisions)
      if (value.benchmark == division.benchmark) check(value.parameters, division);
}

}  // namespace wgf::cli
