// SPDX-License-Identifier: MIT
#include "advisor/truth/classic_rows.h"

#include <map>

#include "advisor/truth/row_gpu.h"
namespace wgf::advisor {
namespace {

constexpr double most = 1e12;
constexpr int most_gpus = 1024;

const std::map<std::string, ClassicNetwork>& networks() {
  static const std::map<std::string, ClassicNetwork> all{
      {"ResNet-50", ClassicNetwork::resnet50},
      {"SSD300", ClassicNetwork::ssd300},
      {"BERT-base SQuAD fine-tune", ClassicNetwork::bert_base},
      {"BERT-large SQuAD fine-tune", ClassicNetwork::bert_large},
      {"GNMT", ClassicNetwork::gnmt},
      {"Tacotron2", ClassicNetwork::tacotron2},
      {"WaveGlow", ClassicNetwork::waveglow},
      {"NCF", ClassicNetwork::ncf},
      {"Transformer-XL base", ClassicNetwork::transformer_xl_base},
      {"Transformer-XL large", ClassicNetwork::transformer_xl_large},
  };
  return all;
}

// The source writes V100 for the SXM2 module.
RowCard classic_card_of(const Cells& cells, const catalog::GpuCatalog& gpus) {
  const std::string name = cells.text("gpu");
  if (name == "GH200 80GB") throw Unreadable{"no such card is sold"};
  const RowCard card = card_of(cells, gpus);
  // Of AMD's no row is known, but its cards have the same units.
  if (card.whole->vendor != "NVIDIA" && card.whole->vendor != "AMD")
    throw Unreadable{"card outside the model"};
  return card;
}

}  // namespace

ClassicRow read_classic_row(const Cells& cells, const catalog::GpuCatalog& gpus) {
  ClassicRow row;
  const auto network = networks().find(cells.text("model"));
  if (network == networks().end()) throw Unreadable{"no classic network of that name"};
  const RowCard card = classic_card_of(cells, gpus);
  row.gpu = card.as_run();
  row.limited = card.limited;
  row.one.network = network->second;
  if (cells.text("notes").find("SUSPECT") != std::string::npos)
    throw Unreadable{"flagged: contradicts other rows of its source", true};
  row.one.is_mixed = cells.text("precision").starts_with("fp16");
  row.one.gpus = need(cells.count("gpus"), "number of GPUs not stated");
  if (row.one.gpus > most_gpus) throw Unreadable{"more GPUs than one machine has"};
  row.rate = need(cells.number("value"), "no value");
  if (!(row.rate > 0 && row.rate < most)) throw Unreadable{"value not positive"};
  return row;
}

}  // namespace wgf::advisor
