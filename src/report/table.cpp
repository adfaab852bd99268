// SPDX-License-Identifier: MIT
#include "report/table.h"

#include <algorithm>
#include <string_view>

#include "base/printable.h"
#include "base/text.h"

namespace wgf::report {
namespace {

std::string terminal_line(const Table& table, const std::vector<std::size_t>& widths,
                          const std::vector<std::string>& row) {
  std::string line;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    if (column > 0) line += "  ";
    const bool right = table.columns[column].align == Align::right;
    const std::string text = printable(cell(row, column));
    line += right ? pad_left(text, widths[column]) : pad_right(text, widths[column]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::vector<std::string> titles(const Table& table) {
  std::vector<std::string> row;
  for (const Column& column : table.columns) row.push_back(column.title);
  return row;
}

std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char c : markdown_text(text)) {
    if (c == '|') escaped += '\\';
    if (c == '\n')
      escaped += "<br>";
    else
      escaped += c;
  }
  return escaped;
}

std::string pipe_line(const Table& table, const std::vector<std::string>& row) {
  std::string line = "|";
  for (std::size_t column = 0; column < table.columns.size(); ++column)
    line += " " + markdown_cell(cell(row, column)) + " |";
  return line + "\n";
}

bool looks_like_formula(const std::string& text) {
  return text.size() > 1 &&
         std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
         !parse_number(text);
}

std::string csv_cell(const std::string& value) {
  const std::string content = printable(value, Kept::white_space);
  const std::string text = looks_like_formula(content) ? "'" + content : content;
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_line(const Table& table, const std::vector<std::string>& row) {
  std::string line;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (column > 0) line += ",";
    line += csv_cell(cell(row, column));
  }
  return line + "\r\n";
}

}  // namespace

const std::string& cell(const std::vector<std::string>& row, std::size_t column) {
  static const std::string empty;
  return column < row.size() ? row[column] : empty;
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    std::size_t width = display_width(table.columns[column].title);
    for (const auto& row : table.rows)
      width = std::max(width, display_width(printable(cell(row, column))));
    widths.push_back(width);
  }
  return widths;
}

std::string markdown_text(const std::string& raw) {
  const std::string text = printable(raw, Kept::line_breaks);
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '&')
      escaped += "&amp;";
    // A bracket makes a link only before another opening one: "[1] note" stays readable.
    else if (c == '`' || c == '*' || c == '\\' ||
             (c == ']' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '[')))
      escaped += std::string("\\") + c;
    else
      escaped += c;
  }
  return escaped;
}

std::string markdown_line(const std::string& text) {
  std::string line = markdown_text(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

std::string markdown_bullets(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + markdown_line(line) + "\n";
  return text;
}

void drop_empty_columns(Table& table, std::size_t kept) {
  for (std::size_t column = table.columns.size(); column-- > kept;) {
    const bool is_empty = std::all_of(table.rows.begin(), table.rows.end(),
                                      [&](const auto& row) { return row[column] == "-"; });
    if (!is_empty) continue;
    const auto offset = static_cast<std::ptrdiff_t>(column);
    table.columns.erase(table.columns.begin() + offset);
    for (auto& row : table.rows) row.erase(row.begin() + offset);
  }
}

std::string to_terminal(const Table& table) {
  const std::vector<std::size_t> widths = column_widths(table);
  std::string text = terminal_line(table, widths, titles(table));
  std::vector<std::string> rule;
  for (std::size_t width : widths) rule.emplace_back(width, '-');
  text += terminal_line(table, widths, rule);
  for (const auto& row : table.rows) text += terminal_line(table, widths, row);
  return text;
}

std::string to_markdown(const Table& table) {
  std::string text = pipe_line(table, titles(table)) + "|";
  for (const Column& column : table.columns)
    text += column.align == Align::right ? " ---: |" : " --- |";
  text += "\n";
  for (const auto& row : table.rows) text += pipe_line(table, row);
  return text;
}

std::string to_csv(const Table& table) {
  std::string text = csv_line(table, titles(table));
  for (const auto& row : table.rows) text += csv_line(table, row);
  return text;
}

}  // namespace wgf::report
