// SPDX-License-Identifier: MIT
// Tables within the columns of a terminal: words and ranges wrapped, then columns below each other.

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string_view>

#include "base/text.h"
#include "report/table.h"

namespace wgf::report {
namespace {

constexpr std::size_t gap = 2;  // between columns

// Narrows the columns in this order until the table fits: `narrow` is told each one's width.
template <typename Narrow>
void fit_columns(const Table& table, std::size_t width, const std::vector<ShortColumn>& order,
                 Narrow narrow) {
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

// Whether no two rows are the same in the first columns; a cell left empty is the one above it. A
// row without a word in them or in the next goes on from the row above.
bool tell_rows_apart(const Table& table, std::size_t columns) {
  const bool is_next_words =
      columns < table.columns.size() && table.columns[columns].align == Align::left;
  std::set<std::vector<std::string>> names;
  std::vector<std::string> name(columns);
  for (const auto& row : table.rows) {
    std::size_t first = 0;
    while (first < columns && cell(row, first).empty()) ++first;
    if (first == columns) {
      if (is_next_words && !cell(row, columns).empty()) return false;
      continue;
    }
    for (std::size_t column = first; column < columns; ++column) name[column] = cell(row, column);
    if (!names.insert(name).second) return false;
  }
  return true;
}

struct Naming {
  std::size_t columns = 1;
  std::size_t width = 0;  // that they take, wrapped where each other column has no room beside
};

// The first column, and more of words where it takes them to tell rows apart and each of the others
// has room beside them.
Naming naming_of(const Table& table, std::span<const std::size_t> widths, std::size_t width) {
  const Naming first{.columns = 1, .width = widths[0]};
  std::size_t total = widths[0], least = longest_piece(table, 0);
  for (std::size_t columns = 1; columns < widths.size(); ++columns) {
    const auto others = widths.subspan(columns);
    const std::size_t beside = gap + *std::max_element(others.begin(), others.end());
    if (least + beside > width) return first;
    if (tell_rows_apart(table, columns))
      return {columns, total + beside <= width ? total : width - beside};
    if (table.columns[columns].align != Align::left) return first;
    total += gap + widths[columns];
    least += gap + longest_piece(table, columns);
  }
  return first;
}

// As many columns as fit, then the others below, each part behind those that name the rows.
std::string stacked(const Table& table, std::size_t width) {
  const std::vector<std::size_t> widths = column_widths(table);
  const auto [naming, room_of_names] = naming_of(table, widths, width);
  std::vector<std::size_t> names(naming);
  std::iota(names.begin(), names.end(), 0);
  std::string text;
  for (std::size_t next = naming; next < table.columns.size();) {
    std::vector<std::size_t> columns = names;
    for (std::size_t total = room_of_names; next < table.columns.size(); ++next) {
      total += gap + widths[next];
      if (total > width && columns.size() > naming) break;
      columns.push_back(next);
    }
    text += (text.empty() ? "" : "\n") + to_terminal(part_of(table, columns), width);
  }
  return text;
}

}  // namespace

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
  const std::vector<std::size_t> widths = column_widths(table);
  return std::accumulate(widths.begin(), widths.end(),
                         gap * (widths.empty() ? 0 : widths.size() - 1));
}

std::string to_terminal(Table table, std::size_t width) {
  if (width == 0) return to_terminal(table);
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

}  // namespace wgf::report
