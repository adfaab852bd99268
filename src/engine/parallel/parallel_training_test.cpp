// SPDX-License-Identifier: MIT
// Ranks train as one does, whatever their forms: the loss, and every weight after two steps.
#include "engine/parallel/parallel_training.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>

#include "base/error.h"
#include "engine/distributed/thread_ranks.h"
#include "engine/parallel/pipeline_profile.h"
#include "engine/parallel/tensor_shares.h"
#include "engine/training/trained_shape.h"

namespace wgf::engine {
namespace {

using pipeline::Kind;

constexpr std::int64_t sequences = 2, length = 8;
constexpr int all_batches = 8;

// Tied, with norms that take the mean away, biases and a vocabulary that does not divide; and one
// with norms of heads, gates and grouped keys.
constexpr const char* gpt2 =
    R"({"model_type":"gpt2","n_layer":8,"n_embd":16,"n_head":4,"vocab_size":49,"n_positions":16})";
constexpr const char* qwen3 =
    R"({"model_type":"qwen3","num_hidden_layers":8,"hidden_size":16,"intermediate_size":24,
        "num_attention_heads":8,"num_key_value_heads":4,"head_dim":4,"vocab_size":48,
        "max_position_embeddings":64})";

constexpr const char* mixtral =
    R"({"model_type":"mixtral","num_hidden_layers":4,"hidden_size":16,"intermediate_size":24,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":4,"vocab_size":48,
        "max_position_embeddings":64,"num_local_experts":4,"num_experts_per_tok":2})";
// Every second layer dense.
constexpr const char* qwen3_moe =
    R"({"model_type":"qwen3_moe","num_hidden_layers":4,"hidden_size":16,"intermediate_size":24,
        "num_attention_heads":4,"num_key_value_heads":2,"head_dim":4,"vocab_size":48,
        "max_position_embeddings":64,"num_experts":8,"num_experts_per_tok":3,
        "moe_intermediate_size":12,"norm_topk_prob":false,"decoder_sparse_step":2})";

constexpr const char* deepseek =
    R"({"model_type":"deepseek","num_hidden_layers":3,"hidden_size":16,"intermediate_size":24,
        "num_attention_heads":4,"num_key_value_heads":4,"vocab_size":48,
        "max_position_embeddings":64,"n_routed_experts":4,"num_experts_per_tok":2,
        "moe_intermediate_size":8,"n_shared_experts":1,"first_k_dense_replace":1})";

struct Form {
  const char* name;
  int dp = 1, tp = 1, pp = 1;
  bool shares_sequence = false;
  int zero = 0;
  Kind schedule = Kind::one_f_one_b;
  bool is_balanced = false;
  int chunks_each = 1;
  Recompute recompute = Recompute::none;
  bool overlaps = true;
  const char* config = gpt2;
  int cp = 1;
  ContextForm context = ContextForm::ring;
  int ep = 1;
  double bucket_mb = 0;
  bool ends_steps = false, offloads = false;
  bool is_by_copies = false;

  RankLayout layout() const { return {.dp = dp, .tp = tp, .pp = pp, .cp = cp, .ep = ep}; }

  friend void PrintTo(const Form& one, std::ostream* out) { *out << one.name; }
};

std::vector<MicroBatch> all_data(const DecoderShape& shape) {
  auto generator = at::make_generator<at::CPUGeneratorImpl>(11);
  std::vector<MicroBatch> all;
  for (int i = 0; i < all_batches; ++i) {
    const auto tokens = [&] {
      return at::randint(shape.vocabulary, {sequences, length}, generator,
                         at::TensorOptions().dtype(at::kLong));
    };
    at::Tensor ids = tokens();
    all.push_back({std::move(ids), tokens()});
  }
  return all;
}

// A large epsilon: updates follow gradients smoothly, also where these are noise around zero.
// balance: of the loss for even loads, of one micro-batch.
DecoderSettings decoder_settings(Recompute recompute, bool offloads_activations = false,
                                 double balance = 0) {
  return {.sequences = sequences,
          .length = length,
          .recompute = recompute,
          .offloads_activations = offloads_activations,
          .experts = {.balance = balance},
          .rates = {.learning_rate = 1e-2, .epsilon = 1e-3},
          .seed = 3};
}

