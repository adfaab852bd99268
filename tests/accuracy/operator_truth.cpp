// SPDX-License-Identifier: MIT
#include "operator_truth.h"

#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "base/files.h"
#include "base/gzip.h"
#include "base/statistics.h"
#include "base/text.h"
#include "catalog/csv.h"

namespace wgf::accuracy {
namespace {

using advisor::CardFacts;

constexpr double milli = 1e-3;

const std::map<std::string, std::string>& card_ids() {
  static const std::map<std::string, std::string> ids{
      {"A100 SXM 80GB", "a100-sxm-80gb"}, {"H100 SXM 80GB", "h100-sxm"},
      {"H200 SXM 141GB", "h200-sxm"},     {"B200 180GB", "b200"},
      {"GB200 192GB", "gb200"},           {"B300 288GB", "b300"},
      {"GB300 288GB", "gb300"},           {"L40S 48GB", "l40s"},
  };
  return ids;
}

// The source's words for a precision.
const std::map<std::string, advisor::MatrixType>& matrix_type_names() {
  using enum advisor::MatrixType;
  static const std::map<std::string, advisor::MatrixType> types{
      {"bfloat16", bf16},
      {"fp8", fp8},
      {"fp8_block", fp8_block},
      {"nvfp4", fp4},
      {"sq", int8},
      {"int8_wo", int8_weights},
      {"int4_wo", int4_weights},
      {"w4a16_mxfp4", fp4_weights},
      {"w4a8_mxfp4_mxfp8", fp4_fp8},
  };
  return types;
}

// One packed table, its cells by column name.
class PackedTable {
 public:
  PackedTable(const TruthFiles& files, const std::string& name)
      : table_(catalog::parse_csv(unpack_gzip(read_file(files.folder + "/" + name)), name)) {}

  std::size_t size() const { return table_.rows.size(); }
  const std::string& text(std::size_t row, std::string_view column) const {
    return table_.rows[row].cells[*table_.require(column)];
  }
  double number(std::size_t row, std::string_view column) const {
    return *parse_number(text(row, column));
  }

