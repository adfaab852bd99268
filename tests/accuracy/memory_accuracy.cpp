// SPDX-License-Identifier: MIT
// Predicts every row of data/truth/memory.csv that data/truth/memory_cases.csv can read, prints the
// errors by repository, and fails where one has grown past the committed table.
// memory_accuracy TRUTH CASES TABLE [--write | --rows]

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

#include "advisor/truth/training_rows.h"
#include "base/files.h"
#include "base/text.h"
#include "groups.h"
#include "memory_rows.h"

namespace {

using namespace wgf;
using accuracy::Prediction;
using accuracy::Row;

struct Outcome {
  std::vector<Prediction> predictions;
  std::map<std::string, std::vector<std::string>> unread;  // reason → ids
};

Outcome predict(const std::vector<Row>& truth, const std::vector<Row>& readings) {
  std::map<std::string, const Row*> by_id;
  for (const Row& reading : readings) by_id[reading.at("id")] = &reading;
  Outcome outcome;
  for (const Row& row : truth) {
    const std::string& id = row.at("id");
    const auto reading = by_id.find(id);
    if (reading == by_id.end()) throw std::runtime_error(id + ": no reading of the row");
    const std::string& reason = reading->second->at("reason");
    if (!reason.empty()) {
      outcome.unread[reason].push_back(id);
      continue;
    }
    const accuracy::MemoryRow one =
        accuracy::memory_row(*reading->second, catalog::embedded_catalog().models());
    const accuracy::Predicted predicted = accuracy::predicted_metric(one);
    outcome.predictions.push_back({id, advisor::group_of_source(row.at("source")),
                                   *parse_number(row.at("value_gib")) * one.unit, predicted.bytes,
                                   predicted.bytes - predicted.half_width,
                                   predicted.bytes + predicted.half_width});
  }
  return outcome;
}

int run(const std::vector<std::string>& arguments) {
  const Outcome outcome =
      predict(accuracy::read_csv(arguments.at(0)), accuracy::read_csv(arguments.at(1)));
  const auto found = accuracy::group_summaries(outcome.predictions);
  const std::string mode = arguments.size() > 3 ? arguments[3] : "";
  if (mode == "--rows")
    for (const Prediction& one : outcome.predictions)
      fmt::print("{:<14} {:<34} {:>9.3f} {:>9.3f} GiB {:>7.1f} %\n", one.id, one.group,
                 one.truth / gibi, one.predicted / gibi, one.error() * 100);
  accuracy::print_groups(found);
  accuracy::print_unread(outcome.unread);
  if (mode == "--write") {
    write_file_atomically(arguments.at(2), accuracy::table_of(found));
    return 0;
  }
  return accuracy::regressions(found, accuracy::read_csv(arguments.at(2))) > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "memory_accuracy: {}\n", error.what());
    return 1;
  }
}
