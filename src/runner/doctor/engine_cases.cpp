// SPDX-License-Identifier: MIT
#include "runner/doctor/engine_cases.h"

#include "base/error.h"
#include "runner/case_execution.h"

namespace wgf::runner {
namespace {

// Far above what a case of doctor takes, also on a slow CPU.
constexpr Seconds case_timeout{60};

results::Result without_run(const results::Case& value, results::Status status, Message reason) {
  results::Result result;
  result.measured_case = value;
  result.status = status;
  result.reason = std::move(reason);
  return result;
}

}  // namespace

EngineCases::EngineCases(EngineProcess::Options options, std::function<bool()> is_interrupted)
    : options_(std::move(options)), is_interrupted_(std::move(is_interrupted)), engine_(options_) {
  hello_ = engine_->greet();
}

results::Result EngineCases::run(const results::Case& value,
                                 const std::function<void()>& meanwhile) {
  if (is_interrupted_())
    return without_run(value, results::Status::interrupted, {"runner.interrupted", {}});
  try {
    if (!engine_) {
      engine_.emplace(options_);
      engine_->greet();
    }
    const auto on_progress = [&](const results::Progress& progress) {
      if (progress.phase == "measure") meanwhile();
    };
    CaseOutcome outcome =
        execute_case(*engine_, value, {.timeout = case_timeout}, is_interrupted_, on_progress);
    if (!outcome.is_engine_usable) engine_.reset();
    return std::move(outcome.result);
  } catch (const Error& fault) {
    engine_.reset();
    return without_run(value, results::Status::failed, fault.message());
  }
}

}  // namespace wgf::runner
