// SPDX-License-Identifier: MIT
#pragma once
// The memory of the fullest GPU of a layout as a sum of terms, each with its arithmetic and with
// how far it may be off. docs/method.md, "Memory of a network".

#include <optional>
#include <string>
#include <vector>

#include "advisor/memory/activations.h"
#include "advisor/memory/states.h"
#include "base/units.h"

namespace wgf::advisor {

enum class Component {
  weights,
  gradients,
  optimizer,
  activations,
  not_at_once,  // negative: gradients and activations that are never alive together
  cache,
  allocator,  // held by the allocator beyond what tensors take
  framework,  // context, libraries, NCCL
  graphs,     // CUDA graphs
};
std::string_view to_text(Component component);

// What a term rests on.
enum class Basis {
  exact,      // counted from shapes
  operators,  // counted from an assumed list of operators
  measured,   // a typical figure of measurements
};
std::string_view to_text(Basis basis);

struct Term {
  Component component = Component::weights;
  std::string what;     // message key footprint.term_<what>
  std::string formula;  // "4 B x 1,000,000,000"
  double bytes = 0;
  double spread = 0;  // half of the 90 % interval, relative
  Basis basis = Basis::exact;
  bool is_of_experts = false;  // the routed experts' part of it
};

struct MemoryEstimate {
  std::vector<Term> terms;
  int stage = 0;  // of the pipeline, the fullest
  bool is_assumed = false;
  double unstated_spread = 0;  // of the total: what settings nobody states change, relative

  double of(Component component) const;
  double allocated() const;   // what tensors take at most
  double reserved() const;    // with the allocator's gap
  double total() const;       // with context, NCCL and graphs: what the driver sees
  double half_width() const;  // of the 90 % interval of the total: all spreads in quadrature
};

// "8,030,261,248": of numbers that are whole.
std::string whole_text(double number);

MemoryEstimate estimate_memory(const Network& network, const MemoryCase& one);

// A network of which only totals are known (CNNs and others whose record has no layers).
struct NetworkTotals {
  double params = 0;
  std::optional<Bytes> activations_per_sample;  // fp32 training, measured
};
MemoryEstimate estimate_memory(const NetworkTotals& network, const MemoryCase& one);

}  // namespace wgf::advisor
