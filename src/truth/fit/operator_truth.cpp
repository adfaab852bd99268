// SPDX-License-Identifier: MIT
#include "truth/fit/operator_truth.h"

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
#include "truth/operator_rows.h"
#include "truth/row_gpu.h"

namespace wgf::truth::fit {
namespace {

using advisor::CardFacts;

// One packed table, row by row.
class PackedTable {
 public:
  PackedTable(const TruthFiles& files, const std::string& name)
      : files_(files),
        table_(catalog::parse_csv(unpack_gzip(read_file(files.folder + "/" + name)), name)) {}

  template <typename Visit>
  void each(Visit visit) const {
    std::map<std::string, std::string> ids;  // by the source's names
    for (const catalog::CsvRow& row : table_.rows) {
      const Cells cells(table_, row);
      std::string& id = ids[cells.text("gpu")];
      if (id.empty()) id = gpu_of(cells, *files_.gpus)->id;
      visit(cells, id);
    }
  }

 private:
  const TruthFiles& files_;
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

template <typename Shape>
std::map<CardAndType, ShapedRows<Shape>> matrix_rows(const PackedTable& table,
                                                     Shape (*shape)(const Cells&),
                                                     Framework of_bf16) {
  std::map<CardAndType, ShapedRows<Shape>> groups;
  table.each([&](const Cells& cells, const std::string& card) {
    const advisor::MatrixType type = matrix_type_of(cells);
    const Framework which = type == advisor::MatrixType::bf16 ? of_bf16 : Framework::fastest;
    auto& group = groups[{std::string(advisor::facts_of(type).name), card}];
    group.shapes.push_back(shape(cells));
    group.log_seconds.push_back(std::log(operator_seconds_of(cells, which)));
  });
  return groups;
}

std::map<CardAndType, ShapedRows<advisor::AttentionShape>> attention_rows(const TruthFiles& files,
                                                                          bool is_prefill) {
  const PackedTable table(files, "attention.csv.gz");
  std::map<CardAndType, ShapedRows<advisor::AttentionShape>> groups;
  table.each([&](const Cells& cells, const std::string& card) {
    const AttentionRow row = attention_of(cells);
    if (row.is_prefill != is_prefill) return;
    const bool is_fp8 = row.cache == advisor::CacheType::fp8;
    auto& group = groups[{is_fp8 ? "fp8" : "bf16", card}];
    group.shapes.push_back(row.shape);
    group.log_seconds.push_back(std::log(operator_seconds_of(cells, Framework::fastest)));
  });
  return groups;
}

advisor::CacheType cache_type(const std::string& name) {
  return name == "fp8" ? advisor::CacheType::fp8 : advisor::CacheType::bf16;
}

}  // namespace

TruthKind matrix_truth(const TruthFiles& files) {
  using advisor::MatrixShape;
  const PackedTable table(files, "gemm.csv.gz");
  TruthKind kind{advisor::OperatorKind::matrix, parameters_of<advisor::MatrixCoefficients>(), {}};
  for (auto& [key, rows] : matrix_rows<MatrixShape>(table, product_shape_of, Framework::median)) {
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
  for (auto& [key, rows] : attention_rows(files, true)) {
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
  for (auto& [key, rows] : attention_rows(files, false)) {
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
  TruthKind kind{advisor::OperatorKind::experts, parameters_of<advisor::ExpertCoefficients>(), {}};
  for (auto& [key, rows] : matrix_rows<ExpertShape>(table, expert_shape_of, Framework::fastest)) {
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
  table.each([&](const Cells& cells, const std::string& card) {
    if (cells.text("kernel") != "NCCL") return;
    const CollectiveRow row = collective_of(cells, *files.gpus->find_id(card));
    const std::string name(advisor::collective_name(row.collective));
    times[{{name + " " + cells.text("gpus"), card}, row.bytes}].push_back(
        operator_seconds_of(cells, Framework::median));
  });
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

}  // namespace wgf::truth::fit
