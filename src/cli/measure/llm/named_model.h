// SPDX-License-Identifier: MIT
#pragma once
// What -m of llm names: a model of the catalogue, a config.json, or a folder with a checkpoint.

#include <string>
#include <utility>
#include <vector>

#include "catalog/catalog.h"

namespace wgf::cli {

struct NamedModel {
  std::string name;     // of the record, the folder or the file
  std::string config;   // config.json
  std::string weights;  // fingerprint of the folder's files; empty: random ones
  // As it is published, of those that the engine computes in.
  std::string precision = "bf16";
};

// What begins as a path, ends in .json or is a folder with a config.json is no name of the
// catalogue. Throws Error for what is not there or cannot be read.
NamedModel find_model(const std::string& typed, const catalog::ModelCatalog& models);

// What the engine is told of the checkpoints among the names, "a,b": variables and their values.
std::vector<std::pair<std::string, std::string>> checkpoint_environment(const std::string& typed);

}  // namespace wgf::cli
