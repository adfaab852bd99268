// SPDX-License-Identifier: MIT
#include "engine/benchmarks/model_file.h"

#include <c10/util/Exception.h>
#include <torch/script.h>

#include <filesystem>

#include "engine/compile/package.h"
#include "engine/measure/case_ended.h"

namespace wgf::engine {
namespace {

class TorchScriptFile final : public ModelFile {
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

class InductorPackage final : public ModelFile {
 public:
  InductorPackage(const std::string& path, c10::Device device, std::vector<PackageInput> wanted)
      : package_(path, device), wanted_(std::move(wanted)) {}
  void run(const std::vector<at::Tensor>& inputs) override { output_ = package_.run(inputs); }
  // The package does not hand out its constants.
  std::vector<at::Tensor> parameters() const override { return {}; }
  bool is_compiled() const override { return true; }
  std::vector<c10::ScalarType> constant_types() override { return package_.constant_types(); }
  std::span<const PackageInput> wanted_inputs() const override { return wanted_; }

 private:
  Package package_;
  std::vector<PackageInput> wanted_;
  std::vector<at::Tensor> output_;
};

std::unique_ptr<ModelFile> load_package(const std::string& path, c10::Device device,
                                        std::span<const results::InputSpec> inputs) {
  std::vector<PackageInput> wanted = read_package_inputs(path);
  check_package_inputs(path, wanted, inputs);
  let_packages_check_inputs(wanted.empty());
  return std::make_unique<InductorPackage>(path, device, std::move(wanted));
}

}  // namespace

std::unique_ptr<ModelFile> load_model_file(const std::string& path, c10::Device device,
                                           std::span<const results::InputSpec> inputs) {
  if (!std::filesystem::is_regular_file(path))
    throw CaseEnded(results::Status::failed, {"engine.no_model_file", {{"path", path}}});
  try {
    if (path.ends_with(".pt2")) return load_package(path, device, inputs);
    return std::make_unique<TorchScriptFile>(path, device);
  } catch (const CaseEnded&) {
    throw;
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    throw not_a_model(path, error.what_without_backtrace());
  } catch (const std::runtime_error& error) {
    throw not_a_model(path, error.what());
  }
}

}  // namespace wgf::engine
