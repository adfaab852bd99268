// SPDX-License-Identifier: MIT
#include "engine/models/module_paths.h"

namespace wgf::engine {

torch::nn::Module& group_at(torch::nn::Module& root, std::string_view path) {
  if (path.empty()) return root;
  const std::size_t dot = path.find('.');
  const std::string name(path.substr(0, dot));
  const auto children = root.named_children();
  const std::shared_ptr<torch::nn::Module>* found = children.find(name);
  torch::nn::Module& child =
      found != nullptr ? **found : *root.register_module(name, std::make_shared<ModuleGroup>());
  return dot == std::string_view::npos ? child : group_at(child, path.substr(dot + 1));
}

}  // namespace wgf::engine
