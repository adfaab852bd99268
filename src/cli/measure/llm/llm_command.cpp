// SPDX-License-Identifier: MIT
// llm: how fast large language models read prompts and answer on this machine.

#include <memory>

#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "cli/commands.h"
#include "cli/measure/llm/load_options.h"
#include "cli/measure/llm/named_model.h"
#include "cli/measure/measure_session.h"
#include "runner/benchmarks_table.h"

namespace wgf::cli {
namespace {

using results::Case;

struct LlmOptions {
  std::string models, prompt, steps, depth, batch, precision, kernels;
  LoadOptions load;
};

// Every length, depth and batch with every other.
struct LlmWork {
  std::vector<std::string> models, precisions;
  std::vector<std::int64_t> prompts, steps, depths, batches;
  std::string kernels;
};

std::vector<std::int64_t> counts(const char* option, const std::string& typed,
                                 std::int64_t fallback, std::int64_t least) {
  if (typed.empty()) return {fallback};
  return parse_sweep(option, typed, least);
}

LlmWork read_work(const LlmOptions& options, std::string_view device) {
  const bool is_cpu = device == "cpu";
  const char* usual = is_cpu ? "llama-3.2-1b" : "llama-3.2-1b,llama-3.2-3b,qwen2.5-7b,llama-3.1-8b";
  LlmWork work;
  work.models = parse_list("-m", options.models.empty() ? usual : options.models);
  work.precisions = parse_list(
      "--precision", options.precision.empty() ? (is_cpu ? "fp32" : "bf16") : options.precision);
  work.prompts = counts("-p", options.prompt, is_cpu ? 64 : 512, 0);
  work.steps = counts("-n", options.steps, is_cpu ? 16 : 128, 0);
  work.depths = counts("-d", options.depth, 0, 0);
  work.batches = counts("-b", options.batch, 1, 1);
  work.kernels = options.kernels.empty() ? "auto" : options.kernels;
  for (const std::string& precision : work.precisions)
    runner::check_choice("--precision", precision, runner::all_precisions());
  constexpr std::string_view kernels[] = {"auto", "own", "library"};
  runner::check_choice("--kernels", work.kernels, kernels);
  return work;
}

std::vector<Case> cases_of(const LlmWork& work, std::string_view device,
                           const catalog::ModelCatalog& models, const RunCommandLine& line) {
  std::vector<Case> cases;
  for (const std::string& name : work.models) {
    const NamedModel model = find_model(name, models);
    for (const std::string& precision : work.precisions)
      for (const std::int64_t batch : work.batches)
        for (const std::int64_t depth : work.depths)
          for (const std::int64_t prompt : work.prompts)
            for (const std::int64_t steps : work.steps) {
              Case value{.benchmark = "llm",
                         .parameters = {{"model", model.name},
                                        {"batch_size", batch},
                                        {"prompt_tokens", prompt},
                                        {"new_tokens", steps},
                                        {"precision", precision}},
                         .device = std::string(device),
                         .model_config = model.config,
                         .seed = line.options.seed,
                         .stopping = line.options.stopping};
              if (!model.weights.empty()) value.parameters.set("weights", model.weights);
              if (depth > 0) value.parameters.set("depth", depth);
              if (work.kernels != "auto") value.parameters.set("kernels", work.kernels);
              cases.push_back(std::move(value));
            }
  }
  return cases;
}

std::vector<Case> all_cases(const LlmOptions& options, std::string_view device,
                            const catalog::ModelCatalog& models, const RunCommandLine& line) {
  if (!options.load.is_given()) return cases_of(read_work(options, device), device, models, line);
  if (!options.prompt.empty() || !options.steps.empty() || !options.depth.empty())
    throw Error({"tasks.llm_load_lengths", {}}, ExitCode::usage);
  LlmOptions plain = options;
  plain.batch.clear();
  return under_loads(cases_of(read_work(plain, device), device, models, line), options.load,
                     options.batch, device == "cpu");
}

Session make_session(const LlmOptions& options, RunCommandLine line) {
  line.names_work = true;
  Session session{.line = line, .default_files = {"llm.json"}};
  session.task = "llm";
  session.engine_environment = checkpoint_environment(options.models);
  session.check = [options, line](const catalog::ModelCatalog& models) {
    const std::string_view device = line.options.device == "cpu" ? "cpu" : "cuda:0";
    all_cases(options, device, models, line);
  };
  session.make_cases = [options, line](std::string_view device,
                                       const catalog::ModelCatalog& models) {
    return all_cases(options, device, models, line);
  };
  return session;
}

}  // namespace

void add_llm_command(Command& program, Context& context) {
  Command command = program.add_command("llm", context.text("benchmark.llm"));
  const auto options = std::make_shared<LlmOptions>();
  command.text("-m,--model", options->models, context.text("tasks.llm_option_model"), "NAME,...");
  command.text("-p,--prompt", options->prompt, context.text("tasks.llm_option_prompt"), "N,...");
  command.text("-n,--new-tokens", options->steps, context.text("tasks.llm_option_new_tokens"),
               "N,...");
  command.text("-d,--depth", options->depth, context.text("tasks.llm_option_depth"), "N,...");
  command.text("-b,--batch-size", options->batch, context.text("tasks.llm_option_batch"), "N,...");
  command.text("--precision", options->precision, context.text("tasks.llm_option_precision"),
               "NAME,...");
  command.text("--kernels", options->kernels, context.text("tasks.llm_option_kernels"), "NAME");
  add_load_options(command, context, options->load);
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::kernel);
  command.action(
      [&context, options, reader] { measure(make_session(*options, reader.read()), context); });
}

}  // namespace wgf::cli
