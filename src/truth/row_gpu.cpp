// SPDX-License-Identifier: MIT
#include "truth/row_gpu.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "truth/row_amounts.h"
#include "truth/row_links.h"
#include "truth/row_memory.h"
#include "truth/row_power.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// "8x H100", "128 x h100", "8*H100": how much of the text says how many; the column gpus counts.
std::size_t count_before(const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::size_t by = text.find_first_not_of("0123456789 ");
  const bool is_count = digits >= 1 && by < text.size() && (text[by] == 'x' || text[by] == '*') &&
                        !text.substr(by).starts_with("xt");  // "7900 XT" is a name
  const std::size_t name = is_count ? text.find_first_not_of(' ', by + 1) : std::string::npos;
  return name == std::string::npos ? 0 : name;
}

// "H100 x8", "H100 * 8": where it says how many.
std::size_t count_behind(const std::string& text) {
  const std::size_t last = text.find_last_not_of("0123456789");
  if (last == std::string::npos || last + 1 == text.size()) return text.size();
  const std::size_t by = text.find_last_not_of(' ', last);
  const bool is_count = by != std::string::npos && by > 0 &&
                        (text[by] == '*' || (text[by] == 'x' && text[by - 1] == ' '));
  return is_count ? by : text.size();
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

bool is_near(double memory_gb, double stated) {
  constexpr double most_difference = 0.1;
  return std::abs(memory_gb / stated - 1) < most_difference;
}

// Whether a card found by a part of its name is no other than that typed: "GTX 1080" is not the Ti.
bool is_same_kind(const catalog::Gpu& gpu, const std::string& name) {
  const std::string typed = fold_name(name);
  for (const std::string& word : split(gpu.id, '-'))
    for (const std::string_view kind : {"ti", "super", "titan", "d"})
      if (word == kind && typed.find(kind) == std::string::npos) return false;
  return true;
}

const catalog::Gpu* find(const catalog::GpuCatalog& gpus, const std::string& name) {
  if (name.empty()) return nullptr;
  try {
    const catalog::Gpu* gpu = catalog::one_gpu(gpus, name).gpu;
    return !catalog::part_note(gpus, name) || is_same_kind(*gpu, name) ? gpu : nullptr;
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

// As the catalogue names it, else by its name and memory.
const catalog::Gpu* find_by_memory(const catalog::GpuCatalog& gpus, const std::string& name) {
  if (const catalog::Gpu* very = find(gpus, name)) return very;
  const auto amount = memory_in(name);
  return amount ? find_with(gpus, without(name, *amount), amount->value) : nullptr;
}

void require_whole_card(const std::string& text) {
  // The Max-Q Workstation Edition of 300 W is a card of desktops.
  const bool is_of_desktops = has_any(text, {"pro 6000"});
  if (says_word(text, {"laptop", "mobile", "notebook"}) ||
      (says_word(text, {"max-q"}) && !is_of_desktops))
    throw Unreadable{"a laptop's card"};
  if (says_word(text, {"mig", "vgpu", "gcd"})) throw Unreadable{"a part of a card"};
}

// What a name keeps without the words that say nothing of which card it is: "h100 sxm5 80gb hbm3,
// nvlink" → "h100 sxm 80gb".
std::string bare_name(std::string text) {
  constexpr std::string_view remarks[] = {
      "hbm2",    "hbm2e", "hbm3",   "hbm3e",    "gddr6", "gddr6x",     "gddr7",
      "gen4",    "gen5",  "nvlink", "nvswitch", "fe",    "oc",         "founders",
      "edition", "air",   "liquid", "cooled",   "grace", "hopper",     "dgx",
      "hgx",     "nvl72", "nvl36",  "power",    "limit", "limited",    "cap",
      "capped",  "pl",    "at",     "to",       "tdp",   "percent",    "gpu",
      "gpus",    "8gpu",  "dgx1",   "dgx2",     "w",     "air-cooled", "liquid-cooled",
      "8-gpu",   "4-gpu", "dgx-1",  "dgx-2",    "w/",    "with",       "each"};
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view(",;/+()[]@:|").find(c) != std::string_view::npos; },
      ' ');
  for (const std::string_view share : {" %", " percent"})
    if (const std::size_t at = text.find(share); at != std::string::npos)
      text.replace(at, share.size(), "%");
  std::vector<std::string> kept;
  bool is_behind_limit = false;  // "power limit 300"
  for (std::string word : split(text, ' ')) {
    const bool is_count = word.ends_with('x') && parse_integer(word.substr(0, word.size() - 1));
    const bool is_watts = is_behind_limit && parse_number(word);
    is_behind_limit = word == "limit" || word == "pl" || word == "to" || word == "cap";
    const bool is_remark =
        word.empty() || word.ends_with('%') || is_count || is_watts ||
        std::find(std::begin(remarks), std::end(remarks), word) != std::end(remarks);
    if (word.size() == 4 && word.starts_with("sxm")) word = "sxm";
    const bool is_new = std::find(kept.begin(), kept.end(), word) == kept.end();
    if (!is_remark && is_new) kept.push_back(word);
  }
  return join(kept, " ");
}

// Whether the words say which form of the card it is.
bool names_form(std::string_view text) {
  return has_any(text, {"pcie", "pci-e", "sxm", "nvl", "oam", "dgx", "hgx"});
}

// The card of that name in the other form: of "a800" and "sxm" the module. The same where there is
// none.
const catalog::Gpu* in_form(const catalog::GpuCatalog& gpus, const catalog::Gpu* gpu,
                            const std::string& name, std::string_view form) {
  if (lower_case(gpu->form_factor).starts_with(form)) return gpu;
  const auto memory = memory_in(name);
  const std::string bare = memory ? without(name, *memory) : name;
  const std::string module = bare + " " + std::string(form);
  const catalog::Gpu* other =
      memory ? find(gpus, module + " " + name.substr(memory->start, memory->end - memory->start))
             : find(gpus, module);
  if (other == nullptr) other = find(gpus, module);
  const bool is_other = other != nullptr && (!memory || is_near(other->memory_gb, memory->value));
  return is_other ? other : gpu;
}

// What the row's cell says without systems and counts: "DGX H100", "8x H100", "GB200 NVL72".
std::string cell_words(const std::string& cell) {
  std::string text = lower_case(trim(cell));
  for (std::size_t at = text.find("×"); at != std::string::npos; at = text.find("×"))
    text.replace(at, std::string_view("×").size(), "x");
  for (const std::string_view system : {"dgx ", "hgx ", "dgx-", "hgx-", " nvl72", "-nvl72"})
    if (const std::size_t at = text.find(system); at != std::string::npos && text != "dgx spark" &&
                                                  text != "dgx-spark" &&
                                                  !has_any(text, {"dgx-1", "dgx-2"}))
      text.erase(at, system.size());
  text.erase(0, count_before(text));
  text.erase(count_behind(text));
  // "MI300X GPU(4x)"
  for (std::size_t open = text.find('(', 1); open != std::string::npos;
       open = text.find('(', open + 2))
    if (text[open - 1] != ' ') text.insert(open, 1, ' ');
  return std::string(trim(text));
}

// Where the name leaves open whether it is the module or the card for slots, by its links.
const catalog::Gpu* form_by_links(const Cells& cells, const catalog::Gpu* gpu,
                                  const catalog::GpuCatalog& gpus) {
  const std::string name = cell_words(cells.text("gpu"));
  if (names_form(name)) return gpu;
  const std::string links = lower_case(cells.text("interconnect"));
  if (says_any(links, {"nvlink", "nvswitch"})) return in_form(gpus, gpu, bare_name(name), "sxm");
  const bool has_slots = denies_links(cells) || says_any(links, {"pcie", "pci-e", "pci express"});
  return has_slots ? in_form(gpus, gpu, bare_name(name), "pcie") : gpu;
}

}  // namespace

