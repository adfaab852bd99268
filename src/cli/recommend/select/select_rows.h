// SPDX-License-Identifier: MIT
#pragma once
// What the tables of select share: figures with a line of intervals below, and marks that are
// explained once.

#include <string>
#include <vector>

#include "answers/recommend/recommend_answer.h"
#include "report/table.h"

namespace wgf::cli {

// "69 ms-180 ms"; one figure where both ends look the same.
std::string dash_range(const std::string& low, const std::string& high);
// Of a time that is longer where the rate is low.
std::string time_range(double tokens, const advisor::Candidate& one);
// Of a token or a run, at both ends of the rate's interval.
Between<double> cost_range(const advisor::Candidate& one);

// The marks of a table, and what those that stand in it mean.
class RowMarks {
 public:
  // "1.47 *" where the price is old.
  std::string price(const answers::RecommendAnswer& answer, const advisor::Candidate& one);
  std::string rent(const advisor::PricedOffer& offer, const std::string& text);
  // The interval, with a mark where the limit lies within it.
  std::string limited(const answers::RecommendAnswer& answer, const advisor::Candidate& one,
                      const std::vector<answers::Limit>& limits, const std::string& interval);
  // Whose forecast stands in the table, and what it rests on.
  void card(const catalog::Gpu& gpu, advisor::Familiarity familiarity);
  // A service on it stands in the table.
  void service(const catalog::Gpu& gpu) { serving_.push_back(&gpu); }
  // "fp4", remembered where weights of four bits were taken for want of wider ones.
  std::string type(const answers::RecommendAnswer& answer, const advisor::Candidate& one);

  std::string notes(const Context& context) const;  // a paragraph; empty: no marks
  // What the prices of bought cards rest on, a paragraph; empty: none is bought.
  std::string bought_prices(const Context& context) const;

 private:
  std::vector<const char*> keys() const;

  bool has_old_rent_ = false, has_old_purchase_ = false, has_risk_ = false, has_four_bits_ = false;
  std::vector<std::pair<std::string, advisor::Familiarity>> cards_;
  std::vector<const catalog::Gpu*> serving_;
  std::vector<std::pair<const catalog::Gpu*, const advisor::Purchase*>> bought_;
};

}  // namespace wgf::cli
