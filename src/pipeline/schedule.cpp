// SPDX-License-Identifier: MIT
#include "pipeline/schedule.h"

#include <algorithm>
#include <stdexcept>

#include "pipeline/zero_bubble.h"

namespace wgf::pipeline {
namespace {

using Actions = std::vector<Action>;

Actions naive(int rank, int micro_batches) {
  Actions actions;
  for (int i = 0; i < micro_batches; ++i) {
    actions.push_back({Step::forward, i, rank});
    actions.push_back({Step::backward, i, rank});
  }
  return actions;
}

Actions gpipe(int rank, int micro_batches) {
  Actions actions;
  for (int i = 0; i < micro_batches; ++i) actions.push_back({Step::forward, i, rank});
  for (int i = 0; i < micro_batches; ++i) actions.push_back({Step::backward, i, rank});
  return actions;
}

// The n-th forward or backward of a rank: micro-batches go through its first chunk as many at a
// time as there are ranks, then through its second.
Action interleaved_action(Step step, int n, int rank, int ranks, int chunks_each) {
  const int round = ranks * chunks_each, within = n % round;
  const int turn = within / ranks;
  const int chunk = step == Step::forward ? turn : chunks_each - 1 - turn;
  return {step, n / round * ranks + within % ranks, chunk * ranks + rank};
}

// Warm-up forwards, then one of each in turn, then the backwards that are left.
Actions one_of_each(int rank, int ranks, int micro_batches, int chunks_each) {
  const int all = micro_batches * chunks_each;
  const int ahead =
      chunks_each == 1 ? ranks - rank - 1 : (ranks - rank - 1) * 2 + (chunks_each - 1) * ranks;
  const int warmup = std::min(ahead, all);
  const auto action = [&](Step step, int n) {
    return interleaved_action(step, n, rank, ranks, chunks_each);
  };
  Actions actions;
  for (int n = 0; n < warmup; ++n) actions.push_back(action(Step::forward, n));
  for (int n = warmup; n < all; ++n) {
    actions.push_back(action(Step::forward, n));
    actions.push_back(action(Step::backward, n - warmup));
  }
  for (int n = all - warmup; n < all; ++n) actions.push_back(action(Step::backward, n));
  return actions;
}

// Of 1f1b each micro-batch by itself: nothing comes in rounds.
Actions plain_one_of_each(int rank, int ranks, int micro_batches) {
  Actions actions;
  const int warmup = std::min(ranks - rank - 1, micro_batches);
  for (int i = 0; i < warmup; ++i) actions.push_back({Step::forward, i, rank});
  for (int i = warmup; i < micro_batches; ++i) {
    actions.push_back({Step::forward, i, rank});
    actions.push_back({Step::backward, i - warmup, rank});
  }
  for (int i = micro_batches - warmup; i < micro_batches; ++i)
    actions.push_back({Step::backward, i, rank});
  return actions;
}

Actions actions_of(Kind kind, int rank, const Schedule& schedule) {
  switch (kind) {
    case Kind::naive:
      return naive(rank, schedule.micro_batches);
    case Kind::gpipe:
      return gpipe(rank, schedule.micro_batches);
    case Kind::one_f_one_b:
      return plain_one_of_each(rank, schedule.ranks, schedule.micro_batches);
    case Kind::interleaved:
      return one_of_each(rank, schedule.ranks, schedule.micro_batches, schedule.chunks_each);
    case Kind::zb_h1:
      return zero_bubble_h1(rank, schedule.ranks, schedule.micro_batches);
    case Kind::zb_v:
      return zero_bubble_v(rank, schedule.ranks, schedule.micro_batches);
  }
  return {};
}

}  // namespace

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::naive:
      return "naive";
    case Kind::gpipe:
      return "gpipe";
    case Kind::one_f_one_b:
      return "1f1b";
    case Kind::interleaved:
      return "interleaved";
    case Kind::zb_h1:
      return "zb-h1";
    case Kind::zb_v:
      return "zb-v";
  }
  return "";
}

std::optional<Kind> parse_kind(std::string_view text) {
  for (const Kind kind : all_kinds)
    if (to_text(kind) == text) return kind;
  return std::nullopt;
}

int usual_chunks_each(Kind kind) {
  return kind == Kind::interleaved || kind == Kind::zb_v ? 2 : 1;
}

Schedule make_schedule(Kind kind, int ranks, int micro_batches, int chunks_each) {
  if (ranks < 1 || micro_batches < 1 || chunks_each < 1)
    throw std::invalid_argument("a schedule has one rank, micro-batch and chunk at least");
  if (kind != Kind::interleaved && chunks_each != usual_chunks_each(kind))
    throw std::invalid_argument("only interleaved schedules have any number of chunks a rank");
  if (kind == Kind::interleaved && micro_batches % ranks != 0)
    throw std::invalid_argument("interleaved micro-batches are a multiple of the ranks");
  Schedule schedule{.ranks = ranks,
                    .micro_batches = micro_batches,
                    .chunks_each = chunks_each,
                    .placement = kind == Kind::zb_v ? Placement::v : Placement::loop,
                    .splits_backward = kind == Kind::zb_h1 || kind == Kind::zb_v};
  for (int rank = 0; rank < ranks; ++rank)
    schedule.of_rank.push_back(actions_of(kind, rank, schedule));
  return schedule;
}

}  // namespace wgf::pipeline
