// SPDX-License-Identifier: MIT
#pragma once
// Rates of GPUs somebody measured: this program (data/score/measured.toml), or others
// (published.toml).

#include <string>
#include <string_view>
#include <vector>

#include "results/score.h"

namespace wgf::advisor {

struct KnownRate {
  std::string gpu;      // id in the catalogue
  std::string case_id;  // "train_resnet50"
  double value = 0;
  results::RateKind kind = results::RateKind::measured;
  std::string source;
};

using KnownRates = std::vector<KnownRate>;

const KnownRates& known_rates();
KnownRates parse_known_rates(std::string_view text, const std::string& file,
                             results::RateKind kind);

// nullptr where there is none of that kind.
const KnownRate* find_rate(const KnownRates& rates, std::string_view gpu, std::string_view case_id,
                           results::RateKind kind);

// Ids of the cards this program measured the case on, which converted rates of others rest on.
std::vector<std::string> measured_gpus(const KnownRates& rates, std::string_view case_id);

}  // namespace wgf::advisor
