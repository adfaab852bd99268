// SPDX-License-Identifier: MIT
#pragma once
// The published measurements that a forecast rests on: the build counts the rows of data/truth that
// the fit could read, by card, software and source.

#include <span>
#include <string>
#include <vector>

#include "advisor/predict/training_forecast.h"
#include "base/embedded_file.h"

namespace wgf::answers {

struct SourceRows {
  std::string source;
  int rows = 0;
};

struct CardRows {
  std::string gpu, software;
  SourceRows of_source;
};

struct ForecastBasis {
  advisor::Familiarity familiarity = advisor::Familiarity::none;
  std::vector<SourceRows> sources;  // most rows first
  int rows = 0;
};

// From the columns gpu, software, source, rows.
std::vector<CardRows> read_card_rows(std::span<const EmbeddedFile> files);

ForecastBasis summed(advisor::Familiarity familiarity, const std::vector<const CardRows*>& rows);

// The rows that are of one kind, added up by source.
template <typename IsOne>
ForecastBasis counted(const std::vector<CardRows>& rows, advisor::Familiarity familiarity,
                      IsOne is_one) {
  std::vector<const CardRows*> chosen;
  for (const CardRows& row : rows)
    if (is_one(row)) chosen.push_back(&row);
  return summed(familiarity, chosen);
}

// The rows of the card itself, else those of its generation; without either an empty basis.
template <typename IsOfCard, typename IsOfGeneration>
ForecastBasis nearest_rows(const std::vector<CardRows>& rows, IsOfCard is_of_card,
                           IsOfGeneration is_of_generation) {
  using advisor::Familiarity;
  ForecastBasis basis = counted(rows, Familiarity::card, is_of_card);
  if (basis.rows == 0) basis = counted(rows, Familiarity::generation, is_of_generation);
  return basis.rows > 0 ? basis : ForecastBasis{};
}

}  // namespace wgf::answers
