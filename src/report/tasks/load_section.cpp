// SPDX-License-Identifier: MIT
// llm and serve-test under a load of requests: what each load gave, and how its times are
// distributed.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/order_statistics.h"
#include "base/percentiles.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/joined_processes.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Metric;
using results::Result;
using results::Run;
using results::Status;

// Of a request, in the order they follow one another.
struct TimeRow {
  const char *tag, *name;
};
constexpr TimeRow times[] = {{"ttft", "metric.ttft"},
                             {"scheduled.ttft", "server.scheduled_ttft"},
                             {"role.ttft", "server.role_ttft"},
                             {"answer.ttft", "server.answer_ttft"},
                             {"queue_time", "metric.queue_time"},
                             {"prompt_time", "metric.prompt_time"},
                             {"tpot", "metric.tpot"},
                             {"itl", "metric.itl"},
                             {"e2e_time", "metric.e2e_time"},
                             {"scheduled.e2e_time", "server.scheduled_e2e_time"},
                             {"send_delay", "metric.send_delay"},
                             {"connect_time", "metric.connect_time"},
                             {"handshake_time", "metric.handshake_time"}};

constexpr double share_of_p99 = 0.99;

std::string number(double milliseconds) {
  constexpr int digits = 3;  // more than a percentile of a load repeats
  return format_number(milliseconds, digits);
}

std::string with_unit(double milliseconds) {
  return number(milliseconds) + " ms";
}

std::string percentile(const Metric& metric, double share, std::size_t enough = 1) {
  if (metric.samples.size() < enough) return "-";
  return with_unit(quantile(metric.samples, share));
}

// "210 / 480 ms"
std::string both_ends(const Result& result, const char* tag) {
  const Metric* metric = result.find(tag);
  if (metric == nullptr || metric->samples.empty()) return "-";
  const bool has_p99 = metric->samples.size() >= enough_for_p99;
  return number(quantile(metric->samples, 0.5)) + " / " +
         (has_p99 ? number(quantile(metric->samples, 0.99)) : "-") + " ms";
}

std::string load_of(const Result& result, Language language) {
  const results::Parameters& parameters = result.measured_case.parameters;
  if (parameters.find("trace") != nullptr) return parameters.text("trace");
  if (const results::Value* rate = parameters.find("rate")) {
    const results::Value* end = parameters.find("rate_to");  // of a load that rises or falls
    const std::string text =
        results::to_text(*rate) + (end == nullptr ? "" : "-" + results::to_text(*end));
    return messages::render({"tasks.llm_load_open", {{"rate", text}}}, language);
  }
  return messages::render(
      {"tasks.llm_load_closed", {{"users", std::to_string(parameters.integer("concurrency", 1))}}},
      language);
}

std::string share_of(const Result& result, const char* tag) {
  const auto value = number_of(result, tag);
  return value ? percent_text(*value) : "-";
}

// "llama-3.2-1b bf16, 4 requests/s", and what differs from case to case.
std::string title_of(const Run& run, const Result& result, Language language) {
  const results::Parameters& parameters = result.measured_case.parameters;
  const std::string precision = parameters.text("precision");  // a server does not tell it
  return parameters.text("model") + (precision.empty() ? "" : " " + precision) + ", " +
         load_of(result, language) +
         other_parameters(run, result, {"model", "precision", "rate", "concurrency"});
}

// "98.2 - 104 ms"; between tokens of one request samples are not independent, and nothing is said.
std::string p99_range(const Metric& metric) {
  const auto range =
      metric.tag == "itl" ? std::nullopt : percentile_interval(metric.samples, share_of_p99);
  return range ? number(range->low) + " - " + with_unit(range->high) : "-";
}

TitledTable distributions(const Run& run, const Result& result, Language language) {
  Table table;
  table.columns = {text_column("tasks.llm_load_column_time", language),
                   number_column("tasks.llm_load_column_mean", language),
                   {"P50", Align::right},
                   {"P95", Align::right},
                   {"P99", Align::right},
                   number_column("tasks.llm_load_column_p99_range", language)};
  for (const auto& [tag, name] : times) {
    const Metric* metric = result.find(tag);
    if (metric == nullptr || metric->samples.empty()) continue;
    table.rows.push_back({messages::render(name, language), with_unit(mean(metric->samples)),
                          percentile(*metric, 0.5), percentile(*metric, 0.95, enough_for_p95),
                          percentile(*metric, share_of_p99, enough_for_p99), p99_range(*metric)});
  }
  constexpr std::size_t named = 5;
  drop_empty_columns(table, named);
  const auto seconds = number_of(result, "measured_time").value_or(0);
  const Metric* ttft = result.find("ttft");
  return {
      messages::render({"tasks.llm_load_title",
                        {{"case", title_of(run, result, language)},
                         {"requests", std::to_string(ttft == nullptr ? 0 : ttft->samples.size())},
                         {"time", format_duration(Seconds(seconds))}}},
                       language),
      std::move(table)};
}

