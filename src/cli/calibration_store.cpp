// SPDX-License-Identifier: MIT
#include "cli/calibration_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"
#include "cli/user_folder.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
constexpr int schema = 2;  // 1: a training's fold and nothing else
constexpr double most_factor = 20;

std::optional<answers::KeptFold> parse_fold(const Json& json) {
  if (json.is_null()) return std::nullopt;
  answers::KeptFold kept;
  kept.started_at = json.at("started_at");
  kept.fitted_on = json.at("fitted_on");
  kept.results = json.at("results");
  kept.found.error.before = json.at("error").at("before");
  kept.found.error.after = json.at("error").at("after");
  if (!json.at("error").at("held_out").is_null())
    kept.found.error.held_out = json.at("error").at("held_out").get<double>();
  for (const auto& [name, factor] : json.at("factors").items())
    kept.found.coefficients.push_back({name, factor});
  return kept;
}

Json fold_json(const std::optional<answers::KeptFold>& kept) {
  if (!kept) return {};
  const advisor::CalibrationError& error = kept->found.error;
  Json factors = Json::object();
  for (const auto& one : kept->found.coefficients) factors[one.name] = one.factor;
  return {{"started_at", kept->started_at},
          {"fitted_on", kept->fitted_on},
          {"results", kept->results},
          {"error",
           {{"before", error.before},
            {"after", error.after},
            {"held_out", error.held_out ? Json(*error.held_out) : Json()}}},
          {"factors", factors}};
}

answers::KeptCalibration parse(const Json& json) {
  answers::KeptCalibration kept;
  kept.gpu = json.at("gpu");
  if (!json.at("record").is_null())
    kept.record =
        advisor::RecordRatio{json.at("record").at("ratio"), json.at("record").at("cases")};
  const bool is_earlier = json.at("calibration_schema") == 1;
  kept.training = parse_fold(is_earlier ? json : json.at("training"));
  if (!is_earlier) kept.serving = parse_fold(json.at("serving"));
  return kept;
}

bool is_sound(const std::optional<answers::KeptFold>& kept) {
  if (!kept) return true;
  return std::all_of(kept->found.coefficients.begin(), kept->found.coefficients.end(),
                     [](const advisor::CalibratedCoefficient& one) {
                       return one.factor > 1 / most_factor && one.factor < most_factor;
                     });
}

// Throws Error(calibration.unknown_coefficient).
void check_names(const answers::KeptCalibration& kept) {
  if (kept.training)
    advisor::calibrated(advisor::fitted_training(), kept.training->found.coefficients);
  if (kept.serving)
    advisor::calibrated(advisor::fitted_serving(), kept.serving->found.coefficients);
}

bool is_outdated(const std::optional<answers::KeptFold>& kept, const std::string& fitted_on) {
  return kept && kept->fitted_on != fitted_on;
}

// With what the file has of forecasts and records that `kept` has nothing of.
answers::KeptCalibration joined(answers::KeptCalibration kept, const std::filesystem::path& path) {
  try {
    const answers::KeptCalibration earlier = load_calibration(path, kept.gpu);
    if (!kept.training) kept.training = earlier.training;
    if (!kept.serving) kept.serving = earlier.serving;
    if (!kept.record) kept.record = earlier.record;
  } catch (const Error&) {
    // There is none, or none that could be used.
  }
  return kept;
}

}  // namespace

std::filesystem::path calibration_path(const std::string& directory, const std::string& gpu) {
  const std::filesystem::path folder =
      directory.empty() ? user_folder("calibrations") : std::filesystem::path(directory);
  return folder / (gpu + ".json");
}

void keep_calibration(const answers::KeptCalibration& found, const std::filesystem::path& path) {
  const answers::KeptCalibration kept = joined(found, path);
  const Json json{
      {"calibration_schema", schema},
      {"gpu", kept.gpu},
      {"record",
       kept.record ? Json{{"ratio", kept.record->ratio}, {"cases", kept.record->cases}} : Json()},
      {"training", fold_json(kept.training)},
      {"serving", fold_json(kept.serving)}};
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
    if (json.at("calibration_schema") <= schema && kept.gpu == gpu && is_sound(kept.training) &&
        is_sound(kept.serving)) {
      if (is_outdated(kept.training, advisor::fitted_training().fitted_on) ||
          is_outdated(kept.serving, advisor::fitted_serving().fitted_on))
        throw Error({"calibration.outdated", {{"path", path.string()}}});
      check_names(kept);
      return kept;
    }
  } catch (const Json::exception&) {
  }
  throw Error({"calibration.bad_file", {{"path", path.string()}}});
}

}  // namespace wgf::cli
