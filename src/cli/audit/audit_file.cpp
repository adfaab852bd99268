// SPDX-License-Identifier: MIT
#include "cli/audit/audit_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "answers/claims/audit_results.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/files.h"
#include "base/gzip.h"
#include "base/printable.h"
#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/words/row_reasons.h"
#include "cli/words/training_words.h"
#include "results/json.h"
#include "results/json_print.h"
#include "truth/audit_rows.h"

namespace wgf::cli {
namespace {

using answers::AuditedResult;
using answers::FileAudit;

const char* limit_key(advisor::ClaimUnit unit) {
  switch (unit) {
    case advisor::ClaimUnit::bytes:
      return "audit.row_bandwidth";
    case advisor::ClaimUnit::link:
      return "audit.row_link";
    case advisor::ClaimUnit::memory:
      return "audit.row_memory";
    default:
      return "audit.row_flops";
  }
}

Message fault_of(const truth::AuditedRow& row) {
  const advisor::ClaimUnit unit = row.claim.unit;
  const bool is_memory = unit == advisor::ClaimUnit::memory;
  const bool is_bytes =
      is_memory || unit == advisor::ClaimUnit::bytes || unit == advisor::ClaimUnit::link;
  const double factor = is_memory ? static_cast<double>(gibi) : is_bytes ? giga : tera;
  return {limit_key(unit),
          {{"needed", rate_text(row.verdict->needed / factor)},
           {"available", rate_text(row.verdict->available / factor)},
           {"cards", fmt::format("{} x {}", row.claim.gpus, row.claim.gpu->id)},
           {"factor", format_number(row.verdict->factor(), 3)}}};
}

AuditedResult audited(const truth::AuditedRow& row) {
  AuditedResult one{row.id, std::nullopt, std::nullopt};
  if (!row.verdict) one.unread = reason_message(row.unread);
  if (row.is_impossible()) one.fault = fault_of(row);
  return one;
}

FileAudit audit_text(const std::string& text, const std::string& file,
                     const catalog::Catalog& catalog) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw Error({"audit.empty_file", {{"file", file}}});
  if (text[first] == '{')
    return {file, answers::audit_results(results::parse_run(text, file).results, catalog)};
  if (const auto results = answers::results_of_csv(text, file))
    return {file, answers::audit_results(*results, catalog)};
  const auto rows = truth::audit_rows(text, file, catalog);
  if (!rows) throw Error({"audit.unknown_columns", {{"file", file}}}, ExitCode::not_supported);
  FileAudit audit{file, {}};
  for (const truth::AuditedRow& row : *rows) audit.results.push_back(audited(row));
  return audit;
}

bool has_table_ending(const std::filesystem::path& path) {
  const std::string ending = lower_case(path.extension().string());
  return ending == ".json" || ending == ".csv" || ending == ".gz";
}

// "/dev/stdin", "./results"; not "meta-llama/Llama-3.1-8B", a network.
bool is_path(const std::string& word) {
  return word.starts_with('/') || word.starts_with("./") || word.starts_with("../");
}

std::string first_names(const std::vector<std::string>& names, const Context& context) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i)
    named.push_back(printable(names[i]));
  std::string text = join(named, "; ");
  if (names.size() > most_named)
    text +=
        context.text({"audit.and_more", {{"count", std::to_string(names.size() - most_named)}}});
  return text;
}

std::string shown(const FileAudit& audit, const Context& context) {
  const std::size_t checked = audit.checked();
  const std::vector<const AuditedResult*> impossible = audit.impossible();
  std::string text = paragraph({"audit.file_summary",
                                {{"file", printable(audit.file)},
                                 {"rows", std::to_string(audit.results.size())},
                                 {"checked", std::to_string(checked)},
                                 {"impossible", std::to_string(impossible.size())}}},
                               context);
  for (const AuditedResult* one : impossible)
    text += paragraph(
        {"audit.file_fault", {{"name", printable(one->name)}, {"what", context.text(*one->fault)}}},
        context);
  const std::size_t unread = audit.results.size() - checked;
  if (unread > 0)
    text += paragraph({"audit.file_unread", {{"count", std::to_string(unread)}}}, context);
  for (const auto& [reason, names] : audit.unread(context.language))
    text += paragraph({"audit.file_unread_reason",
                       {{"count", std::to_string(names.size())},
                        {"reason", reason},
                        {"names", first_names(names, context)}}},
                      context);
  return text +
         (checked > impossible.size() ? paragraph({"audit.not_shown_true", {}}, context) : "");
}

}  // namespace

void check_one_file(const std::vector<std::string>& words) {
  std::error_code ignored;
  if (words.size() == 1 && std::filesystem::is_directory(words[0], ignored))
    throw Error({"audit.folder", {{"path", words[0]}}}, ExitCode::usage);
  if (words.size() == 1 && std::filesystem::is_character_file(words[0], ignored))
    throw Error({"audit.device", {{"path", words[0]}}}, ExitCode::usage);
  const auto is_file = [&](const std::string& word) {
    return has_table_ending(word) && std::filesystem::is_regular_file(word, ignored);
  };
  const auto files = std::count_if(words.begin(), words.end(), is_file);
  if (files > 1)
    throw Error({"audit.several_files", {{"count", std::to_string(files)}}}, ExitCode::usage);
}

bool is_audited_file(const std::vector<std::string>& words) {
  if (words.size() != 1 || words[0].find(' ') != std::string::npos) return false;
  const std::string& word = words[0];
  std::error_code ignored;
  return has_table_ending(word) || is_path(word) || std::filesystem::exists(word, ignored);
}

void audit_file(const std::string& file, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    throw Error({"audit.no_such_file", {{"path", file}}});
  std::string text = read_file(file);
  if (std::filesystem::path(file).extension() == ".gz") text = unpack_gzip(text);
  const FileAudit audit = audit_text(text, file, catalog);
  print(context.json ? results::indented(audit_json(audit, context.language))
                     : shown(audit, context));
  if (!audit.impossible().empty()) context.exit_code = ExitCode::regression;
}

}  // namespace wgf::cli
