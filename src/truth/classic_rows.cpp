// SPDX-License-Identifier: MIT
#include "truth/classic_rows.h"

#include "advisor/training/node.h"
#include "base/text.h"
#include "truth/classic_words.h"
#include "truth/row_counts.h"
#include "truth/row_gpu.h"
#include "truth/row_links.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr double most = 1e12;

RowCard classic_card_of(const Cells& cells, const catalog::GpuCatalog& gpus) {
  if (cells.text("gpu") == "GH200 80GB") throw Unreadable{"no such card is sold"};
  const RowCard card = card_of(cells, gpus);
  // Of AMD's no row is known, but its cards have the same units.
  if (card.whole->vendor != "NVIDIA" && card.whole->vendor != "AMD")
    throw Unreadable{"card outside the model"};
  return card;
}

// A bare BERT is fine-tuned on SQuAD where its sequences are as long, or the row says so elsewhere.
advisor::ClassicNetwork network_of(const Cells& cells) {
  constexpr double squad_tokens = 384;
  const std::string model = cells.text("model");
  const auto tokens = sequence_of(cells);
  const auto bert = bare_bert_of(model);
  if (bert && tokens && *tokens != squad_tokens)
    throw Unreadable{"sequences of another length than those of SQuAD"};
  if (const auto network = classic_network_of(model)) return *network;
  if (!bert) throw Unreadable{"no classic network of that name"};
  const std::string words =
      lower_case(cells.text("source") + "; " + cells.text("notes") + "; " + cells.text("metric"));
  if (!tokens && !says_any(words, {"squad", "lambda"})) throw Unreadable{"task of BERT not stated"};
  return *bert;
}

int gpus_of_machine(const Cells& cells, const catalog::Gpu& gpu) {
  const int gpus = need(gpus_of(cells, "gpus"), "number of GPUs not stated");
  const int machine = stated_node_gpus(cells).value_or(advisor::usual_node(gpu).gpus);
  const bool names_nodes = number_before(lower_case(cells.text("notes")), "nodes").value_or(1) > 1;
  if (gpus > machine || names_nodes) throw Unreadable{"several machines are not described"};
  return gpus;
}

// Sequences or images of one step of all GPUs.
std::optional<double> step_samples_of(const Cells& cells, int gpus) {
  if (const auto all = cells.number("global_batch")) return all;
  auto one = cells.number("micro_batch");
  if (!one) one = first_labelled(flat_words(cells.text("notes")), {"batch size", "batch", "bs"});
  return one ? std::optional(*one * gpus) : std::nullopt;
}

// Rates are of batches that fill the memory: those of a sixteenth of what is usual say nothing.
void require_full_batch(const Cells& cells, const ClassicRow& row) {
  struct Usual {
    advisor::ClassicNetwork network;
    double of_gigabyte;  // median of the rows of Lambda in fp32
  };
  constexpr Usual usual[] = {{advisor::ClassicNetwork::resnet50, 16},
                             {advisor::ClassicNetwork::ssd300, 6.4},
                             {advisor::ClassicNetwork::bert_base, 4.3},
                             {advisor::ClassicNetwork::bert_large, 1.6}};
  const auto samples = step_samples_of(cells, row.one.gpus);
  constexpr double least = 1.0 / 16;
  for (const Usual& one : usual)
    if (samples && one.network == row.one.network &&
        *samples < least * one.of_gigabyte * row.gpu->memory_gb * row.one.gpus)
      throw Unreadable{"a batch far smaller than fills the card"};
}

// Samples a second of all cards together.
double rate_of(const Cells& cells, const ClassicRow& row) {
  const MeasuredValue measured = measured_value(cells.text("value"));
  const double value = need(measured.value, "no value");
  const std::string metric = lower_case(trim(cells.text("metric"))), words = flat_words(metric);
  const bool is_general = metric.empty() || (has_any(words, {"throughput", "rate", "speed"}) &&
                                             !has_any(words, {"speedup", "scaling"}));
  const bool is_time =
      has_any(words, {"step time", "iteration time", "time per step", "iter time"});
  const std::string column = cells.text("unit");
  if (!column.empty() && !measured.unit.empty() &&
      classic_unit_of(column, row.one.network) != classic_unit_of(measured.unit, row.one.network))
    throw Unreadable{"unit not known"};
  std::string unit = column.empty() ? measured.unit : column;
  if (is_time && unit.empty()) unit = "s";
  const auto named = classic_unit_of(is_general || is_time ? "" : metric, row.one.network);
  const auto stated = classic_unit_of(unit, row.one.network);
  if (!named) throw Unreadable{"a metric that is not forecast"};
  if (!stated) throw Unreadable{"unit not known"};
  if (is_time != stated->is_step_time) throw Unreadable{"unit contradicts the metric"};
  if (!(value > 0 && value < most)) throw Unreadable{"value not positive"};
  if (is_time) {
    const bool counts_samples = row.one.network <= advisor::ClassicNetwork::bert_large;
    const auto samples =
        counts_samples ? step_samples_of(cells, row.one.gpus) : std::optional<double>();
    return need(samples, "batch not stated") / (value * stated->scale);
  }
  const bool is_per_gpu = stated->is_per_gpu || named->is_per_gpu ||
                          has_any(words, {"per gpu", "/gpu", "per card", "per device"}) ||
                          says_per_gpu(cells.text("notes"));
  const double scale = unit.empty() ? named->scale : stated->scale;
  return value * scale * (is_per_gpu ? row.one.gpus : 1);
}

}  // namespace

bool is_classic_row(const Cells& cells) {
  if (cells.text("metric") == "training_throughput") return true;
  const std::string model = cells.text("model");
  const auto network = classic_network_of(model);
  return network.has_value();
}

ClassicRow read_classic_row(const Cells& cells, const catalog::GpuCatalog& gpus) {
  ClassicRow row;
  row.one.network = network_of(cells);
  const RowCard card = classic_card_of(cells, gpus);
  row.gpu = card.as_run();
  row.changed = card.changed;
  const std::string notes = cells.text("notes");
  require_usual_training(
      lower_case(notes + "; " + cells.text("metric") + "; " + cells.text("precision")),
      row.one.network);
  row.one.is_mixed = is_mixed_precision(cells.text("precision"), notes, *row.gpu);
  row.one.gpus = gpus_of_machine(cells, *card.whole);
  if (row.one.gpus > 1 && row.gpu->interconnect != card.whole->interconnect)
    throw Unreadable{"GPUs that do not use their links are not described"};
  row.rate = rate_of(cells, row);
  require_full_batch(cells, row);
  return row;
}

}  // namespace wgf::truth
