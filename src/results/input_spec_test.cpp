// SPDX-License-Identifier: MIT
#include "results/input_spec.h"

#include <gtest/gtest.h>

#include <utility>

#include "base/error.h"

namespace wgf::results {
namespace {

Message refusal(std::string_view text) {
  try {
    parse_inputs(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    return error.message();
  }
  return {};
}

TEST(InputSpec, ReadsTypesAndShapes) {
  const std::vector<InputSpec> inputs = parse_inputs("float32[8,3,224,224]; int64[8, 128]");
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].type, ElementType::float32);
  EXPECT_EQ(inputs[0].shape, (std::vector<std::int64_t>{8, 3, 224, 224}));
  EXPECT_EQ(inputs[1].type, ElementType::int64);
  EXPECT_EQ(inputs[1].shape, (std::vector<std::int64_t>{8, 128}));
}

TEST(InputSpec, SaysWhichPartCannotBeRead) {
  EXPECT_EQ(refusal("8,3,224,224").key, "results.input_form");
  EXPECT_EQ(refusal("float32[8").key, "results.input_form");
  EXPECT_EQ(refusal("").key, "results.input_form");
  EXPECT_EQ(refusal("float32[1];").key, "results.input_form");
  const Message type = refusal("float31[8]");
  EXPECT_EQ(type.key, "results.input_type");
  EXPECT_EQ(type.args[1].second, "float31");
  for (const char* text : {"float32[8,0]", "float32[8,-1]", "float32[8,x]", "float32[]"})
    EXPECT_EQ(refusal(text).key, "results.input_extent") << text;
  EXPECT_EQ(refusal("float32[8,x]").args[1].second, "x");
}

TEST(InputSpec, WholeNumbersTakeARange) {
  const std::vector<InputSpec> inputs =
      parse_inputs("int64[8,14]; int64[8,14]<2; 1<=int32[8]<30522; -5 <= int64[2] < 5");
  ASSERT_EQ(inputs.size(), 4u);
  using Range = std::pair<std::int64_t, std::int64_t>;
  std::vector<Range> ranges;
  for (const InputSpec& input : inputs) ranges.emplace_back(input.least, input.limit);
  EXPECT_EQ(ranges, (std::vector<Range>{{0, 100}, {0, 2}, {1, 30522}, {-5, 5}}));
  EXPECT_EQ(inputs[1].shape, (std::vector<std::int64_t>{8, 14}));
  EXPECT_EQ(inputs[1].text, "int64[8,14]<2");
  EXPECT_EQ(inputs[2].type, ElementType::int32);
}

TEST(InputSpec, SaysWhichInputHasAWrongRange) {
  for (const char* text : {"int64[8]<x", "int64[8]<", "int64[8]<=2", "<=int64[8]",
                           "int32[8]<2147483648", "int64[8]<9223372036854775808"})
    EXPECT_EQ(refusal(text).key, "results.input_range") << text;
  for (const char* text : {"int64[8]<0", "2<=int64[8]<2", "100<=int64[8]"})
    EXPECT_EQ(refusal(text).key, "results.input_range_empty") << text;
  for (const char* text : {"float32[8]<2", "0<=bool[8]"})
    EXPECT_EQ(refusal(text).key, "results.input_range_type") << text;
  EXPECT_EQ(refusal("int64[8]2").key, "results.input_form");
  const Message second = refusal("int64[8,14];int64[8,14]<two");
  EXPECT_EQ(second.args[0].second, "int64[8,14]<two");
  EXPECT_EQ(second.args[1].second, "two");
}

// 2^20 * 2^20 * 2^20 elements of 8 bytes are 2^63 bytes: one more than counts can hold.
TEST(InputSpec, RefusesMoreThanCanBeCounted) {
  EXPECT_EQ(refusal("float32[1048576,1048576,1048576]").key, "results.input_too_large");
  EXPECT_EQ(parse_inputs("float32[1048576,1048576]").size(), 1u);
}

}  // namespace
}  // namespace wgf::results
