// SPDX-License-Identifier: MIT
#include "base/choices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf {
namespace {

using testing::ElementsAre;

const std::vector<std::string> architectures{"Ampere", "Ada Lovelace", "Blackwell",
                                             "Blackwell Ultra"};

TEST(Choices, ValuesMatchFoldedAndByTheirBeginning) {
  EXPECT_THAT(matching_values("--architecture", {"ada"}, architectures),
              ElementsAre("Ada Lovelace"));
  EXPECT_THAT(matching_values("--architecture", {"BLACKWELL"}, architectures),
              ElementsAre("Blackwell"));
  EXPECT_THAT(matching_values("--architecture", {"blackwell-ultra", "ampere"}, architectures),
              ElementsAre("Blackwell Ultra", "Ampere"));
}

TEST(Choices, AValueNothingHasIsWrongUsage) {
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

}  // namespace
}  // namespace wgf
