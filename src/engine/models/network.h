// SPDX-License-Identifier: MIT
#pragma once
// What every network of the product is: a torch module with the input it wants and the loss it
// trains on. Workloads (train, infer) know networks only through this file and model_list.h.

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace wgf::engine {

// Size of one step's input. Fields a network has no use for are ignored.
struct BatchShape {
  std::int64_t batch_size = 1;
  std::int64_t image_size = 0;       // height = width; 0: the model's default
  std::int64_t sequence_length = 0;  // tokens; 0: the model's default
};

// One step's data, on the generator's device, float32 and int64: random, never zeros. What the
// target is, the network says.
struct Batch {
  std::vector<torch::Tensor> inputs;
  torch::Tensor target;
};

class Network : public torch::nn::Module {
 public:
  // The main output (logits, hidden states, reconstruction) for the inputs of a Batch.
  virtual torch::Tensor forward(const std::vector<torch::Tensor>& inputs) = 0;
  // Scalar training loss from forward's output. Auxiliary outputs of the same forward pass (the
  // distribution of a VAE) are kept by the network between the two calls.
  virtual torch::Tensor loss(const torch::Tensor& output, const torch::Tensor& target) = 0;
};

enum class ModelKind { cnn, transformer, generative, recurrent };

struct ModelEntry {
  std::string_view name;  // as typed and as in data/models (`runnable`)
  ModelKind kind;
  std::int64_t default_image_size = 0;       // 0: takes no images
  std::int64_t default_sequence_length = 0;  // 0: takes no sequences
  std::int64_t parameters = 0;               // exact count; a test compares
  // Fresh network with its reference initialisation, in training mode, on the CPU.
  std::function<std::shared_ptr<Network>()> make;
  // The same network as shapes alone (meta device): no memory, no time. Null where no need was.
  std::function<std::shared_ptr<Network>()> make_shapes = {};
  // Random inputs and targets; the generator gives the seed.
  std::function<Batch(const BatchShape&, torch::Generator&)> make_batch;
};

}  // namespace wgf::engine
