// SPDX-License-Identifier: MIT
#include "truth/row_memory.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "truth/row_amounts.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// "a100-sxm" of "a100-sxm-80gb".
std::string name_without_memory(const std::string& id) {
  const std::size_t last = id.rfind('-');
  const bool is_memory = last != std::string::npos && id.ends_with("gb") &&
                         parse_number(id.substr(last + 1, id.size() - last - 3));
  return is_memory ? id.substr(0, last) : id;
}

// "a100", "3060": what people always write of a card.
std::string number_of(const std::string& id) {
  for (const std::string& word : split(id, '-'))
    if (std::any_of(word.begin(), word.end(), is_digit)) return word;
  return id;
}

// Whether a clause says of the cards how much memory they have, and not of a host or a cache.
bool is_of_cards(const std::string& clause, const Amount& amount, const std::string& number) {
  if (says_alone(clause, {number})) return true;
  constexpr std::string_view others[] = {"gpu",  "gpus", "card", "cards",   "memory",  "vram",
                                         "hbm2", "hbm",  "each", "version", "variant", "model",
                                         "sxm",  "sxm4", "pcie", "hbm2e",   ""};
  const std::vector<std::string> words = split(without(clause, amount), ' ');
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(std::begin(others), std::end(others), word) != std::end(others);
  });
}

}  // namespace

std::vector<const catalog::Gpu*> other_memories(const std::string& cell, const catalog::Gpu& gpu,
                                                const catalog::GpuCatalog& gpus) {
  std::vector<const catalog::Gpu*> others;
  if (memory_in(lower_case(cell))) return others;
  const std::string name = name_without_memory(gpu.id);
  for (const catalog::Gpu& other : gpus.gpus)
    if (other.id != gpu.id && other.sm_count == gpu.sm_count &&
        name_without_memory(other.id) == name)
      others.push_back(&other);
  std::sort(others.begin(), others.end(), [](const catalog::Gpu* a, const catalog::Gpu* b) {
    return a->memory_gb < b->memory_gb;
  });
  return others;
}

const catalog::Gpu* with_memory_said(const std::string& cell, const catalog::Gpu* gpu,
                                     const std::string& notes, const catalog::GpuCatalog& gpus) {
  if (!memory_in(lower_case(notes))) return gpu;
  const std::vector<const catalog::Gpu*> others = other_memories(cell, *gpu, gpus);
  std::string text = lower_case(notes);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '(' || c == ')'; }, ';');
  for (const std::string& clause : clauses_of(text)) {
    const auto amount = memory_in(clause);
    if (!amount || !is_of_cards(clause, *amount, number_of(gpu->id))) continue;
    for (const catalog::Gpu* other : others)
      if (other->memory_gb == amount->value) return other;
  }
  return gpu;
}

}  // namespace wgf::truth
