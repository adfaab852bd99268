// SPDX-License-Identifier: MIT
// Inference with a model of the user's own: TorchScript (.pt) or an AOTInductor package (.pt2).

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>
#include <torch/script.h>

#include <filesystem>

#include "base/text.h"
#include "engine/benchmarks/benchmark_list.h"
#include "engine/benchmarks/input_spec.h"
#include "engine/compile/package.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"
#include "engine/measure/graph_step.h"
#include "engine/measure/measured_case.h"
#include "engine/models/model_setup.h"

namespace wgf::engine {
namespace {

using results::Status;

// Token ids must be valid for any vocabulary.
constexpr std::int64_t integer_limit = 100;

// A loaded model, whatever its format.
class LoadedFile {
 public:
  virtual ~LoadedFile() = default;
  virtual void run(const std::vector<at::Tensor>& inputs) = 0;
  virtual std::vector<at::Tensor> parameters() const = 0;
  // Its arithmetic was fixed when it was compiled: autocast does not reach it, and its operations
  // do not all pass where they could be counted.
  virtual bool is_compiled() const { return false; }
};

class TorchScriptFile final : public LoadedFile {
 public:
  TorchScriptFile(const std::string& path, c10::Device device)
      : module_(torch::jit::load(path, device)) {
    module_.eval();
  }
  void run(const std::vector<at::Tensor>& inputs) override {
    output_ = module_.forward(std::vector<c10::IValue>(inputs.begin(), inputs.end()));
  }
  std::vector<at::Tensor> parameters() const override {
    std::vector<at::Tensor> parameters;
    for (const at::Tensor& parameter : module_.parameters()) parameters.push_back(parameter);
    return parameters;
  }

 private:
  torch::jit::Module module_;
  c10::IValue output_;
};

class InductorPackage final : public LoadedFile {
 public:
  InductorPackage(const std::string& path, c10::Device device) : package_(path, device) {}
  void run(const std::vector<at::Tensor>& inputs) override { output_ = package_.run(inputs); }
  // The package does not hand out its constants.
  std::vector<at::Tensor> parameters() const override { return {}; }
  bool is_compiled() const override { return true; }

 private:
  Package package_;
  std::vector<at::Tensor> output_;
};

std::unique_ptr<LoadedFile> load_file(const std::string& path, c10::Device device) {
  if (!std::filesystem::is_regular_file(path))
    throw CaseEnded(Status::failed, {"engine.no_model_file", {{"path", path}}});
  try {
    if (path.ends_with(".pt2")) return std::make_unique<InductorPackage>(path, device);
    return std::make_unique<TorchScriptFile>(path, device);
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    throw not_a_model(path, error.what_without_backtrace());
  } catch (const std::runtime_error& error) {
    throw not_a_model(path, error.what());
  }
}

std::vector<at::Tensor> make_inputs(const std::vector<InputSpec>& specs, c10::Device device,
                                    std::uint64_t seed) {
  at::Generator generator = at::detail::createCPUGenerator(seed);
  std::vector<at::Tensor> inputs;
  for (const InputSpec& spec : specs) {
    const at::Tensor random = c10::isFloatingType(spec.dtype)
                                  ? at::randn(spec.shape, generator)
                                  : at::randint(0, integer_limit, spec.shape, generator);
    inputs.push_back(random.to(device, spec.dtype));
  }
  return inputs;
}

class FileStep final : public StepWork {
 public:
  FileStep(LoadedFile& file, std::vector<at::Tensor> inputs, c10::Device device,
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
  LoadedFile& file_;
  std::vector<at::Tensor> inputs_;
  c10::Device device_;
  std::optional<c10::ScalarType> autocast_dtype_;
  AutocastScope::WeightCache weight_cache_;
};

class UserModelBenchmark final : public Benchmark {
 public:
  std::string_view name() const override { return "user_model"; }

  results::Result run(const results::Case& value, const Context& context) const override {
    const c10::Device device = open_device(value.device);
    const results::Parameters& parameters = value.parameters;
    const std::string path = parameters.text("model");
    const std::vector<InputSpec> specs = parse_inputs(parameters.text("input"));
    const Precision precision = parse_precision(parameters.text("precision", "fp32"), device);
    const Launch launch = parse_launch(parameters.text("launch", "eager"));
    if (is_packaged(launch)) throw CaseEnded(Status::unsupported, {"engine.package_of_file", {}});
    const c10::StreamGuard stream(work_stream(launch, device));
    MeasuredCase measured(value, context, device);
    results::MathMode math = set_math_mode(precision, LowPrecision::autocast);
    context.hooks.progress("load", 0, 0);
    const c10::InferenceMode no_gradients;
    const Clock::time_point start = Clock::now();
    const std::unique_ptr<LoadedFile> file = load_file(path, device);
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
    FileStep step(*file, make_inputs(specs, device, value.seed), device,
                  low_precision_dtype(precision), launch);
    // The first dimension of the first input is the batch, as everywhere.
    StepContent content{.samples = static_cast<double>(specs.front().shape.front())};
    if (!file->is_compiled()) measured.count(step, content);
    std::optional<GraphStep> recorded;
    if (is_recorded(launch)) recorded.emplace(device, step);
    StepWork& work = recorded ? static_cast<StepWork&>(*recorded) : step;
    measured.measure(work, content);
    measured.measure_latency(work);
    add_parameters(measured, file->parameters());
    results::Result result = measured.take();
    result.math_mode = math;
    return result;
  }

 private:
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
