// SPDX-License-Identifier: MIT
#include "truth/memory_phase.h"

#include <gtest/gtest.h>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

TEST(MemoryPhase, WhatWasMeasured) {
  EXPECT_EQ(memory_metric_of("serving: weights per GPU", "x"), "weights");
  EXPECT_EQ(memory_metric_of("params+grads+optimizer per GPU", "x"), "states");
  EXPECT_EQ(memory_metric_of("training peak", "pytorch/ao"), "reserved");
  EXPECT_EQ(memory_metric_of("training peak", "NVIDIA/Megatron-LM"), "allocated");
  EXPECT_EQ(memory_metric_of("training peak reserved", "NVIDIA/Megatron-LM"), "reserved");
  EXPECT_THROW(memory_metric_of("serving: compute buffer", "x"), Unreadable);
}

TEST(MemoryPhase, PartsOfTheStates) {
  const auto metric = [](const char* phase) { return memory_metric_of(phase, "blog"); };
  for (const char* phase : {"weights + gradients + optimizer", "model states",
                            "params, grads and optimizer states per GPU"})
    EXPECT_EQ(metric(phase), "states") << phase;
  EXPECT_EQ(metric("optimizer states"), "optimizer");
  EXPECT_EQ(metric("gradients"), "gradients");
  EXPECT_EQ(metric("weights + gradients"), "weights+gradients");
  EXPECT_EQ(metric("params+optimizer"), "weights+optimizer");
  for (const char* phase :
       {"weights", "model weights", "model load", "parameters", "weight memory"})
    EXPECT_EQ(metric(phase), "weights") << phase;
  for (const char* states : {"states", "weights", "weights+optimizer", "gradients"})
    EXPECT_TRUE(is_of_states(states)) << states;
  for (const char* other : {"cache", "weights+cache", "reserved", "kept"})
    EXPECT_FALSE(is_of_states(other)) << other;
}

TEST(MemoryPhase, KeysAndValues) {
  for (const char* phase : {"KV cache", "KV-cache", "kv_cache", "serving: KV", "cache"})
    EXPECT_EQ(memory_metric_of(phase, "llama.cpp"), "cache") << phase;
  EXPECT_EQ(memory_metric_of("model weights + KV cache", "llama.cpp"), "weights+cache");
  EXPECT_THROW(memory_metric_of("model weights + KV cache", "vllm-project/vllm"), Unreadable);
  for (const char* phase : {"KV pool", "available KV cache", "KV cache capacity",
                            "GPU KV cache size", "KV cache + activations"})
    EXPECT_THROW(memory_metric_of(phase, "vllm-project/vllm"), Unreadable) << phase;
}

TEST(MemoryPhase, PeaksOfCardsAlone) {
  for (const char* phase : {"peak reserved", "max_memory_reserved", "peak memory", "max reserved"})
    EXPECT_EQ(memory_metric_of(phase, "blog"), "reserved") << phase;
  for (const char* phase : {"peak allocated", "max allocated", "peak active", "max_active"})
    EXPECT_EQ(memory_metric_of(phase, "blog"), "allocated") << phase;
  for (const char* phase :
       {"peak CPU memory", "peak RAM", "predicted peak", "estimated peak", "peak memory saved",
        "peak during loading", "forward peak", "peak before OOM", "nvidia-smi peak",
        "weights on disk", "master weights", "weights + activations", "average memory",
        "compute buffer"})
    EXPECT_THROW(memory_metric_of(phase, "blog"), Unreadable) << phase;
  EXPECT_EQ(memory_metric_of("peak VRAM", "blog"), "reserved");
  for (const char* phase : {"training peak, total over GPUs", "weights, all GPUs"})
    EXPECT_TRUE(adds_up_gpus(phase)) << phase;
  EXPECT_FALSE(adds_up_gpus("weights per GPU"));
}

}  // namespace
}  // namespace wgf::truth
