// SPDX-License-Identifier: MIT
#include "answers/claims/claim_vocabulary.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/text.h"
#include "base/units.h"

namespace wgf::answers {
namespace {

using advisor::ClaimUnit;
using advisor::ComputeType;

constexpr ClaimUnitName units[] = {
    {"samples/s", ClaimUnit::samples},
    {"sample/s", ClaimUnit::samples},
    {"sequences/s", ClaimUnit::samples},
    {"seq/s", ClaimUnit::samples},
    {"images/s", ClaimUnit::samples},
    {"img/s", ClaimUnit::samples},
    {"steps/s", ClaimUnit::samples, 1, true},
    {"iterations/s", ClaimUnit::samples, 1, true},
    {"it/s", ClaimUnit::samples, 1, true},
    {"tokens/s", ClaimUnit::tokens},
    {"token/s", ClaimUnit::tokens},
    {"tok/s", ClaimUnit::tokens},
    {"toks/s", ClaimUnit::tokens},
    {"t/s", ClaimUnit::tokens},
    {"tps", ClaimUnit::tokens},
    {"gflops", ClaimUnit::flops, giga},
    {"gflop/s", ClaimUnit::flops, giga},
    {"tops", ClaimUnit::flops, tera},
    {"tflops", ClaimUnit::flops, tera},
    {"tflops/s", ClaimUnit::flops, tera},
    {"tflop/s", ClaimUnit::flops, tera},
    {"tf", ClaimUnit::flops, tera},
    {"teraflops", ClaimUnit::flops, tera},
    {"teraflops/s", ClaimUnit::flops, tera},
    {"teraflop/s", ClaimUnit::flops, tera},
    {"petaflops", ClaimUnit::flops, 1e15},
    {"petaflops/s", ClaimUnit::flops, 1e15},
    {"petaflop/s", ClaimUnit::flops, 1e15},
    {"pflops", ClaimUnit::flops, 1e15},
    {"pflops/s", ClaimUnit::flops, 1e15},
    {"pflop/s", ClaimUnit::flops, 1e15},
    {"pf", ClaimUnit::flops, 1e15},
    {"gb/s", ClaimUnit::bytes, giga},
    {"tb/s", ClaimUnit::bytes, tera},
};
constexpr ClaimTypeName types[] = {
    {"fp32", ComputeType::fp32},   {"tf32", ComputeType::tf32},  {"bf16", ComputeType::bf16},
    {"fp16", ComputeType::bf16},   {"fp8", ComputeType::fp8},    {"fp4", ComputeType::fp4},
    {"nvfp4", ComputeType::fp4},   {"mxfp4", ComputeType::fp4},  {"int8", ComputeType::bf16, 8},
    {"int4", ComputeType::fp8, 4}, {"q8", ComputeType::bf16, 8}, {"q4", ComputeType::fp8, 4}};

struct Meaning {
  std::string_view word;
  ClaimWord meaning;
};
constexpr Meaning meanings[] = {
    {"on", ClaimWord::filler},
    {"at", ClaimWord::filler},
    {"with", ClaimWord::filler},
    {"in", ClaimWord::filler},
    {"of", ClaimWord::filler},
    {"and", ClaimWord::filler},
    {"a", ClaimWord::filler},
    {"reaches", ClaimWord::filler},
    {"=", ClaimWord::filler},
    {"the", ClaimWord::filler},
    {"from", ClaimWord::filler},
    {"for", ClaimWord::filler},
    {"using", ClaimWord::filler},
    {"processing", ClaimWord::filler},  // "prompt processing"
    {"throughput", ClaimWord::filler},
    {"speed", ClaimWord::filler},  // "decode speed of 90 tokens/s"
    // Of the memory; programs that measure it, this one too, name what they do.
    {"copy", ClaimWord::filler},
    {"read", ClaimWord::filler},
    {"write", ClaimWord::filler},
    {"triad", ClaimWord::filler},
    {"memcpy", ClaimWord::filler},
    {"bandwidth", ClaimWord::filler},
    {"memory", ClaimWord::filler},
    {"batch", ClaimWord::batch},
    {"bs", ClaimWord::batch},
    {"batch-size", ClaimWord::batch},
    {"batch_size", ClaimWord::batch},
    {"batchsize", ClaimWord::batch},
    {"concurrency", ClaimWord::batch},
    {"seq", ClaimWord::sequence},
    {"seq_len", ClaimWord::sequence},
    {"seq-len", ClaimWord::sequence},
    {"context", ClaimWord::sequence},
    {"ctx", ClaimWord::sequence},
    {"sequence", ClaimWord::sequence},
    {"seqlen", ClaimWord::sequence},
    {"busbw", ClaimWord::all_reduce},
    {"nccl", ClaimWord::all_reduce},
    {"all-reduce", ClaimWord::all_reduce},
    {"allreduce", ClaimWord::all_reduce},
    {"all_reduce", ClaimWord::all_reduce},
    {"all-gather", ClaimWord::other_collective},
    {"allgather", ClaimWord::other_collective},
    {"all_gather", ClaimWord::other_collective},
    {"reduce-scatter", ClaimWord::other_collective},
    {"reduce_scatter", ClaimWord::other_collective},
    {"reducescatter", ClaimWord::other_collective},
    {"all-to-all", ClaimWord::other_collective},
    {"alltoall", ClaimWord::other_collective},
    {"broadcast", ClaimWord::other_collective},
    {"sendrecv", ClaimWord::other_collective},
    {"p2p", ClaimWord::other_collective},
    {"matmul", ClaimWord::product},
    {"gemm", ClaimWord::product},
    {"gemms", ClaimWord::product},
    {"lora", ClaimWord::adapters},
    {"qlora", ClaimWord::adapters},
    {"adapters", ClaimWord::adapters},
    {"decode", ClaimWord::inference},
    {"decoding", ClaimWord::inference},
    {"generation", ClaimWord::inference},
    {"generating", ClaimWord::inference},
    {"serving", ClaimWord::inference},
    {"prefill", ClaimWord::prompts},
    {"prompt", ClaimWord::prompts},
    {"prompts", ClaimWord::prompts},
    {"input", ClaimWord::prompts},
    {"output", ClaimWord::inference},
    {"generated", ClaimWord::inference},
    // Programs that generate and programs that train.
    {"vllm", ClaimWord::inference},
    {"sglang", ClaimWord::inference},
    {"trt-llm", ClaimWord::inference},
    {"trtllm", ClaimWord::inference},
    {"tensorrt-llm", ClaimWord::inference},
    {"tgi", ClaimWord::inference},
    {"lmdeploy", ClaimWord::inference},
    {"llama.cpp", ClaimWord::inference},
    {"llama-bench", ClaimWord::inference},
    {"ollama", ClaimWord::inference},
    {"exllama", ClaimWord::inference},
    {"exllamav2", ClaimWord::inference},
    {"exllamav3", ClaimWord::inference},
    {"mlc", ClaimWord::inference},
    {"mlc-llm", ClaimWord::inference},
    {"megatron", ClaimWord::training},
    {"megatron-lm", ClaimWord::training},
    {"megatron-core", ClaimWord::training},
    {"nemo", ClaimWord::training},
    {"torchtitan", ClaimWord::training},
    {"deepspeed", ClaimWord::filler},  // either
    {"pytorch", ClaimWord::filler},
    {"per", ClaimWord::per},
    {"single", ClaimWord::single},
    {"mfu", ClaimWord::utilisation},
    {"tpot", ClaimWord::time_per_token},
    {"itl", ClaimWord::time_per_token},
    {"ttft", ClaimWord::time_to_first},
    {"step", ClaimWord::time_per_step},
    {"step-time", ClaimWord::time_per_step},
    {"time", ClaimWord::filler},  // "step time"
    {"single-stream", ClaimWord::one_user},
};

struct Factor {
  std::string_view name;
  double factor;
};
constexpr Factor times[] = {{"ms", 1e-3}, {"us", 1e-6}, {"s", 1}};
constexpr Factor magnitudes[] = {
    {"k", 1e3}, {"m", 1e6}, {"thousand", 1e3}, {"million", 1e6}, {"ten-thousand", 1e4}};

// "pp512" and "tg128", as llama-bench names its tests.
bool is_length_of_bench(std::string_view word, std::string_view test) {
  constexpr std::size_t digits = 3;  // "pp8" is of a pipeline
  return word.starts_with(test) && word.size() >= test.size() + digits &&
         word.find_first_not_of("0123456789", test.size()) == std::string_view::npos;
}

// "tp4", "pp=8", "zero-3": how the GPUs share the work, which physics does not ask.
bool is_of_layout(std::string_view word) {
  for (const std::string_view kind : {"tp", "pp", "vpp", "dp", "cp", "ep", "zero", "fsdp"}) {
    if (!word.starts_with(kind)) continue;
    std::string_view count = word.substr(kind.size());
    if (count.empty()) return kind == "fsdp" || kind == "zero";
    if (count.front() == '=' || count.front() == '-') count.remove_prefix(1);
    const std::size_t most_digits = kind == "pp" ? 2 : 4;  // "pp512" is a prompt
    const bool is_count = !count.empty() && count.size() <= most_digits;
    if (is_count && count.find_first_not_of("0123456789") == count.npos) return true;
  }
  return false;
}

template <typename Table>
auto find_name(const Table& table, std::string_view name) {
  const auto found = std::find_if(std::begin(table), std::end(table),
                                  [&](const auto& one) { return one.name == name; });
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

ClaimWord meaning_of(std::string_view word) {
  for (const Meaning& one : meanings)
    if (one.word == word) return one.meaning;
  if (word.starts_with("train") || word.starts_with("fine-tun") || word.starts_with("finetun"))
    return ClaimWord::training;
  if (is_of_layout(word)) return ClaimWord::filler;
  if (is_length_of_bench(word, "pp")) return ClaimWord::prompts;
  if (is_length_of_bench(word, "tg")) return ClaimWord::one_user;
  return word.starts_with("infer") ? ClaimWord::inference : ClaimWord::unknown;
}

bool is_kind_of_tokens(std::string_view word) {
  const ClaimWord meaning = meaning_of(word);
  return meaning == ClaimWord::prompts || meaning == ClaimWord::inference;
}

bool is_card_word(std::string_view word) {
  return word == "gpu" || word == "card";
}

bool is_user_word(std::string_view word) {
  constexpr std::string_view words[] = {"user",    "users",    "stream",       "streams",
                                        "request", "requests", "conversation", "conversations"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_between(std::string_view word) {
  constexpr std::string_view words[] = {"size", "length", "len", "of", "is", "=", ":"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_second_word(std::string_view word) {
  return word == "second" || word == "sec" || word == "s";
}

std::string take_suffix(std::string& unit) {
  for (const std::string_view suffix : {"/gpu", "/card", "/user"})
    if (unit.ends_with(suffix)) {
      unit.erase(unit.size() - suffix.size());
      return std::string(suffix.substr(1));
    }
  return "";
}

const ClaimUnitName* unit_of(std::string word) {
  take_suffix(word);
  for (const std::string_view second : {"/second", "/sec"})
    if (word.ends_with(second)) word.erase(word.size() - second.size() + 2);
  return find_name(units, word);
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const ClaimUnitName& one : units) names.emplace_back(one.name);
  return names;
}

std::optional<double> seconds_of(std::string_view unit) {
  const Factor* time = find_name(times, unit);
  return time == nullptr ? std::nullopt : std::optional(time->factor);
}

std::optional<double> magnitude_of(std::string_view factor) {
  const Factor* magnitude = find_name(magnitudes, factor);
  return magnitude == nullptr ? std::nullopt : std::optional(magnitude->factor);
}

const ClaimTypeName* type_of(std::string_view word) {
  return find_name(types, word);
}

bool take_type(advisor::Claim& claim, std::string_view word) {
  const ClaimTypeName* type = type_of(word);
  if (type == nullptr) return false;
  claim.type = type->type;
  claim.integer_bits = type->integer_bits;
  claim.may_sum_in_16_bits = type->name == "fp16";
  return true;
}

std::optional<std::pair<double, std::string>> leading_number(std::string word) {
  word.erase(std::remove(word.begin(), word.end(), ','), word.end());
  constexpr std::string_view digits = "0123456789";
  std::size_t end = word.find_first_not_of("0123456789.");
  if (end != std::string::npos && word[end] == 'e') {  // "1e6", "1e+6", "1.5e-2"
    const bool has_sign = end + 1 < word.size() && (word[end + 1] == '+' || word[end + 1] == '-');
    const std::size_t exponent = end + (has_sign ? 2 : 1);
    const bool has_exponent = exponent < word.size() && digits.find(word[exponent]) != digits.npos;
    if (has_exponent) end = word.find_first_not_of(digits, exponent);
  }
  auto number = parse_number(word.substr(0, end));
  if (!number) return std::nullopt;
  if (end != std::string::npos && word[end] == '^') {  // "10^4"
    const std::size_t behind = word.find_first_not_of(digits, end + 1);
    const auto exponent = parse_number(word.substr(end + 1, behind - end - 1));
    if (exponent) number = std::pow(*number, *exponent), end = behind;
    if (!std::isfinite(*number)) return std::nullopt;
  }
  std::string rest = end == std::string::npos ? "" : word.substr(end);
  const auto factor = magnitude_of(rest.substr(0, 1));
  if (!factor || (rest.size() > 1 && unit_of(rest.substr(1)) == nullptr))
    return std::pair(*number, rest);
  return std::pair(*number * *factor, rest.substr(1));
}

}  // namespace wgf::answers
