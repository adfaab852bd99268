// SPDX-License-Identifier: MIT
#include "advisor/score/known_rates.h"

#include "advisor/score/embedded_data.h"
#include "catalog/record_reader.h"

namespace wgf::advisor {
namespace {

using catalog::FieldReader;
using catalog::RecordField;
using results::RateKind;

constexpr double largest = 1e12;

constexpr RecordField<KnownRate> fields[] = {
    {"gpu", [](const FieldReader& in, auto& out) { out.gpu = in.text(); }},
    {"case", [](const FieldReader& in, auto& out) { out.case_id = in.text(); }},
    {"value", [](const FieldReader& in, auto& out) { out.value = in.number(1e-9, largest); }},
    {"source", [](const FieldReader& in, auto& out) { out.source = in.text(); }},
};
constexpr std::string_view required[] = {"gpu", "case", "value", "source"};

KnownRates all_known_rates() {
  KnownRates rates =
      parse_known_rates(embedded_text("measured.toml"), "measured.toml", RateKind::measured);
  for (KnownRate& rate :
       parse_known_rates(embedded_text("published.toml"), "published.toml", RateKind::published))
    rates.push_back(std::move(rate));
  return rates;
}

}  // namespace

KnownRates parse_known_rates(std::string_view text, const std::string& file, RateKind kind) {
  const catalog::TomlDocument document = catalog::parse_toml(text, file);
  KnownRates rates;
  for (const catalog::TomlTable& table : document.tables) {
    catalog::require_fields(document, table, required);
    catalog::read_fields<KnownRate>(document, table, fields, rates.emplace_back());
    rates.back().kind = kind;
  }
  return rates;
}

const KnownRates& known_rates() {
  static const KnownRates rates = all_known_rates();
  return rates;
}

const KnownRate* find_rate(const KnownRates& rates, std::string_view gpu, std::string_view case_id,
                           RateKind kind) {
  for (const KnownRate& rate : rates)
    if (rate.gpu == gpu && rate.case_id == case_id && rate.kind == kind) return &rate;
  return nullptr;
}

std::vector<std::string> measured_gpus(const KnownRates& rates, std::string_view case_id) {
  std::vector<std::string> gpus;
  for (const KnownRate& rate : rates)
    if (rate.case_id == case_id && rate.kind == RateKind::measured) gpus.push_back(rate.gpu);
  return gpus;
}

}  // namespace wgf::advisor
