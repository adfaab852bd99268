// SPDX-License-Identifier: MIT
#pragma once
// Precompiled for this folder: nearly every file here needs both libraries, at 6 s a file.

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
