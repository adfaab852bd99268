// SPDX-License-Identifier: MIT
#include "runner/launch/engine_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "base/time_limit.h"

namespace wgf::runner {
namespace {

using Clock = std::chrono::steady_clock;

// A Result with thousands of samples takes some hundred KiB; far above it something is broken.
constexpr std::size_t longest_line = std::size_t{16} << 20;
constexpr std::size_t kept_output = std::size_t{64} << 10;  // a backtrace takes some 10 KiB
constexpr std::size_t last_lines = 3;
constexpr std::size_t shown_garbage = 80;

// A process that closed its channel gets so long to end by itself before it is killed.
constexpr Seconds farewell{2};
// The child is looked at so often even when its channel says nothing.
constexpr int poll_slice_ms = 200;

// So often it is looked whether the time of the greeting passed while we ran.
constexpr Seconds greeting_slice{0.2};

enum class Characters { ascii, any };

std::string printable(std::string_view text, std::size_t limit, Characters allowed) {
  std::string clean;
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= 32 && byte < 127;
    clean += is_plain || (byte > 127 && allowed == Characters::any) ? c : '.';
  }
  return clean + (text.size() > limit ? "…" : "");
}

// Without LibTorch's backtrace, which stands behind the reason: "frame #0: …".
std::string last_words_of(std::string_view output) {
  std::vector<std::string> lines;
  for (const std::string& text : split(output, '\n'))
    if (const std::string_view line = trim(text); !line.empty() && !line.starts_with("frame #"))
      lines.push_back(printable(line, 200, Characters::any));
  if (lines.size() > last_lines)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(last_lines));
  return join(lines, " | ");
}

std::pair<Descriptor, Descriptor> make_channel() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(
        {"subprocess.cannot_start", {{"program", "socketpair"}, {"reason", std::strerror(errno)}}});
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

ChildProcess start(const EngineProcess::Options& options, Descriptor& channel) {
  auto [ours, theirs] = make_channel();
  ChildProcess::Options launch{.program = options.program,
                               .arguments = options.arguments,
                               .environment = engine_environment(),
                               .inherited_descriptors = options.inherited_descriptors};
  launch.inherited_descriptors.push_back(theirs.get());
  launch.environment.insert(launch.environment.end(), options.environment.begin(),
                            options.environment.end());
  launch.environment.emplace_back(results::channel_variable, std::to_string(theirs.get()));
  ChildProcess child(launch);
  channel = std::move(ours);
  return child;
}

}  // namespace

struct EngineProcess::State {
  Options options;
  Descriptor channel;  // before child: start() fills it
  ChildProcess child;
  std::string received;
  std::string output;
  bool is_channel_open = true;
  std::optional<Clock::time_point> stopped_since;

  explicit State(Options o) : options(std::move(o)), child(start(options, channel)) {}

  void drain_output() {
    char buffer[4096];
    while (true) {
      const ssize_t count = ::read(child.output().get(), buffer, sizeof buffer);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return;
      output.append(buffer, static_cast<std::size_t>(count));
      if (output.size() > 2 * kept_output) output.erase(0, output.size() - kept_output);
      if (options.forward_stderr) {
        [[maybe_unused]] const ssize_t written =
            ::write(STDERR_FILENO, buffer, static_cast<std::size_t>(count));
      }
    }
  }

