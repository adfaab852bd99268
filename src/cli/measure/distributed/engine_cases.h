// SPDX-License-Identifier: MIT
#pragma once
// Training of the catalogue's decoders, and of those a config.json describes, by the training
// engine: forward and backward passes of our own instead of LibTorch's networks.

#include <string>
#include <string_view>
#include <vector>

#include "cli/measure/distributed/train_cases.h"
#include "cli/measure/llm/named_model.h"

namespace wgf::cli {

// What the engine trains under this name: a decoder of the catalogue, a config.json or a folder
// with one. Throws Error for what is none.
NamedModel named_decoder(const std::string& name, const catalog::ModelCatalog& models);

// Throws Error for a name that nothing has, and Error(usage) where --engine own asks for what the
// engine does not have.
bool is_for_engine(const std::string& name, const TrainOptions& typed,
                   const runner::RunOptions& options, const catalog::ModelCatalog& models);

// Of the names that are for it.
std::vector<results::Case> engine_cases(const TrainOptions& typed,
                                        const runner::RunOptions& options, std::string_view device,
                                        const catalog::ModelCatalog& models);

}  // namespace wgf::cli
