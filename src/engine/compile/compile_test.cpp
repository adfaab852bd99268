// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "engine/compile/package.h"
#include "engine/compile/safetensors.h"
#include "engine/compile/step_difference.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;
using results::Result;
using results::Status;

nlohmann::json header_of(const std::string& file) {
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  return nlohmann::json::parse(file.substr(sizeof length, length));
}

TEST(Safetensors, HoldNamesShapesAndData) {
  const fs::path path =
      fs::temp_directory_path() / ("wgf_" + std::to_string(getpid()) + ".safetensors");
  write_safetensors(
      path, {{"b", torch::tensor({1.5f, 2.5f})}, {"a", torch::tensor({{std::int64_t{7}}})}}, true);
  const std::string file = read_file(path);
  fs::remove(path);
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
