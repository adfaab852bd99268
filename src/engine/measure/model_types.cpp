// SPDX-License-Identifier: MIT
#include "engine/measure/model_types.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "engine/measure/number_format.h"

namespace wgf::engine {
namespace {

constexpr double least_share = 0.01;

// The column of datasheets; empty where none has the type.
std::string column_of(c10::ScalarType type, const results::MathMode& math) {
  const NumberFormat* format = find_format(type);
  if (format == nullptr) return "";
  return format->name == "fp32" && math.tf32_matmul ? "tf32" : std::string(format->name);
}

std::string name_of(c10::ScalarType type) {
  const NumberFormat* format = find_format(type);
  return format != nullptr ? std::string(format->torch_name) : lower_case(c10::toString(type));
}

// Added to the amount of the same name, if there is one.
using Amounts = std::vector<std::pair<std::string, double>>;
void add(Amounts& amounts, const std::string& name, double amount) {
  for (auto& [known, sum] : amounts)
    if (known == name) {
      sum += amount;
      return;
    }
  amounts.emplace_back(name, amount);
}

void sort_by_size(Amounts& amounts) {
  std::stable_sort(amounts.begin(), amounts.end(),
                   [](const auto& one, const auto& other) { return one.second > other.second; });
}

// "bfloat16", "bfloat16+float32": of the most numbers first.
std::string types_text(std::span<const at::Tensor> tensors) {
  Amounts numbers;
  for (const at::Tensor& tensor : tensors)
    add(numbers, name_of(tensor.scalar_type()), static_cast<double>(tensor.numel()));
  sort_by_size(numbers);
  std::vector<std::string> names;
  for (const auto& [name, count] : numbers) names.push_back(name);
  return join(names, "+");
}

// Of the most floating-point numbers.
std::string main_column(std::span<const at::Tensor> tensors, const results::MathMode& math) {
  Amounts numbers;
  for (const at::Tensor& tensor : tensors)
    if (tensor.is_floating_point())
      add(numbers, column_of(tensor.scalar_type(), math), static_cast<double>(tensor.numel()));
  sort_by_size(numbers);
  return numbers.empty() ? "" : numbers.front().first;
}

void set_shares(results::MathMode& math, const CountedTypes& counted) {
  Amounts flops;
  double sum = 0;
  for (const auto& [type, count] : counted.flops) {
    const std::string column = column_of(type, math);
    if (column.empty()) continue;
    add(flops, column, count);
    sum += count;
  }
  if (flops.empty()) return;
  sort_by_size(flops);
  math.compute = flops.front().first;
  std::erase_if(flops, [&](const auto& one) { return one.second < least_share * sum; });
  if (flops.size() < 2) return;
  sum = 0;
  for (const auto& one : flops) sum += one.second;
  for (auto& [column, count] : flops) math.shares.emplace_back(column, count / sum);
}

}  // namespace

void set_types_of_model(results::MathMode& math, const CountedTypes& counted,
                        std::span<const at::Tensor> parameters,
                        std::span<const at::Tensor> inputs) {
  math.parameters_dtype = types_text(parameters);
  if (counted.quantized) {
    math.compute = column_of(*counted.quantized, math);
  } else if (!counted.flops.empty()) {
    set_shares(math, counted);
  } else if (!math.autocast) {
    std::string column = main_column(parameters, math);
    if (column.empty()) column = main_column(inputs, math);
    if (!column.empty()) math.compute = column;
  }
}

std::string format_of_compiled(std::span<const c10::ScalarType> constants,
                               std::span<const at::Tensor> inputs) {
  const auto name = [](c10::ScalarType type) {
    const NumberFormat* format = c10::isFloatingType(type) ? find_format(type) : nullptr;
    return std::string(format == nullptr ? "" : format->name);
  };
  Amounts numbers;
  for (const c10::ScalarType type : constants)
    if (!name(type).empty()) add(numbers, name(type), 1);
  sort_by_size(numbers);
  if (!numbers.empty()) return numbers.front().first;
  for (const at::Tensor& input : inputs)
    if (!name(input.scalar_type()).empty()) return name(input.scalar_type());
  return "";
}

}  // namespace wgf::engine
