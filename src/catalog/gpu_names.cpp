// SPDX-License-Identifier: MIT
#include "catalog/gpu_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"

namespace wgf::catalog {
namespace {

constexpr std::array<std::string_view, 3> vendor_prefixes = {"nvidia", "amd", "intel"};

// Whether the name is brand and fragment: "rtx-4090" for "4090", but not for "090" or "90".
bool ends_with_words(std::string_view name, std::string_view folded) {
  constexpr std::string_view gaps = " -_";
  for (std::size_t gap = name.find_first_of(gaps); gap != std::string_view::npos;
       gap = name.find_first_of(gaps, gap + 1)) {
    if (fold_name(name.substr(gap + 1)) == folded) {
      return true;
    }
  }
  return false;
}

// Whether the name holds the fragment, its numbers whole: "a400" is another card than "a4000".
bool holds(std::string_view name, std::string_view fragment) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  const auto cuts_number = [&](std::size_t at) {
    return at > 0 && at < name.size() && is_digit(name[at - 1]) && is_digit(name[at]);
  };
  for (std::size_t at = name.find(fragment); at != std::string_view::npos;
       at = name.find(fragment, at + 1)) {
    if (!cuts_number(at) && !cuts_number(at + fragment.size())) {
      return true;
    }
  }
  return false;
}

bool has(const Family& family, const std::string& member) {
  return std::find(family.members.begin(), family.members.end(), member) != family.members.end();
}

bool has_all_of(const Family& family, const Family& part) {
  return std::all_of(part.members.begin(), part.members.end(),
                     [&](const std::string& member) { return has(family, member); });
}

// The one family whose id or card of which a name fits; a family stands for all that are within it.
// Neither where none fits or several do.
GpuMatch only_match(const GpuCatalog& catalog, const auto& fits) {
  const Family* widest = nullptr;
  for (const Family& family : catalog.families) {
    if (fits(family.id) && (widest == nullptr || has_all_of(family, *widest))) {
      widest = &family;
    }
  }
  GpuMatch match{widest, nullptr};
  for (const Family& family : catalog.families) {
    if (fits(family.id) && !has_all_of(*widest, family)) {
      return {};
    }
  }
  for (const Gpu& gpu : catalog.gpus) {
    const bool fits_card =
        fits(gpu.id) || fits(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), fits);
    if (!fits_card || (widest != nullptr && has(*widest, gpu.id))) {
      continue;
    }
    if (widest != nullptr || match.gpu != nullptr) {
      return {};
    }
    match.gpu = &gpu;
  }
  return match;
}

}  // namespace

const Gpu* gpu_named(const GpuCatalog& catalog, std::string_view name) {
  const std::string folded = fold_name(name);
  const auto look_up = [&](const std::string& key) -> const Gpu* {
    const auto entry = catalog.by_name.find(key);
    return entry == catalog.by_name.end() ? nullptr : &catalog.gpus[entry->second];
  };
  if (const Gpu* gpu = look_up(folded)) {
    return gpu;
  }
  for (const std::string_view prefix : vendor_prefixes) {
    const bool has_prefix = folded.starts_with(prefix);
    if (const Gpu* gpu =
            look_up(has_prefix ? folded.substr(prefix.size()) : std::string(prefix) + folded)) {
      return gpu;
    }
  }
  return nullptr;
}

GpuMatch match_part_of_name(const GpuCatalog& catalog, std::string_view name) {
  constexpr std::size_t least_letters = 3;  // two are part of too many names by accident
  const std::string folded = fold_name(name);
  if (folded.size() < least_letters) {
    return {};
  }
  const GpuMatch by_words =
      only_match(catalog, [&](const std::string& id) { return ends_with_words(id, folded); });
  if (by_words.family != nullptr || by_words.gpu != nullptr) {
    return by_words;
  }
  return only_match(catalog, [&](const std::string& id) { return holds(fold_name(id), folded); });
}

}  // namespace wgf::catalog
