// SPDX-License-Identifier: MIT
#include "engine/measure/case_ended.h"
#include "engine/measure/device_graph.h"

namespace wgf::engine {

std::unique_ptr<DeviceGraph> capture_graph(c10::Device device, const CaptureSteps&) {
  throw CaseEnded(results::Status::unsupported,
                  {"engine.graph_needs_gpu", {{"device", device.str()}}});
}

std::unique_ptr<DeviceGraphParts> make_graph_parts(c10::Device device) {
  throw CaseEnded(results::Status::unsupported,
                  {"engine.graph_needs_gpu", {{"device", device.str()}}});
}

}  // namespace wgf::engine
