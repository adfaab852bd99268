// SPDX-License-Identifier: MIT
// llm: how fast large language models read prompts and answer on this machine.

#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "cli/calibration_store.h"
#include "cli/commands.h"
#include "cli/measure/llm/llm_cases.h"
#include "cli/measure/llm/llm_figures.h"
#include "cli/measure/llm/llm_options.h"
#include "cli/measure/llm/named_model.h"
#include "cli/measure/measure_session.h"
#include "cli/words/report_rents.h"
#include "report/formats/llama_bench.h"
#include "report/tasks/llm_definitions.h"
#include "runner/default_work.h"
#include "runner/tensor_ranks.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Run;
using runner::DeviceState;

// A suite is over in a minute and a half on one GPU.
constexpr Seconds longest_suite{85}, longest_phase_of_suite{3};

// Of texts of one length each, or under loads of requests.
std::vector<Case> asked_cases(const LlmOptions& options, std::string_view device,
                              const catalog::ModelCatalog& models, const RunCommandLine& line,
                              std::optional<Bytes> free_memory) {
  if (!options.load.is_given())
    return llm_cases(read_llm_work(options, device), device, models, line, free_memory);
  const bool has_lengths = !options.prompt.empty() || !options.steps.empty() ||
                           !options.depth.empty() || !options.pairs.empty() ||
                           !options.preset.empty();
  if (has_lengths) throw Error({"tasks.llm_load_lengths", {}}, ExitCode::usage);
  if (options.profile) throw Error({"tasks.llm_profile_load", {}}, ExitCode::usage);
  LlmOptions plain = options;
  plain.batch.clear();
  const LlmWork work = read_llm_work(plain, device);
  if (work.is_of_ranks()) throw Error({"tasks.llm_load_ranks", {}}, ExitCode::usage);
  return under_loads(llm_cases(work, device, models, line, {}), options.load, options.batch,
                     device == "cpu");
}

// What other tools have words for are single prompts and answers.
void check_words_of_load(const LlmOptions& options, const Session& session) {
  const auto refuse = [](const std::string& option) {
    throw Error({"tasks.llm_load_words", {{"option", option}}}, ExitCode::usage);
  };
  if (!options.like.empty()) refuse("--like");
  for (const report::ReportFormat* format : session.printed)
    if (format->name != "html") refuse("-o " + std::string(format->name));
}

// "-o md" as llama-bench has it: what is printed, not where. A file has a suffix or a folder.
void take_printed_formats(Session& session) {
  std::erase_if(session.line.outputs, [&](const std::string& output) {
    const report::ReportFormat* format = report::find_llama_bench_format(output);
    if (format == nullptr) return false;
    session.printed.push_back(format);
    return true;
  });
}

std::vector<Case> suite_cases(const LlmWork& work, const DeviceState& state,
                              const catalog::ModelCatalog& models, const RunCommandLine& line,
                              const Context& context) {
  std::vector<Case> all = llm_cases(work, state.device.id, models, line, state.free_memory);
  if (!state.free_memory || line.options.try_anyway) return all;
  const std::size_t count = all.size();
  std::vector<Case> fitting = fitting_cases(std::move(all), *state.free_memory);
  if (fitting.size() < count)
    print_note({"tasks.llm_suite_left_out",
                {{"count", std::to_string(fitting.size())},
                 {"total", std::to_string(count)},
                 {"free", format_bytes(*state.free_memory)}}},
               context);
  return fitting;
}

// Of a search on a CPU: each batch has its share of the time, unless it was typed.
std::vector<std::string> lower_batches(std::vector<Case>& plan) {
  constexpr std::size_t usual_batches = 6, shares_of_one = 4;  // prompts, answers, both made
  const Seconds usual = results::StoppingRule{}.max_time;
  const Seconds cap = runner::time_cap(usual_batches * shares_of_one, usual);
  std::vector<std::string> changes;
  for (Case& value : plan) {
    if (value.stopping.max_time != usual) continue;
    value.stopping.max_time = cap;
    changes = {"--max-time " + format_duration(usual) + " -> " + format_duration(cap)};
  }
  return changes;
}

// A machine keeps some of its memory for itself.
Bytes usable_memory(const DeviceState& state) {
  constexpr std::int64_t share_of_cpu = 9;  // tenths
  return state.device.id == "cpu" ? state.device.memory / 10 * share_of_cpu : state.device.memory;
}

void limit_suite(runner::RunOptions& options) {
  if (!runner::is_given(options, "max_time")) options.stopping.max_time = longest_phase_of_suite;
}

void print_definitions(const Run& run, const std::string& tool, const Context& context) {
  const auto told = report::llm_in_definitions(run, tool, context.language);
  print("\n" + told.title + "\n" + report::to_terminal(told.table));
}

