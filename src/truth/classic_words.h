// SPDX-License-Identifier: MIT
#pragma once
// What the words of a published row of a classic network mean: its name, number format, unit, and
// what changes the work.

#include <optional>
#include <string>
#include <string_view>

#include "advisor/training/classic_training.h"

namespace wgf::truth {

// "ResNet-50 v1.5", "bert_large_squad", "Transformer-XL (base)", "Tacotron 2", "NeuMF". What else
// stands in the name makes it another network ("Wide-ResNet-50-2", "SSD300 VGG16"). Without a word
// of SQuAD the two BERTs are no names of these tasks.
std::optional<advisor::ClassicNetwork> classic_network_of(std::string_view model);

// "bert_large", "BERT-base-uncased": the network, its task not stated.
std::optional<advisor::ClassicNetwork> bare_bert_of(std::string_view model);

// Whether the precision is fp16 or bf16 autocast ("AMP", "O2", "half", "bf16-mixed"), else fp32
// that may be TF32. Throws Unreadable for other formats and those that the card does not have, and
// where a card that has TF32 multiplies in fp32 all the same.
bool is_mixed_precision(std::string_view precision, std::string_view notes,
                        const catalog::Gpu& gpu);

// What one unit of the row's value is of a sample of the network, as its rates count them.
struct ClassicUnit {
  double scale = 1;           // samples a second, or seconds
  bool is_step_time = false;  // of one step, else a rate
  bool is_per_gpu = false;
  bool operator==(const ClassicUnit&) const = default;
};
// "images/s", "img/s/GPU", "k tokens/s", "ms/step"; of an empty cell what the network's rates are
// in. Nothing for units of something else ("tokens/s" of BERT).
std::optional<ClassicUnit> classic_unit_of(std::string_view unit, advisor::ClassicNetwork network);

// Throws Unreadable where the words (in lower case) say of other work than training as it is
// published: inference, other software than PyTorch as it is, other sizes or layouts of images,
// frozen parts, a card that waits; and where nothing was measured.
void require_usual_training(const std::string& words, advisor::ClassicNetwork network);

// "per GPU", "value is per GPU", "images/s per GPU", but not "batch 32 per GPU".
bool says_per_gpu(std::string_view notes);

}  // namespace wgf::truth
