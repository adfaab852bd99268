// SPDX-License-Identifier: MIT
#include "advisor/score/efficiency.h"

#include <algorithm>

#include "advisor/score/embedded_data.h"
#include "catalog/record_reader.h"

namespace wgf::advisor {
namespace {

using catalog::FieldReader;
using catalog::RecordField;
using Generation = GenerationEfficiency;

constexpr RecordField<Generation> fields[] = {
    {"id", [](const FieldReader& in, auto& out) { out.id = in.text(); }},
    {"architecture", [](const FieldReader& in, auto& out) { out.architecture = in.text(); }},
    {"capabilities", [](const FieldReader& in, auto& out) { out.capabilities = in.texts(); }},
    {"basis", [](const FieldReader& in, auto& out) { out.is_fitted = in.text() == "fitted"; }},
    {"convolutional_low",
     [](const FieldReader& in, auto& out) { out.convolutional_low = in.number(0, 1); }},
    {"convolutional_fp32",
     [](const FieldReader& in, auto& out) { out.convolutional_fp32 = in.number(0, 1); }},
    {"transformer_low",
     [](const FieldReader& in, auto& out) { out.transformer_low = in.number(0, 1); }},
    {"transformer_fp32",
     [](const FieldReader& in, auto& out) { out.transformer_fp32 = in.number(0, 1); }},
    // Where they come from; for readers of the file.
    {"cards", [](const FieldReader& in, auto&) { in.texts(); }},
    {"rows", [](const FieldReader& in, auto&) { in.text(); }},
    {"from", [](const FieldReader& in, auto&) { in.text(); }},
    {"factor", [](const FieldReader& in, auto&) { in.number(0, 10); }},
    {"reason", [](const FieldReader& in, auto&) { in.text(); }},
    {"note", [](const FieldReader& in, auto&) { in.text(); }},
};
constexpr std::string_view required[] = {"id",
                                         "architecture",
                                         "capabilities",
                                         "basis",
                                         "convolutional_low",
                                         "convolutional_fp32",
                                         "transformer_low",
                                         "transformer_fp32"};

}  // namespace

double GenerationEfficiency::of(WorkKind kind, bool low_precision) const {
  if (kind == WorkKind::convolutional)
    return low_precision ? convolutional_low : convolutional_fp32;
  return low_precision ? transformer_low : transformer_fp32;
}

Efficiencies parse_efficiencies(std::string_view text, const std::string& file) {
  const catalog::TomlDocument document = catalog::parse_toml(text, file);
  Efficiencies efficiencies;
  for (const catalog::TomlTable& table : document.tables) {
    catalog::require_fields(document, table, required);
    catalog::read_fields<Generation>(document, table, fields, efficiencies.emplace_back());
  }
  return efficiencies;
}

const Efficiencies& known_efficiencies() {
  static const Efficiencies efficiencies =
      parse_efficiencies(embedded_text("efficiencies.toml"), "efficiencies.toml");
  return efficiencies;
}

const GenerationEfficiency* find_efficiency(const Efficiencies& efficiencies,
                                            const catalog::Gpu& gpu) {
  for (const Generation& generation : efficiencies)
    if (generation.architecture == gpu.architecture &&
        std::find(generation.capabilities.begin(), generation.capabilities.end(),
                  gpu.compute_capability) != generation.capabilities.end())
      return &generation;
  return nullptr;
}

}  // namespace wgf::advisor