// What calibrate kept of services on this card; a file that cannot be used is named.
std::optional<answers::KeptFold> kept_fold(const std::string& gpu, const Context& context) {
  const std::filesystem::path path = calibration_path("", gpu);
  std::error_code ignored;
  if (gpu.empty() || !std::filesystem::exists(path, ignored)) return std::nullopt;
  try {
    return load_calibration(path, gpu).serving;
  } catch (const Error& error) {
    print_note(error.message(), context);
    return std::nullopt;
  }
}

Session make_session(const LlmOptions& options, RunCommandLine line, const Context& context) {
  line.names_work = true;
  if (options.profile) line.options.isolate = true;  // a profiler stays in its process
  const bool is_suite = options.is_suite() && line.resume.empty();
  if (is_suite) limit_suite(line.options);
  const auto work_on = [options](std::string_view device) {
    return read_llm_work(options, device);
  };
  const auto price = read_llm_price(options);
  Session session{.line = line, .default_files = {"llm.json"}};
  session.task = "llm";
  if (is_suite) session.budget_of_gpu = longest_suite;
  session.is_of_ranks = !options.ranks.empty();
  session.engine_environment = checkpoint_environment(options.models);
  session.tells_each_case = is_suite;
  take_printed_formats(session);
  if (options.load.is_given()) check_words_of_load(options, session);
  session.is_lowered_on_cpu = !options.load.is_given();
  session.check = [options, line](const catalog::ModelCatalog& models) {
    const std::vector<Case> cases =
        asked_cases(options, runner::device_to_check(line.options), models, line, {});
    runner::check_tensor_ranks(cases);
    check_text_lengths(cases);
  };
  session.make_fitting_cases = [options, line, is_suite, &context](
                                   const DeviceState& state, const catalog::ModelCatalog& models) {
    return is_suite
               ? suite_cases(read_llm_work(options, state.device.id), state, models, line, context)
               : asked_cases(options, state.device.id, models, line, state.free_memory);
  };
  const bool has_largest = !options.load.is_given() && work_on("cpu").has_largest_batch;
  if (has_largest) {
    session.lower_on_cpu = lower_batches;
    session.next_case = [work_on](const Run& run, const DeviceState& state,
                                  const std::function<bool()>&) {
      return next_largest_batch(run, work_on(state.device.id), usable_memory(state));
    };
  }
  session.complete = [price, has_largest, &context](Run& run, const DeviceState& state,
                                                    const catalog::ModelCatalog&) {
    if (has_largest && !run.partial) note_largest_in_time(run, usable_memory(state));
    const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
    const catalog::Gpu* gpu = catalog.gpus().find_id(state.device.catalog_id);
    add_llm_figures(run, state.device, gpu,
                    llm_price(price, current_rents(context), state.device, context.language),
                    kept_fold(state.device.catalog_id, context));
  };
  if (!options.like.empty()) {
    report::check_llm_tool(options.like);
    session.table_option = "--like";
    session.print_more = [tool = options.like, &context](const Run& run) {
      print_definitions(run, tool, context);
    };
  }
  return session;
}

}  // namespace

void add_llm_command(Command& program, Context& context) {
  Command command = program.add_command("llm", context.text("benchmark.llm"));
  const auto options = std::make_shared<LlmOptions>();
  const auto text = [&](const char* names, std::string& value, const char* help,
                        const char* value_name) {
    command.text(names, value, context.text(std::string("tasks.llm_option_") + help), value_name);
  };
  text("-m,--model", options->models, "model", "NAME,...");
  text("-p,--prompt,--n-prompt", options->prompt, "prompt", "N,...");
  text("-n,--new-tokens,--n-gen", options->steps, "new_tokens", "N,...");
  command.repeatable("--pg", options->pairs, context.text("tasks.llm_option_pair"), "N,N");
  text("-d,--depth,--n-depth", options->depth, "depth", "N,...");
  text("-b,--batch-size", options->batch, "batch", "N,...|max");
  text("--preset", options->preset, "preset", "NAME");
  text("--precision", options->precision, "precision", "NAME,...");
  text("--tp", options->ranks, "tp", "N,...");
  text("--rank-sums", options->sums, "rank_sums", "auto|nccl|own,...");
  text("--kv-precision", options->cache, "cache", "NAME");
  text("--kernels", options->kernels, "kernels", "NAME");
  command.flag("--profile", options->profile, context.text("tasks.llm_profile_option"));
  text("--price", options->price, "price", "$/h");
  text("--like", options->like, "like", "NAME");
  add_load_options(command, context, options->load);
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::kernel);
  command.action([&context, options, reader] {
    measure(make_session(*options, reader.read(), context), context);
  });
}

}  // namespace wgf::cli
