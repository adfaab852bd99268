// SPDX-License-Identifier: MIT
#pragma once
// Words in the free text of a published row: whether they stand there, and whether they are
// affirmed, since "no FSDP", "FSDP: off" and "without FSDP" name it too. All text in lower case.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::truth {

// Of ASCII, whatever the locale.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Whether one of the words stands anywhere in the text, also inside of others.
bool has_any(std::string_view text, std::initializer_list<std::string_view> words);

// Whether one of them stands there and is not denied in its clause, which ends at , ; ( ) + and at
// a full stop. Denied: no, not, non, without or w/o before it ("no activation checkpointing"); off,
// disabled, unused, false, "not used" or "not stated" behind it ("torch.compile off"), behind : or
// = also no, none and 0 ("offload: none", "fsdp=0").
bool says_any(std::string_view text, std::initializer_list<std::string_view> words);

// The same of words that no letter stands before: "lora" not in "exploration".
bool says_word(std::string_view text, std::initializer_list<std::string_view> words);

// The same of whole words: "cap" not in "capacity".
bool says_alone(std::string_view text, std::initializer_list<std::string_view> words);

// The parts of a text between commas and semicolons.
std::vector<std::string> clauses_of(std::string_view text);

// In lower case, - and _ as blanks: "ZeRO-Stage_3" → "zero stage 3".
std::string flat_words(std::string_view text);

// The number a label states: "tp 4", "tp=4", "tp: 4", "tp4", "tp_4", "tp-4" are 4 of "tp". The
// label stands alone: not the "tp" of "http 4" or "dtp 4". The first that states one counts.
std::optional<double> labelled_number(std::string_view text, std::string_view label);

// That of the first of these labels that states one.
std::optional<double> first_labelled(std::string_view text,
                                     std::initializer_list<std::string_view> labels);

// The number before a word: 5 of "5 chunks", "5-chunks", "5 (chunks)". The first that has one
// counts.
std::optional<double> number_before(std::string_view text, std::string_view word);

}  // namespace wgf::truth
