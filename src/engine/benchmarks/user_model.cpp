// SPDX-License-Identifier: MIT
// Inference with a model of the user's own.

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>
#include <c10/util/Exception.h>

#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/input_tensors.h"
#include "engine/benchmarks/model_file.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/measured_case.h"
#include "engine/measure/model_types.h"
#include "engine/models/model_setup.h"

namespace wgf::engine {
namespace {

using results::Status;

class FileStep final : public StepWork {
 public:
  FileStep(ModelFile& file, std::vector<at::Tensor> inputs, c10::Device device,
           std::optional<c10::ScalarType> autocast_dtype, Launch launch)
      : file_(file),
        inputs_(std::move(inputs)),
        device_(device),
        autocast_dtype_(autocast_dtype),
        weight_cache_(ModelSettings::weight_cache_for(launch)) {}
  void step(StepTimer&) override {
    const AutocastScope autocast(device_.type(), autocast_dtype_, weight_cache_);
    file_.run(inputs_);
  }

 private:
  ModelFile& file_;
  std::vector<at::Tensor> inputs_;
  c10::Device device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
};

// What an embedding without a row for a random value ends in. A CPU can be asked which input it
// was; a GPU takes no more work.
CaseEnded unfit_values(const results::InputSpec& spec, std::size_t number) {
  return CaseEnded(Status::failed, {"engine.unfit_values",
                                    {{"number", std::to_string(number + 1)},
                                     {"input", spec.text},
                                     {"least", std::to_string(spec.least)},
                                     {"most", std::to_string(spec.limit - 1)}}});
}

CaseEnded unfit_values_on_gpu(const std::vector<results::InputSpec>& specs, c10::Device device) {
  std::vector<std::string> inputs;
  for (const results::InputSpec& spec : specs)
    if (results::is_whole_number(spec.type)) inputs.push_back(spec.text);
  return CaseEnded(Status::failed, {"engine.unfit_values_on_gpu",
                                    {{"device", device.str()}, {"inputs", join(inputs, ", ")}}});
}

// Runs the work, in which the first step is. Where it fails at random values, says at which.
void run_first(const std::function<void()>& work, ModelFile& file,
               const std::vector<results::InputSpec>& specs, const std::vector<at::Tensor>& inputs,
               c10::Device device) {
  try {
    work();
    synchronize(device);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const std::exception& error) {
    if (is_gpu(device)) {
      const std::string_view what = error.what();
      if (what.find("device-side assert") == std::string_view::npos) throw;
      throw unfit_values_on_gpu(specs, device);
    }
    const auto number = find_unfit_values(inputs, [&](const auto& other) { file.run(other); });
    if (!number) throw;
    throw unfit_values(specs[*number], *number);
  }
}

class UserModelBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "user_model"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const results::Parameters& parameters = value.parameters;
    const std::string path = parameters.text("model");
    const std::vector<results::InputSpec> specs = results::parse_inputs(parameters.text("input"));
    const Precision precision = parse_precision(parameters.text("precision", "fp32"), device);
    const Launch launch = parse_launch(parameters.text("launch", "eager"));
    if (is_packaged(launch)) throw CaseEnded(Status::unsupported, {"engine.package_of_file", {}});
    const c10::StreamGuard stream(work_stream(launch, device));
    MeasuredCase measured(value, context, device);
    results::MathMode math = set_math_mode(precision, LowPrecision::autocast);
    context.hooks.progress("load", 0, 0);
    const c10::InferenceMode no_gradients;
    const Clock::time_point start = Clock::now();
    const std::unique_ptr<ModelFile> file = load_model_file(path, device, specs);
    synchronize(device);
    measured.add("load_time",
                 std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    if (file->is_compiled()) {
      if (low_precision_dtype(precision))
        throw CaseEnded(Status::unsupported,
                        {"engine.compiled_precision",
                         {{"path", path}, {"precision", parameters.text("precision")}}});
      math.compute = "compiled";
      math.parameters_dtype.clear();
    }
    const std::vector<at::Tensor> inputs =
        make_inputs(specs, file->wanted_inputs(), device, value.seed);
    FileStep step(*file, inputs, device, low_precision_dtype(precision), launch);
    // The first dimension of the first input is the batch, as everywhere.
    StepContent content{.samples = static_cast<double>(specs.front().shape.front())};
    run_first(
        [&] {
          if (file->is_compiled()) {
            StepTimer untimed(device, step.part_count());
            step.step(untimed);
          } else {
            set_types_of_model(math, measured.count(step, content), file->parameters(), inputs);
          }
        },
        *file, specs, inputs, device);
    std::optional<GraphStep> recorded;
    if (is_recorded(launch)) recorded.emplace(device, step);
    StepWork& work = recorded ? static_cast<StepWork&>(*recorded) : step;
    measured.measure(work, content);
    measured.measure_latency(work);
    add_parameters(measured, file->parameters());
    results::Result result = measured.take();
    result.math_mode = math;
    const std::string asked = parameters.text("precision"), computed = compute_text(math);
    if (asked.empty())
      take_own_precision(result, file->is_compiled()
                                     ? format_of_compiled(file->constant_types(), inputs)
                                     : math.compute);
    else if (!file->is_compiled() && computed != asked)
      result.warnings.push_back(
          {"engine.computed_otherwise", {{"asked", asked}, {"computed", computed}}});
    return result;
  }

 private:
  // What the model turned out to be of; nothing where nobody can tell.
  static void take_own_precision(results::Result& result, const std::string& precision) {
    if (!precision.empty()) result.measured_case.parameters.set("precision", precision);
  }
  static void add_parameters(MeasuredCase& measured, const std::vector<at::Tensor>& parameters) {
    if (parameters.empty()) return;
    std::int64_t count = 0;
    Bytes bytes;
    for (const at::Tensor& parameter : parameters) {
      count += parameter.numel();
      bytes += Bytes(static_cast<std::int64_t>(parameter.nbytes()));
    }
    measured.add("parameters", static_cast<double>(count));
    measured.add_model_state(bytes);
  }
};

}  // namespace

std::unique_ptr<Benchmark> make_user_model_benchmark() {
  return std::make_unique<UserModelBenchmark>();
}

}  // namespace wgf::engine
