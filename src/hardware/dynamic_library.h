// SPDX-License-Identifier: MIT
#pragma once
// A shared library opened at run time. Functions it lacks are null: an old driver offers fewer
// readings.

#include <initializer_list>
#include <string>

namespace wgf::hardware {

class DynamicLibrary {
 public:
  // The first of the names that can be opened; none: is_open() is false.
  explicit DynamicLibrary(std::initializer_list<const char*> names);
  // The one the environment variable names instead, where it is set; set but empty: none.
  DynamicLibrary(const char* variable, std::initializer_list<const char*> names);
  ~DynamicLibrary();
  DynamicLibrary(DynamicLibrary&& other) noexcept;
  DynamicLibrary& operator=(DynamicLibrary&&) = delete;
  DynamicLibrary(const DynamicLibrary&) = delete;
  DynamicLibrary& operator=(const DynamicLibrary&) = delete;

  bool is_open() const { return handle_ != nullptr; }

  template <typename Function>
  void load(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(find(name));
  }

 private:
  void open(std::initializer_list<const char*> names);
  void* find(const char* name) const;

  void* handle_ = nullptr;
};

// Calls a function that may be missing; true where it exists and returned 0, which both vendors
// call success.
template <typename Return, typename... Parameters, typename... Arguments>
bool succeeds(Return (*function)(Parameters...), Arguments... arguments) {
  return function != nullptr && function(arguments...) == 0;
}

}  // namespace wgf::hardware
