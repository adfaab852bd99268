// SPDX-License-Identifier: MIT
#include "report/formats/output.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "report/formats/comparison_report.h"

namespace wgf::report {

namespace {

// A format that no file takes was meant for one whose suffix says another.
template <typename Input>
void check_formats_taken(const OutputChoice& choice, const std::vector<OutputOf<Input>>& outputs,
                         std::size_t taken, FormatList<Input> formats) {
  if (outputs.empty()) return;
  for (std::size_t i = taken; i < choice.formats.size(); ++i) {
    const OutputFormat<Input>* format = &find_format(formats, choice.formats[i]);
    const bool is_written =
        std::any_of(outputs.begin(), outputs.end(),
                    [&](const OutputOf<Input>& output) { return output.format == format; });
    if (!is_written)
      throw Error({"report.format_not_taken",
                   {{"format", choice.formats[i]},
                    {"path", outputs.front().path.string()},
                    {"taken", std::string(outputs.front().format->name)}}},
                  ExitCode::usage);
  }
}

}  // namespace

template <typename Input>
std::vector<OutputOf<Input>> choose_outputs(const OutputChoice& choice, FormatList<Input> formats) {
  for (const std::string& name : choice.formats) find_format(formats, name);
  std::vector<OutputOf<Input>> outputs;
  std::size_t named = 0;  // formats of -f that are taken, the last one for all that follow
  for (const std::filesystem::path path : choice.paths) {
    const OutputFormat<Input>* format = format_of_suffix(formats, path);
    if (format == nullptr && choice.formats.empty()) format = &format_of_file(formats, path);
    if (format == nullptr) {
      format = &find_format(formats, choice.formats[std::min(named, choice.formats.size() - 1)]);
      ++named;
    }
    outputs.push_back({path, format, choice.force || path == choice.resumed});
  }
  check_formats_taken(choice, outputs, named, formats);
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
      const std::string text = output.format->write(input);
      if (output.format->check_text) output.format->check_text(text, output.path.string());
      write_file_atomically(output.path, text);
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
template bool is_written_over(const std::filesystem::path&, const std::vector<ComparisonOutput>&);
template void drop_repeated(std::vector<ComparisonOutput>&);
template void check_outputs(const std::vector<ComparisonOutput>&);
template void write_outputs(const std::vector<ComparisonOutput>&, const ComparisonReport&);

}  // namespace wgf::report
