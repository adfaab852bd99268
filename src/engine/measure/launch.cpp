// SPDX-License-Identifier: MIT
#include "engine/measure/launch.h"

#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"

namespace wgf::engine {

Launch parse_launch(const std::string& name) {
  if (name == "eager") return Launch::eager;
  if (name == "graph") return Launch::graph;
  if (name == "package") return Launch::package;
  if (name == "package_graph") return Launch::package_graph;
  throw CaseEnded(
      results::Status::failed,
      {"engine.unknown_value",
       {{"name", "launch"}, {"value", name}, {"choices", "eager, graph, package, package_graph"}}});
}

c10::Stream work_stream(Launch launch, c10::Device device) {
  return is_recorded(launch) ? side_stream(device) : current_stream(device);
}

}  // namespace wgf::engine
