// SPDX-License-Identifier: MIT
#include "cli/measure/serve/serve_options.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "answers/service/service_request.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/measure/serve/slo_presets.h"
#include "load/prompt_file.h"
#include "load/trace_file.h"
#include "report/tasks/serve_definitions.h"

namespace wgf::cli {
namespace {

constexpr double highest_rate = 1e5;  // no thread sends more
constexpr std::string_view kind_of_engine = "llm:";
constexpr std::size_t most_slots = 16;  // of an engine nobody said more of, as llm has them
constexpr std::int64_t most_users = 100'000, most_requests = 10'000'000, usual_users = 16;

double checked_rate(const std::string& typed) {
  const double rate = parse_rate("--rate", typed);
  if (rate > highest_rate) throw_usage("server.rate_too_high", {{"value", typed}});
  return rate;
}

double checked_burstiness(const std::string& typed) {
  constexpr double least = 1e-3, most = 1e6;
  const std::optional<double> value = parse_number(typed);
  if (!value || !(*value >= least && *value <= most))
    throw_usage("server.bad_burstiness", {{"value", typed}});
  return *value;
}

std::int64_t at_most(const char* option, const std::string& typed, std::int64_t value,
                     std::int64_t most) {
  if (value > most)
    throw_usage("server.too_many",
                {{"option", option}, {"value", typed}, {"most", std::to_string(most)}});
  return value;
}

// As many streams as one thread reads with time to spare.
int threads_for(std::size_t streams) {
  constexpr std::size_t streams_of_thread = 512;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<int>(std::min(cores, 1 + streams / streams_of_thread));
}

// What else of a load than how many come how often.
void read_shape(const ServeOptions& options, load::LoadPlan& plan) {
  const auto refuse = [](const char* key) { throw_usage(key); };
  if (options.arrivals == "constant")
    plan.gaps = load::ArrivalGaps::constant;
  else if (options.arrivals != "random")
    throw_usage(
        "server.bad_choice",
        {{"option", "--arrivals"}, {"value", options.arrivals}, {"known", "random, constant"}});
  if (!options.rate_to.empty()) plan.rate_at_end = checked_rate(options.rate_to);
  const bool is_random = options.arrivals == "random";
  if (options.rate.empty() && (!is_random || plan.rate_at_end || plan.burstiness != 1))
    refuse("server.rate_wanted");
  if (!is_random && plan.burstiness != 1) refuse("server.burst_of_constant");
  plan.shared_tokens = parse_count("--shared-tokens", options.shared_tokens, 0);
  if (plan.shared_tokens >= plan.input_tokens.low && plan.shared_tokens > 0)
    throw_usage("server.all_shared", {{"value", options.shared_tokens}});
  constexpr std::int64_t most_turns = 1000;
  plan.turns = static_cast<std::size_t>(
      at_most("--turns", options.turns, parse_count("--turns", options.turns, 1), most_turns));
  if (plan.turns > 1 && (!options.rate.empty() || !options.trace.empty()))
    refuse("server.turns_closed");
  if (options.trace.empty() && options.trace_speed != "1") refuse("server.speed_of_trace");
  if (!options.token_ids.empty()) {
    if (options.is_chat) refuse("server.ids_of_chat");
    plan.token_ids = parse_count_range("--token-ids", options.token_ids, 0);
  }
  if (!options.trace.empty()) {
    plan.trace = load::read_trace(options.trace);
    plan.trace_name = std::filesystem::path(options.trace).filename().string();
    plan.trace_speed = parse_rate("--trace-speed", options.trace_speed);
    plan.requests = plan.trace.size();
  }
  if (options.prompts.empty()) return;
  if (plan.shared_tokens > 0 || plan.token_ids || !plan.trace.empty())
    refuse("server.prompts_alone");
  plan.prompts = load::read_prompts(options.prompts, plan.turns);
  plan.prompts_name = std::filesystem::path(options.prompts).filename().string();
}

bool has_tokenizer(const EngineOptions& engine) {
  std::error_code ignored;
  return !engine.tokenizer.empty() ||
         std::filesystem::exists(std::filesystem::path(engine.model) / "tokenizer.json", ignored);
}

void check_key(const std::string& key) {
  const auto is_plain = [](char letter) { return letter > ' ' && letter <= '~'; };
  if (!std::all_of(key.begin(), key.end(), is_plain)) throw_usage("server.bad_key");
}

}  // namespace

load::LoadPlan with_load(load::LoadPlan plan, std::optional<double> rate, std::int64_t users,
                         const std::string& warmup) {
  plan.rate = rate;
  plan.concurrency = static_cast<std::size_t>(users);
  plan.warmup = rate ? (plan.requests + 9) / 10 : 2 * plan.concurrency;
  if (!plan.trace.empty()) plan.warmup = 0;
  if (!warmup.empty())
    plan.warmup = static_cast<std::size_t>(
        at_most("--warmup", warmup, parse_count("--warmup", warmup, 0), most_requests));
  // Conversations are whole.
  const auto whole = [&](std::size_t count) {
    return (count + plan.turns - 1) / plan.turns * plan.turns;
  };
  plan.warmup = whole(plan.warmup);
  plan.requests = whole(plan.requests);
  if (!plan.trace.empty() && plan.warmup > 0) throw_usage("server.trace_warm_up");
  plan.threads = plan.is_open() ? 1 : threads_for(plan.concurrency);
  return plan;
}

void add_serve_options(Command& command, const Context& context, ServeOptions& options) {
  const auto text = [&](const char* names, std::string& value, const char* key, const char* name) {
    return command.text(names, value, context.text(std::string("server.option_") + key), name);
  };
  Option url = text("--url", options.url, "url", "URL");
  url.excludes(text("--managed", options.managed, "managed", "llm:MODEL"));
  text("--proxy", options.proxy, "proxy", "URL");
  text("-m,--model", options.model, "model", "NAME");
  Option rate = text("--rate", options.rate, "rate", "N,...");
  Option users = text("--concurrency", options.concurrency, "concurrency", "N,...");
  rate.excludes(users);
  Option sweep = command.flag("--sweep", options.is_sweep, context.text("server.option_sweep"));
  sweep.excludes(users);
  sweep.excludes(rate);
  text("--burstiness", options.burstiness, "burstiness", "N");
  text("--arrivals", options.arrivals, "arrivals", "random|constant");
  text("--rate-to", options.rate_to, "rate_to", "N");
  Option trace = text("--trace", options.trace, "trace", "FILE");
  trace.excludes(rate);
  trace.excludes(users);
  trace.excludes(sweep);
  text("--trace-speed", options.trace_speed, "trace_speed", "N");
  text("--turns", options.turns, "turns", "N");
  text("--requests", options.requests, "requests", "N");
  text("--warmup", options.warmup, "warmup", "N");
  text("--repeats", options.repeats, "repeats", "N");
  text("--input-tokens", options.input_tokens, "input_tokens", "N|N-N");
  text("--prompts", options.prompts, "prompts", "FILE");
  text("--shared-tokens", options.shared_tokens, "shared_tokens", "N");
  text("--token-ids", options.token_ids, "token_ids", "N-N");
  text("--output-tokens", options.output_tokens, "output_tokens", "N|N-N");
  command.flag("--chat", options.is_chat, context.text("server.option_chat"));
  command.list("--slo", options.limits, context.text("server.option_slo"));
  text("--timeout", options.timeout, "timeout", "TIME");
  text("--seed", options.seed, "seed", "N");
  text("--like", options.like, "like", "TOOL");
  add_price_options(command, context, options.price);
  add_engine_options(command, context, options.engine);
  command.repeatable("-o,--output", options.line.outputs, context.text("cli.option_output"),
                     "FILE");
  command.list("-f,--format", options.line.formats, context.text("cli.option_format"));
  command.flag("--force", options.line.force, context.text("cli.option_force"));
}

ServeWork read_serve_work(const ServeOptions& options, const std::string& key) {
  check_key(key);
  if (!options.like.empty()) report::check_serve_tool(options.like);
  load::LoadPlan plan;
  if (options.url.empty() && options.managed.empty()) throw_usage("server.no_target");
  if (!options.url.empty()) plan.address = load::parse_address(options.url);
  if (!options.proxy.empty()) plan.proxy = load::parse_address(options.proxy, "--proxy");
  if (plan.proxy && plan.proxy->is_tls) throw_usage("server.proxy_tls");
  plan.api = options.is_chat ? load::Api::chat : load::Api::completions;
  plan.model = options.model;
  plan.key = key;
  plan.requests = static_cast<std::size_t>(at_most("--requests", options.requests,
                                                   parse_count("--requests", options.requests, 1),
                                                   most_requests));
  plan.input_tokens = parse_count_range("--input-tokens", options.input_tokens, 1);
  plan.output_tokens = parse_count_range("--output-tokens", options.output_tokens, 1);
  constexpr std::int64_t most_tokens = 10'000'000;
  at_most("--input-tokens", options.input_tokens, plan.input_tokens.high, most_tokens);
  at_most("--output-tokens", options.output_tokens, plan.output_tokens.high, most_tokens);
  plan.burstiness = checked_burstiness(options.burstiness);
  read_shape(options, plan);
  plan.limit = load::from_seconds(parse_time("--timeout", options.timeout).value);
  plan.seed = static_cast<std::uint64_t>(parse_count("--seed", options.seed, 0));

  ServeWork work;
  if (const auto preset = preset_limits(options.limits)) {
    work.limits = *preset;
  } else {
    const advisor::ServiceLimits limits = answers::parse_service_limits(options.limits);
    if (limits.ttft) work.limits.ttft_ms = limits.ttft->value * kilo;
    if (limits.tpot) work.limits.tpot_ms = limits.tpot->value * kilo;
  }
  if (!plan.trace.empty())
    work.plans.push_back(with_load(plan, std::nullopt, usual_users, options.warmup));
  else if (!options.rate.empty())
    for (const std::string& one : parse_list("--rate", options.rate))
      work.plans.push_back(with_load(plan, checked_rate(one), usual_users, options.warmup));
  else if (options.is_sweep)
    work.plans.push_back(with_load(plan, std::nullopt, 1, options.warmup));
  else
    for (const std::int64_t users :
         parse_sweep("--concurrency", options.concurrency.empty() ? std::to_string(usual_users)
                                                                  : options.concurrency)) {
      const std::string typed = std::to_string(users);
      at_most("--concurrency", typed, users, most_users);
      work.plans.push_back(with_load(plan, std::nullopt, users, options.warmup));
    }
  work.is_sweep = options.is_sweep;
  work.warmup = options.warmup;
  constexpr std::int64_t most_repeats = 100;
  constexpr int usual_of_sweep = 3;
  if (!options.repeats.empty())
    work.repeats = static_cast<int>(at_most(
        "--repeats", options.repeats, parse_count("--repeats", options.repeats, 1), most_repeats));
  else if (work.is_sweep)
    work.repeats = usual_of_sweep;
  return work;
}

std::string ServeOptions::managed_model() const {
  return managed.substr(std::min(kind_of_engine.size(), managed.size()));
}

std::optional<EngineOptions> managed_engine(const ServeOptions& options, const ServeWork& work) {
  const EngineOptions given = options.engine;
  if (options.managed.empty()) {
    if (given.is_given()) throw_usage("server.engine_options");
    return std::nullopt;
  }
  if (!options.managed.starts_with(kind_of_engine) || options.managed_model().empty())
    throw_usage("server.bad_managed", {{"value", options.managed}});
  if (!options.prompts.empty()) throw_usage("server.managed_prompts");
  EngineOptions engine = given;
  engine.model = options.managed_model();
  std::size_t users = 1;
  std::int64_t tokens = 0;
  for (const load::LoadPlan& plan : work.plans) {
    users = std::max(users, plan.is_open() ? most_slots : plan.concurrency);
    for (const load::RequestSize& size : request_sizes(plan))
      tokens = std::max(
          tokens, static_cast<std::int64_t>(plan.turns) * (size.input_tokens + size.output_tokens));
  }
  if (options.is_sweep) users = most_slots;
  constexpr std::int64_t words_of_roles = 2;      // "user:", "assistant:"
  constexpr std::int64_t room_of_template = 512;  // what it writes around the messages
  if (options.is_chat) tokens += words_of_roles * 2 * std::stoll(options.turns);
  if (options.is_chat && has_tokenizer(engine)) tokens += room_of_template;
  if (engine.batch.empty()) engine.batch = std::to_string(std::min(users, most_slots));
  if (engine.context.empty()) engine.context = std::to_string(tokens);
  return engine;
}

}  // namespace wgf::cli
