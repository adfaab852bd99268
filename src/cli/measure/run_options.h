// SPDX-License-Identifier: MIT
#pragma once
// The options of the commands that measure: one table (run_option_table.cpp) from what is typed to
// runner::RunOptions and to what only the command line needs.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "runner/run_options.h"

namespace wgf::cli {

// One run or quick command as typed, with the values of --config below those of the options.
struct RunCommandLine {
  runner::RunOptions options;
  std::vector<std::string> outputs;      // -o
  std::vector<std::string> formats;      // -f
  bool force = false;                    // --force
  std::filesystem::path resume;          // --resume
  std::vector<std::string> model_files;  // --model-file
  std::vector<std::string> benchmarks;   // --benchmark: kernels instead of models
  std::string size;                      // --size of matmul
  std::vector<std::string> caches;       // --cache of matmul: hot, cold
  std::string bytes;                     // --bytes of bandwidth
  std::vector<std::string> operations;   // --operation of bandwidth
  bool names_work = false;               // says itself what to measure (matters for --resume)
};

// An option that says how the work is to be done ("--batch-sizes") where none names the work itself
// (names_work): only a fresh plan can follow it. Empty: there is none.
std::string option_without_work(const RunCommandLine& line);

// Which options a command takes: run and roofline all of them, a task those that say how its
// networks run and where results go (with one value each where it trains one case; optimizers has
// its own default of them), the commands of kernels those that do not choose the work, quick those
// of these that leave its rules alone, train and scaling those of kernels and how networks run.
enum class OptionScope {
  run = 1,
  task = 2,
  quick = 4,
  kernel = 8,
  one_case = 16,
  optimizers = 32,
  roofline = 64,
  training = 128
};

struct GivenOption {
  const struct RunOption* option = nullptr;
  std::string value;
};

// The options of one command and what was given for them.
class RunOptionReader {
 public:
  RunOptionReader(Command& command, const Context& context, OptionScope scope);

  // After parsing: reads --config, then the options over it. Throws Error(usage) for a bad value.
  RunCommandLine read() const;

 private:
  std::shared_ptr<std::vector<GivenOption>> given_;  // shared with the options of the command
};

}  // namespace wgf::cli
