// SPDX-License-Identifier: MIT
#pragma once
// What every list of formats is made of, that of runs and that of comparisons: a format is named
// by -f or by the suffix of a file.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace wgf::report {

// As -o names it: not a file.
inline constexpr const char* standard_output = "-";

template <typename Input>
struct OutputFormat {
  std::string_view name;          // as -f names it, and the suffix of its files
  std::string_view default_file;  // where a command writes it when no -o names a place
  std::string (*write)(const Input& input);
  // Throws Error where this machine cannot write it, before anything is measured. May be null.
  void (*check)() = nullptr;
  // Throws Error where what is to be written could not be read again. May be null.
  void (*check_text)(const std::string& text, const std::string& file_name) = nullptr;
};

template <typename Input>
using FormatList = std::span<const OutputFormat<Input>>;

// Throws Error(report.unknown_format, usage) naming the formats there are.
template <typename Input>
const OutputFormat<Input>& find_format(FormatList<Input> formats, std::string_view name);

// By the suffix; null where it names none.
template <typename Input>
const OutputFormat<Input>* format_of_suffix(FormatList<Input> formats,
                                            const std::filesystem::path& path);

// The same; throws Error(report.no_suffix, usage) where there is none.
template <typename Input>
const OutputFormat<Input>& format_of_file(FormatList<Input> formats,
                                          const std::filesystem::path& path);

}  // namespace wgf::report
