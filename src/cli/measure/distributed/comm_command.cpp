// SPDX-License-Identifier: MIT
// comm: what the links between GPUs carry, collective by collective, as nccl-tests measures it.

#include <memory>
#include <optional>

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/distributed/collective_forecasts.h"
#include "cli/measure/distributed/collective_reference.h"
#include "cli/measure/measure_session.h"
#include "cli/surroundings.h"
#include "runner/launch/rank_devices.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

namespace wgf::cli {
namespace {

using results::Case;

struct CommOptions {
  std::string operations, type, smallest, largest, factor, ranks;
  std::string callers;                          // nccl, c10d; empty: the device's usual one
  std::string algorithms, protocols, channels;  // of NCCL; empty: it chooses
  std::string gid_indices, gdr_levels;
  std::string registrations;  // of NCCL's buffers, called straight
  bool of_pairs = false;
  std::string reference;  // file
};

// Where nothing is typed: every size of a sweep, or of pairs one that is all latency and one that
// is all bandwidth.
struct UsualSizes {
  const char *smallest, *largest, *factor;
};
constexpr UsualSizes sizes_on_gpus{"8", "1G", "4"}, sizes_on_cpu{"8", "4M", "16"},
    sizes_of_pairs{"4K", "64M", "16384"}, sizes_of_pairs_on_cpu{"4K", "4M", "1024"};

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
  const UsualSizes& usual = typed.of_pairs ? (is_cpu ? sizes_of_pairs_on_cpu : sizes_of_pairs)
                                           : (is_cpu ? sizes_on_cpu : sizes_on_gpus);
  const std::int64_t first =
      bytes_of("-b", typed.smallest.empty() ? usual.smallest : typed.smallest);
  const std::int64_t last = bytes_of("-e", typed.largest.empty() ? usual.largest : typed.largest);
  const std::int64_t factor =
      parse_count("--stepfactor", typed.factor.empty() ? usual.factor : typed.factor, 2);
  if (first > last)
    throw Error({"tasks.comm_sizes_reversed",
                 {{"first", std::to_string(first)}, {"last", std::to_string(last)}}},
                ExitCode::usage);
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size <= last; size *= factor) sizes.push_back(size);
  return sizes;
}

// Every combination of who calls and of NCCL's settings that were typed; one without any where
// none were.
std::vector<results::Parameters> nccl_settings(const CommOptions& typed, bool is_cpu) {
  const std::string all_typed = typed.algorithms + typed.protocols + typed.channels +
                                typed.gid_indices + typed.gdr_levels + typed.registrations;
  if (is_cpu && !all_typed.empty())
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
    if (!text.empty())
      for (std::string& word : runner::parse_choices(option, text, "", known))
        values.emplace_back(std::move(word));
    return values;
  };
  const auto numbers = [](const char* option, const std::string& text, std::int64_t least) {
    std::vector<results::Value> values;
    if (!text.empty())
      for (const std::int64_t number : parse_sweep(option, text, least))
        values.emplace_back(number);
    return values;
  };
  multiply("algorithm", words("--algo", typed.algorithms, runner::choices::nccl_algorithms));
  multiply("protocol", words("--proto", typed.protocols, runner::choices::nccl_protocols));
  multiply("channels", numbers("--channels", typed.channels, 1));
  multiply("gid_index", numbers("--gid-index", typed.gid_indices, 0));
  multiply("gdr_level", words("--gdr-level", typed.gdr_levels, runner::choices::gdr_levels));
  multiply("registered", words("--register", typed.registrations, runner::choices::registrations));
  return all;
}

// As cases say it, who calls: c10d unless they say otherwise.
std::vector<std::string> callers_of(const CommOptions& typed, bool is_cpu) {
  if (typed.callers.empty()) return {is_cpu ? "c10d" : "nccl"};
  const std::vector<std::string> callers = parse_list("--through", typed.callers);
  for (const std::string& caller : callers) {
    runner::check_choice("--through", caller, runner::choices::collective_callers);
    if (is_cpu && caller == "nccl") throw Error({"tasks.comm_nccl_on_cpu", {}}, ExitCode::usage);
    if (caller == "c10d" && !typed.registrations.empty())
      throw Error({"tasks.comm_registered_alone", {}}, ExitCode::usage);
  }
  return callers;
}

