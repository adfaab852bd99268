// SPDX-License-Identifier: MIT
// Cases that leave their network for Python to compile, and cases of the packages that come back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/measure/run_case.h"
#include "results/protocol.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;
using results::Result;
using results::Status;

class PackagedCases : public testing::Test {
 protected:
  PackagedCases() {
    fs::create_directories(folder_);
    setenv(results::packages_variable, folder_.c_str(), 1);
    context_.sensors = &sensors_;
    context_.cpu_memory = &CountingAllocator::install();
  }
  ~PackagedCases() override {
    unsetenv(results::packages_variable);
    fs::remove_all(folder_);
  }
  Result run(const char* benchmark, const char* model, const char* launch) {
    return run_case(all_benchmarks(),
                    {.benchmark = benchmark,
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

  fs::path folder_ = fs::temp_directory_path() / ("wgf_packages_" + std::to_string(getpid()));
  GpuSensors sensors_;
  Context context_;
};

nlohmann::json tensors_header(const std::string& file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  return nlohmann::json::parse(file.substr(sizeof length, length));
}

// The graph computes what the network computes, from the tensors beside it.
TEST_F(PackagedCases, AnEagerTrainingLeavesItsGraphAndTensors) {
  const Result result = run("train", "resnet18", "eager");
  ASSERT_EQ(result.status, Status::ok) << reason(result);
  for (const Message& warning : result.warnings)
    EXPECT_EQ(warning.key, "warning.busy_cpu") << "the only one that depends on the machine";
  const std::string name = results::package_name(result.measured_case);
  EXPECT_EQ(name, "train_resnet18_2_32");
  torch::jit::Module graph = torch::jit::load((folder_ / (name + ".pt")).string());
  const nlohmann::json header = tensors_header(read_file(folder_ / (name + ".safetensors")));
  EXPECT_EQ(header.count("target"), 1u);
  EXPECT_EQ(header.count("input.0"), 1u);
  EXPECT_EQ(header.count("buffer.bn1.running_mean"), 1u);
  EXPECT_EQ(graph.get_method("forward").function().num_inputs(), header.size());
}

TEST_F(PackagedCases, WithoutTheVariableNothingIsWritten) {
  unsetenv(results::packages_variable);
  EXPECT_EQ(run("infer", "simple_cnn", "eager").status, Status::ok);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(PackagedCases, AMissingPackageIsNamed) {
  const Result result = run("train", "simple_cnn", "package");
  EXPECT_EQ(result.status, Status::failed);
  EXPECT_EQ(reason(result), "engine.no_model_file");
}

TEST_F(PackagedCases, ABrokenPackageIsAFailureOfItsCase) {
  write_file_atomically(folder_ / "infer_simple_cnn_2_32.pt2", "no package");
  EXPECT_EQ(reason(run("infer", "simple_cnn", "package")), "engine.not_a_model");
}

TEST_F(PackagedCases, RecordingAPackageNeedsAGpu) {
  EXPECT_EQ(run("infer", "simple_cnn", "package_graph").status, Status::unsupported);
}

}  // namespace
}  // namespace wgf::engine
