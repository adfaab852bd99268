// SPDX-License-Identifier: MIT
#include "checkpoints/tokenizer/tokenizer.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "base/error.h"
#include "base/files.h"
#include "base/printable.h"
#include "checkpoints/checkpoint.h"
#include "checkpoints/config_text.h"
#include "checkpoints/tokenizer/byte_letters.h"

namespace wgf::checkpoints {
namespace {

using Json = nlohmann::json;

// GPT-2's, which a pre-tokenizer ByteLevel with use_regex means.
constexpr const char* usual_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw Error({"checkpoint.other_tokenizer", {{"file", file}, {"what", printable(what)}}});
}

const Json* member(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::string text_of(const Json& json, const char* name) {
  const Json* value = member(json, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

bool is_set(const Json& json, const char* name, bool otherwise = false) {
  const Json* value = member(json, name);
  return value != nullptr && value->is_boolean() ? value->get<bool>() : otherwise;
}

// Those of a Sequence, or the one alone.
std::vector<const Json*> steps_of(const Json* json, const char* list) {
  if (json == nullptr) return {};
  if (text_of(*json, "type") != "Sequence") return {json};
  std::vector<const Json*> all;
  if (const Json* steps = member(*json, list); steps != nullptr && steps->is_array())
    for (const Json& step : *steps) all.push_back(&step);
  return all;
}

std::optional<std::int32_t> id_of(const Json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  const auto id = json.get<std::int64_t>();
  if (id < 0 || id > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
  return static_cast<std::int32_t>(id);
}

// "a b", or ["a", "b"].
std::optional<std::pair<std::string, std::string>> pair_of(const Json& json) {
  if (json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string())
    return std::pair(json[0].get<std::string>(), json[1].get<std::string>());
  if (!json.is_string()) return std::nullopt;
  const auto& text = json.get_ref<const std::string&>();
  const std::size_t blank = text.find(' ');
  if (blank == std::string::npos) return std::nullopt;
  return std::pair(text.substr(0, blank), text.substr(blank + 1));
}

std::vector<std::string_view> letters_in(std::string_view text) {
  std::vector<std::string_view> letters;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) ++end;
    letters.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return letters;
}

}  // namespace

Tokenizer::Tokenizer(std::string_view text, const std::string& file) {
  const Json json = parse_config(text, file);
  for (const Json* step : steps_of(member(json, "normalizer"), "normalizers")) {
    if (text_of(*step, "type") != "NFC") refuse(file, "normalizer " + text_of(*step, "type"));
    composes_ = true;
  }
  read_pre_tokenizer(json, file);
  read_model(json, file);
  read_added(json);
  read_template(json);
}

void Tokenizer::read_pre_tokenizer(const Json& json, const std::string& file) {
  bool is_by_bytes = false;
  const auto add = [&](const std::string& pattern) {
    try {
      patterns_.emplace_back(pattern);
    } catch (const std::invalid_argument& fault) {
      refuse(file, "pattern " + pattern + " (" + fault.what() + ")");
    }
  };
  for (const Json* step : steps_of(member(json, "pre_tokenizer"), "pretokenizers")) {
    const std::string type = text_of(*step, "type");
    if (type == "ByteLevel") {
      is_by_bytes = true;
      begins_with_blank_ = is_set(*step, "add_prefix_space", true);
      if (begins_with_blank_ && !patterns_.empty()) refuse(file, "a blank before each word");
      if (is_set(*step, "use_regex", true)) add(usual_pattern);
      continue;
    }
    if (type == "Digits") {
      add(is_set(*step, "individual_digits") ? R"(\p{N})" : R"(\p{N}+)");
      continue;
    }
    const Json* pattern = member(*step, "pattern");
    const std::string regex = pattern == nullptr ? "" : text_of(*pattern, "Regex");
    if (type != "Split" || regex.empty() || text_of(*step, "behavior") != "Isolated" ||
        is_set(*step, "invert"))
      refuse(file, "pre_tokenizer " + type);
    add(regex);
  }
  if (!is_by_bytes) refuse(file, "pre_tokenizer without ByteLevel");
}

void Tokenizer::read_model(const Json& json, const std::string& file) {
  const Json* model = member(json, "model");
  if (model == nullptr) refuse(file, "no model");
  // Files of before 2020 do not say the type.
  const std::string type = text_of(*model, "type");
  if (!type.empty() && type != "BPE") refuse(file, "model " + type);
  if (is_set(*model, "byte_fallback") || !text_of(*model, "continuing_subword_prefix").empty() ||
      !text_of(*model, "end_of_word_suffix").empty())
    refuse(file, "model BPE that is not of bytes");
  ignores_merges_ = is_set(*model, "ignore_merges");
  const Json *vocabulary = member(*model, "vocab"), *merges = member(*model, "merges");
  if (vocabulary == nullptr || !vocabulary->is_object() || merges == nullptr || !merges->is_array())
    refuse(file, "model without vocab and merges");
  for (const auto& [letters, value] : vocabulary->items()) {
    const auto id = id_of(value);
    if (!id) refuse(file, "id " + value.dump());
    ids_[letters] = *id;
    if (auto bytes = bytes_of_letters(letters)) bytes_[*id] = *std::move(bytes);
  }
  std::int32_t rank = 0;
  for (const Json& merge : *merges) {
    const auto pair = pair_of(merge);
    const auto left = pair ? ids_.find(pair->first) : ids_.end();
    const auto right = pair ? ids_.find(pair->second) : ids_.end();
    const auto joined = pair ? ids_.find(pair->first + pair->second) : ids_.end();
    if (left == ids_.end() || right == ids_.end() || joined == ids_.end())
      refuse(file, "merge " + merge.dump(-1, ' ', false, Json::error_handler_t::replace));
    merges_.add(left->second, right->second, joined->second, rank++);
  }
}

void Tokenizer::read_added(const Json& json) {
  const Json* added = member(json, "added_tokens");
  if (added == nullptr || !added->is_array()) return;
  for (const Json& one : *added) {
    const Json* id = member(one, "id");
    const auto number = id == nullptr ? std::nullopt : id_of(*id);
    const std::string content = text_of(one, "content");
    if (!number || content.empty()) continue;
    added_.push_back({content, *number, is_set(one, "lstrip"), is_set(one, "rstrip")});
    bytes_[*number] = is_set(one, "special") ? "" : content;
    begins_added_[static_cast<unsigned char>(content.front())] = true;
  }
  std::stable_sort(added_.begin(), added_.end(), [](const Added& a, const Added& b) {
    return a.content.size() > b.content.size();
  });
}

void Tokenizer::read_template(const Json& json) {
  for (const Json* step : steps_of(member(json, "post_processor"), "processors")) {
    const Json *single = member(*step, "single"), *tokens = member(*step, "special_tokens");
    if (text_of(*step, "type") != "TemplateProcessing" || single == nullptr || tokens == nullptr ||
        !single->is_array())
      continue;
    std::vector<std::int64_t>* place = &before_;
    for (const Json& piece : *single) {
      if (member(piece, "Sequence") != nullptr) place = &after_;
      const Json* special = member(piece, "SpecialToken");
      const Json* token =
          special == nullptr ? nullptr : member(*tokens, text_of(*special, "id").c_str());
      const Json* ids = token == nullptr ? nullptr : member(*token, "ids");
      if (ids == nullptr || !ids->is_array()) continue;
      for (const Json& id : *ids)
        if (const auto number = id_of(id)) place->push_back(*number);
    }
  }
}

const Tokenizer::Added* Tokenizer::added_at(std::string_view text) const {
  if (!begins_added_[static_cast<unsigned char>(text.front())]) return nullptr;
  const auto found = std::find_if(added_.begin(), added_.end(),
                                  [&](const Added& one) { return text.starts_with(one.content); });
  return found == added_.end() ? nullptr : &*found;
}

void Tokenizer::encode_word(std::string_view word, std::vector<std::int64_t>& ids) const {
  const std::string letters = letters_of_bytes(word);
  if (ignores_merges_)
    if (const auto whole = ids_.find(letters); whole != ids_.end()) {
      ids.push_back(whole->second);
      return;
    }
  std::vector<std::int32_t> parts;
  for (const std::string_view letter : letters_in(letters))
    if (const auto found = ids_.find(std::string(letter)); found != ids_.end())
      parts.push_back(found->second);
  for (const std::int32_t id : merges_.joined(parts)) ids.push_back(id);
}

void Tokenizer::encode_plain(std::string_view text, std::vector<std::int64_t>& ids) const {
  if (text.empty()) return;
  std::string own(text);
  if (composes_) own = composed(own);
  if (begins_with_blank_ && own.front() != ' ') own.insert(0, 1, ' ');
  std::vector<std::string_view> words{own};
  for (const TextPattern& pattern : patterns_) {
    std::vector<std::string_view> smaller;
    for (const std::string_view word : words)
      for (const std::string_view part : pattern.cut(word)) smaller.push_back(part);
    words = std::move(smaller);
  }
  for (const std::string_view word : words) encode_word(word, ids);
}

std::vector<std::int64_t> Tokenizer::encode(std::string_view given, Specials specials) const {
  std::vector<std::int64_t> ids;
  if (specials == Specials::added) ids = before_;
  const std::string whole = as_utf8(given);
  const std::string_view text = whole;
  const auto is_blank = [](char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
  };
  std::size_t begin = 0, at = 0;
  while (at < text.size()) {
    const Added* added = added_at(text.substr(at));
    if (added == nullptr) {
      ++at;
      continue;
    }
    std::size_t end = at;
    if (added->takes_blanks_before)
      while (end > begin && is_blank(text[end - 1])) --end;
    encode_plain(text.substr(begin, end - begin), ids);
    ids.push_back(added->id);
    at += added->content.size();
    if (added->takes_blanks_after)
      while (at < text.size() && is_blank(text[at])) ++at;
    begin = at;
  }
  encode_plain(text.substr(begin), ids);
  if (specials == Specials::added) ids.insert(ids.end(), after_.begin(), after_.end());
  return ids;
}

std::string Tokenizer::bytes_of(std::int64_t id) const {
  const auto found = bytes_.find(id);
  return found == bytes_.end() ? "" : found->second;
}

Tokenizer read_tokenizer(const std::filesystem::path& path) {
  constexpr std::size_t most = std::size_t{256} << 20;
  const std::string file = folder_name(path.parent_path()) + "/" + path.filename().string();
  const auto text = read_file_up_to(path, most);
  if (!text) throw Error({"network.config_not_json", {{"file", file}}});
  return Tokenizer(*text, file);
}

}  // namespace wgf::checkpoints
