// SPDX-License-Identifier: MIT
#pragma once
// How a loader's batches reach the device: as training usually has it, and the two ways that tell
// what loading and copying cost.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/data/batch_loader.h"
#include "engine/data/busy_share.h"

namespace wgf::engine {

// The waits of the training thread for its batches, on the host's clock.
class LoaderClock {
 public:
  // Marks the wait in a profiler's trace as well.
  LoadedBatch next(BatchLoader& loader);
  // Of the last so many steps, which are the measured ones; none where the loader was not waited
  // for.
  std::vector<HostSpan> of_last(std::size_t steps) const;

 private:
  std::vector<HostSpan> waits_;
};

class BatchFeed {
 public:
  virtual ~BatchFeed() = default;
  // The batch of the step that comes now; on the device, or on its way there on the current stream.
  virtual LoadedBatch take() = 0;
  // What can be done for the next step while this one, queued already, runs.
  virtual void prepare() {}
};

enum class FeedWay {
  loader,      // each step waits for its batch and copies it
  copy_ahead,  // the next batch is copied while a step runs
  ready,       // a few batches lie on the device from the start and are taken in turn
};
// "loader", "copy_ahead", "ready". Throws CaseEnded for another name.
FeedWay parse_feed_way(const std::string& name);

// images: the type the network takes them in. Loader and clock must outlive the feed.
std::unique_ptr<BatchFeed> make_feed(FeedWay way, BatchLoader& loader, LoaderClock& clock,
                                     c10::Device device, at::ScalarType images);

}  // namespace wgf::engine
