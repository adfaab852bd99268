// SPDX-License-Identifier: MIT
#include "engine/compile/package.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/InferenceMode.h>

#include <cstdlib>

#include "engine/measure/device.h"
#include "results/protocol.h"

namespace wgf::engine {

using results::Status;

void let_packages_check_inputs(bool do_check) {
  constexpr const char* variable = "AOTI_RUNTIME_CHECK_INPUTS";
  static const bool is_set_by_user = std::getenv(variable) != nullptr;
  if (!is_set_by_user) setenv(variable, do_check ? "1" : "0", /*overwrite=*/1);
}

CaseEnded not_a_model(const std::string& path, std::string_view what) {
  // The first sentence says what is wrong; the rest is about LibTorch's sources.
  const std::string first(what.substr(0, std::min(what.find('\n'), what.find(". "))));
  return CaseEnded(Status::failed, {"engine.not_a_model", {{"path", path}, {"reason", first}}});
}

Package::Package(const std::filesystem::path& path, c10::Device device)
    : loader_(path.string(), "model", /*run_single_threaded=*/true, /*num_runners=*/1,
              is_gpu(device) ? device.index() : static_cast<c10::DeviceIndex>(-1)) {}

std::vector<c10::ScalarType> Package::constant_types() {
  std::vector<c10::ScalarType> types;
  for (const auto& [name, type] : loader_.get_runner()->getConstantNamesToDtypes())
    types.push_back(static_cast<c10::ScalarType>(type));
  return types;
}

std::filesystem::path package_path(const results::Case& value) {
  const char* folder = std::getenv(results::packages_variable);
  return std::filesystem::path(folder == nullptr ? "" : folder) /
         (results::package_name(value) + ".pt2");
}

std::unique_ptr<Package> open_package(const results::Case& value, c10::Device device) {
  const std::filesystem::path path = package_path(value);
  if (!std::filesystem::is_regular_file(path))
    throw CaseEnded(Status::failed, {"engine.no_model_file", {{"path", path.string()}}});
  try {
    return std::make_unique<Package>(path, device);
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    throw not_a_model(path.string(), error.what_without_backtrace());
  } catch (const std::runtime_error& error) {
    throw not_a_model(path.string(), error.what());
  }
}

PackagedTrainStep::PackagedTrainStep(ModelCase& opened, Package& package) : package_(package) {
  const auto add_state = [&](const at::Tensor& tensor) {
    tensors_.push_back(tensor);
    optimizer_bytes_ += Bytes(static_cast<std::int64_t>(tensor.nbytes()));
  };
  std::vector<at::Tensor> parameters;
  for (const at::Tensor& parameter : opened.model.network->parameters())
    parameters.push_back(parameter.detach());
  tensors_ = parameters;
  for (const at::Tensor& buffer : opened.model.network->buffers()) tensors_.push_back(buffer);
  const bool has_one_moment = opened.settings.optimizer == "sgd";
  for (int moment = 0; moment < (has_one_moment ? 1 : 2); ++moment)
    for (const at::Tensor& parameter : parameters) add_state(at::zeros_like(parameter));
  if (!has_one_moment) add_state(at::zeros({}, at::device(opened.device)));
  for (const at::Tensor& input : opened.model.batch.inputs) tensors_.push_back(input);
  tensors_.push_back(opened.model.batch.target);
}

}  // namespace wgf::engine
