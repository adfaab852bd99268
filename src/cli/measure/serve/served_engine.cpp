// SPDX-License-Identifier: MIT
#include "cli/measure/serve/served_engine.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/option_values.h"
#include "base/subprocess.h"
#include "base/text.h"
#include "cli/measure/llm/named_model.h"
#include "cli/measure/serve/tokenizer_codec.h"
#include "runner/decoder_memory.h"
#include "runner/device_choice.h"
#include "runner/launch/engine_location.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"

namespace wgf::cli {
namespace {

using results::Result;

constexpr Seconds slice{0.1};
constexpr std::int64_t usual_slots = 16, usual_turn_tokens = 512, usual_context = 4096;

std::string chosen(const char* option, const std::string& typed,
                   std::span<const std::string_view> names) {
  if (std::find(names.begin(), names.end(), typed) != names.end()) return typed;
  std::vector<std::string> all(names.begin(), names.end());
  throw_usage("server.bad_choice",
              {{"option", option}, {"value", typed}, {"known", join(all, ", ")}});
}

// Tokens of a text at most, as its config.json has it.
std::int64_t context_of(const results::Case& value, const std::string& typed) {
  results::Case one = value;
  one.benchmark = "llm";
  one.parameters.set("batch_size", std::int64_t{1});
  one.parameters.set("prompt_tokens", std::int64_t{1});
  one.parameters.set("new_tokens", std::int64_t{1});
  const std::int64_t most = runner::text_length(one).most;
  if (typed.empty()) return most > 0 ? std::min(usual_context, most) : usual_context;
  const std::int64_t tokens = parse_count("--context", typed, 2);
  if (most > 0 && tokens > most)
    throw_usage("server.too_many",
                {{"option", "--context"}, {"value", typed}, {"most", std::to_string(most)}});
  return tokens;
}

// Null: no tokenizer is known.
std::shared_ptr<const load::TextCodec> codec_of(const EngineOptions& options) {
  std::filesystem::path path = options.tokenizer;
  std::error_code ignored;
  if (options.tokenizer.empty()) {
    path = std::filesystem::path(options.model) / "tokenizer.json";
    if (!std::filesystem::exists(path, ignored)) return nullptr;
  } else if (std::filesystem::is_directory(path, ignored)) {
    path /= "tokenizer.json";
  }
  return std::make_shared<TokenizerCodec>(checkpoints::read_tokenizer(path),
                                          checkpoints::read_chat_template(path.parent_path()));
}

std::pair<load::Socket, Descriptor> make_sockets() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error({"server.no_socket", {{"reason", std::strerror(errno)}}});
  return {load::Socket(ends[0]), Descriptor(ends[1])};
}

// The first line, where it is there.
std::optional<results::ServingReady> read_ready(const load::Socket& socket) {
  char buffer[512];
  const ssize_t size = ::recv(socket.descriptor(), buffer, sizeof buffer, MSG_PEEK | MSG_DONTWAIT);
  if (size <= 0) return std::nullopt;
  const std::string_view there(buffer, static_cast<std::size_t>(size));
  const std::size_t end = there.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  [[maybe_unused]] const ssize_t taken = ::recv(socket.descriptor(), buffer, end + 1, 0);
  const auto news = results::parse_serving_news({buffer, end});
  const auto* ready = news ? std::get_if<results::ServingReady>(&*news) : nullptr;
  return ready == nullptr ? std::nullopt : std::optional(*ready);
}

Message reason_of(const Result& result) {
  return result.reason ? *result.reason : Message{"server.engine_ended", {{"how", "-"}}};
}

Message reason_of(const runner::EngineEnd& end) {
  std::string how = end.signal ? signal_name(*end.signal)
                               : "exit code " + std::to_string(end.exit_code.value_or(0));
  if (!end.last_words.empty()) how += ": " + end.last_words;
  return {"server.engine_ended", {{"how", how}}};
}

}  // namespace

bool EngineOptions::is_given() const {
  const std::string all = precision + batch + context + turn_tokens + tokenizer;
  return !all.empty() || device != "auto" || cache_precision != "auto" || kernels != "auto";
}

