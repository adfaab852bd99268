// SPDX-License-Identifier: MIT
#include "engine/data/batch_loader.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

using Clock = std::chrono::steady_clock;
using images::ImageFault;

// So many files one after another that cannot be taken: there is none that can.
constexpr std::uint64_t most_tries = 10'000;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  // splitmix64's finisher: neighbours get unrelated numbers.
  std::uint64_t x = a + 0x9e3779b97f4a7c15ULL * (b + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

BatchLoader::BatchLoader(std::vector<images::ImageFile> files, const LoaderOptions& options)
    : files_(std::move(files)), options_(options) {
  images::check_jpeg_library();
  if (options_.workers == 0) own_reader_.emplace(options_.side);
  for (std::int64_t i = 0; i < options_.workers; ++i)
    workers_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

BatchLoader::~BatchLoader() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
}

LoadedBatch BatchLoader::next() {
  if (own_reader_) return make_batch(next_to_hand_out_++, *own_reader_);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return fault_ || ready_.contains(next_to_hand_out_); });
  if (fault_) std::rethrow_exception(fault_);
  LoadedBatch batch = std::move(ready_.extract(next_to_hand_out_).mapped());
  ++next_to_hand_out_;
  lock.unlock();
  changed_.notify_all();
  return batch;
}

void BatchLoader::drop_ready() {
  {
    const std::lock_guard lock(mutex_);
    for (; ready_.erase(next_to_hand_out_) > 0; ++next_to_hand_out_) {
    }
  }
  changed_.notify_all();
}

void BatchLoader::work(const std::stop_token& stop) {
  try {
    ImageReader reader(options_.side);
    while (!stop.stop_requested()) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] {
        return is_over_ || next_to_make_ < next_to_hand_out_ + batches_ahead * options_.workers;
      });
      if (is_over_) return;
      const std::int64_t number = next_to_make_++;
      lock.unlock();
      LoadedBatch batch = make_batch(number, reader);
      lock.lock();
      ready_.emplace(number, std::move(batch));
      lock.unlock();
      changed_.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!fault_) fault_ = std::current_exception();
    is_over_ = true;
    changed_.notify_all();
  }
}

LoadedBatch BatchLoader::make_batch(std::int64_t number, ImageReader& reader) {
  const Clock::time_point start = Clock::now();
  const auto pinned = at::TensorOptions().pinned_memory(options_.is_pinned);
  const auto format =
      options_.is_channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
  LoadedBatch batch{at::empty({options_.batch_size, 3, options_.side, options_.side},
                              pinned.dtype(at::kFloat), format),
                    at::empty({options_.batch_size}, pinned.dtype(at::kLong))};
  auto* labels = batch.labels.mutable_data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < options_.batch_size; ++i)
    labels[i] =
        make_image(number * options_.batch_size + i, reader, batch.images, i) % options_.classes;
  count(options_.batch_size, Seconds(std::chrono::duration<double>(Clock::now() - start).count()));
  return batch;
}

// A file that cannot be taken leaves its place to another one.
int BatchLoader::make_image(std::int64_t number, ImageReader& reader, const at::Tensor& batch,
                            std::int64_t place) {
  for (std::uint64_t tries = 0; tries < most_tries; ++tries) {
    // The place of a bad file is taken by one far away, so that the next image is not used twice.
    const std::uint64_t at = static_cast<std::uint64_t>(number) + tries * (files_.size() / 2 + 1);
    const images::ImageFile& file = file_of(at);
    std::mt19937_64 random(mixed(options_.seed, at));
    const std::optional<std::string> bytes = images::read_image_file(file.path);
    const auto fault =
        bytes ? reader.read(*bytes, random, batch, place) : std::optional(ImageFault::unreadable);
    if (!fault) {
      if (reader.was_grey()) skipped_.add_grey(file.path);
      return file.label;
    }
    skipped_.add(file.path, *fault);
    if (options_.is_strict)
      throw CaseEnded(results::Status::failed, {"images.refused_" + std::string(to_text(*fault)),
                                                {{"path", file.path.string()}}});
    if (skipped_.count() == files_.size()) break;
  }
  throw CaseEnded(results::Status::failed,
                  {"images.none_usable", {{"count", std::to_string(files_.size())}}},
                  skipped_.messages(files_.size()));
}

const images::ImageFile& BatchLoader::file_of(std::uint64_t number) {
  const std::uint64_t epoch = number / files_.size();
  std::shared_ptr<const std::vector<std::uint32_t>> order;
  {
    const std::lock_guard lock(mutex_);
    auto& known = orders_[epoch];
    if (!known) known = std::make_shared<const std::vector<std::uint32_t>>(order_of(epoch));
    order = known;
    // Workers are at most a few batches apart.
    constexpr std::size_t most_orders = 8;
    if (orders_.size() > most_orders) orders_.erase(orders_.begin());
  }
  return files_[(*order)[number % files_.size()]];
}

std::vector<std::uint32_t> BatchLoader::order_of(std::uint64_t epoch) const {
  std::vector<std::uint32_t> order(files_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937_64 random(mixed(options_.seed, epoch));
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

void BatchLoader::count(std::int64_t made, Seconds time) {
  const std::lock_guard lock(mutex_);
  images_made_ += made;
  time_making_ += time;
}

std::int64_t BatchLoader::images_made() const {
  const std::lock_guard lock(mutex_);
  return images_made_;
}

Seconds BatchLoader::time_making() const {
  const std::lock_guard lock(mutex_);
  return time_making_;
}

}  // namespace wgf::engine
