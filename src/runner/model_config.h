// SPDX-License-Identifier: MIT
#pragma once
// A decoder of the catalogue as config.json of Hugging Face describes one, which is how the engine
// is told what to build.

#include <string>

#include "catalog/model.h"

namespace wgf::runner {

// Throws Error(not_supported) for a network that is no decoder the engine runs: of another kind, or
// with layers it does not have.
std::string model_config(const catalog::Model& model);
// The same of a network that the engine trains: also GPT-2, which nobody serves.
std::string training_config(const catalog::Model& model);
// Whether they would not throw.
bool has_training_config(const catalog::Model& model);
bool has_model_config(const catalog::Model& model);

}  // namespace wgf::runner
