// SPDX-License-Identifier: MIT
#include "runner/journal.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "results/json.h"

namespace wgf::runner {
namespace {

class JournalTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("wgf_journal_test." + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // What resuming says about a journal that begins with this line.
  Message fault_of(const std::string& first_line) const {
    write_file_atomically(journal_path(output()), first_line + "\n");
    try {
      load_for_resume(output());
    } catch (const Error& error) {
      return error.message();
    }
    return {"read", {}};
  }
  std::filesystem::path output() const { return folder_ / "results.json"; }

  std::filesystem::path folder_;
};

TEST_F(JournalTest, OneThatIsNoneOfOursIsNamedAsAResultsFileWouldBe) {
  nlohmann::ordered_json header = results::to_json(results::Run{});
  EXPECT_EQ(fault_of(header.dump()).key, "read");
  header["schema_version"] = 99;
  const Message later = fault_of(header.dump());
  EXPECT_EQ(later.key, "results.other_schema_in");
  EXPECT_EQ(later.args[0].second, journal_path(output()).string());
  const Message foreign = fault_of("{}");
  EXPECT_EQ(foreign.key, "results.foreign_file");
  EXPECT_EQ(fault_of("not json").key, "results.not_json");
}

results::Result result_on(const std::string& model) {
  results::Result result;
  result.measured_case = {.benchmark = "train", .parameters = {{"model", model}}};
  result.metrics = {results::metric_from_samples("step_time", {10, 11})};
  result.series = {{"step_start", {0, 0.01}}};
  return result;
}

// As a program of schema 1 has written it.
std::string earlier_line(const results::Result& result) {
  nlohmann::ordered_json json = results::to_json(result);
  json["device"] = json["devices"][0];
  json["step_start_s"] = json["series"][0]["values"];
  json.erase("devices");
  json.erase("series");
  return json.dump();
}

TEST_F(JournalTest, OneThatAnEarlierVersionBeganIsReadAndGoesOn) {
  nlohmann::ordered_json header = results::to_json(results::Run{});
  header["schema_version"] = 1;
  const results::Result first = result_on("alexnet"), second = result_on("vae");
  write_file_atomically(journal_path(output()),
                        header.dump() + "\n" + earlier_line(first) + "\n{\"case\"");
  EXPECT_EQ(load_for_resume(output()).results, std::vector<results::Result>{first});
  Journal::resume(output(), {}).append(second);
  const results::Run run = load_for_resume(output());
  EXPECT_EQ(run.results, (std::vector<results::Result>{first, second}));
  // The program that began it would not see the second.
  const std::string text = *try_read_file(journal_path(output()));
  EXPECT_NE(text.find("\"schema_version\":2"), std::string::npos);
  EXPECT_EQ(text.find("step_start_s"), std::string::npos);
}

TEST_F(JournalTest, GoesOnBehindALineThatWasCutShort) {
  const results::Result first = result_on("alexnet"), second = result_on("vae");
  Journal::start(output(), {}).append(first);
  const std::string whole = *try_read_file(journal_path(output()));
  write_file_atomically(journal_path(output()), whole + "{\"case\"");
  Journal::resume(output(), {}).append(second);
  EXPECT_EQ(load_for_resume(output()).results, (std::vector<results::Result>{first, second}));
}

TEST_F(JournalTest, OneThatCouldNotBeReadAgainIsNotBegun) {
  Journal::start(output(), {}).append(result_on("alexnet"));
  const std::string before = *try_read_file(journal_path(output()));
  results::Run header;
  header.plan = {result_on("vae").measured_case};
  header.plan[0].stopping.max_time = Seconds(INFINITY);
  EXPECT_THROW(Journal::start(output(), header), Error);
  EXPECT_EQ(*try_read_file(journal_path(output())), before);
}

// Of a run that was killed: nothing but the journal is there.
TEST_F(JournalTest, IsReadByItsNameAndByThatOfTheFileToBe) {
  const results::Result first = result_on("alexnet");
  results::Run header;
  header.task = "max_batch";
  Journal::start(output(), header).append(first);
  for (const auto& name : {output(), journal_path(output())}) {
    const results::Run run = load_results(name);
    EXPECT_EQ(run.results, std::vector<results::Result>{first});
    EXPECT_EQ(run.task, "max_batch");
    EXPECT_TRUE(run.partial);
  }
  write_file_atomically(output(), "{}");  // a file that is there is what is meant
  EXPECT_THROW(load_results(output()), Error);
  EXPECT_THROW(load_results(folder_ / "none.json"), Error);
}

TEST_F(JournalTest, OneThatIsInTheWayIsKeptWithItsCommand) {
  results::Run header;
  header.task = "max_batch";
  header.command = "tool max-batch";
  Journal::start(output(), header).append(result_on("alexnet"));
  const Journal anew = Journal::start(output(), {});
  ASSERT_TRUE(anew.earlier());
  EXPECT_EQ(anew.earlier()->answers, 1U);
  EXPECT_EQ(anew.earlier()->resume_name, folder_ / "results.earlier.json");
  EXPECT_EQ(anew.earlier()->run.command, "tool max-batch");
}

}  // namespace
}  // namespace wgf::runner
