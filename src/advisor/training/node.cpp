// SPDX-License-Identifier: MIT
#include "advisor/training/node.h"

namespace wgf::advisor {
namespace {

constexpr int rack_gpus = 72;

bool is_rack_scale(const catalog::Gpu& gpu) {
  return gpu.form_factor == "Superchip" && gpu.architecture.starts_with("Blackwell");
}

BytesPerSecond usual_network(const catalog::Gpu& gpu) {
  const int year = gpu.release_year.value_or(0);
  if (is_rack_scale(gpu) || gpu.architecture == "Blackwell Ultra")
    return BytesPerSecond{100 * giga};
  if (year >= 2022) return BytesPerSecond{50 * giga};
  return BytesPerSecond{(year >= 2020 ? 25 : 12.5) * giga};
}

// Measured all-reduce bandwidth of cards without a link of their own (NCCL over PCIe).
BytesPerSecond pcie_link(const catalog::Gpu& gpu) {
  const bool is_generation_5 = gpu.pcie_generation.value_or(4) >= 5;
  const bool is_professional = gpu.memory_gb >= 40;
  return BytesPerSecond{(is_generation_5 ? 25 : is_professional ? 16 : 12) * giga};
}

}  // namespace

Node usual_node(const catalog::Gpu& gpu) {
  Node node;
  const bool is_bridge = gpu.interconnect.ends_with("-bridge");  // joins two cards, not eight
  const bool has_link =
      !is_bridge && (gpu.interconnect.starts_with("NVLink") || gpu.interconnect == "xGMI");
  node.is_pcie = !has_link || !gpu.interconnect_bandwidth;
  node.link = node.is_pcie ? pcie_link(gpu) : *gpu.interconnect_bandwidth / 2.0;
  node.gpus = is_rack_scale(gpu) ? rack_gpus : 8;
  node.network = usual_network(gpu);
  return node;
}

std::optional<Node> even_node(Node node, int gpus) {
  if (gpus <= node.gpus) return node;
  while (gpus % node.gpus != 0) --node.gpus;
  return node.gpus > 1 ? std::optional(node) : std::nullopt;
}

}  // namespace wgf::advisor
