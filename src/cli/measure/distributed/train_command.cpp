// SPDX-License-Identifier: MIT
// train: training steps on one GPU or on several that exchange gradients.

#include <memory>

#include "cli/commands.h"
#include "cli/measure/distributed/train_cases.h"
#include "cli/measure/measure_session.h"

namespace wgf::cli {
namespace {

Session make_session(const TrainOptions& typed, RunCommandLine line) {
  line.names_work = true;
  Session session{.line = line, .default_files = {"train.json"}};
  session.task = "train";
  session.check = [typed, line](const catalog::ModelCatalog& models) {
    train_cases(typed, line.options, "cpu", models);
  };
  session.make_cases = [typed, line](std::string_view device, const catalog::ModelCatalog& models) {
    return train_cases(typed, line.options, device, models);
  };
  return session;
}

}  // namespace

void add_train_command(Command& program, Context& context) {
  Command command = program.add_command("train", context.text("tasks.train_description"));
  const auto typed = std::make_shared<TrainOptions>();
  const auto text = [&](const char* name, std::string& value, const char* help,
                        const char* value_name) {
    command.text(name, value, context.text(std::string("tasks.train_option_") + help), value_name);
  };
  text("-m,--model", typed->models, "model", "NAME,...");
  text("-b,--batch-size", typed->batches, "batch", "N,...");
  text("--launch", typed->launches, "launch", "NAME,...");
  text("--dp", typed->ranks, "dp", "N,...");
  text("--bucket-mb", typed->buckets, "bucket", "MB,...");
  text("--overlap", typed->overlap, "overlap", "on|off,...");
  text("--gradient-type", typed->gradient_type, "gradient_type", "NAME,...");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::task);
  command.action(
      [&context, typed, reader] { measure(make_session(*typed, reader.read()), context); });
}

}  // namespace wgf::cli
