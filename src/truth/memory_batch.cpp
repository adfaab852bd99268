// SPDX-License-Identifier: MIT
#include "truth/memory_batch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "truth/row_cells.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

constexpr std::string_view digits = "0123456789.";

std::optional<double> leading_number(std::string_view text) {
  return parse_number(text.substr(0, text.find_first_not_of(digits)));
}

// "1" of "1 (per GPU)" and "1x8192"; nothing where the second number is no sequence's length, or of
// "1e9".
std::optional<double> plain_number(std::string_view text, double tokens) {
  const auto number = leading_number(text);
  const std::size_t end = std::min(text.find_first_not_of(digits), text.size());
  const std::string_view rest = trim(text.substr(end));
  const bool is_whole =
      end == text.size() || std::string_view(" ,;(/").find(text[end]) != std::string_view::npos;
  if (!rest.starts_with('x') && !rest.starts_with('*')) return is_whole ? number : std::nullopt;
  const auto length = leading_number(trim(rest.substr(1)));
  return length && *length == tokens ? number : std::nullopt;
}

std::optional<double> of_all_ranks(std::string_view text) {
  if (const auto number =
          first_labelled(text, {"gbs", "global batch size", "global batch", "global_batch_size",
                                "global-batch-size", "global bs", "global"}))
    return number;
  return number_before(text, "global");
}

std::optional<double> of_one_rank(std::string_view text) {
  return first_labelled(text, {"mbs",
                               "micro batch size",
                               "micro-batch size",
                               "micro_batch_size",
                               "micro-batch-size",
                               "micro batch",
                               "micro-batch",
                               "microbatch size",
                               "microbatch",
                               "local batch size",
                               "local_batch_size",
                               "local batch",
                               "local bs",
                               "local",
                               "per_device_train_batch_size",
                               "per-device batch size",
                               "per device batch size",
                               "per-gpu batch size",
                               "per gpu batch size",
                               "per-gpu batch",
                               "per gpu batch"});
}

}  // namespace

RowBatch memory_batch_of(const std::string& text, double ranks, double tokens) {
  if (has_any(text, {"tok"})) throw Unreadable{"batch not stated"};
  const auto global = of_all_ranks(text);
  auto batch = of_one_rank(text);
  if (!batch) {
    batch = plain_number(text, tokens);
    // "32 (global)": the only number is of all ranks.
    const bool is_global = !batch || (global && *batch == *global);
    if (global && is_global) batch = std::max(1.0, std::floor(*global / ranks));
  }
  if (!batch) batch = first_labelled(text, {"batch size", "batch_size", "batch", "bsz", "bs"});
  constexpr double most = 1e7;
  if (!batch || !(*batch >= 1 && *batch < most) || std::floor(*batch) != *batch)
    throw Unreadable{"batch not stated"};
  RowBatch read{*batch};
  // "4 micro-batches"
  for (const std::string_view word : {"micro-batches", "microbatches", "micro batches"})
    if (const auto count = number_before(text, word); count && *count >= 1 && *count < most)
      read.micro_batches = static_cast<int>(*count);
  return read;
}

}  // namespace wgf::truth
