// SPDX-License-Identifier: MIT
#pragma once
// How a step is launched.

#include <c10/core/Device.h>
#include <c10/core/Stream.h>

#include <string>

namespace wgf::engine {

// Operator by operator, or the whole step recorded; each by the network itself or by its compiled
// package.
enum class Launch { eager, graph, package, package_graph };
Launch parse_launch(const std::string& name);
constexpr bool is_recorded(Launch launch) {
  return launch == Launch::graph || launch == Launch::package_graph;
}
constexpr bool is_packaged(Launch launch) {
  return launch == Launch::package || launch == Launch::package_graph;
}
// Recording a graph needs a stream of its own from the first step on.
c10::Stream work_stream(Launch launch, c10::Device device);

}  // namespace wgf::engine
