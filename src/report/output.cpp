// SPDX-License-Identifier: MIT
#include "report/output.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/files.h"

namespace wgf::report {

std::vector<Output> choose_outputs(const OutputChoice& choice) {
  std::vector<Output> outputs;
  for (std::size_t i = 0; i < choice.paths.size(); ++i) {
    const std::filesystem::path path = choice.paths[i];
    const bool has_format = !choice.formats.empty();
    const std::string_view format =
        has_format ? std::string_view(choice.formats[std::min(i, choice.formats.size() - 1)]) : "";
    outputs.push_back({path, has_format ? &report_format(format) : &format_of_file(path),
                       choice.force || path == choice.resumed});
  }
  if (!outputs.empty()) return outputs;
  for (const std::string& name : choice.formats) {
    const ReportFormat& format = report_format(name);
    outputs.push_back({std::filesystem::path(format.default_file), &format, true});
  }
  if (!outputs.empty()) return outputs;
  for (const std::string& file : choice.default_files)
    outputs.push_back({file, &format_of_file(file), true});
  return outputs;
}

std::vector<const ReportFormat*> take_printed(std::vector<Output>& outputs) {
  std::vector<const ReportFormat*> printed;
  std::erase_if(outputs, [&](const Output& output) {
    if (output.path != standard_output) return false;
    printed.push_back(output.format);
    return true;
  });
  return printed;
}

bool is_written_over(const std::filesystem::path& file, const std::vector<Output>& outputs) {
  // Made absolute first: of a file that is not there yet, "a.json" would stay as it is typed.
  const auto canonical = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return std::any_of(outputs.begin(), outputs.end(), [&](const Output& output) {
    return canonical(output.path) == canonical(file);
  });
}

void drop_repeated(std::vector<Output>& outputs) {
  std::vector<Output> once;
  for (Output& output : outputs)
    if (!is_written_over(output.path, once)) once.push_back(std::move(output));
  outputs = std::move(once);
}

void check_outputs(const std::vector<Output>& outputs) {
  for (const Output& output : outputs) {
    std::error_code ignored;
    if (!output.may_replace && std::filesystem::is_regular_file(output.path, ignored))
      throw Error({"report.file_exists", {{"path", output.path.string()}}}, ExitCode::usage);
    check_writable(output.path);
    if (output.format->check) output.format->check();
  }
}

void write_outputs(const std::vector<Output>& outputs, const ReportInput& input) {
  std::optional<Error> first_fault;
  for (const Output& output : outputs) {
    try {
      write_file_atomically(output.path, output.format->write(input));
    } catch (const Error& fault) {
      if (!first_fault) first_fault = fault;
    }
  }
  if (first_fault) throw *first_fault;
}

}  // namespace wgf::report
