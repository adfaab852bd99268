// SPDX-License-Identifier: MIT
// Tables of published measurements against physics, row by row.
#include "truth/audit_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wgf::truth {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<AuditedRow> audited_rows(const std::string& csv) {
  return audit_rows(csv, "table.csv", catalog::embedded_catalog()).value();
}

std::vector<std::string> impossible(const std::vector<AuditedRow>& rows) {
  std::vector<std::string> ids;
  for (const AuditedRow& row : rows)
    if (row.is_impossible()) ids.push_back(row.id);
  return ids;
}

TEST(AuditRows, MemoryIsHeldAgainstThatOfTheCards) {
  // 120 GiB of an 80 GB card; 40 GiB of two with 24.
  const auto rows = audited_rows(
      "id,gpu,gpus,value_gib,phase\na,A100 SXM 80GB,8,120,training peak\n"
      "b,Titan RTX 24GB,2,40,\"inference weights, total over GPUs\"\nc,Voodoo 2,1,1,\n");
  EXPECT_THAT(impossible(rows), ElementsAre("a"));
  EXPECT_EQ(rows[0].claim.unit, advisor::ClaimUnit::memory);
  EXPECT_TRUE(rows[1].verdict);
  EXPECT_EQ(rows[2].unread, "GPU not in the catalogue");
}

TEST(AuditRows, ProductsAreHeldAgainstThePeakOfTheirType) {
  // 2 x 8192^3 FLOPs in 1 ms are 1,100 TFLOP/s; an H100 has 1,070 at its highest clock.
  const auto rows = audited_rows(
      "gpu,dtype,m,n,k,latency_ms_min\nH100 SXM 80GB,bfloat16,8192,8192,8192,1\n"
      "H100 SXM 80GB,fp8,8192,8192,8192,1\n");
  EXPECT_THAT(impossible(rows), ElementsAre("line 2"));
  EXPECT_NEAR(rows[0].claim.value, 1.0995e15, 1e12);
}

TEST(AuditRows, ClassicNetworksAreHeldAgainstTheirFlops) {
  const std::string header = "id,gpu,gpus,model,precision,value,unit\n";
  // 312 TFLOP/s / (3 x 8.18 GFLOP) = 12,700 images/s.
  EXPECT_THAT(
      impossible(audited_rows(header + "x,A100 SXM 80GB,1,ResNet-50,fp16 AMP,13000,images/s\n"
                                       "y,A100 SXM 80GB,2,ResNet-50,fp16 AMP,13000,images/s\n")),
      ElementsAre("x"));
  const auto unread = audited_rows(header +
                                   "x,A100 SXM 80GB,1,ResNet-50,fp16 AMP,100000,images/min\n"
                                   "y,A100 SXM 80GB,1,ResNet-50,fp8,13000,images/s\n");
  EXPECT_EQ(unread[0].unread, "what was measured is not described");
  EXPECT_EQ(unread[1].unread, "number format not known");
}

TEST(AuditRows, ServingReadsItsWeightsAndPromptsTakeTheirFlops) {
  const auto row = [](const std::string& id, const std::string& metric, const std::string& value) {
    return id + ",a/b x,vLLM 0.10,H100 SXM 80GB,1,1,1,Llama 3.1 8B,8.03,bf16,bf16,1,2000,100," +
           metric + "," + value + ",ms,\n";
  };
  // 7.5 G active parameters x 2 bytes / 3,350 GB/s: 4.5 ms; 2,000 tokens x 15 GFLOP / 1,979
  // TFLOP/s: 15 ms.
  const auto rows = audited_rows(
      "id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,kv_precision,"
      "batch_or_concurrency,input_len,output_len,metric,value,unit,notes\n" +
      row("a", "tpot", "4") + row("b", "tpot", "5") + row("c", "ttft", "10") +
      row("d", "ttft", "20"));
  EXPECT_EQ(rows.size(), 4u);
  EXPECT_THAT(impossible(rows), ElementsAre("a", "c"));
}

TEST(AuditRows, OtherColumnsAreNone) {
  EXPECT_FALSE(audit_rows("model,gpu,samples_per_second\ngpt2,h100,20\n", "a.csv",
                          catalog::embedded_catalog()));
}

}  // namespace
}  // namespace wgf::truth
