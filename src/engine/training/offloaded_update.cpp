// SPDX-License-Identifier: MIT
#include "engine/training/offloaded_update.h"

#include <ATen/ops/empty.h>
#include <c10/core/StreamGuard.h>

#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

at::Tensor part(const at::Tensor& flat, std::int64_t numbers) {
  return flat.narrow(0, 0, numbers);
}

}  // namespace

void move_to_host(ParameterGroup& group, c10::Device device) {
  const auto options = at::TensorOptions().dtype(c10::kFloat).pinned_memory(is_gpu(device));
  for (at::Tensor* flat : {&group.master_weights, &group.first_moments, &group.second_moments}) {
    at::Tensor host = at::empty({flat->numel()}, options);
    host.copy_(*flat);
    *flat = host;
  }
}

void OffloadedUpdate::bring(const ParameterGroup& group, Buffers& to) {
  const std::int64_t numbers = group.numbers();
  const auto copy = [&](at::Tensor& place, const at::Tensor& host) {
    if (!place.defined() || place.numel() < numbers)
      place = at::empty({numbers}, at::TensorOptions().dtype(c10::kFloat).device(device_));
    part(place, numbers).copy_(host, true);
  };
  copy(to.masters, group.master_weights);
  copy(to.first, group.first_moments);
  copy(to.second, group.second_moments);
}

void OffloadedUpdate::update(ParameterGroup& group, ParameterGroup* next, const AdamwRates& rates,
                             const at::Tensor& steps) {
  if (!copies_) copies_ = side_stream(device_);
  const c10::Stream work = current_stream(device_);
  Buffers& own = sets_[turn_];
  turn_ = 1 - turn_;
  const auto wait = [&](const c10::Stream& waiting, const c10::Stream& first) {
    if (is_gpu(device_)) make_wait(waiting, first);
  };
  if (is_coming_)
    wait(work, *copies_);
  else
    bring(group, own);
  is_coming_ = next != nullptr;
  if (is_coming_) {
    // The other set is free once what is queued by now has been written back.
    wait(*copies_, work);
    const c10::StreamGuard guard(*copies_);
    bring(*next, sets_[turn_]);
  }
  ParameterGroup here = group;
  const std::int64_t numbers = group.numbers();
  here.master_weights = part(own.masters, numbers);
  here.first_moments = part(own.first, numbers);
  here.second_moments = part(own.second, numbers);
  operations_.adamw(here, rates, steps);
  group.master_weights.copy_(here.master_weights, true);
  group.first_moments.copy_(here.first_moments, true);
  group.second_moments.copy_(here.second_moments, true);
}

std::size_t OffloadedUpdate::bytes() const {
  std::size_t all = 0;
  for (const Buffers& set : sets_)
    for (const at::Tensor* flat : {&set.masters, &set.first, &set.second})
      if (flat->defined()) all += flat->nbytes();
  return all;
}

}  // namespace wgf::engine
