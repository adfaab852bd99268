// SPDX-License-Identifier: MIT
#include "runner/parameter_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "runner/benchmarks_table.h"

namespace wgf::runner {
namespace {

using testing::ElementsAre;

const ParameterValues& values_of(std::string_view benchmark, std::string_view name) {
  for (const ParameterInfo& parameter : benchmark_info(benchmark).parameters)
    if (parameter.name == name) return parameter.values;
  throw std::out_of_range(std::string(name));
}

TEST(ParameterValues, ArePrintedByTheirKind) {
  static constexpr std::string_view names[] = {"hot", "cold"};
  EXPECT_EQ(to_text(Choices{names}), "hot|cold");
  EXPECT_EQ(to_text(Flag{}), "true|false");
  EXPECT_EQ(to_text(IntegerRange{.least = 0}), "integer >= 0");
  EXPECT_EQ(to_text(IntegerRange{.least = 1, .most = 1000, .unit = "MiB"}), "integer 1-1000");
  EXPECT_EQ(to_text(NumberRange{.least = 0.5}), "number >= 0.5");
  EXPECT_EQ(to_text(NumberRange{.least = 0, .most = 1}), "number 0-1");
  EXPECT_EQ(to_text(FreeText{"list-models"}), "list-models");
}

TEST(ParameterValues, OnlyChoicesAndFlagsHaveChoices) {
  EXPECT_THAT(choices_of(values_of("launch", "launch")), ElementsAre("eager", "graph"));
  EXPECT_THAT(choices_of(values_of("train", "pure")), ElementsAre("true", "false"));
  EXPECT_TRUE(choices_of(values_of("launch", "kernels")).empty());
  EXPECT_TRUE(choices_of(values_of("train", "model")).empty());
}

TEST(ParameterValues, OfTheTableAreTyped) {
  const auto& kernels = std::get<IntegerRange>(values_of("launch", "kernels"));
  EXPECT_EQ(kernels.least, 1);
  EXPECT_EQ(kernels.most, 100'000);
  EXPECT_EQ(std::get<IntegerRange>(values_of("bandwidth", "size_mib")).unit, "MiB");
  EXPECT_EQ(std::get<IntegerRange>(values_of("bandwidth", "bytes")).unit, "B");
  EXPECT_EQ(std::get<IntegerRange>(values_of("train_from_files", "interval_ms")).unit, "ms");
  EXPECT_EQ(std::get<IntegerRange>(values_of("mamf", "seconds")).unit, "s");
  const auto& input = std::get<FreeText>(values_of("user_model", "input"));
  EXPECT_NO_THROW(input.check("float32[8,3,224,224]"));
  EXPECT_THROW(input.check("float33[8]"), Error);
}

// The key of what is wrong with it; empty: nothing.
std::string fault(const ParameterValues& values, const results::Value& value) {
  try {
    check_value("--x", values, value);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    return error.message().key;
  }
  return "";
}

TEST(ParameterValues, AreCheckedByTheirKind) {
  using namespace std::string_literals;
  const ParameterValues kernels = values_of("launch", "kernels"),
                        cache = values_of("mamf", "cache"), pure = values_of("train", "pure"),
                        input = values_of("user_model", "input");
  EXPECT_EQ(fault(kernels, std::int64_t{100'000}), "");
  EXPECT_EQ(fault(kernels, std::int64_t{100'001}), "runner.value_too_large");
  EXPECT_EQ(fault(kernels, std::int64_t{0}), "runner.value_too_small");
  EXPECT_EQ(fault(kernels, "7"s), "runner.unknown_value");
  EXPECT_EQ(fault(cache, "cold"s), "");
  EXPECT_EQ(fault(cache, "warm"s), "runner.unknown_value");
  EXPECT_EQ(fault(pure, true), "");
  EXPECT_EQ(fault(pure, "true"s), "runner.unknown_value");
  EXPECT_EQ(fault(input, "float32[2]"s), "");
  EXPECT_NE(fault(input, "float33[2]"s), "");
  EXPECT_EQ(fault(FreeText{"list-models"}, "resnet50"s), "");
}

TEST(ParameterValues, ANumberMayBeWhole) {
  const NumberRange share{.least = 0, .most = 1};
  EXPECT_EQ(fault(share, 0.5), "");
  EXPECT_EQ(fault(share, std::int64_t{1}), "");
  EXPECT_EQ(fault(share, 1.5), "runner.value_too_large");
  EXPECT_EQ(fault(share, -0.5), "runner.value_too_small");
  EXPECT_EQ(fault(share, std::nan("")), "runner.unknown_value");
  EXPECT_EQ(fault(share, true), "runner.unknown_value");
}

}  // namespace
}  // namespace wgf::runner
