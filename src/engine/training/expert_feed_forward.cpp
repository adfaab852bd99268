// SPDX-License-Identifier: MIT
#include "engine/training/expert_feed_forward.h"

#include <ATen/Context.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/searchsorted.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <cmath>

#include "engine/training/grouped_products.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

// Instead of the router's choices: the largest of log odds with Gumbel noise, which are draws
// without repetition. The same in every pass, and on ranks that share tokens.
at::Tensor skewed_choices(const ExpertWork& work, const at::Tensor& scores) {
  at::Generator generator = at::globalContext().defaultGenerator(scores.device()).clone();
  generator.set_current_seed(static_cast<std::uint64_t>(work.ranks.rank()) + 1);
  constexpr double least = 1e-20;  // whose logarithms are numbers
  const auto minus_log = [](const at::Tensor& x) { return x.clamp_min(least).log().neg(); };
  const at::Tensor noise =
      minus_log(minus_log(at::rand(scores.sizes(), generator, scores.options())));
  const at::Tensor log_odds =
      -work.settings.skew * at::arange(1, scores.size(1) + 1, scores.options()).log();
  return std::get<1>((noise + log_odds).topk(work.shape.per_token, -1));
}

// Rows in the order of experts, of one expert in that of tokens, without those beyond its capacity.
void sort_rows(const ExpertWork& work, ExpertsSaved& saved) {
  const std::int64_t experts = work.shape.count, each = work.shape.per_token;
  auto [expert, order] = saved.chosen.which.flatten().sort(true, 0, false);
  const at::Tensor ends =
      at::searchsorted(expert, at::arange(experts, expert.options()), false, true);
  at::Tensor counts = ends.clone();
  counts.narrow(0, 1, experts - 1).sub_(ends.narrow(0, 0, experts - 1));
  saved.load = {.counts = counts, .wanted = order.size(0)};
  if (work.settings.capacity_factor > 0) {
    const double mean = static_cast<double>(order.size(0)) / static_cast<double>(experts);
    const auto capacity =
        static_cast<std::int64_t>(std::ceil(work.settings.capacity_factor * mean));
    const at::Tensor place =
        at::arange(order.size(0), order.options()) - (ends - counts).index_select(0, expert);
    order = order.index_select(0, place.lt(capacity).nonzero().squeeze(1));
    counts = counts.clamp_max(capacity);
  }
  saved.order = order;
  saved.token = order.div(each, "floor");
  saved.load.kept = order.size(0);
  saved.route = work.ranks.route(counts);
}

// [tokens, width]: the sum of each token's rows, which come in the order of experts.
at::Tensor summed_by_token(const at::Tensor& rows, const ExpertsSaved& saved) {
  const std::int64_t tokens = saved.chosen.which.size(0), each = saved.chosen.which.size(1);
  const bool is_whole = rows.size(0) == saved.load.wanted;
  // Of rows that were dropped: one of zeros behind the others.
  const at::Tensor there =
      is_whole ? rows : at::cat({rows, at::zeros({1, rows.size(1)}, rows.options())});
  const at::Tensor place = at::full({saved.load.wanted}, rows.size(0), saved.order.options());
  place.scatter_(0, saved.order, at::arange(rows.size(0), saved.order.options()));
  return there.index_select(0, place).view({tokens, each, rows.size(1)}).sum(1);
}

at::Tensor gated(const ExpertWork& work, const at::Tensor& up) {
  if (up.size(0) == 0) return up.narrow(1, 0, up.size(1) / 2);
  return work.operations.activation(up, Gate::silu_gated);
}

// Gradient of scores from that of the shares, float32 [tokens, experts of a token], and of the loss
// for even loads.
at::Tensor scores_backward(const ExpertWork& work, const at::Tensor& d_shares,
                           const ExpertsSaved& saved) {
  const at::Tensor weighted = d_shares * saved.chosen.shares;
  const at::Tensor sum = weighted.sum(1, true);
  const double balance = work.settings.balance;
  at::Tensor all;  // [tokens, experts]: of the softmax
  if (balance != 0 || !work.shape.renormalises) all = at::softmax(saved.scores, -1);
  at::Tensor d_scores =
      work.shape.renormalises
          ? at::zeros_like(saved.scores)
                .scatter_(1, saved.chosen.which, weighted - saved.chosen.shares * sum)
          : (all * -sum).scatter_add_(1, saved.chosen.which, weighted);
  if (balance == 0) return d_scores;
  const auto tokens = static_cast<double>(saved.scores.size(0));
  const at::Tensor load =
      saved.load.counts.to(c10::kFloat) * (static_cast<double>(work.shape.count) * balance /
                                           (static_cast<double>(saved.load.wanted) * tokens));
  return d_scores.add_(all * (load - (all * load).sum(1, true)));
}

