// SPDX-License-Identifier: MIT
#pragma once
// Batches of augmented images from files: each worker thread makes whole batches, two of them
// ahead, and they are handed out in their order, as PyTorch's DataLoader does it. No workers: the
// caller makes each batch itself, while nothing else goes on.

#include <ATen/core/Tensor.h>

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "base/units.h"
#include "engine/data/augmentation.h"
#include "images/image_files.h"

namespace wgf::engine {

struct LoaderOptions {
  std::int64_t batch_size = 1, workers = 0, side = 224, classes = 1000;
  std::uint64_t seed = 1;
  bool is_pinned = false;         // page-locked, for copies to a GPU
  bool is_channels_last = false;  // as the network wants its input
  bool is_strict = false;         // a file that cannot be taken ends the case
};

struct LoadedBatch {
  at::Tensor images, labels;
};

class BatchLoader {
 public:
  // Throws Error(images.…) where there is nothing to read or the library is missing.
  BatchLoader(std::vector<images::ImageFile> files, const LoaderOptions& options);
  ~BatchLoader();

  // Waits for the next batch. Throws CaseEnded(failed) where no file can be taken, or where one
  // cannot and the options are strict.
  LoadedBatch next();
  // Throws away those that workers have ready, which nobody would have to wait for.
  void drop_ready();

  const images::SkippedFiles& skipped() const { return skipped_; }
  std::size_t file_count() const { return files_.size(); }
  // Images made so far, and the time their makers took for them.
  std::int64_t images_made() const;
  Seconds time_making() const;

 private:
  static constexpr std::int64_t batches_ahead = 2;  // of each worker

  void work(const std::stop_token& stop);
  LoadedBatch make_batch(std::int64_t number, ImageReader& reader);
  int make_image(std::int64_t number, ImageReader& reader, const at::Tensor& batch,
                 std::int64_t place);
  std::vector<std::uint32_t> order_of(std::uint64_t epoch) const;
  const images::ImageFile& file_of(std::uint64_t number);
  void count(std::int64_t made, Seconds time);

  std::vector<images::ImageFile> files_;
  LoaderOptions options_;
  images::SkippedFiles skipped_;
  std::optional<ImageReader> own_reader_;  // without workers

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::map<std::uint64_t, std::shared_ptr<const std::vector<std::uint32_t>>> orders_;  // by epoch
  std::map<std::int64_t, LoadedBatch> ready_;
  std::int64_t next_to_make_ = 0, next_to_hand_out_ = 0;
  std::exception_ptr fault_;
  std::int64_t images_made_ = 0;
  Seconds time_making_;
  bool is_over_ = false;

  std::vector<std::jthread> workers_;  // last: they end before what they use
};

}  // namespace wgf::engine
