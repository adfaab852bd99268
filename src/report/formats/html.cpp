// SPDX-License-Identifier: MIT
// report.html: one file that needs no network. The parts of the page lie in web/report/ and are
// embedded in the program; here they are put together with the data.

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "report/charts/chart_renderer.h"
#include "report/formats/html.h"
#include "report/page/page_data.h"
#include "report/page_part.h"
#include "results/json_print.h"

namespace wgf::report {
namespace {

// In the order the browser reads them: all are one script, and the last one starts it.
constexpr const char* script_files[] = {
    "texts.js",        "elements.js",      "view.js",          "conditions.js",  "grid.js",
    "csv.js",          "filters.js",       "overview.js",      "score.js",       "task.js",
    "results.js",      "rank.js",          "comparison.js",    "point_names.js", "narrow_rows.js",
    "chart_layout.js", "chart_options.js", "chart_library.js", "charts.js",      "start.js"};

std::string script() {
  std::string text;
  for (const char* name : script_files) text += page_part(name);
  return text;
}

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    switch (character) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += character;
    }
  }
  return escaped;
}

// JSON inside a <script> element: only "<" could end it early.
std::string data_text(const ReportInput& input) {
  const std::string json = results::on_one_line(page_data(input));
  std::string escaped;
  escaped.reserve(json.size() + json.size() / 64);
  for (const char character : json) {
    if (character == '<')
      escaped += "\\u003c";
    else
      escaped += character;
  }
  return escaped;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      text += j <= count ? digits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::string title(const ReportInput& input) {
  std::string text = messages::render(title_key(input.runs), input.language);
  if (const std::string subject = subject_of(input.runs.front()); !subject.empty())
    text += " · " + subject;
  return escape_html(text);
}

std::string value_of(std::string_view mark, const ReportInput& input) {
  if (mark == "language") return input.language == messages::Language::chinese ? "zh-CN" : "en";
  if (mark == "title") return title(input);
  if (mark == "style") return std::string(page_part("style.css"));
  if (mark == "script") return script();
  if (mark == "charts") return base64(echarts_gzip());
  if (mark == "data") return data_text(input);
  if (mark == "no_script_en")
    return messages::render("page.no_script", messages::Language::english);
  if (mark == "no_script_zh")
    return messages::render("page.no_script", messages::Language::chinese);
  throw Error({"report.no_page_part", {{"name", std::string(mark)}}});
}

}  // namespace

std::string write_html(const ReportInput& input) {
  std::string page;
  std::string_view rest = page_part("report.html");
  // Marks are looked for in the template alone, never in what took the place of one.
  for (std::size_t at = rest.find("{{"); at != std::string_view::npos; at = rest.find("{{")) {
    const std::size_t end = rest.find("}}", at);
    page += rest.substr(0, at);
    page += value_of(rest.substr(at + 2, end - at - 2), input);
    rest.remove_prefix(end + 2);
  }
  page += rest;
  return page;
}

}  // namespace wgf::report
