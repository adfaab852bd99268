// SPDX-License-Identifier: MIT
#include "truth/row_memory.h"

#include <gtest/gtest.h>

#include "catalog/csv.h"
#include "truth/row_cells.h"
#include "truth/row_gpu.h"
#include "truth/serving_rows.h"

namespace wgf::truth {
namespace {

std::string id_beside(const std::string& cell, const std::string& notes) {
  const catalog::CsvTable table =
      catalog::parse_csv("gpu,notes\n\"" + cell + "\",\"" + notes + "\"\n", "rows.csv");
  return gpu_of(Cells(table, table.rows.front()), catalog::embedded_catalog().gpus())->id;
}

TEST(RowMemory, NotesSayTheMemoryOfACardThatIsSoldWithTwo) {
  EXPECT_EQ(id_beside("A100", ""), "a100-sxm-40gb");
  for (const char* notes : {"A100 80GB", "8x A100-80G, NVLink", "80 GB cards", "bf16; 80GB",
                            "80GB each", "DGX (A100-SXM4-80GB)"})
    EXPECT_EQ(id_beside("A100", notes), "a100-sxm-80gb") << notes;
  for (const char* notes :
       {"80 GB of host memory", "KV cache 80 GB", "80 GB read in 2 s", "A100 40GB"})
    EXPECT_EQ(id_beside("A100", notes), "a100-sxm-40gb") << notes;
  EXPECT_EQ(id_beside("A100 40GB", "80GB"), "a100-sxm-40gb");  // its own name counts
  EXPECT_EQ(id_beside("V100", "V100 32GB"), "v100-sxm2-32gb");
  EXPECT_EQ(id_beside("H100", "94GB"), "h100-sxm");  // another card
}

TEST(RowMemory, ServicesOfWhatOnlyTheLargerCardHolds) {
  const auto read = [](const std::string& gpu, const std::string& model) {
    return read_serving_rows(
        "id,source,engine,gpu,gpus,tp,pp,model,params_b,weight_precision,batch_or_concurrency,"
        "input_len,output_len,metric,value,unit,notes\na,blog,vLLM," +
            gpu + ",1,1,1," + model + ",16,1024,512,tpot,40,ms,\n",
        "rows.csv", catalog::embedded_catalog());
  };
  EXPECT_EQ(read("A100", "Llama 3.1 8B,8.03,bf16").rows.at(0).gpu->id, "a100-sxm-40gb");
  const ServingRows large = read("A100", "gpt-oss-120b,116.8,mxfp4");
  ASSERT_EQ(large.rows.size(), 1U);
  EXPECT_EQ(large.rows[0].gpu->id, "a100-sxm-80gb");
  for (const char* stated : {"A100 40GB", "H100"})
    EXPECT_EQ(read(stated, "Llama 3.1 70B,70.55,bf16").unread.at(0).reason,
              "weights do not fit the GPUs stated")
        << stated;
  EXPECT_EQ(read("A100", "Llama 3.1 70B,70.55,bf16").unread.at(0).reason,
            "weights do not fit the GPUs stated");
}

}  // namespace
}  // namespace wgf::truth