// As the server counts them: "131 + 16".
std::string counted_tokens(const Result& result) {
  const auto in = number_of(result, "input.token_count"),
             out = number_of(result, "output.token_count");
  constexpr int digits = 4;
  return in && out ? format_number(*in, digits) + " + " + format_number(*out, digits) : "-";
}

// Of several loads of a server the two answers of a sweep: where it gives most, and how much it
// takes within the limits.
void add_sweep_advice(const std::vector<const Result*>& measured, Language language,
                      std::vector<std::string>& advice) {
  const auto load = [](const Result* result) {
    const results::Parameters& parameters = result->measured_case.parameters;
    return parameters.number("rate", parameters.number("concurrency"));
  };
  const auto say = [&](const char* key, std::vector<std::pair<std::string, std::string>> words) {
    advice.push_back(messages::render(Message{key, std::move(words)}, language));
  };
  const Result *most = nullptr, *largest = nullptr;
  bool has_limits = false;
  constexpr double enough = 99;  // %
  constexpr const char* output = "output.token_throughput";
  for (const Result* result : measured) {
    if (most == nullptr || number_of(*result, output) > number_of(*most, output)) most = result;
    const auto share = number_of(*result, "good_share");
    has_limits = has_limits || share;
    const bool keeps = share.value_or(0) >= enough;
    if (keeps && (largest == nullptr || load(result) > load(largest))) largest = result;
  }
  say("server.peak", {{"rate", cell_of(*most, output)}, {"load", load_of(*most, language)}});
  const auto is_of_client = [](const Message& warning) {
    return warning.key == "server.client_late" || warning.key == "server.client_busy";
  };
  if (std::any_of(most->warnings.begin(), most->warnings.end(), is_of_client))
    say("server.peak_of_client", {});
  if (largest != nullptr) say("server.largest", {{"load", load_of(*largest, language)}});
  if (has_limits && largest == nullptr) say("server.none_within", {});
}

// Of a server: what the client that measured it can do, on its own machine.
std::optional<std::string> client_line(const Result& result, Language language) {
  if (result.find("client_delay") == nullptr) return std::nullopt;
  return messages::render({"server.client",
                           {{"load", load_of(result, language)},
                            {"rate", cell_of(result, "client_event_rate")},
                            {"delay", cell_of(result, "client_delay")},
                            {"lag", cell_of(result, "client_lag")}}},
                          language);
}

bool is_served(const Result& result) {
  return result.measured_case.benchmark == "serve_test";
}

Message asked_how(const Result& result) {
  return {is_served(result) ? "server.served" : "server.in_process", {}};
}

std::optional<double> median_of(const Result& result, const char* tag) {
  const Metric* metric = result.find(tag);
  if (metric == nullptr || metric->samples.empty()) return std::nullopt;
  return median(metric->samples);
}

// "+0.41 ms"
std::string difference_of(const Result& served, const Result& alone, const char* tag) {
  const auto after = median_of(served, tag), before = median_of(alone, tag);
  if (!after || !before) return "-";
  return (*after < *before ? "-" : "+") + with_unit(std::abs(*after - *before));
}

// Of a load in the process: what the same one as a server had more of.
std::optional<std::string> added_line(const Result& alone, const std::vector<const Result*>& served,
                                      Language language) {
  if (is_served(alone)) return std::nullopt;
  const auto same = std::find_if(served.begin(), served.end(), [&](const Result* one) {
    return load_of(*one, language) == load_of(alone, language);
  });
  if (same == served.end()) return std::nullopt;
  const auto after = number_of(**same, "output.token_throughput"),
             before = number_of(alone, "output.token_throughput");
  if (!after || !before || *before <= 0) return std::nullopt;
  return messages::render({"server.added",
                           {{"load", load_of(alone, language)},
                            {"output", percent_text(100 * *after / *before)},
                            {"ttft", difference_of(**same, alone, "ttft")},
                            {"tpot", difference_of(**same, alone, "tpot")}}},
                          language);
}

std::optional<double> mean_of(const Result& result, const char* tag) {
  const Metric* metric = result.find(tag);
  if (metric == nullptr || metric->samples.empty()) return std::nullopt;
  return mean(metric->samples);
}

// "1,840 tokens/s (+4 %)": with how much more than measured was forecast.
std::string forecast_of(const Result& result, const char* forecast,
                        std::optional<double> measured) {
  const auto value = number_of(result, forecast);
  if (!value) return "-";
  const std::string off =
      measured && *measured > 0 ? fmt::format(" ({:+.0f} %)", 100 * (*value / *measured - 1)) : "";
  return cell_of(result, forecast) + off;
}

// What the advisor says of the service that was measured.
std::optional<std::string> forecast_line(const Result& result, Language language) {
  constexpr const char *output = "output.token_throughput_forecast",
                       *rate = "output.token_throughput";
  if (!number_of(result, output)) return std::nullopt;
  return messages::render(
      {"server.forecast",
       {{"load", load_of(result, language)},
        {"output", forecast_of(result, output, number_of(result, rate))},
        {"ttft", forecast_of(result, "ttft_forecast", mean_of(result, "ttft"))},
        {"tpot", forecast_of(result, "tpot_forecast", mean_of(result, "tpot"))}}},
      language);
}

