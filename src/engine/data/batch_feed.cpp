// SPDX-License-Identifier: MIT
#include "engine/data/batch_feed.h"

#include <ATen/record_function.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>

#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/profile/kineto.h"

namespace wgf::engine {
namespace {

// So many that a network cannot learn its only batch within the measuring; they are small beside
// what training keeps.
constexpr std::size_t ready_batches = 4;

// Pinned memory is copied while the host goes on.
LoadedBatch on_device(const LoadedBatch& batch, c10::Device device, at::ScalarType images) {
  return {.images = batch.images.to(device, images, /*non_blocking=*/true),
          .labels = batch.labels.to(device, /*non_blocking=*/true)};
}

class LoaderFeed final : public BatchFeed {
 public:
  LoaderFeed(BatchLoader& loader, LoaderClock& clock, c10::Device device, at::ScalarType images)
      : loader_(loader), clock_(clock), device_(device), images_(images) {}

  LoadedBatch take() override { return on_device(clock_.next(loader_), device_, images_); }

 private:
  BatchLoader& loader_;
  LoaderClock& clock_;
  c10::Device device_;
  at::ScalarType images_;
};

class AheadFeed final : public BatchFeed {
 public:
  AheadFeed(BatchLoader& loader, LoaderClock& clock, c10::Device device, at::ScalarType images)
      : from_loader_(loader, clock, device, images),
        device_(device),
        copies_(side_stream(device)),
        copied_(device.type()) {}

  LoadedBatch take() override {
    if (!next_.images.defined()) prepare();
    if (!is_gpu(device_)) return std::exchange(next_, {});
    const c10::Stream stream = current_stream(device_);
    copied_.block(stream);
    // Their memory must not be given to another copy before the step has read it.
    next_.images.record_stream(stream);
    next_.labels.record_stream(stream);
    return std::exchange(next_, {});
  }

  void prepare() override {
    const c10::StreamGuard guard(copies_);
    next_ = from_loader_.take();
    if (is_gpu(device_)) copied_.record(copies_);
  }

 private:
  LoaderFeed from_loader_;
  c10::Device device_;
  c10::Stream copies_;
  c10::Event copied_;
  LoadedBatch next_;
};

class ReadyFeed final : public BatchFeed {
 public:
  ReadyFeed(BatchLoader& loader, c10::Device device, at::ScalarType images) {
    for (std::size_t i = 0; i < ready_batches; ++i)
      batches_.push_back(on_device(loader.next(), device, images));
  }

  LoadedBatch take() override { return batches_[next_++ % batches_.size()]; }

 private:
  std::vector<LoadedBatch> batches_;
  std::size_t next_ = 0;
};

}  // namespace

LoadedBatch LoaderClock::next(BatchLoader& loader) {
  RECORD_USER_SCOPE(waiting_mark);
  const auto begin = std::chrono::steady_clock::now();
  LoadedBatch batch = loader.next();
  waits_.push_back({begin, std::chrono::steady_clock::now()});
  return batch;
}

std::vector<HostSpan> LoaderClock::of_last(std::size_t steps) const {
  return {waits_.end() - static_cast<std::ptrdiff_t>(std::min(steps, waits_.size())), waits_.end()};
}

FeedWay parse_feed_way(const std::string& name) {
  if (name == "loader") return FeedWay::loader;
  if (name == "copy_ahead") return FeedWay::copy_ahead;
  if (name == "ready") return FeedWay::ready;
  throw CaseEnded(results::Status::failed,
                  {"engine.unknown_value",
                   {{"name", "feed"}, {"value", name}, {"choices", "loader, copy_ahead, ready"}}});
}

std::unique_ptr<BatchFeed> make_feed(FeedWay way, BatchLoader& loader, LoaderClock& clock,
                                     c10::Device device, at::ScalarType images) {
  switch (way) {
    case FeedWay::copy_ahead:
      return std::make_unique<AheadFeed>(loader, clock, device, images);
    case FeedWay::ready:
      return std::make_unique<ReadyFeed>(loader, device, images);
    case FeedWay::loader:
      break;
  }
  return std::make_unique<LoaderFeed>(loader, clock, device, images);
}

}  // namespace wgf::engine