// What is exchanged: each collective, or send_recv of every two ranks.
std::vector<results::Parameters> exchanges_of(const CommOptions& typed, std::int64_t ranks) {
  std::vector<results::Parameters> exchanges;
  if (typed.of_pairs) {
    if (!typed.operations.empty()) throw Error({"tasks.comm_pairs_alone", {}}, ExitCode::usage);
    for (std::int64_t from = 0; from < ranks; ++from)
      for (std::int64_t to = 0; to < ranks; ++to)
        if (from != to)
          exchanges.push_back(
              {{"operation", std::string("send_recv")}, {"from", from}, {"to", to}});
    return exchanges;
  }
  std::vector<std::string> chosen =
      parse_list("--op", typed.operations.empty() ? "all_reduce" : typed.operations);
  if (chosen.size() == 1 && chosen.front() == "all")
    chosen.assign(std::begin(runner::choices::collectives), std::end(runner::choices::collectives));
  for (const std::string& operation : chosen) {
    runner::check_choice("--op", operation, runner::choices::collectives);
    exchanges.push_back({{"operation", operation}});
  }
  return exchanges;
}

std::vector<Case> comm_cases(const CommOptions& typed, std::string_view device,
                             const RunCommandLine& line) {
  const bool is_cpu = device == "cpu";
  const std::string type = typed.type.empty() ? "float32" : typed.type;
  runner::check_choice("-d", type, runner::choices::collective_types);
  const std::int64_t ranks = parse_count("-g", typed.ranks.empty() ? "2" : typed.ranks, 2);
  Case like{.benchmark = "collective",
            .device = runner::devices_of_ranks(device, ranks),
            .seed = line.options.seed,
            .stopping = line.options.stopping};
  // Many sizes, each a matter of microseconds to milliseconds.
  if (!runner::is_given(line.options, "max_time")) like.stopping.max_time = Seconds(1);
  if (!runner::is_given(line.options, "min_time")) like.stopping.min_time = Seconds(0.05);
  std::vector<Case> cases;
  // Settings outermost: engines start anew for each.
  for (const results::Parameters& settings : nccl_settings(typed, is_cpu))
    for (const std::string& caller : callers_of(typed, is_cpu))
      for (const results::Parameters& exchange : exchanges_of(typed, ranks))
        for (const std::int64_t size : sizes_of(typed, is_cpu)) {
          Case value = like;
          value.parameters = {{"operation", exchange.text("operation")},
                              {"bytes", size},
                              {"type", type},
                              {"ranks", ranks}};
          if (caller != "c10d") value.parameters.set("through", caller);
          for (const auto& [name, part] : exchange) value.parameters.set(name, part);
          for (const auto& [name, setting] : settings) value.parameters.set(name, setting);
          cases.push_back(std::move(value));
        }
  return cases;
}

struct Reference {
  std::optional<CollectiveReference> times;
  std::size_t slower = 0;
};

Session make_session(const CommOptions& typed, RunCommandLine line,
                     const std::shared_ptr<Reference>& reference, const Context& context) {
  line.names_work = true;
  Session session{.line = line, .default_files = {"comm.json"}};
  session.task = "comm";
  session.is_of_ranks = true;
  session.complete = [&context, reference](results::Run& run, const runner::DeviceState&,
                                           const catalog::ModelCatalog&) {
    add_collective_forecasts(run, *asked_catalog(context));
    if (!reference->times) return;
    add_reference_times(run, *reference->times);
    reference->slower = count_slower_than_reference(run);
  };
  session.check = [typed, line, reference](const catalog::ModelCatalog&) {
    if (!typed.reference.empty()) reference->times = CollectiveReference::read(typed.reference);
    comm_cases(typed, runner::device_to_check(line.options), line);
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
  text("--through", typed->callers, "through", "nccl|c10d,...");
  command.flag("--pairs", typed->of_pairs, context.text("tasks.comm_option_pairs"));
  text("--compare-reference", typed->reference, "reference", "FILE");
  text("--algo", typed->algorithms, "algorithms", "NAME,...");
  text("--proto", typed->protocols, "protocols", "NAME,...");
  text("--channels", typed->channels, "channels", "N,...");
  text("--gid-index", typed->gid_indices, "gid_index", "N,...");
  text("--gdr-level", typed->gdr_levels, "gdr_level", "NAME,...");
  text("--register", typed->registrations, "register", "none|local|symmetric,...");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::kernel);
  command.action([&context, typed, reader] {
    const auto reference = std::make_shared<Reference>();
    measure(make_session(*typed, reader.read(), reference, context), context);
    if (reference->slower > 0) context.exit_code = ExitCode::regression;
  });
}

}  // namespace wgf::cli
