// SPDX-License-Identifier: MIT
#include "report/table.h"

#include <gtest/gtest.h>

namespace wgf::report {
namespace {

TEST(Table, TerminalAlignsNumbersRightAndEndsLinesWithoutBlanks) {
  const Table table{{{"name"}, {"GiB", Align::right}}, {{"a", "8"}, {"longer", "143.8"}}};
  EXPECT_EQ(to_terminal(table),
            "name      GiB\n"
            "------  -----\n"
            "a           8\n"
            "longer  143.8\n");
}

TEST(Table, ChineseCharactersTakeTwoColumns) {
  const Table table{{{"设备"}, {"x"}}, {{"abcd", "1"}, {"显卡", "2"}}};
  EXPECT_EQ(to_terminal(table),
            "设备  x\n"
            "----  -\n"
            "abcd  1\n"
            "显卡  2\n");
}

TEST(Table, ControlCharactersAreReplaced) {
  const Table table{{{"name"}, {"x"}}, {{"a\x1b[2Jb\nc", "1"}, {"net", "2"}}};
  EXPECT_EQ(to_terminal(table),
            "name      x\n"
            "--------  -\n"
            "a\ufffd[2Jb c  1\n"
            "net       2\n");
  EXPECT_EQ(to_csv(table), "name,x\r\n\"a\ufffd[2Jb\nc\",1\r\nnet,2\r\n");
  EXPECT_EQ(markdown_line("a\x1b[2Jb\r\nc\td"), "a\ufffd[2Jb  c d");
}

TEST(Table, ShortRowsAreFilledWithEmptyCells) {
  const Table table{{{"a"}, {"b"}}, {{"1"}}};
  EXPECT_EQ(to_csv(table), "a,b\r\n1,\r\n");
  EXPECT_EQ(to_markdown(table), "| a | b |\n| --- | --- |\n| 1 |  |\n");
}

TEST(Table, MarkdownEscapesPipesAndLineBreaks) {
  const Table table{{{"v", Align::right}}, {{"fp32|tf32\nmore"}}};
  EXPECT_EQ(to_markdown(table), "| v |\n| ---: |\n| fp32\\|tf32<br>more |\n");
}

TEST(Table, CsvQuotesCommasQuotesAndLineBreaksOnly) {
  const Table table{{{"v"}, {"w"}}, {{"a,b", "say \"hi\""}, {"two\nlines", "plain text"}}};
  EXPECT_EQ(to_csv(table), "v,w\r\n\"a,b\",\"say \"\"hi\"\"\"\r\n\"two\nlines\",plain text\r\n");
}

TEST(Markdown, NamesCannotBecomeHtmlLinksOrEmphasis) {
  const Table table{{{"v"}},
                    {{"<img src=x onerror=alert(1)>"}, {"a|b*c`d`"}, {"[x](javascript:1)"}}};
  EXPECT_EQ(to_markdown(table),
            "| v |\n| --- |\n| &lt;img src=x onerror=alert(1)&gt; |\n| a\\|b\\*c\\`d\\` |\n"
            "| [x\\](javascript:1) |\n");
}

TEST(Csv, WhatASpreadsheetWouldRunIsText) {
  const Table table{{{"v"}}, {{"=cmd|'/C calc'!A0"}, {"\t=1+1"}, {"\r=1+1"}, {"=A1,\"x\""}}};
  EXPECT_EQ(to_csv(table),
            "v\r\n'=cmd|'/C calc'!A0\r\n'\t=1+1\r\n\"'\r=1+1\"\r\n\"'=A1,\"\"x\"\"\"\r\n");
}

TEST(Csv, FormulasAreTextAndNumbersStay) {
  const Table table{{{"v"}}, {{"=1+1"}, {"@SUM(A1)"}, {"-2+3"}, {"-1.5"}, {"+2"}, {"-"}}};
  EXPECT_EQ(to_csv(table), "v\r\n'=1+1\r\n'@SUM(A1)\r\n'-2+3\r\n-1.5\r\n'+2\r\n-\r\n");
}

TEST(Table, ColumnsAreCutInTheOrderGiven) {
  Table table{{{"a"}, {"b"}, {"c"}}, {{"12345678", "12345678", "x"}}};
  shorten_columns(table, 16, {{1, 4}, {0, 4}});  // 21 wide; the second gives 4, the first 1
  EXPECT_EQ(table.rows[0][1], "123…");
  EXPECT_EQ(table.rows[0][0], "123456…");
  Table narrow = table;
  shorten_columns(narrow, 16, {{1, 1}});
  EXPECT_EQ(narrow.rows, table.rows);
}

TEST(WrapColumns, WhatHasNoRoomGoesOnBelow) {
  Table table{{{"card"}, {"rate"}},
              {{"4 x rtx-pro-6000-server", "12"}, {"", "10-14"}, {"rtx-pro-6000-server", "9"}}};
  wrap_columns(table, 20, {{0, 4}});
  const std::vector<std::vector<std::string>> expected{
      {"4 x rtx-pro-", "12"}, {"6000-server", "10-14"}, {"rtx-pro-6000-", "9"}, {"server", ""}};
  EXPECT_EQ(table.rows, expected);
  wrap_columns(table, 20, {{0, 4}});
  EXPECT_EQ(table.rows, expected);  // it fits
}

TEST(ToTerminal, WrapsWordsThenRangesAndLeavesNumbersWhole) {
  const Table table{{{"take"}, {"tokens/s", Align::right}, {"90 %", Align::right}},
                    {{"16 x rtx-5090", "36,060", "17,700 … 55,438"}}};
  EXPECT_EQ(to_terminal(table, 80), to_terminal(table));
  EXPECT_EQ(to_terminal(table, 36),
            "take       tokens/s             90 %\n"
            "---------  --------  ---------------\n"
            "16 x rtx-    36,060  17,700 … 55,438\n"
            "5090\n");
  EXPECT_EQ(to_terminal(table, 26),
            "take  tokens/s      90 %\n"
            "----  --------  --------\n"
            "16 x    36,060  17,700 …\n"
            "rtx-              55,438\n"
            "5090\n");
  EXPECT_EQ(to_terminal(table, 22),  // wrapped as far as it goes it is 24 wide
            "take       tokens/s\n"
            "---------  --------\n"
            "16 x rtx-    36,060\n"
            "5090\n"
            "\n"
            "take             90 %\n"
            "----  ---------------\n"
            "16 x  17,700 … 55,438\n"
            "rtx-\n"
            "5090\n");
}

TEST(ToTerminal, NoNumberIsBrokenByTheTerminal) {
  Table table{{{"size"}, {"tokens", Align::right}, {"time", Align::right}, {"run", Align::right}},
              {{"7b", "134,800,000", "23.3 h", "11,561"},
               {"", "", "18 h-29 h", "9k-15k"},
               {"", "", "", "$"}}};
  EXPECT_EQ(to_terminal(table, 28),
            "size       tokens       time\n"
            "----  -----------  ---------\n"
            "7b    134,800,000     23.3 h\n"
            "                   18 h-29 h\n"
            "\n"
            "size     run\n"
            "----  ------\n"
            "7b    11,561\n"
            "      9k-15k\n"
            "           $\n");
}

TEST(ToTerminal, PartsBelowNameTheirRowsByAsManyColumnsAsItTakes) {
  const Table table{{{"network"}, {"mode"}, {"step", Align::right}, {"peak", Align::right}},
                    {{"infer", "eager", "4.86 ms", "312 MiB"},
                     {"", "graph", "2.58 ms", "312 MiB"},
                     {"train", "eager", "18.7 ms", "1.66 GiB"},
                     {"", "graph", "9.19 ms", "1.65 GiB"}}};
  EXPECT_EQ(to_terminal(table, 30),
            "network  mode      step\n"
            "-------  -----  -------\n"
            "infer    eager  4.86 ms\n"
            "         graph  2.58 ms\n"
            "train    eager  18.7 ms\n"
            "         graph  9.19 ms\n"
            "\n"
            "network  mode       peak\n"
            "-------  -----  --------\n"
            "infer    eager   312 MiB\n"
            "         graph   312 MiB\n"
            "train    eager  1.66 GiB\n"
            "         graph  1.65 GiB\n");
}

TEST(LongestPiece, IsBetweenPlacesToBreak) {
  const Table table{{{"x"}, {"region"}}, {{"a100-sxm-40gb", "South Carolina, US"}, {"b"}}};
  EXPECT_EQ(longest_piece(table, 0), 5u);  // "a100-"
  EXPECT_EQ(longest_piece(table, 1), 9u);  // "Carolina,"
  EXPECT_EQ(terminal_width(table), 13u + 2 + 18);
}

TEST(WrapColumns, NothingIsCutWhereThereIsNoPlaceToBreak) {
  Table table{{{"x"}}, {{"ai-dynamo/aiconfigurator"}, {"abcdefghij"}, {"算家云显卡"}}};
  wrap_columns(table, 8, {{0, 4}});
  const std::vector<std::vector<std::string>> expected{
      {"ai-"}, {"dynamo/"}, {"aiconfig"}, {"urator"}, {"abcdefgh"}, {"ij"}, {"算家云显"}, {"卡"}};
  EXPECT_EQ(table.rows, expected);
}

}  // namespace
}  // namespace wgf::report
