// SPDX-License-Identifier: MIT
#include "report/output.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "report/comparison_report.h"

namespace wgf::report {

template <typename Input>
std::vector<OutputOf<Input>> choose_outputs(const OutputChoice& choice, FormatList<Input> formats) {
  for (const std::string& name : choice.formats) find_format(formats, name);
  std::vector<OutputOf<Input>> outputs;
  for (std::size_t i = 0; i < choice.paths.size(); ++i) {
    const std::filesystem::path path = choice.paths[i];
    const bool has_format = !choice.formats.empty();
    const std::string_view format =
        has_format ? std::string_view(choice.formats[std::min(i, choice.formats.size() - 1)]) : "";
    outputs.push_back({path,
                       has_format ? &find_format(formats, format) : &format_of_file(formats, path),
                       choice.force || path == choice.resumed});
  }
  if (!outputs.empty()) return outputs;
  for (const std::string& name : choice.formats) {
    const OutputFormat<Input>& format = find_format(formats, name);
    outputs.push_back({std::filesystem::path(format.default_file), &format, true});
  }
  if (!outputs.empty()) return outputs;
  for (const std::string& file : choice.default_files)
    outputs.push_back({file, &format_of_file(formats, file), true});
  return outputs;
}

template <typename Input>
std::vector<const OutputFormat<Input>*> take_printed(std::vector<OutputOf<Input>>& outputs) {
  std::vector<const OutputFormat<Input>*> printed;
  std::erase_if(outputs, [&](const OutputOf<Input>& output) {
    if (output.path != standard_output) return false;
    printed.push_back(output.format);
    return true;
  });
  return printed;
}

template <typename Input>
bool is_written_over(const std::filesystem::path& file,
                     const std::vector<OutputOf<Input>>& outputs) {
  // Made absolute first: of a file that is not there yet, "a.json" would stay as it is typed.
  const auto canonical = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return std::any_of(outputs.begin(), outputs.end(), [&](const OutputOf<Input>& output) {
    return canonical(output.path) == canonical(file);
  });
}

template <typename Input>
void drop_repeated(std::vector<OutputOf<Input>>& outputs) {
  std::vector<OutputOf<Input>> once;
  for (OutputOf<Input>& output : outputs)
    if (!is_written_over(output.path, once)) once.push_back(std::move(output));
  outputs = std::move(once);
}

template <typename Input>
void check_outputs(const std::vector<OutputOf<Input>>& outputs) {
  for (const OutputOf<Input>& output : outputs) {
    std::error_code ignored;
    if (!output.may_replace && std::filesystem::is_regular_file(output.path, ignored))
      throw Error({"report.file_exists", {{"path", output.path.string()}}}, ExitCode::usage);
    check_writable(output.path);
    if (output.format->check) output.format->check();
  }
}

template <typename Input>
void write_outputs(const std::vector<OutputOf<Input>>& outputs, const Input& input) {
  std::optional<Error> first_fault;
  for (const OutputOf<Input>& output : outputs) {
    try {
      write_file_atomically(output.path, output.format->write(input));
    } catch (const Error& fault) {
      if (!first_fault) first_fault = fault;
    }
  }
  if (first_fault) throw *first_fault;
}

std::vector<Output> choose_outputs(const OutputChoice& choice) {
  return choose_outputs(choice, all_report_formats());
}

template std::vector<const ReportFormat*> take_printed(std::vector<Output>&);
template bool is_written_over(const std::filesystem::path&, const std::vector<Output>&);
template void drop_repeated(std::vector<Output>&);
template void check_outputs(const std::vector<Output>&);
template void write_outputs(const std::vector<Output>&, const ReportInput&);

using ComparisonOutput = OutputOf<ComparisonReport>;
template std::vector<ComparisonOutput> choose_outputs(const OutputChoice&,
                                                      FormatList<ComparisonReport>);
template std::vector<const ComparisonFormat*> take_printed(std::vector<ComparisonOutput>&);
template void drop_repeated(std::vector<ComparisonOutput>&);
template void check_outputs(const std::vector<ComparisonOutput>&);
template void write_outputs(const std::vector<ComparisonOutput>&, const ComparisonReport&);

}  // namespace wgf::report
