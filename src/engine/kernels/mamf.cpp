// SPDX-License-Identifier: MIT
// MAMF, the maximum achievable matmul FLOP/s of this device: the fastest product of a grid of
// shapes, found within a minute, then checked and measured like any other.

#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/randn.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

#include "base/statistics.h"
#include "engine/kernels/gemm.h"
#include "engine/kernels/kernel_case.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/kernel_parameters.h"
#include "engine/kernels/shape_search.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

// Products of any shape of the grid over the same memory. Cold as mamf-finder times them: the cache
// is overwritten before each product, which also keeps a GPU further from its power limit than
// products back to back do.
class ShapeTimer {
 public:
  ShapeTimer(const ShapeGrid& grid, const KernelCase& mamf)
      : device_(mamf.device()), is_cold_(mamf.is_cold()) {
    const auto options = at::TensorOptions(device_).dtype(mamf.format().type);
    const std::int64_t most = grid.largest * grid.largest;
    left_ = at::randn({most}, options);
    right_ = at::randn({most}, options);
    product_ = at::empty({most}, options);
    if (is_cold_) flush_ = at::empty({cache_flush_size(device_).value}, options.dtype(at::kByte));
  }

  // A GPU rests for what its calls leave of the span: it starts the next look as a cool one does.
  ShapeLook look(const GemmShape& shape, Seconds span) {
    const auto begin = std::chrono::steady_clock::now();
    const auto took = [&] {
      return Seconds(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    };
    const double flops_per_second = rate(shape, span);
    if (is_gpu(device_) && took() < span)
      std::this_thread::sleep_for(std::chrono::duration<double>((span - took()).value));
    return {flops_per_second, took()};
  }

 private:
  // Three calls after an untimed one, in which the library picks its kernel, then as many as the
  // span has room for, up to mamf-finder's 50 and 100, of which a third does not count: it warms
  // up.
  double rate(const GemmShape& shape, Seconds span) {
    constexpr std::int64_t first = 3, most = 150;
    const auto view = [](const at::Tensor& memory, std::int64_t rows, std::int64_t columns) {
      return memory.narrow(0, 0, rows * columns).view({rows, columns});
    };
    const at::Tensor left = view(left_, shape.m, shape.k), right = view(right_, shape.k, shape.n);
    at::Tensor product = view(product_, shape.m, shape.n);
    at::mm_out(product, left, right);
    synchronize(device_);
    StepTimer timer(device_, is_cold_ ? 2 : 1);
    if (is_cold_) timer.leave_out_first_part();
    const auto call = [&](std::int64_t calls) {
      timer.begin();
      for (std::int64_t i = 0; i < calls; ++i) {
        if (is_cold_) {
          flush_.zero_();
          timer.mark();
        }
        at::mm_out(product, left, right);
        timer.end_step();
      }
      timer.drain();
    };
    call(first);
    const double one_ms = timer.times().wall_ms / static_cast<double>(first);
    const auto room = static_cast<std::int64_t>(in_milliseconds(span) / one_ms) - first;
    if (room > 0) call(std::min(room, most - first));
    const std::vector<double>& times = timer.times().step_ms;
    const std::span<const double> counted = std::span(times).subspan(times.size() / 3);
    return shape.flops() / (median(counted) / 1e3);
  }

  c10::Device device_;
  bool is_cold_;
  at::Tensor left_, right_, product_, flush_;
};

class MamfBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "mamf"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    KernelCase mamf(value, context, "bf16");
    const results::Parameters& parameters = mamf.parameters();
    const bool is_scan = choice_of(parameters, "search", {"guided", "exhaustive"}) == "exhaustive";
    const std::int64_t largest =
        count_of(parameters, "largest", is_gpu(mamf.device()) ? 16384 : 1024, 64);
    const ShapeGrid grid{.largest = largest / 64 * 64, .step = largest / 64 * 64 / 8};
    const Seconds budget(static_cast<double>(count_of(parameters, "seconds", 40)));
    const c10::InferenceMode no_gradients;
    const FoundShape found = find(mamf, grid, budget, is_scan);
    const auto kernel = make_gemm({.m = found.shape.m, .n = found.shape.n, .k = found.shape.k},
                                  mamf.format(), mamf.device());
    results::Result result = mamf.measure(*kernel);
    const auto add = [&](std::string_view tag, std::int64_t count) {
      result.metrics.push_back(results::single_metric(tag, static_cast<double>(count)));
    };
    add("gemm_m", found.shape.m);
    add("gemm_n", found.shape.n);
    add("gemm_k", found.shape.k);
    add("shapes_timed", found.looked);
    const auto all = static_cast<std::int64_t>(grid.shapes().size());
    if (found.seen < all)
      result.warnings.push_back(
          {"engine.mamf_partial",
           {{"seen", std::to_string(found.seen)}, {"all", std::to_string(all)}}});
    return result;
  }

 private:
  static FoundShape find(const KernelCase& mamf, const ShapeGrid& grid, Seconds budget,
                         bool is_scan) {
    const NumberFormat& format = mamf.format();
    if (format.type != format.result)
      throw CaseEnded(
          results::Status::unsupported,
          {"engine.gemm_unsupported", {{"what", "mamf"}, {"precision", std::string(format.name)}}});
    ShapeTimer timer(grid, mamf);
    const ShapeRate rate = [&](const GemmShape& shape, Seconds span) {
      return timer.look(shape, span);
    };
    const auto count = static_cast<double>(grid.shapes().size());
    return is_scan ? scan_shapes(grid, rate, budget / count) : search_shapes(grid, rate, budget);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_mamf_benchmark() {
  return std::make_unique<MamfBenchmark>();
}

}  // namespace wgf::engine
