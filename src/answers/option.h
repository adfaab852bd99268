// SPDX-License-Identifier: MIT
#pragma once
// One table a question: its options by name, where each is kept as it was typed, what it does. The
// command line, the documentation of an interface and tests read the same table.

#include <functional>
#include <iterator>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace wgf::answers {

// How often a value may stand there: a flag has none; of a list each may hold several ("a,b").
enum class OptionForm { flag, value, list, each };

template <typename Options>
struct OptionRow {
  using Place = std::variant<bool*, std::string*, std::vector<std::string>*>;

  const char* names;  // "-m,--model"; "names,--gpu" where values may stand alone
  const char* help;   // key of what it does
  const char* value_name = "";
  OptionForm form = OptionForm::value;
  std::function<Place(Options&)> place;
};

template <typename Options>
using OptionTable = std::vector<OptionRow<Options>>;

// A row of the table: the member's type says the form.
template <typename Options, typename Owner, typename Value>
OptionRow<Options> option(const char* names, Value Owner::*member, const char* help,
                          const char* value_name = "") {
  constexpr OptionForm form = std::is_same_v<Value, bool>          ? OptionForm::flag
                              : std::is_same_v<Value, std::string> ? OptionForm::value
                                                                   : OptionForm::list;
  return {names, help, value_name, form, [member](Options& options) {
            return typename OptionRow<Options>::Place(&(options.*member));
          }};
}

// The rows of a part of these options.
template <typename Options, typename Part>
void append_part(OptionTable<Options>& table, Part Options::*part, const OptionTable<Part>& rows) {
  for (const OptionRow<Part>& row : rows)
    table.push_back({row.names, row.help, row.value_name, row.form,
                     [part, place = row.place](Options& options) {
                       return std::visit(
                           [](auto* value) { return typename OptionRow<Options>::Place(value); },
                           place(options.*part));
                     }});
}

}  // namespace wgf::answers
