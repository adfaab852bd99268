// SPDX-License-Identifier: MIT
#include "cli/words/purchase_notes.h"

#include <algorithm>

#include "answers/own/tco_answer.h"
#include "base/printable.h"
#include "base/text.h"
#include "messages/words_of_data.h"

namespace wgf::cli {
namespace {

std::string_view words_of(advisor::PriceBasis basis) {
  constexpr std::string_view words[] = {"list price", "street price", "estimate", "used"};
  return words[static_cast<std::size_t>(basis)];
}

}  // namespace

std::vector<std::string> note_parts(const std::string& notes) {
  std::vector<std::string> parts;
  for (const std::string& part : split(notes, ';'))
    if (!trim(part).empty()) parts.emplace_back(trim(part));
  return parts;
}

std::vector<std::string> row_notes(const catalog::PurchasePrice& row, const Context& context) {
  std::vector<std::string> notes;
  for (const std::string& part : note_parts(row.notes))
    notes.push_back(printable(messages::words_of_data("purchase.note_", part, context.language)));
  return notes;
}

std::vector<std::string> purchase_notes(const advisor::Purchase& purchase, const Context& context) {
  std::vector<std::string> notes;
  const std::string said = messages::words_of_data(
      "purchase.note_", words_of(advisor::basis_of(purchase)), context.language);
  for (const catalog::PurchasePrice* row : purchase.rows)
    for (std::string& note : row_notes(*row, context))
      if (note != said && std::find(notes.begin(), notes.end(), note) == notes.end())
        notes.push_back(std::move(note));
  return notes;
}

std::string price_basis_text(const advisor::Purchase& purchase, Day today, const Context& context) {
  static constexpr const char* keys[] = {"ownership.price_list", "ownership.price_street",
                                         "ownership.price_estimate", "ownership.condition_used"};
  const std::string date =
      purchase.newest ? to_text(*purchase.newest) : context.text("ownership.undated");
  return context.text({"ownership.price_basis",
                       {{"kind", context.text(keys[static_cast<int>(advisor::basis_of(purchase))])},
                        {"date", date + (answers::is_old(purchase, today) ? " *" : "")}}});
}

}  // namespace wgf::cli
