// SPDX-License-Identifier: MIT
#include "runner/journal.h"

#include <gtest/gtest.h>
#include <unistd.h>

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

}  // namespace
}  // namespace wgf::runner
