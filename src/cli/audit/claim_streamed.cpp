// SPDX-License-Identifier: MIT
#include "cli/audit/claim_streamed.h"

#include <cmath>

#include "base/printable.h"
#include "base/text.h"
#include "cli/audit/claim_text.h"
#include "cli/predict/predict_format.h"

namespace wgf::cli {

using advisor::ClaimUnit;
using advisor::ClaimVerdict;

Message no_room(const ClaimWords& words, const ClaimVerdict& verdict, const Context& context) {
  std::string most, count;
  if (verdict.streamed_pass) {
    most = format_duration(Seconds(*verdict.streamed_pass));
    count = advisor::whole_text(std::ceil(words.claim.value * *verdict.streamed_pass));
  }
  if (verdict.most_streamed)
    most = words.is_of_time ? format_duration(Seconds(*words.claim.batch / *verdict.most_streamed))
                            : claim_figure(*verdict.most_streamed, words.claim.unit);
  const char* key = !verdict.streamed_pass   ? "audit.no_room"
                    : !verdict.most_streamed ? "audit.no_room_pass"
                    : words.is_of_first      ? "audit.no_room_first"
                    : words.is_of_time       ? "audit.no_room_time"
                                             : "audit.no_room_rate";
  const char* unit =
      words.claim.unit == ClaimUnit::samples ? "audit.unit_samples" : "audit.unit_tokens";
  return {key,
          {{"cards", claim_cards(words.claim)},
           {"room", format_number(verdict.room / giga, 4)},
           {"gb", format_number(verdict.held / giga, 4)},
           {"model", words.model},
           {"most", most},
           {"amount", context.text({unit, {{"count", count}}})}}};
}

Message no_room_heading(const ClaimWords& words, const ClaimVerdict& verdict) {
  const std::string claim = printable(words.text);
  if (!verdict.most_streamed) return {"audit.no_room_for_it", {{"claim", claim}}};
  const double factor = words.claim.value / *verdict.most_streamed;
  if (factor > 1)
    return {"audit.beyond_streamed", {{"claim", claim}, {"factor", format_number(factor, 3)}}};
  return {"audit.streamed", {{"claim", claim}, {"share", mfu_text(factor)}}};
}

std::string streamed_text(const advisor::Claim& claim, const ClaimVerdict& verdict,
                          const Context& context) {
  if (!verdict.streamed_pass) return {};
  const double link = advisor::pcie_bandwidth(*claim.gpu)->value;
  return paragraph(
      {"audit.explain_streamed",
       {{"streamed", format_number(*verdict.streamed_pass * link * claim.gpus / giga, 4)},
        {"room", format_number(verdict.room / giga, 4)},
        {"gpus", std::to_string(claim.gpus)},
        {"link", format_number(link / giga, 4)},
        {"time", format_duration(Seconds(*verdict.streamed_pass))}}},
      context);
}

}  // namespace wgf::cli
