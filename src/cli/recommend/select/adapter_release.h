// SPDX-License-Identifier: MIT
#pragma once
// From which release on bitsandbytes runs QLoRA on a card, in text and JSON.

#include <nlohmann/json.hpp>
#include <string>

#include "catalog/gpu.h"
#include "cli/command.h"

namespace wgf::cli {

// Empty, null: every release does.
std::string release_note(const catalog::Gpu& gpu, const Context& context);
nlohmann::ordered_json release_json(const catalog::Gpu& gpu);

}  // namespace wgf::cli
