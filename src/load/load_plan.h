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

struct RequestSize {
  std::int64_t input_tokens = 1, output_tokens = 1;
};

// Of a trace that is replayed.
struct TracedRequest {
  Duration time{};                  // since the first
  std::optional<Duration> pause{};  // in its place: since the answer before it in its session
  RequestSize size;
  std::vector<std::uint64_t> hashes;  // of the prompt's blocks; empty: it shares none
  std::size_t next = 0;               // number of the one after it in its session; 0: none
};

// Gaps between arrivals: of a gamma distribution, or all alike.
enum class ArrivalGaps { random, constant };

// Recorded: a text of the user, the answer to it, the next of the user and so on, one of the user
// at the end.
using Conversation = std::vector<std::string>;

// What a request says beside its prompt; a server that refuses a field is asked without it.
struct RequestForm {
  bool has_ignore_eos = true, has_temperature = true, has_usage = true;
  bool limits_completion = false;  // max_completion_tokens in place of max_tokens

  std::string left_out() const;  // "ignore_eos, temperature"
};

struct LoadPlan {
  Address address;
  std::optional<Address> proxy;  // of HTTP, between
  Api api = Api::completions;
  RequestForm form;
  std::string model, key;      // key: of the header Authorization; empty: none
  std::size_t requests = 1;    // that are measured
  std::size_t warmup = 0;      // before them, of the same load without a pause
  std::optional<double> rate;  // arrivals a second; else so many users who ask again when answered:
  std::size_t concurrency = 1;
  double burstiness = 1;  // of arrivals: the shape of their gaps' gamma distribution
  ArrivalGaps gaps = ArrivalGaps::random;
  std::optional<double> rate_at_end;  // to which the rate rises or falls, evenly in time
  std::size_t turns = 1;           // of a conversation, each with all before it; of a closed loop
  std::int64_t shared_tokens = 0;  // with which the prompts of all requests begin
  // Prompts as ids of this range in place of words; of /v1/completions.
  std::optional<Between<std::int64_t>> token_ids;
  std::vector<TracedRequest> trace;  // in place of rate and lengths; all are measured
  std::string trace_name;            // of its file
  double trace_speed = 1;            // so many times as fast
  Between<std::int64_t> input_tokens{1, 1}, output_tokens{1, 1};
  // In place of random words, one after another and from the first again, each with as many texts
  // of the user as there are turns; input_tokens counts for none then.
  std::vector<Conversation> prompts;
  std::size_t first_prompt = 0;               // of them, with which the load begins
  std::string prompts_name;                   // of their file
  Duration limit = std::chrono::minutes(10);  // of a request
  std::uint64_t seed = 1;
  // Mixed into the seed of random prompts: each load of each run has another, so that no server
  // knows them from before. Lengths and arrivals are of the seed alone.
  std::uint64_t prompt_salt = 0;
  int threads = 1;

  std::size_t all() const { return warmup + requests; }
  bool is_open() const { return rate || !trace.empty(); }
};

// When the requests of an open plan arrive, since the first; those of a trace that follow an answer
// have the time of the first. Random gaps have a gamma distribution
// of mean 1 / rate and of the shape `burstiness` (1: exponential, a Poisson process; below it
// bursts, above it more even); the sum is not made to fit. Where the rate changes from r to s over
// the load, gaps of mean 1 are drawn and placed at the time by which so many are expected:
// r t + (s - r) t² / 2T, T = 2 N / (r + s).
std::vector<Duration> arrivals_of(const LoadPlan& plan);

// Uniform in the plan's ranges, the same for the same seed.
std::vector<RequestSize> request_sizes(const LoadPlan& plan);

// The bytes of the request of that number. Its prompt begins with words of its own, so that no
// cache of prefixes knows it, and has about as many tokens as words: short common ones.
std::string request_bytes(const LoadPlan& plan, const RequestSize& size, std::size_t number);
std::string get_bytes(const LoadPlan& plan, std::string_view path);

}  // namespace wgf::load
