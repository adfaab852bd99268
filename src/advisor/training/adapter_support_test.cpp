// SPDX-License-Identifier: MIT
#include "advisor/training/adapter_support.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

TEST(AdapterSupport, IsThatOfTheDocumentation) {
  const auto release = [](const char* name) {
    return bitsandbytes_release(*catalog::one_gpu(catalog::embedded_catalog().gpus(), name).gpu);
  };
  EXPECT_EQ(release("h100-sxm"), "");
  EXPECT_EQ(release("p100-pcie-16gb"), "");
  EXPECT_EQ(release("mi250x"), "0.50");
  EXPECT_EQ(release("arc-a770-16gb"), "0.48");
  EXPECT_EQ(release("mi100"), std::nullopt);  // no target of its packages
  EXPECT_EQ(release("tpu-v5e"), std::nullopt);
}

}  // namespace
}  // namespace wgf::advisor
