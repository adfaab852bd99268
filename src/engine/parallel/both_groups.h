// SPDX-License-Identifier: MIT
#pragma once
// The calls around a layer, for its own group of parameters and for that of its experts.

#include <array>

#include "engine/parallel/shared_groups.h"

namespace wgf::engine {

// Groups of layers and those of their experts, which other ranks keep in step.
class BothGroups final : public GroupCalls {
 public:
  BothGroups(SharedGroups& own, SharedGroups& experts) : both_{&own, &experts} {}

  void before_forward(std::size_t group) override {
    for (SharedGroups* one : both_) one->before_forward(group);
  }
  void after_forward(std::size_t group) override {
    for (SharedGroups* one : both_) one->after_forward(group);
  }
  void before_backward(std::size_t group) override {
    for (SharedGroups* one : both_) one->before_backward(group);
  }
  void after_backward(std::size_t group, bool is_last_micro_batch) override {
    for (SharedGroups* one : both_) one->after_backward(group, is_last_micro_batch);
  }
  void before_update() override {
    for (SharedGroups* one : both_) one->before_update();
  }
  void after_update(std::size_t group) override {
    for (SharedGroups* one : both_) one->after_update(group);
  }

 private:
  std::array<SharedGroups*, 2> both_;
};

}  // namespace wgf::engine
