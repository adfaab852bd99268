// SPDX-License-Identifier: MIT
#include "cli/compile/package_helper.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "embedded/python_programs.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;
using results::Status;
using Clock = std::chrono::steady_clock;

constexpr const char* script_name = "make_package.py";
constexpr std::size_t kept_output = 1 << 20;  // the answer is the last line
constexpr int look_every_ms = 100;

// Importing torch takes seconds, on a cold disk a minute.
constexpr Seconds versions_limit{120};

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

// Reads until the child closes its output; false where it was asked to stop before.
bool read_all(const ChildProcess& child, std::string& output, const std::function<bool()>& stops) {
  while (true) {
    pollfd wait{child.output().get(), POLLIN, 0};
    if (::poll(&wait, 1, look_every_ms) > 0) {
      char buffer[65536];
      const ssize_t count = ::read(child.output().get(), buffer, sizeof buffer);
      if (count == 0) return true;
      if (count > 0) output.append(buffer, static_cast<std::size_t>(count));
      if (output.size() > 2 * kept_output) output.erase(0, output.size() - kept_output);
    }
    if (stops()) return false;
  }
}

std::string last_line(const std::string& output) {
  const std::vector<std::string> lines = split(output, '\n');
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (const std::string_view text = trim(*line); !text.empty())
      return std::string(text.substr(0, 300));
  return "-";
}

HelperAnswer answer_from(const nlohmann::json& json) {
  if (json.contains("error"))
    return failed(Status::failed,
                  {"compile.helper_error", {{"reason", json.at("error").get<std::string>()}}});
  HelperAnswer answer;
  answer.torch = json.value("torch", "");
  answer.has_cuda = json.value("gpu", false);
  answer.compile_seconds = json.value("compile_seconds", 0.0);
  if (json.contains("beside")) {
    const nlohmann::json& beside = json.at("beside");
    answer.beside = BesideTimes{.step_ms = beside.at("step_ms").get<std::vector<double>>(),
                                .compile_seconds = beside.at("compile_seconds").get<double>()};
    if (beside.contains("peak_gib")) answer.beside->peak_gib = beside.at("peak_gib").get<double>();
  }
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
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                   std::chrono::duration<double>(limit.value));
  try {
    ChildProcess child(options);
    std::string output;
    const auto stops = [&] { return options_.is_interrupted() || Clock::now() >= end; };
    const bool has_ended = read_all(child, output, stops);
    // Compilers that it started are in its group.
    if (!has_ended) ::kill(-child.pid(), SIGKILL);
    const ChildEnd how = has_ended ? child.wait() : child.kill();
    if (!has_ended && options_.is_interrupted())
      return failed(Status::interrupted, {"engine.interrupted", {}});
    if (!has_ended)
      return failed(Status::timeout, {"compile.helper_hangs", {{"limit", format_duration(limit)}}});
    if (how.signal)
      return failed(Status::failed,
                    {"compile.helper_killed", {{"signal", signal_name(*how.signal)}}});
    return read_answer(output);
  } catch (const Error& fault) {
    return failed(
        Status::unsupported,
        {"compile.no_python",
         {{"python", python_},
          {"reason", fault.message().args.empty() ? "" : fault.message().args.back().second}}});
  }
}

std::optional<HelperFault> PackageHelper::fault_for(const std::string& engine_torch,
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

}  // namespace wgf::cli
