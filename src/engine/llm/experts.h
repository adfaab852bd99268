// SPDX-License-Identifier: MIT
#pragma once
// Experts of many tokens: which take which, and the tokens in the order of their experts.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

struct ChosenExperts {
  at::Tensor which;   // [tokens, experts of a token] int64
  at::Tensor shares;  // the same of floats
};
// Of scores [tokens, experts]; `followed`: these are taken, whatever their scores.
ChosenExperts choose_experts(const at::Tensor& scores, const ExpertShape& shape,
                             const at::Tensor& followed = {});

struct SortedTokens {
  at::Tensor token;   // [tokens experts-of-a-token]: of each row, the token
  at::Tensor expert;  // the same: its expert
  at::Tensor place;   // the same: where the rows of a token went, token by token
  at::Tensor ends;    // [experts] int32: where the rows of each end
};
SortedTokens sort_by_expert(const at::Tensor& which, std::int64_t experts);

// [tokens, width] of rows sorted by expert, each times its token's share.
at::Tensor join_experts(const at::Tensor& rows, const SortedTokens& sorted,
                        const at::Tensor& shares);

// What `product` makes of each expert's rows, one expert after the other; the host asks for `ends`.
using OneExpert = std::function<at::Tensor(const at::Tensor& rows, std::int64_t expert)>;
at::Tensor by_expert(const at::Tensor& rows, const at::Tensor& ends, const OneExpert& product);

}  // namespace wgf::engine
