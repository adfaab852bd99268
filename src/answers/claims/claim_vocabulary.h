// SPDX-License-Identifier: MIT
#pragma once
// The words of a claim beside names of networks and cards.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advisor/predict/claim.h"

namespace wgf::answers {

enum class ClaimWord {
  unknown,
  filler,    // means nothing, or what the unit says already
  batch,     // a number follows
  sequence,  // so
  all_reduce,
  other_collective,
  product,  // of matrices: its TFLOPS
  training,
  adapters,
  inference,
  prompts,   // inference that reads many tokens at once
  one_user,  // inference for one
  per,       // "per GPU", "per user", "per second" follow
  single,    // "user", "GPU" may follow
  utilisation,
  time_per_token,
  time_to_first,  // token
  time_per_step,
};
ClaimWord meaning_of(std::string_view word);
// "prompt", "input", "output", "generated" before a rate of tokens.
bool is_kind_of_tokens(std::string_view word);

// "gpu" and "user" behind "/" or "per": whose rate it is; "second".
bool is_card_word(std::string_view word);
bool is_second_word(std::string_view word);
// "user", "streams": how many there are stands before it.
bool is_user_word(std::string_view word);

// Between what is counted and its number: "size" of "batch size 1".
bool is_between(std::string_view word);

struct ClaimUnitName {
  std::string_view name;
  advisor::ClaimUnit unit;
  double factor = 1;
  bool is_of_batches = false;  // steps, of as many samples as the claim's batch
};
// With "/sec" for "/s", and "/gpu", "/card" or "/user" behind it too; nothing for other words.
const ClaimUnitName* unit_of(std::string word);
std::vector<std::string> unit_names();
// Takes it off: "gpu", "card", "user" or empty.
std::string take_suffix(std::string& unit);
std::optional<double> seconds_of(std::string_view unit);      // "ms"
std::optional<double> magnitude_of(std::string_view factor);  // "k", "million"

// int8 is multiplied as such or in 16 bits, int4 in 8 bits of either kind too.
struct ClaimTypeName {
  std::string_view name;
  advisor::ComputeType type;
  int integer_bits = 0;
};
const ClaimTypeName* type_of(std::string_view word);
// Whether the word is a type, which the claim then has.
bool take_type(advisor::Claim& claim, std::string_view word);

// "245", "1,200", "1.2k", "1e6", "245samples/s": the number, and what stands behind it.
std::optional<std::pair<double, std::string>> leading_number(std::string word);

}  // namespace wgf::answers
