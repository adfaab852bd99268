// SPDX-License-Identifier: MIT
#pragma once
// Parameters that come and go together: those of one layer, of the table of tokens, of the end of
// the network. Each kind of number (weights, masters, gradients, moments) is one flat buffer, so
// that it is gathered, reduced, updated or moved to the host in one piece; parameters are views.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// What ranks of tensor parallelism hold of a parameter: rows are outputs of a matrix, columns its
// inputs; of heads each rank has the rows of its queries, keys and values. Of a stack that is each
// matrix.
enum class Cut { whole, rows, columns, heads, halves };  // halves: rows of gate and of up

struct ParameterSpec {
  std::string name;  // "qkv.weight"
  std::vector<std::int64_t>
      sizes;             // matrices [outputs, inputs], stacks [matrices, outputs, inputs]
  double deviation = 0;  // normal around zero at the start; 0: all `fill`
  double fill = 0;
  Cut cut = Cut::whole;
  std::int64_t first = 0;  // of a stack: the number of its first matrix among those of all ranks

  bool is_stack() const { return sizes.size() == 3; }
};

// Where a gradient goes: added to what lies there, or written over it.
struct GradientPlace {
  at::Tensor place;  // undefined: not wanted
  bool adds = false;

  bool defined() const { return place.defined(); }
};

class ParameterGroup {
 public:
  // Every parameter begins at a multiple of `alignment` numbers; the whole is padded to a multiple
  // of `multiple`, so that ranks can share it evenly.
  ParameterGroup(std::string name, std::vector<ParameterSpec> specs, std::int64_t multiple = 1);

  static constexpr std::int64_t alignment = 64;

  const std::string& name() const { return name_; }
  const std::vector<ParameterSpec>& specs() const { return specs_; }
  std::int64_t numbers() const { return numbers_; }  // with padding
  std::int64_t parameters() const;                   // without
  bool has(std::string_view name) const { return find(name) < specs_.size(); }

  // Views of the flat buffers; undefined where the group has no such parameter. Views are made at
  // each call: buffers may be exchanged between calls, for gathered ones or by a release.
  at::Tensor weight(std::string_view name) const { return view(weights, name); }
  at::Tensor master(std::string_view name) const { return view(master_weights, name); }
  at::Tensor gradient(std::string_view name) const { return view(gradients, name); }
  // For a backward pass to write to: the first since clear_gradients() overwrites, others add.
  GradientPlace gradient_place(std::string_view name);
  void clear_gradients() { written_.assign(specs_.size(), false); }

  // Flat, [numbers()] or a rank's part of that; undefined where they are not kept.
  at::Tensor weights;         // of the type that is computed in
  at::Tensor master_weights;  // float32; the same memory where weights are float32
  at::Tensor gradients;
  at::Tensor first_moments, second_moments;  // float32, of AdamW

 private:
  std::size_t find(std::string_view name) const;
  at::Tensor view(const at::Tensor& flat, std::string_view name) const;

  std::string name_;
  std::vector<ParameterSpec> specs_;
  std::vector<std::int64_t> begins_;
  std::vector<bool> written_;
  std::int64_t numbers_ = 0;
};

struct ParameterTypes {
  c10::ScalarType weights = c10::kFloat, gradients = c10::kFloat;
};

// Buffers of all kinds, whole, with the values of the start: each parameter's from the seed, the
// group's number and its own alone (of a stack each matrix's own), whoever makes it.
void make_buffers(ParameterGroup& group, const ParameterTypes& types, c10::Device device);
void fill_at_start(ParameterGroup& group, std::uint64_t seed, std::int64_t number);
at::Tensor value_at_start(const ParameterSpec& spec, std::uint64_t seed, std::int64_t group_number,
                          std::int64_t number, c10::Device device);

// The groups of a decoder, of sizes as the shape has them (of a rank, where ranks share it).
// positions: rows of the table of positions, where there is one.
// Experts are a group beside that of their layer: other ranks keep them in step.
struct DecoderSpecs {
  std::vector<ParameterSpec> embedding, layer, end;
  std::vector<ParameterSpec> layer_of_experts, experts;  // where the shape has any

  const std::vector<ParameterSpec>& of_layer(const DecoderShape& shape, std::int64_t number) const {
    return shape.is_of_experts[static_cast<std::size_t>(number)] ? layer_of_experts : layer;
  }
};
struct ExpertPart {
  std::int64_t first = 0, count = -1;  // -1: all
};
DecoderSpecs decoder_specs(const DecoderShape& shape, std::int64_t positions,
                           const ExpertPart& held = {});

// Rows of the head and of the table of tokens of a rank as they are stored: padded, so that matrix
// products of odd vocabularies run at full speed. The padding is never a token.
std::int64_t stored_rows(const DecoderShape& shape);

}  // namespace wgf::engine
