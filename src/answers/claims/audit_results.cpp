// SPDX-License-Identifier: MIT
#include "answers/claims/audit_results.h"

#include <algorithm>
#include <array>

#include "advisor/limits/physical_limits.h"
#include "advisor/network/catalog_network.h"
#include "advisor/predict/claim.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/clock_limit.h"
#include "catalog/csv.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

using results::Result;

const catalog::Gpu* card_of(const results::Device& device, const catalog::GpuCatalog& gpus) {
  const auto found = std::find_if(gpus.gpus.begin(), gpus.gpus.end(), [&](const catalog::Gpu& gpu) {
    return gpu.id == device.catalog_id;
  });
  if (found != gpus.gpus.end()) return &*found;
  const bool is_sized = device.memory > Bytes(0);
  return catalog::identify_device(gpus, device.name,
                                  is_sized ? std::optional(device.memory) : std::nullopt);
}

// What a result was measured on: so many cards of one kind.
struct Cards {
  const catalog::Gpu* gpu = nullptr;  // not in the catalogue, or of several kinds
  int count = 1;
};

Cards cards_of(const Result& result, const catalog::GpuCatalog& gpus) {
  Cards cards{card_of(result.devices.front(), gpus), static_cast<int>(result.devices.size())};
  const auto is_other = [&](const results::Device& device) {
    return card_of(device, gpus) != cards.gpu;
  };
  if (std::any_of(result.devices.begin() + 1, result.devices.end(), is_other)) cards.gpu = nullptr;
  return cards;
}

struct Limit {
  bool is_applied = false;
  std::optional<Message> fault;
};

Limit measured_limit(const Result& result, const Cards& cards) {
  Result checked = result;
  checked.status = results::Status::ok;
  checked.reason.reset();
  std::vector<advisor::PeakRates> peaks;
  for (const results::Device& device : result.devices) {
    const double clock = device.facts.number("max_sm_clock_mhz");
    peaks.push_back(advisor::card_peaks(
        *cards.gpu, clock > 0 ? std::optional(clock) : catalog::highest_clock_mhz(*cards.gpu)));
  }
  const bool is_applied = advisor::apply_physical_limits(checked, advisor::sum_of(peaks));
  return {is_applied, checked.reason};
}

// An MFU alone, as the rate that it is a share of.
Limit share_limit(const Result& result, const Cards& cards) {
  const results::Metric* share = result.find("mfu");
  if (share == nullptr) return {};
  const auto peak = advisor::rate_of(advisor::card_peaks(*cards.gpu, {}).dense_flops, result);
  if (!peak) return {};
  constexpr double percent = 100;
  Result alone = result;
  alone.metrics = {
      results::single_metric("flops", share->value / percent * peak->value * cards.count / tera)};
  Limit limit = measured_limit(alone, cards);
  if (limit.fault)
    limit.fault = Message{"audit.share_above_peak", {{"share", format_number(share->value)}}};
  return limit;
}

// The work of a sample by the catalogue, whatever FLOPs the file states; nothing where it is not
// known.
std::optional<double> flops_of_sample(const Result& result, const catalog::ModelCatalog& models) {
  const results::Parameters& given = result.measured_case.parameters;
  const std::string name = given.text("model");
  const auto model = std::find_if(models.models.begin(), models.models.end(),
                                  [&](const catalog::Model& one) { return one.runnable == name; });
  if (name.empty() || model == models.models.end()) return std::nullopt;
  constexpr std::int64_t usual_image = 224;
  if (model->gflops_forward_224 && given.integer("image_size", usual_image) == usual_image)
    return *model->gflops_forward_224 * giga;
  const std::optional<advisor::Network> network = advisor::network_of(*model);
  // A case names its length where that is not the usual one.
  constexpr std::int64_t usual_length = 128;
  const bool is_of_images = model->kind == catalog::ModelKind::vit;
  const std::int64_t length = given.integer("sequence_length", is_of_images ? 0 : usual_length);
  if (!network || length < 1) return std::nullopt;
  return advisor::least_forward_flops(*network, static_cast<double>(length)).total();
}

