// SPDX-License-Identifier: MIT
#include "cli/prices/offer_names.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/text.h"

namespace wgf::cli {
namespace {

std::vector<std::string> distinct(const catalog::Offers& offers,
                                  std::string catalog::Offer::*field) {
  std::vector<std::string> values;
  for (const catalog::Offer& offer : offers)
    if (!(offer.*field).empty()) values.push_back(offer.*field);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Whether the name has the typed text as a word of its own: "FR" in "Paris, FR, EU".
bool has_word(const std::string& name, const std::string& folded) {
  std::string word;
  for (const char c : name + " ") {
    const bool is_letter =
        static_cast<unsigned char>(c) > 0x7f || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_letter) {
      word += c;
      continue;
    }
    if (fold_name(word) == folded) return true;
    word.clear();
  }
  return false;
}

std::vector<std::string> known_names(const std::vector<std::string>& typed,
                                     const std::vector<std::string>& known,
                                     const std::string& error_key) {
  std::vector<std::string> names;
  for (const std::string& name : typed) {
    const std::string folded = fold_name(name);
    const std::size_t before = names.size();
    const auto take = [&](const auto& fits) {
      if (names.size() == before && !folded.empty())
        std::copy_if(known.begin(), known.end(), std::back_inserter(names), fits);
    };
    take([&](const std::string& one) { return fold_name(one) == folded; });
    take([&](const std::string& one) { return fold_name(one).starts_with(folded); });
    take([&](const std::string& one) { return has_word(one, folded); });
    if (names.size() == before)
      throw Error(with_nearest({error_key, {{"name", name}}}, name, known), ExitCode::usage);
  }
  return names;
}

}  // namespace

std::vector<std::string> known_providers(const std::vector<std::string>& typed,
                                         const catalog::Offers& offers) {
  return known_names(typed, distinct(offers, &catalog::Offer::provider), "prices.unknown_provider");
}

std::vector<std::string> known_regions(const std::vector<std::string>& typed,
                                       const catalog::Offers& offers) {
  return known_names(typed, distinct(offers, &catalog::Offer::region), "prices.unknown_region");
}

}  // namespace wgf::cli
