// SPDX-License-Identifier: MIT
#pragma once
// The parameters of a kernel as options of its command, straight from the table of benchmarks: each
// takes a list, and every value is measured with every other's.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/measure/run_options.h"
#include "runner/benchmarks_table.h"

namespace wgf::cli {

// What was typed, by the parameter's name.
using TypedValues = std::map<std::string, std::string, std::less<>>;

// "--head-size" of "head_size".
std::string option_of(std::string_view parameter);
// What may stand there and what is measured where it does not, for --help.
std::string parameter_help(const runner::BenchmarkInfo& benchmark,
                           const runner::ParameterInfo& parameter, const Context& context);

// Throws Error(usage) for a value that none of these benchmarks knows.
void check_values(const std::vector<const runner::BenchmarkInfo*>& benchmarks,
                  const TypedValues& typed);

// Every value of each parameter with every other; a typed value that only another benchmark of the
// command knows ("h2d" of bandwidth and transfer) is left out, and with it, where none is left, the
// benchmark. shapes: parameters that belong together, one set after the other; empty: none.
std::vector<results::Case> parameter_cases(const runner::BenchmarkInfo& benchmark,
                                           const TypedValues& typed,
                                           const std::vector<results::Parameters>& shapes,
                                           const RunCommandLine& line, std::string_view device);

// Sizes of arrays as a case names them: whole MiB as such, so that keys stay the same from version
// to version. Throws Error(usage) for one that holds no number.
std::vector<results::Parameters> array_sizes(const std::string& typed);

}  // namespace wgf::cli
