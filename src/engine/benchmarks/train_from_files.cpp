// SPDX-License-Identifier: MIT
// Training steps that a data loader feeds: JPEG files are read, decoded and augmented by worker
// threads while the network trains on the batch before. Without a model the loader runs alone.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/data/batch_feed.h"
#include "engine/data/generated_images.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/models/train_step.h"
#include "engine/profile/profile_case.h"
#include "hardware/usable_cpus.h"

namespace wgf::engine {
namespace {

using results::Case;
using results::Result;

constexpr std::string_view fed_part_tags[] = {"loading_time", "forward_time", "backward_time",
                                              "optimizer_time"};
constexpr std::string_view no_model = "none";
constexpr const char* generated = "generated";

std::int64_t workers_of(const Case& value) {
  const std::int64_t workers = value.parameters.integer("workers", 0);
  constexpr std::int64_t most = 1024;
  if (workers >= 0 && workers <= most) return workers;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", "workers"}, {"value", std::to_string(workers)}, {"choices", "0-1024"}}});
}

std::vector<images::ImageFile> files_of(const Case& value, const MeasureHooks& hooks) {
  const std::string data = value.parameters.text("data", generated);
  if (data != generated) return images::list_image_files(data);
  images::check_jpeg_library();
  return images::list_image_files(generated_image_folder(
      [&](double done, double total) { hooks.progress("load", done, total); }));
}

LoaderOptions loader_options(const Case& value, const c10::Device& device, std::int64_t side,
                             bool is_channels_last) {
  return {.batch_size = value.parameters.integer("batch_size", 1),
          .workers = workers_of(value),
          .side = side,
          .seed = value.seed,
          .is_pinned = is_gpu(device),
          .is_channels_last = is_channels_last,
          .is_strict = value.parameters.flag("strict")};
}

double samples_of(const LoaderOptions& options) {
  return static_cast<double>(options.batch_size);
}

// What the network tells apart: a folder may have more classes.
std::int64_t class_count(const ModelCase& opened) {
  const torch::NoGradGuard no_grad;
  return opened.model.network->forward(opened.model.batch.inputs).size(-1);
}

// A training step on the batch that is fed to it; replayed from a graph where one is recorded,
// whose tensors stay where they are and get the batch copied into them.
class FedStep final : public StepWork {
 public:
  FedStep(ModelCase& opened, BatchFeed& feed) : opened_(opened), feed_(feed), train_(opened) {
    if (opened.settings.launch == Launch::graph)
      recorded_.emplace(opened.device, train_, [this] { train_.zero_grad(); });
  }

  std::span<const std::string_view> parts() const override {
    if (recorded_) return {};
    return fed_part_tags;
  }

  void step(StepTimer& timer) override {
    Batch& batch = opened_.model.batch;
    const LoadedBatch loaded = feed_.take();
    if (recorded_) {
      batch.inputs.front().copy_(loaded.images, /*non_blocking=*/true);
      batch.target.copy_(loaded.labels, /*non_blocking=*/true);
      recorded_->step(timer);
    } else {
      batch.inputs = {loaded.images};
      batch.target = loaded.labels;
      timer.mark();
      train_.step(timer);
    }
    feed_.prepare();
  }

  Bytes unseen_peak() const override { return recorded_ ? recorded_->unseen_peak() : Bytes(); }

  const TrainStep& train() const { return train_; }

 private:
  ModelCase& opened_;
  BatchFeed& feed_;
  TrainStep train_;
  std::optional<GraphStep> recorded_;
};

class LoadStep final : public StepWork {
 public:
  LoadStep(BatchLoader& loader, LoaderClock& clock) : loader_(loader), clock_(clock) {}
  void step(StepTimer&) override { clock_.next(loader_); }

