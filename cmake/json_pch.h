// SPDX-License-Identifier: MIT
#pragma once
// Precompiled for the folders of which most files read or write JSON.

#include <nlohmann/json.hpp>

#include "front_pch.h"
