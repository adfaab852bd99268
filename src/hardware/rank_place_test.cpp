// SPDX-License-Identifier: MIT
#include "hardware/rank_place.h"

#include <gtest/gtest.h>

#include <map>

#include "base/error.h"

namespace wgf::hardware {
namespace {

using Variables = std::map<std::string, std::string>;

std::optional<RankPlace> place(const Variables& variables) {
  return find_rank_place([&](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

std::string key_of_error(const Variables& variables) {
  try {
    place(variables);
  } catch (const Error& error) {
    return error.message().key;
  }
  return "";
}

TEST(RankPlace, AloneWhereNobodySaysOtherwise) {
  EXPECT_FALSE(place({}));
  EXPECT_FALSE(place({{"RANK", "0"}}));
  EXPECT_FALSE(place({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "1"}}));
}

TEST(RankPlace, OwnRanksMeetInAFile) {
  const auto own = place({{"RANK", "1"}, {"WORLD_SIZE", "2"}, {meeting_file_variable, "/tmp/x"}});
  ASSERT_TRUE(own);
  EXPECT_EQ(own->launcher, "own");
  EXPECT_EQ(own->rank, 1);
  EXPECT_EQ(own->local_rank, 1);
  EXPECT_EQ(own->meeting_file, "/tmp/x");
}

TEST(RankPlace, TorchrunServesTheMeetingItself) {
  const auto rank = place({{"RANK", "3"},
                           {"WORLD_SIZE", "4"},
                           {"LOCAL_RANK", "1"},
                           {"LOCAL_WORLD_SIZE", "2"},
                           {"MASTER_ADDR", "10.9.0.1"},
                           {"MASTER_PORT", "29400"},
                           {"TORCHELASTIC_USE_AGENT_STORE", "True"}});
  ASSERT_TRUE(rank);
  EXPECT_EQ(rank->launcher, "torchrun");
  EXPECT_EQ(rank->local_rank, 1);
  EXPECT_EQ(rank->address, "10.9.0.1");
  EXPECT_EQ(rank->port, 29400);
  EXPECT_TRUE(rank->is_served_elsewhere);
}

TEST(RankPlace, MpirunOnOneNodeMeetsThere) {
  const Variables one_node{{"OMPI_COMM_WORLD_RANK", "1"},
                           {"OMPI_COMM_WORLD_SIZE", "2"},
                           {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                           {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
  EXPECT_EQ(place(one_node)->address, "127.0.0.1");
  Variables two_nodes = one_node;
  two_nodes["OMPI_COMM_WORLD_LOCAL_SIZE"] = "1";
  EXPECT_EQ(key_of_error(two_nodes), "ranks.meet_nowhere");
  two_nodes["MASTER_ADDR"] = "node1";
  EXPECT_EQ(place(two_nodes)->address, "node1");
}

TEST(RankPlace, SlurmStepsHavePortsOfTheirOwn) {
  Variables step{{"SLURM_PROCID", "1"},  {"SLURM_STEP_NUM_TASKS", "4"},
                 {"SLURM_LOCALID", "1"}, {"SLURM_STEP_TASKS_PER_NODE", "2(x2)"},
                 {"SLURM_JOB_ID", "7"},  {"SLURM_STEP_ID", "0"},
                 {"MASTER_ADDR", "n1"}};
  const auto first = place(step);
  step["SLURM_STEP_ID"] = "1";
  const auto second = place(step);
  EXPECT_EQ(first->local_size, 2);
  EXPECT_NE(first->port, second->port);
}

TEST(RankPlace, RanksOfSlurmMeetAtTheFirstNodeOfTheirStep) {
  Variables step{
      {"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_STEP_TASKS_PER_NODE", "2(x2)"}};
  for (const auto& [nodes, first] : {std::pair{"n7", "n7"},
                                     {"n1,n2", "n1"},
                                     {"gpu[003-005,007],login1", "gpu003"},
                                     {"login1,gpu[003-005]", "login1"},
                                     {"rack2-[9,11].hpc.example", "rack2-9.hpc.example"}}) {
    step["SLURM_STEP_NODELIST"] = nodes;
    EXPECT_EQ(place(step)->address, first);
  }
  step["MASTER_ADDR"] = "head";
  EXPECT_EQ(place(step)->address, "head");
}

TEST(RankPlace, RefusesWhatCannotBe) {
  EXPECT_EQ(key_of_error({{"RANK", "2"}, {"WORLD_SIZE", "2"}}), "ranks.beyond_size");
  EXPECT_EQ(key_of_error({{"RANK", "x"}, {"WORLD_SIZE", "2"}}), "ranks.not_a_number");
  EXPECT_EQ(key_of_error({{"RANK", "-1"}, {"WORLD_SIZE", "2"}}), "ranks.not_a_number");
}

}  // namespace
}  // namespace wgf::hardware
