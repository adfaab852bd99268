// SPDX-License-Identifier: MIT
#pragma once
// A claim as people write it: "gpt2-1.5b seq 2048 245 samples/s on 1xA100".

#include <optional>
#include <string>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/predict/claim.h"
#include "base/message.h"
#include "catalog/catalog.h"

namespace wgf::answers {

// A claim of steps: each of the batch's samples.
struct ClaimedSteps {
  std::string unit;          // "it/s"
  double per_second = 0;     // of all cards together
  bool is_training = false;  // read so, as nothing in the claim says what they are of
};

// An MFU: a share of the dense peak of the stated type, of 16 bits where none is stated or integers
// are.
struct ClaimedShare {
  double of_peak = 0;
  std::string type;                 // whose peak it is
  std::optional<double> of_16_bit;  // the peak of 16 bits over that, which is often meant of fewer
};

// Of work that is not stated, were it generation: the most in the claim's unit that a card of that
// name allows, and which.
struct GeneratedBound {
  double most = 0;
  const catalog::Gpu* gpu = nullptr;
};

struct ClaimRequest {
  std::string text;
  std::string model;  // empty: TFLOP/s and GB/s need none
  std::optional<advisor::Network> network;
  std::optional<double> sequence;
  std::optional<double> longest;  // the network takes, where the sequence is beyond it
  advisor::Claim claim;
  bool is_of_all = false;              // of several cards, and nothing says that it is of each
  bool is_of_product = false;          // the FLOPs of one product of matrices
  bool is_of_time = false;             // a time per token, of which the rate follows
  bool is_of_prompts = false;          // tokens that are read
  bool is_taken_as_generated = false;  // tokens, for their batch of one alone
  bool is_of_first = false;            // that time is to the first token: of a whole prompt
  std::optional<ClaimedShare> share;   // an MFU
  std::optional<ClaimedSteps> steps;
  // Of several rates in one text: the words of this one, and the others, each as if it stood alone.
  std::string rate_words;
  std::vector<ClaimRequest> others;
  std::optional<GeneratedBound> generated;    // where no length says that it is of prompts
  std::string gpu_name;                       // as typed
  std::vector<const catalog::Gpu*> variants;  // that it covers, of the stated memory
  std::optional<Message> note;                // which variant of a family was taken
  std::optional<Message> format_note;         // what became of the number format in a model's name
};

// Throws Error(usage) where no rate, no card or no network is in it, or a word means nothing.
ClaimRequest parse_claim(const std::string& text, const catalog::Catalog& catalog);

}  // namespace wgf::answers
