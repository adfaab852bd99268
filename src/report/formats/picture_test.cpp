// SPDX-License-Identifier: MIT
#include "report/formats/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Picture, NamesOfModelsCannotBecomeMarkup) {
  results::Run run = sample_run();
  run.results[0].measured_case.parameters.set("model", std::string("<script>alert(1)</script>"));
  run.devices[0].name = "<b>&GPU</b>";
  const std::string svg = write_svg({.runs = {&run, 1}});
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
}

TEST(Picture, OnlyTheChartsAskedFor) {
  const results::Run run = run_with_memory(1, 4, 5, 7);
  const std::string svg = write_svg({.runs = {&run, 1}, .charts = {"memory"}});
  EXPECT_THAT(svg, HasSubstr("7.00 GiB"));
  EXPECT_THAT(svg, Not(HasSubstr("samples/s")));
}

TEST(Picture, ItsHeadNamesACpuOnceAndSoftwareBeforeTheKernel) {
  results::Run run = sample_run();
  run.devices = {{.id = "cpu", .name = "AMD EPYC", .memory = Bytes(24 * gibi)}};
  run.environment.sections = {{"cpu", {{"model", std::string("AMD EPYC")}}},
                              {"memory", {{"total", std::string("24.00 GiB")}}},
                              {"os", {{"kernel", std::string("6.1.0")}}},
                              {"software", {{"libtorch", std::string("2.13.0")}}}};
  const std::string svg = write_svg({.runs = {&run, 1}});
  EXPECT_THAT(svg, HasSubstr(">cpu AMD EPYC, 24.00 GiB<"));
  EXPECT_THAT(svg, HasSubstr(">LibTorch 2.13.0, 6.1.0<"));
  EXPECT_THAT(svg, HasSubstr(">How fast this machine runs PyTorch<"));
}

TEST(Picture, AComparisonIsCalledOne) {
  const std::vector<results::Run> runs{sample_run(), sample_run()};
  const std::string svg = write_svg({.runs = runs, .names = {"a.json", "b.json"}});
  EXPECT_THAT(svg, HasSubstr("side by side"));
  EXPECT_THAT(svg, HasSubstr(">b.json · NVIDIA H200 · 2026-01-02T03:04:05Z<"));
}

TEST(Picture, AnUnknownChartAndNothingToDrawAreSaid) {
  const results::Run run = sample_run();
  EXPECT_THROW(write_svg({.runs = {&run, 1}, .charts = {"pie"}}), Error);
  const results::Run empty;
  EXPECT_THROW(write_svg({.runs = {&empty, 1}}), Error);
}

}  // namespace
}  // namespace wgf::report
