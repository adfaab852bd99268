// SPDX-License-Identifier: MIT
#include "cli/words/offer_words.h"

namespace wgf::cli {

std::string age_text(const advisor::PricedOffer& offer, const Context& context) {
  if (offer.freshness == advisor::Freshness::unknown) return context.text("prices.date_unknown");
  const std::string date = to_text(*offer.offer->date);
  if (offer.freshness == advisor::Freshness::fresh) return date;
  return context.text({"prices.stale_date", {{"date", date}}});
}

}  // namespace wgf::cli
