// SPDX-License-Identifier: MIT
#include "cli/measure/distributed/collective_reference.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::cli {
namespace {

constexpr const char* tables = R"(# nccl-tests version 2.19.6 nccl-headers=22809 nccl-library=22809
# Collective test starting: alltoall_perf
# nThread 1 nGpus 2 minBytes 1024 maxBytes 1048576 step: 32(factor) warmup iters: 5 iters: 20
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
        1024           128     float    none      -1     8.21    0.12    0.06       0     7.95    0.13    0.06     N/A
     1048576        131072     float    none      -1    12.40   84.56   42.28       0    12.61   83.15   41.58     N/A
# Out of bounds values : 0 OK
)";

results::Case collective(const char* operation, std::int64_t bytes) {
  return {.benchmark = "collective",
          .parameters = {{"operation", std::string(operation)},
                         {"bytes", bytes},
                         {"type", std::string("float32")},
                         {"ranks", std::int64_t{2}},
                         {"through", std::string("nccl")}}};
}

results::Result measured(std::int64_t bytes, double ms) {
  results::Result result;
  result.measured_case = collective("all_to_all", bytes);
  result.metrics = {results::single_metric("step_time", ms)};
  return result;
}

TEST(CollectiveReference, TablesOfNcclTests) {
  const auto reference = CollectiveReference::parse_tables(tables, "out.txt");
  ASSERT_TRUE(reference.time_of(collective("all_to_all", 1024)));
  EXPECT_DOUBLE_EQ(reference.time_of(collective("all_to_all", 1024))->value, 7.95e-6);
  EXPECT_DOUBLE_EQ(reference.time_of(collective("all_to_all", 1048576))->value, 12.40e-6);
  EXPECT_FALSE(reference.time_of(collective("all_reduce", 1024)));
  EXPECT_FALSE(reference.time_of(collective("all_to_all", 2048)));
}

// Older ones do not say which collective they are of.
TEST(CollectiveReference, TablesWithoutANameHaveThatOfTheirFile) {
  std::string text = tables;
  text.erase(text.find("# Collective"), text.find("# nThread") - text.find("# Collective"));
  const auto reference = CollectiveReference::parse_tables(text, "all_gather-1.txt");
  EXPECT_TRUE(reference.time_of(collective("all_gather", 1024)));
  EXPECT_THROW(CollectiveReference::parse_tables(text, "out.txt"), Error);
}

TEST(CollectiveReference, ResultsOfTheSameCaseBeforeOthers) {
  results::Run run;
  run.results = {measured(1024, 0.009), measured(1024, 0.050)};
  run.results[1].measured_case.parameters = {{"operation", std::string("all_to_all")},
                                             {"bytes", std::int64_t{1024}},
                                             {"type", std::string("float32")},
                                             {"ranks", std::int64_t{2}}};
  const auto reference = CollectiveReference::of_results(run, "comm.json");
  EXPECT_DOUBLE_EQ(reference.time_of(collective("all_to_all", 1024))->value, 0.009e-3);
  EXPECT_DOUBLE_EQ(reference.time_of(run.results[1].measured_case)->value, 0.050e-3);
  EXPECT_THROW(CollectiveReference::of_results({}, "comm.json"), Error);
}

TEST(CollectiveReference, SlowerIsSurelyBeyondIt) {
  const auto reference = CollectiveReference::parse_tables(tables, "out.txt");
  results::Run run;
  run.results = {measured(1024, 0.00799), measured(1048576, 0.0130)};
  add_reference_times(run, reference);
  EXPECT_EQ(count_slower_than_reference(run), 1U);
  run.results[1].metrics.front().interval = Interval{0.0122, 0.0138};
  EXPECT_EQ(count_slower_than_reference(run), 0U);
}

}  // namespace
}  // namespace wgf::cli
