// SPDX-License-Identifier: MIT
#pragma once
// The measured times of data/truth/operators as groups of one card and type, each with the formula
// that predicts them.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "advisor/operators/operator_table.h"
#include "catalog/catalog.h"

namespace wgf::truth::fit {

// A coefficient as the fit sees it: by its name, its prior and spread as logarithms.
struct FitParameter {
  std::string name;
  double log_prior = 0, spread = 1;
};

struct TruthGroup {
  std::string card;        // id in the catalogue, "h100-sxm"
  std::string generation;  // "hopper"; of collectives the family of links, "NVLink4"
  std::string type;        // "bf16"; of collectives "all_reduce 8"
  std::vector<double> log_seconds;
  // Logarithms of predicted seconds at logarithms of coefficients.
  std::function<void(std::span<const double> coefficients, std::span<double> log_seconds)> predict;
};

struct TruthKind {
  advisor::OperatorKind kind = advisor::OperatorKind::matrix;
  std::vector<FitParameter> parameters;
  std::vector<TruthGroup> groups;  // ordered by type, then card
};

struct TruthFiles {
  std::string folder;  // data/truth/operators
  const catalog::GpuCatalog* gpus = nullptr;
  const advisor::OperatorTable* table = nullptr;  // the generations
};

TruthKind matrix_truth(const TruthFiles& files);
TruthKind prefill_truth(const TruthFiles& files);
TruthKind decode_truth(const TruthFiles& files);
TruthKind expert_truth(const TruthFiles& files);
TruthKind collective_truth(const TruthFiles& files);

}  // namespace wgf::truth::fit
