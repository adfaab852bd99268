// SPDX-License-Identifier: MIT
#include "engine/measure/device_timer.h"

#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

double to_milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

StepTimer::StepTimer(c10::Device device, std::size_t parts, std::size_t depth)
    : device_(device), parts_(parts), depth_(depth), origin_(make_border()) {
  const std::size_t borders = (depth + 2) * parts + 1;
  ring_.reserve(borders);
  for (std::size_t i = 0; i < borders; ++i) ring_.push_back(make_border());
  times_.part_ms.resize(parts);
}

StepTimer::Border StepTimer::make_border() const {
  Border border;
  // BACKEND_DEFAULT is the flag with timing; PYTORCH_DEFAULT switches it off.
  if (is_gpu(device_)) border.event.emplace(device_.type(), c10::EventFlag::BACKEND_DEFAULT);
  return border;
}

void StepTimer::record(Border& border) {
  if (border.event)
    border.event->record(current_stream(device_));
  else
    border.time = Clock::now();
}

double StepTimer::milliseconds(const Border& from, const Border& to) const {
  if (from.event) return from.event->elapsedTime(*to.event);
  return to_milliseconds(to.time - from.time);
}

void StepTimer::begin() {
  if (!has_origin_) {
    record(origin_);
    has_origin_ = true;
  }
  record(border(next_border_));
  in_flight_.push_back(next_border_++);
  in_stretch_ = is_first_of_stretch_ = true;
  stretch_begin_ = Clock::now();
}

void StepTimer::mark() {
  if (in_stretch_) record(border(next_border_++));
}

void StepTimer::end_step() {
  if (is_first_of_stretch_)
    times_.launch_ms.push_back(to_milliseconds(Clock::now() - stretch_begin_));
  is_first_of_stretch_ = false;
  record(border(next_border_));
  // The end of this step is the beginning of the next.
  in_flight_.push_back(next_border_++);
  if (in_flight_.size() > depth_ || !is_gpu(device_)) finish_oldest();
}

void StepTimer::finish_oldest() {
  const std::size_t first = in_flight_.front();
  in_flight_.pop_front();
  Border& end = border(first + parts_);
  if (end.event) end.event->synchronize();
  const Clock::time_point seen = end.event ? Clock::now() : end.time;
  const Border& start = border(prepares_ ? first + 1 : first);
  times_.step_ms.push_back(milliseconds(start, end));
  times_.start_s.push_back(milliseconds(origin_, start) / 1e3);
  for (std::size_t part = 0; part < parts_; ++part)
    times_.part_ms[part].push_back(milliseconds(border(first + part), border(first + part + 1)));
  // Ends of neighbours are a preparation further apart than a step is long.
  times_.last_end = seen;
}

void StepTimer::drain() {
  if (!in_stretch_) return;
  // The last border has no step behind it.
  while (in_flight_.size() > 1) finish_oldest();
  in_flight_.clear();
  in_stretch_ = false;
  if (times_.count() == 0) return;
  times_.wall_ms += to_milliseconds(Clock::now() - stretch_begin_);
  // Only now does the host's clock stand at the end of the last step; counting back from there
  // places the first step on the host's clock without having waited for it.
  const double span_ms = times_.start_s.back() * 1e3 + times_.step_ms.back();
  times_.first_begin = *times_.last_end - std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double, std::milli>(span_ms));
}

}  // namespace wgf::engine
