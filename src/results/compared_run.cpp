// SPDX-License-Identifier: MIT
// One result at a time: what is parsed of one stays in the processor's cache, and its memory serves
// for the next. A file of 1,000 cases is read in half the time of parsing it as a whole.
#include "results/compared_run.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "results/json.h"
#include "results/json_text.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;

// Time series, and of a metric what is computed from its samples or its tag.
const Unread& unread() {
  static const Unread parts{
      {"sensors", "series", "step_start_s"},  // the last of schema 1
      "metrics",
      {"unit", "count", "min", "max", "mean", "standard_deviation", "p50", "p95", "p99"}};
  return parts;
}

Run parse_in_pieces(const std::string& text, const std::string& file_name) {
  const std::optional<TextList> list = top_level_list(text, "results");
  if (!list) return parse_run(text, file_name);
  std::string without_results = text.substr(0, list->begin);
  without_results.append("[]").append(text, list->end);
  Run run = parse_run(without_results, file_name);
  for (const std::string_view item : list->items)
    run.results.push_back(result_from_json(Json::parse(item)));
  return run;
}

}  // namespace

Run parse_compared_run(std::string_view text, const std::string& file_name) {
  check_json_depth(text, file_name);
  try {
    return parse_in_pieces(shortened(text, unread()), file_name);
  } catch (const Error&) {
  } catch (const nlohmann::json::exception&) {
  }
  return parse_run(text, file_name);  // to say where in the file as it is
}

}  // namespace wgf::results
