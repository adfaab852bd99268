// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "catalog/csv.h"
#include "cli/words/row_reasons.h"
#include "truth/row_cells.h"
#include "truth/row_reasons.h"
#include "truth/validate_files.h"

namespace wgf::cli {
namespace {

// In words of each language: as it is written in English, and said in Chinese.
void expect_words(const std::string& reason) {
  Context context;
  context.language = messages::Language::english;
  EXPECT_EQ(reason_text(reason, context), reason);
  context.language = messages::Language::chinese;
  EXPECT_NE(reason_text(reason, context), reason) << "no Chinese words";
}

TEST(ReasonText, EveryReasonOfTheProgramHasWords) {
  for (const std::string_view reason : truth::row_reasons) expect_words(std::string(reason));
}

TEST(ReasonText, EveryReasonOfOurReadingsHasWords) {
  int count = 0;
  for (const truth::TruthText& file : truth::built_in_truth()) {
    if (file.name != "memory_cases.csv") continue;
    const catalog::CsvTable table = catalog::parse_csv(file.text, file.name);
    for (const catalog::CsvRow& row : table.rows) {
      const std::string reason = truth::Cells(table, row).text("reason");
      if (reason.empty()) continue;
      expect_words(reason);
      ++count;
    }
  }
  EXPECT_GT(count, 0);
}

TEST(ReasonText, AForeignReasonIsSaidAsItIs) {
  Context context;
  context.language = messages::Language::chinese;
  EXPECT_EQ(reason_text("the author's own doubt", context), "the author's own doubt");
}

}  // namespace
}  // namespace wgf::cli
