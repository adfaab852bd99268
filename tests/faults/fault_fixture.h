// SPDX-License-Identifier: MIT
#pragma once
// What the fault tests share: cases that tell the fake engine what to do, a machine that says what
// the test wants, an observer that remembers.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "runner/runner.h"

namespace wgf::runner {

inline results::Case fake_case(const std::string& behaviour, const std::string& model = "") {
  return {.benchmark = "infer",
          .parameters = {{"model", model.empty() ? behaviour : model}, {"behaviour", behaviour}}};
}

inline EngineProcess::Options fake_engine(const std::string& greeting = "") {
  return {.program = WGF_FAKE_ENGINE, .arguments = {greeting}};
}

class FakeMachine final : public Machine {
 public:
  DeviceState state(const std::string&) override { return state_; }
  std::vector<ForeignProcess> foreign_processes(const std::string&, std::int64_t) override {
    std::vector<ForeignProcess> found = foreign_;
    foreign_.insert(foreign_.end(), coming_.begin(), coming_.end());
    coming_.clear();
    return found;
  }

  DeviceState state_{.device = {.name = "Fake Device", .catalog_id = "fake"}};
  std::vector<ForeignProcess> foreign_;
  std::vector<ForeignProcess> coming_;  // from the second look on
};

class RecordingObserver final : public RunObserver {
 public:
  void case_started(const results::Case& value, const RunProgress&) override {
    started.push_back(value.key());
  }
  void case_progress(const results::Case&, const results::Progress&, const RunProgress&) override {
    ++steps;
  }
  void case_finished(const results::Result&, const RunProgress& progress) override {
    finished.push_back(progress);
  }
  void notice(const Message& message) override { notices.push_back(message.key); }

  std::vector<std::string> started, notices;
  std::vector<RunProgress> finished;
  int steps = 0;
};

class FaultTest : public testing::Test {
 protected:
  FaultTest() {
    folder_ = std::filesystem::temp_directory_path() /
              ("wgf_faults_" + std::to_string(::getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    request_.engine = fake_engine();
    request_.options.case_timeout = Seconds(5);
    request_.interrupt_grace = Seconds(0.3);
  }
  ~FaultTest() override { std::filesystem::remove_all(folder_); }

  void plan(const std::vector<std::string>& behaviours) {
    int number = 0;
    for (const std::string& behaviour : behaviours)
      request_.header.plan.push_back(
          fake_case(behaviour, behaviour + "_" + std::to_string(number++)));
  }

  results::Run run() {
    return run_plan(request_, machine_, observer_, [this] { return is_interrupted_(); });
  }

  static std::vector<results::Status> statuses(const results::Run& run) {
    std::vector<results::Status> all;
    for (const results::Result& result : run.results) all.push_back(result.status);
    return all;
  }

  static std::string reason(const results::Result& result) {
    return result.reason ? result.reason->key : "";
  }

  static std::string argument(const results::Result& result, const std::string& name) {
    if (result.reason)
      for (const auto& [key, value] : result.reason->args)
        if (key == name) return value;
    return "";
  }

  std::filesystem::path folder_;
  RunRequest request_;
  FakeMachine machine_;
  RecordingObserver observer_;
  std::function<bool()> is_interrupted_ = [] { return false; };
};

}  // namespace wgf::runner
