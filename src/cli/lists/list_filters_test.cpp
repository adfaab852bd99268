// SPDX-License-Identifier: MIT
#include "cli/lists/list_filters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::cli {
namespace {

using testing::ElementsAre;

const std::vector<std::string> architectures{"Ampere", "Ada Lovelace", "Blackwell",
                                             "Blackwell Ultra"};

TEST(ListFilters, ValuesMatchFoldedAndByTheirBeginning) {
  EXPECT_THAT(matching_values("--architecture", {"ada"}, architectures),
              ElementsAre("Ada Lovelace"));
  EXPECT_THAT(matching_values("--architecture", {"BLACKWELL"}, architectures),
              ElementsAre("Blackwell"));
  EXPECT_THAT(matching_values("--architecture", {"blackwell-ultra", "ampere"}, architectures),
              ElementsAre("Blackwell Ultra", "Ampere"));
}

TEST(ListFilters, AValueNothingHasIsWrongUsage) {
  for (const char* value : {"Vega", "", "-"}) {
    try {
      matching_values("--architecture", {value}, architectures);
      ADD_FAILURE() << value;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::usage);
    }
  }
  EXPECT_THROW(check_choice("--sort", "colour", {"id"}), Error);
}

TEST(ListFilters, NumbersAreCompactAndClean) {
  EXPECT_EQ(compact_number(80), "80");
  EXPECT_EQ(compact_number(989.4), "989.4");
  EXPECT_EQ(compact_number(10066.3), "10066");
  EXPECT_EQ(rounded_for_json(989.4e12 / 1e12), 989.4);
}

}  // namespace
}  // namespace wgf::cli
