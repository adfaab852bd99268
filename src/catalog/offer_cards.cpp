// SPDX-License-Identifier: MIT
#include "catalog/offer_cards.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "catalog/gpu_names.h"

namespace wgf::catalog {
namespace {

using Cards = std::vector<const Gpu*>;

Cards members_of(const GpuCatalog& catalog, const Family& family) {
  Cards cards;
  for (const std::string& member : family.members) cards.push_back(catalog.find_id(member));
  return cards;
}

const Family* family_named(const GpuCatalog& catalog, std::string_view name) {
  const std::string folded = fold_name(name);
  for (const Family& family : catalog.families)
    if (fold_name(family.id) == folded) return &family;
  return nullptr;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "A100-80G-PCIe" is "A100" of 80 GB: the figure in front of G, GB or GiB, and the name without it.
struct NameAndMemory {
  std::string name;
  std::optional<double> memory_gb;
};

NameAndMemory without_memory(std::string_view name) {
  for (std::size_t at = 1; at < name.size(); ++at) {
    if (name[at] != 'G' && name[at] != 'g') continue;
    std::size_t first = at;
    while (first > 0 && name[first - 1] == ' ') --first;
    const std::size_t digits_end = first;
    while (first > 0 && is_digit(name[first - 1])) --first;
    std::size_t end = at + 1;
    if (name.substr(end).starts_with("iB"))
      end += 2;
    else if (end < name.size() && (name[end] == 'B' || name[end] == 'b'))
      ++end;
    // A word of its own: not the 10G of "A10G", whose digits belong to a name.
    const bool starts =
        first > 0 && std::string_view(" -_(").find(name[first - 1]) != std::string_view::npos;
    const bool ends =
        end == name.size() || std::string_view(" -_)").find(name[end]) != std::string_view::npos;
    if (first == digits_end || !starts || !ends) continue;
    const auto memory = parse_number(name.substr(first, digits_end - first));
    return {std::string(name.substr(0, first - 1)) + std::string(name.substr(end)), memory};
  }
  return {std::string(name), std::nullopt};
}

// The form factor that a folded text names: "sxm", "pcie", "nvl" or "".
std::string_view form_in(const std::string& folded) {
  std::string text = folded;
  // The bridge of a PCIe card is no form of it.
  for (std::size_t at = text.find("nvlink"); at != std::string::npos; at = text.find("nvlink"))
    text.erase(at, 6);
  for (const std::string_view form : {"sxm", "pcie", "nvl"})
    if (text.find(form) != std::string::npos) return form;
  // The driver's names of SXM modules say their memory only.
  if (text.find("hbm3") != std::string::npos) return "sxm";
  return "";
}

std::string_view form_of(const Gpu& gpu) {
  if (fold_name(gpu.id).ends_with("nvl")) return "nvl";
  const std::string form = fold_name(gpu.form_factor);
  if (form.starts_with("sxm")) return "sxm";
  return form.starts_with("pcie") ? "pcie" : "";
}

// "H100 SXM5" without the form: letters of the form and a number behind them.
std::string without_form(const std::string& folded, std::string_view form) {
  const std::size_t at = form.empty() ? std::string::npos : folded.find(form);
  if (at == std::string::npos) return folded;
  std::size_t end = at + form.size();
  while (end < folded.size() && is_digit(folded[end])) ++end;
  return folded.substr(0, at) + folded.substr(end);
}

bool is_memory_of(const Gpu& gpu, double memory_gib) {
  constexpr double most_difference = 0.09;  // what drivers and ECC keep, and GB written as GiB
  const double usable = gpu.memory_usable_gib.value_or(gpu.memory_gb);
  return std::abs(memory_gib / usable - 1) <= most_difference ||
         std::abs(memory_gib / gpu.memory_gb - 1) <= most_difference;
}

// "Tesla V100" is "V100": words of makers and brands that stand before the name of a card.
std::string without_brand(std::string folded) {
  for (const std::string_view word : {"nvidia", "amd", "instinct", "tesla", "geforce"})
    if (folded.starts_with(word)) folded.erase(0, word.size());
  return folded;
}

// "RTX PRO 6000 Blackwell" is the family too: the generation says nothing of the variant.
std::string without_generation(std::string folded) {
  constexpr std::string_view generation = "blackwell";
  if (folded.ends_with(generation)) folded.erase(folded.size() - generation.size());
  return folded;
}

}  // namespace

std::vector<const Gpu*> cards_of(const GpuCatalog& catalog, const CardDescription& description) {
  const NameAndMemory parts = without_memory(description.name);
  std::string_view form = form_in(fold_name(description.name));
  const std::string base = without_brand(without_form(fold_name(parts.name), form));
  const Gpu* named = gpu_named(catalog, description.name);
  const bool is_id = named != nullptr && fold_name(named->id) == fold_name(description.name);
  const Family* family = is_id ? nullptr : family_named(catalog, without_generation(base));
  Cards cards;
  if (family != nullptr) {
    // Aliases give such a name to one card, price lists to all.
    cards = members_of(catalog, *family);
    if (form.empty()) form = form_in(fold_name(description.hints));
    if (!form.empty()) std::erase_if(cards, [&](const Gpu* gpu) { return form_of(*gpu) != form; });
  } else if (named != nullptr || (named = gpu_named(catalog, base)) != nullptr) {
    cards = {named};
  }
  const auto memory = parts.memory_gb ? parts.memory_gb : description.memory_gib;
  if (memory) std::erase_if(cards, [&](const Gpu* gpu) { return !is_memory_of(*gpu, *memory); });
  return cards;
}

}  // namespace wgf::catalog
