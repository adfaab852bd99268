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
  for (const char* amd : {"mi210", "mi250x", "mi300x", "mi355x", "rx-7900-xtx", "rx-7900-xt",
                          "radeon-pro-w7800", "rx-9070-xt", "rx-9070"})
    EXPECT_EQ(release(amd), "0.50") << amd;
  for (const char* intel : {"intel-max-1100", "intel-max-1550", "arc-a770-16gb", "arc-b580",
                            "arc-pro-b60", "gaudi2", "gaudi3"})
    EXPECT_EQ(release(intel), "0.48") << intel;
  EXPECT_EQ(release("mi100"), std::nullopt);  // no target of its packages
  EXPECT_EQ(release("tpu-v5e"), std::nullopt);
}

}  // namespace
}  // namespace wgf::advisor
