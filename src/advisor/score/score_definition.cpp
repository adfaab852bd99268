// SPDX-License-Identifier: MIT
#include "advisor/score/score_definition.h"

#include <algorithm>

#include "advisor/score/embedded_data.h"
#include "catalog/record_reader.h"

namespace wgf::advisor {
namespace {

using catalog::FieldReader;
using catalog::RecordField;
using catalog::TomlDocument;
using catalog::TomlTable;

constexpr double largest = 1e12;
constexpr int most_tokens = 1 << 20;

struct Area {
  std::string id;
  double weight = 0;
};

WorkKind kind_of(const FieldReader& in) {
  const std::string text = in.text();
  if (text == "convolutional") return WorkKind::convolutional;
  if (text == "transformer") return WorkKind::transformer;
  if (text == "prefill") return WorkKind::prefill;
  if (text == "decode") return WorkKind::decode;
  if (text == "bandwidth") return WorkKind::bandwidth;
  if (text == "capacity") return WorkKind::capacity;
  catalog::throw_bad_record("score.unknown_kind", in.place(), {{"value", text}});
}

constexpr RecordField<ScoreDefinition> top_fields[] = {
    {"version", [](const FieldReader& in, auto& out) { out.version = in.integer(1, 1000); }},
    {"date", [](const FieldReader& in, auto& out) { out.date = in.text(); }},
    {"reference", [](const FieldReader& in, auto& out) { out.reference = in.text(); }},
    {"source", [](const FieldReader& in, auto&) { in.text(); }},
};
constexpr RecordField<Area> area_fields[] = {
    {"id", [](const FieldReader& in, auto& out) { out.id = in.text(); }},
    {"weight", [](const FieldReader& in, auto& out) { out.weight = in.number(0, 1); }},
};
constexpr RecordField<CaseDefinition> case_fields[] = {
    {"id", [](const FieldReader& in, auto& out) { out.id = in.text(); }},
    {"area", [](const FieldReader& in, auto& out) { out.area = in.text(); }},
    {"weight", [](const FieldReader& in, auto& out) { out.weight = in.number(0, 100); }},
    {"benchmark", [](const FieldReader& in, auto& out) { out.benchmark = in.text(); }},
    {"only", [](const FieldReader& in, auto& out) { out.only = in.text(); }},
    {"model", [](const FieldReader& in, auto& out) { out.model = in.text(); }},
    {"optimizer", [](const FieldReader& in, auto& out) { out.optimizer = in.text(); }},
    {"operation", [](const FieldReader& in, auto& out) { out.operation = in.text(); }},
    {"prompt_tokens",
     [](const FieldReader& in, auto& out) { out.prompt_tokens = in.integer(1, most_tokens); }},
    {"new_tokens",
     [](const FieldReader& in, auto& out) { out.new_tokens = in.integer(1, most_tokens); }},
    {"kind", [](const FieldReader& in, auto& out) { out.kind = kind_of(in); }},
    {"gflop", [](const FieldReader& in, auto& out) { out.gflop = in.number(0, largest); }},
    {"traffic_mb",
     [](const FieldReader& in, auto& out) { out.traffic_mb = in.number(0, largest); }},
    {"tie", [](const FieldReader& in, auto& out) { out.tie = in.number(1e-3, 1e3); }},
    {"unit", [](const FieldReader& in, auto& out) { out.unit = in.text(); }},
    {"reference",
     [](const FieldReader& in, auto& out) { out.reference = in.number(1e-9, largest); }},
};
constexpr std::string_view required_case_fields[] = {"id",   "area", "weight",
                                                     "kind", "unit", "reference"};

// Shares of an area become shares of the whole, which add up to 1.
void spread_weights(ScoreDefinition& definition, const std::vector<Area>& areas,
                    const TomlDocument& document) {
  for (const Area& area : areas) {
    double sum = 0;
    for (const CaseDefinition& value : definition.cases)
      if (value.area == area.id) sum += value.weight;
    for (CaseDefinition& value : definition.cases)
      if (value.area == area.id) value.weight *= area.weight / sum;
  }
  for (const CaseDefinition& value : definition.cases)
    if (std::find(definition.areas.begin(), definition.areas.end(), value.area) ==
        definition.areas.end())
      catalog::throw_bad_record("catalog.unknown_member", {document.file, 1, value.id, "area"},
                                {{"name", value.area}});
}

}  // namespace

const CaseDefinition* ScoreDefinition::find(std::string_view id) const {
  for (const CaseDefinition& value : cases)
    if (value.id == id) return &value;
  return nullptr;
}

ScoreDefinition parse_score_definition(std::string_view text, const std::string& file) {
  const TomlDocument document = catalog::parse_toml(text, file);
  ScoreDefinition definition;
  catalog::read_fields<ScoreDefinition>(document, document.top, top_fields, definition);
  std::vector<Area> areas;
  for (const TomlTable& table : document.tables) {
    if (table.name == "area") {
      catalog::read_fields<Area>(document, table, area_fields, areas.emplace_back());
      definition.areas.push_back(areas.back().id);
    } else if (table.name == "case") {
      catalog::require_fields(document, table, required_case_fields);
      catalog::read_fields<CaseDefinition>(document, table, case_fields,
                                           definition.cases.emplace_back());
    } else {
      catalog::throw_bad_record("catalog.unknown_table",
                                {document.file, table.line, table.name, table.name},
                                {{"known", "[[area]], [[case]]"}});
    }
  }
  spread_weights(definition, areas, document);
  return definition;
}

const ScoreDefinition& current_score_definition() {
  static const ScoreDefinition definition =
      parse_score_definition(embedded_text("score-2.toml"), "score-2.toml");
  return definition;
}

const ScoreDefinition* find_score_definition(int version) {
  static const ScoreDefinition first =
      parse_score_definition(embedded_text("score-1.toml"), "score-1.toml");
  for (const ScoreDefinition* one : {&first, &current_score_definition()})
    if (one->version == version) return one;
  return nullptr;
}

}  // namespace wgf::advisor
