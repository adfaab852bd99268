// SPDX-License-Identifier: MIT
#include "truth/pipeline_words.h"

#include <gtest/gtest.h>

namespace wgf::truth {
namespace {

TEST(PipelineWords, ChunksOfManySpellings) {
  for (const char* notes : {"VPP 5", "VPP=5", "VPP: 5", "vpp5", "VP=5", "vp5", "virtual pipeline 5",
                            "interleaved 1F1B, 5 chunks", "5 virtual stages", "interleaving v=5",
                            "virtual_pipeline_model_parallel_size 5", "VPP 5."})
    EXPECT_EQ(virtual_stages_of(notes), 5) << notes;
  for (const char* notes :
       {"no interleaving", "without interleaving", "interleaving off", "non-interleaved 1F1B",
        "VP n/a", "interleave null", "vpp 0", "revp 3", "1F1B", "lmhead-chunks=16", ""})
    EXPECT_EQ(virtual_stages_of(notes), 1) << notes;
  EXPECT_EQ(virtual_stages_of("interleaved 1F1B"), 2);
}

TEST(PipelineWords, SchedulesThatAreNamed) {
  for (const char* notes : {"no interleaving", "VPP=5", "vp4", "VP n/a", "GPipe", "zero-bubble",
                            "virtual_pipeline_model_parallel_size 5"})
    EXPECT_TRUE(names_schedule(notes)) << notes;
  for (const char* notes : {"BF16", "MVP", "revp 3"}) EXPECT_FALSE(names_schedule(notes)) << notes;
}

TEST(PipelineWords, SchedulesWithoutBubbles) {
  for (const char* notes : {"DualPipe", "zero-bubble schedule", "ZB-H1", "ZBV"})
    EXPECT_TRUE(fills_bubbles(notes)) << notes;
  for (const char* notes : {"1F1B", "no zero bubble", "ZeRO-1", ""})
    EXPECT_FALSE(fills_bubbles(notes)) << notes;
}

TEST(PipelineWords, LayersOfAChunk) {
  EXPECT_EQ(layers_per_chunk_of("aggregate 8 PFLOP/s; 5 layers per virtual stage"), 5);
  EXPECT_EQ(layers_per_chunk_of("1 layer per virtual stage"), 1);
  EXPECT_EQ(layers_per_chunk_of("--num-layers-per-virtual-pipeline-stage 2"), 2);
  EXPECT_FALSE(layers_per_chunk_of("80 layers"));
}

TEST(PipelineWords, OverlapThatIsSaidAndDenied) {
  for (const char* notes : {"tp_comm_overlap", "tp-comm-overlap", "TP overlap", "async-TP"})
    EXPECT_TRUE(overlaps_tensor(notes)) << notes;
  for (const char* notes :
       {"tp comm overlap off", "tp overlap disabled", "tp_comm_overlap=False", "no TP overlap", ""})
    EXPECT_FALSE(overlaps_tensor(notes)) << notes;
}

}  // namespace
}  // namespace wgf::truth
