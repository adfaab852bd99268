// SPDX-License-Identifier: MIT
#include "answers/claims/claim_words.h"

#include <algorithm>
#include <utility>

#include "advisor/network/catalog_network.h"
#include "answers/claims/claim_conclusion.h"
#include "answers/claims/claim_names.h"
#include "answers/claims/claim_reading.h"
#include "answers/claims/claim_vocabulary.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using advisor::ClaimUnit;
using advisor::ClaimWork;
using advisor::ComputeType;

// FLOP/s, byte/s or samples/s: far beyond all machines together, and what is computed of it finite.
constexpr double most_claimed = 1e30;

class Reader {
 public:
  Reader(const std::string& text, const std::vector<std::string>& words,
         const catalog::Catalog& catalog)
      : catalog_(catalog), words_(words) {
    found_.text = text;
  }

  std::vector<WordSpan> rates() {
    while (at_ < words_.size()) take(words_[at_++]);
    return std::move(rates_);
  }

  ClaimRequest read() {
    while (at_ < words_.size()) take(words_[at_++]);
    if (!has_rate_) throw_usage("audit.no_rate", {{"value", found_.text}});
    if (found_.claim.gpu == nullptr) throw_usage("audit.no_gpu", {{"value", found_.text}});
    conclude_claim(found_, said_, catalog_.gpus());
    if (!(found_.claim.value <= most_claimed))
      throw_usage("audit.too_large", {{"value", found_.text}});
    return std::move(found_);
  }

 private:
  void take(const std::string& word) {
    if (take_meaning(word) || take_type(found_.claim, word) || take_users(word) ||
        take_rate(word) || take_counted_gpu(word) || take_count_behind(word) || take_size(word))
      return;
    const bool is_negative = word.size() > 1 && word[0] == '-' && leading_number(word.substr(1));
    if (is_negative) throw_usage("audit.negative", {{"value", word}});
    const bool is_behind_on = at_ >= 2 && words_[at_ - 2] == "on";
    if (is_behind_on) return take_gpu(word);
    refuse_unit(word);
    take_name(word);
  }

  // "50000 tokns/s": what stands behind a number and means nothing else was to be a unit.
  void refuse_unit(const std::string& word) const {
    const auto number = leading_number(word);
    if (!number || is_card(word)) return;
    std::string unit = number->second;
    const bool is_apart = unit.empty() && at_ < words_.size();
    if (is_apart && !names_.has_own_meaning(at_)) unit = words_[at_];
    if (unit.find('/') == std::string::npos && !is_apart) return;
    if (!unit.empty())
      throw Error(with_nearest({"audit.unknown_unit", {{"value", unit}}}, unit, unit_names()),
                  ExitCode::usage);
  }

  bool take_meaning(const std::string& word) {
    advisor::Claim& claim = found_.claim;
    switch (const ClaimWord meaning = meaning_of(word)) {
      case ClaimWord::unknown:
        return false;
      case ClaimWord::filler:
        break;
      case ClaimWord::batch:
        claim.batch = take_number(word);
        break;
      case ClaimWord::sequence:
        found_.sequence = take_number(word);
        break;
      case ClaimWord::all_reduce:
      case ClaimWord::other_collective:
        said_.is_over_links = true;
        said_.is_other_than_all_reduce |= meaning == ClaimWord::other_collective;
        break;
      case ClaimWord::product:
        found_.is_of_product = true;
        break;
      case ClaimWord::training:
        claim.work = ClaimWork::training;
        break;
      case ClaimWord::adapters:
        said_.has_adapters = true;
        break;
      case ClaimWord::prompts:
      case ClaimWord::inference:
        claim.work = ClaimWork::inference;
        said_.is_of_prompts |= meaning == ClaimWord::prompts;
        break;
      case ClaimWord::one_user:
        take_share("user");
        break;
      case ClaimWord::per:
        return take_per();
      case ClaimWord::single:
        take_single();
        break;
      case ClaimWord::utilisation:
        said_.is_utilisation = true;
        break;
      case ClaimWord::time_per_token:
        found_.is_of_time = true;
        break;
      case ClaimWord::time_to_first:
        found_.is_of_time = found_.is_of_first = true;
        break;
      case ClaimWord::time_per_step:
        said_.is_of_step = true;
        break;
    }
    return true;
  }

