// SPDX-License-Identifier: MIT
// Shares in words, those of one level together.

#include <algorithm>

#include "base/text.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Rating;

struct Group {
  Rating rating;
  double low = 0, high = 0;
  std::vector<std::string> cases;
};

std::vector<Group> groups_of(const results::Run& run) {
  std::vector<Group> groups;
  const std::vector<std::string> labels = case_labels(run);
  for (std::size_t i = 0; i < run.results.size(); ++i)
    for (const Rating& rating : run.results[i].ratings) {
      const results::Metric* metric = run.results[i].find(rating.metric);
      if (metric == nullptr) continue;
      auto group = std::find_if(groups.begin(), groups.end(),
                                [&](const Group& one) { return one.rating == rating; });
      if (group == groups.end())
        group = groups.insert(groups.end(), {rating, metric->value, metric->value, {}});
      group->low = std::min(group->low, metric->value);
      group->high = std::max(group->high, metric->value);
      // Once, however often it was repeated.
      if (std::find(group->cases.begin(), group->cases.end(), labels[i]) == group->cases.end())
        group->cases.push_back(labels[i]);
    }
  return groups;
}

std::string text_of(const Rating& rating, const std::string& percent, Language language) {
  const std::string precision = rating.precision.empty() ? "" : rating.precision + " ";
  return messages::render(
      {"rating.line",
       {{"percent", percent},
        {"metric", messages::render("rating." + rating.metric, language)},
        {"level", messages::render("rating.level_" + rating.level, language)},
        {"task",
         messages::render({"rating.task_" + rating.task, {{"precision", precision}}}, language)}}},
      language);
}

std::string whole(double percent) {
  return format_number(percent, percent < 100 ? 2 : 3);
}

}  // namespace

std::string rating_text(const Rating& rating, double percent, Language language) {
  return text_of(rating, whole(percent), language);
}

std::vector<std::string> rating_lines(const results::Run& run, Language language) {
  std::vector<std::string> lines;
  for (const Group& group : groups_of(run)) {
    std::string percent = whole(group.low);
    if (const std::string high = whole(group.high); high != percent)
      percent = messages::render({"rating.range", {{"low", percent}, {"high", high}}}, language);
    lines.push_back(text_of(group.rating, percent, language) + " (" + join(group.cases, ", ") +
                    ")");
  }
  return lines;
}

}  // namespace wgf::report
