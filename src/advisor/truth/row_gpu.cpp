// SPDX-License-Identifier: MIT
#include "advisor/truth/row_gpu.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <vector>

#include "advisor/truth/row_cells.h"
#include "advisor/truth/said_words.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

// "80GB", "80 GB", "80G", "80GiB": the first amount of memory, where it stands.
struct Amount {
  double value = 0;
  std::size_t start = 0, end = 0;
};

std::optional<Amount> amount_of(const std::string& text, const std::vector<std::string>& units) {
  for (std::size_t start = 0; start < text.size(); ++start) {
    if (text[start] < '0' || text[start] > '9') continue;
    std::size_t end = start;
    while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == '.')) ++end;
    std::size_t unit = end;
    while (unit < text.size() && text[unit] == ' ') ++unit;
    const bool is_own_word =
        start == 0 || !(is_letter(text[start - 1]) || is_digit(text[start - 1]));
    const auto number = parse_number(std::string_view(text).substr(start, end - start));
    for (const std::string& name : units) {
      const std::size_t behind = unit + name.size();
      const bool is_unit =
          text.compare(unit, name.size(), name) == 0 &&
          (behind >= text.size() || !(is_letter(text[behind]) || is_digit(text[behind])));
      if (is_own_word && number && is_unit) return Amount{*number, start, behind};
    }
    start = end - 1;
  }
  return std::nullopt;
}

std::optional<Amount> watts_of(const std::string& text) {
  return amount_of(text, {"w", "watt", "watts"});
}

// "8x H100", "8 x h100": how much of the text says how many; the column gpus counts.
std::size_t count_before(const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::size_t by = text.find_first_not_of("0123456789 ");
  constexpr std::size_t most_digits = 2;  // "7900 XT" is a name
  const bool is_count = digits >= 1 && digits <= most_digits && by < text.size() && text[by] == 'x';
  const std::size_t name = is_count ? text.find_first_not_of(' ', by + 1) : std::string::npos;
  return name == std::string::npos ? 0 : name;
}

// Text without its brackets: "h100 (pcie) 80gb" → "h100 80gb".
std::string without_brackets(std::string text) {
  for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(')) {
    const std::size_t close = text.find(')', open);
    text.erase(open, close == std::string::npos ? close : close - open + 1);
  }
  return std::string(trim(text));
}

// And with what they hold: "h100 pcie 80gb".
std::string with_brackets(std::string text) {
  std::erase_if(text, [](char c) { return c == '(' || c == ')'; });
  return text;
}

std::string without(std::string text, const Amount& amount) {
  text.erase(amount.start, amount.end - amount.start);
  while (text.find("  ") != std::string::npos) text.erase(text.find("  "), 1);
  return std::string(trim(text));
}

bool is_near(double memory_gb, double stated) {
  constexpr double most_difference = 0.1;
  return std::abs(memory_gb / stated - 1) < most_difference;
}

const catalog::Gpu* find(const catalog::GpuCatalog& gpus, const std::string& name) {
  if (name.empty()) return nullptr;
  try {
    return catalog::one_gpu(gpus, name).gpu;
  } catch (const Error&) {
    return nullptr;  // a name the catalogue does not know
  }
}

// Of the cards of a name the one with this memory; where several have it, the name's own choice.
const catalog::Gpu* find_with(const catalog::GpuCatalog& gpus, const std::string& name,
                              double memory_gb) {
  const catalog::Gpu* usual = find(gpus, name);
  if (usual == nullptr || is_near(usual->memory_gb, memory_gb)) return usual;
  for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name))
    if (is_near(gpu->memory_gb, memory_gb)) return gpu;
  throw Unreadable{"memory contradicts the card"};
}

}  // namespace

const catalog::Gpu* gpu_named(const std::string& cell, const catalog::GpuCatalog& gpus,
                              bool needs_full_power) {
  std::string text = lower_case(trim(cell));
  // Systems by the cards in them: "DGX H100", "GB200 NVL72".
  for (const std::string_view system : {"dgx ", "hgx ", "dgx-", "hgx-", " nvl72", "-nvl72"})
    if (const std::size_t at = text.find(system);
        at != std::string::npos && text != "dgx spark" && text != "dgx-spark")
      text.erase(at, system.size());
  text.erase(0, count_before(text));
  // The Max-Q Workstation Edition of 300 W is a card of desktops.
  const bool is_of_desktops = has_any(text, {"pro 6000"});
  if (says_word(text, {"laptop", "mobile", "notebook"}) ||
      (says_word(text, {"max-q"}) && !is_of_desktops))
    throw Unreadable{"a laptop's card"};
  if (says_word(text, {"mig", "vgpu"})) throw Unreadable{"a part of a card"};
  const bool has_brackets = text.find('(') != std::string::npos;
  std::string whole = with_brackets(text), bare = without_brackets(text);
  if (const auto watts = watts_of(whole)) whole = without(whole, *watts);
  const catalog::Gpu* gpu = has_brackets ? nullptr : find(gpus, whole);
  const bool is_very_name = gpu != nullptr;  // "A100 SXM 40GB" is a card of that name
  const auto memory = amount_of(whole, {"gb", "gib", "g"});
  const auto found = [&](const std::string& name) {
    if (const catalog::Gpu* very = find(gpus, name)) return very;
    const auto amount = amount_of(name, {"gb", "gib", "g"});
    return amount ? find_with(gpus, without(name, *amount), amount->value) : nullptr;
  };
  if (gpu == nullptr) gpu = found(whole);
  // What stands in brackets is no part of the name, unless it says which of several cards it is.
  const std::string beside = text.substr(std::min(text.find('('), text.size()));
  const bool names_form = has_any(beside, {"pcie", "sxm", "nvl", "oam"});
  if (gpu == nullptr && has_brackets && !names_form) gpu = found(bare);
  if (gpu == nullptr) throw Unreadable{"GPU not in the catalogue"};
  if (memory && has_brackets && !is_very_name && !is_near(gpu->memory_gb, memory->value))
    throw Unreadable{"memory contradicts the card"};
  if (needs_full_power && power_limit_of(text, "", *gpu))
    throw Unreadable{"power limit not stated"};
  return gpu;
}

std::optional<Watts> power_limit_of(const std::string& cell, const std::string& notes,
                                    const catalog::Gpu& gpu) {
  const std::string text = lower_case(cell);
  std::optional<Amount> watts = watts_of(text);
  bool is_limited = watts || has_any(text, {"limit", "power cap", "power-cap"});
  for (const std::string& clause : clauses_of(lower_case(notes))) {
    if (!says_any(clause, {"power limit", "power-limit", "power cap", "power-cap", "tdp limit"}))
      continue;
    is_limited = true;
    if (!watts) watts = watts_of(clause);
  }
  if (!is_limited) return std::nullopt;
  if (!watts) throw Unreadable{"power limit not stated"};
  constexpr double same = 0.03, least = 0.2;
  const double share = gpu.tdp ? watts->value / gpu.tdp->value : 1;
  if (std::abs(share - 1) < same) return std::nullopt;
  if (!(share >= least && share < 1)) throw Unreadable{"power limit contradicts the card"};
  return Watts{watts->value};
}

}  // namespace wgf::advisor
