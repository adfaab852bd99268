// SPDX-License-Identifier: MIT
#pragma once
// Precompiled once for every GoogleTest program but those of the engine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "front_pch.h"
