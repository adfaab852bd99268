// SPDX-License-Identifier: MIT
#include "report/tasks/llm_curve.h"

#include <algorithm>
#include <map>
#include <set>

#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using results::Result;
using results::Run;

constexpr double near_best = 0.95;

std::string key_without_batch(const Result& result) {
  results::Case value = result.measured_case;
  value.parameters.set("batch_size", std::int64_t{1});
  return value.key();
}

std::int64_t sequences_of(const Result& result) {
  return result.measured_case.parameters.integer("batch_size", 1);
}

// The model; where curves differ in more than that, its precision and the lengths of its texts.
void name_curves(std::vector<LlmCurve>& curves) {
  const auto first_of = [](const LlmCurve& curve) -> const Result& {
    return *curve.points.front().result;
  };
  const auto differ = [&](const auto& text_of) {
    return std::any_of(curves.begin(), curves.end(), [&](const LlmCurve& curve) {
      return text_of(first_of(curve)) != text_of(first_of(curves.front()));
    });
  };
  const auto precision_of = [](const Result& result) {
    return result.measured_case.parameters.text("precision");
  };
  const bool names_precision = differ(precision_of), names_lengths = differ(llm_lengths);
  for (LlmCurve& curve : curves) {
    const Result& result = first_of(curve);
    curve.label = result.measured_case.parameters.text("model");
    if (names_precision) curve.label += " " + precision_of(result);
    if (names_lengths) curve.label += " " + llm_lengths(result);
  }
}

void find_knee(LlmCurve& curve) {
  for (std::size_t i = 0; i < curve.points.size(); ++i)
    if (curve.points[i].tokens_per_s > curve.points[curve.fastest].tokens_per_s) curve.fastest = i;
  const double enough = near_best * curve.points[curve.fastest].tokens_per_s;
  while (curve.points[curve.knee].tokens_per_s < enough) ++curve.knee;
}

}  // namespace

std::string llm_lengths(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const auto count = [&](const char* name) { return std::to_string(parameters.integer(name)); };
  const std::string text = count("prompt_tokens") + " + " + count("new_tokens");
  return parameters.integer("depth") > 0 ? text + " @ " + count("depth") : text;
}

std::vector<LlmCurve> llm_curves(const Run& run) {
  std::map<std::string, std::size_t> places;
  std::vector<LlmCurve> curves;
  for (const Result* result : measured_of(run)) {
    const auto rate = number_of(*result, "decode.token_throughput"),
               time = number_of(*result, "decode.step_time");
    if (!rate || !time) continue;
    const auto [place, is_new] = places.try_emplace(key_without_batch(*result), curves.size());
    if (is_new) curves.emplace_back();
    curves[place->second].points.push_back({result, sequences_of(*result), *rate, *time});
  }
  for (LlmCurve& curve : curves)
    std::stable_sort(
        curve.points.begin(), curve.points.end(),
        [](const LlmPoint& a, const LlmPoint& b) { return a.sequences < b.sequences; });
  std::erase_if(curves, [](const LlmCurve& curve) {
    return curve.points.size() < 2 ||
           curve.points.front().sequences == curve.points.back().sequences;
  });
  for (LlmCurve& curve : curves) find_knee(curve);
  name_curves(curves);
  return curves;
}

LlmChoice largest_fluent_model(const Run& run) {
  LlmChoice choice;
  std::set<std::string> models;
  double largest = 0;
  for (const Result* result : measured_of(run)) {
    const auto rate = number_of(*result, "decode.token_throughput"),
               parameters = number_of(*result, "parameters");
    if (!rate || !parameters) continue;
    models.insert(result->measured_case.parameters.text("model"));
    const double of_one = *rate / static_cast<double>(sequences_of(*result));
    const bool is_fluent = of_one >= fluent_tokens_per_s;
    const bool is_better = is_fluent ? !choice.is_fluent || *parameters > largest
                                     : !choice.is_fluent && of_one > choice.tokens_per_s;
    if (!is_better) continue;
    choice = {result, of_one, is_fluent};
    largest = *parameters;
  }
  return models.size() < 2 ? LlmChoice{} : choice;
}

}  // namespace wgf::report
