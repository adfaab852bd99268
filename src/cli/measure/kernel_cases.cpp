// SPDX-License-Identifier: MIT
#include "cli/measure/kernel_cases.h"

#include <algorithm>

#include "base/option_values.h"
#include "cli/measure/kernels/parameter_options.h"

namespace wgf::cli {
namespace {

using results::Case;

constexpr const char* default_sizes = "1024-8192*2";
constexpr const char* default_bytes = "1GiB";

Case kernel_case(const RunCommandLine& line, std::string_view device, const char* benchmark,
                 results::Parameters parameters) {
  return {.benchmark = benchmark,
          .parameters = std::move(parameters),
          .device = std::string(device),
          .seed = line.options.seed,
          .stopping = line.options.stopping};
}

void append_products(std::vector<Case>& cases, const RunCommandLine& line,
                     std::string_view device) {
  std::vector<std::string> precisions = line.options.precisions;
  if (precisions.empty()) precisions = {"fp32"};
  std::vector<std::string> caches = line.caches;
  if (caches.empty()) caches = {"hot"};
  const std::string sizes = line.size.empty() ? default_sizes : line.size;
  for (const std::string& cache : caches)
    for (const std::string& precision : precisions)
      for (const ProductShape& shape : parse_shapes("--size", sizes)) {
        results::Parameters parameters{
            {"m", shape.m}, {"n", shape.n}, {"k", shape.k}, {"precision", precision}};
        // The default is not named, so that keys stay the same from version to version.
        if (cache != "hot") parameters.set("cache", cache);
        cases.push_back(kernel_case(line, device, "matmul", std::move(parameters)));
      }
}

void append_accesses(std::vector<Case>& cases, const RunCommandLine& line,
                     std::string_view device) {
  std::vector<std::string> operations = line.operations;
  if (operations.empty()) operations = {"copy"};
  for (const std::string& operation : operations)
    for (const results::Parameters& size :
         array_sizes(line.bytes.empty() ? default_bytes : line.bytes)) {
      results::Parameters parameters{{"operation", operation}};
      for (const auto& [name, value] : size) parameters.set(name, value);
      cases.push_back(kernel_case(line, device, "bandwidth", std::move(parameters)));
    }
}

bool is_model_benchmark(std::string_view benchmark) {
  constexpr std::string_view names[] = {"train", "infer", "user_model", "product_check"};
  return std::find(std::begin(names), std::end(names), benchmark) != std::end(names);
}

bool names(const RunCommandLine& line, std::string_view benchmark) {
  return std::find(line.benchmarks.begin(), line.benchmarks.end(), benchmark) !=
         line.benchmarks.end();
}

[[noreturn]] void throw_needs(const char* option, const char* benchmark) {
  throw Error({"cli.option_needs_benchmark", {{"option", option}, {"benchmark", benchmark}}},
              ExitCode::usage);
}

}  // namespace

std::vector<Case> kernel_cases(const RunCommandLine& line, std::string_view device) {
  if (!line.size.empty() && !names(line, "matmul")) throw_needs("--size", "matmul");
  if (!line.caches.empty() && !names(line, "matmul")) throw_needs("--cache", "matmul");
  if (!line.bytes.empty() && !names(line, "bandwidth")) throw_needs("--bytes", "bandwidth");
  if (!line.operations.empty() && !names(line, "bandwidth"))
    throw_needs("--operation", "bandwidth");
  std::vector<Case> cases;
  for (const std::string& benchmark : line.benchmarks) {
    if (benchmark == "matmul")
      append_products(cases, line, device);
    else if (benchmark == "bandwidth")
      append_accesses(cases, line, device);
    else if (is_model_benchmark(benchmark))
      throw Error({"cli.not_a_kernel", {{"benchmark", benchmark}}}, ExitCode::usage);
    else
      for (Case& value : parameter_cases(runner::benchmark_info(benchmark), {}, {}, line, device))
        cases.push_back(std::move(value));
  }
  return cases;
}

}  // namespace wgf::cli
