// SPDX-License-Identifier: MIT
// An engine that misbehaves as its cases and arguments say: the fault tests' counterpart of the
// real one. It speaks the protocol of results/protocol.h and measures nothing.

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "results/protocol.h"

namespace {

using wgf::results::Case;
using wgf::results::Result;

constexpr useconds_t millisecond = 1000;

int channel() {
  return std::atoi(std::getenv(wgf::results::channel_variable));
}

void write_line(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t count = ::send(channel(), text.data() + at, text.size() - at, MSG_NOSIGNAL);
    if (count <= 0) std::_Exit(0);
    at += static_cast<std::size_t>(count);
  }
}

std::string read_line() {
  std::string line;
  for (char c = 0; ::read(channel(), &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

Result good_result(const Case& value) {
  Result result;
  result.measured_case = value;
  result.metrics = {wgf::results::metric_from_samples("step_time", {1.0, 1.1, 1.2})};
  result.stop_reason = wgf::results::StopReason::fixed_count;
  return result;
}

Result with_status(const Case& value, wgf::results::Status status) {
  Result result;
  result.measured_case = value;
  result.status = status;
  result.reason = wgf::Message{"results.unknown_value", {{"value", "made up"}}};
  return result;
}

void answer(const Case& value) {
  write_line(wgf::results::to_line(good_result(value)));
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

// Ends its case early on SIGINT, as the real engine does.
volatile sig_atomic_t is_interrupted = 0;

void wait_for_interrupt(const Case& value) {
  ::signal(SIGINT, [](int) { is_interrupted = 1; });
  write_line(wgf::results::to_line(wgf::results::Progress{"measure", 1, 2}));
  while (is_interrupted == 0) ::usleep(millisecond);
  Result result = good_result(value);
  result.status = wgf::results::Status::interrupted;
  write_line(wgf::results::to_line(result));
}

// A second start of the same case works: what a restart after a passing fault looks like.
void fail_once(const Case& value) {
  const std::string marker = value.parameters.text("marker");
  if (std::ifstream(marker).good()) return answer(value);
  std::ofstream(marker) << "failed once";
  std::abort();
}

const std::map<std::string, std::function<void(const Case&)>> behaviours = {
    {"ok",
     [](const Case& value) {
       std::puts("a library prints on stdout");
       std::fflush(stdout);
       write_line(wgf::results::to_line(wgf::results::Progress{"measure", 1, 2}));
       answer(value);
     }},
    {"slow",
     [](const Case& value) {
       ::usleep(200 * millisecond);
       answer(value);
     }},
    {"abort",
     [](const Case&) {
       std::fputs("terminate called: assertion 42 failed\n", stderr);
       std::abort();
     }},
    {"abort_with_backtrace",
     [](const Case&) {
       std::fputs("  what():  index out of bounds: 0 <= tmp7 < 2L\n", stderr);
       for (int i = 0; i < 100; ++i)
         std::fprintf(stderr, "frame #%d: %s\n", i, std::string(150, 'f').c_str());
       std::fputs("\n", stderr);
       std::abort();
     }},
    {"segfault", [](const Case&) { ::raise(SIGSEGV); }},
    {"sigkill", [](const Case&) { ::raise(SIGKILL); }},
    {"die_late",
     [](const Case&) {
       ::usleep(100 * millisecond);
       ::raise(SIGKILL);
     }},
    {"sigstop", [](const Case&) { ::raise(SIGSTOP); }},
    {"garbage", [](const Case&) { write_line("Segmentation fault (core dumped)\x01 \xff"); }},
    {"oversized", [](const Case&) { write_line(std::string(std::size_t{17} << 20, 'x')); }},
    {"half_line",
     [](const Case&) {
       ::send(channel(), "{\"type\":", 8, MSG_NOSIGNAL);
       std::exit(3);
     }},
    {"hang", [](const Case&) { hang(); }},
    {"deaf",
     [](const Case&) {
       ::signal(SIGINT, SIG_IGN);
       hang();
     }},
    {"exit", [](const Case&) { std::exit(0); }},
    {"close_channel",
     [](const Case&) {
       ::close(channel());
       ::usleep(50 * millisecond);
       std::exit(0);
     }},
    {"other_case",
     [](Case value) {
       value.parameters.set("model", std::string("another"));
       answer(value);
     }},
    {"second_greeting",
     [](const Case&) { write_line(wgf::results::to_line(wgf::results::Hello{})); }},
    {"out_of_memory",
     [](const Case& value) {
       write_line(wgf::results::to_line(with_status(value, wgf::results::Status::out_of_memory)));
     }},
    {"failed",
     [](const Case& value) {
       write_line(wgf::results::to_line(with_status(value, wgf::results::Status::failed)));
     }},
    {"interruptible", wait_for_interrupt},
    {"fail_once", fail_once},
};

// Of ranks one behaves so, the others as `others` says: waiting for it, as real ones would.
std::string behaviour_of(const Case& value) {
  const char* rank = std::getenv("RANK");
  const std::string on_rank = value.parameters.text("on_rank", "");
  const bool is_other = rank != nullptr && !on_rank.empty() && on_rank != rank;
  return is_other ? value.parameters.text("others", "hang")
                  : value.parameters.text("behaviour", "ok");
}

void greet(const std::string& manner) {
  if (manner == "silent") hang();
  if (manner == "dies") {
    std::fputs("libtorch_cuda.so: cannot open shared object file\n", stderr);
    std::exit(127);
  }
  if (manner == "stops") ::raise(SIGSTOP);
  if (manner == "dies_silently") std::exit(0);
  wgf::results::Hello hello{.product_version = "fake"};
  if (manner == "other_protocol") hello.protocol = 999;
  if (manner == "garbage") return write_line("hello?");
  if (manner == "slow") ::usleep(100 * millisecond);
  write_line(wgf::results::to_line(hello));
}

}  // namespace

int main(int count, char** arguments) {
  // A cap instead of an end, should a test forget it.
  ::alarm(60);
  greet(count > 1 ? arguments[1] : "");
  while (true) {
    const auto value = wgf::results::parse_case(read_line());
    if (!value) return 0;
    behaviours.at(behaviour_of(*value))(*value);
  }
}
