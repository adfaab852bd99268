// SPDX-License-Identifier: MIT
#include "catalog/csv.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "messages/message_table.h"

namespace wgf::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const Error& fault) {
    return messages::render(fault.message(), messages::Language::english);
  }
  return "no error";
}

std::string parse_error(const std::string& text) {
  return error_of([&] { parse_csv(text, "a.csv"); });
}

TEST(Csv, QuotedFieldsHoldCommasQuotesAndLineEnds) {
  const CsvTable table = parse_csv("a,b\n\"1,2\",\"say \"\"hi\"\"\"\n\"x\ny\",z\r\n,\n", "a.csv");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("1,2", "say \"hi\""));
  EXPECT_THAT(table.rows[1].cells, ElementsAre("x\ny", "z"));
  EXPECT_THAT(table.rows[2].cells, ElementsAre("", ""));
  EXPECT_EQ(table.rows[1].line, 3);
  EXPECT_EQ(table.rows[2].line, 5);  // behind a field of two lines
}

TEST(Csv, MarkOfBytesBlankLinesAndMissingLastLineEnd) {
  const CsvTable table = parse_csv(
      "\xEF\xBB\xBF"
      "a,b\r\n\r\n1,2",
      "a.csv");
  EXPECT_THAT(table.columns, ElementsAre("a", "b"));
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("1", "2"));
  EXPECT_EQ(table.rows[0].line, 3);
}

TEST(Csv, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_THAT(parse_error(""), HasSubstr("a.csv"));
  EXPECT_THAT(parse_error("a,b\n1,2\n3\n"), HasSubstr("a.csv:3"));
  EXPECT_THAT(parse_error("a,b\n1,2,3\n"), HasSubstr("a.csv:2"));
  EXPECT_THAT(parse_error("a,b\n1,\"2\n3,4\n"), HasSubstr("a.csv:2"));
  EXPECT_THAT(parse_error("a,b\n\"1\"x,2\n"), HasSubstr("a.csv:2"));
  EXPECT_THAT(parse_error("a,b,a\n"), HasSubstr("\"a\""));
  EXPECT_THAT(parse_error("a,,b,\n"), HasSubstr("column 2 has no name"));
}

TEST(Csv, FieldsOfARecordAreChecked) {
  const CsvTable table = parse_csv("n,d\n12.5,2026-11\nx,yesterday\n-1,\n1e999,\n", "a.csv");
  const CsvColumn n = table.find("n"), d = table.find("d");
  const auto record = [&](std::size_t i) { return CsvRecord(table, table.rows[i]); };
  EXPECT_EQ(record(0).number(n, 0, 100), 12.5);
  EXPECT_EQ(to_text(*record(0).date(d)), "2026-11");
  EXPECT_FALSE(record(2).date(d));
  EXPECT_FALSE(record(0).number(table.find("other"), 0, 1));
  EXPECT_THAT(error_of([&] { record(1).number(n, 0, 100); }), HasSubstr("a.csv:3: n"));
  EXPECT_THAT(error_of([&] { record(1).date(d); }), HasSubstr("yesterday"));
  EXPECT_THAT(error_of([&] { record(2).number(n, 0, 100); }), HasSubstr("-1"));
  EXPECT_THAT(error_of([&] { record(3).number(n, 0, 100); }), HasSubstr("a.csv:5: n"));
  EXPECT_THAT(error_of([&] { record(2).required(d); }), HasSubstr("a.csv:4: d"));
  EXPECT_THAT(error_of([&] { table.require("price"); }), HasSubstr("price"));
}

TEST(Csv, FieldsAreWrittenAsTheyAreRead) {
  for (const std::string text : {"plain", "a,b", "say \"hi\"", "two\nlines", ""}) {
    const CsvTable table = parse_csv("a,b\n" + csv_field(text) + ",x\n", "a.csv");
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0].cells[0], text);
  }
}

}  // namespace
}  // namespace wgf::catalog
