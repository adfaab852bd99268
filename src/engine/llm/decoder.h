// SPDX-License-Identifier: MIT
#pragma once
// A decoder with its cache: tokens in, logits of the next ones out.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace wgf::engine {

// Which experts tokens went to: of each layer [sequences, tokens, experts of a token] int64, piece
// by piece along the tokens. Where two scores are close, rounding decides; a decoder that is
// compared with another one follows its choices.
struct ExpertChoices {
  std::vector<std::vector<at::Tensor>> of_layer;
};

struct TokenBatch {
  at::Tensor ids;              // [sequences, tokens] int64, on the decoder's device
  at::Tensor past;             // [sequences] int64: tokens of each that are in the cache already
  std::int64_t first_row = 0;  // row i of the batch is sequence first_row + i of the cache
  std::int64_t most_seen = 0;  // at least as many keys as any of the tokens sees
  std::optional<std::int64_t> begin;       // what every past is, where that is one number and known
  bool wants_all = false;                  // logits of every token, not of the last alone
  const ExpertChoices* choices = nullptr;  // in one piece each: to follow
};

// Of texts that have so many tokens in the cache, all alike, the next ones: ids [sequences,
// tokens].
TokenBatch tokens_after(std::int64_t begin, const at::Tensor& ids, std::int64_t first_row = 0);

// A part of a prompt: tokens of it from `begin` on, of sequence `row` of the cache.
struct PromptPart {
  std::int64_t row = 0, begin = 0, tokens = 0;
};

// Answers that go on by a token and parts of prompts, together.
struct MixedBatch {
  at::Tensor ids;   // [answers + tokens of all parts] int64, on the decoder's device
  at::Tensor past;  // [answers + parts] int64: tokens of each that are in the cache already
  std::int64_t answers = 0;       // of sequences 0, 1, ... of the cache
  std::int64_t most_seen = 0;     // at least as many keys as any of the answers sees
  std::vector<PromptPart> parts;  // what one writes stays where an answer has the same sequence
};

// Texts that grow by their likeliest token, each step by one. All of it stays on the device, so
// that a step can be recorded.
struct Decoding {
  at::Tensor ids;   // [sequences] int64: the last token of each that was chosen
  at::Tensor past;  // [sequences] int64: where the token before it stands
  // Places of the new tokens: after `last` comes `first` again, so that steps without end are of
  // texts of one mean length.
  std::int64_t first = 0, last = 0;
  at::Tensor logits;  // [sequences, vocabulary] of the step before; undefined before the first
};

// What every step begins with: the likeliest token of the logits, where there are some, one place
// on.
void take_next_token(Decoding& decoding);

// What steps can be timed without. They then compute nothing of use.
enum class Omitted {
  nothing,
  norms_and_choice,  // and the next place: all steps are of one token at one place
  half_of_weights,   // rows of every matrix, whose outputs stand for the others
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  // Logits in the decoder's type: [sequences, vocabulary], or [sequences, tokens, vocabulary] of
  // all. Keys and values of the tokens are in the cache afterwards.
  virtual at::Tensor forward(const TokenBatch& batch) = 0;
  // Logits [answers + parts, vocabulary] after each answer's token and the last one of each part.
  virtual at::Tensor mixed(const MixedBatch& batch) = 0;
  // Whether mixed() reads the weights once, not for the answers and for each part.
  virtual bool mixes_at_once() const = 0;
  // Takes the likeliest token of decoding.logits where there are some, puts it one place on, and
  // computes the logits after it. Row i is sequence i of the cache.
  virtual void step(Decoding& decoding) = 0;
  // From now on choices are kept there; null: no longer.
  virtual void record_choices(ExpertChoices* to) = 0;
  // Whether a step asks the host for nothing, so that a graph can hold it.
  virtual bool can_record_steps() const = 0;
  // The same of a forward() of tokens whose begin is known.
  virtual bool can_record_texts() const = 0;
  // From now on steps do without. False: this decoder cannot, and nothing changes.
  virtual bool omit(Omitted what) = 0;
};

}  // namespace wgf::engine
