// SPDX-License-Identifier: MIT
#include "advisor/operators/operator_table.h"

#include <algorithm>

#include "catalog/record_reader.h"
#include "embedded/efficiency_data.h"

namespace wgf::advisor {
namespace {

using catalog::FieldReader;
using catalog::TomlDocument;
using catalog::TomlField;
using catalog::TomlTable;

constexpr double least = 1e-6, largest = 1e9;  // of any coefficient

[[noreturn]] void throw_unknown_kind(const FieldReader& in) {
  catalog::throw_bad_record("catalog.unknown_kind", in.place(), {{"value", in.text()}});
}

void read_type(const FieldReader& in, MatrixType& type) {
  const auto found = parse_matrix_type(in.text());
  if (!found) throw_unknown_kind(in);
  type = *found;
}

void read_type(const FieldReader& in, CacheType& type) {
  if (in.text() != "bf16" && in.text() != "fp8") throw_unknown_kind(in);
  type = in.text() == "bf16" ? CacheType::bf16 : CacheType::fp8;
}

void read_type(const FieldReader& in, CollectiveKind& kind) {
  const auto found = parse_collective(in.text());
  if (!found) throw_unknown_kind(in);
  kind.collective = *found;
}

// Fields of their own besides the coefficients; false: none of that name.
template <typename Type>
bool read_own(const FieldReader&, std::string_view, Type&) {
  return false;
}
bool read_own(const FieldReader& in, std::string_view key, CollectiveKind& kind) {
  if (key == "gpus") kind.gpus = in.integer(2, 8);
  return key == "gpus";
}

// What readers of the file want to know: which cards, how many rows, why.
bool is_remark(std::string_view key) {
  return key == "cards" || key == "rows" || key == "basis";
}

template <typename Coefficients, typename Type>
void read_record(const TomlDocument& document, const TomlTable& table,
                 std::vector<FittedRecord<Coefficients, Type>>& records) {
  std::vector<std::string> keys{"generation", "type", "cards", "rows", "basis"};
  for (const auto& field : Coefficients::fields()) keys.emplace_back(field.name);
  std::vector<std::string_view> required{"generation", "type"};
  for (const auto& field : Coefficients::fields()) required.push_back(field.name);
  catalog::require_fields(document, table, required);
  const std::string name = catalog::record_name(table);
  auto& record = records.emplace_back();
  for (const TomlField& field : table.fields) {
    const FieldReader in(field, document.file, name);
    const auto match = std::ranges::find(Coefficients::fields(), field.key,
                                         [](const auto& one) { return one.name; });
    if (match != Coefficients::fields().end()) {
      record.coefficients.*(match->member) = in.number(least, largest);
    } else if (field.key == "generation") {
      record.generation = in.text();
    } else if (field.key == "type") {
      read_type(in, record.type);
    } else if (!is_remark(field.key) && !read_own(in, field.key, record.type)) {
      catalog::throw_unknown_field(document, table, field, keys);
    }
  }
}

constexpr catalog::RecordField<OperatorGeneration> generation_fields[] = {
    {"id", [](const FieldReader& in, auto& out) { out.id = in.text(); }},
    {"architecture", [](const FieldReader& in, auto& out) { out.architecture = in.text(); }},
    {"capabilities", [](const FieldReader& in, auto& out) { out.capabilities = in.texts(); }},
};

struct BandRecord {
  OperatorKind kind = OperatorKind::matrix;
  OperatorBand known, other;
};
constexpr double widest = 1000;  // factor
constexpr catalog::RecordField<BandRecord> band_fields[] = {
    {"operator",
     [](const FieldReader& in, auto& out) {
       const auto found = std::ranges::find(operator_kind_names, in.text());
       if (found == operator_kind_names.end()) throw_unknown_kind(in);
       out.kind = static_cast<OperatorKind>(found - operator_kind_names.begin());
     }},
    {"known_low", [](const FieldReader& in, auto& out) { out.known.low = in.number(least, 1); }},
    {"known_high", [](const FieldReader& in, auto& out) { out.known.high = in.number(1, widest); }},
    {"other_low", [](const FieldReader& in, auto& out) { out.other.low = in.number(least, 1); }},
    {"other_high", [](const FieldReader& in, auto& out) { out.other.high = in.number(1, widest); }},
};

void read_band(const TomlDocument& document, const TomlTable& table, OperatorTable& read) {
  BandRecord band;
  catalog::read_fields<BandRecord>(document, table, band_fields, band);
  read.known_generation.of(band.kind) = band.known;
  read.other_generation.of(band.kind) = band.other;
}

void read_table(const TomlDocument& document, const TomlTable& table, OperatorTable& read) {
  if (table.name == "generation")
    catalog::read_fields<OperatorGeneration>(document, table, generation_fields,
                                             read.generations.emplace_back());
  else if (table.name == "band")
    read_band(document, table, read);
  else if (table.name == "matrix")
    read_record(document, table, read.matrix);
  else if (table.name == "prefill")
    read_record(document, table, read.prefill);
  else if (table.name == "decode")
    read_record(document, table, read.decode);
  else if (table.name == "experts")
    read_record(document, table, read.experts);
  else if (table.name == "collective")
    read_record(document, table, read.collective);
  else
    catalog::throw_bad_record(
        "catalog.unknown_table", {document.file, table.line, table.name, table.name},
        {{"known", "generation, band, matrix, prefill, decode, experts, collective"}});
}

}  // namespace

std::string_view OperatorTable::generation_of(const catalog::Gpu& gpu) const {
  for (const OperatorGeneration& generation : generations)
    if (generation.architecture == gpu.architecture &&
        std::ranges::find(generation.capabilities, gpu.compute_capability) !=
            generation.capabilities.end())
      return generation.id;
  return any_generation;
}

OperatorTable read_operator_table(const TomlDocument& document) {
  OperatorTable read;
  for (const TomlTable& table : document.tables) read_table(document, table, read);
  return read;
}

const OperatorTable& known_operators() {
  static const OperatorTable table = read_operator_table(
      catalog::find_document(embedded::efficiency_data(), "data/efficiency/operators.toml"));
  return table;
}

}  // namespace wgf::advisor
