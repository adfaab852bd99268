// SPDX-License-Identifier: MIT
// Conditions of one case over all its processes: what makes its sides incomparable, and what is
// only said beside the verdict.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "messages/complete.h"
#include "results/comparison.h"

namespace wgf::results {
namespace {

using Values = std::vector<std::string>;  // of the processes of a side, each once

void add_once(Values& values, std::string value) {
  if (std::find(values.begin(), values.end(), value) == values.end())
    values.push_back(std::move(value));
}

std::string yes_or_no(bool value) {
  return value ? "on" : "off";
}

using Field = std::pair<const char*, std::string>;

// What the numbers were computed in: another one is other work.
std::vector<Field> arithmetic_of(const MathMode& mode) {
  return {{"compute", compute_text(mode)},
          {"parameters", mode.parameters_dtype},
          {"autocast", yes_or_no(mode.autocast)},
          {"tf32_matmul", yes_or_no(mode.tf32_matmul)},
          {"tf32_convolution", yes_or_no(mode.tf32_convolution)}};
}

// What the library may choose: the same work, done in another way.
std::vector<Field> choices_of(const MathMode& mode) {
  return {{"cudnn_benchmark", yes_or_no(mode.cudnn_benchmark)},
          {"deterministic", yes_or_no(mode.deterministic)},
          {"sdpa_backends", mode.sdpa_backends},
          {"float32_matmul_precision", mode.float32_matmul_precision}};
}

using FieldsOf = std::vector<Field> (*)(const MathMode&);

// Each field with its values; empty where no process tells its mode.
std::vector<std::pair<const char*, Values>> fields_of_side(const ResultPointers& results,
                                                           FieldsOf fields_of) {
  std::vector<std::pair<const char*, Values>> side;
  for (const Result* result : results) {
    if (!result->math_mode) continue;
    const std::vector<Field> fields = fields_of(*result->math_mode);
    if (side.empty())
      for (const Field& field : fields) side.push_back({field.first, {}});
    for (std::size_t i = 0; i < fields.size(); ++i) add_once(side[i].second, fields[i].second);
  }
  return side;
}

struct DifferenceKeys {
  const char* between_sides;
  const char* within_a_side;
};

bool add_differences(const ResultPointers& a, const ResultPointers& b, FieldsOf fields_of,
                     const DifferenceKeys& keys, std::vector<Message>& notes) {
  const auto in_a = fields_of_side(a, fields_of), in_b = fields_of_side(b, fields_of);
  const std::size_t before = notes.size();
  for (const auto& [letter, side] : {std::pair{"A", &in_a}, std::pair{"B", &in_b}})
    for (const auto& [name, values] : *side)
      if (values.size() > 1)
        notes.push_back({keys.within_a_side,
                         {{"side", letter}, {"name", name}, {"values", join(values, " / ")}}});
  // What is unknown on a side is no difference; what differs within one has been said.
  for (std::size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
    const Values &x = in_a[i].second, &y = in_b[i].second;
    if (x.size() == 1 && y.size() == 1 && x != y)
      notes.push_back(
          {keys.between_sides, {{"name", in_a[i].first}, {"a", x.front()}, {"b", y.front()}}});
  }
  return notes.size() > before;
}

bool is_sustained(const ResultPointers& results) {
  return std::all_of(results.begin(), results.end(),
                     [](const Result* result) { return result->measured_case.stopping.sustained; });
}

// Burst numbers are not what a machine sustains.
void add_thermal(const ResultPointers& a, const ResultPointers& b, std::vector<Message>& notes) {
  const bool warm_a = is_sustained(a), warm_b = is_sustained(b);
  if (warm_a != warm_b)
    notes.push_back({warm_a ? "compare.a_sustained" : "compare.b_sustained", {}});
}

constexpr double clock_tolerance = 0.01;  // clocks move in steps of 15 MHz
constexpr double throttled_percent = 5;

bool are_apart(double x, double y) {
  return std::abs(x - y) > clock_tolerance * x;
}

// Lowest and highest of the processes; nothing where none was read.
std::optional<Interval> clocks_of(const ResultPointers& results) {
  std::optional<Interval> clocks;
  for (const Result* result : results) {
    const Metric* clock = result->find("sm_clock");
    if (clock == nullptr || !(clock->value > 0)) continue;
    if (!clocks) clocks = Interval{clock->value, clock->value};
    clocks->low = std::min(clocks->low, clock->value);
    clocks->high = std::max(clocks->high, clock->value);
  }
  return clocks;
}

std::string clocks_text(const Interval& clocks) {
  const std::string high = to_text(Value(std::round(clocks.high)));
  return are_apart(clocks.low, clocks.high) ? to_text(Value(std::round(clocks.low))) + "-" + high
                                            : high;
}

void add_clocks(const ResultPointers& a, const ResultPointers& b, std::vector<Message>& notes) {
  const std::optional<Interval> in_a = clocks_of(a), in_b = clocks_of(b);
  if (!in_a || !in_b) return;
  if (are_apart(in_a->low, in_b->low) || are_apart(in_a->high, in_b->high))
    notes.push_back({"compare.clocks", {{"a", clocks_text(*in_a)}, {"b", clocks_text(*in_b)}}});
}

std::size_t count_throttled(const ResultPointers& results) {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [](const Result* result) {
        const Metric* share = result->find("throttled_share");
        return share != nullptr && share->value > throttled_percent;
      }));
}

std::optional<Message> throttling(const ResultPointers& a, const ResultPointers& b) {
  const std::size_t in_a = count_throttled(a), in_b = count_throttled(b);
  const bool same_share = in_a * b.size() == in_b * a.size();
  if (same_share) return std::nullopt;
  if (in_b == 0 && in_a == a.size()) return Message{"compare.a_throttled", {}};
  if (in_a == 0 && in_b == b.size()) return Message{"compare.b_throttled", {}};
  const auto text = [](std::size_t count, const ResultPointers& side) {
    return std::to_string(count) + "/" + std::to_string(side.size());
  };
  return Message{"compare.throttled_processes", {{"a", text(in_a, a)}, {"b", text(in_b, b)}}};
}

void add_seeds(const ResultPointers& a, const ResultPointers& b, std::vector<Message>& notes) {
  Values in_a, in_b;
  for (const Result* result : a) add_once(in_a, std::to_string(result->measured_case.seed));
  for (const Result* result : b) add_once(in_b, std::to_string(result->measured_case.seed));
  if (in_a != in_b)
    notes.push_back({"compare.other_seed", {{"a", join(in_a, " / ")}, {"b", join(in_b, " / ")}}});
}

}  // namespace

CaseConditions case_conditions(const ResultPointers& a, const ResultPointers& b) {
  CaseConditions conditions;
  conditions.incomparable =
      add_differences(a, b, arithmetic_of, {"compare.other_arithmetic", "compare.mixed_arithmetic"},
                      conditions.notes);
  add_differences(a, b, choices_of, {"compare.other_choice", "compare.mixed_choice"},
                  conditions.notes);
  add_thermal(a, b, conditions.notes);
  add_clocks(a, b, conditions.notes);
  if (std::optional<Message> note = throttling(a, b)) conditions.notes.push_back(*std::move(note));
  add_seeds(a, b, conditions.notes);
  return conditions;
}

}  // namespace wgf::results
