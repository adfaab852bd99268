// SPDX-License-Identifier: MIT
// English: tasks.llm_load_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry llm_load_entries[] = {
    {"tasks.llm_load_advice_goodput",
     "Most answers within the limits: {goodput} at {load} ({share} of them)."},
    {"tasks.llm_load_closed", "{users} {users:user|users}"},
    {"tasks.llm_load_column_answered", "answered"},
    {"tasks.llm_load_column_goodput", "within limits"},
    {"tasks.llm_load_column_load", "load"},
    {"tasks.llm_load_column_mean", "mean"},
    {"tasks.llm_load_column_p99_range", "P99, 95 % between"},
    {"tasks.llm_load_column_output", "output"},
    {"tasks.llm_load_column_time", "time"},
    {"tasks.llm_load_column_tpot", "TPOT P50 / P99"},
    {"tasks.llm_load_column_ttft", "TTFT P50 / P99"},
    {"tasks.llm_load_column_wait", "of it waiting"},
    {"tasks.llm_load_lengths",
     "-p, -n, -d, -pg and --preset are of single prompts and answers; of a load give "
     "--input-tokens and "
     "--output-tokens"},
    {"tasks.llm_load_open", "{rate} requests/s"},
    {"tasks.llm_load_option_concurrency",
     "requests: users who each ask again when answered, \"1,8\" or \"1-64*2\" (default 16, on a "
     "CPU 4)"},
    {"tasks.llm_load_option_input_tokens",
     "requests: tokens of a prompt, \"512\" or \"256-768\" (default 512, on a CPU 32)"},
    {"tasks.llm_load_option_output_tokens",
     "requests: tokens of an answer (default 128, on a CPU 8)"},
    {"tasks.llm_load_option_rate",
     "requests: arrivals a second at random (Poisson), whether or not answers keep up"},
    {"tasks.llm_load_option_requests",
     "measure a load of so many requests (default 100, on a CPU 8); -b says how many at once"},
    {"tasks.llm_load_option_slo",
     "requests: limits an answer must keep to count as good: ttft=500ms,tpot=30ms"},
    {"tasks.llm_load_option_turn_tokens",
     "requests: tokens of prompts that are read in a turn at most (default 512)"},
    {"tasks.llm_load_ranks",
     "a load is answered by one GPU; leave out --tp, or the options of a load"},
    {"tasks.llm_load_text_too_long",
     "{tokens} tokens (the longest prompt and answer) are more than the {most} that {model} takes; "
     "shorten --input-tokens or --output-tokens"},
    {"tasks.llm_load_title", "{case}: {requests} requests in {time}"},
    {"tasks.llm_load_words",
     "{option} says single prompts and answers as other tools do; leave it out, or the options of "
     "a "
     "load"},
};
const Part llm_load = llm_load_entries;

}  // namespace wgf::messages::english