struct Alone {
  double loss = 0;
  using Weights = std::vector<std::map<std::string, at::Tensor>>;  // by group's number, name
  Weights weights, experts;
};

Alone train_alone(const DecoderShape& shape, double balance) {
  const auto operations = library_operations();
  TrainedDecoder decoder(shape, decoder_settings(Recompute::none, false, balance / all_batches),
                         at::kCPU, *operations);
  TrainingStep step(decoder);
  Alone alone;
  for (int i = 0; i < 2; ++i) alone.loss = step.run(all_data(shape)).item<double>();
  for (std::size_t g = 0; g < decoder.group_count(); ++g) {
    const auto keep = [](const ParameterGroup& group, Alone::Weights& to) {
      to.emplace_back();
      for (const ParameterSpec& spec : group.specs())
        to.back()[spec.name] = group.weight(spec.name).clone();
    };
    keep(decoder.group(g), alone.weights);
    keep(decoder.experts(g), alone.experts);
  }
  return alone;
}

// Of ranks that are threads, which see each other's memory.
class ThreadBuffers final : public PeerBuffers {
 public:
  ThreadBuffers(RankGroup& ranks, c10::ScalarType type, std::int64_t numbers)
      : ranks_(ranks), own_(at::zeros({numbers}, type)) {
    const auto address = reinterpret_cast<std::uintptr_t>(own_.data_ptr());
    for (const std::string& one : ranks.gather(std::to_string(address)))
      all_.push_back(
          at::from_blob(reinterpret_cast<void*>(std::stoull(one)), {numbers}, type));  // NOLINT
  }
  int rank() const override { return ranks_.rank(); }
  const std::vector<at::Tensor>& all() const override { return all_; }
  void meet() override { ranks_.all_reduce(at::zeros({1})); }

 private:
  RankGroup& ranks_;
  const at::Tensor own_;
  std::vector<at::Tensor> all_;
};

class Forms : public testing::TestWithParam<Form> {};