void take_rows(const ExpertWork& work, const at::Tensor& x, ExpertsSaved& saved) {
  saved.rows = work.ranks.dispatch(x.index_select(0, saved.token), saved.route);
}

}  // namespace

at::Tensor experts_forward(const ExpertWork& work, const at::Tensor& router,
                           const ParameterGroup& experts, const at::Tensor& x,
                           ExpertsSaved& saved) {
  saved.scores = work.operations.linear(x, router, {}).to(c10::kFloat);
  saved.chosen =
      choose_experts(saved.scores, work.shape,
                     work.settings.skew != 0 ? skewed_choices(work, saved.scores) : at::Tensor());
  sort_rows(work, saved);
  take_rows(work, x, saved);
  saved.load.came = saved.rows.size(0);
  saved.shares = work.ranks.dispatch(
      saved.chosen.shares.flatten().index_select(0, saved.order).unsqueeze(1), saved.route);
  saved.up = grouped_linear(saved.rows, experts.weight("up.weight"), saved.route.ends);
  saved.activated = gated(work, saved.up);
  // Shares before the last matrix: outputs need not be kept for the shares' gradients.
  const at::Tensor weighted = saved.activated * saved.shares.to(saved.activated.scalar_type());
  const at::Tensor outputs =
      grouped_linear(weighted, experts.weight("down.weight"), saved.route.ends);
  return summed_by_token(work.ranks.combine(outputs, saved.route), saved);
}

void forget_activated(const ExpertWork& work, ExpertsSaved& saved) {
  saved.activated.reset();
  // What came from other ranks would have to travel again.
  if (work.ranks.ranks() == 1) saved.rows.reset();
}

void experts_again(const ExpertWork& work, const at::Tensor& x, ExpertsSaved& saved) {
  if (!saved.rows.defined()) take_rows(work, x, saved);
  if (!saved.activated.defined()) saved.activated = gated(work, saved.up);
}

at::Tensor experts_backward(const ExpertWork& work, const at::Tensor& router,
                            const GradientPlace& d_router, ParameterGroup& experts,
                            const at::Tensor& d_output, const at::Tensor& x, ExpertsSaved& saved,
                            PutOff* put_off) {
  const at::Tensor ends = saved.route.ends;
  const auto weights_backward = [&](const char* name, const at::Tensor& d, const at::Tensor& of) {
    auto compute = [&experts, name, d, of, ends] {
      const InPart part(StepPart::feed_forward);
      grouped_weights_backward(d, of, ends, experts.gradient_place(name));
    };
    if (put_off != nullptr)
      put_off->push_back(std::move(compute));
    else
      compute();
  };
  const at::Tensor d_rows = work.ranks.dispatch(d_output.index_select(0, saved.token), saved.route);
  const at::Tensor shares = saved.shares.to(saved.activated.scalar_type());
  weights_backward("down.weight", d_rows, saved.activated * shares);
  const at::Tensor d_weighted =
      grouped_inputs_backward(d_rows, experts.weight("down.weight"), ends);
  const at::Tensor d_came =
      (d_weighted.to(c10::kFloat) * saved.activated.to(c10::kFloat)).sum(1, true);
  saved.activated.reset();
  at::Tensor d_up = d_weighted * shares;
  d_up = d_up.size(0) == 0
             ? saved.up
             : work.operations.activation_backward(d_up, saved.up, Gate::silu_gated, {});
  saved.up.reset();
  weights_backward("up.weight", d_up, saved.rows);
  const at::Tensor d_x = summed_by_token(
      work.ranks.combine(grouped_inputs_backward(d_up, experts.weight("up.weight"), ends),
                         saved.route),
      saved);
  const at::Tensor d_shares = at::zeros({saved.load.wanted}, saved.shares.options());
  d_shares.scatter_(0, saved.order, work.ranks.combine(d_came, saved.route).squeeze(1));
  const at::Tensor d_scores =
      scores_backward(work, d_shares.view_as(saved.chosen.shares), saved).to(x.scalar_type());
  work.operations.linear_weights_backward(d_scores, x, d_router);
  return d_x + work.operations.linear_inputs_backward(d_scores, router);
}

}  // namespace wgf::engine
