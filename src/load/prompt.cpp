// SPDX-License-Identifier: MIT
#include "load/prompt.h"

#include <algorithm>
#include <random>
#include <string_view>

namespace wgf::load {
namespace {

// Each a token, with the blank before it, in the vocabularies of GPT-2 and of Llama.
constexpr std::string_view common_words[] = {
    " the",  " of",    " and",   " to",    " in",  " for",  " is",   " on",  " that", " by",
    " this", " with",  " you",   " it",    " not", " or",   " be",   " are", " from", " at",
    " as",   " your",  " all",   " have",  " new", " more", " an",   " was", " we",   " will",
    " home", " can",   " us",    " about", " if",  " page", " my",   " has", " free", " but",
    " our",  " one",   " other", " do",    " no",  " time", " they", " he",  " up",   " may",
    " what", " which", " out",   " use",   " any", " see",  " only", " so",  " his",  " when",
    " here", " who",   " web",   " also"};

constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;

std::uint64_t load_seed(const LoadPlan& plan) {
  return (plan.seed * odd) ^ plan.prompt_salt;
}

// Two requests, and two loads by their salt, share no more than the first words by chance.
std::uint64_t seed_of(const LoadPlan& plan, std::size_t number) {
  return load_seed(plan) + number;
}

// Of what all requests of the load share; of a block of a trace; of an answer in words of ours.
std::uint64_t shared_seed(const LoadPlan& plan) {
  return ~load_seed(plan);
}
std::uint64_t block_seed(const LoadPlan& plan, std::uint64_t hash) {
  return load_seed(plan) ^ (hash * 0xD1B54A32D192ED03 + 1);
}
std::uint64_t answer_seed(const LoadPlan& plan, std::size_t number) {
  return ~seed_of(plan, number) * odd;
}

// A block of the trace has 512 tokens (Mooncake's), the last one what is left.
std::vector<PromptPiece> traced(const LoadPlan& plan, const RequestSize& size,
                                const std::vector<std::uint64_t>& hashes) {
  constexpr std::int64_t block = 512;
  std::vector<PromptPiece> pieces;
  std::int64_t left = size.input_tokens;
  for (const std::uint64_t hash : hashes) {
    if (left <= 0) break;
    pieces.push_back({block_seed(plan, hash), std::min(left, block)});
    left -= block;
  }
  return pieces;
}

std::vector<PromptPiece> asked(const LoadPlan& plan, const RequestSize& size, std::size_t number,
                               bool is_first) {
  if (number < plan.trace.size() && !plan.trace[number].hashes.empty())
    return traced(plan, size, plan.trace[number].hashes);
  std::vector<PromptPiece> pieces;
  const std::int64_t shared = is_first ? std::min(plan.shared_tokens, size.input_tokens) : 0;
  if (shared > 0) pieces.push_back({shared_seed(plan), shared});
  if (size.input_tokens > shared)
    pieces.push_back({seed_of(plan, number), size.input_tokens - shared});
  return pieces;
}

}  // namespace

std::vector<PromptTurn> prompt_turns(const LoadPlan& plan, const RequestSize& size,
                                     std::size_t number) {
  const std::size_t first = number - number % plan.turns;
  std::vector<PromptTurn> turns;
  for (std::size_t turn = first; turn <= number; ++turn) {
    turns.push_back({true, asked(plan, size, turn, turn == first)});
    if (turn < number) turns.push_back({false, {{answer_seed(plan, turn), size.output_tokens}}});
  }
  return turns;
}

std::string words_of(const PromptPiece& piece) {
  std::mt19937_64 random(piece.seed);
  std::string words;
  for (std::int64_t i = 0; i < piece.tokens; ++i)
    words += common_words[random() % std::size(common_words)];
  return words;
}

std::vector<std::int64_t> ids_of(const PromptPiece& piece, const Between<std::int64_t>& range) {
  std::mt19937_64 random(piece.seed);
  const auto wide = static_cast<std::uint64_t>(range.high - range.low) + 1;
  std::vector<std::int64_t> ids;
  for (std::int64_t i = 0; i < piece.tokens; ++i)
    ids.push_back(range.low + static_cast<std::int64_t>(random() % wide));
  return ids;
}

}  // namespace wgf::load