const catalog::Gpu* gpu_named(const std::string& cell, const catalog::GpuCatalog& gpus) {
  const std::string text = cell_words(cell);
  require_whole_card(text);
  const bool has_brackets = text.find('(') != std::string::npos;
  std::string whole = with_brackets(text);
  if (const auto watts = watts_in(whole)) whole = without(whole, *watts);
  const catalog::Gpu* gpu = has_brackets ? nullptr : find(gpus, whole);
  const bool is_very_name = gpu != nullptr;  // "A100 SXM 40GB" is a card of that name
  const auto memory = memory_in(whole);
  if (gpu == nullptr) gpu = find_by_memory(gpus, whole);
  // What stands in brackets is no part of the name, unless it says which of several cards it is.
  const std::string beside = text.substr(std::min(text.find('('), text.size()));
  if (gpu == nullptr && has_brackets && !names_form(beside))
    gpu = find_by_memory(gpus, without_brackets(text));
  const std::string bare = bare_name(whole);
  if (gpu == nullptr) gpu = find_by_memory(gpus, bare);
  // "H100-SXM4-80GB": whatever socket people give it
  if (gpu == nullptr) gpu = find_by_memory(gpus, bare_name(flat_words(whole)));
  if (gpu == nullptr) throw Unreadable{"GPU not in the catalogue"};
  if (memory && has_brackets && !is_very_name && !is_near(gpu->memory_gb, memory->value))
    throw Unreadable{"memory contradicts the card"};
  const bool is_module = says_any(text, {"nvlink", "nvswitch"}) && !has_any(text, {"pcie"});
  return is_module ? in_form(gpus, gpu, bare, "sxm") : gpu;
}

const catalog::Gpu* gpu_of(const Cells& cells, const catalog::GpuCatalog& gpus) {
  const std::string cell = cells.text("gpu");
  const catalog::Gpu* gpu = form_by_links(cells, gpu_named(cell, gpus), gpus);
  return with_memory_said(cell, gpu, cells.text("notes"), gpus);
}

RowCard card_of(const Cells& cells, const catalog::GpuCatalog& gpus) {
  return as_it_ran(cells, *gpu_of(cells, gpus));
}

RowCard as_it_ran(const Cells& cells, const catalog::Gpu& whole) {
  RowCard card{.whole = &whole, .changed = nullptr};
  if (says_alone(lower_case(cells.text("notes")), {"mig", "vgpu"}))
    throw Unreadable{"a part of a card"};
  const auto limit = power_limit_of(cells.text("gpu"), cells.text("notes"), *card.whole);
  // Of a bridge of two cards less is known than of slots: it would come out the slower of both.
  const std::string& link = card.whole->interconnect;
  const bool has_links = link.starts_with("NVLink") && !link.ends_with("-bridge");
  if (!limit && !(has_links && denies_links(cells))) return card;
  auto changed =
      std::make_shared<catalog::Gpu>(limit ? limited_card(*card.whole, *limit) : *card.whole);
  if (has_links && denies_links(cells)) {
    changed->interconnect = "PCIe" + std::to_string(changed->pcie_generation.value_or(4));
    changed->interconnect_bandwidth.reset();
  }
  card.changed = std::move(changed);
  return card;
}

}  // namespace wgf::truth
