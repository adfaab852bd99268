// SPDX-License-Identifier: MIT
#include "engine/models/pipeline_run.h"

#include <ATen/ops/empty.h>
#include <torch/csrc/autograd/autograd.h>

#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace wgf::engine {

using pipeline::Action;
using pipeline::Step;

struct PipelineRun::Passing {
  at::Tensor input, output;
};

struct PipelineRun::Pending {
  std::vector<std::pair<c10::intrusive_ptr<c10d::Work>, at::Tensor>> sent;
};

PipelineRun::PipelineRun(const pipeline::Schedule& schedule, RankGroup& ranks,
                         std::vector<PipelineChunk> chunks, const at::TensorOptions& activations)
    : schedule_(schedule),
      ranks_(ranks),
      chunks_(std::move(chunks)),
      activations_(activations),
      pending_(std::make_unique<Pending>()) {}

PipelineRun::~PipelineRun() = default;

const PipelineChunk& PipelineRun::chunk(int number) const {
  return chunks_[static_cast<std::size_t>(number / schedule_.ranks)];
}

// Of what goes into this chunk, or comes back out of it as a gradient.
int PipelineRun::tag_of(const Action& action, int chunk) const {
  const int place = action.micro_batch * schedule_.chunks() + chunk;
  return 2 * place + (action.step == Step::backward ? 1 : 0);
}

at::Tensor PipelineRun::receive(const std::vector<std::int64_t>& sizes, int from, int tag) {
  std::vector<at::Tensor> one{at::empty(sizes, activations_)};
  ranks_.backend(activations_.device()).recv(one, from, tag)->wait();
  return one.front();
}

void PipelineRun::send(at::Tensor tensor, int to, int tag) {
  std::vector<at::Tensor> one{tensor.contiguous()};
  auto work = ranks_.backend(activations_.device()).send(one, to, tag);
  pending_->sent.emplace_back(std::move(work), one.front());
}

void PipelineRun::forward(const Action& action) {
  Passing passing;
  if (action.chunk > 0) {
    const int from = schedule_.rank_of(action.chunk - 1);
    passing.input = receive(chunk(action.chunk).input_sizes, from, tag_of(action, action.chunk));
    passing.input.requires_grad_(true);
  }
  passing.output = chunk(action.chunk).forward(passing.input, action.micro_batch);
  if (is_last(action.chunk)) {
    passing.output = passing.output / schedule_.micro_batches;
    const at::Tensor part = passing.output.detach();
    loss_ = loss_.defined() ? loss_ + part : part;
  } else {
    send(passing.output.detach(), schedule_.rank_of(action.chunk + 1),
         tag_of(action, action.chunk + 1));
  }
  passing_[{action.chunk, action.micro_batch}] = std::move(passing);
}

void PipelineRun::backward(const Action& action) {
  const auto found = passing_.find({action.chunk, action.micro_batch});
  Passing passing = std::move(found->second);
  passing_.erase(found);
  std::vector<at::Tensor> gradients;
  if (!is_last(action.chunk))
    gradients.push_back(receive(passing.output.sizes().vec(), schedule_.rank_of(action.chunk + 1),
                                tag_of(action, action.chunk + 1)));
  torch::autograd::backward({passing.output}, gradients);
  if (action.chunk > 0)
    send(passing.input.grad(), schedule_.rank_of(action.chunk - 1), tag_of(action, action.chunk));
}

at::Tensor PipelineRun::step() {
  loss_.reset();
  for (const Action& action : schedule_.of_rank[static_cast<std::size_t>(ranks_.rank())])
    action.step == Step::forward ? forward(action) : backward(action);
  for (const auto& [work, tensor] : pending_->sent) work->wait();
  pending_->sent.clear();
  return loss_;
}

}  // namespace wgf::engine
