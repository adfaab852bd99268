// SPDX-License-Identifier: MIT
#pragma once
// The memory of the fullest GPU of a layout as a sum of terms, each with its arithmetic and with
// how far it may be off. docs/method/memory.md.

#include <optional>
#include <string>
#include <string_view>
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

// A term's arithmetic, as text only where somebody reads it: a search looks at a million terms.
struct Formula {
  enum class Kind {
    product,    // "a B x b / c"
    tokens,     // "a B x b tokens x c"
    sequences,  // "a B x b sequences"
    least,      // "-min(a, b) GB"
    share,      // "a % of b GB"
    fixed,      // "a GiB"
    line,       // "a B x b + c MB"
  };
  Kind kind = Kind::product;
  double a = 0, b = 0, c = 1;
};
std::string to_text(const Formula& formula);

struct Term {
  Component component = Component::weights;
  std::string_view what;  // message key footprint.term_<what>
  Formula formula;
  double bytes = 0;
  double spread = 0;  // half of the 90 % interval, relative
  Basis basis = Basis::exact;
  bool is_of_experts = false;  // the routed experts' part of it
};

// A shape that is only typical of a size, or Llama's for a type that is not known: what hangs on
// the shape, not on the size, may be this far off (published 7B to 70B decoders differ so in
// activations and cache a parameter).
inline constexpr double assumed_shape_memory_spread = 0.35;
// On weights and what training keeps of each, where fields that change shapes are not read: taken,
// no measurement stands behind it.
inline constexpr double unread_fields_spread = 0.1;

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
