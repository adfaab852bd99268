// SPDX-License-Identifier: MIT
#include "advisor/network/expert_twin.h"

#include <gtest/gtest.h>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

Network network(const char* model) {
  static const catalog::Catalog catalog;
  return *network_of(*catalog.models().find_id(model));
}

TEST(ExpertTwin, TokensPassAsManyNumbersButForTheRouter) {
  for (const char* model : {"llama-3.2-1b", "mixtral-8x7b"}) {
    const Network own = network(model);
    const auto dense = count_parameters(with_experts(own, 1));
    const auto few = count_parameters(with_experts(own, 8));
    const auto many = count_parameters(with_experts(own, 64));
    const auto routers = [&](std::int64_t experts) {
      return std::int64_t{own.layer_count()} * own.hidden * experts;
    };
    EXPECT_EQ(few.active, dense.active + routers(8)) << model;
    EXPECT_EQ(many.active, dense.active + routers(64)) << model;
    EXPECT_GT(many.total(), 4 * few.total()) << model;
  }
}

TEST(ExpertTwin, AsManyAsItHasIsTheNetworkItself) {
  const Network mixtral = network("mixtral-8x7b");
  EXPECT_EQ(count_parameters(with_experts(mixtral, 8)).total(), 46'702'792'704);
  const Network llama = network("llama-3.2-1b");
  EXPECT_EQ(count_parameters(with_experts(llama, 1)).total(), count_parameters(llama).total());
}

TEST(ExpertTwin, RefusesWhatCannotBe) {
  EXPECT_THROW(with_experts(network("gpt2"), 8), Error);           // not gated
  EXPECT_THROW(with_experts(network("qwen3-30b-a3b"), 4), Error);  // a token takes eight
}

}  // namespace
}  // namespace wgf::advisor