// The rate that is stated, or that of a batch a step, whichever is higher: a file may be edited in
// one of them.
std::optional<double> samples_a_second(const Result& result) {
  const results::Metric *rate = result.find("throughput"), *time = result.find("step_time");
  const double batch =
      static_cast<double>(result.measured_case.parameters.integer("batch_size", 0));
  double highest = rate == nullptr ? 0 : rate->value;
  if (time != nullptr && time->value > 0) highest = std::max(highest, batch / time->value * 1e3);
  return highest > 0 ? std::optional(highest) : std::nullopt;
}

Limit rate_limit(const Result& result, const Cards& cards, const catalog::ModelCatalog& models) {
  const auto rate = samples_a_second(result);
  const std::string& benchmark = result.measured_case.benchmark;
  if (!rate || (benchmark != "train" && benchmark != "infer")) return {};
  advisor::Claim claim;
  claim.gpu = cards.gpu;
  claim.gpus = cards.count;
  claim.value = *rate;
  claim.work = benchmark == "train" ? advisor::ClaimWork::training : advisor::ClaimWork::inference;
  const std::string type = result.measured_case.parameters.text("precision", "fp32");
  claim.type = type == "fp32"   ? advisor::ComputeType::fp32
               : type == "tf32" ? advisor::ComputeType::tf32
                                : advisor::ComputeType::bf16;
  claim.forward_flops = flops_of_sample(result, models);
  const auto verdict = advisor::check_claim(claim);
  if (!verdict) return {};
  if (!verdict->is_impossible()) return {true, std::nullopt};
  return {true, Message{"audit.rate_above_peak",
                        {{"rate", format_number(*rate)},
                         {"most", format_number(verdict->most)},
                         {"factor", format_number(verdict->factor(), 3)}}}};
}

// Of a phase of a language model, by its time or its tokens, whichever is faster.
std::optional<double> steps_a_second(const Result& result, const std::string& phase) {
  const results::Parameters& given = result.measured_case.parameters;
  const std::int64_t prompt = phase == "prefill." ? given.integer("prompt_tokens", 0) : 1;
  const double tokens = static_cast<double>(given.integer("batch_size", 0) * prompt);
  const results::Metric *rate = result.find(phase + "token_throughput"),
                        *time = result.find(phase + "step_time");
  double highest = time != nullptr && time->value > 0 ? 1e3 / time->value : 0;
  if (rate != nullptr && tokens > 0) highest = std::max(highest, rate->value / tokens);
  return highest > 0 ? std::optional(highest) : std::nullopt;
}

// What that many steps read and compute a second, whatever the file says of it. Bytes are stated of
// one rank, of as many as there are.
Limit phase_limit(const Result& result, const Cards& cards) {
  if (result.measured_case.benchmark != "llm") return {};
  Result alone = result;
  alone.metrics.clear();
  const auto ranks = static_cast<double>(result.measured_case.ranks());
  for (const std::string phase : {"prefill.", "decode."}) {
    const auto steps = steps_a_second(result, phase);
    if (!steps) continue;
    if (const results::Metric* bytes = result.find(phase + "bytes_per_step")) {
      alone.metrics.push_back(*bytes);
      alone.metrics.push_back(
          results::single_metric(phase + "bandwidth", bytes->value * *steps * ranks));
    }
    if (const results::Metric* flops = result.find(phase + "flops_per_step"))
      alone.metrics.push_back(
          results::single_metric(phase + "flops", flops->value * giga * *steps / tera));
  }
  return measured_limit(alone, cards);
}

// Of the card that needed most.
Limit memory_limit(const Result& result, const catalog::Gpu& gpu) {
  Limit limit;
  for (const char* tag : {"memory_device_peak", "memory_reserved_peak", "memory_allocated_peak"}) {
    const results::Metric* used = result.find(tag);
    if (used == nullptr) continue;
    advisor::Claim claim;
    claim.gpu = &gpu;
    claim.unit = advisor::ClaimUnit::memory;
    claim.value = used->value * static_cast<double>(gibi);
    const auto verdict = advisor::check_claim(claim);
    limit.is_applied = limit.is_applied || verdict.has_value();
    if (!limit.fault && verdict && verdict->is_impossible())
      limit.fault =
          Message{"audit.memory_above_card",
                  {{"used", format_number(used->value)}, {"most", format_number(gpu.memory_gb)}}};
  }
  return limit;
}