 private:
  BatchLoader& loader_;
  LoaderClock& clock_;
};

// Steps that are slow for reasons of their own (algorithms are chosen, momentum comes into being)
// run first. What workers made ahead meanwhile would feed the first measured steps faster than the
// loader can go on: it is thrown away.
void empty_queue(FedStep& step, BatchLoader& loader, c10::Device device) {
  constexpr int slow_steps = 2;
  StepTimer untimed(device, step.part_count());
  for (int i = 0; i < slow_steps; ++i) step.step(untimed);
  synchronize(device);
  loader.drop_ready();
}

void set_metric(Result& result, std::string_view tag, double value) {
  for (results::Metric& metric : result.metrics)
    if (metric.tag == tag) return void(metric = results::single_metric(tag, value));
  result.metrics.push_back(results::single_metric(tag, value));
}

// Steps wait for batches that come in bursts: their median would leave the waiting out. What counts
// is the whole time.
void add_throughput(Result& result, std::int64_t batch_size) {
  const results::Metric *steps = result.find("measured_steps"),
                        *time = result.find("measured_time");
  if (steps && time && time->value > 0)
    set_metric(result, "throughput", static_cast<double>(batch_size) * steps->value / time->value);
}

void add_loader(Result& result, const BatchLoader& loader, const LoaderOptions& options) {
  if (loader.time_making().value > 0)
    set_metric(result, "loader_rate",
               static_cast<double>(loader.images_made()) / loader.time_making().value);
  set_metric(result, "files_skipped", static_cast<double>(loader.skipped().count()));
  for (Message& message : loader.skipped().messages(loader.file_count()))
    result.warnings.push_back(std::move(message));
  const auto cores = hardware::usable_cpus();
  if (cores && static_cast<double>(options.workers) > std::max(*cores, 1.0))
    result.warnings.push_back(
        {"engine.more_workers_than_cores",
         {{"workers", std::to_string(options.workers)}, {"cores", fmt::format("{:.3g}", *cores)}}});
}

class TrainFromFilesBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "train_from_files"; }

  Result run(const Case& value, const Context& context) const override {
    return value.parameters.text("model", std::string(no_model)) == no_model
               ? load(value, context)
               : train(value, context);
  }

 private:
  static Result train(const Case& value, const Context& context) {
    ModelCase opened(value, context);
    const ModelEntry& model = *opened.settings.model;
    if (model.default_image_size == 0 || model.kind == ModelKind::generative)
      throw CaseEnded(results::Status::unsupported,
                      {"engine.takes_no_images", {{"model", std::string(model.name)}}});
    const std::int64_t side = opened.settings.shape.image_size > 0
                                  ? opened.settings.shape.image_size
                                  : model.default_image_size;
    LoaderOptions options =
        loader_options(value, opened.device, side, opened.settings.channels_last);
    options.classes = class_count(opened);
    BatchLoader loader(files_of(value, context.hooks), options);
    LoaderClock clock;
    const FeedWay way = parse_feed_way(value.parameters.text("feed", "loader"));
    const std::unique_ptr<BatchFeed> feed = make_feed(
        way, loader, clock, opened.device, opened.model.batch.inputs.front().scalar_type());
    FedStep step(opened, *feed);
    if (way != FeedWay::ready && options.workers > 0) empty_queue(step, loader, opened.device);
    opened.measured.measure(step, value.parameters.integer("profiled_steps", 0) > 0
                                      ? opened.content(step)
                                      : StepContent{.samples = samples_of(options)});
    if (const double loss = step.train().last_loss(); std::isfinite(loss))
      opened.measured.add("final_loss", loss);
    Result result = opened.take(state_bytes(opened.model, step.train()));
    finish(result, value, loader, options, clock);
    add_profile(result, step, opened.device);
    return result;
  }

  static Result load(const Case& value, const Context& context) {
    const c10::Device device = open_device("cpu");
    const std::int64_t side = value.parameters.integer("image_size", 224);
    const LoaderOptions options = loader_options(value, device, side, false);
    BatchLoader loader(files_of(value, context.hooks), options);
    LoaderClock clock;
    LoadStep step(loader, clock);
    MeasuredCase measured(value, context, device);
    measured.measure(step, {.samples = samples_of(options)});
    Result result = measured.take();
    finish(result, value, loader, options, clock);
    return result;
  }

  static void finish(Result& result, const Case& value, const BatchLoader& loader,
                     const LoaderOptions& options, const LoaderClock& clock) {
    // The host's time to queue a step holds its wait for the batch.
    std::erase_if(result.warnings,
                  [](const Message& warning) { return warning.key == "engine.launch_bound"; });
    add_throughput(result, options.batch_size);
    add_loader(result, loader, options);
    const results::Metric* steps = result.find("measured_steps");
    const Seconds interval(static_cast<double>(value.parameters.integer("interval_ms", 500)) / 1e3);
    add_busy_share(result, clock.of_last(steps ? static_cast<std::size_t>(steps->value) : 0),
                   interval);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_train_from_files_benchmark() {
  return std::make_unique<TrainFromFilesBenchmark>();
}

}  // namespace wgf::engine
