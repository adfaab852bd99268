// SPDX-License-Identifier: MIT
#include "engine/measure/run_case.h"

#include <c10/util/Exception.h>

#include <new>

#include "base/error.h"
#include "base/text.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/error_kind.h"
#include "engine/measure/memory_meter.h"
#include "engine/measure/rank_results.h"

namespace wgf::engine {
namespace {

using results::Case;
using results::Result;
using results::Status;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string first_line(std::string_view text) {
  return std::string(trim(text.substr(0, text.find('\n'))));
}

// What went wrong: the first line, but for what a TorchScript model threw, which comes behind the
// places in its code.
std::string telling_line(std::string_view text) {
  if (!contains(text, "TorchScript interpreter")) return first_line(text);
  constexpr std::string_view mark = "Error: ";
  std::size_t begin = text.rfind("\nRuntimeError: ");
  if (begin == std::string_view::npos) begin = text.rfind(mark);
  if (begin == std::string_view::npos) return first_line(text);
  return first_line(text.substr(text.find(mark, begin) + mark.size()));
}

// The allocator follows "Tried to allocate 2.00 GiB." with half a page of advice on its settings.
std::string without_advice(const std::string& text) {
  std::string shorter = text.substr(0, text.find(". GPU "));
  while (shorter.ends_with('.')) shorter.pop_back();  // the sentence goes on behind it
  return shorter;
}

// What was in use is read before the tensors of the case are gone, so the error must be handled
// while they live: the peak tells.
Message out_of_memory(const Case& value, const Context& context, std::string_view what) {
  const bool has_batch = value.benchmark == "train" || value.benchmark == "infer";
  Message reason{has_batch ? "engine.out_of_memory" : "engine.out_of_memory_arrays", {}};
  const c10::Device device = open_device(value.device);
  std::string total = "?", used = "?";
  const MemoryMeter meter(device, context.cpu_memory, MemoryMeter::Start::keep_peaks);
  for (const results::Metric& metric : meter.metrics())
    if (metric.tag == "memory_allocated_peak")
      used = format_bytes(Bytes(static_cast<std::int64_t>(metric.value * gibi)));
  if (const auto bytes = meter.total()) total = format_bytes(*bytes);
  reason.args = {{"device", value.device},
                 {"used", used},
                 {"total", total},
                 {"detail", without_advice(first_line(what))}};
  return reason;
}

// Of the device, at the peak of the case; 0 where the device no longer tells.
double share_of_memory(const Case& value, const Context& context) {
  try {
    const MemoryMeter meter(open_device(value.device), context.cpu_memory,
                            MemoryMeter::Start::keep_peaks);
    const auto total = meter.total();
    if (!total || total->value <= 0) return 0;
    for (const results::Metric& metric : meter.metrics())
      if (metric.tag == "memory_reserved_peak") return metric.value / in_gib(*total);
  } catch (const CaseEnded&) {
    // An error of the device can leave it so that it answers nothing: the error is the result.
  } catch (const c10::Error&) {
  }
  return 0;
}

void set_outcome(Result& result, const std::exception& error, const std::string& what,
                 const Context& context) {
  const Case& value = result.measured_case;
  const std::string detail = telling_line(what);
  ErrorKind kind = kind_of_error(what, share_of_memory(value, context));
  if (dynamic_cast<const c10::OutOfMemoryError*>(&error) != nullptr)
    kind = ErrorKind::lack_of_memory;
  else if (kind == ErrorKind::other &&
           dynamic_cast<const c10::NotImplementedError*>(&error) != nullptr)
    kind = ErrorKind::unsupported;
  switch (kind) {
    case ErrorKind::lack_of_memory:
      result.status = Status::out_of_memory;
      result.reason = out_of_memory(value, context, what);
      return;
    case ErrorKind::device:
      result.status = Status::failed;
      result.reason = Message{device_error_key, {{"device", value.device}, {"detail", detail}}};
      return;
    case ErrorKind::unsupported:
      result.status = Status::unsupported;
      result.reason =
          Message{"engine.not_implemented", {{"device", value.device}, {"detail", detail}}};
      return;
    case ErrorKind::other:
      result.status = Status::failed;
      result.reason = Message{"engine.error", {{"detail", detail}}};
  }
}

const Benchmark& find_benchmark(const Benchmarks& benchmarks, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& benchmark : benchmarks) {
    if (benchmark->name() == name) return *benchmark;
    names.emplace_back(benchmark->name());
  }
  throw CaseEnded(Status::failed,
                  {"engine.unknown_value",
                   {{"name", "benchmark"}, {"value", name}, {"choices", join(names, ", ")}}});
}

Result measure(const Benchmarks& benchmarks, const Case& value, const Context& context) {
  Result result;
  result.measured_case = value;
  result.devices = results::named_devices(value);
  try {
    return find_benchmark(benchmarks, value.benchmark).run(value, context);
  } catch (const CaseEnded& ended) {
    result.status = ended.status();
    result.reason = ended.reason();
    result.warnings = ended.warnings();
  } catch (const Error& error) {
    const bool cannot = error.exit_code() == ExitCode::not_supported;
    result.status = cannot ? Status::unsupported : Status::failed;
    result.reason = error.message();
  } catch (const std::bad_alloc&) {
    result.status = Status::out_of_memory;
    result.reason = out_of_memory(value, context, "std::bad_alloc");
  } catch (const c10::Error& error) {
    set_outcome(result, error, error.what_without_backtrace(), context);
  } catch (const std::exception& error) {
    set_outcome(result, error, error.what(), context);
  }
  return result;
}

Result run_alone(const Benchmarks& benchmarks, const Case& value, const Context& context) {
  Result result = measure(benchmarks, value, context);
  // A case that fitted leaves its memory to the next one, too.
  try {
    release_cached_memory(open_device(value.device));
  } catch (const CaseEnded&) {
    // The device does not exist; the result says so.
  } catch (const c10::Error&) {
    // The device is unusable; the result says so.
  }
  return result;
}

// Its own part, then what all of them say. A rank that failed says so at once: whoever watches the
// others ends them.
Result run_rank(const Benchmarks& benchmarks, const Case& whole, const Context& context) {
  Result own = run_alone(benchmarks, case_of_rank(whole, context.ranks->local_rank()), context);
  const bool has_measured = own.status == Status::ok || own.status == Status::invalid ||
                            own.status == Status::interrupted;
  try {
    if (has_measured) return join_ranks(whole, own, *context.ranks);
  } catch (const c10::Error& error) {  // another has gone with what it measured
    set_outcome(own, error, error.what_without_backtrace(), context);
  }
  own.measured_case = whole;
  return own;
}

}  // namespace

Result run_case(const Benchmarks& benchmarks, const Case& value, const Context& context) {
  return context.ranks == nullptr ? run_alone(benchmarks, value, context)
                                  : run_rank(benchmarks, value, context);
}

}  // namespace wgf::engine
