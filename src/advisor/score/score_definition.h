// SPDX-License-Identifier: MIT
#pragma once
// The frozen list of the score: cases, weights, reference rates (data/score/score-N.toml).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::advisor {

// How a case's rate follows from a GPU's record.
enum class WorkKind { convolutional, transformer, prefill, decode, bandwidth, capacity };

struct CaseDefinition {
  std::string id;         // "train_resnet50"
  std::string area;       // "training"
  double weight = 0;      // of all cases together 1
  std::string benchmark;  // "train", "infer", "llm", "bandwidth"; empty: the device's memory
  std::string only;       // "cuda": of GPUs alone; empty: of CPUs too
  std::string model, optimizer, operation;         // what the measured case must have been
  std::int64_t prompt_tokens = 0, new_tokens = 0;  // of llm, one request
  WorkKind kind = WorkKind::convolutional;
  double gflop = 0;       // of one sample, 10^9 operations
  double traffic_mb = 0;  // of one sample at 2 bytes an element, 10^6 bytes
  double tie = 1;         // measured over forecast, until the case itself was measured
  std::string unit;
  double reference = 0;  // the rate that counts as 100
};

struct ScoreDefinition {
  int version = 0;
  std::string date;
  std::string reference;           // id of the GPU the reference rates are of
  std::vector<std::string> areas;  // in the order they are printed
  std::vector<CaseDefinition> cases;

  const CaseDefinition* find(std::string_view id) const;
};

// The version this program computes.
const ScoreDefinition& current_score_definition();
// That of a file; nullptr: this program does not know it.
const ScoreDefinition* find_score_definition(int version);

// Throws Error(catalog.*) with file, line and field. Weights of the file are shares of their area;
// here they are those of the whole.
ScoreDefinition parse_score_definition(std::string_view text, const std::string& file);

}  // namespace wgf::advisor
