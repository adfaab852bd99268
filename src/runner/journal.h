// SPDX-License-Identifier: MIT
#pragma once
// Results kept as they come: a file of JSON lines beside the output (results.json.journal), the
// run's header first, then a line for each result, each flushed to disk. It outlives whatever ends
// the program and goes away once the final file is written.

#include <filesystem>
#include <optional>
#include <string>

#include "base/subprocess.h"
#include "results/result.h"

namespace wgf::runner {

std::filesystem::path journal_path(const std::filesystem::path& output);

// results.earlier.json or, where that or its journal is there already, results.earlier-2.json and
// so on.
std::filesystem::path free_earlier_name(const std::filesystem::path& output);

// A journal that was in the way of a new one, and what --resume takes to go on from it.
struct EarlierJournal {
  std::filesystem::path resume_name;
  std::size_t answers = 0;
  results::Run run;  // its header: command and task say how to go on
};

class Journal {
 public:
  // Starts a new journal with the header. An older one there that holds answers is kept as the
  // journal of free_earlier_name().
  static Journal start(const std::filesystem::path& output, const results::Run& header);
  // Goes on in the one there, which becomes one of this schema, or starts it anew where there is
  // none.
  static Journal resume(const std::filesystem::path& output, const results::Run& header);

  // Throws Error(files.cannot_write) when the disk is full.
  void append(const results::Result& result);
  const std::optional<EarlierJournal>& earlier() const { return earlier_; }

 private:
  Journal(Descriptor file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  void append(const std::string& text);

  Descriptor file_;
  std::filesystem::path path_;
  std::optional<EarlierJournal> earlier_;
};

// What is known of an earlier run: its file and its journal, whichever exist. A last line cut short
// by a crash is left out, and so is a file whose software is not the journal's. Throws
// Error(runner.nothing_to_resume, usage) where neither exists, and what parse_run does.
results::Run load_for_resume(const std::filesystem::path& output);

// What a results file holds, for whoever only reads. Of a run that was killed its journal, named as
// such or by the file that never came to be. Throws what parse_run and read_file do.
results::Run load_results(const std::filesystem::path& file);
// The same, nothing where there is a file to be read as such.
std::optional<results::Run> load_from_journal(const std::filesystem::path& file);

// After the final file is written: the journal is no longer needed.
void remove_journal(const std::filesystem::path& output);

// An answer that measuring again would not change. Skipped cases get a new chance: memory or time
// may be there now.
bool is_final(results::Status status);

}  // namespace wgf::runner
