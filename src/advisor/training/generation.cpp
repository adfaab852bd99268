// SPDX-License-Identifier: MIT
#include "advisor/training/generation.h"

#include <algorithm>
#include <iterator>

namespace wgf::advisor {
namespace {

struct Known {
  Generation generation;
  std::string_view name;
  std::string_view architecture;  // as the catalogue has it
};

constexpr Known known[] = {
    {Generation::volta, "volta", "Volta"},
    {Generation::ampere, "ampere", "Ampere"},
    {Generation::hopper, "hopper", "Hopper"},
    {Generation::blackwell, "blackwell", "Blackwell"},
    {Generation::blackwell_ultra, "blackwell_ultra", "Blackwell Ultra"},
    {Generation::ada, "ada", "Ada Lovelace"},
    {Generation::blackwell_rtx, "blackwell_rtx", ""},
    {Generation::cdna3, "cdna3", "CDNA3"},
    {Generation::cdna4, "cdna4", "CDNA4"},
};
static_assert(std::size(known) == generation_count);

}  // namespace

std::string_view to_text(Generation generation) {
  return known[static_cast<int>(generation)].name;
}

std::optional<Generation> generation_of(const catalog::Gpu& gpu) {
  if (gpu.architecture == "Blackwell" && gpu.compute_capability.starts_with("12"))
    return Generation::blackwell_rtx;
  const auto found = std::find_if(std::begin(known), std::end(known), [&](const Known& one) {
    return one.architecture == gpu.architecture;
  });
  return found == std::end(known) ? std::nullopt : std::optional(found->generation);
}

}  // namespace wgf::advisor
