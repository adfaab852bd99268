// SPDX-License-Identifier: MIT
#include "cli/measure/kernels/parameter_options.h"

#include <algorithm>

#include "base/choices.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "cli/typed_words.h"

namespace wgf::cli {
namespace {

using results::Parameters;
using results::Value;
using runner::BenchmarkInfo;
using runner::IntegerRange;
using runner::ParameterInfo;

constexpr Bytes smallest_array{sizeof(float)};

bool is_integer(const ParameterInfo& parameter) {
  return std::holds_alternative<IntegerRange>(parameter.values);
}

std::vector<Value> integers_of(const ParameterInfo& parameter, const std::string& text) {
  const std::string option = option_of(parameter.name);
  const std::int64_t least = std::get<IntegerRange>(parameter.values).least;
  std::vector<Value> values;
  for (const std::int64_t number : parse_sweep(option, text, least)) {
    values.emplace_back(number);
    check_value(option, parameter.values, values.back());
  }
  return values;
}

bool knows(const ParameterInfo& parameter, const std::string& value) {
  const std::vector<std::string> choices = choices_of(parameter.values);
  return std::find(choices.begin(), choices.end(), value) != choices.end();
}

std::vector<Value> values_of(const ParameterInfo& parameter, const std::string& text) {
  if (is_integer(parameter)) return integers_of(parameter, text);
  std::vector<Value> values;
  for (const std::string& choice : parse_choices(option_of(parameter.name), text)) {
    if (!knows(parameter, choice)) continue;
    if (std::holds_alternative<runner::Flag>(parameter.values))
      values.emplace_back(choice == "true");
    else
      values.emplace_back(choice);
  }
  return values;
}

const ParameterInfo* find_parameter(const BenchmarkInfo& benchmark, std::string_view name) {
  for (const ParameterInfo& parameter : benchmark.parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

// The cases so far, each with every value; one of these may go without saying.
std::vector<Parameters> multiplied(const std::vector<Parameters>& all, std::string_view name,
                                   const std::vector<Value>& values,
                                   const std::optional<Value>& unsaid) {
  std::vector<Parameters> product;
  for (const Value& value : values)
    for (Parameters parameters : all) {
      if (value != unsaid) parameters.set(name, value);
      product.push_back(std::move(parameters));
    }
  return product;
}

// Each of the first with each of the second, in that order.
std::vector<Parameters> joined(const std::vector<Parameters>& first,
                               const std::vector<Parameters>& second) {
  std::vector<Parameters> product;
  for (const Parameters& one : first)
    for (const Parameters& other : second) {
      Parameters both = one;
      for (const auto& [name, value] : other) both.set(name, value);
      product.push_back(std::move(both));
    }
  return product;
}

std::string fallback_of(const ParameterInfo& parameter, std::string_view device) {
  const bool is_other = device == "cpu" && !parameter.cpu_fallback.empty();
  return std::string(is_other ? parameter.cpu_fallback : parameter.fallback);
}

// Of one array, as it could be typed.
std::string default_size(const BenchmarkInfo& benchmark) {
  return std::string(find_parameter(benchmark, "size_mib")->fallback) + "MiB";
}

// Where the default is not named in the case, so that its key stays that of earlier versions.
std::optional<Value> unsaid_value(const BenchmarkInfo& benchmark, const ParameterInfo& parameter) {
  if (benchmark.name != "matmul" || parameter.name != "cache") return std::nullopt;
  return std::string(parameter.fallback);
}

}  // namespace

std::string option_of(std::string_view parameter) {
  return "--" + typed_name(parameter);
}

std::string parameter_help(const BenchmarkInfo& benchmark, const ParameterInfo& parameter,
                           const Context& context) {
  std::string values = to_text(parameter.values), fallback(parameter.fallback);
  // Of choices that a case does not name the engine takes the first.
  const std::vector<std::string> choices = choices_of(parameter.values);
  if (fallback.empty() && !choices.empty()) fallback = choices.front();
  std::replace(values.begin(), values.end(), '|', ',');
  if (parameter.name == "bytes") {
    values = "1GiB, 256M, …";
    fallback = default_size(benchmark);
  }
  // Every pair of the machine's GPUs; run --benchmark link takes one.
  if (benchmark.name == "link" && (parameter.name == "from" || parameter.name == "to"))
    fallback = context.text("kernel.all_gpus");
  const char* key =
      parameter.cpu_fallback.empty() ? "kernel.parameter_help" : "kernel.parameter_help_cpu";
  return context.text(
      Message{key,
              {{"meaning", context.text("parameter." + std::string(parameter.name))},
               {"values", values},
               {"fallback", fallback.empty() ? "-" : fallback},
               {"cpu", std::string(parameter.cpu_fallback)}}});
}

void check_values(const std::vector<const BenchmarkInfo*>& benchmarks, const TypedValues& typed) {
  for (const auto& [name, text] : typed) {
    if (name == "bytes") {
      array_sizes(text);
      continue;
    }
    std::vector<std::string> choices;
    for (const BenchmarkInfo* benchmark : benchmarks) {
      const ParameterInfo* parameter = find_parameter(*benchmark, name);
      if (parameter == nullptr) continue;
      if (is_integer(*parameter)) {
        values_of(*parameter, text);
        continue;
      }
      for (std::string& choice : choices_of(parameter->values))
        choices.push_back(std::move(choice));
    }
    if (choices.empty()) continue;
    const std::vector<std::string_view> views(choices.begin(), choices.end());
    for (const std::string& value : parse_choices(option_of(name), text))
      runner::check_choice(option_of(name), value, views);
  }
}

// mamf is held against mamf-finder: as many calls as that takes, 50 and 100, before a GPU gets to
// its power limit. Who asks for time, precision or settled clocks gets the usual rule.
results::StoppingRule stopping_of(const BenchmarkInfo& benchmark,
                                  const results::StoppingRule& asked) {
  results::StoppingRule rest = asked;
  rest.warmup.reset();
  rest.iterations.reset();
  if (benchmark.name != "mamf" || rest != results::StoppingRule{}) return asked;
  rest.warmup = asked.warmup.value_or(50);
  rest.iterations = asked.iterations.value_or(100);
  return rest;
}

std::vector<results::Case> parameter_cases(const BenchmarkInfo& benchmark, const TypedValues& typed,
                                           const std::vector<Parameters>& shapes,
                                           const RunCommandLine& line, std::string_view device) {
  std::vector<Parameters> all{{}};
  for (const ParameterInfo& parameter : benchmark.parameters) {
    // Sizes come as shapes.
    const bool is_size = parameter.name == "size_mib" || parameter.name == "bytes";
    const bool is_in_shapes = !shapes.empty() && shapes.front().find(parameter.name) != nullptr;
    if (is_size || is_in_shapes) continue;
    const auto given = typed.find(parameter.name);
    const std::string text = given != typed.end() ? given->second : fallback_of(parameter, device);
    if (text.empty()) continue;
    all = multiplied(all, parameter.name, values_of(parameter, text),
                     unsaid_value(benchmark, parameter));
  }
  if (!shapes.empty()) all = joined(shapes, all);
  if (find_parameter(benchmark, "bytes") != nullptr) {
    const auto given = typed.find("bytes");
    all = joined(all, array_sizes(given != typed.end() ? given->second : default_size(benchmark)));
  }
  std::vector<results::Case> cases;
  for (Parameters& parameters : all)
    cases.push_back({.benchmark = std::string(benchmark.name),
                     .parameters = std::move(parameters),
                     .device = std::string(device),
                     .seed = line.options.seed,
                     .stopping = stopping_of(benchmark, line.options.stopping)});
  return cases;
}

std::vector<Parameters> array_sizes(const std::string& typed) {
  std::vector<Parameters> sizes;
  for (const std::string& text : parse_list("--bytes", typed)) {
    const Bytes size = parse_bytes("--bytes", text);
    if (size < smallest_array)
      throw Error(
          {"kernel.array_too_small", {{"value", text}, {"smallest", format_bytes(smallest_array)}}},
          ExitCode::usage);
    sizes.push_back(size.value % mebi == 0 ? Parameters{{"size_mib", size.value / mebi}}
                                           : Parameters{{"bytes", size.value}});
  }
  return sizes;
}

}  // namespace wgf::cli
