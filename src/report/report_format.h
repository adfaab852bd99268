// SPDX-License-Identifier: MIT
#pragma once
// The forms results can be written in: one file each, one list. A new format is a file and a line.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "report/report_input.h"

namespace wgf::report {

struct ReportFormat {
  std::string_view name;          // as -f names it, and the suffix of its files
  std::string_view default_file;  // where a command writes it when no -o names a place
  std::string (*write)(const ReportInput& input);
  // Throws Error where this machine cannot write it, before anything is measured. May be null.
  void (*check)() = nullptr;
};

std::string write_json(const results::Run& run, messages::Language language);      // json.cpp
std::string write_csv(const results::Run& run, messages::Language language);       // csv.cpp
std::string write_markdown(const results::Run& run, messages::Language language);  // markdown.cpp
std::string write_text(const results::Run& run, messages::Language language);      // text.cpp

// json is the file of one run: throws Error(report.one_run_only, usage) for several. The others put
// the runs side by side (html, svg, png) or one below the other.
std::span<const ReportFormat> all_report_formats();

// Throws Error(report.unknown_format, usage) naming the formats there are.
const ReportFormat& report_format(std::string_view name);

// By the suffix; throws Error(report.no_suffix, usage) where there is none.
const ReportFormat& format_of_file(const std::filesystem::path& path);

}  // namespace wgf::report
