// SPDX-License-Identifier: MIT
#include "cli/kernel_cases.h"

#include <algorithm>
#include <cmath>

#include "cli/option_values.h"
#include "runner/sweep.h"

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
      for (const std::int64_t size : runner::parse_sweep("--size", sizes)) {
        results::Parameters parameters{
            {"m", size}, {"n", size}, {"k", size}, {"precision", precision}};
        // The default is not named, so that keys stay the same from version to version.
        if (cache != "hot") parameters.set("cache", cache);
        cases.push_back(kernel_case(line, device, "matmul", std::move(parameters)));
      }
}

void append_copies(std::vector<Case>& cases, const RunCommandLine& line, std::string_view device) {
  for (const std::string& text :
       parse_list("--bytes", line.bytes.empty() ? default_bytes : line.bytes)) {
    const Bytes bytes = parse_bytes("--bytes", text);
    // The engine counts whole MiB.
    const std::int64_t size_mib = std::max<std::int64_t>((bytes.value + mebi / 2) / mebi, 1);
    cases.push_back(kernel_case(line, device, "bandwidth",
                                {{"operation", std::string("copy")}, {"size_mib", size_mib}}));
  }
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
  std::vector<Case> cases;
  for (const std::string& benchmark : line.benchmarks) {
    if (benchmark == "matmul")
      append_products(cases, line, device);
    else if (benchmark == "bandwidth")
      append_copies(cases, line, device);
    else
      throw Error({"cli.not_a_kernel", {{"benchmark", benchmark}}}, ExitCode::usage);
  }
  return cases;
}

}  // namespace wgf::cli
