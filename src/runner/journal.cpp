// SPDX-License-Identifier: MIT
#include "runner/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/text.h"
#include "results/json.h"
#include "results/json_print.h"
#include "runner/earlier_results.h"

namespace wgf::runner {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using results::Result;
using results::Run;

Error cannot_write(const fs::path& path, int fault) {
  return Error({"files.cannot_write", {{"path", path.string()}, {"reason", std::strerror(fault)}}});
}

// Whoever may not read the results may not read them here.
Descriptor open_for_append(const fs::path& path, const fs::path& output) {
  Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, file_mode(output)));
  if (file.get() < 0) throw cannot_write(path, errno);
  return file;
}

// A result replaces the failed one of the same case that it repeats; repeats of good ones add up.
void take_result(std::vector<Result>& results, Result result) {
  const auto is_superseded = [&](const Result& other) {
    return !is_final(other.status) && other.measured_case.device == result.measured_case.device &&
           other.measured_case.is_answered_by(result.measured_case);
  };
  std::erase_if(results, is_superseded);
  // The file and its journal may hold the same result.
  if (std::find(results.begin(), results.end(), result) == results.end())
    results.push_back(std::move(result));
}

std::optional<Result> result_of(const std::string& line) {
  try {
    check_json_depth(line, "");
    return results::result_from_json(Json::parse(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// A journal without a whole header (the crash came while it was written) holds nothing.
std::optional<Run> read_journal(const fs::path& path) {
  const std::optional<std::string> text = try_read_file(path);
  if (!text || text->find('\n') == std::string::npos) return std::nullopt;
  const std::vector<std::string> lines = split(*text, '\n');
  Run run = results::parse_run(lines.front(), path.string());
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (std::optional<Result> result = result_of(lines[i]))
      take_result(run.results, *std::move(result));
  return run;
}

std::string header_line(const Run& run) {
  Run header = run;
  header.results.clear();
  header.partial = true;
  return results::on_one_line(results::to_json(header)) + "\n";
}

std::string result_line(const Result& result) {
  return results::on_one_line(results::to_json(result)) + "\n";
}

// A journal of an earlier schema becomes one of this before it grows: the program that began it
// would pass over what is added, and this way refuses it.
void upgrade(const fs::path& path, std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  if (too_deep_at(line)) return;
  const Json header = Json::parse(line, nullptr, false);
  if (!header.is_object() || header.value("schema_version", Json()) == results::schema_version)
    return;
  const std::optional<Run> run = read_journal(path);
  if (!run) return;
  std::string anew = header_line(*run);
  for (const Result& result : run->results) anew += result_line(result);
  write_file_atomically(path, anew);
}

std::size_t count_answers(const Run& run) {
  return static_cast<std::size_t>(
      std::count_if(run.results.begin(), run.results.end(),
                    [](const Result& result) { return is_final(result.status); }));
}

// A journal without a header is an empty run; nothing for a file that is no journal of ours.
std::optional<Run> try_read_journal(const fs::path& path) {
  try {
    return read_journal(path).value_or(Run{});
  } catch (const Error&) {
    return std::nullopt;
  }
}

// Only a journal without any answer goes: what was measured once is nowhere else.
std::optional<EarlierJournal> clear_place_of_journal(const fs::path& output) {
  const fs::path path = journal_path(output);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  std::optional<Run> run = try_read_journal(path);
  if (run && count_answers(*run) == 0) {
    fs::remove(path, ignored);
    return std::nullopt;
  }
  const fs::path name = free_earlier_name(output);
  fs::rename(path, journal_path(name), ignored);
  EarlierJournal earlier{.resume_name = name};
  if (run) earlier = {name, count_answers(*run), *std::move(run)};
  return earlier;
}

}  // namespace

fs::path journal_path(const fs::path& output) {
  return output.string() + ".journal";
}

bool is_final(results::Status status) {
  using results::Status;
  return status == Status::ok || status == Status::unsupported || status == Status::out_of_memory ||
         status == Status::invalid;
}

fs::path free_earlier_name(const fs::path& output) {
  const std::string stem = (output.parent_path() / output.stem()).string() + ".earlier";
  fs::path name = stem + ".json";
  std::error_code ignored;
  for (int number = 2; fs::exists(name, ignored) || fs::exists(journal_path(name), ignored);
       ++number)
    name = stem + "-" + std::to_string(number) + ".json";
  return name;
}

Journal Journal::start(const fs::path& output, const Run& header) {
  const fs::path path = journal_path(output);
  const std::string first = header_line(header);
  results::parse_run(first, path.string());  // a plan that cannot be read is none to measure
  const std::optional<EarlierJournal> earlier = clear_place_of_journal(output);
  Journal journal(open_for_append(path, output), path);
  try {
    journal.append(first);
  } catch (const Error&) {  // a full disk: half a journal would be in the way of the earlier one
    std::error_code ignored;
    fs::remove(path, ignored);
    if (earlier) fs::rename(journal_path(earlier->resume_name), path, ignored);
    throw;
  }
  journal.earlier_ = earlier;
  return journal;
}

Journal Journal::resume(const fs::path& output, const Run& header) {
  const fs::path path = journal_path(output);
  const std::optional<std::string> text = try_read_file(path);
  if (!text || text->find('\n') == std::string::npos) return start(output, header);
  upgrade(path, *text);
  Journal journal(open_for_append(path, output), path);
  // A line cut short stays alone and is not read; the next result begins a line of its own.
  if (!try_read_file(path).value_or("\n").ends_with('\n')) journal.append("\n");
  return journal;
}

void Journal::append(const Result& result) {
  append(result_line(result));
}

void Journal::append(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(file_.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw cannot_write(path_, errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file_.get()) != 0 && errno != EINVAL) throw cannot_write(path_, errno);
}

Run load_for_resume(const fs::path& output) {
  std::optional<Run> journal = read_journal(journal_path(output));
  const std::optional<std::string> text = try_read_file(output);
  if (!text && !journal)
    throw Error({"runner.nothing_to_resume",
                 {{"file", output.string()}, {"journal", journal_path(output).string()}}},
                ExitCode::usage);
  if (!text) return *std::move(journal);
  Run run = results::parse_run(*text, output.string());
  if (!journal) return run;
  // The run whose journal this is has left the file's results out, or was to replace them.
  if (!is_same_software(run.environment, journal->environment)) return *std::move(journal);
  if (!journal->plan.empty()) run.plan = journal->plan;
  for (Result& result : journal->results) take_result(run.results, std::move(result));
  return run;
}

std::optional<Run> load_from_journal(const fs::path& file) {
  std::error_code ignored;
  const bool is_named = file.extension() == ".journal";
  if (!is_named && fs::exists(file, ignored)) return std::nullopt;
  const fs::path path = is_named ? file : journal_path(file);
  if (!fs::exists(path, ignored)) return std::nullopt;
  std::optional<Run> run = read_journal(path);
  if (!run) throw Error({"results.ends_early", {{"file", path.string()}, {"line", "1"}}});
  return run;
}

Run load_results(const fs::path& file) {
  if (std::optional<Run> run = load_from_journal(file)) return *std::move(run);
  return results::parse_run(read_file(file), file.string());
}

void remove_journal(const fs::path& output) {
  std::error_code ignored;
  fs::remove(journal_path(output), ignored);
}

}  // namespace wgf::runner
