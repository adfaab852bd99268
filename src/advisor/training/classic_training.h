// SPDX-License-Identifier: MIT
#pragma once
// Training rates of classic networks on one card and on several of one machine.
// docs/method/classic-networks.md.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "catalog/gpu.h"
#include "catalog/toml_document.h"

namespace wgf::advisor {

enum class ClassicNetwork {
  resnet50,
  ssd300,
  bert_base,   // question answering, 384 tokens
  bert_large,  // the same
  gnmt,
  tacotron2,
  waveglow,
  ncf,
  transformer_xl_base,
  transformer_xl_large,
};
inline constexpr int classic_network_count = 10;
std::string_view to_text(ClassicNetwork network);  // "bert-base"
std::optional<ClassicNetwork> parse_classic_network(std::string_view text);
std::string_view unit_of(ClassicNetwork network);  // of its rates: "images/s"

struct ClassicCase {
  ClassicNetwork network = ClassicNetwork::resnet50;
  bool is_mixed = true;  // fp16 autocast; else fp32, which Ampere and later multiply in tf32
  int gpus = 1;          // of one machine, data-parallel
};

inline constexpr int classic_generation_count = 6;  // volta turing ampere ada hopper blackwell

// All as logarithms, so that 0 says "as the others".
struct ClassicCoefficients {
  using PerNetwork = std::array<double, classic_network_count>;
  using PerGeneration = std::array<double, classic_generation_count>;
  std::array<PerNetwork, 2> rate{};    // fp32, mixed: of an A100 SXM without overhead
  std::array<PerNetwork, 2> memory{};  // time on memory over time on tensor units, there
  PerNetwork vector{};                 // time on vector units over that, to e^-1.5
  PerNetwork overhead{};               // of a step, to 5 % with 80 GB: the batch grows with memory
  PerNetwork exchange{};               // of gradients, to 8 % of the time of one card
  PerGeneration tensor_speed{}, memory_speed{}, exchange_cost{};
};

struct ClassicCoefficientInfo {
  std::string name;   // in the data file: "rate.mixed.resnet50"
  double spread = 1;  // one standard deviation around 0; rates have none
  double* value = nullptr;
};
std::vector<ClassicCoefficientInfo> classic_list(ClassicCoefficients& set);

// What of a card sets such a rate; nothing where its peak, bandwidth or power limit are not known.
struct ClassicCard {
  FlopsPerSecond tensor;  // within the power limit
  FlopsPerSecond vector;
  BytesPerSecond memory;  // with what its last-level cache spares
  double memory_gb = 0;
  int generation = -1;  // -1: none that was measured
};
std::optional<ClassicCard> classic_card(const catalog::Gpu& gpu, bool is_mixed);
ClassicCard classic_reference(bool is_mixed);  // the A100 that coefficients are relative to

enum class ClassicPart { tensor, memory, vector, overhead, exchange };
inline constexpr int classic_part_count = 5;
std::string_view to_text(ClassicPart part);

// Of one sample, all cards together.
struct ClassicTime {
  std::array<double, classic_part_count> seconds{};
  double total() const;
};
std::optional<ClassicTime> classic_time(const catalog::Gpu& gpu, const ClassicCase& one,
                                        const ClassicCoefficients& c);

// Samples a second of all cards together, in the network's unit. Nothing where peak, bandwidth or
// power limit of the card are not known.
std::optional<double> classic_rate(const catalog::Gpu& gpu, const ClassicCase& one,
                                   const ClassicCoefficients& c);

struct FittedClassic {
  ClassicCoefficients coefficients;
  // 90 % of |log(predicted / measured)| of cards left out of the fit: of one, of several.
  double spread = 0, several_spread = 0;
  std::string fitted_on;
};
double spread_of(const ClassicCase& one, const FittedClassic& fitted);
const FittedClassic& fitted_classic();
FittedClassic read_fitted_classic(const catalog::TomlDocument& document);
std::string to_toml(FittedClassic fitted);

}  // namespace wgf::advisor
