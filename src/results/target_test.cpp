// SPDX-License-Identifier: MIT
#include "results/target.h"

#include <gtest/gtest.h>

namespace wgf::results {
namespace {

TEST(Target, AnAddressWithoutSecretsStaysAsItIs) {
  for (const char* address : {"http://localhost:8000", "https://host.example/v1",
                              "http://[::1]:8000/v1", "host:80/v1", "10.0.0.7", ""})
    EXPECT_EQ(address_without_secrets(address), address);
}

TEST(Target, UserPasswordQueryAndFragmentGo) {
  for (const char* address : {"https://user:pw@host:8000/v1", "https://token@host:8000/v1",
                              "https://host:8000/v1?api_key=k", "https://host:8000/v1#key",
                              "https://user:p@w@host:8000/v1?key=k#f", "https://host:8000/v1?"})
    EXPECT_EQ(address_without_secrets(address), "https://host:8000/v1") << address;
  EXPECT_EQ(address_without_secrets("user:pw@host:8000"), "host:8000");
}

TEST(Target, WhatMayStillHoldAPieceOfThemIsNotKept) {
  // The host ends at the first '/', '?' or '#', here in the middle of a password.
  for (const char* address :
       {"https://user:p/w@host/v1", "https://user:12/34@host/v1", "https://user:p?w@host/v1",
        "https://user:1#2@host/v1", "https://us/er@host", "https://user:pw"})
    EXPECT_EQ(address_without_secrets(address), "") << address;
}

}  // namespace
}  // namespace wgf::results
