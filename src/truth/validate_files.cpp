// SPDX-License-Identifier: MIT
#include "truth/validate_files.h"

#include <algorithm>
#include <system_error>

#include "base/error.h"
#include "base/files.h"
#include "base/gzip.h"
#include "embedded/accuracy_tables.h"
#include "embedded/packed_truth.h"
#include "embedded/truth_tables.h"

namespace wgf::truth {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view readings_file = "memory_cases.csv", memory_file = "memory.csv";
constexpr int most_depth = 2;  // folders below the one named

bool is_table(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".csv") || name.ends_with(".csv.gz");
}

bool is_packed(std::string_view text) {
  return text.starts_with("\x1f\x8b");
}

// A file that cannot be read does not lose the others.
TruthText read_table(const fs::path& folder, const fs::path& path) {
  TruthText table{path.lexically_relative(folder).generic_string(), "", ""};
  try {
    table.text = read_file(path);
    if (is_packed(table.text)) table.text = unpack_gzip(table.text);
  } catch (const Error& fault) {
    table.text.clear();
    table.reason = fault.message().key == "files.bad_gzip" ? RowReason("gzip damaged")
                                                           : RowReason("file cannot be read");
  }
  return table;
}

std::vector<fs::path> tables_below(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (at.depth() >= most_depth) at.disable_recursion_pending();
    std::error_code ignored;
    if (at->is_regular_file(ignored) && is_table(at->path())) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

const TruthText* find(const std::vector<TruthText>& files, std::string_view name) {
  const auto found = std::find_if(files.begin(), files.end(), [&](const TruthText& file) {
    return file.name == name || file.name == std::string(name) + ".gz";
  });
  return found == files.end() || !found->reason.empty() ? nullptr : &*found;
}

void add_readings(const std::vector<TruthText>& files, MemoryReadings& readings) {
  const TruthText* rows = find(files, memory_file);
  const TruthText* cases = find(files, readings_file);
  if (rows == nullptr || cases == nullptr) return;
  try {
    readings.add(rows->text, cases->text);
  } catch (const Error&) {
    return;  // the rows are read by their columns then
  }
}

}  // namespace

std::vector<TruthText> built_in_truth() {
  std::vector<TruthText> files;
  for (const auto& set : {embedded::truth_tables(), embedded::packed_truth()})
    for (const EmbeddedFile& file : set)
      files.push_back({std::string(file.name), unpack_gzip(file.text), ""});
  return files;
}

std::vector<TruthText> truth_of_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw Error({"validate.no_folder", {{"path", folder.string()}}}, ExitCode::usage);
  std::vector<TruthText> files;
  for (const fs::path& path : tables_below(folder)) files.push_back(read_table(folder, path));
  if (files.empty())
    throw Error({"validate.no_tables", {{"path", folder.string()}}}, ExitCode::error);
  return files;
}

MemoryReadings memory_readings(const std::vector<TruthText>& files) {
  MemoryReadings readings;
  std::vector<TruthText> ours;
  for (const EmbeddedFile& file : embedded::truth_tables())
    if (file.name.starts_with("memory"))
      ours.push_back({std::string(file.name), unpack_gzip(file.text), ""});
  add_readings(ours, readings);
  add_readings(files, readings);
  return readings;
}

ErrorGroups built_in_errors() {
  return parse_error_groups(built_in_accuracy("errors.csv"), "data/accuracy/errors.csv");
}

std::string built_in_accuracy(std::string_view name) {
  for (const EmbeddedFile& file : embedded::accuracy_tables())
    if (file.name == name) return unpack_gzip(file.text);
  throw Error({"files.cannot_read",
               {{"path", "data/accuracy/" + std::string(name)}, {"reason", "not embedded"}}});
}

}  // namespace wgf::truth
