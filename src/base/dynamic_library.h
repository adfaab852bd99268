// SPDX-License-Identifier: MIT
#pragma once
// A shared library opened at run time. Functions it lacks are null: an old driver offers fewer
// readings.

#include <initializer_list>

namespace wgf {

class DynamicLibrary {
 public:
  // Program: stays in memory after the object, for libraries that cannot be unloaded.
  enum class Lifetime { object, program };

  // The first of the names that can be opened; none: is_open() is false.
  explicit DynamicLibrary(std::initializer_list<const char*> names,
                          Lifetime lifetime = Lifetime::object);
  // The one the environment variable names instead, where it is set; set but empty: none.
  DynamicLibrary(const char* variable, std::initializer_list<const char*> names,
                 Lifetime lifetime = Lifetime::object);
  ~DynamicLibrary();
  DynamicLibrary(DynamicLibrary&& other) noexcept;
  DynamicLibrary& operator=(DynamicLibrary&&) = delete;
  DynamicLibrary(const DynamicLibrary&) = delete;
  DynamicLibrary& operator=(const DynamicLibrary&) = delete;

  bool is_open() const { return handle_ != nullptr; }

  // False where the library or the function is missing.
  template <typename Function>
  bool load(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(find(name));
    return function != nullptr;
  }

 private:
  void open(std::initializer_list<const char*> names, Lifetime lifetime);
  void* find(const char* name) const;

  void* handle_ = nullptr;
};

}  // namespace wgf
