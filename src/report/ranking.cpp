// SPDX-License-Identifier: MIT
#include "report/ranking.h"

#include <algorithm>

namespace wgf::report {
namespace {

using results::RankRow;
using results::RateKind;
using results::Score;

// Over other cases a score is another number, whatever its version.
bool is_ranked_with(const Score& first, const Score& other) {
  return other.version == first.version && other.missing() == first.missing();
}

// Behind machines with the same score, before GPUs with it.
void insert_machine(std::vector<RankedRow>& rows, const Score& score, std::size_t run) {
  const auto at = std::find_if(rows.begin(), rows.end(), [&](const RankedRow& row) {
    return row.total() < score.total || (row.gpu != nullptr && row.total() == score.total);
  });
  rows.insert(at, RankedRow{nullptr, &score, run, score.rank});
}

}  // namespace

std::vector<RankedRow> ranked_rows(const Score& score) {
  std::vector<RankedRow> rows;
  bool is_machine_placed = score.device.empty();
  int place = 1;
  const auto put_machine = [&] {
    rows.push_back({nullptr, &score, 0, score.rank});
    is_machine_placed = true;
    ++place;
  };
  for (const RankRow& row : score.ranking) {
    if (!is_machine_placed && row.total <= score.total) put_machine();
    const bool is_own_card = !score.device.empty() && row.gpu == score.catalog_id;
    rows.push_back({&row, nullptr, 0, is_own_card ? std::nullopt : std::optional(place)});
    if (!is_own_card) ++place;
  }
  if (!is_machine_placed) put_machine();
  return rows;
}

std::vector<RankedRow> ranked_rows(const ReportInput& input) {
  std::vector<RankedRow> rows;
  const Score* first = nullptr;
  for (std::size_t i = 0; i < input.runs.size(); ++i) {
    const std::optional<Score>& score = input.runs[i].score;
    if (!score) continue;
    if (first != nullptr) {
      if (is_ranked_with(*first, *score)) insert_machine(rows, *score, i);
      continue;
    }
    first = &*score;
    rows = ranked_rows(*first);
    for (RankedRow& row : rows) row.run = i;
  }
  return rows;
}

std::vector<bool> nearest_rows(const std::vector<RankedRow>& rows, std::size_t best,
                               std::size_t around) {
  std::vector<bool> is_near(rows.size(), false);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i < best) is_near[i] = true;
    if (rows[i].gpu != nullptr) continue;
    const std::size_t end = std::min(i + around + 1, rows.size());
    for (std::size_t j = i < around ? 0 : i - around; j < end; ++j) is_near[j] = true;
  }
  // A single row takes no more room than the sign that it is left out.
  for (std::size_t i = 1; i + 1 < rows.size(); ++i)
    if (is_near[i - 1] && is_near[i + 1]) is_near[i] = true;
  return is_near;
}

RateKind usual_kind(const RankRow& row) {
  if (row.forecast >= row.published && row.forecast >= row.measured) return RateKind::forecast;
  return row.published >= row.measured ? RateKind::published : RateKind::measured;
}

}  // namespace wgf::report
