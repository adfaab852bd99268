// SPDX-License-Identifier: MIT
#include "results/parameters.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::results {
namespace {

TEST(Parameters, KeepOrderAndReplaceInPlace) {
  Parameters parameters{{"model", std::string("resnet50")}, {"batch_size", std::int64_t{8}}};
  parameters.set("model", std::string("vgg16"));
  EXPECT_EQ(parameters.begin()->first, "model");
  EXPECT_EQ(parameters.text("model"), "vgg16");
  EXPECT_EQ(parameters.integer("batch_size"), 8);
  EXPECT_EQ(parameters.size(), 2u);
}

TEST(Parameters, MissingGivesTheFallbackAndWrongTypeThrows) {
  const Parameters parameters{{"n", std::int64_t{3}}};
  EXPECT_EQ(parameters.integer("m", 7), 7);
  EXPECT_DOUBLE_EQ(parameters.number("n"), 3.0);
  EXPECT_THROW(parameters.text("n"), Error);
}

}  // namespace
}  // namespace wgf::results
