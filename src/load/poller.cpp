// SPDX-License-Identifier: MIT
#include "load/poller.h"

#include <sys/timerfd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace wgf::load {
namespace {

timespec to_timespec(Time time) {
  constexpr std::int64_t second = 1'000'000'000;
  const std::int64_t nanoseconds = time.time_since_epoch().count();
  return {.tv_sec = nanoseconds / second, .tv_nsec = nanoseconds % second};
}

void control(const Socket& epoll, int what, const Socket& socket, std::uint32_t events,
             void* owner) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = owner;
  if (::epoll_ctl(epoll.descriptor(), what, socket.descriptor(), &event) != 0)
    throw Error({"server.no_socket", {{"reason", std::strerror(errno)}}});
}

}  // namespace

Poller::Poller()
    : epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {
  // At the edge: one that went off needs no reading before it is set anew.
  control(epoll_, EPOLL_CTL_ADD, timer_, EPOLLIN | EPOLLET, nullptr);
}

void Poller::add(const Socket& socket, std::uint32_t events, void* owner) {
  control(epoll_, EPOLL_CTL_ADD, socket, events, owner);
}

void Poller::change(const Socket& socket, std::uint32_t events, void* owner) {
  control(epoll_, EPOLL_CTL_MOD, socket, events, owner);
}

std::span<const Poller::Happened> Poller::wait(std::optional<Time> until) {
  if (until && *until != armed_) {
    itimerspec setting{};
    setting.it_value = to_timespec(*until);
    ::timerfd_settime(timer_.descriptor(), TFD_TIMER_ABSTIME, &setting, nullptr);
    armed_ = *until;
  }
  const bool is_past = until && *until <= Clock::now();
  const int count =
      ::epoll_wait(epoll_.descriptor(), events_.data(), most_at_once, until && !is_past ? -1 : 0);
  std::size_t found = 0;
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events_[static_cast<std::size_t>(i)];
    if (event.data.ptr != nullptr) happened_[found++] = {event.data.ptr, event.events};
  }
  return {happened_.data(), found};
}

}  // namespace wgf::load
