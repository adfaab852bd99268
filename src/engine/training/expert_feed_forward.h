// SPDX-License-Identifier: MIT
#pragma once
// The feed-forward of a layer of experts, forward and backward by hand: a router scores every
// expert for each token, the best few take it, and their outputs are added in shares of the scores
// (Shazeer et al. 2017; Mixtral: softmax of the chosen; or their part of the softmax of all).
// docs/method/training-engine.md.

#include <functional>
#include <vector>

#include "engine/llm/experts.h"
#include "engine/training/call_outs.h"
#include "engine/training/operations.h"

namespace wgf::engine {

// Gradients of weights that are put off, to be computed when the caller has time: schedules of
// pipelines without bubbles.
using PutOff = std::vector<std::function<void()>>;

struct ExpertSettings {
  // Rows an expert takes of a rank's micro-batch: so many times the mean, rounded up; later tokens'
  // rows are dropped, their part of the output is nothing. 0: it takes all (dropless).
  double capacity_factor = 0;
  // Not 0: tokens draw their experts, each with odds (e + 1) ^ -skew among those left, whatever the
  // router scores; shares are still the router's.
  double skew = 0;
  // Of a step's loss: so many times that for even loads of each layer and micro-batch, which is
  // E sum f P; f: share of the choices that fall on an expert, as given; P: mean of its part of the
  // softmax (Fedus et al. 2022). 1 where loads are even.
  double balance = 0;
};

// All references outlive it.
struct ExpertWork {
  const ExpertShape& shape;
  TrainingOperations& operations;
  ExpertCalls& ranks;
  ExpertSettings settings;
};

// Rows of one pass of one layer on this rank.
struct ExpertLoad {
  at::Tensor counts;                  // int64 [experts]: that chose each, dropped ones too
  std::int64_t wanted = 0, kept = 0;  // of this rank's tokens
  std::int64_t came = 0;              // to this rank's experts
};

struct ExpertsSaved {
  at::Tensor scores;     // float32 [tokens, experts]
  ChosenExperts chosen;  // [tokens, experts of a token]
  at::Tensor order;      // int64 [rows]: place in `chosen`, flat; rows in the order of experts
  at::Tensor token;      // int64 [rows]
  ExpertLoad load;
  ExpertRoute route;
  at::Tensor rows, shares;   // that came here: [came, hidden], float32 [came, 1]
  at::Tensor up, activated;  // of them
};

// x [tokens, hidden]; router [experts, hidden]; experts: the group of this rank's. Returns
// [tokens, hidden], of tensor-parallel ranks each one's part of the sum.
at::Tensor experts_forward(const ExpertWork& work, const at::Tensor& router,
                           const ParameterGroup& experts, const at::Tensor& x, ExpertsSaved& saved);
// Drops of `saved` what experts_again computes again without a matrix product.
void forget_activated(const ExpertWork& work, ExpertsSaved& saved);
void experts_again(const ExpertWork& work, const at::Tensor& x, ExpertsSaved& saved);
// d_output: of what experts_forward returned; x: what it was given. Returns x's gradient, of
// tensor-parallel ranks a part of it, as are the router's.
at::Tensor experts_backward(const ExpertWork& work, const at::Tensor& router,
                            const GradientPlace& d_router, ParameterGroup& experts,
                            const at::Tensor& d_output, const at::Tensor& x, ExpertsSaved& saved,
                            PutOff* put_off);

}  // namespace wgf::engine