TEST_P(Forms, TrainAsOneRankDoes) {
  const Form form = GetParam();
  const DecoderShape shape = read_trained_shape(form.config, "tiny");
  // Ranks that share sequences have the loads of their own tokens.
  const double balance = form.cp > 1 ? 0 : 0.5;
  const Alone alone = train_alone(shape, balance);
  const int each = all_batches / form.dp;
  MakePeerBuffers make_peers;
  if (form.is_by_copies)
    make_peers = [](RankGroup& ranks, c10::Device, c10::ScalarType type, std::int64_t numbers) {
      return std::make_unique<ThreadBuffers>(ranks, type, numbers);
    };
  with_ranks(form.layout().size(), [&](RankGroup& ranks) {
    ParallelTraining training(
        shape,
        {.layout = form.layout(),
         .shares_sequence = form.shares_sequence,
         .context = form.context,
         .sharing = {.zero_stage = form.zero,
                     .overlaps = form.overlaps,
                     .bucket_mb = form.bucket_mb,
                     .make_peers = make_peers,
                     .ends_steps = form.ends_steps},
         .schedule = form.schedule,
         .chunks_each = form.chunks_each,
         .is_balanced = form.is_balanced,
         .micro_batches = each,
         .decoder = decoder_settings(form.recompute, form.offloads, balance / each)},
        at::kCPU, ranks, [](const DecoderShape&) { return library_operations(); });
    const auto all = all_data(shape);
    const auto first = all.begin() + training.data_place() * each;
    const std::vector<MicroBatch> own(first, first + each);
    at::Tensor loss;
    for (int i = 0; i < 2; ++i) {
      loss = training.run(own);
      // Leaves nothing behind.
      if (form.layout().size() == form.dp) training.exchange_alone();
    }
    if (form.dp * form.cp == 1 && loss.defined()) {
      EXPECT_NEAR(loss.item<double>(), alone.loss, 1e-5);
    }
    const std::int64_t tensor_place = form.layout().tensor_place(ranks.rank());
    for (std::size_t c = 0; c < training.chunk_count(); ++c) {
      TrainedDecoder& decoder = training.decoder(c);
      const auto compare = [&](ParameterGroup& group, SharedGroups& groups, std::size_t g,
                               const Alone::Weights& all_weights) {
        if (group.numbers() == 0) return;
        group.weights = groups.whole_weights(g);
        const auto& wanted = all_weights.at(static_cast<std::size_t>(decoder.number_of(g)));
        for (const ParameterSpec& spec : group.specs()) {
          const at::Tensor part = share_of_parameter(wanted.at(spec.name), spec, training.shape(),
                                                     form.tp > 1 ? tensor_place : 0);
          EXPECT_LT((group.weight(spec.name) - part).abs().max().item<float>(), 2e-5)
              << group.name() << " " << spec.name << " of rank " << ranks.rank();
        }
      };
      for (std::size_t g = 0; g < decoder.group_count(); ++g) {
        compare(decoder.group(g), training.groups(c), g, alone.weights);
        compare(decoder.experts(g), training.experts(c), g, alone.experts);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(
    Single, Forms,
    testing::Values(
        Form{.name = "Data2", .dp = 2}, Form{.name = "Data4", .dp = 4},
        Form{.name = "Data2Waits", .dp = 2, .overlaps = false},
        Form{.name = "SmallBuckets", .dp = 2, .bucket_mb = 0.004},
        Form{.name = "LargeBucketsOf4Wait", .dp = 4, .overlaps = false, .bucket_mb = 0.03},
        Form{.name = "Copies2", .dp = 2, .is_by_copies = true},
        Form{.name = "CopiesOf4Wait", .dp = 4, .overlaps = false, .is_by_copies = true},
        Form{.name = "CopiesInBuckets", .dp = 4, .bucket_mb = 0.004, .is_by_copies = true},
        Form{.name = "CopiesExperts", .dp = 4, .config = mixtral, .ep = 2, .is_by_copies = true},
        Form{.name = "CopiesZero3", .dp = 2, .zero = 3, .is_by_copies = true},
        Form{.name = "CopiesZero3EndsSteps",
             .dp = 4,
             .zero = 3,
             .overlaps = false,
             .ends_steps = true,
             .is_by_copies = true},
        Form{.name = "CopiesExpertsZero3",
             .dp = 4,
             .zero = 3,
             .config = qwen3_moe,
             .ep = 2,
             .is_by_copies = true},
        Form{.name = "Zero1", .dp = 2, .zero = 1},
        Form{.name = "Zero1EndsSteps", .dp = 2, .zero = 1, .ends_steps = true},
        Form{.name = "Zero3EndsSteps", .dp = 2, .zero = 3, .ends_steps = true},
        Form{.name = "Zero2", .dp = 2, .zero = 2}, Form{.name = "Zero3", .dp = 2, .zero = 3},
        Form{.name = "Zero3Of4", .dp = 4, .zero = 3},
        Form{.name = "Zero3Waits", .dp = 2, .zero = 3, .overlaps = false},
        Form{.name = "Tensor2", .tp = 2}, Form{.name = "Tensor4", .tp = 4},
        Form{.name = "Sequence2", .tp = 2, .shares_sequence = true},
        Form{.name = "Sequence4", .tp = 4, .shares_sequence = true},
        Form{.name = "QwenTensor2", .tp = 2, .config = qwen3},
        Form{.name = "QwenSequence2", .tp = 2, .shares_sequence = true, .config = qwen3},
        Form{.name = "Naive2", .pp = 2, .schedule = Kind::naive},
        Form{.name = "Gpipe2", .pp = 2, .schedule = Kind::gpipe},
        Form{.name = "Gpipe4", .pp = 4, .schedule = Kind::gpipe}, Form{.name = "OneF1B2", .pp = 2},
        Form{.name = "OneF1B4", .pp = 4},
        Form{.name = "Interleaved2", .pp = 2, .schedule = Kind::interleaved, .chunks_each = 2},
        Form{.name = "Interleaved4", .pp = 4, .schedule = Kind::interleaved, .chunks_each = 2},
        Form{.name = "ZbH1Of4", .pp = 4, .schedule = Kind::zb_h1},
        Form{.name = "ZbV2", .pp = 2, .schedule = Kind::zb_v, .chunks_each = 2},
        Form{.name = "BalancedZbV2",
             .pp = 2,
             .schedule = Kind::zb_v,
             .is_balanced = true,
             .chunks_each = 2},
        Form{.name = "ZbV4", .pp = 4, .schedule = Kind::zb_v, .chunks_each = 2},
        Form{.name = "QwenZbV2",
             .pp = 2,
             .schedule = Kind::zb_v,
             .chunks_each = 2,
             .config = qwen3}),
    [](const auto& of) { return std::string(of.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Contexts, Forms,
    testing::Values(
        Form{.name = "Ring2", .cp = 2}, Form{.name = "Ring4", .cp = 4},
        Form{.name = "QwenRing2", .config = qwen3, .cp = 2},
        Form{.name = "Gathered2", .cp = 2, .context = ContextForm::all_gather},
        Form{.name = "QwenGathered4", .config = qwen3, .cp = 4, .context = ContextForm::all_gather},
        Form{.name = "Ulysses2", .cp = 2, .context = ContextForm::ulysses},
        Form{.name = "QwenUlysses4", .config = qwen3, .cp = 4, .context = ContextForm::ulysses},
        Form{.name = "RingData", .dp = 2, .cp = 2},
        Form{.name = "RingZero3", .dp = 2, .zero = 3, .cp = 2},
        Form{.name = "RingSequence", .tp = 2, .shares_sequence = true, .cp = 2},
        Form{.name = "RingPipeline", .pp = 2, .schedule = Kind::zb_v, .chunks_each = 2, .cp = 2},
        Form{.name = "RingRecompute", .recompute = Recompute::full, .cp = 2},
        Form{.name = "UlyssesTensor",
             .tp = 2,
             .config = qwen3,
             .cp = 2,
             .context = ContextForm::ulysses}),
    [](const auto& of) { return std::string(of.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Pairs, Forms,
    testing::Values(
        Form{.name = "DataTensor", .dp = 2, .tp = 2},
        Form{.name = "DataSequence", .dp = 2, .tp = 2, .shares_sequence = true},
        Form{.name = "Zero1Tensor", .dp = 2, .tp = 2, .zero = 1},
        Form{.name = "Zero2Sequence", .dp = 2, .tp = 2, .shares_sequence = true, .zero = 2},
        Form{.name = "Zero3Sequence", .dp = 2, .tp = 2, .shares_sequence = true, .zero = 3},
        Form{.name = "DataPipeline", .dp = 2, .pp = 2},
        Form{.name = "Zero1Pipeline", .dp = 2, .pp = 2, .zero = 1},
        Form{.name = "DataZbV", .dp = 2, .pp = 2, .schedule = Kind::zb_v, .chunks_each = 2},
        Form{.name = "TensorPipeline", .tp = 2, .pp = 2},
        Form{.name = "SequencePipeline", .tp = 2, .pp = 2, .shares_sequence = true},
        Form{.name = "SequenceZbV",
             .tp = 2,
             .pp = 2,
             .shares_sequence = true,
             .schedule = Kind::zb_v,
             .chunks_each = 2,
             .config = qwen3},
        Form{.name = "TensorRecompute", .tp = 2, .recompute = Recompute::full},
        Form{.name = "SequenceRecompute",
             .tp = 2,
             .shares_sequence = true,
             .recompute = Recompute::selective},
        Form{.name = "Zero3Recompute", .dp = 2, .zero = 3, .recompute = Recompute::full},
        Form{.name = "Zero3Offload", .dp = 2, .zero = 3, .offloads = true},
        Form{.name = "TensorOffload", .tp = 2, .recompute = Recompute::selective, .offloads = true},
        Form{.name = "PipelineRecompute", .pp = 2, .recompute = Recompute::full}),
    [](const auto& of) { return std::string(of.param.name); });

// Experts whole on each rank, shared out, and both in every pair.
INSTANTIATE_TEST_SUITE_P(
    Experts, Forms,
    testing::Values(
        Form{.name = "Data2", .dp = 2, .config = mixtral},
        Form{.name = "Tensor2", .tp = 2, .config = mixtral},
        Form{.name = "Zero3", .dp = 2, .zero = 3, .config = qwen3_moe},
        Form{.name = "ZbV2", .pp = 2, .schedule = Kind::zb_v, .chunks_each = 2, .config = mixtral},
        Form{.name = "Experts2", .dp = 2, .config = mixtral, .ep = 2},
        Form{.name = "Experts4", .dp = 4, .config = mixtral, .ep = 4},
        Form{.name = "QwenExperts4", .dp = 4, .config = qwen3_moe, .ep = 4},
        Form{.name = "ExpertsData", .dp = 4, .config = mixtral, .ep = 2},
        Form{.name = "ExpertsZero1", .dp = 2, .zero = 1, .config = mixtral, .ep = 2},
        Form{.name = "ExpertsZero2", .dp = 4, .zero = 2, .config = mixtral, .ep = 2},
        Form{.name = "ExpertsZero3", .dp = 4, .zero = 3, .config = qwen3_moe, .ep = 2},
        Form{.name = "ExpertsTensor", .dp = 2, .tp = 2, .config = mixtral, .ep = 2},
        Form{.name = "ExpertsSequence",
             .dp = 2,
             .tp = 2,
             .shares_sequence = true,
             .config = qwen3_moe,
             .ep = 2},
        Form{.name = "ExpertsPipeline", .dp = 2, .pp = 2, .config = mixtral, .ep = 2},
        Form{.name = "ExpertsTensorPipeline",
             .dp = 2,
             .tp = 2,
             .pp = 2,
             .shares_sequence = true,
             .config = mixtral,
             .ep = 2},
        Form{.name = "ExpertsZbV",
             .dp = 2,
             .pp = 2,
             .schedule = Kind::zb_v,
             .chunks_each = 2,
             .config = qwen3_moe,
             .ep = 2},
        Form{.name = "SharedExpertsSequence",
             .dp = 2,
             .tp = 2,
             .shares_sequence = true,
             .config = deepseek,
             .ep = 2},
        Form{.name = "ExpertsRing", .dp = 2, .config = mixtral, .cp = 2, .ep = 2},
        Form{.name = "ExpertsSelective",
             .dp = 2,
             .recompute = Recompute::selective,
             .config = mixtral,
             .ep = 2},
        Form{.name = "ExpertsRecompute",
             .dp = 2,
             .recompute = Recompute::full,
             .config = qwen3_moe,
             .ep = 2}),
    [](const auto& of) { return std::string(of.param.name); });

// Each rank drops what its own tokens have no place for, wherever the experts are.
TEST(ExpertCapacity, IsTheSameWhereExpertsAreSharedOut) {
  const DecoderShape shape = read_trained_shape(mixtral, "tiny");
  std::map<std::string, at::Tensor> whole;  // after two steps, by group
  std::mutex guard;
  std::int64_t dropped = 0;
  for (const int ep : {1, 2})
    with_ranks(2, [&](RankGroup& ranks) {
      DecoderSettings settings = decoder_settings(Recompute::selective);
      settings.experts.capacity_factor = 0.7;
      constexpr int each = all_batches / 2;
      ParallelTraining training(
          shape, {.layout = {.dp = 2, .ep = ep}, .micro_batches = each, .decoder = settings},
          at::kCPU, ranks, [](const DecoderShape&) { return library_operations(); });
      const auto all = all_data(shape);
      const auto first = all.begin() + ranks.rank() * each;
      for (int i = 0; i < 2; ++i) training.run({first, first + each});
      TrainedDecoder& decoder = training.decoder(0);
      const std::lock_guard lock(guard);
      for (std::size_t g = 0; g < decoder.group_count(); ++g) {
        if (ep == 1 && ranks.rank() == 0) {
          for (const ParameterGroup* group : {&decoder.group(g), &decoder.experts(g)})
            for (const ParameterSpec& spec : group->specs())
              whole[group->name() + spec.name] = group->weight(spec.name).clone();
        } else if (ep == 2) {
          for (const ParameterGroup* group : {&decoder.group(g), &decoder.experts(g)})
            for (const ParameterSpec& spec : group->specs()) {
              const at::Tensor wanted =
                  share_of_parameter(whole.at(group->name() + spec.name), spec, shape, 0);
              EXPECT_LT((group->weight(spec.name) - wanted).abs().max().item<float>(), 2e-5)
                  << group->name() << " " << spec.name;
            }
        }
      }
      for (const auto& [layer, load] : decoder.expert_loads()) dropped += load.wanted - load.kept;
    });
  EXPECT_GT(dropped, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Triples, Forms,
    testing::Values(Form{.name = "Zero1TensorPipeline", .dp = 2, .tp = 2, .pp = 2, .zero = 1},
                    Form{.name = "Zero3SequenceRing",
                         .dp = 2,
                         .tp = 2,
                         .shares_sequence = true,
                         .zero = 3,
                         .config = qwen3,
                         .cp = 2},
                    Form{.name = "DataRingPipelineRecompute",
                         .dp = 2,
                         .pp = 2,
                         .recompute = Recompute::full,
                         .cp = 2},
                    Form{.name = "SequenceRingZbV",
                         .tp = 2,
                         .pp = 2,
                         .shares_sequence = true,
                         .schedule = Kind::zb_v,
                         .chunks_each = 2,
                         .cp = 2},
                    Form{.name = "DataSequenceInterleavedRecompute",
                         .dp = 2,
                         .tp = 2,
                         .pp = 2,
                         .shares_sequence = true,
                         .schedule = Kind::interleaved,
                         .chunks_each = 2,
                         .recompute = Recompute::selective,
                         .config = qwen3}),
    [](const auto& of) { return std::string(of.param.name); });

// Does again what was recorded, as a graph does: what it wrote to lies where it did.
class RepeatedParts final : public DeviceGraphParts {
 public:
  std::unique_ptr<DeviceGraph> record(const std::function<void()>& work) override {
    work();
    return std::make_unique<Repeated>(work);
  }

 private:
  class Repeated final : public DeviceGraph {
   public:
    explicit Repeated(std::function<void()> work) : work_(std::move(work)) {}
    void replay() override { work_(); }
    Bytes recorded_peak() const override { return {}; }

   private:
    const std::function<void()> work_;
  };
};

// Messages of recorded passes lie in places that are used again; the weights are those of passes
// that are launched one by one.
TEST(RecordedPasses, TrainAsOthersDo) {
  const DecoderShape shape = read_trained_shape(gpt2, "tiny");
  for (const Kind kind : pipeline::all_kinds)
    for (const int stages : {2, 4})
      with_ranks(stages, [&](RankGroup& ranks) {
        const auto make = [&] {
          return std::make_unique<ParallelTraining>(
              shape,
              ParallelSettings{.layout = {.pp = stages},
                               .schedule = kind,
                               .chunks_each = pipeline::usual_chunks_each(kind),
                               .micro_batches = all_batches,
                               .decoder = decoder_settings(Recompute::none)},
              at::kCPU, ranks, [](const DecoderShape&) { return library_operations(); });
        };
        const auto wanted = make(), recorded = make();
        const auto all = all_data(shape);
        RepeatedParts parts;
        for (int i = 0; i < 3; ++i) {
          const at::Tensor loss = wanted->run(all);
          if (i == 1) recorded->pipeline()->record(all, parts);
          const at::Tensor of_recorded = recorded->run(all);
          ASSERT_EQ(loss.defined(), of_recorded.defined());
          if (loss.defined()) {
            EXPECT_EQ(loss.item<float>(), of_recorded.item<float>());
          }
        }
        for (std::size_t c = 0; c < wanted->chunk_count(); ++c)
          for (std::size_t g = 0; g < wanted->decoder(c).group_count(); ++g)
            if (wanted->decoder(c).group(g).numbers() > 0) {
              EXPECT_TRUE(
                  wanted->decoder(c).group(g).weights.equal(recorded->decoder(c).group(g).weights));
            }
      });
}

// All that a rank does not compute has a cause, and every stage is timed.
TEST(PipelineProfiles, TellWhyStagesWait) {
  const DecoderShape shape = read_trained_shape(gpt2, "tiny");
  // Alone, and where each rank of a stage has its own tokens.
  for (const auto& [kind, cp] :
       {std::pair{Kind::one_f_one_b, 1}, std::pair{Kind::one_f_one_b, 2}, std::pair{Kind::zb_v, 1}})
    with_ranks(2 * cp, [&, kind = kind, cp = cp](RankGroup& ranks) {
      ParallelTraining training(shape,
                                {.layout = {.pp = 2, .cp = cp},
                                 .schedule = kind,
                                 .chunks_each = pipeline::usual_chunks_each(kind),
                                 .micro_batches = all_batches,
                                 .decoder = decoder_settings(Recompute::none)},
                                at::kCPU, ranks,
                                [](const DecoderShape&) { return library_operations(); });
      const PipelineProfile profile = profile_pipeline(training, all_data(shape), 3);
      ASSERT_EQ(profile.split.size(), 2U);
      for (const pipeline::BubbleSplit& stage : profile.split) {
        EXPECT_GT(stage.busy.value, 0);
        EXPECT_NEAR((stage.busy + stage.idle()).value, profile.step.value, 1e-9);
      }
      for (std::size_t chunk = 0; chunk < profile.times.forward.size(); ++chunk) {
        EXPECT_GT(profile.times.forward[chunk].value, 0);
        EXPECT_GT(profile.times.backward[chunk].value, profile.times.weights[chunk].value);
        EXPECT_EQ(profile.times.weights[chunk].value > 0, kind == Kind::zb_v);
      }
      EXPECT_GT(profile.times.transfer.value, 0);
      EXPECT_GT(profile.mean_bubble_percent(), 0);
    });
}

TEST(ParallelTraining, RefusesWhatCannotBeLaidOutSo) {
  const auto refusal = [&](const ParallelSettings& settings, const char* config = gpt2) {
    const DecoderShape shape = read_trained_shape(config, "tiny");
    std::string key;
    with_ranks(1, [&](RankGroup& ranks) {
      try {
        ParallelTraining(shape, settings, at::kCPU, ranks,
                         [](const DecoderShape&) { return library_operations(); });
      } catch (const Error& error) {
        key = error.message().key;
      }
    });
    return key;
  };
  const DecoderSettings usual = decoder_settings(Recompute::none);
  EXPECT_EQ(refusal({.layout = {.pp = 16}, .micro_batches = 16, .decoder = usual}),
            "engine.stages_without_layers");
  EXPECT_EQ(refusal({.layout = {.tp = 3}, .decoder = usual}), "engine.shape_does_not_divide");
  EXPECT_EQ(refusal({.layout = {.pp = 2}, .sharing = {.zero_stage = 3}, .decoder = usual}),
            "engine.pipeline_shares_no_more");
  EXPECT_EQ(refusal({.layout = {.dp = 2, .ep = 2}, .decoder = usual}), "engine.no_experts");
  EXPECT_EQ(refusal({.layout = {.dp = 3, .ep = 3}, .decoder = usual}, mixtral),
            "engine.experts_do_not_divide");
  EXPECT_EQ(refusal({.layout = {.dp = 3, .ep = 2}, .decoder = usual}, mixtral),
            "tasks.train_experts_beyond");
}

}  // namespace
}  // namespace wgf::engine
