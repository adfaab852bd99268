// SPDX-License-Identifier: MIT
#pragma once
// The record as JSON and back. Numbers keep every digit (a score recomputed from a file is the same
// to the last one). Results of schema 1 are read as well, wherever they come from: a file, a
// journal.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "results/result.h"

namespace wgf::results {

nlohmann::ordered_json to_json(const Message& message);
nlohmann::ordered_json to_json(const Parameters& parameters);
nlohmann::ordered_json to_json(const Case& value);
nlohmann::ordered_json to_json(const Environment& environment);
nlohmann::ordered_json to_json(const Result& result);
nlohmann::ordered_json to_json(const Run& run);

Parameters parameters_from_json(const nlohmann::ordered_json& json);
Case case_from_json(const nlohmann::ordered_json& json);
Result result_from_json(const nlohmann::ordered_json& json);
Run run_from_json(const nlohmann::ordered_json& json);

// Parses the text of a results file, or the first line of its journal. Throws Error with the file's
// name: results.not_json, .ends_early, .no_number with the place, .foreign_file for JSON of another
// program, .other_schema_in for a version this one does not know, .missing_field, .wrong_kind,
// .bad_file for what does not fit.
Run parse_run(std::string_view text, const std::string& file_name);

}  // namespace wgf::results
