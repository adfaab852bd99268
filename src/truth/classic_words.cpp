// SPDX-License-Identifier: MIT
#include "truth/classic_words.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "base/text.h"
#include "truth/row_amounts.h"
#include "truth/row_cells.h"
#include "truth/row_counts.h"
#include "truth/row_units.h"
#include "truth/row_words.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

using enum advisor::ClassicNetwork;
using Words = std::vector<std::string_view>;

struct Name {
  std::string_view stem;
  advisor::ClassicNetwork network;
  Words remarks;  // that change nothing
};

const std::vector<Name>& names() {
  static const Words image{"v15",        "v1",          "imagenet1k", "imagenet",
                           "ilsvrc2012", "torchvision", "training",   "train",
                           "pytorch",    "224x224",     "224px",      "224"};
  static const Words ssd{"v11",      "v1",   "resnet50", "rn50",
                         "coco2017", "coco", "training", "pytorch"};
  static const Words squad{"squadv11", "squadv1",  "squad11", "squad",   "finetuning", "finetuned",
                           "finetune", "training", "pytorch", "uncased", "cased",      "nvidia",
                           "qa",       "v11",      "384",     "ft"};
  static const Words text{"v2", "wmt16", "ende", "training", "pytorch", "nmt"};
  static const Words speech{"ljspeech11", "ljspeech", "tts", "training", "pytorch"};
  static const Words ratings{"movielens20m", "ml20m",   "movielens", "20m",
                             "training",     "pytorch", "neumf",     "ncf"};
  static const Words wikitext{"wikitext103", "wt103", "training", "pytorch"};
  static const std::vector<Name> all{
      {"resnet50", resnet50, image},
      {"rn50", resnet50, image},
      {"ssd300", ssd300, ssd},
      {"bertbase", bert_base, squad},
      {"bertlarge", bert_large, squad},
      {"gnmt", gnmt, text},
      {"tacotron2", tacotron2, speech},
      {"waveglow", waveglow, speech},
      {"neuralcollaborativefiltering", ncf, ratings},
      {"ncf", ncf, ratings},
      {"neumf", ncf, ratings},
      {"transformerxlbase", transformer_xl_base, wikitext},
      {"transformerxllarge", transformer_xl_large, wikitext},
      {"txlbase", transformer_xl_base, wikitext},
      {"txllarge", transformer_xl_large, wikitext},
  };
  return all;
}

// Letters and digits alone, in lower case: "ResNet-50 v1.5" → "resnet50v15".
std::string folded(std::string_view text) {
  std::string kept;
  for (const char c : lower_case(text))
    if (is_letter(c) || is_digit(c)) kept += c;
  return kept;
}

// Takes the words out of the text, as long as it begins with one.
bool has_only(std::string_view text, const Words& words) {
  while (!text.empty()) {
    const auto known = std::find_if(words.begin(), words.end(),
                                    [&](std::string_view word) { return text.starts_with(word); });
    if (known == words.end()) return false;
    text.remove_prefix(known->size());
  }
  return true;
}

const Name* name_of(std::string_view model) {
  std::string text = folded(model.substr(model.rfind('/') + 1));  // npos + 1 is 0
  for (const std::string_view owner : {"torchvision", "nvidia", "pytorch", "timm"})
    if (text.starts_with(owner)) text.erase(0, owner.size());
  // "SQuAD BERT-large", "BERT SQuAD large", "BERT fine-tuning base"
  if (text.starts_with("squad")) text = text.substr(5) + "squad";
  for (const std::string_view size : {"base", "large"})
    for (const std::string_view task : {"bertsquad", "bertfinetuning"})
      if (text == std::string(task) + std::string(size))
        text = "bert" + std::string(size) + "squad";
  for (const Name& name : names())
    if (text.starts_with(name.stem) && has_only(text.substr(name.stem.size()), name.remarks))
      return &name;
  return nullptr;
}

bool is_bert(advisor::ClassicNetwork network) {
  return network == bert_base || network == bert_large;
}

bool names_task(std::string_view model) {
  const std::string text = folded(model);
  return has_any(text, {"squad", "finetun", "qa"});
}

// What a network's rates count, the longest name first.
Words counted_by(advisor::ClassicNetwork network) {
  switch (network) {
    case resnet50:
    case ssd300:
      return {"images", "image", "imgs", "img", "samples", "sample", "examples"};
    case bert_base:
    case bert_large:
      return {"sequences", "sequence", "seqs", "seq", "samples", "sample", "examples", "sentences"};
    case gnmt:
    case transformer_xl_base:
    case transformer_xl_large:
      return {"tokens", "token", "toks", "tok"};
    case tacotron2:
      return {"mel-tokens", "mel tokens", "output mels", "mel frames", "mels", "mel"};
    case waveglow:
      return {"audio-samples", "audio samples", "output samples", "samples"};
    case ncf:
      break;
  }
  return {"samples", "sample", "examples", "interactions"};
}

