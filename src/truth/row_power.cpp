// SPDX-License-Identifier: MIT
#include "truth/row_power.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "base/text.h"
#include "truth/row_amounts.h"
#include "truth/row_cells.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr double least_watts = 20;  // of any card; PL 1.9 is PyTorch Lightning

bool has_percent(std::string_view clause) {
  return has_any(clause, {"%", "percent"});
}

// nvidia-smi's "-pl 280", "70 % PL".
bool names_option(std::string_view clause) {
  return labelled_number(flat_words(clause), "pl").value_or(0) >= least_watts ||
         (says_alone(clause, {"pl"}) && has_percent(clause));
}

bool names_limit(std::string_view clause) {
  return names_option(clause) ||
         says_alone(clause, {"limit", "limited", "limits", "cap", "capped", "powerlimit"});
}

bool names_power(std::string_view clause) {
  return names_option(clause) || watts_in(clause) ||
         says_alone(clause, {"power", "tdp", "tgp", "powerlimit"});
}

// "limited to 60 %", with nothing beside it that could be meant.
bool is_bare_share(std::string_view clause) {
  std::string rest(trim(clause));
  for (const std::string_view word :
       {"gpus", "gpu", "cards", "card", "limited", "capped", "to", "at", "percent", "%"})
    if (const std::size_t at = rest.find(word); at != std::string::npos)
      rest.erase(at, word.size());
  return has_percent(clause) && names_limit(clause) && parse_number(trim(rest)).has_value();
}

// A limit of power by other words: "TDP 350W", "running at 350 W", "350W mode".
bool names_setting(std::string_view clause) {
  return watts_in(clause) &&
         (says_alone(clause, {"tdp", "tgp"}) ||
          has_any(clause, {"running at", "ran at", "run at", "w mode", "watt mode"})) &&
         !has_any(clause, {"wall", "draw", "average", "avg", "peak", "consum", "measured", "psu"});
}

// The least of "450 W limited to 300 W".
std::optional<double> lowest_of(std::string_view clause) {
  std::optional<double> least;
  for (auto watts = watts_in(clause); watts; watts = watts_in(clause, watts->end))
    least = std::min(least.value_or(watts->value), watts->value);
  return least;
}

// The watts of a clause that states a limit: "300 w", "60 %" of the card's own, "-pl 280".
std::optional<double> stated_watts(std::string_view clause, const catalog::Gpu& gpu) {
  if (const auto watts = lowest_of(clause)) return watts;
  constexpr double percent = 0.01;
  for (const std::string_view word : {"%", "percent"})
    if (const auto share = number_before(clause, word); share && gpu.tdp)
      return *share * percent * gpu.tdp->value;
  const auto bare = first_labelled(
      flat_words(clause), {"pl", "power limit", "powerlimit", "power cap", "power limited to",
                           "limited to", "capped at", "tdp limit"});
  return bare && *bare >= least_watts ? bare : std::nullopt;
}

void require_own_clocks(std::string_view text) {
  if (says_any(text, {"undervolt", "underclock", "overclock", "lock-gpu-clocks", "locked clock",
                      "clocks locked", "clock locked", "locked gpu clock", "-lgc", "locked to",
                      "locked at"}) ||
      says_alone(text, {"uv"}))
    throw Unreadable{"clocks or voltages set by hand are not described"};
}

}  // namespace

std::optional<Watts> power_limit_of(const std::string& cell, const std::string& notes,
                                    const catalog::Gpu& gpu) {
  const std::string text = lower_case(cell), remarks = lower_case(notes);
  require_own_clocks(text);
  require_own_clocks(remarks);
  bool is_limited = watts_in(text).has_value() || names_limit(text);
  std::optional<double> watts = is_limited ? stated_watts(text, gpu) : std::nullopt;
  for (const std::string& clause : clauses_of(remarks)) {
    const bool is_meant = (names_power(clause) && names_limit(clause)) || is_bare_share(clause) ||
                          names_setting(clause);
    if (watts || !is_meant) continue;
    watts = stated_watts(clause, gpu);
    is_limited = is_limited || watts ||
                 !says_any(clause, {"default", "stock", "factory", "unlimited", "max"});
  }
  if (!is_limited) return std::nullopt;
  if (!watts) throw Unreadable{"power limit not stated"};
  constexpr double same = 0.03, least = 0.2;
  const double share = gpu.tdp ? *watts / gpu.tdp->value : 1;
  if (std::abs(share - 1) < same) return std::nullopt;
  if (!(share >= least && share < 1)) throw Unreadable{"power limit contradicts the card"};
  return Watts{*watts};
}

catalog::Gpu limited_card(const catalog::Gpu& gpu, Watts limit) {
  const double clock = std::cbrt(limit.value / gpu.tdp->value);
  catalog::Gpu limited = gpu;
  // Watts of the clock that is left, so that power binds at the same share of the peaks.
  limited.tdp = *gpu.tdp * clock;
  for (const auto& column : catalog::compute_columns<FlopsPerSecond>)
    for (auto* peaks : {&limited.peak, &limited.sparse_peak})
      if (auto& peak = peaks->*column.member) peak = *peak * clock;
  return limited;
}

}  // namespace wgf::truth