  // Whether anything came.
  bool receive() {
    char buffer[1 << 16];
    const ssize_t count = ::recv(channel.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (count > 0) received.append(buffer, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) is_channel_open = false;
    return count > 0;
  }

  std::optional<EngineEvent> take_line() {
    const std::size_t end = received.find('\n');
    if (end == std::string::npos) {
      if (received.size() <= longest_line) return std::nullopt;
      Garbage garbage{printable(received, shown_garbage, Characters::ascii)};
      received.clear();
      return garbage;
    }
    const std::string line = received.substr(0, end);
    received.erase(0, end + 1);
    std::optional<results::EngineMessage> message = results::parse_engine_message(line);
    if (!message) return Garbage{printable(line, shown_garbage, Characters::ascii)};
    return std::visit([](auto& m) -> EngineEvent { return std::move(m); }, *message);
  }

  void wait_for_input(int milliseconds) {
    pollfd waiting[] = {{child.output().get(), POLLIN, 0}, {channel.get(), POLLIN, 0}};
    // An output pipe at its end is always "ready": it must not make this a busy loop.
    ::poll(waiting, 2, milliseconds);
    drain_output();
    if ((waiting[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0) receive();
    const bool is_output_closed =
        (waiting[0].revents & POLLIN) == 0 && (waiting[0].revents & POLLHUP) != 0;
    if (is_output_closed && waiting[1].revents == 0) {
      pollfd channel_only{channel.get(), POLLIN, 0};
      ::poll(&channel_only, 1, std::min(milliseconds, 20));
    }
  }

  EngineEnd end_of(const ChildEnd& end) {
    drain_output();
    return {.exit_code = end.exit_code,
            .signal = end.signal,
            .peak_memory = end.peak_memory,
            .last_words = last_words_of(output)};
  }

  // The channel is closed: the process normally ends within a moment.
  EngineEnd farewell_end() {
    const Deadline limit = deadline_in(farewell);
    while (Clock::now() < limit) {
      if (const auto end = child.try_wait()) return end_of(*end);
      drain_output();
      ::poll(nullptr, 0, 5);
    }
    return end_of(child.kill());
  }
};

EngineProcess::EngineProcess(Options options)
    : state_(std::make_unique<State>(std::move(options))) {}
EngineProcess::~EngineProcess() = default;
EngineProcess::EngineProcess(EngineProcess&&) noexcept = default;
EngineProcess& EngineProcess::operator=(EngineProcess&&) noexcept = default;

results::Hello EngineProcess::greet(Seconds timeout, std::optional<Seconds> longest_stop) {
  const std::string program = state_->options.program.string();
  const auto fail = [&](const char* key, std::vector<std::pair<std::string, std::string>> details) {
    details.insert(details.begin(), {"program", program});
    throw Error({key, std::move(details)}, ExitCode::not_supported);
  };
  TimeLimit limit(timeout);
  EngineEvent event = TimedOut{};
  const auto stood_still = [&] { return longest_stop && stopped_for() > *longest_stop; };
  do event = next(std::min(limit.end(), deadline_in(greeting_slice)));
  while (std::holds_alternative<TimedOut>(event) && !limit.is_over() && !stood_still());
  if (const auto* end = std::get_if<EngineEnd>(&event)) {
    const std::string how = end->signal ? signal_name(*end->signal)
                                        : "exit code " + std::to_string(end->exit_code.value_or(0));
    if (end->last_words.empty()) fail("runner.engine_cannot_start_silent", {{"how", how}});
    fail("runner.engine_cannot_start", {{"how", how}, {"last_words", end->last_words}});
  }
  if (std::holds_alternative<TimedOut>(event)) {
    kill();
    fail("runner.engine_silent", {{"seconds", fmt::format("{:.3g}", timeout.value)}});
  }
  const auto* hello = std::get_if<results::Hello>(&event);
  if (hello == nullptr || hello->protocol != results::protocol_version) {
    kill();
    fail("runner.engine_other_protocol",
         {{"found", hello == nullptr ? "?" : std::to_string(hello->protocol)},
          {"known", std::to_string(results::protocol_version)}});
  }
  return *hello;
}

void EngineProcess::send(const results::Case& value) {
  const std::string line = results::to_line(value) + "\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    // A dead engine shows as the end of its channel in next(); here it must only not raise SIGPIPE.
    const ssize_t sent = ::send(state_->channel.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

EngineEvent EngineProcess::next(Deadline deadline) {
  State& state = *state_;
  while (true) {
    if (auto event = state.take_line()) return *std::move(event);
    if (!state.is_channel_open) return state.farewell_end();
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return TimedOut{};
    state.wait_for_input(static_cast<int>(std::min<std::int64_t>(left, poll_slice_ms)));
    // A process it started may hold the channel open after its death.
    if (const auto end = state.child.try_wait()) {
      while (state.receive()) {
      }
      if (auto event = state.take_line()) return *std::move(event);
      return state.end_of(*end);
    }
  }
}

void EngineProcess::interrupt() {
  state_->child.signal(SIGINT);
}

EngineEnd EngineProcess::kill() {
  const bool was_stopped = state_->child.is_stopped();
  EngineEnd end = state_->end_of(state_->child.kill());
  end.was_stopped = was_stopped;
  return end;
}

Seconds EngineProcess::stopped_for() {
  if (!state_->child.is_stopped()) {
    state_->stopped_since.reset();
    return Seconds();
  }
  if (!state_->stopped_since) state_->stopped_since = Clock::now();
  return Seconds(std::chrono::duration<double>(Clock::now() - *state_->stopped_since).count());
}

std::int64_t EngineProcess::pid() const {
  return state_->child.pid();
}

}  // namespace wgf::runner
