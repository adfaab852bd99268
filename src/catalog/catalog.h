// SPDX-License-Identifier: MIT
#pragma once
// The catalogue: the records embedded in the program, or those of --catalog DIR (gpus/*.toml,
// models/*.toml) in their place. The embedded GPUs and models load separately, each when first
// asked for; those of a folder both at once, so that a bad record is found whoever asks. It throws
// Error(catalog.*, ExitCode::error) with file, line and field, and nothing is kept.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalog/family.h"
#include "catalog/gpu.h"
#include "catalog/model.h"

namespace wgf::catalog {

struct GpuCatalog {
  std::vector<Gpu> gpus;
  std::vector<Family> families;
  std::unordered_map<std::string, std::size_t> by_name;  // folded ids, names and aliases → gpus

  const Gpu* find_id(std::string_view id) const;
};

struct ModelCatalog {
  std::vector<Model> models;
  std::vector<Family> families;
  std::unordered_map<std::string, std::size_t>
      by_name;  // folded ids, aliases and engine names → models

  const Model* find_id(std::string_view id) const;
  // The record of an engine model ("resnet50"); nullptr where there is none.
  const Model* find_runnable(std::string_view engine_name) const;
};

class Catalog {
 public:
  // Empty directory: the embedded records. Throws Error on a bad record of a directory.
  explicit Catalog(std::filesystem::path directory = {});
  ~Catalog();
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  const GpuCatalog& gpus() const;      // loads on first use; throws Error on a bad record
  const ModelCatalog& models() const;  // the same

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The embedded records, parsed once a process: for what must read the same wherever it is made.
const Catalog& embedded_catalog();

}  // namespace wgf::catalog