 private:
  catalog::CsvTable table_;
};

template <typename Shape>
struct ShapedRows {
  std::vector<Shape> shapes;
  std::vector<double> log_seconds;
};

template <typename Coefficients>
std::vector<FitParameter> parameters_of() {
  std::vector<FitParameter> parameters;
  for (const auto& field : Coefficients::fields())
    parameters.push_back({std::string(field.name), std::log(field.prior), field.spread});
  return parameters;
}

template <typename Coefficients>
Coefficients coefficients_at(std::span<const double> logarithms) {
  Coefficients coefficients{};
  for (std::size_t i = 0; i < logarithms.size(); ++i)
    coefficients.*(Coefficients::fields()[i].member) = std::exp(logarithms[i]);
  return coefficients;
}

// time: from coefficients, a function of the shape.
template <typename Coefficients, typename Shape, typename MakeTime>
TruthGroup group_of(const TruthFiles& files, const std::string& card, std::string type,
                    ShapedRows<Shape> rows, MakeTime make_time) {
  const catalog::Gpu* gpu = files.gpus->find_id(card);
  if (gpu == nullptr) throw std::runtime_error(card + ": not in the catalogue");
  TruthGroup group{card, std::string(files.table->generation_of(*gpu)), std::move(type),
                   std::move(rows.log_seconds), nullptr};
  const auto shapes = std::make_shared<std::vector<Shape>>(std::move(rows.shapes));
  group.predict = [facts = advisor::card_facts(*gpu), shapes, make_time](
                      std::span<const double> coefficients, std::span<double> out) {
    const auto time = make_time(facts, coefficients_at<Coefficients>(coefficients));
    for (std::size_t i = 0; i < shapes->size(); ++i) out[i] = std::log(time((*shapes)[i]).value);
  };
  return group;
}

using CardAndType = std::pair<std::string, std::string>;  // type first: the order of the groups

const std::string& card_of(const PackedTable& table, std::size_t row) {
  return card_ids().at(table.text(row, "gpu"));
}

// Of the two or three frameworks measured the median or the fastest. Of products in bf16 one leaves
// the weights zero, which lets the clock rise: the median. Elsewhere one launches its kernels from
// the host, some 100 us each, or has slow ones: the fastest.
enum class Framework { median, fastest };
double log_seconds(const PackedTable& table, std::size_t row, Framework which) {
  const char* column = which == Framework::median ? "latency_ms_median" : "latency_ms_min";
  return std::log(table.number(row, column) * milli);
}

advisor::MatrixType matrix_type_of(const PackedTable& table, std::size_t row) {
  return matrix_type_names().at(table.text(row, "dtype"));
}

template <typename Shape, typename ReadShape>
std::map<CardAndType, ShapedRows<Shape>> matrix_rows(const PackedTable& table, ReadShape shape,
                                                     Framework of_bf16) {
  std::map<CardAndType, ShapedRows<Shape>> groups;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const advisor::MatrixType type = matrix_type_of(table, row);
    auto& group = groups[{std::string(advisor::facts_of(type).name), card_of(table, row)}];
    group.shapes.push_back(shape(row));
    group.log_seconds.push_back(
        log_seconds(table, row, type == advisor::MatrixType::bf16 ? of_bf16 : Framework::fastest));
  }
  return groups;
}

advisor::AttentionShape attention_shape(const PackedTable& table, std::size_t row) {
  advisor::AttentionShape shape;
  shape.sequences = table.number(row, "batch");
  shape.heads = table.number(row, "heads");
  shape.kv_heads = table.number(row, "kv_heads");
  shape.key_dim = shape.value_dim = table.number(row, "head_dim");
  shape.context = table.number(row, "seq_or_context_len");
  shape.tokens = table.text(row, "phase") == "context" ? shape.context : 1;
  return shape;
}

std::map<CardAndType, ShapedRows<advisor::AttentionShape>> attention_rows(const TruthFiles& files,
                                                                          std::string_view phase) {
  const PackedTable table(files, "attention.csv.gz");
  std::map<CardAndType, ShapedRows<advisor::AttentionShape>> groups;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.text(row, "phase") != phase) continue;
    const bool is_fp8 = table.text(row, "kv_dtype") == "fp8";
    auto& group = groups[{is_fp8 ? "fp8" : "bf16", card_of(table, row)}];
    group.shapes.push_back(attention_shape(table, row));
    group.log_seconds.push_back(log_seconds(table, row, Framework::fastest));
  }
  return groups;
}

advisor::CacheType cache_type(const std::string& name) {
  return name == "fp8" ? advisor::CacheType::fp8 : advisor::CacheType::bf16;
}

}  // namespace

TruthKind matrix_truth(const TruthFiles& files) {
  using advisor::MatrixShape;
  const PackedTable table(files, "gemm.csv.gz");
  const auto shape = [&](std::size_t row) {
    return MatrixShape{table.number(row, "m"), table.number(row, "n"), table.number(row, "k")};
  };
  TruthKind kind{advisor::OperatorKind::matrix, parameters_of<advisor::MatrixCoefficients>(), {}};
  for (auto& [key, rows] : matrix_rows<MatrixShape>(table, shape, Framework::median)) {
    const advisor::MatrixType type = *advisor::parse_matrix_type(key.first);
    const auto make = [type](const CardFacts& card, const advisor::MatrixCoefficients& fitted) {
      return [rates = matrix_rates(card, type, fitted)](const MatrixShape& one) {
        return matrix_product_time(rates, one);
      };
    };
    kind.groups.push_back(
        group_of<advisor::MatrixCoefficients>(files, key.second, key.first, std::move(rows), make));
  }
  return kind;
}

TruthKind prefill_truth(const TruthFiles& files) {
  TruthKind kind{advisor::OperatorKind::prefill, parameters_of<advisor::PrefillCoefficients>(), {}};
  for (auto& [key, rows] : attention_rows(files, "context")) {
    const auto make = [type = cache_type(key.first)](const CardFacts& card,
                                                     const advisor::PrefillCoefficients& fitted) {
      return [rates = prefill_rates(card, type, fitted)](const advisor::AttentionShape& one) {
        return prefill_attention_time(rates, one);
      };
    };
    kind.groups.push_back(group_of<advisor::PrefillCoefficients>(files, key.second, key.first,
                                                                 std::move(rows), make));
  }
  return kind;
}

