// SPDX-License-Identifier: MIT
#pragma once
// Of tests: passes all on to another decoder, but mixes at once, as those on a GPU do.

#include <memory>
#include <utility>

#include "engine/llm/decoder.h"

namespace wgf::engine {

class PassingDecoder : public Decoder {
 public:
  explicit PassingDecoder(std::unique_ptr<Decoder> decoder) : decoder_(std::move(decoder)) {}
  at::Tensor forward(const TokenBatch& batch) override { return decoder_->forward(batch); }
  at::Tensor mixed(const MixedBatch& batch) override { return decoder_->mixed(batch); }
  bool mixes_at_once() const override { return true; }
  void step(Decoding& decoding) override { decoder_->step(decoding); }
  void record_choices(ExpertChoices* to) override { decoder_->record_choices(to); }
  bool can_record_steps() const override { return decoder_->can_record_steps(); }
  bool can_record_texts() const override { return decoder_->can_record_texts(); }
  bool omit(Omitted what) override { return decoder_->omit(what); }

 private:
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace wgf::engine
