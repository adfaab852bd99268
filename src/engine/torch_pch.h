// SPDX-License-Identifier: MIT
#pragma once
// The one precompiled header of the engine: what nearly every file here needs. Made once in 30 s,
// it saves 10 s a file.

#include <torch/nn.h>
#include <torch/types.h>
#include <torch/utils.h>
