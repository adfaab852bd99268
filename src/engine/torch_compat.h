// SPDX-License-Identifier: MIT
#pragma once
// Everything that differs between the LibTorch versions we build against (2.11 to 2.14), in one
// place.

#include <torch/version.h>

#define WGF_TORCH_AT_LEAST(major, minor) \
  (TORCH_VERSION_MAJOR > (major) ||      \
   (TORCH_VERSION_MAJOR == (major) && TORCH_VERSION_MINOR >= (minor)))
