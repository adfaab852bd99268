// SPDX-License-Identifier: MIT
#include "advisor/memory/memory_case.h"

#include <algorithm>
#include <array>
#include <utility>

namespace wgf::advisor {
namespace {

template <typename Value>
using Name = std::pair<Value, std::string_view>;

// The first name of a value is the one printed.
constexpr Name<Task> tasks[] = {
    {Task::train, "train"}, {Task::infer, "infer"}, {Task::lora, "lora"}, {Task::qlora, "qlora"}};
constexpr Name<Precision> precisions[] = {
    {Precision::fp32, "fp32"}, {Precision::tf32, "tf32"}, {Precision::bf16, "bf16"},
    {Precision::fp16, "fp16"}, {Precision::fp8, "fp8"},   {Precision::int8, "int8"},
    {Precision::int4, "int4"}, {Precision::fp4, "fp4"},   {Precision::nf4, "nf4"}};
constexpr Name<Recipe> recipes[] = {
    {Recipe::fp32, "fp32"},         {Recipe::autocast, "autocast"},       {Recipe::mixed, "mixed"},
    {Recipe::megatron, "megatron"}, {Recipe::megatron_16, "megatron-16"}, {Recipe::pure, "pure"}};
constexpr Name<Optimizer> optimizers[] = {{Optimizer::adamw, "adamw"},
                                          {Optimizer::adamw, "adam"},
                                          {Optimizer::sgd, "sgd"},
                                          {Optimizer::momentum, "momentum"},
                                          {Optimizer::adafactor, "adafactor"},
                                          {Optimizer::adamw_8bit, "adamw-8bit"},
                                          {Optimizer::adamw_8bit, "adam-8bit"}};
constexpr Name<Recompute> recomputes[] = {{Recompute::none, "none"},
                                          {Recompute::attention, "selective"},
                                          {Recompute::attention, "attention"},
                                          {Recompute::per_operator, "selective"},
                                          {Recompute::per_operator, "per-operator"},
                                          {Recompute::full, "full"}};

template <typename Value, std::size_t count>
std::string_view name_of(const Name<Value> (&names)[count], Value value) {
  return std::find_if(std::begin(names), std::end(names),
                      [&](const auto& name) { return name.first == value; })
      ->second;
}

template <typename Value, std::size_t count>
std::optional<Value> value_of(const Name<Value> (&names)[count], std::string_view text) {
  for (const auto& [value, name] : names)
    if (name == text) return value;
  return std::nullopt;
}

}  // namespace

std::string_view to_text(Task task) {
  return name_of(tasks, task);
}
std::string_view to_text(Precision precision) {
  return name_of(precisions, precision);
}
std::string_view to_text(Recipe recipe) {
  return name_of(recipes, recipe);
}
std::string_view to_text(Optimizer optimizer) {
  return name_of(optimizers, optimizer);
}
std::string_view to_text(Recompute recompute) {
  return name_of(recomputes, recompute);
}
std::string_view scheme_of(Recompute recompute) {
  if (recompute == Recompute::attention) return "attention";
  return recompute == Recompute::per_operator ? "per-operator" : to_text(recompute);
}
std::optional<Task> parse_task(std::string_view text) {
  return value_of(tasks, text);
}
std::optional<Precision> parse_precision(std::string_view text) {
  return value_of(precisions, text);
}
std::optional<Recipe> parse_recipe(std::string_view text) {
  return value_of(recipes, text);
}
std::optional<Optimizer> parse_optimizer(std::string_view text) {
  return value_of(optimizers, text);
}
std::optional<Recompute> parse_recompute(std::string_view text) {
  return value_of(recomputes, text);
}

Recipe usual_recipe(const MemoryCase& one) {
  if (one.precision == Precision::fp32 || one.precision == Precision::tf32) return Recipe::fp32;
  // FSDP is PyTorch's, beside tensor, pipeline and expert parallelism too.
  if (one.is_fsdp) return Recipe::autocast;
  if (one.layout.tp > 1 || one.layout.pp > 1 || one.layout.ep > 1) return Recipe::megatron;
  return one.zero > 0 ? Recipe::mixed : Recipe::autocast;
}

Recompute as_run_by(Recompute recompute, bool is_megatron) {
  if (recompute == Recompute::none || recompute == Recompute::full) return recompute;
  return is_megatron ? Recompute::attention : Recompute::per_operator;
}

double activation_bytes(const MemoryCase& one) {
  return one.precision == Precision::fp32 || one.precision == Precision::tf32 ? 4 : 2;
}

int shard_count(const MemoryCase& one) {
  return one.layout.dp * one.layout.cp;
}

}  // namespace wgf::advisor
