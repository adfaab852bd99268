// SPDX-License-Identifier: MIT
// What tasks and links say beyond the usual table stands in every format.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/formats/html.h"
#include "report/formats/report_format.h"
#include "report/tasks/task_runs.h"

namespace wgf::report {
namespace {

using messages::Language;
using testing::HasSubstr;
using testing::Not;

TEST(TaskReports, AdviceIsInEveryReport) {
  const results::Run run = search();
  for (const char* format : {"txt", "md", "html", "json"})
    EXPECT_THAT(report_format(format).write({.runs = {&run, 1}}),
                HasSubstr("For speed 16 is enough"))
        << format;
  const results::Run other = run_of("", run.results);
  EXPECT_THAT(report_format("txt").write({.runs = {&other, 1}}), Not(HasSubstr("For speed")));
}

TEST(LinkMatrix, StandsInTextAndMarkdownBelowTheTable) {
  for (const std::string& text :
       {write_text(two_gpus(), Language::english), write_markdown(two_gpus(), Language::english)})
    EXPECT_THAT(text, testing::ContainsRegex("from.*to.*GPU 0.*GPU 1"));
}

TEST(LinkMatrix, StandsInThePage) {
  const results::Run run = two_gpus();
  const std::string page = write_html({.runs = {&run, 1}});
  EXPECT_THAT(page, testing::HasSubstr("Latency of a copy of 16 bytes"));
}

}  // namespace
}  // namespace wgf::report
