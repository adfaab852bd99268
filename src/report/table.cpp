// SPDX-License-Identifier: MIT
#include "report/table.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "base/printable.h"
#include "base/text.h"

namespace wgf::report {
namespace {

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

// Narrows the columns in this order until the table fits: `narrow` is told each one's width.
template <typename Narrow>
void fit_columns(const Table& table, std::size_t width, const std::vector<ShortColumn>& order,
                 Narrow narrow) {
  constexpr std::size_t gap = 2;
  std::vector<std::size_t> widths = column_widths(table);
  std::size_t total = gap * (widths.empty() ? 0 : widths.size() - 1);
  for (const std::size_t one : widths) total += one;
  for (const auto& [column, least_width] : order) {
    if (total <= width) return;
    const std::size_t title = display_width(table.columns[column].title);
    const std::size_t least = std::max(least_width, title);
    const std::size_t excess = total - width;
    const std::size_t kept =
        widths[column] > least + excess ? widths[column] - excess : std::min(widths[column], least);
    narrow(column, kept);
    total -= widths[column] - kept;
    widths[column] = kept;
  }
}

bool is_within_character(char c) {  // of UTF-8, behind its first byte
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// A line may end behind this character.
bool is_place(std::string_view text, std::size_t i) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  if (text[i] == ',' && i > 0 && is_digit(i - 1) && is_digit(i + 1)) return false;  // "1,024"
  return std::string_view("-,/ ").find(text[i]) != std::string_view::npos ||
         (i + 1 < text.size() && text[i + 1] == ' ');
}

// In lines of so many columns; a word without a place to break goes on wherever the line ends.
std::vector<std::string> broken(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(text) > width) {
    std::size_t place = 0, end = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (is_within_character(text[i + 1])) continue;
      if (end > 0 && display_width(text.substr(0, i + 1)) > width) break;
      end = i + 1;
      if (is_place(text, i)) place = end;
    }
    if (place > 0) end = place;
    lines.emplace_back(trim(text.substr(0, end)));
    text = trim(text.substr(end));
  }
  lines.emplace_back(text);
  return lines;
}

// The longer end of a range with the word between on the first one's side; others are whole.
std::size_t longest_end(const Table& table, std::size_t column) {
  std::size_t longest = display_width(table.columns[column].title);
  for (const auto& row : table.rows) {
    const std::string_view text = cell(row, column);
    std::size_t end = text.size();
    for (const std::string_view between : {" … ", " to ", " 至 "})
      if (const std::size_t found = text.find(between); found != std::string_view::npos)
        end = found + between.size();
    longest = std::max(
        {longest, display_width(trim(text.substr(0, end))), display_width(text.substr(end))});
  }
  return longest;
}

bool has_empty_cell(const Table& table, std::size_t row, std::size_t column) {
  return row < table.rows.size() && column < table.rows[row].size() &&
         table.rows[row][column].empty();
}

// These columns; rows that say nothing in them are left out.
Table part_of(const Table& table, const std::vector<std::size_t>& columns) {
  Table part;
  for (const std::size_t column : columns) part.columns.push_back(table.columns[column]);
  for (std::size_t at = 0; at < table.rows.size(); ++at) {
    std::vector<std::string> row;
    for (const std::size_t column : columns) row.emplace_back(cell(table.rows[at], column));
    if (std::any_of(row.begin(), row.end(), [](const std::string& one) { return !one.empty(); }))
      part.rows.push_back(std::move(row));
  }
  return part;
}

// As many columns as fit, then the others below, each part behind the first column.
std::string stacked(const Table& table, std::size_t width) {
  constexpr std::size_t gap = 2;
  const std::vector<std::size_t> widths = column_widths(table);
  std::string text;
  for (std::size_t next = 1; next < table.columns.size();) {
    std::vector<std::size_t> columns{0};
    for (std::size_t total = widths[0]; next < table.columns.size(); ++next) {
      total += gap + widths[next];
      if (total > width && columns.size() > 1) break;
      columns.push_back(next);
    }
    text += (text.empty() ? "" : "\n") + to_terminal(part_of(table, columns), width);
  }
  return text;
}

}  // namespace

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

void shorten_columns(Table& table, std::size_t width, const std::vector<ShortColumn>& order) {
  fit_columns(table, width, order, [&](std::size_t column, std::size_t kept) {
    for (auto& row : table.rows)
      if (column < row.size()) row[column] = shortened(row[column], kept);
  });
}

void wrap_columns(Table& table, std::size_t width, const std::vector<ShortColumn>& order) {
  fit_columns(table, width, order, [&](std::size_t column, std::size_t kept) {
    for (std::size_t at = 0; at < table.rows.size(); ++at) {
      if (column >= table.rows[at].size()) continue;
      const std::vector<std::string> lines = broken(table.rows[at][column], kept);
      table.rows[at][column] = lines[0];
      for (std::size_t line = 1; line < lines.size(); ++line) {
        ++at;
        if (!has_empty_cell(table, at, column))
          table.rows.emplace(table.rows.begin() + static_cast<std::ptrdiff_t>(at),
                             table.columns.size());
        table.rows[at][column] = lines[line];
      }
    }
  });
}

std::size_t longest_piece(const Table& table, std::size_t column) {
  std::size_t longest = display_width(table.columns[column].title);
  for (const auto& row : table.rows) {
    if (column >= row.size()) continue;
    const std::string_view text = row[column];
    for (std::size_t begin = 0, i = 0; i < text.size(); ++i) {
      if (i + 1 < text.size() && !is_place(text, i)) continue;
      longest = std::max(longest, display_width(trim(text.substr(begin, i + 1 - begin))));
      begin = i + 1;
    }
  }
  return longest;
}

std::size_t terminal_width(const Table& table) {
  constexpr std::size_t gap = 2;
  const std::vector<std::size_t> widths = column_widths(table);
  return std::accumulate(widths.begin(), widths.end(),
                         gap * (widths.empty() ? 0 : widths.size() - 1));
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

std::string to_terminal(Table table, std::size_t width) {
  const Table whole = table;
  const std::vector<std::size_t> widths = column_widths(table);
  std::vector<ShortColumn> order;
  for (const Align align : {Align::left, Align::right}) {
    const std::size_t begin = order.size();
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      if (table.columns[column].align != align) continue;
      const std::size_t least =
          align == Align::left ? longest_piece(table, column) : longest_end(table, column);
      if (least < widths[column]) order.push_back({column, least});
    }
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.end(),
                     [&](const ShortColumn& a, const ShortColumn& b) {
                       return widths[a.column] > widths[b.column];
                     });
  }
  wrap_columns(table, width, order);
  const bool can_stack = table.columns.size() > 2 && terminal_width(table) > width;
  return can_stack ? stacked(whole, width) : to_terminal(table);
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
