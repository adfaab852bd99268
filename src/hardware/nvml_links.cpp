// SPDX-License-Identifier: MIT
#include "hardware/nvml_links.h"

#include <algorithm>
#include <map>
#include <optional>

namespace wgf::hardware::nvml {
namespace {

// Where the active links of one GPU lead.
struct LinkEnds {
  std::map<std::string, int> to_gpu;  // by PCI id of the other end
  int to_switch = 0;
};

bool leads_to_switch(const Api& api, const Endpoint& gpu, unsigned int link,
                     const std::optional<std::string>& remote, std::span<const Endpoint> gpus) {
  int type = 0;
  if (succeeds(api.link_remote_type, gpu.device, link, &type)) return type == link_to_switch;
  // Drivers that do not tell the type, and virtual machines that hide the switch: an active link
  // whose other end is no GPU we know goes to a switch.
  return !remote || std::none_of(gpus.begin(), gpus.end(),
                                 [&](const Endpoint& other) { return other.pci_id == *remote; });
}

LinkEnds read_link_ends(const Api& api, const Endpoint& gpu, std::span<const Endpoint> gpus) {
  LinkEnds ends;
  for (unsigned int link = 0; link < max_links; ++link) {
    int active = 0;
    if (!succeeds(api.link_state, gpu.device, link, &active) || active == 0) continue;
    PciInfo pci{};
    std::optional<std::string> remote;
    if (succeeds(api.link_remote_pci, gpu.device, link, &pci)) {
      pci.bus_id[sizeof pci.bus_id - 1] = '\0';
      remote = normalized_pci_id(pci.bus_id);
    }
    if (leads_to_switch(api, gpu, link, remote, gpus))
      ++ends.to_switch;
    else if (remote)
      ++ends.to_gpu[*remote];
  }
  return ends;
}

// The words of `nvidia-smi topo`.
std::string pcie_way(int level) {
  switch (level) {
    case 0:
      return "INTERNAL";
    case 10:
      return "PIX";  // one PCIe switch
    case 20:
      return "PXB";  // several switches
    case 30:
      return "PHB";  // the host bridge
    case 40:
      return "NODE";  // within one NUMA node
    default:
      return "SYS";  // between NUMA nodes
  }
}

int links_between(const LinkEnds& from, const LinkEnds& to, const std::string& to_pci_id) {
  const auto direct = from.to_gpu.find(to_pci_id);
  return (direct == from.to_gpu.end() ? 0 : direct->second) +
         std::min(from.to_switch, to.to_switch);
}

GpuLink describe_pair(const Api& api, const Endpoint& from, const Endpoint& to, int links) {
  GpuLink link{.from = from.index, .to = to.index};
  int value = 0;
  if (links > 0)
    link.kind = "NV" + std::to_string(links);
  else if (succeeds(api.common_ancestor, from.device, to.device, &value))
    link.kind = pcie_way(value);
  if (succeeds(api.peer_status, from.device, to.device, peer_read, &value))
    link.peer_access = value == 0;
  return link;
}

}  // namespace

std::vector<GpuLink> read_links(const Api& api, std::span<const Endpoint> gpus) {
  std::vector<LinkEnds> ends;
  for (const Endpoint& gpu : gpus)
    ends.push_back(gpus.size() > 1 ? read_link_ends(api, gpu, gpus) : LinkEnds{});
  std::vector<GpuLink> links;
  for (std::size_t from = 0; from < gpus.size(); ++from) {
    for (std::size_t to = from + 1; to < gpus.size(); ++to) {
      const int count = links_between(ends[from], ends[to], gpus[to].pci_id);
      links.push_back(describe_pair(api, gpus[from], gpus[to], count));
    }
  }
  return links;
}

std::optional<LinkCount> count_links(const Api& api, Device device) {
  LinkCount count;
  for (unsigned int link = 0; link < max_links; ++link) {
    int active = 0;
    if (succeeds(api.link_state, device, link, &active)) ++(active != 0 ? count.up : count.down);
  }
  return count.up + count.down > 0 ? std::optional<LinkCount>(count) : std::nullopt;
}

}  // namespace wgf::hardware::nvml
