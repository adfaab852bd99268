// SPDX-License-Identifier: MIT
#pragma once
// The published measurements that validate predicts: those of the program, or all tables of a
// folder, as CSV or packed with gzip.

#include <filesystem>
#include <string>
#include <vector>

#include "truth/error_groups.h"

namespace wgf::truth {

struct TruthText {
  std::string name;  // below the folder: "operators/gemm.csv.gz"
  std::string text;
  std::string reason;  // why it could not be read
};

std::vector<TruthText> built_in_truth();
// Throws Error where the folder has no table.
std::vector<TruthText> truth_of_folder(const std::filesystem::path& folder);

// Our readings of rows of memory: those of the program, and those that lie beside the tables.
MemoryReadings memory_readings(const std::vector<TruthText>& files);

// The errors that are committed for the measurements of the program.
ErrorGroups built_in_errors();
// "training_held_out.csv", … of data/accuracy.
std::string built_in_accuracy(std::string_view name);

}  // namespace wgf::truth
