// SPDX-License-Identifier: MIT
#include "engine/compile/traced_graph.h"

#include <ATen/core/grad_mode.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/tracer.h>

#include <cstdlib>

#include "engine/compile/package.h"
#include "engine/compile/safetensors.h"
#include "results/protocol.h"

namespace wgf::engine {
namespace {

// What the graph is a function of, in the order of its arguments.
NamedTensors arguments_of(const ModelCase& opened, TracedTask task) {
  NamedTensors tensors;
  for (const auto& parameter : opened.model.network->named_parameters())
    tensors.emplace_back("parameter." + parameter.key(), parameter.value());
  for (const auto& buffer : opened.model.network->named_buffers())
    tensors.emplace_back("buffer." + buffer.key(), buffer.value());
  for (std::size_t i = 0; i < opened.model.batch.inputs.size(); ++i)
    tensors.emplace_back("input." + std::to_string(i), opened.model.batch.inputs[i]);
  if (task == TracedTask::train) tensors.emplace_back("target", opened.model.batch.target);
  return tensors;
}

at::Tensor run(const ModelCase& opened, TracedTask task) {
  // No cache of converted weights: each cast belongs into the graph.
  const AutocastScope autocast(opened.device.type(), opened.settings.autocast_dtype(),
                               AutocastScope::WeightCache::off);
  const at::Tensor output = opened.model.network->forward(opened.model.batch.inputs);
  if (task == TracedTask::infer) return output;
  return opened.model.network->loss(output, opened.model.batch.target);
}

std::shared_ptr<torch::jit::Graph> trace(const ModelCase& opened, TracedTask task,
                                         const NamedTensors& arguments) {
  torch::jit::Stack inputs;
  for (const auto& [name, tensor] : arguments) inputs.emplace_back(tensor);
  const at::AutoGradMode gradients(task == TracedTask::train);
  const auto traced = torch::jit::tracer::trace(
      inputs, [&](const torch::jit::Stack&) { return torch::jit::Stack{run(opened, task)}; },
      [](const at::Tensor&) { return std::string(); }, /*strict=*/false);
  return traced.first->graph;
}

void write_traced_graph(const ModelCase& opened, TracedTask task,
                        const std::filesystem::path& name) {
  const NamedTensors arguments = arguments_of(opened, task);
  const std::shared_ptr<torch::jit::Graph> graph = trace(opened, task, arguments);
  torch::jit::Module module("Step");
  graph->insertInput(0, "self")->setType(module._ivalue()->type());
  module.type()->addMethod(module._ivalue()->compilation_unit()->create_function(
      c10::QualifiedName(*module.type()->name(), "forward"), graph));
  module.save(name.string() + ".pt");
  write_safetensors(name.string() + ".safetensors", arguments, opened.settings.channels_last);
}

}  // namespace

void trace_for_package(const ModelCase& opened, TracedTask task, results::Result& result) {
  if (std::getenv(results::packages_variable) == nullptr ||
      opened.settings.launch != Launch::eager || result.status != results::Status::ok)
    return;
  const auto warn = [&](std::string_view reason) {
    result.warnings.push_back(
        {"engine.not_traced", {{"reason", std::string(reason.substr(0, reason.find('\n')))}}});
  };
  try {
    write_traced_graph(opened, task, package_path(result.measured_case).replace_extension());
  } catch (const c10::Error& error) {
    warn(error.what_without_backtrace());
  } catch (const CaseEnded& ended) {
    warn(ended.reason().key);
  } catch (const std::exception& error) {
    warn(error.what());
  }
}

}  // namespace wgf::engine
