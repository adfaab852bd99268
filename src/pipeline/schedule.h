// SPDX-License-Identifier: MIT
#pragma once
// Schedules of pipeline parallelism as data: what each rank does, in which order. One executor runs
// them (engine/models/pipeline_run), one simulator replays them (simulate.h).

#include <cstdint>
#include <string_view>
#include <vector>

namespace wgf::pipeline {

enum class Step { forward, backward };

// Of one micro-batch through one chunk of layers. Chunks are numbered in the order of the model:
// rank r of p holds r, r + p, r + 2 p, …
struct Action {
  Step step = Step::forward;
  int micro_batch = 0, chunk = 0;
  bool operator==(const Action&) const = default;
};

struct Schedule {
  int ranks = 1, micro_batches = 1;
  int chunks_each = 1;  // of a rank (vpp)
  std::vector<std::vector<Action>> of_rank;

  int chunks() const { return ranks * chunks_each; }
  int rank_of(int chunk) const { return chunk % ranks; }
};

// naive: one micro-batch after the other. gpipe: all forward, then all backward (Huang et al.
// 2019). 1f1b: no more in flight than stages to come (Narayanan et al. 2019). interleaved: 1f1b
// over several chunks a rank (Narayanan et al. 2021), micro-batches a multiple of the ranks.
enum class Kind { naive, gpipe, one_f_one_b, interleaved };
std::string_view to_text(Kind kind);

// Throws std::invalid_argument for counts below one, or that the kind does not take.
Schedule make_schedule(Kind kind, int ranks, int micro_batches, int chunks_each = 1);

}  // namespace wgf::pipeline
