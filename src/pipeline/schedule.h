// SPDX-License-Identifier: MIT
#pragma once
// Schedules of pipeline parallelism as data: what each rank does, in which order. One executor runs
// them (engine/parallel/pipeline_step), one simulator replays them (simulate.h).

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace wgf::pipeline {

// Where a schedule splits the backward pass, `backward` gives the gradient of the input alone and
// `weights` that of the weights, when nobody waits for it.
enum class Step { forward, backward, weights };

// Of one micro-batch through one chunk of layers. Chunks are numbered in the order of the model.
struct Action {
  Step step = Step::forward;
  int micro_batch = 0, chunk = 0;
  bool operator==(const Action&) const = default;
};

// loop: rank r of p holds chunks r, r + p, r + 2 p, … v: r and 2 p - 1 - r, so that the last chunk
// lies with the first.
enum class Placement { loop, v };

struct Schedule {
  int ranks = 1, micro_batches = 1;
  int chunks_each = 1;  // of a rank (vpp)
  Placement placement = Placement::loop;
  bool splits_backward = false;
  std::vector<std::vector<Action>> of_rank;

  int chunks() const { return ranks * chunks_each; }
  int rank_of(int chunk) const {
    return placement == Placement::v && chunk >= ranks ? 2 * ranks - 1 - chunk : chunk % ranks;
  }
  // The chunk that is a rank's n-th in the order of the model.
  int chunk_of(int rank, int n) const {
    return placement == Placement::v && n == 1 ? 2 * ranks - 1 - rank : n * ranks + rank;
  }
};

// naive: one micro-batch after the other. gpipe: all forward, then all backward (Huang et al.
// 2019). 1f1b: no more in flight than stages to come (Narayanan et al. 2019). interleaved: 1f1b
// over several chunks a rank (Narayanan et al. 2021), micro-batches a multiple of the ranks. zb-h1
// and zb-v: backward passes in two halves (Qi et al. 2023, 2024), the latter on two chunks a rank.
enum class Kind { naive, gpipe, one_f_one_b, interleaved, zb_h1, zb_v };
inline constexpr Kind all_kinds[] = {Kind::naive,       Kind::gpipe, Kind::one_f_one_b,
                                     Kind::interleaved, Kind::zb_h1, Kind::zb_v};
std::string_view to_text(Kind kind);
std::optional<Kind> parse_kind(std::string_view text);

// What the kind takes where nobody says: 2 of interleaved and zb-v, else 1.
int usual_chunks_each(Kind kind);

// Throws std::invalid_argument for counts below one, or that the kind does not take.
Schedule make_schedule(Kind kind, int ranks, int micro_batches, int chunks_each);
inline Schedule make_schedule(Kind kind, int ranks, int micro_batches) {
  return make_schedule(kind, ranks, micro_batches, usual_chunks_each(kind));
}

}  // namespace wgf::pipeline
