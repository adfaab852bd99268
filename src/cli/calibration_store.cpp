// SPDX-License-Identifier: MIT
#include "cli/calibration_store.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"
#include "cli/user_folder.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr int schema = 1;
constexpr double most_factor = 20;

answers::KeptCalibration parse(const Json& json) {
  answers::KeptCalibration kept;
  kept.gpu = json.at("gpu");
  kept.started_at = json.at("started_at");
  kept.fitted_on = json.at("fitted_on");
  kept.results = json.at("results");
  if (!json.at("record").is_null())
    kept.record =
        advisor::RecordRatio{json.at("record").at("ratio"), json.at("record").at("cases")};
  kept.found.error.before = json.at("error").at("before");
  kept.found.error.after = json.at("error").at("after");
  if (!json.at("error").at("held_out").is_null())
    kept.found.error.held_out = json.at("error").at("held_out").get<double>();
  for (const auto& [name, factor] : json.at("factors").items())
    kept.found.coefficients.push_back({name, factor});
  return kept;
}

bool is_sound(const answers::KeptCalibration& kept) {
  for (const auto& one : kept.found.coefficients)
    if (!(one.factor > 1 / most_factor && one.factor < most_factor)) return false;
  return true;
}

}  // namespace

std::filesystem::path calibration_path(const std::string& directory, const std::string& gpu) {
  const std::filesystem::path folder =
      directory.empty() ? user_folder("calibrations") : std::filesystem::path(directory);
  return folder / (gpu + ".json");
}

void keep_calibration(const answers::KeptCalibration& kept, const std::filesystem::path& path) {
  const advisor::CalibrationError& error = kept.found.error;
  Json factors = Json::object();
  for (const auto& one : kept.found.coefficients) factors[one.name] = one.factor;
  const Json json{
      {"calibration_schema", schema},
      {"gpu", kept.gpu},
      {"started_at", kept.started_at},
      {"fitted_on", kept.fitted_on},
      {"results", kept.results},
      {"record",
       kept.record ? Json{{"ratio", kept.record->ratio}, {"cases", kept.record->cases}} : Json()},
      {"error",
       {{"before", error.before},
        {"after", error.after},
        {"held_out", error.held_out ? Json(*error.held_out) : Json()}}},
      {"factors", factors}};
  std::error_code ignored;  // what is wrong with the folder, writing says
  std::filesystem::create_directories(path.parent_path(), ignored);
  write_file_atomically(path, results::indented(json));
}

answers::KeptCalibration load_calibration(const std::filesystem::path& path,
                                          const std::string& gpu) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw Error({"calibration.none", {{"gpu", gpu}, {"path", path.string()}}}, ExitCode::usage);
  const std::string text = read_file(path);
  check_json_depth(text, path.string());
  try {
    const Json json = Json::parse(text);
    const answers::KeptCalibration kept = parse(json);
    if (json.at("calibration_schema") == schema && kept.gpu == gpu && is_sound(kept)) {
      if (kept.fitted_on != advisor::fitted_training().fitted_on)
        throw Error({"calibration.outdated", {{"path", path.string()}}});
      return kept;
    }
  } catch (const Json::exception&) {
  }
  throw Error({"calibration.bad_file", {{"path", path.string()}}});
}

}  // namespace wgf::cli
