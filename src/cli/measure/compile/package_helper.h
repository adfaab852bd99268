// SPDX-License-Identifier: MIT
#pragma once
// The Python program that compiles a network (python/make_package.py, embedded here): found,
// started, given its time, and believed only where it answers.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/message.h"
#include "base/units.h"
#include "results/result.h"

namespace wgf::cli {

// Why there is no answer, as a result says it.
struct HelperFault {
  results::Status status = results::Status::failed;
  Message reason;
};

// What Python's own step of the same network took, run by torch.compile.
struct BesideTimes {
  std::vector<double> step_ms;
  double compile_seconds = 0;
  std::optional<double> peak_gib;
};

struct HelperAnswer {
  std::optional<HelperFault> fault;
  std::string torch;           // its version
  bool has_cuda = false;       // built for it, and sees a GPU
  double compile_seconds = 0;  // from the graph to the package
  std::optional<BesideTimes> beside;
  std::optional<HelperFault> beside_fault;  // the package is there all the same
};

class PackageHelper {
 public:
  struct Options {
    std::string python;  // as typed; empty: that of the LibTorch we were built with, else python3
    std::filesystem::path folder;  // of graphs and packages; the script is put there
    Seconds limit{1800};           // for one network
    std::function<bool()> is_interrupted = [] { return false; };
  };
  explicit PackageHelper(Options options);

  // What keeps this Python from making packages for this engine: nothing where it can. One that was
  // found here is then unsupported, one that was typed has failed.
  std::optional<HelperFault> fault_for(const std::string& engine_torch, bool needs_gpu);
  // The script with these arguments. Whatever happens to it is a fault in the answer.
  HelperAnswer run(const std::vector<std::string>& arguments, Seconds limit);
  const std::string& python() const { return python_; }

 private:
  std::optional<HelperFault> fault_of_python(const std::string& engine_torch, bool needs_gpu);

  Options options_;
  std::string python_;
  std::optional<HelperAnswer> versions_;
};

// The answer in what the helper printed: its last line that is one. Rubbish before and after is
// passed over; times that are none are a fault.
HelperAnswer read_answer(const std::string& output);

}  // namespace wgf::cli
