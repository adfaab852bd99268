// SPDX-License-Identifier: MIT
#include "cli/recommend/select/select_rows.h"

#include <algorithm>

#include "answers/own/tco_answer.h"
#include "base/figures.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/price_store.h"
#include "cli/recommend/recommend_text.h"
#include "cli/words/purchase_notes.h"
#include "cli/words/service_words.h"
#include "cli/words/training_words.h"

namespace wgf::cli {

using advisor::Candidate;

namespace {

// "mi300x $15,000 (estimate, 2023-12 *; launch price; press estimate)"
std::string purchase_text(const catalog::Gpu& gpu, const advisor::Purchase& purchase,
                          const Context& context) {
  std::string text = price_basis_text(purchase, today(), context);
  for (const std::string& note : purchase_notes(purchase, context))
    text += context.text("select.list_semicolon") + note;
  return context.text({"select.price_of",
                       {{"gpu", gpu.id}, {"price", money_range(purchase.price)}, {"basis", text}}});
}

}  // namespace

std::string dash_range(const std::string& low, const std::string& high) {
  return low == high ? low : low + "-" + high;
}

std::string time_range(double tokens, const Candidate& one) {
  const double middle = tokens / one.rate;  // which stands in the line above
  return dash_range(long_time_as(middle, tokens / one.rate_high),
                    long_time_as(middle, tokens / one.rate_low));
}

Between<double> cost_range(const Candidate& one) {
  if (!one.is_cost_of_rate) return {one.cost(), one.cost()};
  return {one.cost() * one.rate / one.rate_high, one.cost() * one.rate / one.rate_low};
}

std::string RowMarks::rent(const advisor::PricedOffer& offer, const std::string& text) {
  if (offer.freshness == advisor::Freshness::fresh) return text;
  has_old_rent_ = true;
  return text + " *";
}

std::string RowMarks::price(const answers::RecommendAnswer& answer, const Candidate& one) {
  const answers::Detail& detail = answer.detail(one);
  if (detail.offer != nullptr) return rent(*detail.offer, money(one.price));
  const bool is_known = std::any_of(bought_.begin(), bought_.end(),
                                    [&](const auto& card) { return card.first == one.gpu; });
  if (!is_known) bought_.emplace_back(one.gpu, detail.purchase);
  if (!is_price_old(detail, today())) return money(one.price);
  has_old_purchase_ = true;
  return money(one.price) + " *";
}

std::string RowMarks::limited(const answers::RecommendAnswer& answer, const Candidate& one,
                              const std::vector<answers::Limit>& limits,
                              const std::string& interval) {
  const std::vector<answers::Limit> risks = limits_at_risk(answer, one);
  const bool is_open = std::any_of(risks.begin(), risks.end(), [&](answers::Limit risk) {
    return std::find(limits.begin(), limits.end(), risk) != limits.end();
  });
  has_risk_ = has_risk_ || is_open;
  return is_open ? interval + " !" : interval;
}

void RowMarks::card(const catalog::Gpu& gpu, advisor::Familiarity familiarity) {
  cards_.emplace_back(gpu.id, familiarity);
}

std::string RowMarks::type(const answers::RecommendAnswer& answer, const Candidate& one) {
  has_four_bits_ = has_four_bits_ ||
                   (answer.detail(one).precision.has_four_bits && !answer.request.has_precisions);
  card(*one.gpu, answer.detail(one).familiarity);
  if (answer.detail(one).service) service(*one.gpu);
  return precision_name(answer, one);
}

std::vector<const char*> RowMarks::keys() const {
  std::vector<const char*> keys;
  if (has_old_rent_)
    keys.push_back(has_old_purchase_ ? "select.mark_old_both" : "select.mark_old_rent");
  else if (has_old_purchase_)
    keys.push_back("select.mark_old_purchase");
  if (has_risk_) keys.push_back("select.mark_risk");
  if (has_four_bits_) keys.push_back("select.mark_four_bits");
  return keys;
}

std::string RowMarks::bought_prices(const Context& context) const {
  if (bought_.empty()) return "";
  std::vector<std::string> prices;
  for (const auto& [gpu, purchase] : bought_)
    prices.push_back(purchase_text(*gpu, *purchase, context));
  return paragraph(
             {"select.prices", {{"prices", join(prices, context.text("select.list_semicolon"))}}},
             context) +
         paragraph({"recommend.boards", {}}, context);
}

std::string RowMarks::notes(const Context& context) const {
  std::string text;
  for (const char* key : keys()) text += paragraph({key, {}}, context);
  return text + unmeasured_text(cards_, context) + devices_note(serving_, false, context);
}

}  // namespace wgf::cli
