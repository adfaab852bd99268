// SPDX-License-Identifier: MIT
#pragma once
// The one precompiled header of the engine: what every file here needs, made once in 30 s. Nothing
// of torch/nn but its base class: each file would instantiate the templates of all that stands here
// (torch/nn.h: 8 s a file).

#include <torch/nn/module.h>
#include <torch/types.h>
