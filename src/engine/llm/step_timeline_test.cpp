// SPDX-License-Identifier: MIT
#include "engine/llm/step_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

HostOperation operation(std::string name, std::int64_t begin, std::int64_t end,
                        std::uint64_t correlation = 0, std::uint64_t thread = 1) {
  return {
      .name = std::move(name), .span = {begin, end}, .thread = thread, .correlation = correlation};
}

std::vector<std::string> names_of(const std::vector<PartLaunch>& launches) {
  std::vector<std::string> names;
  for (const PartLaunch& launch : launches)
    names.push_back(launch.name + (launch.place ? "@" + label_of(*launch.place) : ""));
  return names;
}

TEST(DecoderParts, LabelsAreReadAsTheyWereWritten) {
  for (const PartPlace place :
       {PartPlace{DecoderPart::gate_up, 31}, PartPlace{DecoderPart::logits}})
    EXPECT_EQ(parse_label(label_of(place)), place);
  EXPECT_EQ(label_of({DecoderPart::gate_up, 31}), "decoder.gate_up 31");
  for (const char* other : {"aten::linear", "decoder.gate_up", "decoder.gate 3", "decoder.qkv x"})
    EXPECT_FALSE(parse_label(other)) << other;
}

// A scope with linear, which calls addmm; an operation outside, one on another thread.
TEST(StepTimeline, OnACpuLaunchesAreOperationsThatNoOtherCalled) {
  const Trace trace{
      .steps = 1,
      .operations = {operation("aten::addmm", 12, 18), operation("aten::linear", 11, 19),
                     operation("decoder.qkv 2", 10, 30), operation("aten::add", 20, 25),
                     operation("aten::mul", 31, 35), operation("aten::copy_", 12, 40, 0, 2)}};
  EXPECT_THAT(names_of(launches_of(trace)),
              testing::ElementsAre("aten::linear@decoder.qkv 2", "aten::copy_",
                                   "aten::add@decoder.qkv 2", "aten::mul"));
}

TEST(StepTimeline, KernelsHaveThePlaceOfWhatLaunchedThem) {
  const Trace trace{
      .steps = 1,
      .operations = {operation("decoder.qkv 0", 0, 10, 1), operation("aten::mm", 2, 8, 2),
                     operation("decoder.attention 0", 20, 22, 3)},
      .activities = {{.name = "decode_attention", .span = {60, 80}, .launched_by = 3},
                     {.name = "gemm", .span = {50, 60}, .launched_by = 2},
                     {.name = "stray", .span = {90, 91}, .launched_by = 77}}};
  EXPECT_THAT(
      names_of(launches_of(trace)),
      testing::ElementsAre("gemm@decoder.qkv 0", "decode_attention@decoder.attention 0", "stray"));
}

TEST(StepTimeline, AGraphTakesItsPlacesFromTheSameKernelsOneByOne) {
  const PartPlace qkv{DecoderPart::qkv, 0}, down{DecoderPart::down, 0};
  const std::vector<PartLaunch> one_by_one = {
      {"fill", {}, PartPlace{DecoderPart::token}}, {"product", {}, qkv}, {"product", {}, down}};
  std::vector<PartLaunch> graph = {{"product", {}, {}}, {"copy", {}, {}}, {"product", {}, {}}};
  take_places(graph, one_by_one);
  EXPECT_THAT(names_of(graph),
              testing::ElementsAre("product@decoder.qkv 0", "copy", "product@decoder.down 0"));
}

std::vector<PartLaunch> steps_at(const std::vector<std::int64_t>& begins) {
  std::vector<PartLaunch> launches;
  for (const std::int64_t begin : begins) {
    launches.push_back({"a", {begin, begin + 10}, PartPlace{DecoderPart::qkv, 0}});
    launches.push_back({"b", {begin + 10, begin + 40}, PartPlace{DecoderPart::qkv, 0}});
  }
  return launches;
}

TEST(StepTimeline, TheMiddleStepIsThatOfTheMedianTimeToTheNext) {
  const auto step = middle_step(steps_at({0, 90, 140, 200, 300}), 5);  // 90, 50, 60, 100, the last
  ASSERT_TRUE(step);
  EXPECT_EQ(step->launches.front().span.begin_ns, 0);
  EXPECT_EQ(step->period_ns, 90);
  EXPECT_EQ(middle_step(steps_at({7}), 1)->period_ns, 40);
  EXPECT_FALSE(middle_step(steps_at({0, 90, 140}), 4));
  EXPECT_FALSE(middle_step({}, 1));
}

TEST(StepTimeline, TheLongestLaunchOfAPartHasItsWork) {
  const results::Timeline timeline =
      timeline_of("decode", *middle_step(steps_at({1000}), 1),
                  {{{DecoderPart::qkv, 0}, {.flops = 5, .bytes = 7}},
                   {{DecoderPart::down, 0}, {.flops = 1, .bytes = 2}}});
  ASSERT_EQ(timeline.launches.size(), 2u);
  EXPECT_EQ(timeline.launches[0].bytes, 0);
  EXPECT_EQ(timeline.launches[1].bytes, 7);
  EXPECT_EQ(timeline.launches[1].flops, 5);
  EXPECT_EQ(timeline.launches[1].part, "qkv");
  EXPECT_EQ(timeline.launches[1].layer, 0);
  EXPECT_DOUBLE_EQ(timeline.launches[1].start_us, 0.01);
  EXPECT_DOUBLE_EQ(timeline.launches[1].duration_us, 0.03);
}

}  // namespace
}  // namespace wgf::engine
