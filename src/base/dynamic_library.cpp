// SPDX-License-Identifier: MIT
#include "base/dynamic_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>

namespace wgf {

DynamicLibrary::DynamicLibrary(std::initializer_list<const char*> names, Lifetime lifetime) {
  open(names, lifetime);
}

DynamicLibrary::DynamicLibrary(const char* variable, std::initializer_list<const char*> names,
                               Lifetime lifetime) {
  const char* chosen = std::getenv(variable);
  if (chosen == nullptr) {
    open(names, lifetime);
  } else if (*chosen != '\0') {
    open({chosen}, lifetime);
  }
}

DynamicLibrary::DynamicLibrary(DynamicLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)) {}

DynamicLibrary::~DynamicLibrary() {
  if (handle_ != nullptr) {
    dlclose(handle_);
  }
}

void DynamicLibrary::open(std::initializer_list<const char*> names, Lifetime lifetime) {
  const int keep = lifetime == Lifetime::program ? RTLD_NODELETE : 0;
  for (const char* name : names) {
    handle_ = dlopen(name, RTLD_LAZY | RTLD_LOCAL | keep);
    if (handle_ != nullptr) {
      return;
    }
  }
}

void* DynamicLibrary::find(const char* name) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, name);
}

}  // namespace wgf
