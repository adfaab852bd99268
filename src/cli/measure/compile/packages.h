// SPDX-License-Identifier: MIT
#pragma once
// The compiled half of compile-test: for each case that was measured eager, the package is made by
// the helper, then measured; and what Python's own step of it took.

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

#include "cli/measure/compile/package_helper.h"
#include "results/result.h"

namespace wgf::cli {

// Python's own step in a run, beside eager, graph, package and package_graph.
inline constexpr const char* beside_launch = "torch_compile";

results::Case launched(const results::Case& value, const std::string& launch);

class Packages {
 public:
  struct Options {
    std::string python;
    std::filesystem::path folder;
    Seconds limit;
    bool times_beside = true;          // torch.compile
    bool times_beside_on_cpu = false;  // where compiling twice takes minutes
    bool is_task_typed = false;  // otherwise training is left out where time is short on a CPU
    std::function<void(const Message&)> say;
  };
  explicit Packages(Options options) : options_(std::move(options)) {}

  // The next compiled case, with its package made; nothing after the last.
  std::optional<results::Case> next(const results::Run& run,
                                    const std::function<bool()>& is_interrupted);
  // Adds the times of compiling, Python's own steps, and what could not be made with its reason.
  void complete(results::Run& run) const;

 private:
  HelperAnswer make(const results::Run& run, const results::Case& eager,
                    const std::function<bool()>& is_interrupted);

  bool is_left_out(const results::Case& eager) const;

  Options options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Seconds last_took_;                            // of the helper, for a network
  std::optional<PackageHelper> helper_;          // asks its Python once
  std::map<std::string, HelperAnswer> answers_;  // by the key of the eager case
};

}  // namespace wgf::cli