// Of a server that tells it: how long requests waited in its own queue.
std::optional<std::string> queue_line(const Result& result, Language language) {
  const auto waited = number_of(result, "served.queue_time");
  if (!waited) return std::nullopt;
  return messages::render(
      {"server.queue", {{"load", load_of(result, language)}, {"time", with_unit(*waited)}}},
      language);
}

const Result* best_of(const std::vector<const Result*>& measured) {
  const auto goodput = [](const Result* result) {
    return number_of(*result, "goodput").value_or(0);
  };
  const auto best =
      std::max_element(measured.begin(), measured.end(),
                       [&](const Result* a, const Result* b) { return goodput(a) < goodput(b); });
  return best != measured.end() && goodput(*best) > 0 ? *best : nullptr;
}

}  // namespace

TaskSection load_section(const Run& all, Language language) {
  const JoinedRun joined = has_repeated_cases(all) ? join_processes(all) : JoinedRun{all, {}};
  const Run& run = joined.run;
  TaskSection section;
  section.table.columns = {text_column("tasks.column_model", language),
                           text_column("tasks.llm_column_precision", language),
                           text_column("server.column_asked", language),
                           number_column("tasks.llm_load_column_load", language),
                           number_column("server.column_tokens", language),
                           number_column("tasks.llm_load_column_answered", language),
                           number_column("tasks.llm_load_column_output", language),
                           number_column("tasks.llm_load_column_ttft", language),
                           number_column("server.column_scheduled", language),
                           number_column("tasks.llm_load_column_wait", language),
                           number_column("tasks.llm_load_column_tpot", language),
                           number_column("tasks.llm_load_column_goodput", language),
                           number_column("server.column_failed", language),
                           number_column("metric.power", language),
                           number_column("metric.energy_per_token", language),
                           {"$/Mtoken", Align::right}};
  const bool is_mixed = std::any_of(run.results.begin(), run.results.end(), is_served) &&
                        !std::all_of(run.results.begin(), run.results.end(), is_served);
  for (const Result& result : run.results) {
    const bool is_ok = result.status == Status::ok;
    section.table.rows.push_back(
        {result.measured_case.parameters.text("model"),
         result.measured_case.parameters.text("precision", "-"),
         is_mixed ? messages::render(asked_how(result), language) : "-", load_of(result, language),
         counted_tokens(result),
         is_ok ? cell_of(result, "request_rate") : status_text(result, language),
         cell_of(result, "output.token_throughput"), both_ends(result, "ttft"),
         both_ends(result, "scheduled.ttft"), both_ends(result, "queue_time"),
         both_ends(result, "tpot"), share_of(result, "good_share"),
         number_of(result, "failed_requests").value_or(0) > 0 ? cell_of(result, "failed_requests")
                                                              : "-",
         cell_of(result, "power"), cell_of(result, "output.energy_per_token"),
         cell_of(result, "output.token_cost")});
  }
  constexpr std::size_t named = 1;
  drop_empty_columns(section.table, named);
  const std::vector<const Result*> measured = measured_of(run);
  // Of a sweep the rows above are what is compared.
  constexpr std::size_t most_tables = 3;
  if (measured.size() <= most_tables)
    for (const Result* result : measured)
      section.more.push_back(distributions(run, *result, language));
  if (const Result* best = best_of(measured); best != nullptr && measured.size() > 1)
    section.advice.push_back(messages::render({"tasks.llm_load_advice_goodput",
                                               {{"goodput", cell_of(*best, "goodput")},
                                                {"load", load_of(*best, language)},
                                                {"share", share_of(*best, "good_share")}}},
                                              language));
  std::vector<const Result*> served;
  for (const Result* result : measured)
    if (is_served(*result)) served.push_back(result);
  if (served.size() > 1) add_sweep_advice(served, language, section.advice);
  for (const Result* result : measured)
    if (auto line = added_line(*result, served, language))
      section.advice.push_back(*std::move(line));
  for (const Result* result : measured)
    if (auto line = forecast_line(*result, language)) section.advice.push_back(*std::move(line));
  for (const Result* result : measured)
    if (auto line = queue_line(*result, language)) section.advice.push_back(*std::move(line));
  // Of a sweep the load at which the client was latest.
  std::vector<const Result*> clients = measured;
  if (measured.size() > most_tables)
    clients = {
        *std::max_element(measured.begin(), measured.end(), [](const auto* a, const auto* b) {
          return number_of(*a, "client_lag").value_or(0) < number_of(*b, "client_lag").value_or(0);
        })};
  for (const Result* result : clients)
    if (auto line = client_line(*result, language)) section.advice.push_back(*std::move(line));
  return section;
}

}  // namespace wgf::report
