// SPDX-License-Identifier: MIT
#include "report/formats/output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <functional>

#include "base/error.h"
#include "base/files.h"
#include "report/formats/comparison_report.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

class OutputTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("wgf_output_test." + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

ExitCode exit_code_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.exit_code();
  }
  return ExitCode::ok;
}

TEST_F(OutputTest, TakesTheFormatFromTheSuffixOrFromTheOption) {
  const auto by_suffix = choose_outputs({.paths = {"a.json", "b.md", "c.csv", "d.txt"}});
  ASSERT_EQ(by_suffix.size(), 4u);
  EXPECT_EQ(by_suffix[1].format->name, "md");
  const auto by_option = choose_outputs({.paths = {"report", "other"}, .formats = {"csv"}});
  EXPECT_EQ(by_option[0].format->name, "csv");
  EXPECT_EQ(by_option[1].format->name, "csv");
  EXPECT_EQ(exit_code_of([] { choose_outputs({.paths = {"report"}}); }), ExitCode::usage);
}

TEST_F(OutputTest, ASuffixWinsAndAFormatThatNoFileTakesIsRefused) {
  const auto mixed = choose_outputs(
      {.paths = {"a.json", "rest", "c.dat", "d.md", "e"}, .formats = {"csv", "txt"}});
  std::vector<std::string_view> names;
  for (const auto& output : mixed) names.push_back(output.format->name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"json", "csv", "txt", "md", "txt"}));
  EXPECT_EQ(choose_outputs({.paths = {"a.json"}, .formats = {"json"}}).size(), 1U);
  EXPECT_EQ(exit_code_of([] { choose_outputs({.paths = {"a.json"}, .formats = {"csv"}}); }),
            ExitCode::usage);
}

TEST_F(OutputTest, EveryFormatNamedMustExistEvenOneThatNoFileTakes) {
  EXPECT_EQ(exit_code_of([] {
              choose_outputs({.paths = {"a.json"}, .formats = {"json", "bogus"}});
            }),
            ExitCode::usage);
}

TEST_F(OutputTest, ComparisonsAreChosenTheSameWayAndPrintedWithoutAFile) {
  const auto formats = all_comparison_formats();
  const auto files = choose_outputs({.paths = {"a.md", "b.JSON"}}, formats);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[1].format->name, "json");
  auto alone = choose_outputs({.formats = {"csv"}}, formats);
  const auto printed = take_printed(alone);
  ASSERT_EQ(printed.size(), 1u);
  EXPECT_EQ(printed[0]->name, "csv");
  EXPECT_TRUE(alone.empty());
  // What only runs can be written as.
  EXPECT_EQ(exit_code_of([&] { choose_outputs({.paths = {"a.html"}}, formats); }), ExitCode::usage);
}

TEST_F(OutputTest, AFileWithoutASuffixIsToldWhichThereAre) {
  try {
    choose_outputs({.paths = {"report"}}, all_comparison_formats());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(
        error.message(),
        (Message{"report.no_suffix", {{"path", "report"}, {"formats", ".txt, .md, .csv, .json"}}}));
  }
}

TEST_F(OutputTest, FormatAloneWritesItsDefaultFile) {
  const auto outputs = choose_outputs({.formats = {"md"}, .default_files = {"results.json"}});
  ASSERT_EQ(outputs.size(), 1u);
  EXPECT_EQ(outputs[0].path, "report.md");
  EXPECT_TRUE(outputs[0].may_replace);
}

TEST_F(OutputTest, AFileTheUserNamedIsNotReplacedWithoutForce) {
  write_file_atomically(path("x.json"), "mine");
  EXPECT_EQ(exit_code_of([&] { check_outputs(choose_outputs({.paths = {path("x.json")}})); }),
            ExitCode::usage);
  EXPECT_EQ(exit_code_of(
                [&] { check_outputs(choose_outputs({.paths = {path("x.json")}, .force = true})); }),
            ExitCode::ok);
  EXPECT_EQ(exit_code_of([&] {
              check_outputs(choose_outputs({.paths = {path("x.json")}, .resumed = path("x.json")}));
            }),
            ExitCode::ok);
}

TEST_F(OutputTest, OneFullDiskDoesNotLoseTheOtherFile) {
  const auto outputs =
      choose_outputs({.paths = {"/dev/full", path("kept.csv")}, .formats = {"csv"}});
  const results::Run run = sample_run();
  EXPECT_EQ(exit_code_of([&] { write_outputs(outputs, {.runs = {&run, 1}}); }), ExitCode::error);
  EXPECT_THAT(read_file(path("kept.csv")), testing::HasSubstr("resnet50"));
}

// A time without end is a null in JSON, which no reader takes for a time.
TEST_F(OutputTest, WhatCouldNotBeReadAgainReplacesNothing) {
  results::Run run = sample_run();
  const auto outputs = choose_outputs({.paths = {path("r.json")}, .force = true});
  write_outputs(outputs, ReportInput{.runs = {&run, 1}});
  const std::string before = read_file(path("r.json"));
  run.results.front().measured_case.stopping.max_time = Seconds(INFINITY);
  try {
    write_outputs(outputs, ReportInput{.runs = {&run, 1}});
    ADD_FAILURE() << "written";
  } catch (const Error& fault) {
    EXPECT_EQ(fault.message().key, "report.unreadable");
  }
  EXPECT_EQ(read_file(path("r.json")), before);
}

}  // namespace
}  // namespace wgf::report
