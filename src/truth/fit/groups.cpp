// SPDX-License-Identifier: MIT
#include "truth/fit/groups.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/text.h"

namespace wgf::truth::fit {
namespace {

constexpr double tolerated_growth = 0.001;  // of an error, absolute

}  // namespace

Groups group_summaries(const std::vector<Prediction>& predictions) {
  std::map<std::string, std::vector<const Prediction*>> groups;
  for (const Prediction& one : predictions) {
    groups[one.group].push_back(&one);
    groups["all rows"].push_back(&one);
  }
  Groups found;
  for (const auto& [group, members] : groups) found[group] = summary_of(members);
  return found;
}

std::string table_of(const Groups& found) {
  std::string text = "group,rows,median,mean,p90,max,inside,width\n";
  for (const auto& [group, one] : found)
    text += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}\n", group, one.rows,
                        one.median, one.mean, one.p90, one.max, one.inside, one.width);
  return text;
}

void print_groups(const Groups& found) {
  fmt::print("{:<42} {:>4} {:>7} {:>7} {:>7} {:>7} {:>7}\n", "repository", "rows", "median", "mean",
             "p90", "max", "in 90 %");
  for (const auto& [group, one] : found)
    fmt::print("{:<42} {:>4} {:>6.1f}% {:>6.1f}% {:>6.1f}% {:>6.1f}% {:>6.0f}%\n", group, one.rows,
               one.median * 100, one.mean * 100, one.p90 * 100, one.max * 100, one.inside * 100);
}

void write_rows(const std::vector<Prediction>& predictions, const std::string& file) {
  std::string text = "id,group,measured,forecast,low,high\n";
  for (const Prediction& one : predictions)
    text += fmt::format("{},{},{},{},{},{}\n", one.id, one.group, one.truth, one.predicted, one.low,
                        one.high);
  write_file_atomically(file, text);
}

// Where an error has grown; a group or a row that is gone is a regression too.
int regressions(const Groups& found, const std::vector<Row>& committed) {
  int count = 0;
  for (const Row& row : committed) {
    const auto group = found.find(row.at("group"));
    const ErrorSummary now = group == found.end() ? ErrorSummary{} : group->second;
    const auto grew = [&](const char* column, double value) {
      return value > *parse_number(row.at(column)) + tolerated_growth;
    };
    const bool lost = static_cast<double>(now.rows) < *parse_number(row.at("rows"));
    if (!lost && !grew("median", now.median) && !grew("p90", now.p90) && !grew("max", now.max))
      continue;
    fmt::print("REGRESSION: {}\n", row.at("group"));
    ++count;
  }
  return count;
}

}  // namespace wgf::truth::fit
