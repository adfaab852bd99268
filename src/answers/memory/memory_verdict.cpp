// SPDX-License-Identifier: MIT
#include "answers/memory/memory_verdict.h"

#include <algorithm>

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
  if (!answer.are_named || answer.floor || answer.fits.empty() || !have_one_answer(answer))
    return std::nullopt;
  MemoryVerdict verdict;
  verdict.fit = &answer.fits.front();
  for (const MemoryFit& fit : answer.fits)
    verdict.gpus.insert(verdict.gpus.end(), fit.gpus.begin(), fit.gpus.end());
  verdict.is_tight = verdict.fit->does_fit && verdict.fit->risk > advisor::acceptable_risk;
  verdict.spare = static_cast<double>(verdict.fit->usable.value) - verdict.fit->total;
  if (!verdict.fit->does_fit) take_change(verdict, answer);
  return verdict;
}

}  // namespace wgf::answers
