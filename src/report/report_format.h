// SPDX-License-Identifier: MIT
#pragma once
// The forms results can be written in: one file each, one list. A new format is a file and a line.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "messages/message_table.h"
#include "results/result.h"

namespace wgf::report {

struct ReportFormat {
  std::string_view name;          // as -f names it, and the suffix of its files
  std::string_view default_file;  // where a command writes it when no -o names a place
  std::string (*write)(const results::Run& run, messages::Language language);
};

std::string write_json(const results::Run& run, messages::Language language);      // json.cpp
std::string write_csv(const results::Run& run, messages::Language language);       // csv.cpp
std::string write_markdown(const results::Run& run, messages::Language language);  // markdown.cpp
std::string write_text(const results::Run& run, messages::Language language);      // text.cpp

std::span<const ReportFormat> all_report_formats();

// Throws Error(report.unknown_format, usage) naming the formats there are, and for html
// Error(report.format_not_supported, not_supported).
const ReportFormat& report_format(std::string_view name);

// By the suffix; throws Error(report.no_suffix, usage) where there is none.
const ReportFormat& format_of_file(const std::filesystem::path& path);

}  // namespace wgf::report
