// SPDX-License-Identifier: MIT
#pragma once
// The texts of a page that is read in two languages: each said once and named by its number,
// because the same conditions and warnings belong to hundreds of results.

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "base/message.h"
#include "messages/message_table.h"

namespace wgf::report {

class PageTexts {
 public:
  // The number of this pair of texts.
  std::size_t number(const std::string& english, const std::string& chinese);
  std::size_t number(const Message& message);

  // [["English", "中文"], …]; one string instead of the pair where both languages say the same.
  nlohmann::ordered_json to_json() const;

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
};

// The sentences a page itself says (buttons, headings), {"en": {key: text}, "zh": {…}}: those whose
// key begins with one of the areas named in the source.
nlohmann::ordered_json interface_texts();

}  // namespace wgf::report
