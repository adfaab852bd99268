// SPDX-License-Identifier: MIT
// A results file as text: what is wrong with it is said in a sentence, with its place.

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "messages/message_table.h"
#include "results/json.h"
#include "results/json_text.h"

namespace wgf::results {
namespace {

using Json = nlohmann::ordered_json;
using Fault = nlohmann::json::exception;

// What stands between two pieces of a text; to its end where the second is not found.
std::string between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = text.substr(at + before.size());
  return std::string(rest.substr(0, after.empty() ? rest.size() : rest.find(after)));
}

Error bad_file(const std::string& file_name, const std::string& reason) {
  return Error({"results.bad_file", {{"file", file_name}, {"reason", reason}}});
}

// The JSON library speaks of keys and at(); numbers of its faults are part of its documentation.
Error fault_of(const Fault& fault, const std::string& file_name) {
  constexpr int wrong_type = 302, not_an_object = 304, missing_key = 403, overflow = 406;
  const std::string text = fault.what();
  const auto wrong_kind = [&](const std::string& found, const std::string& wanted) {
    return Error(
        {"results.wrong_kind", {{"file", file_name}, {"found", found}, {"wanted", wanted}}});
  };
  switch (fault.id) {
    case wrong_type:
      return wrong_kind(between(text, "but is ", ""), between(text, "type must be ", ", but"));
    case not_an_object:
      return wrong_kind(between(text, "() with ", ""), "object");
    case missing_key:
      return Error({"results.missing_field",
                    {{"file", file_name}, {"name", between(text, "key '", "' not")}}});
    case overflow:
      return Error({"results.number_too_large",
                    {{"file", file_name}, {"number", between(text, "parsing '", "'")}}});
    default:  // "[json.exception.…] reason"
      return bad_file(file_name, between(text, "] ", ""));
  }
}

// The word or number that the place lies in, or begins with.
std::string_view word_at(std::string_view text, std::size_t place) {
  const auto belongs = [&](std::size_t i) {
    return std::isalpha(static_cast<unsigned char>(text[i])) != 0 || text[i] == '-' ||
           text[i] == '+';
  };
  std::size_t begin = std::min(place, text.size()), end = begin;
  while (begin > 0 && belongs(begin - 1)) --begin;
  while (end < text.size() && belongs(end)) ++end;
  return text.substr(begin, end - begin);
}

// As Python's json and others write them.
bool is_no_number(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("+-"), word.size()));
  const std::string name = fold_name(word);
  return name == "nan" || name == "infinity" || name == "inf";
}

// byte: counted from 1; one behind the last where the text ended.
Error not_json(const std::string& file_name, std::string_view text, std::size_t byte) {
  if (trim(text).empty()) return Error({"results.empty_file", {{"file", file_name}}});
  const std::size_t place = byte == 0 ? 0 : byte - 1;
  const LineAndColumn at = line_and_column(text, place);
  const std::string line = std::to_string(at.line);
  if (place >= text.size())
    return Error({"results.ends_early", {{"file", file_name}, {"line", line}}});
  if (const std::string_view word = word_at(text, place); is_no_number(word))
    return Error(
        {"results.no_number", {{"file", file_name}, {"value", std::string(word)}, {"line", line}}});
  return Error({"results.not_json",
                {{"file", file_name}, {"line", line}, {"column", std::to_string(at.column)}}});
}

Json parse_file(std::string_view text, const std::string& file_name) {
  check_json_depth(text, file_name);
  try {
    return Json::parse(shortened(text));
  } catch (const Fault&) {  // said below, with its place in the text as it is
  }
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& fault) {
    throw not_json(file_name, text, fault.byte);
  } catch (const Fault& fault) {  // a number larger than any double
    throw fault_of(fault, file_name);
  }
}

// A newer program's file may read like one of ours up to somewhere: its version is looked at first.
void check_schema(const Json& json, const std::string& file_name) {
  const auto version = json.is_object() ? json.find("schema_version") : json.end();
  if (version == json.end()) throw Error({"results.foreign_file", {{"file", file_name}}});
  if (!version->is_number_integer())
    throw bad_file(file_name, std::string("schema_version is no whole number but ") +
                                  (version->is_number() ? version->dump() : version->type_name()));
  if (*version < oldest_schema || *version > schema_version)
    throw Error({"results.other_schema_in",
                 {{"file", file_name},
                  {"found", version->dump()},
                  {"oldest", std::to_string(oldest_schema)},
                  {"newest", std::to_string(schema_version)}}});
}

}  // namespace

Run parse_run(std::string_view text, const std::string& file_name) {
  const Json json = parse_file(text, file_name);
  check_schema(json, file_name);
  try {
    return run_from_json(json);
  } catch (const Fault& fault) {
    throw fault_of(fault, file_name);
  } catch (const Error& fault) {  // a word nobody knows, in English as the file is
    throw bad_file(file_name, messages::render(fault.message(), messages::Language::english));
  }
}

}  // namespace wgf::results
