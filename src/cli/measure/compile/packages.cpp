// SPDX-License-Identifier: MIT
#include "cli/measure/compile/packages.h"

#include <algorithm>
#include <fstream>

#include "base/text.h"
#include "results/protocol.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Result;
using results::Run;
using results::Status;

// On a CPU training is compiled where both packages are made in that.
constexpr Seconds time_of_both{75};

// As long as a case is measured at most.
constexpr double longest_beside = 20;

Seconds since(std::chrono::steady_clock::time_point start) {
  return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

std::string launch_of(const Case& value) {
  return value.parameters.text("launch", "eager");
}

const Result* result_of(const Run& run, const Case& value) {
  for (const Result& result : run.results)
    if (result.measured_case.key() == value.key()) return &result;
  return nullptr;
}

// As far as its beginning tells: packages are zip archives.
bool is_package(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char begin[4] = {};
  return file.read(begin, sizeof begin) && std::string_view(begin, sizeof begin) == "PK\x03\x04";
}

// A helper is done where it says how long that took and the package is there.
HelperAnswer with_package(HelperAnswer answer, const std::filesystem::path& package) {
  if (answer.fault || (answer.compile_seconds > 0 && is_package(package))) return answer;
  HelperAnswer without;
  without.fault = HelperFault{Status::failed, {"compile.no_package", {}}};
  return without;
}

Result without_measuring(const Run& run, const Case& value, const HelperFault& fault) {
  Result result{.measured_case = value, .status = fault.status, .reason = fault.reason};
  if (!run.devices.empty()) result.devices = {run.devices.front()};
  return result;
}

Result beside_result(const Run& run, const Case& eager, const BesideTimes& times) {
  Result result{.measured_case = launched(eager, beside_launch)};
  if (!run.devices.empty()) result.devices = {run.devices.front()};
  result.metrics.push_back(
      results::metric_from_samples("step_time", times.step_ms, results::ThermalState::burst));
  const auto batch = static_cast<double>(eager.parameters.integer("batch_size", 1));
  result.metrics.push_back(results::rate_metric("throughput", batch, result.metrics.front()));
  result.metrics.push_back(results::single_metric("compile_time", times.compile_seconds));
  result.metrics.push_back(
      results::single_metric("measured_steps", static_cast<double>(times.step_ms.size())));
  if (times.peak_gib)
    result.metrics.push_back(results::single_metric("memory_allocated_peak", *times.peak_gib));
  return result;
}

}  // namespace

Case launched(const Case& value, const std::string& launch) {
  Case other = value;
  other.parameters.set("launch", launch);
  return other;
}

HelperAnswer Packages::make(const Run& run, const Case& eager,
                            const std::function<bool()>& is_interrupted) {
  HelperAnswer answer;
  const std::filesystem::path name = options_.folder / results::package_name(eager);
  if (is_left_out(eager)) {
    answer.fault = HelperFault{Status::skipped,
                               {"compile.left_out", {{"time", format_duration(time_of_both)}}}};
    return answer;
  }
  if (!std::filesystem::exists(name.string() + ".pt")) {
    answer.fault = HelperFault{Status::skipped, {"compile.no_graph", {}}};
    return answer;
  }
  if (!helper_)
    helper_.emplace(PackageHelper::Options{
        .python = options_.python, .folder = options_.folder, .is_interrupted = is_interrupted});
  PackageHelper& helper = *helper_;
  const results::Parameters* software = run.environment.find("software");
  answer.fault =
      helper.fault_for(software == nullptr ? "" : software->text("libtorch"), !eager.is_on_cpu());
  if (answer.fault) return answer;
  options_.say(
      {"compile.compiling", {{"case", eager.key()}, {"limit", format_duration(options_.limit)}}});
  std::vector<std::string> arguments{
      "--graph",  name.string() + ".pt", "--weights",   name.string() + ".safetensors",
      "--task",   eager.benchmark,       "--optimizer", eager.parameters.text("optimizer", "sgd"),
      "--device", eager.device,          "-o",          name.string() + ".pt2"};
  if (options_.times_beside && (options_.times_beside_on_cpu || !eager.is_on_cpu())) {
    const double seconds =
        std::clamp(eager.stopping.max_time.value, eager.stopping.min_time.value, longest_beside);
    arguments.insert(arguments.end(), {"--beside", format_number(seconds, 3)});
  }
  const auto start = std::chrono::steady_clock::now();
  answer = helper.run(arguments, options_.limit);
  last_took_ = since(start);
  return with_package(std::move(answer), name.string() + ".pt2");
}

bool Packages::is_left_out(const Case& eager) const {
  return !options_.is_task_typed && eager.is_on_cpu() && eager.benchmark == "train" &&
         since(start_) + last_took_ > time_of_both;
}

std::optional<Case> Packages::next(const Run& run, const std::function<bool()>& is_interrupted) {
  for (const Case& eager : run.plan) {
    if (launch_of(eager) != "eager") continue;
    const Result* measured = result_of(run, eager);
    if (measured == nullptr || measured->status != Status::ok) continue;
    if (!answers_.contains(eager.key()))
      answers_.emplace(eager.key(), make(run, eager, is_interrupted));
    if (answers_.at(eager.key()).fault) continue;
    for (const char* launch : {"package", "package_graph"})
      if (const Case compiled = launched(eager, launch); result_of(run, compiled) == nullptr)
        return compiled;
  }
  return std::nullopt;
}

void Packages::complete(Run& run) const {
  const std::vector<Case> planned = run.plan;
  for (const Case& eager : planned) {
    const auto found = answers_.find(eager.key());
    if (found == answers_.end()) continue;
    const HelperAnswer& answer = found->second;
    for (Result& result : run.results)
      for (const char* launch : {"package", "package_graph"})
        if (!answer.fault && result.measured_case.key() == launched(eager, launch).key())
          result.metrics.push_back(results::single_metric("compile_time", answer.compile_seconds));
    if (answer.fault) {
      run.partial |= answer.fault->status == Status::interrupted;
      run.plan.push_back(launched(eager, "package"));
      run.results.push_back(without_measuring(run, run.plan.back(), *answer.fault));
    }
    if (!answer.beside && !answer.beside_fault) continue;
    const Case& beside = run.plan.emplace_back(launched(eager, beside_launch));
    run.results.push_back(answer.beside ? beside_result(run, eager, *answer.beside)
                                        : without_measuring(run, beside, *answer.beside_fault));
  }
}

}  // namespace wgf::cli