void add_engine_options(Command& command, const Context& context, EngineOptions& options) {
  const auto text = [&](const char* names, std::string& value, const char* key, const char* name) {
    command.text(names, value, context.text(std::string("server.option_") + key), name);
  };
  text("--device", options.device, "device", "auto|cpu|cuda:N");
  text("--precision", options.precision, "precision", "NAME");
  text("--kv-precision", options.cache_precision, "kv_precision", "auto|fp8");
  text("--kernels", options.kernels, "kernels", "auto|own|library");
  text("-b,--batch-size", options.batch, "batch", "N");
  text("--context", options.context, "context", "N");
  text("--turn-tokens", options.turn_tokens, "turn_tokens", "N");
  text("--tokenizer", options.tokenizer, "tokenizer", "FILE");
}

ServedEngine::ServedEngine(const EngineOptions& options, const Context& context) {
  runner::check_device_name(options.device);
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const NamedModel model = find_model(options.model, catalog.models());
  model_ = model.name;
  case_ = {.benchmark = "llm_serve",
           .parameters = {{"model", model.name}},
           .model_config = model.config,
           .seed = static_cast<std::uint64_t>(parse_count("--seed", options.seed, 0))};
  if (!options.precision.empty())
    chosen("--precision", options.precision, runner::choices::decoder_precisions);
  constexpr std::string_view caches[] = {"auto", "fp8"}, kernels[] = {"auto", "own", "library"};
  chosen("--kv-precision", options.cache_precision, caches);
  chosen("--kernels", options.kernels, kernels);
  const std::int64_t slots =
      options.batch.empty() ? usual_slots : parse_count("-b", options.batch, 1);
  const std::int64_t turn_tokens = options.turn_tokens.empty()
                                       ? usual_turn_tokens
                                       : parse_count("--turn-tokens", options.turn_tokens, 1);
  const std::int64_t tokens = context_of(case_, options.context);
  codec_ = codec_of(options);

  auto [ours, theirs] = make_sockets();
  runner::EngineProcess::Options launch{.program = runner::find_engine(),
                                        .environment = checkpoint_environment(options.model),
                                        .inherited_descriptors = {theirs.get()}};
  launch.environment.emplace_back(results::requests_variable, std::to_string(theirs.get()));
  engine_.emplace(std::move(launch));
  socket_ = std::move(ours);
  hello_ = engine_->greet();
  case_.device = runner::choose_device(options.device, hello_, runner::has_nvidia_gpu());
  results::Parameters& parameters = case_.parameters;
  parameters.set("batch_size", slots);
  parameters.set("turn_tokens", turn_tokens);
  parameters.set("context_tokens", tokens);
  parameters.set("precision", !options.precision.empty() ? options.precision
                              : case_.device == "cpu"    ? std::string("fp32")
                                                         : model.precision);
  if (options.cache_precision != "auto") parameters.set("kv_precision", options.cache_precision);
  if (options.kernels != "auto") parameters.set("kernels", options.kernels);
  if (!model.weights.empty()) parameters.set("weights", model.weights);
}

std::optional<Result> ServedEngine::next_result(Seconds most) {
  const runner::EngineEvent event = engine_->next(runner::deadline_in(most));
  if (const auto* result = std::get_if<Result>(&event)) return *result;
  if (const auto* end = std::get_if<runner::EngineEnd>(&event)) throw Error(reason_of(*end));
  return std::nullopt;
}

Result ServedEngine::measure(const results::Case& value,
                             const std::function<bool()>& is_interrupted) {
  engine_->send(value);
  bool is_told = false;
  for (;;) {
    if (is_interrupted() && !std::exchange(is_told, true)) engine_->interrupt();
    if (auto result = next_result(slice)) return *std::move(result);
  }
}

std::optional<ServedEngine::Served> ServedEngine::serve(
    const std::function<bool()>& is_interrupted) {
  engine_->send(case_);
  while (!is_interrupted()) {
    if (const auto result = next_result(slice)) throw Error(reason_of(*result));
    const auto ready = read_ready(socket_);
    if (!ready) continue;
    if (codec_ == nullptr) codec_ = std::make_shared<load::IdCodec>(ready->vocabulary);
    return Served{*ready, std::move(socket_)};
  }
  return std::nullopt;
}

std::optional<Message> ServedEngine::fault() {
  try {
    const auto result = next_result(slice);
    return result ? std::optional(reason_of(*result)) : std::nullopt;
  } catch (const Error& error) {
    return error.message();
  }
}

std::optional<Result> ServedEngine::stop() {
  constexpr Seconds most{10};
  const runner::Deadline end = runner::deadline_in(most);
  try {
    while (std::chrono::steady_clock::now() < end)
      if (auto result = next_result(slice)) return result;
  } catch (const Error&) {
  }
  return std::nullopt;
}

}  // namespace wgf::cli
