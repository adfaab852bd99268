// SPDX-License-Identifier: MIT
// Claims whose weights the cards cannot hold.
#include <gtest/gtest.h>

#include "answers/claims/asked_claims_test.h"

namespace wgf::answers {
namespace {

using enum ClaimStanding;

ClaimsAnswer on_4090(const std::string& claim) {
  return audited("llama-3.1-70b " + claim + " on rtx4090");
}

double share_of_streamed(const ClaimsAnswer& answer) {
  return answer.claim.claim.value / *answer.verdict.most_streamed;
}

TEST(StreamedClaims, HaveNoBoundOfMemory) {
  const ClaimsAnswer answer = audited("llama-3.1-70b TPOT 60 ms on 1xh100-sxm bf16");
  EXPECT_EQ(answer.standing(), beyond_streamed);
  EXPECT_TRUE(claims_json(answer)["at_most"].is_null());
  EXPECT_NEAR(answer.verdict.held / 1e9, 141.1, 0.2);
  // 69.5 G parameters of a token x 2 bytes less 80 GiB, over 16 lanes of 3.938 GB/s.
  EXPECT_NEAR(*answer.verdict.most_streamed, 16 * 3.938 / (139.0 - 85.9), 0.01);
  EXPECT_EQ(standing("llama-3.1-70b TPOT 60 ms on 2xh100-sxm bf16"), possible);
  EXPECT_EQ(standing("llama-3.1-70b qlora 50 tokens/s on 1xh100-sxm bf16"), possible);
}

TEST(StreamedClaims, StandToTheLinkAsFarAsTheySayHowMuchSharesAPass) {
  const auto of = [](const std::string& claim) {
    return standing("llama-3.1-70b " + claim + " on 1xh100-sxm bf16");
  };
  EXPECT_EQ(of("50 tokens/s batch 1"), impossible);  // 24 were they in memory
  EXPECT_EQ(of("10 tokens/s batch 1"), beyond_streamed);
  EXPECT_EQ(of("1 tokens/s batch 1"), streamed);
  EXPECT_EQ(of("50 tokens/s"), no_room);
  EXPECT_EQ(of("training 50 tokens/s"), no_room);
  // All experts lie in memory, few are read: nothing is said of the link.
  const ClaimsAnswer mixture = audited("deepseek-v3 100 tokens/s batch 1 inference on 1xh200 fp8");
  EXPECT_FALSE(mixture.verdict.has_room());
  EXPECT_FALSE(mixture.verdict.most_streamed);
}

TEST(StreamedClaims, AreHeldToTheFlopsToo) {
  const ClaimsAnswer beyond = on_4090("training batch 4 seq 2048 1 samples/s");
  EXPECT_EQ(beyond.standing(), impossible);
  EXPECT_FALSE(beyond.verdict.is_held_by_link);
  EXPECT_NEAR(*beyond.verdict.most_streamed, 1 / beyond.verdict.factor(), 0.001);
  EXPECT_NEAR(*beyond.verdict.most_streamed, 0.468, 0.001);
  const ClaimsAnswer within = on_4090("training batch 4 seq 2048 step 10 s");
  EXPECT_EQ(within.standing(), streamed);
  EXPECT_NEAR(share_of_streamed(within), within.verdict.factor(), 0.001);
}

TEST(StreamedClaims, OfTrainingGoOverTheWeightsTwice) {
  // 139 GB less 24 GiB over 16 lanes of 1.969 GB/s.
  const ClaimsAnswer answer = on_4090("training batch 4 seq 512 0.8 samples/s bf16");
  EXPECT_EQ(answer.standing(), beyond_streamed);
  EXPECT_NEAR(*answer.verdict.most_streamed, 4 / (2 * *answer.verdict.streamed_pass), 0.001);
  EXPECT_NEAR(*answer.verdict.streamed_pass, (139.0 - 25.8) / (16 * 1.969), 0.01);
  // A batch may be that of each card; of steps it cancels out.
  const std::string two = "llama-3.1-70b training batch 4 seq 256 on 2xrtx4090 bf16 ";
  const auto samples = audited(two + "0.5 samples/s").verdict,
             steps = audited(two + "0.1 steps/s").verdict;
  EXPECT_NEAR(*samples.most_streamed, 8 / (2 * *samples.streamed_pass), 0.001);
  EXPECT_NEAR(*steps.most_streamed, 4 / (2 * *steps.streamed_pass), 0.001);
}

TEST(StreamedClaims, OfUnstatedWorkAreReadAsKindlyAsTheyCanBe) {
  const ClaimsAnswer prompts = on_4090("batch 4 seq 2048 1000 tokens/s");
  EXPECT_EQ(prompts.claim.claim.of_pass, 8192);
  EXPECT_NEAR(share_of_streamed(prompts), prompts.verdict.factor(), 0.001);
  const ClaimsAnswer generated = on_4090("batch 4 1000 tokens/s");
  EXPECT_EQ(generated.claim.claim.of_pass, 4);
  EXPECT_NEAR(*generated.verdict.most_streamed, 4 / *generated.verdict.streamed_pass, 0.01);
}

TEST(StreamedClaims, OfTheFirstTokenWaitForTheHost) {
  const ClaimsAnswer answer = on_4090("TTFT 5 s bf16");
  EXPECT_TRUE(answer.claim.is_of_first);
  EXPECT_NEAR(*answer.verdict.most_streamed, 1 / *answer.verdict.streamed_pass, 0.001);
  EXPECT_NEAR(*answer.verdict.streamed_pass, 3.6, 0.05);
}

TEST(StreamedClaims, OfMemoryThatTheHostSharesAreNeverCalledPossible) {
  // Half a byte of 405.9 G weights 26 times a second is 99 % of the memory's 5,300 GB/s.
  for (const char* claim : {"llama-3.1-405b inference batch 1 26 tokens/s on 1xmi300a",
                            "llama-405b inference 100 tokens/s on 1xgb10"}) {
    EXPECT_EQ(standing(claim), undecided) << claim;
    EXPECT_FALSE(audited(claim).verdict.streamed_pass) << claim;
  }
  EXPECT_EQ(standing("llama-3.1-405b inference batch 1 30 tokens/s on 1xmi300a"), impossible);
}

TEST(StreamedClaims, OfGraceComeByItsOwnLink) {
  const ClaimsAnswer answer =
      audited("llama-3.1-405b inference batch 1 20 tokens/s on 1xgh200-96gb");
  const double seconds = (403.76e9 / 2 - 96.0 * 1073741824) / 450e9;
  EXPECT_EQ(answer.standing(), beyond_streamed);
  EXPECT_NEAR(*answer.verdict.streamed_pass, seconds, 0.002);
  EXPECT_NEAR(*answer.verdict.most_streamed, 1 / seconds, 0.02);
  EXPECT_EQ(advisor::host_link_of(*answer.claim.claim.gpu)->name, "NVLink-C2C");
  EXPECT_EQ(standing("llama-3.1-405b inference batch 1 4 tokens/s on 1xgh200-96gb"), streamed);
}

}  // namespace
}  // namespace wgf::answers
