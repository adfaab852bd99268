// SPDX-License-Identifier: MIT
#include "answers/claims/claim_conclusion.h"

#include <algorithm>
#include <cmath>

#include "answers/claims/claim_vocabulary.h"
#include "answers/claims/claim_work.h"
#include "base/error.h"
#include "base/figures.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::ClaimUnit;
using advisor::ClaimWork;
using advisor::ComputeType;

[[noreturn]] void throw_incomplete(const char* key, const std::string& claim) {
  throw Error({key, {{"value", claim}}}, ExitCode::usage);
}

// Steps and iterations are what trainings count in; who generates counts tokens or requests.
void take_steps(ClaimRequest& found, const ClaimSaid& said) {
  advisor::Claim& claim = found.claim;
  if (!claim.batch) throw_incomplete("audit.no_batch", found.text);
  found.steps->per_second = claim.value;
  found.steps->is_training = claim.work == ClaimWork::unstated && !said.has_adapters;
  if (found.steps->is_training) claim.work = ClaimWork::training;
  claim.value *= *claim.batch;
}

// So many steps a second.
void take_step_time(ClaimRequest& found, const ClaimSaid& said) {
  if (!said.is_of_step) return;
  if (!said.seconds) throw_incomplete("audit.no_time", found.text);
  found.claim.unit = ClaimUnit::samples;
  found.claim.value = 1 / *said.seconds;
  found.steps = ClaimedSteps{"steps/s"};
}

// A token of each sequence in flight in so long a time; without a batch of one user. To the first
// token all tokens of a prompt, which one reading of the weights is enough for.
void take_time(ClaimRequest& found, const ClaimSaid& said) {
  if (said.is_of_step) return;
  if (found.is_of_time != said.seconds.has_value()) throw_incomplete("audit.no_time", found.text);
  if (!found.is_of_time) return;
  advisor::Claim& claim = found.claim;
  claim.work = ClaimWork::inference;
  claim.unit = ClaimUnit::tokens;
  claim.batch = found.is_of_first ? found.sequence.value_or(1) : claim.batch.value_or(1);
  claim.value = *claim.batch / *said.seconds;
}

void take_utilisation(ClaimRequest& found, const ClaimSaid& said) {
  if (!said.share) throw_incomplete("audit.no_share", found.text);
  found.share = ClaimedShare{*said.share, "", std::nullopt};
  found.claim.type = found.claim.type.value_or(ComputeType::bf16);
  found.claim.unit = ClaimUnit::flops;
  take_card(found, *found.claim.gpu);
}

// Tokens of one sequence that nothing says are read, one after the other. A length leaves it open:
// prompts and trainings have one.
void take_generation(ClaimRequest& found) {
  advisor::Claim& claim = found.claim;
  const bool is_open =
      claim.work == ClaimWork::unstated && claim.unit == ClaimUnit::tokens && !found.sequence;
  const bool can_generate =
      found.network && found.network->is_causal && !found.network->has_cross_attention();
  if (!is_open || !can_generate || claim.batch != 1) return;
  claim.work = ClaimWork::inference;
  found.is_taken_as_generated = true;
}

// GB/s of a collective go over the links, others over the memory.
void take_links(ClaimRequest& found, const ClaimSaid& said) {
  if (!said.is_over_links) return;
  advisor::Claim& claim = found.claim;
  if (claim.unit != ClaimUnit::bytes) throw_incomplete("audit.no_link_rate", found.text);
  if (claim.gpus < 2) throw_incomplete("audit.one_gpu_link", found.text);
  claim.unit = ClaimUnit::link;
  claim.is_all_reduce = !said.is_other_than_all_reduce;
}

// "Qwen3-32B-FP8" where no word says a type, which is stronger; "gguf" leaves it open. Integers
// are what weights are stored in, and say nothing of the type that they are trained in.
void take_type_of_name(ClaimRequest& found, const ClaimSaid& said) {
  if (found.claim.type) return found.format_note.reset();
  const ClaimWork work = found.claim.work;
  const bool is_trained = work == ClaimWork::training || work == ClaimWork::adapters;
  if (is_trained && said.type_of_name.starts_with("int")) return found.format_note.reset();
  const bool is_below_4_bits =
      said.type_of_name == "int1" || said.type_of_name == "int2" || said.type_of_name == "int3";
  if (is_below_4_bits) found.claim.integer_bits = said.type_of_name.back() - '0';
  const bool is_taken = is_below_4_bits || take_type(found.claim, said.type_of_name);
  if (found.format_note && is_taken) found.format_note->key = "audit.number_format_taken";
}

// As in names of cards: decimal or binary, usable or soldered on.
bool has_memory(const catalog::Gpu& gpu, double gb) {
  constexpr double most_difference = 0.12;
  return std::abs(gpu.memory_gb / gb - 1) <= most_difference;
}

// The cards that the name covers, of which the first is taken until another is kinder; of those
// only such as have the memory that is stated.
std::vector<const catalog::Gpu*> named_variants(ClaimRequest& found, const ClaimSaid& said,
                                                const catalog::GpuCatalog& gpus) {
  std::vector<const catalog::Gpu*> variants = catalog::find_gpus(gpus, said.gpu_name);
  std::stable_partition(variants.begin(), variants.end(),
                        [&](const catalog::Gpu* gpu) { return gpu == found.claim.gpu; });
  if (!said.memory_gb) return variants;
  std::erase_if(variants, [&](const catalog::Gpu* gpu) {
    return !has_memory(*gpu, *said.memory_gb) &&
           !has_memory(*gpu, *said.memory_gb / found.claim.gpus);
  });
  if (variants.empty())
    throw Error({"audit.other_memory",
                 {{"gpu", found.claim.gpu->id},
                  {"gb", compact_number(found.claim.gpu->memory_gb)},
                  {"claimed", compact_number(*said.memory_gb)}}},
                ExitCode::usage);
  if (variants.front() != found.claim.gpu) found.note.reset();
  found.claim.gpu = variants.front();
  return variants;
}

}  // namespace

void conclude_claim(ClaimRequest& found, const ClaimSaid& said, const catalog::GpuCatalog& gpus) {
  found.gpu_name = said.gpu_name;
  found.variants = named_variants(found, said, gpus);
  if (said.is_of_one_card) found.claim.value *= found.claim.gpus;
  take_step_time(found, said);
  if (found.steps) take_steps(found, said);
  found.is_of_all = !said.is_of_one_card && found.claim.gpus > 1;
  found.is_of_prompts = said.is_of_prompts;
  if (said.is_of_prompts) found.claim.batch.reset();
  if (said.has_adapters) found.claim.work = ClaimWork::adapters;
  take_type_of_name(found, said);
  take_links(found, said);
  take_time(found, said);
  if (found.is_of_product && found.claim.unit != ClaimUnit::flops)
    throw_incomplete("audit.no_product_rate", found.text);
  if (said.is_utilisation) return take_utilisation(found, said);
  take_generation(found);
  take_work(found);
}

}  // namespace wgf::answers
