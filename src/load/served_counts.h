// SPDX-License-Identifier: MIT
#pragma once
// What a server of ours counts of itself, under vLLM's names (Prometheus text).

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::load {

// Values by upper ends, as Prometheus keeps them.
class Histogram {
 public:
  explicit Histogram(std::span<const double> ends) : ends_(ends), counts_(ends.size()) {}
  void add(double value);
  std::string text(std::string_view name, std::string_view labels) const;

 private:
  std::span<const double> ends_;
  std::vector<std::int64_t> counts_;  // not cumulative
  std::int64_t count_ = 0;
  double sum_ = 0;
};

class ServedCounts {
 public:
  ServedCounts();
  void set_state(std::int64_t running, std::int64_t waiting, double cache_share);
  void add_prompt(std::int64_t tokens) { prompt_tokens_ += tokens; }
  void add_token() { ++output_tokens_; }
  // Seconds, of an answer's first token, of the gap to each further one, of all.
  void add_first_token(double time) { ttft_.add(time); }
  void add_gap(double time) { itl_.add(time); }
  void add_end(std::string_view finish, double time);

  std::string text(std::string_view model) const;

 private:
  std::int64_t running_ = 0, waiting_ = 0, prompt_tokens_ = 0, output_tokens_ = 0;
  std::int64_t of_length_ = 0, of_stop_ = 0, aborted_ = 0;
  double cache_share_ = 0;
  Histogram ttft_, itl_, e2e_;
};

}  // namespace wgf::load