TruthKind decode_truth(const TruthFiles& files) {
  TruthKind kind{advisor::OperatorKind::decode, parameters_of<advisor::DecodeCoefficients>(), {}};
  for (auto& [key, rows] : attention_rows(files, "generation")) {
    const auto make = [type = cache_type(key.first)](const CardFacts& card,
                                                     const advisor::DecodeCoefficients& fitted) {
      return [rates = decode_rates(card, type, fitted)](const advisor::AttentionShape& one) {
        return decode_attention_time(rates, one);
      };
    };
    kind.groups.push_back(
        group_of<advisor::DecodeCoefficients>(files, key.second, key.first, std::move(rows), make));
  }
  return kind;
}

TruthKind expert_truth(const TruthFiles& files) {
  using advisor::ExpertShape;
  const PackedTable table(files, "moe.csv.gz");
  const auto shape = [&](std::size_t row) {
    ExpertShape one;
    one.tokens = table.number(row, "num_tokens");
    one.hidden = table.number(row, "hidden");
    one.width = table.number(row, "expert_ffn");
    one.top_k = table.number(row, "topk");
    one.experts = table.number(row, "experts");
    one.tensor_ranks = table.number(row, "moe_tp");
    one.expert_ranks = table.number(row, "moe_ep");
    one.load = table.text(row, "distribution") == "balanced" ? advisor::ExpertLoad::even
                                                             : advisor::ExpertLoad::power_law;
    return one;
  };
  TruthKind kind{advisor::OperatorKind::experts, parameters_of<advisor::ExpertCoefficients>(), {}};
  for (auto& [key, rows] : matrix_rows<ExpertShape>(table, shape, Framework::fastest)) {
    const advisor::MatrixType type = *advisor::parse_matrix_type(key.first);
    const auto make = [type](const CardFacts& card, const advisor::ExpertCoefficients& fitted) {
      return [rates = expert_rates(card, type, fitted)](const ExpertShape& one) {
        return expert_product_time(rates, one);
      };
    };
    kind.groups.push_back(
        group_of<advisor::ExpertCoefficients>(files, key.second, key.first, std::move(rows), make));
  }
  return kind;
}

TruthKind collective_truth(const TruthFiles& files) {
  const PackedTable table(files, "collectives.csv.gz");
  // Of the versions of NCCL the median; kernels of single frameworks do all-reduce alone.
  std::map<std::pair<CardAndType, double>, std::vector<double>> times;
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.text(row, "kernel") != "NCCL") continue;
    std::string name = table.text(row, "op");
    if (name == "alltoall") name = "all_to_all";
    constexpr double half_bytes = 2;
    times[{{name + " " + table.text(row, "gpus"), card_of(table, row)},
           half_bytes * table.number(row, "message_size_elements")}]
        .push_back(table.number(row, "latency_ms") * milli);
  }
  std::map<CardAndType, ShapedRows<double>> groups;
  for (const auto& [key, found] : times) {
    groups[key.first].shapes.push_back(key.second);
    groups[key.first].log_seconds.push_back(std::log(median(found)));
  }
  TruthKind kind{
      advisor::OperatorKind::collective, parameters_of<advisor::CollectiveCoefficients>(), {}};
  for (auto& [key, rows] : groups) {
    const std::vector<std::string> words = split(key.first, ' ');
    const advisor::Collective collective = *advisor::parse_collective(words.at(0));
    const auto gpus = *parse_number(words.at(1));
    const auto make = [=](const CardFacts& card, const advisor::CollectiveCoefficients& fitted) {
      advisor::CollectiveRates rates;
      rates.fill(collective_point(card.link_bandwidth, fitted));
      return [=](double bytes) {
        return collective_time(rates, collective, bytes, {.gpus = gpus, .in_node = gpus});
      };
    };
    TruthGroup group = group_of<advisor::CollectiveCoefficients>(files, key.second, key.first,
                                                                 std::move(rows), make);
    const std::string& link = files.gpus->find_id(key.second)->interconnect;
    group.generation = link.starts_with("PCIe") ? "PCIe" : link;
    kind.groups.push_back(std::move(group));
  }
  return kind;
}

}  // namespace wgf::accuracy
