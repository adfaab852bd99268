// SPDX-License-Identifier: MIT
#pragma once
// One table a question: its options by name, where each is kept as it was typed, what it does. The
// command line, the documentation of an interface and tests read the same table.

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace wgf::answers {

// How often a value may stand there: a flag has none; a value may be left out of an optional one
// (""); of a list each may hold several ("a,b"); words stand there as they are; each is given with
// its own name.
enum class OptionForm { flag, value, optional_value, list, words, each };

template <typename Options>
struct OptionRow {
  using Place =
      std::variant<bool*, std::string*, std::optional<std::string>*, std::vector<std::string>*>;

  const char* names;  // "-m,--model"; "names,--gpu" where values may stand alone
  const char* help;   // key of what it does
  const char* value_name = "";
  OptionForm form = OptionForm::value;
  std::function<Place(Options&)> place;
  bool is_required = false;
  const char* excludes = "";  // the names of an earlier row: never both
};

template <typename Options>
using OptionTable = std::vector<OptionRow<Options>>;

// A row of the table: the member's type says the form.
template <typename Options, typename Owner, typename Value>
OptionRow<Options> option(const char* names, Value Owner::*member, const char* help,
                          const char* value_name = "") {
  constexpr OptionForm form = std::is_same_v<Value, bool>          ? OptionForm::flag
                              : std::is_same_v<Value, std::string> ? OptionForm::value
                              : std::is_same_v<Value, std::optional<std::string>>
                                  ? OptionForm::optional_value
                                  : OptionForm::list;
  return {names, help, value_name, form, [member](Options& options) {
            return typename OptionRow<Options>::Place(&(options.*member));
          }};
}

// The same row where its list is given in another form, must be given, or never with another.
template <typename Options>
OptionRow<Options> in_form(OptionForm form, OptionRow<Options> row) {
  row.form = form;
  return row;
}

template <typename Options>
OptionRow<Options> required(OptionRow<Options> row) {
  row.is_required = true;
  return row;
}

template <typename Options>
OptionRow<Options> excluding(const char* names, OptionRow<Options> row) {
  row.excludes = names;
  return row;
}

// A row of a part of these options.
template <typename Options, typename Part>
OptionRow<Options> of_part(Part Options::*part, const OptionRow<Part>& row) {
  return {row.names,
          row.help,
          row.value_name,
          row.form,
          [part, place = row.place](Options& options) {
            return std::visit([](auto* value) { return typename OptionRow<Options>::Place(value); },
                              place(options.*part));
          },
          row.is_required,
          row.excludes};
}

template <typename Options, typename Part>
void append_part(OptionTable<Options>& table, Part Options::*part, const OptionTable<Part>& rows) {
  for (const OptionRow<Part>& row : rows) table.push_back(of_part(part, row));
}

}  // namespace wgf::answers
