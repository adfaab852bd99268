// SPDX-License-Identifier: MIT
#include "report/formats/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "report/page/page_data.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

using messages::Language;
using testing::HasSubstr;
using testing::Not;

std::string page_of(const results::Run& run, Language language = Language::english) {
  return write_html({.runs = {&run, 1}, .language = language});
}

results::Run run_of_model(const std::string& name) {
  results::Run run = sample_run();
  run.results[0].measured_case.parameters.set("model", name);
  return run;
}

TEST(HtmlReport, FillsEveryMarkOfItsTemplateAndNamesNoAddress) {
  const std::string page = page_of(sample_run());
  EXPECT_THAT(page, Not(HasSubstr("{{")));
  EXPECT_THAT(page, Not(HasSubstr("https:")));
  EXPECT_THAT(page, Not(HasSubstr("http:")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("<title>How fast this machine runs PyTorch · NVIDIA H200</title>"));
}

TEST(HtmlReport, OfAServerThatOthersRunItNamesTheServer) {
  results::Run run = sample_run();
  run.task = "serve_test";
  run.results.resize(1);
  run.results[0].target = results::Target{.address = "http://host:8000", .server = "vllm"};
  const std::string page = page_of(run);
  EXPECT_THAT(page, HasSubstr("<title>How fast a server of language models answers · vllm, "
                              "http://host:8000</title>"));
  EXPECT_THAT(page, HasSubstr("\"title\":\"page.title_server\""));
  run.results[0].target.reset();  // of an engine of ours
  EXPECT_THAT(page_of(run), HasSubstr("answers · NVIDIA H200</title>"));
}

TEST(HtmlReport, WhatComesFromResultsCannotEndTheScriptItStandsIn) {
  const std::string page = page_of(run_of_model("</script><script>alert(1)</script>"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cscript>alert"));
}

TEST(HtmlReport, MarksInsideResultsStayAsTheyAre) {
  EXPECT_THAT(page_of(run_of_model("{{style}}")), HasSubstr("\"model\":\"{{style}}\""));
}

TEST(HtmlReport, NamesOfDevicesAreEscapedInTheTitle) {
  results::Run run = sample_run();
  run.devices[0].name = "A<b>&\"C";
  EXPECT_THAT(page_of(run), HasSubstr("A&lt;b&gt;&amp;&quot;C</title>"));
}

TEST(HtmlReport, BrokenTextFromOutsideLosesNothingElse) {
  EXPECT_THAT(page_of(run_of_model("net \xff")), HasSubstr("NVIDIA H200"));
}

TEST(HtmlReport, BeginsInTheLanguageOfTheCommand) {
  const std::string page = page_of(sample_run(), Language::chinese);
  EXPECT_THAT(page, HasSubstr("<html lang=\"zh-CN\">"));
  EXPECT_THAT(page, HasSubstr("\"language\":\"zh\""));
}

TEST(PageData, HoldsNumbersAsPrintedWithTheirIntervals) {
  const results::Run run = sample_run();
  const auto data = page_data({.runs = {&run, 1}});
  const auto& metric = data["results"][0]["metrics"][0];
  EXPECT_EQ(metric[1], 41.32);
  EXPECT_EQ(metric[2], "41.320 ± 0.080 ms");
  EXPECT_EQ(metric[3], 41.24);
  EXPECT_EQ(metric[4], 41.40);
  EXPECT_EQ(metric[5], 3);
  EXPECT_EQ(metric[6], "41.24");
  EXPECT_EQ(metric[7], "41.4 ms");
  // Time, rate and share are the first three metrics, memory the fourth; power was not read.
  EXPECT_EQ(data["results"][0]["main"], nlohmann::ordered_json::parse("[0, 1, 2, 3, -1]"));
}

TEST(PageData, SaysATextOnceInBothLanguages) {
  results::Run run = sample_run();
  run.results.push_back(run.results[1]);
  const auto data = page_data({.runs = {&run, 1}});
  const std::size_t reason = data["results"][1]["reason"];
  EXPECT_EQ(data["results"][2]["reason"], reason);
  EXPECT_EQ(data["texts"][reason][0], "cannot read x: too big");
  EXPECT_EQ(data["texts"][reason][1], "无法读取 x：too big");
  EXPECT_EQ(data["interface"]["zh"]["metric.throughput"], "吞吐量");
}

TEST(PageData, NumbersOfTheScoreArePrinted) {
  results::Run run = sample_run();
  run.score = results::Score{.areas = {{"training", 41.5, 1, 2}, {"memory", std::nullopt, 0, 1}},
                             .cases = {{"train_net", "training", "samples/s", 0.5, 1e3, 415.0, "x"},
                                       {"copy", "memory", "GB/s", 0.5, 1e3, std::nullopt, ""}}};
  const auto page = page_data({.runs = {&run, 1}})["scores"][0];
  EXPECT_EQ(page["areas"][0]["score"], 41.5);
  EXPECT_EQ(page["areas"][0]["text"], "41.5");
  EXPECT_TRUE(page["areas"][1]["score"].is_null());
  EXPECT_EQ(page["cases"][0]["rate"], "415.0 samples/s");
  EXPECT_TRUE(page["cases"][1]["rate"].is_null());
  EXPECT_EQ(page["cases"][1]["reference"], "1,000 GB/s");
}

TEST(PageData, ANumberThatIsNoneBecomesNull) {
  results::Run run = sample_run();
  run.results[0].metrics[2].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(page_data({.runs = {&run, 1}})["results"][0]["metrics"][2][1].is_null());
}

TEST(PageData, TheSameWorkInTwoRunsIsOneCaseWithAVerdict) {
  const std::vector<results::Run> runs{sample_run(), sample_run()};
  const auto data = page_data({.runs = runs, .names = {"a.json", "b.json"}});
  EXPECT_EQ(data["cases"].size(), 2u);
  EXPECT_EQ(data["results"].size(), 4u);
  EXPECT_EQ(data["runs"][1]["name"], "b.json");
  EXPECT_EQ(data["results"][2]["case"], data["results"][0]["case"]);
  ASSERT_EQ(data["comparisons"].size(), 1u);
  EXPECT_FALSE(data["comparisons"][0]["cases"].empty());
}

TEST(PageData, OtherWorkIsInvalidWithItsReason) {
  std::vector<results::Run> runs{sample_run(), sample_run()};
  runs[1].results[0].measured_case.parameters.set("batch_size", std::int64_t{64});
  const auto data = page_data({.runs = runs, .names = {"a.json", "b.json"}});
  const auto& compared = data["comparisons"][0]["cases"];
  const auto invalid = std::find_if(compared.begin(), compared.end(),
                                    [](const auto& each) { return each["case"] == 0; });
  ASSERT_NE(invalid, compared.end());
  EXPECT_EQ((*invalid)["verdict"], "invalid");
  EXPECT_EQ(data["texts"][(*invalid)["reasons"][0].get<std::size_t>()][0],
            "not comparable: other work, batch_size 32 -> 64");
}

TEST(PageData, ResultsOfOneCaseSayWhichProcessMeasuredThem) {
  results::Run run = sample_run();
  run.results.push_back(run.results[0]);
  run.results[2].process = 1;
  const auto data = page_data({.runs = {&run, 1}});
  EXPECT_EQ(data["cases"].size(), 2u);
  EXPECT_FALSE(data["results"][1].contains("label"));
  EXPECT_EQ(data["texts"][data["results"][2]["label"].get<std::size_t>()][0],
            "train resnet50 b32 bf16 (process 2/2)");
}

}  // namespace
}  // namespace wgf::report