  // "batch 8", "batch size of 8", "sequence length 2048".
  double take_number(const std::string& word) {
    while (at_ < words_.size() && is_between(words_[at_])) ++at_;
    const auto number = at_ < words_.size() ? leading_number(words_[at_]) : std::nullopt;
    if (!number || number->first < 1 || !number->second.empty())
      throw_usage("audit.no_number", {{"value", word}});
    ++at_;
    return number->first;
  }

  // "tokens/s per GPU", "per user"; "per second" before the rate.
  bool take_per() {
    if (at_ >= words_.size()) return false;
    const std::string& of = words_[at_++];
    if (is_second_word(of))
      is_a_second_ = true;
    else
      take_share(of);
    return true;
  }

  // "8 users", "1 stream": so many sequences in flight.
  bool take_users(const std::string& word) {
    const auto number = leading_number(word);
    const bool is_of_users = number && number->second.empty() && number->first >= 1 &&
                             at_ < words_.size() && is_user_word(words_[at_]);
    if (!is_of_users) return false;
    ++at_;
    found_.claim.batch = number->first;
    found_.claim.work = ClaimWork::inference;
    return true;
  }

  // "single user", "single stream", "single GPU", "single H100".
  void take_single() {
    if (at_ >= words_.size()) return;
    if (is_user_word(words_[at_]))
      ++at_, take_share("user");
    else if (is_card_word(words_[at_]))
      ++at_;
  }

  void take_share(const std::string& of) {
    if (is_card_word(of))
      said_.is_of_one_card = true;
    else if (of == "user")
      found_.claim.batch = 1, found_.claim.work = ClaimWork::inference;
    else
      throw_usage("audit.unknown_word", {{"value", of}});
  }

  // "245 samples/s", "1 M tokens per second", "5 ms" of a time per token, "55 %" of an MFU.
  bool take_rate(const std::string& word) {
    const auto number = leading_number(word);
    if (!number) return false;
    double value = number->first;
    std::string unit = number->second;
    std::size_t next = at_;
    if (unit.empty() && next < words_.size()) unit = words_[next++];
    if (const auto factor = magnitude_of(unit); factor && next < words_.size())
      value *= *factor, unit = words_[next++];
    std::string kind;  // "prompt" of "1000 prompt tokens/s"
    if (is_kind_of_tokens(unit) && next < words_.size()) kind = std::exchange(unit, words_[next++]);
    const bool is_per_second =
        next + 1 < words_.size() && words_[next] == "per" && is_second_word(words_[next + 1]);
    if (is_per_second) next += 2;
    if ((is_per_second || is_a_second_) && unit_of(unit) == nullptr) unit += "/s";
    const auto seconds = seconds_of(unit);
    const ClaimUnitName* known = unit_of(unit);
    if (known == nullptr && (!kind.empty() || (!seconds && unit != "%"))) return false;
    rates_.push_back({seconds            ? WordSpan::time
                      : known == nullptr ? WordSpan::share
                                         : WordSpan::rate,
                      at_ - 1, next});
    at_ = next;
    take_meaning(kind);
    if (!(value > 0)) throw_usage("audit.negative", {{"value", word}});
    has_rate_ = true;
    found_.claim.value = value;
    if (seconds)
      said_.seconds = value * *seconds;
    else if (known == nullptr)
      said_.share = value / 100;
    else
      take_unit(*known, unit);
    return true;
  }

  void take_unit(const ClaimUnitName& known, std::string unit) {
    if (const std::string share = take_suffix(unit); !share.empty()) take_share(share);
    found_.claim.value *= known.factor;
    found_.claim.unit = known.unit;
    found_.claim.is_floating_point = known.unit == ClaimUnit::flops && known.name != "tops";
    if (known.is_of_batches) found_.steps = ClaimedSteps{std::string(known.name)};
  }

