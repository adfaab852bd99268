// SPDX-License-Identifier: MIT
#include "hardware/dynamic_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>

namespace wgf::hardware {

DynamicLibrary::DynamicLibrary(std::initializer_list<const char*> names) {
  open(names);
}

DynamicLibrary::DynamicLibrary(const char* variable, std::initializer_list<const char*> names) {
  const char* chosen = std::getenv(variable);
  if (chosen == nullptr) {
    open(names);
  } else if (*chosen != '\0') {
    open({chosen});
  }
}

DynamicLibrary::DynamicLibrary(DynamicLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)) {}

DynamicLibrary::~DynamicLibrary() {
  if (handle_ != nullptr) {
    dlclose(handle_);
  }
}

void DynamicLibrary::open(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    handle_ = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle_ != nullptr) {
      return;
    }
  }
}

void* DynamicLibrary::find(const char* name) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, name);
}

}  // namespace wgf::hardware
