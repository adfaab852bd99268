// SPDX-License-Identifier: MIT
#include "runner/presets.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "embedded/presets.h"
#include "runner/model_config.h"
#include "runner/option_fields.h"
#include "runner/plan.h"
#include "runner/toml_fields.h"

namespace wgf::runner {
namespace {

using results::Case;

constexpr std::string_view names[] = {"light", "standard", "extensive"};

// What a [[case]] table says: options of model cases, or one kernel with its own parameters.
struct CaseGroup {
  RunOptions options;
  std::string benchmark;           // "matmul", "bandwidth"; empty: models
  results::Parameters parameters;  // of the kernel
};

results::Value value_of(const TomlScalar& scalar) {
  return std::visit([](const auto& value) { return results::Value(value); }, scalar);
}

void take_entries(CaseGroup& group, const TomlSection& section, const std::string& file) {
  for (const TomlEntry& entry : section.entries) {
    const bool is_option = entry.key == "max_time" || entry.key == "min_samples";
    if (entry.key == "benchmark")
      group.benchmark = std::get<std::string>(entry.values.at(0));
    else if (!group.benchmark.empty() && !is_option)
      group.parameters.set(entry.key, value_of(entry.values.at(0)));
    else
      apply_entry(group.options, entry, file);
  }
}

// A case may stand for one kind of device only (only = "cuda") or differ there (cpu = { m = 1024
// }).
bool is_for_device(const TomlSection& section, std::string_view kind) {
  for (const TomlEntry& entry : section.entries)
    if (entry.key == "only") return std::get<std::string>(entry.values.at(0)) == kind;
  return true;
}

TomlSection for_device(TomlSection section, std::string_view kind) {
  std::erase_if(section.entries, [](const TomlEntry& entry) { return entry.key == "only"; });
  for (const TomlSection& inner : section.inner)
    if (inner.name == kind)
      section.entries.insert(section.entries.end(), inner.entries.begin(), inner.entries.end());
  // The kind of work decides how the other keys are read.
  std::stable_partition(section.entries.begin(), section.entries.end(),
                        [](const TomlEntry& entry) { return entry.key == "benchmark"; });
  return section;
}

std::vector<Case> cases_of(const CaseGroup& group, std::string_view device,
                           const catalog::ModelCatalog& models) {
  if (group.benchmark.empty()) return make_plan(group.options, device, models);
  const bool is_llm = group.benchmark == "llm";
  const std::string model = group.parameters.text("model");
  return {{.benchmark = group.benchmark,
           .parameters = group.parameters,
           .device = std::string(device),
           .model_config =
               is_llm ? model_config(*catalog::one_model(models, model).model) : std::string(),
           .seed = group.options.seed,
           .stopping = group.options.stopping}};
}

// What the user may say about a preset.
void take_user_options(RunOptions& options, const RunOptions& user) {
  options.seed = user.seed;
  if (user.stopping.iterations) options.stopping.iterations = user.stopping.iterations;
  if (user.stopping.warmup) options.stopping.warmup = user.stopping.warmup;
}

}  // namespace

std::vector<std::string> preset_names() {
  return {std::begin(names), std::end(names)};
}

std::vector<Case> parse_preset(std::string_view text, const std::string& file_name,
                               const RunOptions& user, std::string_view device,
                               const catalog::ModelCatalog& models) {
  const std::string_view kind = device == "cpu" ? "cpu" : "cuda";
  const std::vector<TomlSection> sections = parse_toml_sections(text, file_name);
  std::vector<Case> plan;
  RunOptions common;
  for (const TomlSection& section : sections) {
    if (section.name != "case") {
      // The top and the table [cpu] or [cuda] hold what all cases share.
      if (section.name.empty() || section.name == kind)
        for (const TomlEntry& entry : section.entries) apply_entry(common, entry, file_name);
      continue;
    }
    if (!is_for_device(section, kind)) continue;
    CaseGroup group{.options = common};
    take_entries(group, for_device(section, kind), file_name);
    take_user_options(group.options, user);
    for (Case& value : cases_of(group, device, models)) plan.push_back(std::move(value));
  }
  return plan;
}

std::vector<Case> preset_plan(std::string_view preset, const RunOptions& options,
                              std::string_view device, const catalog::ModelCatalog& models) {
  const std::string file = std::string(preset) + ".toml";
  for (const EmbeddedFile& embedded : embedded::presets())
    if (embedded.name == file) return parse_preset(embedded.text, file, options, device, models);
  throw Error({"runner.unknown_preset",
               {{"preset", std::string(preset)}, {"choices", join(preset_names(), ", ")}}},
              ExitCode::usage);
}

}  // namespace wgf::runner
