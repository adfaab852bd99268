// SPDX-License-Identifier: MIT
#include "cli/measure/run_options.h"

#include <algorithm>

#include "base/option_values.h"
#include "base/text.h"
#include "cli/measure/run_option_table.h"
#include "cli/typed_words.h"
#include "report/formats/output_format.h"
#include "report/formats/report_format.h"
#include "runner/config_file.h"

namespace wgf::cli {
namespace {

// What else is checked once all options are known is looked at here, where file and line are.
void check_early(std::string_view key, const std::string& text) {
  if (key == "size") parse_shapes("size", text);
  if (key == "bytes")
    for (const std::string& part : parse_list("bytes", text)) parse_bytes("bytes", part);
  if (key == "format")
    for (const std::string& part : parse_list("format", text))
      report::find_format(report::all_report_formats(), part);
}

// Options the runner knows nothing of that a file may hold as well: what to measure, and formats.
runner::OtherKeys keys_of_command(RunCommandLine& line) {
  constexpr std::string_view keys[] = {"benchmark", "size",       "cache", "bytes",
                                       "operation", "model_file", "format"};
  return {.names = {std::begin(keys), std::end(keys)},
          .set = [&line](const std::string& key, const std::string& text) {
            for (const RunOption& option : run_option_table())
              if (key == option.key) option.set(line, text);
            check_early(key, text);
          }};
}

// Read before all others, so that what is typed wins over the file wherever --config stands.
void set_config(RunCommandLine& line, const std::string& value) {
  if (value.ends_with(".yaml") || value.ends_with(".yml"))
    throw Error({"cli.config_yaml",
                 {{"path", value}, {"toml", value.substr(0, value.rfind('.')) + ".toml"}}},
                ExitCode::usage);
  runner::apply_config_file(line.options, value, keys_of_command(line));
  line.names_work |= !line.options.models.empty();
}

const RunOption config_option{
    "--config",        "FILE",
    "config",          static_cast<int>(OptionScope::run) + static_cast<int>(OptionScope::roofline),
    OptionKind::value, set_config};

void add_option(Command& command, const RunOption& option, const Context& context,
                const std::shared_ptr<std::vector<GivenOption>>& given) {
  const std::string help = context.text("cli.option_" + std::string(option.help));
  const auto take = [given, &option](const std::string& value) {
    given->push_back({&option, value});
  };
  if (option.kind == OptionKind::flag)
    command.flag(
        option.names, [take] { take(""); }, help);
  else if (option.kind == OptionKind::value)
    command.text(option.names, take, help, option.value_name);
  else
    command.repeatable(option.names, take, help, option.value_name);
}

// "-b 1 -b 2" is "-b 1,2".
std::vector<GivenOption> with_joined_lists(const std::vector<GivenOption>& given) {
  std::vector<GivenOption> joined;
  for (const GivenOption& one : given) {
    const auto earlier = std::find_if(joined.begin(), joined.end(), [&](const GivenOption& other) {
      return other.option == one.option && one.option->kind == OptionKind::list;
    });
    if (earlier == joined.end())
      joined.push_back(one);
    else
      earlier->value += "," + one.value;
  }
  return joined;
}

void drop_first(std::vector<std::string>& values, std::size_t count) {
  values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

std::string option_without_work(const RunCommandLine& line) {
  if (line.names_work) return "";
  for (const char* key : {"batch_sizes", "precision", "workload", "launch", "optimizer",
                          "memory_format", "pure", "image_size", "sequence_length"}) {
    if (!runner::is_given(line.options, key)) continue;
    return "--" + typed_name(key);
  }
  return "";
}

RunOptionReader::RunOptionReader(Command& command, const Context& context, OptionScope scope)
    : given_(std::make_shared<std::vector<GivenOption>>()) {
  const auto add = [&](const RunOption& option) {
    if ((option.scopes & static_cast<int>(scope)) != 0)
      add_option(command, option, context, given_);
  };
  for (const RunOption& option : run_option_table()) add(option);
  add(config_option);
}

RunCommandLine RunOptionReader::read() const {
  RunCommandLine line;
  bool has_models = false;
  const std::vector<GivenOption> all = with_joined_lists(*given_);
  for (const GivenOption& given : all)
    if (given.option == &config_option) given.option->set(line, given.value);
  const std::size_t files = line.model_files.size(), formats = line.formats.size();
  for (const GivenOption& given : all) {
    if (given.option != &config_option) given.option->set(line, given.value);
    has_models |= names_models(*given.option);
    line.options.given.push_back(given.option->key);
  }
  // Files stand beside the models typed with -m, in whatever order; both replace those of --config.
  const bool has_files = line.model_files.size() > files;
  if (has_files && !has_models) line.options.models.clear();
  if (has_files || has_models) drop_first(line.model_files, files);
  if (line.formats.size() > formats) drop_first(line.formats, formats);
  line.options.models.insert(line.options.models.end(), line.model_files.begin(),
                             line.model_files.end());
  if (line.outputs.empty())
    for (const std::filesystem::path& output : line.options.outputs)
      line.outputs.push_back(output.string());
  return line;
}

}  // namespace wgf::cli
