// SPDX-License-Identifier: MIT
#pragma once
// What quick says about a machine in one number, as it stands in results.json. advisor/score.h
// computes it; docs/method/score.md defines it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::results {

// Where a GPU's rate comes from. Measured: by this program. Published: by others, converted.
// Forecast: from the GPU's record.
enum class RateKind { measured, published, forecast };
std::string_view to_text(RateKind kind);
std::optional<RateKind> parse_rate_kind(std::string_view text);

// One case of the score's list. No rate: the run does not hold it.
struct ScoreCase {
  std::string id;    // "train_resnet50"
  std::string area;  // "training"
  std::string unit;
  double weight = 0;     // of all cases together 1
  double reference = 0;  // frozen with the version
  std::optional<double> rate;
  std::string measured_as;  // key of the case that gave the rate

  bool operator==(const ScoreCase&) const = default;
};

// No value: none of its cases was measured.
struct AreaScore {
  std::string area;  // "training", "inference", "memory"
  std::optional<double> value;
  int measured = 0, cases = 0;

  bool operator==(const AreaScore&) const = default;
};

// A GPU of the catalogue, scored over the same cases as the machine.
struct RankRow {
  std::string gpu;           // id in the catalogue
  std::string architecture;  // "Hopper"
  double total = 0;
  std::vector<AreaScore> areas;
  RateKind kind = RateKind::forecast;  // the least certain of its rates
  int measured = 0, published = 0, forecast = 0;

  bool operator==(const RankRow&) const = default;
};

struct Score {
  int version = 0;        // scores of different versions are never compared
  std::string reference;  // the GPU whose rates are 100
  std::string device;     // the machine's, as its driver names it
  std::string catalog_id;
  double total = 0;  // 0 to 100, over the cases there are
  std::vector<AreaScore> areas;
  std::vector<ScoreCase> cases;
  int rank = 0;                       // 1: no other GPU of the catalogue scores more
  int ranked = 0;                     // how many are ranked, this one among them
  std::vector<RankRow> ranking;       // best first
  std::vector<std::string> unranked;  // GPUs whose generation nothing is known of

  bool is_partial() const;
  std::vector<std::string> missing() const;  // ids of the cases without a rate
  bool operator==(const Score&) const = default;
};

// A share in words: "good" for "transformer_training" in "bf16".
struct Rating {
  std::string metric;     // "mfu", "bandwidth_utilization", "gpu_utilization"
  std::string task;       // "transformer_training", "matmul", "memory"
  std::string precision;  // empty where it does not matter
  std::string level;      // "poor", "fair", "good", "excellent"

  bool operator==(const Rating&) const = default;
};

}  // namespace wgf::results
