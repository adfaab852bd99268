// SPDX-License-Identifier: MIT
#include <algorithm>
#include <future>

#include "base/error.h"
#include "base/files.h"
#include "truth/validate_answer.h"
#include "truth/validate_files.h"

namespace wgf::truth {
namespace {

JudgedFile judge_file(const TruthText& file, const catalog::Catalog& catalog,
                      const MemoryReadings& readings) {
  if (file.reason.empty()) return judge({file.name, file.text}, catalog, readings);
  JudgedFile found{file.name, TruthKind::none, {}};
  JudgedRow& row = found.rows.emplace_back();
  row.file = file.name;
  row.reason = file.reason;
  return found;
}

// Every file on a thread of its own.
std::vector<JudgedFile> judge_all(const std::vector<TruthText>& files,
                                  const catalog::Catalog& catalog) {
  const MemoryReadings readings = memory_readings(files);
  catalog.gpus();
  catalog.models();
  std::vector<std::future<JudgedFile>> judging;
  for (const TruthText& file : files)
    judging.push_back(
        std::async(std::launch::async, [&] { return judge_file(file, catalog, readings); }));
  std::vector<JudgedFile> found;
  for (std::future<JudgedFile>& one : judging) found.push_back(one.get());
  return found;
}

// Of the program's measurements against the committed errors, of others where a table is named.
void compare(const ValidateRequest& request, ValidateAnswer& answer) {
  if (!request.against.empty()) {
    answer.against = request.against;
    answer.regressions =
        regressions(answer.groups, parse_error_groups(read_file(request.against), request.against));
  } else if (request.folder.empty() && !request.writes_errors) {
    answer.against = "data/accuracy/errors.csv";
    answer.regressions = regressions(answer.groups, built_in_errors());
  }
}

}  // namespace

ValidateAnswer validate(const ValidateRequest& request, const catalog::Catalog& catalog) {
  ValidateAnswer answer;
  answer.is_explained = request.is_explained;
  answer.files = judge_all(
      request.folder.empty() ? built_in_truth() : truth_of_folder(request.folder), catalog);
  const bool has_rows = std::any_of(answer.files.begin(), answer.files.end(),
                                    [](const JudgedFile& file) { return !file.rows.empty(); });
  if (!has_rows) throw Error({"validate.no_rows", {{"path", request.folder}}});
  answer.groups = error_groups(answer.files);
  answer.unused = unused_rows(answer.files);
  answer.by = request.by.empty() ? std::vector<std::string>{"source"} : request.by;
  compare(request, answer);
  return answer;
}

}  // namespace wgf::truth
