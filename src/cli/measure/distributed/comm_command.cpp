// SPDX-License-Identifier: MIT
// comm: what the links between GPUs carry, collective by collective, as nccl-tests measures it.

#include <memory>

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/distributed/collective_forecasts.h"
#include "cli/measure/measure_session.h"
#include "cli/surroundings.h"
#include "runner/benchmarks_table.h"
#include "runner/launch/rank_devices.h"

namespace wgf::cli {
namespace {

using results::Case;

struct CommOptions {
  std::string operations, type, smallest, largest, factor, ranks;
  std::string algorithms, protocols, channels;  // of NCCL; empty: it chooses
};

// "8", "128M", "1G": 1024 a step, as nccl-tests has it.
std::int64_t bytes_of(const char* option, const std::string& typed) {
  std::string number = typed;
  std::int64_t unit = 1;
  if (!number.empty())
    if (const std::size_t power = std::string("KMG").find(
            static_cast<char>(std::toupper(static_cast<unsigned char>(number.back()))));
        power != std::string::npos) {
      unit = std::int64_t{1} << (10 * (power + 1));
      number.pop_back();
    }
  const auto count = parse_integer(number);
  constexpr std::int64_t most = std::int64_t{1} << 36;
  if (!count || *count < 1 || *count > most / unit)
    throw Error({"tasks.comm_bad_size", {{"option", option}, {"value", typed}}}, ExitCode::usage);
  return *count * unit;
}

std::vector<std::int64_t> sizes_of(const CommOptions& typed, bool is_cpu) {
  const std::int64_t first = bytes_of("-b", typed.smallest.empty() ? "8" : typed.smallest);
  const std::int64_t last =
      bytes_of("-e", typed.largest.empty() ? (is_cpu ? "4M" : "1G") : typed.largest);
  const std::int64_t factor =
      parse_count("--stepfactor", typed.factor.empty() ? (is_cpu ? "16" : "4") : typed.factor, 2);
  if (first > last)
    throw Error({"tasks.comm_sizes_reversed",
                 {{"first", std::to_string(first)}, {"last", std::to_string(last)}}},
                ExitCode::usage);
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size <= last; size *= factor) sizes.push_back(size);
  return sizes;
}

// Every combination of NCCL's settings that were typed; one without any where none were.
std::vector<results::Parameters> nccl_settings(const CommOptions& typed, bool is_cpu) {
  if (is_cpu && !(typed.algorithms + typed.protocols + typed.channels).empty())
    throw Error({"tasks.comm_settings_of_nccl", {}}, ExitCode::usage);
  std::vector<results::Parameters> all(1);
  const auto multiply = [&](const char* name, const std::vector<results::Value>& values) {
    if (values.empty()) return;
    std::vector<results::Parameters> more;
    for (const results::Parameters& one : all)
      for (const results::Value& value : values) {
        more.push_back(one);
        more.back().set(name, value);
      }
    all = std::move(more);
  };
  const auto words = [](const char* option, const std::string& text,
                        std::span<const std::string_view> known) {
    std::vector<results::Value> values;
    if (text.empty()) return values;
    for (const std::string& word : parse_list(option, text)) {
      runner::check_choice(option, word, known);
      values.emplace_back(word);
    }
    return values;
  };
  multiply("algorithm", words("--algo", typed.algorithms, runner::all_nccl_algorithms()));
  multiply("protocol", words("--proto", typed.protocols, runner::all_nccl_protocols()));
  std::vector<results::Value> counts;
  if (!typed.channels.empty())
    for (const std::int64_t count : parse_sweep("--channels", typed.channels, 1))
      counts.emplace_back(count);
  multiply("channels", counts);
  return all;
}

std::vector<Case> comm_cases(const CommOptions& typed, std::string_view device,
                             const RunCommandLine& line) {
  const bool is_cpu = device == "cpu";
  const std::vector<std::string> operations =
      parse_list("--op", typed.operations.empty() ? "all_reduce" : typed.operations);
  const bool takes_all = operations.size() == 1 && operations.front() == "all";
  std::vector<std::string> chosen = operations;
  if (takes_all) chosen.assign(runner::all_collectives().begin(), runner::all_collectives().end());
  const std::string type = typed.type.empty() ? "float32" : typed.type;
  runner::check_choice("-d", type, runner::all_collective_types());
  const std::int64_t ranks = parse_count("-g", typed.ranks.empty() ? "2" : typed.ranks, 2);
  for (const std::string& operation : chosen)
    runner::check_choice("--op", operation, runner::all_collectives());
  std::vector<Case> cases;
  // Settings outermost: engines start anew for each.
  for (const results::Parameters& settings : nccl_settings(typed, is_cpu))
    for (const std::string& operation : chosen) {
      for (const std::int64_t size : sizes_of(typed, is_cpu)) {
        Case value{.benchmark = "collective",
                   .parameters = {{"operation", operation},
                                  {"bytes", size},
                                  {"type", type},
                                  {"ranks", ranks}},
                   .device = runner::devices_of_ranks(device, ranks),
                   .seed = line.options.seed,
                   .stopping = line.options.stopping};
        for (const auto& [name, setting] : settings) value.parameters.set(name, setting);
        // Many sizes, each a matter of microseconds to milliseconds.
        if (!runner::is_given(line.options, "max_time")) value.stopping.max_time = Seconds(1);
        if (!runner::is_given(line.options, "min_time")) value.stopping.min_time = Seconds(0.05);
        cases.push_back(std::move(value));
      }
    }
  return cases;
}

Session make_session(const CommOptions& typed, RunCommandLine line, const Context& context) {
  line.names_work = true;
  Session session{.line = line, .default_files = {"comm.json"}};
  session.task = "comm";
  session.is_of_ranks = true;
  session.complete = [&context](results::Run& run, const runner::DeviceState&,
                                const catalog::ModelCatalog&) {
    add_collective_forecasts(run, *asked_catalog(context));
  };
  session.check = [typed, line](const catalog::ModelCatalog&) {
    comm_cases(typed, line.options.device == "cpu" ? "cpu" : "cuda:0", line);
  };
  session.make_cases = [typed, line](std::string_view device, const catalog::ModelCatalog&) {
    return comm_cases(typed, device, line);
  };
  return session;
}

}  // namespace

void add_comm_command(Command& program, Context& context) {
  Command command = program.add_command("comm", context.text("tasks.comm_description"));
  const auto typed = std::make_shared<CommOptions>();
  const auto text = [&](const char* name, std::string& value, const char* help,
                        const char* value_name) {
    command.text(name, value, context.text(std::string("tasks.comm_option_") + help), value_name);
  };
  text("--op", typed->operations, "operations", "NAME,...");
  text("-b,--minbytes", typed->smallest, "smallest", "SIZE");
  text("-e,--maxbytes", typed->largest, "largest", "SIZE");
  text("--stepfactor", typed->factor, "factor", "N");
  text("-d,--datatype", typed->type, "type", "NAME");
  text("-g,--ngpus", typed->ranks, "ranks", "N");
  text("--algo", typed->algorithms, "algorithms", "NAME,...");
  text("--proto", typed->protocols, "protocols", "NAME,...");
  text("--channels", typed->channels, "channels", "N,...");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::kernel);
  command.action([&context, typed, reader] {
    measure(make_session(*typed, reader.read(), context), context);
  });
}

}  // namespace wgf::cli