// "image size 160", "288x288", "176px": of another size than the network's own; and NHWC.
void require_usual_images(const std::string& words, advisor::ClassicNetwork network) {
  if (network != resnet50 && network != ssd300) return;
  // In 16 bits others publish half as much again with it (docs/method/card-rates.md).
  if (says_any(words, {"channels_last", "channels last", "channels-last", "nhwc"}))
    throw Unreadable{"images in NHWC are not described"};
  const double usual = network == resnet50 ? 224 : 300;
  constexpr double least = 64;
  auto size = first_labelled(words, {"image size", "img size", "resolution", "res", "crop"});
  if (const auto pixels = amount_of(words, {"px", "pixels"}); !size && pixels) size = pixels->value;
  for (std::size_t by = words.find('x'); !size && by != std::string::npos;
       by = words.find('x', by + 1)) {
    const auto width = number_before(words.substr(0, by + 1), "x");
    const auto height = labelled_number(words.substr(by), "x");
    if (width && width == height && *width >= least) size = width;
  }
  if (size && *size != usual) throw Unreadable{"images of another size"};
}

}  // namespace

std::optional<advisor::ClassicNetwork> classic_network_of(std::string_view model) {
  const Name* name = name_of(model);
  if (name == nullptr || (is_bert(name->network) && !names_task(model))) return std::nullopt;
  return name->network;
}

std::optional<advisor::ClassicNetwork> bare_bert_of(std::string_view model) {
  const Name* name = name_of(model);
  return name != nullptr && is_bert(name->network) ? std::optional(name->network) : std::nullopt;
}

bool is_mixed_precision(std::string_view precision, std::string_view notes,
                        const catalog::Gpu& gpu) {
  const std::string text = lower_case(precision), remarks = lower_case(notes);
  if (is_unstated(text)) throw Unreadable{"number format not stated"};
  const advisor::ComputeType type = compute_type_of(text);
  if (type == advisor::ComputeType::fp8 || type == advisor::ComputeType::fp4)
    throw Unreadable{"number format not known"};
  const bool names_bf16 = says_any(text, {"bf16", "bfloat"});
  if (names_bf16 && !catalog::dense_peak(gpu, "bf16"))
    throw Unreadable{"a number format that the card does not have"};
  if (type == advisor::ComputeType::bf16) return true;
  const bool has_tf32 = catalog::dense_peak(gpu, "tf32").has_value();
  if (text.starts_with("tf32") && !has_tf32)
    throw Unreadable{"a number format that the card does not have"};
  const std::string both = text + "; " + remarks;
  const bool is_denied = has_any(both, {"tf32"}) && !says_any(both, {"tf32"});
  const bool is_strict = says_any(both, {"strict fp32", "true fp32", "ieee fp32", "pure fp32"});
  if (has_tf32 && (is_denied || is_strict)) throw Unreadable{"fp32 without TF32 is not described"};
  return false;
}

std::optional<ClassicUnit> classic_unit_of(std::string_view unit, advisor::ClassicNetwork network) {
  std::string text = lower_case(trim(unit));
  std::replace(text.begin(), text.end(), '_', '-');
  ClassicUnit found;
  if (text.empty()) return found;
  if (const auto time = time_unit_of(text)) {
    if (time->of == TimeOf::token || time->of == TimeOf::request) return std::nullopt;
    return ClassicUnit{time->seconds, true, false};
  }
  for (const std::string_view word : counted_by(network)) {
    const std::size_t at = text.find(word);
    if (at == std::string::npos) continue;
    text.replace(at, word.size(), "samples");
    const auto rate = rate_unit_of(text);
    if (!rate || rate->scope == RateScope::per_user || rate->is_input) return std::nullopt;
    return ClassicUnit{rate->scale, false, rate->scope == RateScope::per_gpu};
  }
  return std::nullopt;
}

void require_usual_training(const std::string& words, advisor::ClassicNetwork network) {
  if (says_any(words, {"suspect", "outlier", "suspicious"}))
    throw Unreadable{"flagged: contradicts other rows of its source", true};
  if (says_word(words, {"inference", "eval", "validation run", "frozen", "linear prob",
                        "feature extraction", "pretrain", "pre-train", "lora"}) ||
      has_any(words, {"forward only", "forward-only", "inference only"}) ||
      says_any(words, {"gradient checkpoint", "activation checkpoint", "progressive resiz"}))
    throw Unreadable{"kind of training not known"};
  if (says_word(words, {"xla", "tensorflow", "tf2", "mxnet", "jax", "tensorrt", "torch.compile",
                        "torch compile", "inductor", "deepspeed", "paddle", "keras", "caffe"}))
    throw Unreadable{"other software than PyTorch's own is not described"};
  if (says_any(words, {"throttl", "bottleneck", "cpu bound", "cpu-bound", "io bound", "i/o bound"}))
    throw Unreadable{"slowed by something else than the card"};
  if (says_word(words, {"extrapolat", "projected", "projection", "simulated", "estimate"}))
    throw Unreadable{"computed by a model and not measured"};
  require_usual_images(words, network);
}

bool says_per_gpu(std::string_view notes) {
  for (const std::string& clause : clauses_of(lower_case(notes))) {
    if (!says_any(clause, {"per gpu", "per-gpu", "/gpu", "each gpu", "per card", "per device"}))
      continue;
    const bool is_of_value = has_any(clause, {"value", "throughput", "rate", "speed", "/s", "per s",
                                              "reported", "number", "result"});
    const bool is_alone = trim(clause).size() <= std::string_view("per device").size();
    if (is_alone || (is_of_value && !has_any(clause, {"batch", "memory", "gb/s"}))) return true;
  }
  return false;
}

}  // namespace wgf::truth
