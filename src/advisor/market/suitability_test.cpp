// SPDX-License-Identifier: MIT
#include "advisor/market/suitability.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

using Suits = std::vector<Suit>;

Suits of(const char* id) {
  return suits(*catalog::embedded_catalog().gpus().find_id(id));
}

TEST(Suitability, FollowsTheRecord) {
  // 80 GB, 3,352 GB/s, 989 TFLOPS, NVLink of 900 GB/s, 67 TFLOPS in 64 bits
  EXPECT_EQ(of("h100-sxm"),
            (Suits{Suit::pretraining, Suit::fine_tuning, Suit::llm_serving, Suit::hpc}));
  EXPECT_EQ(of("l40s"), (Suits{Suit::fine_tuning, Suit::llm_serving}));  // PCIe alone, 350 W
  EXPECT_EQ(of("l4"), (Suits{Suit::fine_tuning, Suit::vision}));         // 24 GB, 300 GB/s, 72 W
  EXPECT_EQ(of("rtx-4060"), Suits{Suit::development});                   // 30 TFLOPS, 8 GB
}

TEST(Suitability, SaysSomethingOfEveryCard) {
  for (const catalog::Gpu& gpu : catalog::embedded_catalog().gpus().gpus)
    EXPECT_FALSE(suits(gpu).empty()) << gpu.id;
}

}  // namespace
}  // namespace wgf::advisor
