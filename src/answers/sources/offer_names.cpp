// SPDX-License-Identifier: MIT
#include "answers/sources/offer_names.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "base/printable.h"
#include "base/text.h"

namespace wgf::answers {
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

// Those of most offers, most first.
std::string commonest(const catalog::Offers& offers, std::string catalog::Offer::*field) {
  constexpr std::size_t most_named = 8;
  std::map<std::string, int> counts;
  for (const catalog::Offer& offer : offers)
    if (!(offer.*field).empty()) ++counts[offer.*field];
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [name, count] : counts) order.emplace_back(-count, name);
  std::sort(order.begin(), order.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(most_named, order.size()); ++i)
    names.push_back(printable(order[i].second));
  return join(names, "; ");
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

// What providers are called beside the names that price data have. Folded.
std::string usual_name(const std::string& folded) {
  constexpr std::pair<std::string_view, const char*> names[] = {
      {"amazon", "aws"},        {"google", "gcp"},   {"googlecloud", "gcp"},
      {"microsoft", "azure"},   {"vast.ai", "vast"}, {"lambdalabs", "lambda"},
      {"lambdacloud", "lambda"}};
  for (const auto& [usual, name] : names)
    if (folded == usual) return name;
  return folded;
}

// What may be typed of a name: "us-east" of "us-east-1", but no "aw" of "aws".
enum class TypedPart { beginning, whole_word };

// Those of the known names that the typed one means. A region is every one that is called, begins
// or has a word so, as places differ in how they write it: "us-east-1", "Texas, US".
std::vector<std::string> names_meant(const std::vector<std::string>& known,
                                     const std::string& folded, TypedPart part) {
  std::vector<std::string> names;
  if (folded.empty()) return names;
  const auto take = [&](const auto& fits) {
    std::copy_if(known.begin(), known.end(), std::back_inserter(names), fits);
  };
  if (part == TypedPart::beginning) {
    take([&](const std::string& one) {
      return fold_name(one).starts_with(folded) || has_word(one, folded);
    });
    return names;
  }
  take([&](const std::string& one) { return fold_name(one) == folded; });
  if (names.empty()) take([&](const std::string& one) { return has_word(one, folded); });
  return names;
}

std::vector<std::string> known_names(const std::vector<std::string>& typed,
                                     const catalog::Offers& offers,
                                     std::string catalog::Offer::*field, TypedPart part,
                                     const std::string& error_key) {
  const std::vector<std::string> known = distinct(offers, field);
  std::vector<std::string> names;
  for (const std::string& name : typed) {
    const std::string typed_name = fold_name(name);
    const std::vector<std::string> meant = names_meant(
        known, part == TypedPart::whole_word ? usual_name(typed_name) : typed_name, part);
    names.insert(names.end(), meant.begin(), meant.end());
    if (meant.empty())
      throw Error(with_nearest({error_key,
                                {{"name", name},
                                 {"count", std::to_string(known.size())},
                                 {"most", commonest(offers, field)}}},
                               name, known),
                  ExitCode::usage);
  }
  return names;
}

}  // namespace

std::vector<std::string> known_providers(const std::vector<std::string>& typed,
                                         const catalog::Offers& offers) {
  return known_names(typed, offers, &catalog::Offer::provider, TypedPart::whole_word,
                     "prices.unknown_provider");
}

std::vector<std::string> known_regions(const std::vector<std::string>& typed,
                                       const catalog::Offers& offers) {
  return known_names(typed, offers, &catalog::Offer::region, TypedPart::beginning,
                     "prices.unknown_region");
}

void check_gpu_ids(const catalog::Offers& offers, const std::string& file,
                   const catalog::GpuCatalog& gpus) {
  std::vector<std::string> ids;
  for (const catalog::Gpu& gpu : gpus.gpus) ids.push_back(gpu.id);
  for (const catalog::Offer& offer : offers)
    if (!offer.gpu_id.empty() && gpus.find_id(offer.gpu_id) == nullptr)
      throw Error(with_nearest({"prices.unknown_gpu_id", {{"file", file}, {"name", offer.gpu_id}}},
                               offer.gpu_id, ids));
}

}  // namespace wgf::answers
