// SPDX-License-Identifier: MIT
#include "cli/audit/claim_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::cli {
namespace {

using advisor::ClaimUnit;
using advisor::ClaimWork;
using advisor::ComputeType;

struct UnitName {
  std::string_view name;
  ClaimUnit unit;
  double factor = 1;
};
constexpr UnitName units[] = {
    {"samples/s", ClaimUnit::samples},   {"sample/s", ClaimUnit::samples},
    {"sequences/s", ClaimUnit::samples}, {"seq/s", ClaimUnit::samples},
    {"images/s", ClaimUnit::samples},    {"img/s", ClaimUnit::samples},
    {"tokens/s", ClaimUnit::tokens},     {"tok/s", ClaimUnit::tokens},
    {"tflops", ClaimUnit::flops, tera},  {"tflop/s", ClaimUnit::flops, tera},
    {"pflops", ClaimUnit::flops, 1e15},  {"pflop/s", ClaimUnit::flops, 1e15},
    {"gb/s", ClaimUnit::bytes, giga},    {"tb/s", ClaimUnit::bytes, tera},
};
// int8 is multiplied as such or in 16 bits, int4 in 8 bits of either kind too.
struct TypeName {
  std::string_view name;
  ComputeType type;
  int integer_bits = 0;
};
constexpr TypeName types[] = {{"fp32", ComputeType::fp32},    {"tf32", ComputeType::tf32},
                              {"bf16", ComputeType::bf16},    {"fp16", ComputeType::bf16},
                              {"fp8", ComputeType::fp8},      {"fp4", ComputeType::fp4},
                              {"nvfp4", ComputeType::fp4},    {"mxfp4", ComputeType::fp4},
                              {"int8", ComputeType::bf16, 8}, {"int4", ComputeType::fp8, 4}};
constexpr std::string_view all_reduce_words[] = {"busbw", "nccl", "all-reduce", "allreduce",
                                                 "all_reduce"};
// Of the memory; programs that measure it, this one too, name what they do.
constexpr std::string_view memory_words[] = {"copy",  "read",   "write",
                                             "triad", "memcpy", "bandwidth"};
constexpr std::string_view other_link_words[] = {
    "all-gather",     "allgather",     "all_gather", "reduce-scatter",
    "reduce_scatter", "reducescatter", "all-to-all", "alltoall",
    "broadcast",      "sendrecv",      "p2p"};
constexpr std::string_view fillers[] = {"on",      "at", "with", "in",   "of",  "and",  "a",
                                        "reaches", "=",  "the",  "from", "for", "using"};
constexpr std::string_view batch_words[] = {"batch", "bs", "batch-size"};
constexpr std::string_view sequence_words[] = {"seq", "sequence", "seqlen"};
constexpr std::string_view generation_words[] = {"decode", "decoding", "generation", "generating",
                                                 "serving"};
constexpr std::string_view prompt_words[] = {"prefill", "prompt", "prompts"};
constexpr std::string_view second_words[] = {"second", "sec", "s"};
constexpr std::string_view card_words[] = {"gpu", "card"};

[[noreturn]] void throw_usage(const char* key, const std::string& value) {
  throw Error({key, {{"value", value}}}, ExitCode::usage);
}

template <typename Words>
bool is_among(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// "/gpu", "/user" behind a unit: whose rate it is.
std::string take_suffix(std::string& unit) {
  for (const std::string_view suffix : {"/gpu", "/card", "/user"})
    if (unit.ends_with(suffix)) {
      unit.erase(unit.size() - suffix.size());
      return std::string(suffix.substr(1));
    }
  return "";
}

const UnitName* unit_of(std::string word) {
  take_suffix(word);
  const auto found = std::find_if(std::begin(units), std::end(units),
                                  [&](const UnitName& unit) { return unit.name == word; });
  return found == std::end(units) ? nullptr : found;
}

// "245", "1,200", "1.2k", "245samples/s": the number, and what stands behind it.
std::optional<std::pair<double, std::string>> leading_number(std::string word) {
  word.erase(std::remove(word.begin(), word.end(), ','), word.end());
  const std::size_t end = word.find_first_not_of("0123456789.");
  const auto number = parse_number(word.substr(0, end));
  if (!number) return std::nullopt;
  std::string rest = end == std::string::npos ? "" : word.substr(end);
  double factor = 1;
  for (const auto& [letter, times] : {std::pair('k', 1e3), {'m', 1e6}})
    if (!rest.empty() && rest[0] == letter && (rest.size() == 1 || unit_of(rest.substr(1)))) {
      factor = times;
      rest.erase(0, 1);
    }
  return std::pair(*number * factor, rest);
}

// What one sample or token takes: attention counts only where a length is stated.
void take_work(ClaimWords& words) {
  advisor::Claim& claim = words.claim;
  const bool is_work = claim.unit == ClaimUnit::samples || claim.unit == ClaimUnit::tokens;
  if (!is_work) return;
  if (words.model.empty()) throw_usage("audit.no_model", words.text);
  if (!words.network) return;
  const bool is_image = words.network->vocab == 0 && words.network->max_sequence;
  if (is_image && !words.sequence) words.sequence = *words.network->max_sequence;
  if (claim.unit == ClaimUnit::samples && !words.sequence) {
    constexpr int usual = 2048;
    const int example = std::min(words.network->max_sequence.value_or(usual), usual);
    throw Error(
        {"audit.no_sequence", {{"value", words.text}, {"example", std::to_string(example)}}},
        ExitCode::usage);
  }
  if (words.network->max_sequence && words.sequence > *words.network->max_sequence)
    words.longest = *words.network->max_sequence;
  claim.weights = static_cast<double>(advisor::count_parameters(*words.network).active);
  const double tokens = words.sequence.value_or(1);
  const double flops = advisor::forward_flops(*words.network, tokens).total();
  claim.forward_flops = claim.unit == ClaimUnit::samples ? flops : flops / tokens;
}

// A family is read as the variant that allows most, as its default where several allow the same.
void take_kindest_variant(ClaimWords& words, const std::string& name,
                          const catalog::GpuCatalog& gpus) {
  std::optional<double> least;
  const catalog::Gpu* kindest = nullptr;
  std::vector<const catalog::Gpu*> variants = catalog::find_gpus(gpus, name);
  std::stable_partition(variants.begin(), variants.end(),
                        [&](const catalog::Gpu* gpu) { return gpu == words.claim.gpu; });
  std::vector<std::string> others;
  for (const catalog::Gpu* gpu : variants) {
    advisor::Claim claim = words.claim;
    claim.gpu = gpu;
    const auto verdict = advisor::check_claim(claim);
    if (!verdict || (least && verdict->factor() >= *least)) continue;
    least = verdict->factor();
    kindest = gpu;
  }
  if (kindest == nullptr || kindest == words.claim.gpu) return;
  for (const catalog::Gpu* gpu : variants)
    if (gpu != kindest) others.push_back(gpu->id);
  words.claim.gpu = kindest;
  words.note = Message{"audit.kindest_variant",
                       {{"name", name}, {"chosen", kindest->id}, {"others", join(others, ", ")}}};
}

class Reader {
 public:
  Reader(const std::string& text, const catalog::Catalog& catalog) : catalog_(catalog) {
    found_.text = text;
    for (const std::string& word : split(text, ' '))
      if (!trim(word).empty()) words_.push_back(lower_case(trim(word)));
  }

  ClaimWords read() {
    while (at_ < words_.size()) take(words_[at_++]);
    if (!has_rate_) throw_usage("audit.no_rate", found_.text);
    if (found_.claim.gpu == nullptr) throw_usage("audit.no_gpu", found_.text);
    if (is_of_one_card_) found_.claim.value *= found_.claim.gpus;
    found_.is_of_all = !is_of_one_card_ && found_.claim.gpus > 1;
    if (is_of_prompts_) found_.claim.batch.reset();
    take_links();
    take_work(found_);
    take_kindest_variant(found_, gpu_name_, catalog_.gpus());
    return std::move(found_);
  }

 private:
  void take(const std::string& word) {
    if (is_among(fillers, word) || is_among(memory_words, word) || take_collective(word) ||
        take_setting(word) || take_rate(word) || take_kind(word) || take_per(word))
      return;
    if (take_counted_gpu(word)) return;
    const bool is_negative = word.size() > 1 && word[0] == '-' && leading_number(word.substr(1));
    if (is_negative) throw_usage("audit.negative", word);
    const bool is_behind_on = at_ >= 2 && words_[at_ - 2] == "on";
    if (is_behind_on) return take_gpu(word);
    take_name(word);
  }

  bool take_setting(const std::string& word) {
    const bool is_sequence = is_among(sequence_words, word);
    if (!is_sequence && !is_among(batch_words, word)) return false;
    const auto number = at_ < words_.size() ? leading_number(words_[at_]) : std::nullopt;
    if (!number || number->first < 1 || !number->second.empty())
      throw_usage("audit.no_number", word);
    ++at_;
    (is_sequence ? found_.sequence : found_.claim.batch) = number->first;
    return true;
  }

  // "tokens/s per GPU", "per user"
  bool take_per(const std::string& word) {
    if (word != "per" || at_ >= words_.size()) return false;
    take_share(words_[at_++]);
    return true;
  }

  void take_share(const std::string& of) {
    if (is_among(card_words, of))
      is_of_one_card_ = true;
    else if (of == "user")
      found_.claim.batch = 1, found_.claim.work = ClaimWork::inference;
    else
      throw_usage("audit.unknown_word", of);
  }

  bool take_rate(const std::string& word) {
    const auto number = leading_number(word);
    if (!number) return false;
    std::string unit = number->second;
    std::size_t next = at_;
    if (unit.empty() && next < words_.size()) unit = words_[next++];
    const bool is_per_second = next + 1 < words_.size() && words_[next] == "per" &&
                               is_among(second_words, words_[next + 1]);
    if (is_per_second) unit += "/s", next += 2;
    const UnitName* known = unit_of(unit);
    if (known == nullptr) return false;
    at_ = next;
    if (const std::string share = take_suffix(unit); !share.empty()) take_share(share);
    if (has_rate_) throw_usage("audit.two_rates", found_.text);
    if (!(number->first > 0)) throw_usage("audit.no_rate", found_.text);
    found_.claim.value = number->first * known->factor;
    found_.claim.unit = known->unit;
    has_rate_ = true;
    return true;
  }

  bool take_collective(const std::string& word) {
    const bool is_other = is_among(other_link_words, word);
    if (!is_other && !is_among(all_reduce_words, word)) return false;
    is_over_links_ = true;
    is_other_than_all_reduce_ |= is_other;
    return true;
  }

  // GB/s of a collective go over the links, others over the memory.
  void take_links() {
    if (!is_over_links_) return;
    advisor::Claim& claim = found_.claim;
    if (claim.unit != ClaimUnit::bytes) throw_usage("audit.no_link_rate", found_.text);
    if (claim.gpus < 2) throw_usage("audit.one_gpu_link", found_.text);
    claim.unit = ClaimUnit::link;
    claim.is_all_reduce = !is_other_than_all_reduce_;
  }

  bool take_kind(const std::string& word) {
    const bool is_of_prompts = is_among(prompt_words, word);
    is_of_prompts_ |= is_of_prompts;
    if (word.starts_with("train"))
      found_.claim.work = ClaimWork::training;
    else if (word.starts_with("infer") || is_of_prompts || is_among(generation_words, word))
      found_.claim.work = ClaimWork::inference;
    else
      return take_type(word);
    return true;
  }

  bool take_type(const std::string& word) {
    for (const TypeName& type : types) {
      if (type.name != word) continue;
      found_.claim.type = type.type;
      found_.claim.integer_bits = type.integer_bits;
      return true;
    }
    return false;
  }

  // "8xh100", "8 x h100" as three words too.
  bool take_counted_gpu(const std::string& word) {
    const auto number = leading_number(word);
    if (!number) return false;
    std::string rest = number->second;
    if (rest.empty() && at_ < words_.size() && words_[at_] == "x") rest = words_[at_++];
    if (rest == "x" && at_ < words_.size()) rest += words_[at_++];
    if (rest.size() < 2 || rest[0] != 'x') return false;
    constexpr double most = 1 << 20;
    if (number->first < 1 || number->first > most) throw_usage("audit.bad_count", word);
    found_.claim.gpus = static_cast<int>(number->first);
    take_gpu(rest.substr(1));
    return true;
  }

  bool has_own_meaning(std::size_t at) const {
    const std::string& word = words_[at];
    const auto number = leading_number(word);
    const bool has_unit =
        number && (unit_of(number->second) || number->second.starts_with('x') ||
                   (at + 1 < words_.size() && number->second.empty() && unit_of(words_[at + 1])));
    const bool is_type = std::any_of(std::begin(types), std::end(types),
                                     [&](const TypeName& type) { return type.name == word; });
    return has_unit || is_type || word == "per" || word.starts_with("train") ||
           word.starts_with("infer") || is_among(fillers, word) || is_among(memory_words, word) ||
           is_among(all_reduce_words, word) || is_among(other_link_words, word) ||
           is_among(sequence_words, word) || is_among(batch_words, word) ||
           is_among(generation_words, word) || is_among(prompt_words, word);
  }

  // A name in several words, as "llama 3.1 8b": this one and the most behind it that together, with
  // hyphens between, are known.
  template <typename IsKnown>
  std::string whole_name(const std::string& word, const IsKnown& is_known) {
    constexpr std::size_t most_words = 4;
    std::string name = word, longer = word;
    const std::size_t begin = at_, end = std::min(begin + most_words - 1, words_.size());
    for (std::size_t next = begin; next < end; ++next) {
      if (has_own_meaning(next)) break;  // names may go on with whatever a checkpoint adds
      longer += "-" + words_[next];
      if (!is_known(longer)) continue;
      name = longer;
      at_ = next + 1;
    }
    return name;
  }

  void take_gpu(const std::string& word) {
    gpu_name_ = whole_name(word, [&](const std::string& name) { return is_gpu(name); });
    const catalog::GpuChoice choice = catalog::one_gpu(catalog_.gpus(), gpu_name_);
    found_.claim.gpu = choice.gpu;
    found_.note = choice.note;
  }

  bool is_gpu(const std::string& name) const {
    try {
      return !catalog::find_gpus(catalog_.gpus(), name).empty();
    } catch (const Error&) {
      return false;  // no such name
    }
  }

  bool is_model(const std::string& name) const {
    try {
      return catalog::one_model(catalog_.models(), name).model != nullptr;
    } catch (const Error&) {
      return false;
    }
  }

  // A network, else a card; the error is the one that knows a near name.
  void take_name(const std::string& word) {
    if (!found_.model.empty() && found_.claim.gpu != nullptr)
      throw_usage("audit.unknown_word", word);
    if (found_.model.empty()) try {
        return take_model(word);
      } catch (const Error& unknown) {
        const bool has_near_name = !unknown.message().key.ends_with("_alone");
        if (has_near_name && !is_card(word)) throw;
      }
    if (!is_card(word)) throw_usage("audit.unknown_word", word);
    take_gpu(word);
  }

  // Of "rtx 4090" the first word alone is none.
  bool is_card(const std::string& word) const {
    const bool has_next = at_ < words_.size();
    return found_.claim.gpu == nullptr &&
           (is_gpu(word) || (has_next && is_gpu(word + "-" + words_[at_])));
  }

  void take_model(const std::string& word) {
    const std::string name =
        whole_name(word, [&](const std::string& longer) { return is_model(longer); });
    const catalog::ModelChoice choice = catalog::one_model(catalog_.models(), name);
    found_.model = choice.model->id;
    found_.network = advisor::network_of(*choice.model);
    if (choice.model->gflops_forward_224)
      found_.claim.forward_flops = *choice.model->gflops_forward_224 * giga;
  }

  const catalog::Catalog& catalog_;
  std::vector<std::string> words_;
  std::string gpu_name_;
  std::size_t at_ = 0;
  bool has_rate_ = false, is_over_links_ = false, is_other_than_all_reduce_ = false;
  bool is_of_one_card_ = false, is_of_prompts_ = false;
  ClaimWords found_;
};

}  // namespace

ClaimWords parse_claim(const std::string& text, const catalog::Catalog& catalog) {
  return Reader(text, catalog).read();
}

}  // namespace wgf::cli
