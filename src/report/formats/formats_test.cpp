// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "report/formats/report_format.h"
#include "report/result_table.h"
#include "report/sample_run.h"
#include "results/json.h"

namespace wgf::report {
namespace {

using messages::Language;
using testing::HasSubstr;

TEST(JsonReport, SaysReasonsAndWarningsInEnglishWhateverTheLanguage) {
  const auto json = nlohmann::json::parse(write_json(sample_run(), Language::chinese));
  EXPECT_EQ(json["results"][1]["reason"]["code"], "files.cannot_read");
  EXPECT_EQ(json["results"][1]["reason"]["text"], "cannot read x: too big");
  EXPECT_EQ(json["results"][0]["warnings"][0]["text"],
            "a, \"b\" | c exclude each other; give one of them");
}

TEST(JsonReport, ReadsBackAsTheSameRun) {
  EXPECT_EQ(results::parse_run(write_json(sample_run(), Language::english), "x"), sample_run());
}

TEST(JsonReport, BrokenTextFromOutsideLosesNothingElse) {
  results::Run run = sample_run();
  run.results[0].devices[0].name = "GPU \xff";
  EXPECT_THAT(write_json(run, Language::english), HasSubstr("resnet50"));
}

TEST(CsvReport, HasOneRowPerMetricAndOneForAResultWithoutNumbers) {
  const results::Run run = sample_run();
  const std::string csv = write_csv({.runs = {&run, 1}});
  // Heading, four metrics, one skipped case, and the empty rest behind the last line end.
  EXPECT_EQ(split(csv, '\n').size(), 7u);
  EXPECT_THAT(
      csv, HasSubstr(
               ",resnet50,32,bf16,eager,sgd,,,,cuda:0,NVIDIA H200,ok,,\"a, \"\"b\"\" | c exclude"));
  EXPECT_THAT(csv, HasSubstr(",step_time,ms,41.32,41.24,41.4,burst,3,41.24,41.4,"));
  EXPECT_THAT(csv, HasSubstr(",skipped,cannot read x: too big,"));
}

TEST(CsvReport, EveryRowHasAsManyFieldsAsTheHeading) {
  results::Run run = sample_run();
  run.results[0].warnings.clear();
  const std::string csv = write_csv({.runs = {&run, 1}});
  for (const std::string& line : split(csv, '\n')) {
    if (line.empty()) continue;
    EXPECT_EQ(split(line, ',').size(), 29u) << line;
  }
}

TEST(CsvReport, RowsOfSeveralFilesBeginWithTheFile) {
  const std::vector<results::Run> runs{sample_run(), sample_run()};
  const std::string csv = write_csv({.runs = runs, .names = {"before.json", "=after.json"}});
  const std::vector<std::string> lines = split(csv, '\n');
  ASSERT_EQ(lines.size(), 12u);  // heading, five rows each, the empty rest
  EXPECT_TRUE(lines[0].starts_with("file,case,benchmark,"));
  EXPECT_TRUE(lines[5].starts_with("before.json,"));
  EXPECT_TRUE(lines[6].starts_with("'=after.json,"));  // no formula
}

TEST(TextReport, ShowsMedianIntervalUnitsAndNumberedNotes) {
  const std::string text = write_text(sample_run(), Language::english);
  EXPECT_THAT(text, HasSubstr("train resnet50 b32 bf16"));
  EXPECT_THAT(text, HasSubstr("41.320 ± 0.080 ms [1]"));
  EXPECT_THAT(text, HasSubstr("774.4 ± 1.5 samples/s"));
  EXPECT_THAT(text, HasSubstr("skipped [2]"));
  EXPECT_THAT(text, HasSubstr("[2] cannot read x: too big"));
  EXPECT_THAT(text, HasSubstr("bf16 autocast (float32) cudnn.benchmark"));
  EXPECT_THAT(text, HasSubstr("burst"));
  EXPECT_THAT(text, HasSubstr("2 of 2 cases: 1 ok, 1 skipped"));
  EXPECT_THAT(text, HasSubstr("not in the catalogue"));
}

// On a GPU an inference case has both: steps queued behind each other, and single requests.
results::Run run_with_latency() {
  results::Run run = sample_run();
  run.results[0].measured_case.benchmark = "infer";
  run.results[0].metrics.insert(
      run.results[0].metrics.begin(),
      {.tag = "latency", .value = 2, .samples = {1, 2, 2, 2, 3, 2, 2, 2, 2, 4}});
  return run;
}

TEST(TextReport, ShowsLatencyBesideTheTimePerStep) {
  const std::string text = write_text(run_with_latency(), Language::english);
  EXPECT_THAT(text, HasSubstr("latency p50 / p99"));
  EXPECT_THAT(text, HasSubstr("41.320 ± 0.080 ms"));
  // Sorted, the 99 % quantile of ten lies at 8.91: 3 + 0.91 × (4 - 3).
  EXPECT_THAT(text, HasSubstr("2.000 / 3.910 ms"));
  EXPECT_THAT(write_text(sample_run(), Language::english), testing::Not(HasSubstr("p99")));
}

TEST(MarkdownReport, HasTheSpreadOfEveryMetricWithSamples) {
  const std::string text = write_markdown(run_with_latency(), Language::english);
  EXPECT_THAT(text, HasSubstr("| p95 | p99 | min | max |"));
  // The 95 % quantile lies at 8.55: 3.55.
  EXPECT_THAT(text, HasSubstr("| 2.000 ms | 3.550 | - | 1.000 | 4.000 |"));
}

TEST(TextReport, CasesSkippedForOneReasonShareARow) {
  results::Run run = sample_run();
  const results::Result skipped = run.results[1];
  run.results.insert(run.results.end(), {skipped, skipped, run.results[0], skipped});
  run.results[3].reason->args[1].second = "otherwise";
  const std::string text = write_text(run, Language::english);
  EXPECT_THAT(text, HasSubstr("train resnet50 b4096 bf16 and 1 more"));
  EXPECT_THAT(text, HasSubstr("[3] cannot read x: otherwise"));
  EXPECT_THAT(write_markdown(run, Language::english), testing::Not(HasSubstr("and 1 more")));
}

TEST(TextReport, SpeaksChinese) {
  const std::string text = write_text(sample_run(), Language::chinese);
  EXPECT_THAT(text, HasSubstr("吞吐量"));
  EXPECT_THAT(text, HasSubstr("跳过 [2]"));
}

TEST(TextReport, LeavesOutColumnsNothingWasReadFor) {
  EXPECT_THAT(write_text(sample_run(), Language::english), testing::Not(HasSubstr("power")));
}

TEST(TextReport, MarksANumberThatBreaksAPhysicalLimit) {
  results::Run run = sample_run();
  run.results[0].status = results::Status::invalid;
  EXPECT_THAT(write_text(run, Language::english), HasSubstr("41.320 ± 0.080 ms invalid [1]"));
}

TEST(MarkdownReport, HasItsSectionsAndEscapesTables) {
  const std::string text = write_markdown(sample_run(), Language::english);
  for (const char* heading : {"# How fast", "## Machine", "## Conditions", "## Results", "## Notes",
                              "## All numbers", "## How to read this"})
    EXPECT_THAT(text, HasSubstr(heading));
  EXPECT_THAT(text, HasSubstr("| device | cuda:0 NVIDIA H200, 140.40 GiB"));
  EXPECT_THAT(text, HasSubstr("| train resnet50 b32 bf16 | time per step | 41.320 ± 0.080 ms |"));
}

TEST(MarkdownReport, TheTimeOfALoadIsThatOfAWholeRequest) {
  results::Run run = sample_run();
  run.results.resize(1);
  run.results[0].metrics = {results::metric_from_samples("e2e_time", {85})};
  EXPECT_THAT(write_markdown(run, Language::english),
              HasSubstr("| case | time to the last token |"));
}

TEST(MarkdownReport, MetricsOfAPhaseHaveItBeforeTheirName) {
  results::Run run = sample_run();
  run.results[0].metrics.push_back({.tag = "prefill.step_time", .value = 12});
  EXPECT_THAT(write_markdown(run, Language::english),
              HasSubstr("| prefill: time per step | 12.00 ms |"));
}

TEST(TextReport, NamesOfFilesAreNothingATerminalObeys) {
  const std::vector<results::Run> runs{sample_run(), sample_run()};
  const std::string text =
      report_format("txt").write({.runs = runs, .names = {"a\x1b]0;x\x07.json", "b\r\nc.json"}});
  EXPECT_TRUE(text.starts_with("a\ufffd]0;x\ufffd.json\n\n"));
  EXPECT_NE(text.find("\nb  c.json\n"), std::string::npos);
  EXPECT_EQ(text.find_first_of("\x1b\x07\r"), std::string::npos);
}

TEST(MarkdownReport, NamesAndReasonsStayTextInBulletsAndHeadings) {
  const std::string harm = "=HYPERLINK(1)<img src=x onerror=alert(1)>\n# [a](b)";
  results::Run run = sample_run();
  for (results::Result& result : run.results) result.measured_case.parameters.set("model", harm);
  run.results[0].metrics.push_back({.tag = "gpu_utilization", .value = 97});
  run.results[0].ratings = {{.metric = "gpu_utilization", .task = "memory", .level = "excellent"}};
  run.results[1].reason->args[1].second = harm;
  const std::vector<results::Run> runs{run, run};
  const std::string text = report_format("md").write({.runs = runs, .names = {harm, "after.json"}});
  EXPECT_THAT(text, HasSubstr("In words"));
  EXPECT_THAT(text, testing::Not(HasSubstr("<img")));
  EXPECT_THAT(text, testing::Not(HasSubstr("\n# [a")));
  // The file's name, the note of the reason and the sentence of the rating.
  EXPECT_THAT(text, HasSubstr("# =HYPERLINK(1)&lt;img src=x onerror=alert(1)&gt; # [a\\](b)\n"));
  EXPECT_THAT(text, HasSubstr("- [2] cannot read x: =HYPERLINK(1)&lt;img"));
  EXPECT_THAT(text, HasSubstr("(train =HYPERLINK(1)&lt;img"));
  EXPECT_THAT(text, HasSubstr("\n# after.json\n\n# How fast"));
}

TEST(CaseLabel, ShowsWhatIsNotUsual) {
  const results::Case product{.benchmark = "matmul",
                              .parameters = {{"m", std::int64_t{64}},
                                             {"n", std::int64_t{32}},
                                             {"k", std::int64_t{16}},
                                             {"precision", std::string("tf32")}}};
  EXPECT_EQ(case_label(product), "matmul 64x32x16 tf32");
  const results::Case graph{.benchmark = "infer",
                            .parameters = {{"model", std::string("gpt2")},
                                           {"batch_size", std::int64_t{1}},
                                           {"precision", std::string("fp16")},
                                           {"launch", std::string("graph")},
                                           {"pure", true},
                                           {"sequence_length", std::int64_t{512}}}};
  EXPECT_EQ(case_label(graph), "infer gpt2 b1 fp16 graph pure sequence_length=512");
}

TEST(CaseLabel, TellsCasesApartThatDifferInWhatIsUsuallyLeftOut) {
  results::Run run = sample_run();
  run.results[1].measured_case = run.results[0].measured_case;
  EXPECT_EQ(case_labels(run)[1], "train resnet50 b32 bf16");
  run.results[1].measured_case.parameters.set("optimizer", std::string("adamw"));
  EXPECT_EQ(case_labels(run)[0], "train resnet50 b32 bf16 eager sgd");
  EXPECT_EQ(case_labels(run)[1], "train resnet50 b32 bf16 eager adamw");
}

TEST(ResultLabels, NumberTheProcessesThatMeasuredOneCase) {
  results::Run run = sample_run();
  run.results = {run.results[0], run.results[1], run.results[0], run.results[0]};
  run.results[2].process = 2;
  run.results[3].process = 5;
  EXPECT_THAT(
      result_labels(run, Language::english),
      testing::ElementsAre("train resnet50 b32 bf16 (process 1/3)", "train resnet50 b4096 bf16",
                           "train resnet50 b32 bf16 (process 2/3)",
                           "train resnet50 b32 bf16 (process 3/3)"));
  EXPECT_THAT(write_text(run, Language::chinese), HasSubstr("b32 bf16（进程 2/3）"));
  EXPECT_THAT(write_markdown(run, Language::english), HasSubstr("bf16 (process 3/3) | time per"));
}

TEST(MetricText, ScalesMemoryToTheUnitPeopleRead) {
  const auto memory = [](double gibibytes) {
    return metric_text({.tag = "memory_allocated_peak", .value = gibibytes});
  };
  EXPECT_EQ(memory(3.25), "3.250 GiB");
  EXPECT_EQ(memory(0.75), "768.0 MiB");
  EXPECT_EQ(memory(0.0000458), "48.02 KiB");  // 0.0000458 x 1048576
  EXPECT_EQ(memory(0), "0 GiB");
  EXPECT_EQ(
      metric_text({.tag = "memory_process_peak", .value = 0.5, .interval = Interval{0.499, 0.501}}),
      "512.0 ± 1.0 MiB");
}

TEST(MetricText, KeepsTheDigitsTheIntervalSupports) {
  EXPECT_EQ(metric_text({.tag = "latency", .value = 1234.5678, .interval = Interval{1230, 1240}}),
            "1,234.6 ± 5.0 ms");
  EXPECT_EQ(metric_text({.tag = "latency", .value = 0.5, .interval = Interval{0.5, 0.5}}),
            "0.5000 ms");
  EXPECT_EQ(metric_text({.tag = "latency", .value = 142, .interval = Interval{95, 463}}),
            "142 [95.0, 463] ms");
  EXPECT_EQ(metric_text({.tag = "latency", .value = 142, .interval = Interval{95, 370}}),
            "142 ± 138 ms");
  EXPECT_EQ(metric_text({.tag = "parameters", .value = 25557032}), "25,557,032");
}

TEST(ResultConditions, SayArithmeticWarmUpStepsAndLimits) {
  results::Run run = sample_run();
  run.results[0].metrics.push_back({.tag = "measured_steps", .value = 128});
  run.results[0].metrics.push_back({.tag = "measured_time", .value = 5.3});
  run.results[0].stop_reason = results::StopReason::time_cap;
  run.results[0].measured_case.stopping.sustained = true;  // wanted, but the state is burst
  run.results[0].devices[0].facts.set("power_limit_w", 700.0);
  std::string text;
  for (const auto& [label, value] : result_conditions(run, run.results[0], Language::english))
    text += label + ": " + value + "\n";
  EXPECT_THAT(text, HasSubstr("device: cuda:0 NVIDIA H200\n"));
  EXPECT_THAT(text, HasSubstr("arithmetic: bf16 autocast (float32) cudnn.benchmark\n"));
  EXPECT_THAT(text, HasSubstr("warm-up: burst"));
  EXPECT_THAT(text, HasSubstr("measured steps: 128 in 5.3 s; ended: time cap\n"));
  EXPECT_THAT(text, HasSubstr("power limit: 700 W\n"));
}

TEST(ReportFormat, UnknownFormatsAreUsageErrors) {
  EXPECT_EQ(report_format("htm").name, "html");
  try {
    report_format("xlsx");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
  }
  EXPECT_EQ(report_format("JSON").name, "json");
}

}  // namespace
}  // namespace wgf::report
