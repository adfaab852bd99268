// SPDX-License-Identifier: MIT
#pragma once
// What layers keep for the backward pass lies in the host's memory: it leaves on a stream of its
// own while the next layer is computed, and comes back while the layer behind is. On the device are
// those of the last layer, of one that leaves and of one that comes.

#include <c10/core/Stream.h>

#include <optional>
#include <vector>

#include "base/units.h"
#include "engine/training/layer.h"

namespace wgf::engine {

class OffloadedLayers {
 public:
  OffloadedLayers(std::size_t layers, c10::Device device) : hosts_(layers), device_(device) {}

  // After a layer's forward pass, in order; the last layer's stays. saved must live until its
  // backward pass, and holds nothing on the device by then.
  void leave(std::size_t layer, LayerSaved& saved);
  // Before a layer's backward pass, last layer first: saved is whole again. next: of the layer
  // before, which comes meanwhile; null: there is none.
  void come_back(std::size_t layer, LayerSaved& saved, LayerSaved* next);

  Bytes host_bytes() const;

 private:
  using Tensors = std::vector<at::Tensor>;  // by member of LayerSaved
  void bring(std::size_t layer, LayerSaved& saved);
  void end_leaving();

  std::vector<Tensors> hosts_;  // of each layer, the same at every step; pinned on a GPU
  const c10::Device device_;
  std::optional<c10::Stream> copies_;
  std::vector<at::Tensor> leaving_;  // on the device until their copies are there
  std::optional<std::size_t> coming_;
};

}  // namespace wgf::engine
