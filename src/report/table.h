// SPDX-License-Identifier: MIT
#pragma once
// A table of text and its three forms. Every list a command prints is one of these.

#include <cstddef>
#include <string>
#include <vector>

namespace wgf::report {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;  // numbers to the right
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // a short row is filled with empty cells
};

// A column that may be cut where the table is too wide.
struct ShortColumn {
  std::size_t column = 0;
  std::size_t least_width = 1;
};
// Cuts the cells of these columns, the first as far as it goes, then the next, until the table
// fits the width (or all are at their least). A column may come twice, the second time for more.
void shorten_columns(Table& table, std::size_t width, const std::vector<ShortColumn>& order);
// The same with nothing lost: what a cell has no room for goes on below it, from a blank or behind
// a comma, hyphen or slash on, in the row there is where that has an empty cell, else in one of its
// own.
void wrap_columns(Table& table, std::size_t width, const std::vector<ShortColumn>& order);

// Empty where the row ends before.
const std::string& cell(const std::vector<std::string>& row, std::size_t column);
// Of to_terminal(), of each column.
std::vector<std::size_t> column_widths(const Table& table);

// Of a column's cells the longest piece that wrap_columns() breaks only where it must.
std::size_t longest_piece(const Table& table, std::size_t column);
// Of to_terminal(), in columns of the terminal.
std::size_t terminal_width(const Table& table);

// Columns in which every row has "-" only take room (power on a CPU); the first `kept` stay.
void drop_empty_columns(Table& table, std::size_t kept);

// Padded columns two spaces apart under a ruled heading; CJK characters count two columns. A
// control character in a cell is replaced: a terminal would obey it.
std::string to_terminal(const Table& table);
// The same within a width, as far as that goes: columns of words are wrapped, the widest first,
// then ranges ("8,997 … 23,507") behind their first number. Numbers, units and titles stay whole:
// where they do not fit, columns go on below, behind those that name the rows. Width 0: no limit.
std::string to_terminal(Table table, std::size_t width);
// Text of anybody's as Markdown that shows it: no HTML, link, emphasis or code comes of it, and no
// control character.
std::string markdown_text(const std::string& raw);
// The same on one line: a break in it could begin a heading or a list.
std::string markdown_line(const std::string& text);
std::string markdown_bullets(const std::vector<std::string>& lines);
// A pipe table of such texts; pipes and line breaks in cells are escaped too.
std::string to_markdown(const Table& table);
// RFC 4180: CRLF line ends, quotes only where needed. What a spreadsheet would take for a formula
// gets a ' before it; numbers stay as they are. Of control characters only white space stays.
std::string to_csv(const Table& table);

}  // namespace wgf::report
