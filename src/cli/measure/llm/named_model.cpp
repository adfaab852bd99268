// SPDX-License-Identifier: MIT
#include "cli/measure/llm/named_model.h"

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "base/option_values.h"
#include "base/printable.h"
#include "catalog/name_resolver.h"
#include "checkpoints/checkpoint.h"
#include "checkpoints/config_text.h"
#include "checkpoints/folder_list.h"
#include "checkpoints/quantisation.h"
#include "runner/model_config.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* config_name = "config.json";
constexpr const char* blocks = "mxfp4";

bool is_path(const std::string& typed) {
  return typed.starts_with('/') || typed.starts_with("./") || typed.starts_with("../") ||
         typed.ends_with('/');
}

bool is_folder(const std::string& typed) {
  std::error_code ignored;
  return fs::is_directory(typed, ignored) &&
         (is_path(typed) || fs::exists(fs::path(typed) / config_name, ignored));
}

bool is_file(const std::string& typed) {
  return is_path(typed) || typed.ends_with(".json");
}

// A config.json is called after its folder.
std::string name_of_file(const fs::path& path) {
  if (path.filename() != config_name) return printable(path.stem().string());
  std::error_code ignored;
  const fs::path whole = fs::absolute(path, ignored);
  return checkpoints::folder_name(whole.parent_path());
}

NamedModel read_config(const fs::path& path, std::string name) {
  constexpr std::size_t most = std::size_t{16} << 20;
  const auto text = read_file_up_to(path, most);
  const bool is_of_folder = path.filename() == config_name;
  const std::string file = (is_of_folder ? name + "/" : "") + printable(path.filename().string());
  if (!text) throw Error({"network.config_not_json", {{"file", file}}});
  return {.name = std::move(name), .config = checkpoints::plain_config(*text, file), .weights = {}};
}

// Throws Error where config.json says four bits and all weights are stored as they are.
void check_packed(const checkpoints::Checkpoint& checkpoint,
                  const checkpoints::Quantisation& quantisation) {
  const std::vector<std::string> names = checkpoint.names();
  const bool is_packed = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name.ends_with(quantisation.packed_name());
  });
  if (!is_packed)
    throw Error(
        {"checkpoint.not_packed",
         {{"folder", checkpoint.name()}, {"method", std::string(quantisation.method_name())}}});
}

}  // namespace

NamedModel find_model(const std::string& typed, const catalog::ModelCatalog& models) {
  if (is_folder(typed)) {
    const fs::path folder = typed;
    NamedModel model = read_config(folder / config_name, checkpoints::folder_name(folder));
    const auto quantisation =
        checkpoints::read_quantisation(model.config, model.name + "/" + config_name);
    const checkpoints::Checkpoint checkpoint(folder);
    if (quantisation) {
      check_packed(checkpoint, *quantisation);
      if (quantisation->method == checkpoints::Quantisation::Method::mxfp4)
        model.precision = blocks;
    }
    model.weights = checkpoint.fingerprint();
    return model;
  }
  if (is_file(typed)) return read_config(typed, name_of_file(typed));
  const catalog::Model& record = *catalog::one_model(models, typed).model;
  NamedModel model{.name = record.id, .config = runner::model_config(record), .weights = {}};
  if (record.has_mxfp4_experts) model.precision = blocks;
  return model;
}

std::vector<std::pair<std::string, std::string>> checkpoint_environment(const std::string& typed) {
  std::vector<checkpoints::ListedFolder> folders;
  for (const std::string& name :
       typed.empty() ? std::vector<std::string>() : parse_list("-m", typed))
    if (is_folder(name))
      folders.push_back({checkpoints::Checkpoint(name).fingerprint(), fs::absolute(name)});
  if (folders.empty()) return {};
  return {{checkpoints::folders_variable, checkpoints::folder_list(folders)}};
}

}  // namespace wgf::cli
