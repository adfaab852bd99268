// SPDX-License-Identifier: MIT
#include "answers/memory/memory_verdict.h"

#include <algorithm>
#include <cmath>

namespace wgf::answers {
namespace {

bool have_one_answer(const MemoryAnswer& answer) {
  const MemoryFit& first = answer.fits.front();
  return std::all_of(answer.fits.begin(), answer.fits.end(), [&](const MemoryFit& fit) {
    return fit.usable == first.usable && fit.does_fit == first.does_fit &&
           fit.total == first.total && fit.precision == first.precision;
  });
}

void take_change(MemoryVerdict& verdict, const MemoryAnswer& answer) {
  const auto usable = static_cast<double>(verdict.fit->usable.value);
  for (const advisor::Flip& flip : answer.flips) {
    if (!verdict.change || flip.total < verdict.change->total) verdict.change = &flip;
    if (flip.total > usable) continue;
    verdict.change = &flip;
    verdict.is_enough = true;
    return;
  }
}

}  // namespace

std::optional<MemoryVerdict> memory_verdict(const MemoryAnswer& answer) {
  if (!answer.are_named || answer.floor || answer.fits.empty()) return std::nullopt;
  if (!answer.request.has_one_name && !have_one_answer(answer)) return std::nullopt;
  const bool do_all_fit = std::all_of(answer.fits.begin(), answer.fits.end(),
                                      [](const MemoryFit& fit) { return fit.does_fit; });
  MemoryVerdict verdict;
  for (const MemoryFit& fit : answer.fits) {
    auto& gpus = fit.does_fit == do_all_fit ? verdict.gpus : verdict.fitting;
    gpus.insert(gpus.end(), fit.gpus.begin(), fit.gpus.end());
    if (fit.does_fit != do_all_fit) continue;
    const double spare = static_cast<double>(fit.usable.value) - fit.total;
    verdict.has_several_sizes |= verdict.fit && verdict.fit->usable != fit.usable;
    if (verdict.fit && std::abs(spare) >= std::abs(verdict.spare)) continue;
    verdict.fit = &fit;
    verdict.spare = spare;
  }
  verdict.is_tight = verdict.fit->does_fit && verdict.fit->risk > advisor::acceptable_risk;
  if (!verdict.fit->does_fit) take_change(verdict, answer);
  return verdict;
}

}  // namespace wgf::answers
