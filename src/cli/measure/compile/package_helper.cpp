// SPDX-License-Identifier: MIT
#include "cli/measure/compile/package_helper.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "base/time_limit.h"
#include "embedded/python_programs.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;
using results::Status;

constexpr const char* script_name = "make_package.py";
constexpr std::size_t kept_output = 1 << 20;  // the answer is the last line
constexpr int look_every_ms = 100;

// Importing torch takes seconds, on a cold disk a minute.
constexpr Seconds versions_limit{60};
// One that closed its output has nothing more to say.
constexpr Seconds last_moment{2};

// Of the environment that holds the LibTorch we were built with or are told to use:
// lib/python3.11/site-packages/torch.
std::string default_python() {
  const char* variable = std::getenv("WGF_TORCH_DIR");
  for (const fs::path torch : {variable == nullptr ? "" : variable, WGF_BUILT_WITH}) {
    if (torch.empty()) continue;
    const fs::path python = (torch / "../../../../bin/python3").lexically_normal();
    if (::access(python.c_str(), X_OK) == 0) return python.string();
  }
  return "python3";
}

// As a shell would find it.
std::string found_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  for (const std::string& folder : split(path == nullptr ? "/usr/bin:/bin" : path, ':'))
    if (const std::string full = folder + '/' + name; ::access(full.c_str(), X_OK) == 0)
      return full;
  return name;
}

HelperAnswer failed(Status status, Message reason) {
  HelperAnswer answer;
  answer.fault = HelperFault{status, std::move(reason)};
  return answer;
}

// Reads until the child ends, whoever else holds its output; false where it was asked to stop
// before.
bool read_all(ChildProcess& child, std::string& output, const std::function<bool()>& stops) {
  while (true) {
    const bool has_ended = child.try_wait().has_value();  // so that what it wrote last is read yet
    pollfd wait{child.output().get(), POLLIN, 0};
    bool is_empty = true;
    if (::poll(&wait, 1, has_ended ? 0 : look_every_ms) > 0) {
      char buffer[65536];
      const ssize_t count = ::read(child.output().get(), buffer, sizeof buffer);
      if (count == 0) return true;
      is_empty = count < 0;
      if (count > 0) output.append(buffer, static_cast<std::size_t>(count));
      if (output.size() > 2 * kept_output) output.erase(0, output.size() - kept_output);
    }
    if (has_ended && is_empty) return true;
    if (stops()) return false;
  }
}

void await_end(ChildProcess& child) {
  TimeLimit limit(last_moment);
  while (!child.try_wait() && !limit.is_over()) ::poll(nullptr, 0, look_every_ms / 10);
}

std::string last_line(const std::string& output) {
  const std::vector<std::string> lines = split(output, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (const std::string_view text = trim(*line); !text.empty())
      return std::string(text.substr(0, 300));
  return "-";
}

HelperFault helper_error(const nlohmann::json& reason) {
  return {Status::failed, {"compile.helper_error", {{"reason", reason.get<std::string>()}}}};
}

// A time that no clock shows is no time.
std::optional<HelperFault> fault_of_time(const char* name, double value, double most) {
  if (std::isfinite(value) && value > 0 && value <= most) return std::nullopt;
  return HelperFault{Status::invalid,
                     {"compile.not_a_time", {{"name", name}, {"value", format_number(value, 3)}}}};
}

constexpr double longest_seconds = 1e6;  // eleven days

void read_beside(const nlohmann::json& json, HelperAnswer& answer) {
  BesideTimes times{.step_ms = json.at("step_ms").get<std::vector<double>>(),
                    .compile_seconds = json.at("compile_seconds").get<double>()};
  if (json.contains("peak_gib")) times.peak_gib = json.at("peak_gib").get<double>();
  answer.beside_fault =
      fault_of_time("beside.compile_seconds", times.compile_seconds, longest_seconds);
  if (times.step_ms.empty()) answer.beside_fault = fault_of_time("beside.step_ms", 0, 0);
  for (const double step : times.step_ms)
    if (!answer.beside_fault)
      answer.beside_fault = fault_of_time("beside.step_ms", step, 1e3 * longest_seconds);
  if (!answer.beside_fault) answer.beside = std::move(times);
}

HelperAnswer answer_from(const nlohmann::json& json) {
  HelperAnswer answer;
  if (json.contains("error")) {
    answer.fault = helper_error(json.at("error"));
    return answer;
  }
  answer.torch = json.value("torch", "");
  answer.has_cuda = json.value("gpu", false);
  answer.compile_seconds = json.value("compile_seconds", 0.0);
  if (json.contains("compile_seconds"))
    answer.fault = fault_of_time("compile_seconds", answer.compile_seconds, longest_seconds);
  if (json.contains("beside")) read_beside(json.at("beside"), answer);
  if (json.contains("beside_error")) answer.beside_fault = helper_error(json.at("beside_error"));
  return answer;
}

// Of a helper that was stopped or killed: once the package is made, only what came after it is
// missing.
HelperAnswer answer_before(const std::string& output, HelperFault fault) {
  HelperAnswer answer = read_answer(output);
  const bool has_package = !answer.fault && answer.compile_seconds > 0;
  if (!has_package || fault.status == Status::interrupted)
    return failed(fault.status, std::move(fault.reason));
  answer.beside_fault = std::move(fault);
  return answer;
}

// "2.13" of "2.13.0+cpu".
std::string minor_version(const std::string& version) {
  const std::size_t first = version.find('.');
  return version.substr(0, first == std::string::npos ? first : version.find('.', first + 1));
}

}  // namespace

