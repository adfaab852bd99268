// SPDX-License-Identifier: MIT
#include "load/run_load.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "load/client.h"
#include "load/thread_priority.h"

namespace wgf::load {
namespace {

constexpr std::chrono::milliseconds ask_every{50};

// As even as it goes: 5 users on 2 threads are 3 and 2.
std::size_t users_of(const LoadPlan& plan, std::size_t thread) {
  const auto threads = static_cast<std::size_t>(plan.threads);
  return plan.concurrency / threads + (thread < plan.concurrency % threads ? 1 : 0);
}

}  // namespace

LoadRecord run_load(const LoadPlan& plan, const std::function<bool(double share)>& goes_on) {
  raise_descriptor_limit();
  SharedLoad load;
  load.plan = &plan;
  load.route = make_route(plan);
  load.sizes = request_sizes(plan);
  if (plan.is_open()) load.arrivals = arrivals_of(plan);
  load.answers.resize(plan.all());
  const auto threads = static_cast<std::size_t>(plan.threads);
  std::vector<std::unique_ptr<Client>> clients;
  for (std::size_t i = 0; i < threads; ++i)
    clients.push_back(std::make_unique<Client>(load, i, users_of(plan, i)));
  for (const auto& client : clients) client->connect();

  LoadRecord record;
  load.begin = Clock::now();
  std::mutex mutex;
  std::condition_variable has_ended;
  std::size_t running = threads;
  std::vector<std::exception_ptr> faults(threads);
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < threads; ++i)
      workers.emplace_back([&, i](const std::stop_token& stop) {
        run_before_others();
        try {
          clients[i]->run(stop);
        } catch (...) {
          faults[i] = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        --running;
        has_ended.notify_one();
      });
    std::unique_lock lock(mutex);
    while (!has_ended.wait_for(lock, ask_every, [&] { return running == 0; })) {
      const double share =
          static_cast<double>(load.ended) / static_cast<double>(load.answers.size());
      if (record.was_stopped || goes_on(share)) continue;
      record.was_stopped = true;
      for (std::jthread& worker : workers) worker.request_stop();
    }
  }
  for (const std::exception_ptr& fault : faults)
    if (fault) std::rethrow_exception(fault);
  record.time = Clock::now() - load.begin;
  record.name_ms = milliseconds(load.route.name_time);
  for (const auto& client : clients) {
    record.events += client->events();
    for (const Client::Opened& one : client->opened()) {
      record.connects_ms.push_back(one.connect_ms);
      if (load.route.tls != nullptr) record.handshakes_ms.push_back(one.handshake_ms);
    }
    record.lags.insert(record.lags.end(), client->lags().begin(), client->lags().end());
  }
  std::erase_if(load.answers, [](const Answer& answer) {
    return !answer.was_sent && answer.failure == Failure::none;
  });
  record.answers = std::move(load.answers);
  return record;
}

}  // namespace wgf::load
