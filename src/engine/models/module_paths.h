// SPDX-License-Identifier: MIT
#pragma once
// Parameters under the reference implementation's dotted names ("attention.self.query.weight")
// without one class per dot: the modules in between are empty groups, made when first named.

#include <torch/nn/module.h>

#include <memory>
#include <string_view>
#include <utility>

namespace wgf::engine {

// A module that only gives its children a name.
class ModuleGroup final : public torch::nn::Module {};

// The module at that path below root; groups that lack are made. An empty path is root itself.
torch::nn::Module& group_at(torch::nn::Module& root, std::string_view path);

// Registers a module under a path such as "attention.self.query".
template <typename M>
M add_at(torch::nn::Module& root, std::string_view path, M module) {
  const std::size_t dot = path.rfind('.');
  const bool nested = dot != std::string_view::npos;
  torch::nn::Module& parent = nested ? group_at(root, path.substr(0, dot)) : root;
  parent.register_module(std::string(nested ? path.substr(dot + 1) : path), module);
  return module;
}

}  // namespace wgf::engine
