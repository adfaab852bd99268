// SPDX-License-Identifier: MIT
#include "runner/option_fields.h"

#include <algorithm>

#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "runner/device_choice.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

namespace wgf::runner {
namespace {

// A value of the wrong kind; caught where file and line are known.
struct WrongKind {
  std::string expected;
};

using Values = std::vector<TomlScalar>;

const TomlScalar& only(const Values& values) {
  if (values.size() != 1) throw WrongKind{"1 value"};
  return values.front();
}

std::string text_of(const TomlScalar& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  throw WrongKind{"\"text\""};
}

std::vector<std::string> texts(const Values& values) {
  std::vector<std::string> result;
  for (const TomlScalar& value : values)
    for (const std::string& part : split(text_of(value), ',')) result.emplace_back(trim(part));
  return result;
}

std::int64_t integer(const Values& values) {
  if (const auto* number = std::get_if<std::int64_t>(&only(values))) return *number;
  throw WrongKind{"1, 2, 3"};
}

bool flag(const Values& values) {
  if (const auto* value = std::get_if<bool>(&only(values))) return *value;
  throw WrongKind{"true, false"};
}

double number(const Values& values) {
  if (const auto* value = std::get_if<double>(&only(values))) return *value;
  return static_cast<double>(integer(values));
}

// Between 0 and 1, or as text in per cent.
double share(const Values& values) {
  std::optional<double> value;
  if (const auto* text = std::get_if<std::string>(&only(values))) {
    const bool is_percent = text->ends_with('%');
    value =
        parse_number(trim(std::string_view(*text).substr(0, text->size() - (is_percent ? 1 : 0))));
    if (value && is_percent) value = *value / 100;
  } else {
    value = number(values);
  }
  if (!value || !(*value > 0 && *value < 1)) throw WrongKind{"0.005, \"0.5%\""};
  return *value;
}

// Seconds as a number, or as text with a unit.
Seconds duration(const Values& values) {
  std::optional<Seconds> time;
  if (const auto* text = std::get_if<std::string>(&only(values)))
    time = parse_duration(*text);
  else
    time = Seconds(number(values));
  if (!time || !is_time(*time) || *time < least_time) throw WrongKind{"\"90s\", \"10m\", 300"};
  return *time;
}

// Numbers, or the text of a sweep: [1, 8], "1-64*2".
std::vector<std::int64_t> sweep(const Values& values, std::string_view key) {
  std::vector<std::int64_t> result;
  for (const TomlScalar& value : values) {
    const auto* count = std::get_if<std::int64_t>(&value);
    const std::string text = count ? std::to_string(*count) : text_of(value);
    for (const std::int64_t part : parse_sweep(key, text)) result.push_back(part);
  }
  return result;
}

std::int64_t positive(const Values& values) {
  const std::int64_t value = integer(values);
  if (value < 1) throw WrongKind{">= 1"};
  return value;
}

// The lists of choices are checked here, where file and line are known.
std::vector<std::string> choices(const Values& values, std::string_view key,
                                 std::span<const std::string_view> known) {
  std::vector<std::string> chosen = texts(values);
  for (const std::string& value : chosen) check_choice(key, value, known);
  return chosen;
}

struct Field {
  const char* key;
  void (*apply)(RunOptions&, const Values&);
};

using O = RunOptions;

const Field fields[] = {
    {"models", [](O& o, const Values& v) { o.models = texts(v); }},
    {"batch_sizes", [](O& o, const Values& v) { o.batch_sizes = sweep(v, "batch_sizes"); }},
    {"precision",
     [](O& o, const Values& v) { o.precisions = choices(v, "precision", choices::precisions); }},
    {"workload",
     [](O& o, const Values& v) { o.workloads = choices(v, "workload", choices::workloads); }},
    {"launch", [](O& o, const Values& v) { o.launches = choices(v, "launch", choices::launches); }},
    {"optimizer",
     [](O& o, const Values& v) { o.optimizers = choices(v, "optimizer", choices::optimizers); }},
    {"memory_format",
     [](O& o, const Values& v) {
       o.memory_format = text_of(only(v));
       check_choice("memory_format", o.memory_format, choices::memory_formats);
     }},
    {"pure", [](O& o, const Values& v) { o.pure = flag(v); }},
    {"image_size", [](O& o, const Values& v) { o.image_sizes = sweep(v, "image_size"); }},
    {"sequence_length",
     [](O& o, const Values& v) { o.sequence_lengths = sweep(v, "sequence_length"); }},
    {"input", [](O& o, const Values& v) { o.input = text_of(only(v)); }},
    {"device",
     [](O& o, const Values& v) {
       o.device = text_of(only(v));
       check_device_name(o.device);
     }},
    {"seed",
     [](O& o, const Values& v) {
       const std::int64_t seed = integer(v);
       if (seed < 0) throw WrongKind{">= 0"};
       o.seed = static_cast<std::uint64_t>(seed);
     }},
    {"iterations", [](O& o, const Values& v) { o.stopping.iterations = positive(v); }},
    {"warmup",
     [](O& o, const Values& v) {
       o.stopping.warmup = integer(v);
       if (*o.stopping.warmup < 0) throw WrongKind{">= 0"};
     }},
    {"precision_target", [](O& o, const Values& v) { o.stopping.precision_target = share(v); }},
    {"min_samples", [](O& o, const Values& v) { o.stopping.min_samples = positive(v); }},
    {"min_time", [](O& o, const Values& v) { o.stopping.min_time = duration(v); }},
    {"max_time", [](O& o, const Values& v) { o.stopping.max_time = duration(v); }},
    {"thermal_cap", [](O& o, const Values& v) { o.stopping.thermal_cap = duration(v); }},
    {"sustained", [](O& o, const Values& v) { o.stopping.sustained = flag(v); }},
    {"case_timeout", [](O& o, const Values& v) { o.case_timeout = duration(v); }},
    {"time_budget", [](O& o, const Values& v) { o.time_budget = duration(v); }},
    {"isolate", [](O& o, const Values& v) { o.isolate = flag(v); }},
    {"try_anyway", [](O& o, const Values& v) { o.try_anyway = flag(v); }},
    {"repeat", [](O& o, const Values& v) { o.repeat = positive(v); }},
    {"output",
     [](O& o, const Values& v) {
       o.outputs.clear();
       for (const TomlScalar& value : v) o.outputs.emplace_back(text_of(value));
     }},
    {"verbose", [](O& o, const Values& v) { o.verbose = flag(v); }},
};

}  // namespace

std::string_view device_to_check(const RunOptions& options) {
  return options.device == "cpu" ? "cpu" : "cuda:0";
}

bool is_given(const RunOptions& options, std::string_view key) {
  return std::find(options.given.begin(), options.given.end(), key) != options.given.end();
}

std::vector<std::string> option_keys() {
  std::vector<std::string> keys;
  for (const Field& field : fields) keys.emplace_back(field.key);
  return keys;
}

Error unknown_key(const TomlEntry& entry, const std::string& file_name,
                  const std::vector<std::string>& others) {
  std::vector<std::string> keys = option_keys();
  keys.insert(keys.end(), others.begin(), others.end());
  return Error(
      with_nearest(
          {"runner.config_unknown_key",
           {{"file", file_name}, {"line", std::to_string(entry.line)}, {"key", entry.key}}},
          entry.key, keys),
      ExitCode::usage);
}

void set_or_say_where(const TomlEntry& entry, const std::string& file_name,
                      const std::function<void()>& set) {
  const auto bad_value = [&](const std::string& expected) {
    return Error({"runner.config_bad_value",
                  {{"file", file_name},
                   {"line", std::to_string(entry.line)},
                   {"key", entry.key},
                   {"value", as_typed(entry)},
                   {"expected", expected}}},
                 ExitCode::usage);
  };
  try {
    set();
  } catch (const WrongKind& wrong) {
    throw bad_value(wrong.expected);
  } catch (const Error& fault) {
    throw fault.at(
        {"runner.config_place",
         {{"file", file_name}, {"line", std::to_string(entry.line)}, {"key", entry.key}}});
  }
}

void apply_entry(RunOptions& options, const TomlEntry& entry, const std::string& file_name) {
  const auto field = std::find_if(std::begin(fields), std::end(fields),
                                  [&](const Field& one) { return entry.key == one.key; });
  if (field == std::end(fields)) throw unknown_key(entry, file_name, {});
  set_or_say_where(entry, file_name, [&] { field->apply(options, entry.values); });
  options.given.push_back(entry.key);
}

}  // namespace wgf::runner
