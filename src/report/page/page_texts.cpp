// SPDX-License-Identifier: MIT
#include "report/page/page_texts.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace wgf::report {
namespace {

using messages::Language;

constexpr std::array<std::string_view, 6> page_areas = {
    "page.", "metric.", "status.", "report.column_", "verdict.", "rating.level_"};

nlohmann::ordered_json texts_of(Language language) {
  auto texts = nlohmann::ordered_json::object();
  for (const messages::Entry& entry : messages::entries(language))
    if (std::any_of(page_areas.begin(), page_areas.end(),
                    [&](std::string_view area) { return entry.key.starts_with(area); }))
      texts[std::string(entry.key)] = entry.text;
  return texts;
}

}  // namespace

std::size_t PageTexts::number(const std::string& english, const std::string& chinese) {
  return numbers_.emplace(std::pair{english, chinese}, numbers_.size()).first->second;
}

std::size_t PageTexts::number(const Message& message) {
  return number(messages::render(message, Language::english),
                messages::render(message, Language::chinese));
}

nlohmann::ordered_json PageTexts::to_json() const {
  std::vector<nlohmann::ordered_json> list(numbers_.size());
  for (const auto& [texts, number] : numbers_) {
    if (texts.first == texts.second)
      list[number] = texts.first;
    else
      list[number] = {texts.first, texts.second};
  }
  return list;
}

nlohmann::ordered_json interface_texts() {
  return {{"en", texts_of(Language::english)}, {"zh", texts_of(Language::chinese)}};
}

}  // namespace wgf::report
