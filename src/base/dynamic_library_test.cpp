// SPDX-License-Identifier: MIT
#include "base/dynamic_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace wgf {
namespace {

// Part of every glibc, and needed by none of our programs.
constexpr const char* small_library = "libanl.so.1";
constexpr const char* other_library = "libBrokenLocale.so.1";
constexpr const char* variable = "WGF_LIBRARY_OF_THIS_TEST";

bool is_in_memory(const char* name) {
  void* handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

TEST(DynamicLibrary, OpensTheFirstNameThatIsThere) {
  const DynamicLibrary library({"no-such-library.so", "libc.so.6"});
  EXPECT_TRUE(library.is_open());
  int (*absolute)(int) = nullptr;
  ASSERT_TRUE(library.load(absolute, "abs"));
  EXPECT_EQ(absolute(-3), 3);
  EXPECT_FALSE(library.load(absolute, "no_such_function"));
  EXPECT_EQ(absolute, nullptr);
}

TEST(DynamicLibrary, NothingIsFoundInOneThatIsMissing) {
  const DynamicLibrary library({"no-such-library.so"});
  EXPECT_FALSE(library.is_open());
  int (*absolute)(int) = nullptr;
  EXPECT_FALSE(library.load(absolute, "abs"));
}

TEST(DynamicLibrary, AnEnvironmentVariableNamesAnotherOrNone) {
  setenv(variable, "libc.so.6", 1);
  EXPECT_TRUE(DynamicLibrary(variable, {"no-such-library.so"}).is_open());
  setenv(variable, "", 1);
  EXPECT_FALSE(DynamicLibrary(variable, {"libc.so.6"}).is_open());
  unsetenv(variable);
  EXPECT_TRUE(DynamicLibrary(variable, {"libc.so.6"}).is_open());
}

TEST(DynamicLibrary, IsUnloadedWithItsObjectUnlessItLivesAsLongAsTheProgram) {
  ASSERT_TRUE(DynamicLibrary({small_library}).is_open());
  EXPECT_FALSE(is_in_memory(small_library));
  ASSERT_TRUE(DynamicLibrary({other_library}, DynamicLibrary::Lifetime::program).is_open());
  EXPECT_TRUE(is_in_memory(other_library));
}

}  // namespace
}  // namespace wgf
