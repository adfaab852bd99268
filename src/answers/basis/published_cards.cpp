// SPDX-License-Identifier: MIT
#include "answers/basis/published_cards.h"

#include <map>

#include "answers/basis/card_rows.h"
#include "embedded/classic_cards.h"
#include "embedded/serving_cards.h"
#include "embedded/training_cards.h"

namespace wgf::answers {
namespace {

std::map<std::string, int> count_rows() {
  std::map<std::string, int> counts;
  for (const auto& files :
       {embedded::training_cards(), embedded::classic_cards(), embedded::serving_cards()})
    for (const CardRows& rows : read_card_rows(files)) counts[rows.gpu] += rows.of_source.rows;
  return counts;
}

}  // namespace

int published_rows(const catalog::Gpu& gpu) {
  static const std::map<std::string, int> counts = count_rows();
  const auto known = counts.find(gpu.id);
  return known == counts.end() ? 0 : known->second;
}

}  // namespace wgf::answers
