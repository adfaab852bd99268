// SPDX-License-Identifier: MIT
#include "engine/training/offloaded_layers.h"

#include <ATen/ops/empty_like.h>
#include <c10/core/StreamGuard.h>

#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

// Smaller ones, as the seeds of attention's kernels, stay.
constexpr std::size_t least_bytes = 256;

std::vector<at::Tensor*> members(LayerSaved& saved) {
  return {&saved.attention_norm.sum,
          &saved.attention_norm.output,
          &saved.attention_norm.mean,
          &saved.attention_norm.scale,
          &saved.feed_forward_norm.sum,
          &saved.feed_forward_norm.output,
          &saved.feed_forward_norm.mean,
          &saved.feed_forward_norm.scale,
          &saved.heads.queries,
          &saved.heads.keys,
          &saved.heads.values,
          &saved.heads.before_norms,
          &saved.heads.query_scale,
          &saved.heads.key_scale,
          &saved.attended.output,
          &saved.attended.log_sums,
          &saved.up,
          &saved.activated};
}

}  // namespace

void OffloadedLayers::end_leaving() {
  if (!leaving_.empty() && is_gpu(device_)) make_wait(current_stream(device_), *copies_);
  leaving_.clear();
}

void OffloadedLayers::leave(std::size_t layer, LayerSaved& saved) {
  if (!copies_) copies_ = side_stream(device_);
  end_leaving();
  if (layer + 1 == hosts_.size()) return;
  const std::vector<at::Tensor*> all = members(saved);
  Tensors& hosts = hosts_[layer];
  hosts.resize(all.size());
  if (is_gpu(device_)) make_wait(*copies_, current_stream(device_));
  const c10::StreamGuard guard(*copies_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    at::Tensor& one = *all[i];
    if (!one.defined() || one.device() != device_ || one.nbytes() < least_bytes) continue;
    if (!hosts[i].defined())
      hosts[i] =
          at::empty_like(one, at::TensorOptions().device(c10::kCPU).pinned_memory(is_gpu(device_)));
    hosts[i].copy_(one, true);
    leaving_.push_back(std::move(one));
    one = at::Tensor();
  }
}

// The place is of the work's stream, which uses and releases it; the copy waits until it is free.
void OffloadedLayers::bring(std::size_t layer, LayerSaved& saved) {
  const std::vector<at::Tensor*> all = members(saved);
  const Tensors& hosts = hosts_[layer];
  for (std::size_t i = 0; i < hosts.size(); ++i)
    if (hosts[i].defined()) *all[i] = at::empty_like(hosts[i], at::TensorOptions().device(device_));
  if (is_gpu(device_)) make_wait(*copies_, current_stream(device_));
  const c10::StreamGuard guard(*copies_);
  for (std::size_t i = 0; i < hosts.size(); ++i)
    if (hosts[i].defined()) all[i]->copy_(hosts[i], true);
}

void OffloadedLayers::come_back(std::size_t layer, LayerSaved& saved, LayerSaved* next) {
  if (coming_ != layer) bring(layer, saved);
  coming_.reset();
  if (is_gpu(device_)) make_wait(current_stream(device_), *copies_);
  if (next == nullptr || layer == 0) return;
  bring(layer - 1, *next);
  coming_ = layer - 1;
}

Bytes OffloadedLayers::host_bytes() const {
  std::size_t bytes = 0;
  for (const Tensors& hosts : hosts_)
    for (const at::Tensor& one : hosts)
      if (one.defined()) bytes += one.nbytes();
  return Bytes(static_cast<std::int64_t>(bytes));
}

}  // namespace wgf::engine
