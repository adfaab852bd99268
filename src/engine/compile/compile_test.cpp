// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/types.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "engine/benchmarks/run_case.h"
#include "engine/compile/package.h"
#include "engine/compile/safetensors.h"
#include "engine/compile/step_difference.h"
#include "results/protocol.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;
using results::Result;
using results::Status;

class Compile : public testing::Test {
 protected:
  Compile() {
    fs::create_directories(folder_);
    setenv(results::packages_variable, folder_.c_str(), 1);
    context_.sensors = &sensors_;
    context_.cpu_memory = &CountingAllocator::install();
  }
  ~Compile() override {
    unsetenv(results::packages_variable);
    fs::remove_all(folder_);
  }
  Result run(const char* benchmark, const char* model, const char* launch) {
    return run_case({.benchmark = benchmark,
                     .parameters = {{"model", model},
                                    {"batch_size", std::int64_t{2}},
                                    {"launch", launch},
                                    {"image_size", std::int64_t{32}}},
                     .stopping = {.iterations = 1, .warmup = 1}},
                    context_);
  }
  static std::string reason(const Result& result) {
    return result.reason ? result.reason->key : "";
  }

  fs::path folder_ = fs::temp_directory_path() / ("wgf_compile_" + std::to_string(getpid()));
  GpuSensors sensors_;
  Context context_;
};

nlohmann::json header_of(const std::string& file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  return nlohmann::json::parse(file.substr(sizeof length, length));
}

TEST_F(Compile, SafetensorsHoldNamesShapesAndData) {
  const fs::path path = folder_ / "a.safetensors";
  write_safetensors(
      path, {{"b", torch::tensor({1.5f, 2.5f})}, {"a", torch::tensor({{std::int64_t{7}}})}}, true);
  const std::string file = read_file(path);
  const nlohmann::json header = header_of(file);
  EXPECT_EQ(header["b"]["dtype"], "F32");
  EXPECT_EQ(header["b"]["data_offsets"], nlohmann::json({0, 8}));
  EXPECT_EQ(header["a"]["dtype"], "I64");
  EXPECT_EQ(header["a"]["shape"], nlohmann::json({1, 1}));
  EXPECT_EQ(header["__metadata__"]["memory_format"], "channels_last");
  float first = 0;
  std::memcpy(&first, file.data() + file.size() - 16, sizeof first);
  EXPECT_EQ(first, 1.5f);
}

// The graph computes what the network computes, from the tensors beside it.
TEST_F(Compile, AnEagerTrainingLeavesItsGraphAndTensors) {
  const Result result = run("train", "resnet18", "eager");
  ASSERT_EQ(result.status, Status::ok) << reason(result);
  EXPECT_TRUE(result.warnings.empty()) << result.warnings.front().key;
  const std::string name = results::package_name(result.measured_case);
  EXPECT_EQ(name, "train_resnet18_2_32");
  torch::jit::Module graph = torch::jit::load((folder_ / (name + ".pt")).string());
  const nlohmann::json header = header_of(read_file(folder_ / (name + ".safetensors")));
  EXPECT_EQ(header.count("target"), 1u);
  EXPECT_EQ(header.count("input.0"), 1u);
  EXPECT_EQ(header.count("buffer.bn1.running_mean"), 1u);
  EXPECT_EQ(graph.get_method("forward").function().num_inputs(), header.size());
}

TEST_F(Compile, WithoutTheVariableNothingIsWritten) {
  unsetenv(results::packages_variable);
  EXPECT_EQ(run("infer", "simple_cnn", "eager").status, Status::ok);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Compile, AMissingPackageIsNamed) {
  const Result result = run("train", "simple_cnn", "package");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(reason(result), "engine.no_model_file");
}

TEST_F(Compile, ABrokenPackageIsAFailureOfItsCase) {
  write_file_atomically(folder_ / "infer_simple_cnn_2_32.pt2", "no package");
  EXPECT_EQ(reason(run("infer", "simple_cnn", "package")), "engine.not_a_model");
}

TEST_F(Compile, RecordingAPackageNeedsAGpu) {
  EXPECT_EQ(run("infer", "simple_cnn", "package_graph").status, Status::unsupported);
}

TEST(PackageCheck, DifferencesBeyondRoundingAreInvalid) {
  const ModelSettings settings{.optimizer = "sgd"};
  const auto status_of = [&](const PackageCheck& check) {
    Result result;
    check.add_to(result, settings);
    return result.status;
  };
  EXPECT_EQ(
      status_of({.output_difference = 1e-6, .parameters = StepDifference{.difference = 1e-4}}),
      Status::ok);
  EXPECT_EQ(status_of({.output_difference = 0.01}), Status::invalid);
  EXPECT_EQ(status_of({.parameters = StepDifference{.difference = 0.1}}), Status::invalid);
  EXPECT_EQ(status_of({.buffers = StepDifference{.difference = 0.1}}), Status::invalid);
  EXPECT_EQ(status_of({.parameters = StepDifference{.difference = 0.1, .noise = 0.05}}),
            Status::ok);
  // Networks that draw random numbers differ from themselves.
  EXPECT_EQ(status_of({.output_difference = 0.01, .output_noise = 0.01}), Status::ok);
  EXPECT_EQ(status_of({.output_difference = NAN}), Status::invalid);
}

StepOutcome step_to(std::vector<double> ends) {
  StepOutcome outcome;
  for (const double end : ends) {
    outcome.start.push_back(torch::zeros({1}));
    outcome.end.push_back(torch::full({1}, end));
  }
  return outcome;
}

TEST(StepDifference, IsThatOfTheChangesOverTheChange) {
  const StepOutcome network = step_to({3, 4});
  const StepDifference found =
      step_difference(network, {step_to({3, 4}), step_to({3, 4.1})}, step_to({3, 4.5}), 0.3);
  EXPECT_NEAR(found.difference, 0.5 / 5, 1e-6);
  EXPECT_NEAR(found.noise, 0.1 / 5, 1e-6);
  EXPECT_EQ(found.compared, 2);
}

TEST(StepDifference, LeavesOutWhatRoundingChanges) {
  const StepOutcome network = step_to({1, 100}), rounded = step_to({1.1, -90}),
                    wrong = step_to({2, 80});
  const StepDifference found = step_difference(network, {rounded}, wrong, 0.3);
  EXPECT_EQ(found.compared, 1);
  EXPECT_EQ(found.all, 2);
  EXPECT_NEAR(found.difference, 1, 1e-6);
  EXPECT_NEAR(found.noise, 0.1, 1e-6);
  // Unless nothing is left.
  EXPECT_NEAR(step_difference(network, {rounded}, wrong, 0.01).difference, 0.2002, 1e-3);
}

TEST(StepDifference, WhereNothingShouldChangeAnythingCounts) {
  EXPECT_EQ(step_difference(step_to({0}), {step_to({0})}, step_to({2}), 0.3).difference, 2);
}

TEST(PackageCheck, TheLargestDifferenceIsHeldAgainstTheLargestValue) {
  EXPECT_NEAR(largest_difference(torch::tensor({4.0, -2.0}), torch::tensor({4.0, -2.4})), 0.1,
              1e-6);
  EXPECT_EQ(largest_difference(torch::tensor({1.0}), torch::tensor({NAN})), INFINITY);
}

}  // namespace
}  // namespace wgf::engine
