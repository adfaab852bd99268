// SPDX-License-Identifier: MIT
#include "advisor/training/adapter_support.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "catalog/record_reader.h"
#include "embedded/adapter_data.h"

namespace wgf::advisor {
namespace {

struct Support {
  std::vector<std::string> cards;  // as compute_capability names them
  std::string release, source;
};

struct AdapterSupport {
  double least_capability = 0;  // of CUDA
  std::vector<Support> others;
};

using Field = catalog::RecordField<Support>;
constexpr Field support_fields[] = {
    {"cards", [](const catalog::FieldReader& field, Support& one) { one.cards = field.texts(); }},
    {"release",
     [](const catalog::FieldReader& field, Support& one) { one.release = field.text(); }},
    {"source", [](const catalog::FieldReader& field, Support& one) { one.source = field.text(); }}};

AdapterSupport read_support(const catalog::TomlDocument& document) {
  constexpr double most_capability = 100;
  AdapterSupport found;
  found.least_capability =
      catalog::coefficient(document, "least_cuda_capability").number(0, most_capability);
  for (const catalog::TomlTable& table : document.tables)
    catalog::read_fields<Support>(document, table, support_fields, found.others.emplace_back());
  return found;
}

const AdapterSupport& support() {
  static const AdapterSupport found = read_support(
      catalog::find_document(embedded::adapter_data(), "data/adapters/bitsandbytes.toml"));
  return found;
}

}  // namespace

std::optional<std::string_view> bitsandbytes_release(const catalog::Gpu& gpu) {
  const std::string& card = gpu.compute_capability;
  if (const auto capability = parse_number(card)) {
    if (*capability < support().least_capability) return std::nullopt;
    return "";
  }
  for (const Support& one : support().others)
    if (std::find(one.cards.begin(), one.cards.end(), card) != one.cards.end()) return one.release;
  return std::nullopt;
}

}  // namespace wgf::advisor
