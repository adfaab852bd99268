// SPDX-License-Identifier: MIT
#pragma once
// data/efficiency/operators.toml: coefficients of the times of operators per generation of cards
// and precision, fitted by src/truth/fit/operator_accuracy. "any" is the mean of the generations,
// for cards of a generation nobody measured.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/operators/attention.h"
#include "advisor/operators/collective.h"
#include "advisor/operators/expert_product.h"
#include "advisor/operators/matrix_product.h"
#include "catalog/toml_document.h"

namespace wgf::advisor {

inline constexpr std::string_view any_generation = "any";
inline constexpr std::string_view host_link = "PCIe";           // cards read each other's memory
inline constexpr std::string_view staged_link = "PCIe staged";  // through the host's memory

struct OperatorGeneration {
  std::string id;  // "hopper"
  std::string architecture;
  std::vector<std::string> capabilities;
};

template <typename Coefficients, typename Type>
struct FittedRecord {
  std::string generation;  // of links for collectives: "NVLink4"
  Type type{};
  Coefficients coefficients{};
};
struct CollectiveKind {
  Collective collective = Collective::all_reduce;
  int gpus = 2;
  bool operator==(const CollectiveKind&) const = default;
};

// Of 90 % of the measured times of a card left out of the fit: measured / predicted.
struct OperatorBand {
  double low = 1, high = 1;
};
// host_collective: through PCIe, where the board decides.
enum class OperatorKind { matrix, prefill, decode, collective, experts, host_collective };
inline constexpr std::size_t operator_kind_count = 6;
inline constexpr std::array<std::string_view, operator_kind_count> operator_kind_names{
    "matrix", "prefill", "decode", "collective", "experts", "host_collective"};

struct OperatorBands {
  std::array<OperatorBand, operator_kind_count> kinds;
  const OperatorBand& of(OperatorKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  OperatorBand& of(OperatorKind kind) { return kinds[static_cast<std::size_t>(kind)]; }
};

struct OperatorTable {
  std::vector<OperatorGeneration> generations;
  std::vector<FittedRecord<MatrixCoefficients, MatrixType>> matrix;
  std::vector<FittedRecord<PrefillCoefficients, CacheType>> prefill;
  std::vector<FittedRecord<DecodeCoefficients, CacheType>> decode;
  std::vector<FittedRecord<ExpertCoefficients, MatrixType>> experts;
  std::vector<FittedRecord<CollectiveCoefficients, CollectiveKind>> collective;
  OperatorBands known_generation, other_generation;

  // The id of the card's generation; any_generation where none of the table is.
  std::string_view generation_of(const catalog::Gpu& gpu) const;
};

// Throws Error(catalog.*) with file, line and field.
OperatorTable read_operator_table(const catalog::TomlDocument& document);
const OperatorTable& known_operators();

}  // namespace wgf::advisor
