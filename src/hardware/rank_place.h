// SPDX-License-Identifier: MIT
#pragma once
// Which of several processes that work together this one is, as whoever started it says in the
// environment: our own launcher, torchrun, mpirun or srun.

#include <functional>
#include <optional>
#include <string>

namespace wgf::hardware {

struct RankPlace {
  int rank = 0, size = 1;
  int local_rank = 0, local_size = 1;  // on this node
  std::string launcher;                // "own", "torchrun", "mpirun", "srun"
  // Where the ranks meet: a file of this node, else address and port of rank 0.
  std::string meeting_file;
  std::string address;
  int port = 0;
  bool is_served_elsewhere = false;  // the launcher itself listens there, not rank 0
};

// What our own launcher sets besides RANK, WORLD_SIZE, LOCAL_RANK and LOCAL_WORLD_SIZE.
inline constexpr const char* meeting_file_variable = "WGF_RANKS_MEET_AT";

using VariableReader = std::function<std::optional<std::string>(const char* name)>;

// Nothing: alone. Throws Error(ranks.…, usage) where the variables contradict each other
// or do not say where ranks on several nodes meet.
std::optional<RankPlace> find_rank_place(const VariableReader& variable);
std::optional<RankPlace> find_rank_place();  // of this process

}  // namespace wgf::hardware