HelperAnswer read_answer(const std::string& output) {
  const std::vector<std::string> lines = split(output, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (too_deep_at(*line)) continue;
    const nlohmann::json json = nlohmann::json::parse(*line, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json.contains("make_package")) continue;
    try {
      return answer_from(json);
    } catch (const nlohmann::json::exception&) {
      break;  // ours by name, but not in form
    }
  }
  return failed(Status::failed, {"compile.no_answer", {{"line", last_line(output)}}});
}

PackageHelper::PackageHelper(Options options)
    : options_(std::move(options)),
      python_(found_in_path(options_.python.empty() ? default_python() : options_.python)) {
  for (const EmbeddedFile& file : embedded::python_programs())
    if (file.name == script_name) write_file_atomically(options_.folder / script_name, file.text);
}

HelperAnswer PackageHelper::run(const std::vector<std::string>& arguments, Seconds limit) {
  ChildProcess::Options options{.program = python_,
                                .arguments = {(options_.folder / script_name).string()}};
  options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
  TimeLimit time(limit);
  try {
    ChildProcess child(options);
    std::string output;
    const auto stops = [&] { return options_.is_interrupted() || time.is_over(); };
    const bool has_ended = read_all(child, output, stops);
    if (has_ended) await_end(child);
    ::kill(-child.pid(), SIGKILL);      // compilers that it started are in its group
    const ChildEnd how = child.kill();  // it may have left the group
    if (!has_ended && options_.is_interrupted())
      return failed(Status::interrupted, {"compile.interrupted", {}});
    if (!has_ended)
      return answer_before(
          output, {Status::timeout, {"compile.helper_hangs", {{"limit", format_duration(limit)}}}});
    if (how.signal)
      return answer_before(
          output,
          {Status::failed, {"compile.helper_killed", {{"signal", signal_name(*how.signal)}}}});
    return read_answer(output);
  } catch (const Error& fault) {
    return failed(
        Status::unsupported,
        {"compile.no_python",
         {{"python", python_},
          {"reason", fault.message().args.empty() ? "" : fault.message().args.back().second}}});
  }
}

std::optional<HelperFault> PackageHelper::fault_of_python(const std::string& engine_torch,
                                                          bool needs_gpu) {
  if (!versions_) {
    versions_ = run({"--versions"}, versions_limit);
    // This Python cannot be used; no network is to blame, and nothing was compiled.
    if (versions_->fault && versions_->fault->status == Status::failed)
      versions_->fault->status = Status::unsupported;
    if (versions_->fault && versions_->fault->reason.key == "compile.helper_error")
      versions_->fault->reason.key = "compile.python_without_torch";
  }
  if (versions_->fault) return versions_->fault;
  if (minor_version(versions_->torch) != minor_version(engine_torch))
    return HelperFault{
        Status::unsupported,
        {"compile.other_torch",
         {{"python", python_}, {"theirs", versions_->torch}, {"ours", engine_torch}}}};
  if (needs_gpu && !versions_->has_cuda)
    return HelperFault{
        Status::unsupported,
        {"compile.python_without_gpu", {{"python", python_}, {"torch", versions_->torch}}}};
  return std::nullopt;
}

std::optional<HelperFault> PackageHelper::fault_for(const std::string& engine_torch,
                                                    bool needs_gpu) {
  std::optional<HelperFault> fault = fault_of_python(engine_torch, needs_gpu);
  if (fault && fault->status == Status::unsupported && !options_.python.empty())
    fault->status = Status::failed;
  return fault;
}

}  // namespace wgf::cli