// "train model=resnet50 batch_size=32": the case that has this key.
results::Case case_of_key(std::string_view key) {
  results::Case one;
  for (const std::string& word : split(key, ' ')) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      if (one.benchmark.empty()) one.benchmark = word;
      continue;
    }
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    const auto number = parse_number(value);
    const bool is_whole = number && value.find_first_not_of("0123456789") == std::string::npos;
    if (is_whole)
      one.parameters.set(name, static_cast<std::int64_t>(*number));
    else
      one.parameters.set(name, value);
  }
  return one;
}

// "cuda:0,cuda:1" and "2 x NVIDIA H100": each by its name, or all by a name that none has.
std::vector<results::Device> devices_of_cells(std::string_view ids, std::string_view names) {
  std::vector<results::Device> devices(split(ids, ',').size());
  const std::string count = std::to_string(devices.size()) + " x ";
  if (devices.size() > 1 && names.starts_with(count)) names.remove_prefix(count.size());
  for (results::Device& device : devices) device.name = names;
  return devices;
}

bool is_metric(std::string_view tag) {
  const auto all = results::all_metrics();
  return std::any_of(all.begin(), all.end(),
                     [&](const results::MetricInfo& info) { return info.tag == tag; });
}

}  // namespace

AuditedResult audit_result(const Result& result, const catalog::Catalog& catalog) {
  AuditedResult audited;
  audited.name = result.measured_case.key();
  if (result.status == results::Status::invalid) audited.fault = result.reason;
  const Cards cards = cards_of(result, catalog.gpus());
  if (cards.gpu == nullptr) {
    if (!audited.fault) audited.unread = Message{"audit.unknown_device", {}};
    return audited;
  }
  bool is_checked = audited.fault.has_value();
  for (const Limit& limit :
       std::array{measured_limit(result, cards), rate_limit(result, cards, catalog.models()),
                  phase_limit(result, cards), memory_limit(result, *cards.gpu),
                  share_limit(result, cards)}) {
    is_checked = is_checked || limit.is_applied;
    if (!audited.fault) audited.fault = limit.fault;
  }
  if (!is_checked) audited.unread = Message{"audit.no_limit", {}};
  return audited;
}

std::vector<AuditedResult> audit_results(const std::vector<Result>& results,
                                         const catalog::Catalog& catalog) {
  std::vector<AuditedResult> audited;
  for (const Result& result : results)
    if (!result.metrics.empty()) audited.push_back(audit_result(result, catalog));
  return audited;
}

std::optional<std::vector<Result>> results_of_csv(std::string_view csv, const std::string& file) {
  const catalog::CsvTable table = catalog::parse_csv(csv, file);
  const auto of_file = table.find("file"), key = table.find("case"), metric = table.find("metric"),
             value = table.find("value"), device = table.find("device"),
             name = table.find("device_name"), status = table.find("status"),
             rank = table.find("rank");
  if (!key || !metric || !value || !device || !name || !status) return std::nullopt;
  constexpr double most = 1e300;
  std::vector<Result> all;
  std::string last;
  for (const catalog::CsvRow& row : table.rows) {
    const catalog::CsvRecord record(table, row);
    if (!record.text(rank).empty()) continue;  // what one rank did of the result above it
    const std::string tag(record.text(metric));
    // A result begins where its case or device changes, or a metric comes again.
    std::string group = join(
        std::vector<std::string>{std::string(record.text(of_file)), std::string(record.text(key)),
                                 std::string(record.text(device))},
        "\n");
    if (all.empty() || group != last || all.back().find(tag) != nullptr) {
      Result next;
      next.measured_case = case_of_key(record.required(key));
      next.devices = devices_of_cells(record.text(device), record.text(name));
      next.status = results::parse_status(record.text(status)).value_or(results::Status::failed);
      if (next.status == results::Status::invalid)
        next.reason = Message{"audit.marked_invalid", {}};
      all.push_back(std::move(next));
      last = std::move(group);
    }
    const auto number = record.number(value, -most, most);
    if (is_metric(tag) && number)
      all.back().metrics.push_back(results::single_metric(tag, *number));
  }
  return all;
}

}  // namespace wgf::answers
