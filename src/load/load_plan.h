// SPDX-License-Identifier: MIT
#pragma once
// A load of requests to a server, and what each of them asks.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/between.h"
#include "load/address.h"
#include "load/api.h"
#include "load/clock.h"

namespace wgf::load {

struct LoadPlan {
  Address address;
  Api api = Api::completions;
  std::string model, key;      // key: of the header Authorization; empty: none
  std::size_t requests = 1;    // that are measured
  std::size_t warmup = 0;      // before them, of the same load without a pause
  std::optional<double> rate;  // arrivals a second; else so many users who ask again when answered:
  std::size_t concurrency = 1;
  double burstiness = 1;  // of arrivals: the shape of their gaps' gamma distribution
  Between<std::int64_t> input_tokens{1, 1}, output_tokens{1, 1};
  // Texts in place of random words, one after another and from the first again; input_tokens counts
  // for none then.
  std::vector<std::string> prompts;
  std::string prompts_name;                   // of their file
  Duration limit = std::chrono::minutes(10);  // of a request
  std::uint64_t seed = 1;
  int threads = 1;

  std::size_t all() const { return warmup + requests; }
};

// When requests arrive, since the first: gaps have a gamma distribution of mean 1 / rate and this
// shape (1: exponential, a Poisson process; below it bursts, above it more even). The sum is not
// made to fit.
std::vector<Duration> arrivals_of(std::size_t count, double rate, double burstiness,
                                  std::uint64_t seed);

struct RequestSize {
  std::int64_t input_tokens = 1, output_tokens = 1;
};
// Uniform in the plan's ranges, the same for the same seed.
std::vector<RequestSize> request_sizes(const LoadPlan& plan);

// The bytes of the request of that number. Its prompt begins with words of its own, so that no
// cache of prefixes knows it, and has about as many tokens as words: short common ones.
std::string request_bytes(const LoadPlan& plan, const RequestSize& size, std::size_t number);
std::string get_bytes(const LoadPlan& plan, std::string_view path);

}  // namespace wgf::load
