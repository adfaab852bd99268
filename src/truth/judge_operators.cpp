// SPDX-License-Identifier: MIT
#include <map>
#include <memory>
#include <optional>

#include "truth/judged_row.h"
#include "truth/operator_rows.h"
#include "truth/operator_words.h"
#include "truth/row_gpu.h"

namespace wgf::truth {
namespace {

struct OperatorCard {
  const catalog::Gpu* gpu = nullptr;  // as it is sold
  advisor::Operators operators;       // as it ran
  bool is_through_host = false;       // what its group exchanges
};

// By what the file says of them, each looked up once, the unknown ones too.
class OperatorCards {
 public:
  explicit OperatorCards(const catalog::GpuCatalog& gpus) : gpus_(gpus) {}

  const OperatorCard& of(const Cells& cells) {
    std::string words;
    for (const char* column : {"gpu", "interconnect", "notes"}) words += cells.text(column) + '\n';
    const auto [place, is_new] = cards_.try_emplace(words);
    Found& found = place->second;
    if (is_new) try {
        const RowCard card = card_of(cells, gpus_);
        found.card = OperatorCard{card.whole, advisor::operators_of(*card.as_run()),
                                  card.as_run()->interconnect.starts_with("PCIe")};
      } catch (const Unreadable& why) {
        found.why = why;
      }
    if (!found.card) throw *found.why;
    return *found.card;
  }

 private:
  struct Found {
    std::optional<OperatorCard> card;
    std::optional<Unreadable> why;
  };
  const catalog::GpuCatalog& gpus_;
  std::map<std::string, Found> cards_;
};

struct Timed {
  Quantity quantity{};
  advisor::OperatorKind band{};
  Seconds predicted;
  double measured = 0;
  double least = 0;  // seconds, by the card's peak
};

// No card multiplies faster than its peak.
double least_seconds(const OperatorCard& card, advisor::MatrixType type, double operations) {
  const double peak = advisor::card_facts(*card.gpu).peak(advisor::facts_of(type).arithmetic);
  return peak > 0 ? operations / peak : 0;
}

Timed product(const Cells& cells, const OperatorCard& card) {
  const advisor::MatrixType type = matrix_type_of(cells);
  const advisor::MatrixShape shape = product_shape_of(cells);
  const Framework which =
      type == advisor::MatrixType::bf16 ? Framework::median : Framework::fastest;
  return {Quantity::matrix, advisor::OperatorKind::matrix,
          advisor::matrix_product_time(card.operators, type, shape),
          operator_seconds_of(cells, which),
          least_seconds(card, type, 2 * shape.rows * shape.columns * shape.depth)};
}

Timed attention(const Cells& cells, const OperatorCard& card) {
  const AttentionRow row = attention_of(cells);
  const double measured = operator_seconds_of(cells, Framework::fastest);
  if (!row.is_prefill)
    return {Quantity::decode, advisor::OperatorKind::decode,
            advisor::decode_attention_time(card.operators, row.cache, row.shape), measured};
  const advisor::AttentionShape& shape = row.shape;
  // Two products, of the pairs that a causal mask leaves.
  const double operations =
      2 * shape.sequences * shape.heads * shape.key_dim * shape.tokens * shape.tokens;
  const advisor::MatrixType type =
      row.cache == advisor::CacheType::fp8 ? advisor::MatrixType::fp8 : advisor::MatrixType::bf16;
  return {Quantity::prefill, advisor::OperatorKind::prefill,
          advisor::prefill_attention_time(card.operators, row.cache, shape), measured,
          least_seconds(card, type, operations)};
}

Timed experts(const Cells& cells, const OperatorCard& card) {
  return {
      Quantity::experts, advisor::OperatorKind::experts,
      advisor::expert_product_time(card.operators, matrix_type_of(cells), expert_shape_of(cells)),
      operator_seconds_of(cells, Framework::fastest)};
}

Timed collective(const Cells& cells, const OperatorCard& card) {
  const CollectiveRow row = collective_of(cells, *card.gpu);
  const double gpus = row.gpus;
  return {Quantity::collective,
          card.is_through_host ? advisor::OperatorKind::host_collective
                               : advisor::OperatorKind::collective,
          advisor::collective_time(card.operators, row.collective,
                                   Bytes{static_cast<std::int64_t>(row.bytes)},
                                   {.gpus = gpus, .in_node = gpus}),
          operator_seconds_of(cells, Framework::median)};
}

Timed timed(TruthKind kind, const Cells& cells, const OperatorCard& card) {
  switch (kind) {
    case TruthKind::matrix:
      return product(cells, card);
    case TruthKind::attention:
      return attention(cells, card);
    case TruthKind::experts:
      return experts(cells, card);
    default:
      return collective(cells, card);
  }
}

Quantity quantity_of(TruthKind kind, const Cells& cells) {
  if (kind == TruthKind::matrix) return Quantity::matrix;
  if (kind == TruthKind::experts) return Quantity::experts;
  if (kind == TruthKind::collectives) return Quantity::collective;
  return is_prompt_phase(cells.text("phase")).value_or(false) ? Quantity::prefill
                                                              : Quantity::decode;
}

}  // namespace

RowJudge operator_judge(TruthKind kind, const catalog::GpuCatalog& gpus) {
  const auto cards = std::make_shared<OperatorCards>(gpus);
  return [kind, cards](const Cells& cells, JudgedRow& row) {
    row.quantity = quantity_of(kind, cells);
    const std::string type = cells.text("dtype");
    row.precision = type.empty() ? cells.text("kv_dtype") : type;
    row.prediction.group = row.gpu;
    const OperatorCard& card = cards->of(cells);
    row.gpu = row.prediction.group = card.gpu->id;
    const Timed time = timed(kind, cells, card);
    if (time.measured < time.least) throw Unreadable{"faster than the card multiplies", true};
    const advisor::OperatorBand& band = card.operators.bands.of(time.band);
    Prediction& one = row.prediction;
    one.truth = time.measured;
    one.predicted = time.predicted.value;
    one.low = one.predicted * band.low;
    one.high = one.predicted * band.high;
  };
}

}  // namespace wgf::truth
