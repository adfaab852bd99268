// SPDX-License-Identifier: MIT
#include "advisor/operators/operators.h"

#include "base/error.h"

namespace wgf::advisor {
namespace {

template <typename Coefficients, typename Type>
const Coefficients* find(const std::vector<FittedRecord<Coefficients, Type>>& records,
                         std::string_view generation, const Type& type) {
  for (const auto& record : records)
    if (record.generation == generation && record.type == type) return &record.coefficients;
  return nullptr;
}

// Of the generation, else of any.
template <typename Coefficients, typename Type>
const Coefficients* find_or_any(const std::vector<FittedRecord<Coefficients, Type>>& records,
                                std::string_view generation, const Type& type) {
  const Coefficients* found = find(records, generation, type);
  return found != nullptr ? found : find(records, any_generation, type);
}

template <typename Coefficients>
const Coefficients& required(const Coefficients* found) {
  if (found == nullptr)
    throw Error({"catalog.missing_field",
                 {{"file", "operators.toml"},
                  {"line", "1"},
                  {"record", std::string(any_generation)},
                  {"field", "type"}}});
  return *found;
}

// Where nothing is known of a type, that of its nearest serves.
template <typename Coefficients>
const Coefficients& of_type(const std::vector<FittedRecord<Coefficients, MatrixType>>& records,
                            std::string_view generation, MatrixType type) {
  for (std::size_t step = 0; step < matrix_type_count; ++step) {
    if (const Coefficients* found = find_or_any(records, generation, type)) return *found;
    type = facts_of(type).nearest;
  }
  return required<Coefficients>(nullptr);
}

struct Link {
  std::string_view family;
  double bandwidth = 0;
};

// A bridge joins two cards; larger groups go through the host.
Link link_of(const CardFacts& card, int gpus, const OperatorTable& table) {
  const std::string_view name = card.link;
  const bool is_bridge = name.ends_with("-bridge");
  const bool is_host = name.empty() || card.link_bandwidth <= 0 || name.starts_with(host_link);
  if (is_host || (is_bridge && gpus > 2))
    return {card.is_staged ? staged_link : host_link,
            is_host && card.link_bandwidth > 0 ? card.link_bandwidth : card.host_bandwidth};
  const std::string_view family = name.substr(0, name.find('-'));
  const bool is_measured =
      find(table.collective, family, CollectiveKind{Collective::all_reduce, gpus}) != nullptr;
  return {is_measured ? family : any_generation, card.link_bandwidth};
}

CollectiveRates collective_rates(const CardFacts& card, Collective collective,
                                 const OperatorTable& table) {
  CollectiveRates rates;
  for (std::size_t size = 0; size < rates.size(); ++size) {
    const CollectiveKind kind{collective, measured_group_sizes[size]};
    const Link link = link_of(card, kind.gpus, table);
    rates[size] = collective_point(link.bandwidth,
                                   required(find_or_any(table.collective, link.family, kind)));
  }
  return rates;
}

}  // namespace

Operators operators_of(const catalog::Gpu& gpu, const OperatorTable& table) {
  const CardFacts card = card_facts(gpu);
  const std::string_view generation = table.generation_of(gpu);
  Operators rates;
  for (const MatrixTypeFacts& facts : matrix_types) {
    const auto at = static_cast<std::size_t>(facts.type);
    rates.matrix[at] =
        matrix_rates(card, facts.type, of_type(table.matrix, generation, facts.type));
    rates.experts[at] =
        expert_rates(card, facts.type, of_type(table.experts, generation, facts.type));
  }
  for (const CacheType type : {CacheType::bf16, CacheType::fp8}) {
    const auto at = static_cast<std::size_t>(type);
    rates.prefill[at] =
        prefill_rates(card, type, required(find_or_any(table.prefill, generation, type)));
    rates.decode[at] =
        decode_rates(card, type, required(find_or_any(table.decode, generation, type)));
  }
  for (std::size_t at = 0; at < collective_count; ++at)
    rates.collectives[at] = collective_rates(card, static_cast<Collective>(at), table);
  rates.is_known_generation =
      find(table.decode, generation, CacheType::bf16) != nullptr && generation != any_generation;
  rates.bands = rates.is_known_generation ? table.known_generation : table.other_generation;
  constexpr int largest_group = measured_group_sizes.back();
  if (link_of(card, largest_group, table).family.starts_with(host_link))
    rates.bands.of(OperatorKind::collective) = rates.bands.of(OperatorKind::host_collective);
  return rates;
}

}  // namespace wgf::advisor
