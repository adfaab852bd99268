// SPDX-License-Identifier: MIT
#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

constexpr std::string_view names[] = {"attention", "feed_forward", "head",   "tensor",   "context",
                                      "experts",   "data",         "stages", "optimizer"};
static_assert(std::size(names) == step_part_count);

thread_local PartClock* running = nullptr;

}  // namespace

std::string_view to_text(StepPart part) {
  return names[static_cast<std::size_t>(part)];
}

PartClock::PartClock(c10::Device device) : device_(device), outer_(running) {
  running = this;
}

PartClock::~PartClock() {
  running = outer_;
}

void PartClock::enter(StepPart part) {
  entered_.push_back(part);
  borders_.push_back({Moment(device_), static_cast<int>(part)});
}

void PartClock::leave() {
  entered_.pop_back();
  borders_.push_back({Moment(device_), entered_.empty() ? -1 : static_cast<int>(entered_.back())});
}

std::array<double, step_part_count> PartClock::read() {
  std::array<double, step_part_count> times{};
  for (std::size_t i = 0; i + 1 < borders_.size(); ++i)
    if (borders_[i].part >= 0)
      times[static_cast<std::size_t>(borders_[i].part)] +=
          borders_[i].at.milliseconds_to(borders_[i + 1].at);
  borders_.clear();
  return times;
}

InPart::InPart(StepPart part) : clock_(running) {
  if (clock_ != nullptr) clock_->enter(part);
}

InPart::~InPart() {
  if (clock_ != nullptr) clock_->leave();
}

}  // namespace wgf::engine