  // "24 gb", "24gb": the memory of the card, wherever it stands.
  bool take_size(const std::string& word) {
    const auto size = names_.size_at(at_ - 1);
    if (!size) return false;
    said_.memory_gb = size;
    if (leading_number(word)->second.empty()) ++at_;
    return true;
  }

  // "h100 x 8", "h100 x8".
  bool take_count_behind(const std::string& word) {
    if (word.front() != 'x' || found_.claim.gpu == nullptr || found_.claim.gpus > 1) return false;
    const bool is_apart = word == "x" && at_ < words_.size();
    const auto number = leading_number(is_apart ? words_[at_] : word.substr(1));
    if (!number || !number->second.empty()) return false;
    if (is_apart) ++at_;
    take_count(number->first, word);
    return true;
  }

  void take_count(double count, const std::string& word) {
    constexpr double most = 1 << 20;
    if (count < 1 || count > most) throw_usage("audit.bad_count", {{"value", word}});
    found_.claim.gpus = static_cast<int>(count);
  }

  // "8xh100", "8 x h100" as three words too, "8 h100".
  bool take_counted_gpu(const std::string& word) {
    const auto number = leading_number(word);
    if (!number) return false;
    std::string rest = number->second;
    if (rest.empty() && names_.is_counted_gpu(at_ - 1)) rest = "x";
    if (rest.empty() && at_ < words_.size() && words_[at_] == "x") rest = words_[at_++];
    if (rest == "x" && at_ < words_.size() && names_.size_at(at_)) take_size(words_[at_++]);
    if (rest == "x" && at_ < words_.size()) rest += words_[at_++];
    if (rest.size() < 2 || rest[0] != 'x') return false;
    take_count(number->first, word);
    take_gpu(rest.substr(1));
    return true;
  }

  void take_gpu(const std::string& word) {
    said_.gpu_name = names_.whole_gpu(word, at_);
    const catalog::GpuChoice choice = catalog::one_gpu(catalog_.gpus(), said_.gpu_name);
    found_.claim.gpu = choice.gpu;
    found_.note = choice.note;
  }

  // A network, else a card; the error is the one that knows a near name.
  void take_name(const std::string& word) {
    if (!found_.model.empty() && found_.claim.gpu != nullptr)
      throw_usage("audit.unknown_word", {{"value", word}});
    if (found_.model.empty()) try {
        return take_model(word);
      } catch (const Error& unknown) {
        const bool has_near_name = !unknown.message().key.ends_with("_alone");
        if (has_near_name && !is_card(word)) throw;
      }
    if (!is_card(word))
      throw_usage(words_.size() == 1 ? "audit.unknown_word_alone" : "audit.unknown_word",
                  {{"value", word}});
    take_gpu(word);
  }

  bool is_card(const std::string& word) const {
    return found_.claim.gpu == nullptr && names_.is_gpu_with(word, at_);
  }

  void take_model(const std::string& word) {
    const std::string name = names_.whole_model(word, at_);
    const catalog::ModelChoice choice = catalog::one_model(catalog_.models(), name);
    found_.model = choice.model->id;
    if (choice.format) {
      said_.type_of_name = choice.format->precision;
      found_.format_note =
          Message{"audit.number_format",
                  {{"name", name}, {"chosen", found_.model}, {"format", choice.format->words}}};
    }
    found_.network = advisor::network_of(choice);
    if (choice.model->gflops_forward_224)
      found_.claim.forward_flops = *choice.model->gflops_forward_224 * giga;
  }

  const catalog::Catalog& catalog_;
  const std::vector<std::string>& words_;
  std::vector<WordSpan> rates_;
  const ClaimNames names_{words_, catalog_};
  std::size_t at_ = 0;
  bool has_rate_ = false, is_a_second_ = false;
  ClaimSaid said_;
  ClaimRequest found_;
};

}  // namespace

std::vector<WordSpan> rate_spans(const std::vector<std::string>& words,
                                 const catalog::Catalog& catalog) {
  return Reader(join(words, " "), words, catalog).rates();
}

ClaimRequest read_claim_words(const std::string& text, const std::vector<std::string>& words,
                              const catalog::Catalog& catalog) {
  return Reader(text, words, catalog).read();
}

}  // namespace wgf::answers
