// SPDX-License-Identifier: MIT
// English: select.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry select_entries[] = {
    {"select.description",
     "guide to a choice: training by size, inference by scenario, what a budget buys, what fits on "
     "which GPU"},
    {"select.option_capacity",
     "matrix of models and GPUs: tokens/s and $ per 1,000 tokens, or the memory needed"},
    {"select.option_task", "training or inference"},
    {"select.option_model_size", "training of 7b, 13b, 70b or 175b [all four]"},
    {"select.option_scenario", "inference for chat, api, batch or edge [all four]"},
    {"select.option_tier", "under-5k, 5k-15k, 15k-50k, over-50k (US dollars for GPUs) or all"},
    {"select.option_model",
     "with --capacity models, with commas [llama-3.1-8b,llama-3.1-70b,gpt3-175b]; else one model "
     "[training: of the size; inference: llama-3.1-8b]"},
    {"select.option_gpu",
     "cards of --capacity, with commas "
     "[rtx-4090,l40s,a100-sxm-80gb,h100-sxm,h200-sxm,b200,mi300x]"},
    {"select.option_precision",
     "--capacity: one of bf16, fp16, fp8, int8, int4, fp4 [bf16]; else as recommend"},
    {"select.option_train_tokens", "tokens of the whole training: 100B [20 a parameter]"},
    {"select.option_deadline",
     "a training ends within, in seconds or with a unit: 12h, 30d, 8w [none; --budget-tier: 90d]"},
    {"select.option_max_gpus", "most GPUs [64; edge: 1]"},
    {"select.option_users",
     "users whose requests are in flight at once [chat: 100 and 1000, api: 1000, batch: as many as "
     "are cheapest, edge: 1 and 10]"},
    {"select.option_requests", "requests at once that have to fit [16]"},
    {"select.option_input_tokens", "tokens of a prompt, as 2000 or 8k [1024]"},
    {"select.option_output_tokens",
     "tokens of an answer [256; --capacity: 1024; less where the network takes fewer]"},
    {"select.option_priority",
     "speed, cost, memory, energy or balanced [training: balanced, inference: cost]"},
    {"select.option_explain",
     "--capacity: memory and dollars of each cell; else every measure and score behind the "
     "choices"},
    {"select.which",
     "say what to select: --task training, --task inference, --budget-tier all or --capacity (on a "
     "terminal select without options asks)"},
    {"select.belongs", "{option} belongs to {flags}; leave it out or ask for that"},
    {"select.two_answers", "{first} and {second} are two answers; give one"},
    {"select.one_precision", "--capacity shows one precision at a time"},
    {"select.one_model", "name one model or one size at a time"},
    {"select.capacity_title",
     "One GPU, {precision}, {requests} {requests:request|requests} at once of {input} "
     "{input:token|tokens} in and {output} out, vLLM: output tokens/s and $ per 1,000 of them, or "
     "the memory all of it takes"},
    {"select.capacity_lengths", "{models}: {input} {input:token|tokens} in and {output} out."},
    {"select.capacity_note",
     "❌: usable memory that one GPU would need to have, weights, cache of all requests and what "
     "the software takes together. Below the tokens/s their 90 % interval. $: at the cheapest rent "
     "of "
     "a single GPU on demand (cloud-prices), -: nobody rents one alone or nothing is forecast."},
    {"select.training_title",
     "Training on at most {gpus} rented {gpus:GPU|GPUs}, priority {priority}: the first choice of "
     "each size"},
    {"select.training_note",
     "Models: 7b llama-2-7b, 13b llama-2-13b, 70b llama-3.1-70b, 175b gpt3-175b; tokens where not "
     "given: 20 a parameter. Second lines: 90 % intervals. rc: layers recomputed, sel: a part of "
     "them. --model-size shows three choices and what ZeRO, recomputation and LoRA change."},
    {"select.inference_title",
     "Inference of {model}, {input} {input:token|tokens} in, {output} out; TTFT and TPOT at "
     "most: chat 2 s, 100 ms; api 450 ms, 40 ms; edge 2 s, 200 ms; batch without limits; the first "
     "choice by {priority}"},
    {"select.inference_note",
     "Limits hold for mean times. chat, api, batch: rented, $/h; edge: one "
     "GPU bought for at most $5,000. The number behind a scenario: users at once. Second lines: 90 "
     "% intervals. --scenario shows three choices of each."},
    {"select.nothing", "{name} ({users} {users:user|users}): {reason}"},
    {"select.nothing_trains", "{name}: {reason}"},
    {"select.any_users", "any"},
    {"select.column_size", "size"},
    {"select.column_tokens", "tokens"},
    {"select.column_strategy", "strategy"},
    {"select.column_time", "time"},
    {"select.column_scenario", "scenario"},
    {"select.column_memory", "GB of memory"},
    {"select.column_dollars", "$ per 1K tokens"},
    {"select.capacity_explained",
     "Memory: (weights + others + requests x cache of one at its longest) / the share of usable "
     "memory "
     "that engines take. Dollars: $ an hour / 3600 s / tokens a second x 1,000."},
    {"select.advice", "What else there is (of the first choice, on each GPU):"},
    {"select.advice_alone", "What else there is:"},
    {"select.sharing",
     "- {how} shares out what each would keep whole: {gb} instead of {without}, of {usable}."},
    {"select.recompute",
     "- Recomputation (gradient checkpointing, {how}): {gb} instead of {other} without, of "
     "{usable}."},
    {"select.no_recompute",
     "- Recomputation (gradient checkpointing) is not needed: {gb} of {usable}; in full it would "
     "be {other}."},
    {"select.adapters",
     "- Fine-tuning with {name} instead takes {gb} on one GPU, one sequence at a time, recomputed: "
     "1 x {gpu} from {price} $/h."},
    {"select.adapters_nowhere",
     "- Fine-tuning with {name} instead takes {gb} on one GPU, one sequence at a time, recomputed: "
     "no rented GPU holds that alone."},
    {"select.qlora_release",
     "{gpu} runs QLoRA's 4-bit weights with bitsandbytes from release {release} "
     "(huggingface.co/docs/bitsandbytes)."},
    {"select.tier_under", "Under ${to}"},
    {"select.tier_over", "Over ${from}"},
    {"select.use_train", "train up to {model}"},
    {"select.use_adapt", "fine-tune up to {model} with QLoRA on one {gpu}"},
    {"select.use_serve", "serve up to {model}"},
    {"select.uses", "Use cases: {uses}. The cards suit: {suits}."},
    {"select.tier_work", "{task}: {model}"},
    {"select.tier_trains_nothing", "training: not even {model}."},
    {"select.tier_trains_nothing_cheapest",
     "training: not even {model}, which takes ${usd} at least: {what}."},
    {"select.tier_trains_nothing_most",
     "training: not even {model} in time; the most at any price is {rate} tokens/s, on {what} "
     "(--deadline gives it longer)."},
    {"select.tier_serves_nothing", "inference: not even {model}."},
    {"select.tier_serves_nothing_cheapest",
     "inference: not even {model}, which takes ${usd} at least: {what}."},
    {"select.tier_serves_nothing_most",
     "inference: not even {model} within these limits; nearest: {rate} tokens/s on {what}."},
    {"select.tiers_note",
     "Prices are those of the GPUs alone, up to {gpus} of them. The models are the largest of "
     "gpt3-175b, llama-3.1-70b, llama-2-13b, llama-2-7b, llama-3.2-3b and llama-3.2-1b of which a "
     "training with 20 tokens a parameter ends within {deadline} (--deadline), and of which at "
     "least {users} users at once get their first token within 500 ms and each other within 100 "
     "ms; the last column is the time "
     "of the training, or the users at once. Second lines: 90 % intervals. Order: recommend, "
     "balanced."},
    {"select.mark_old_rent",
     "*: the cheapest rent known is more than 30 days old or undated (cloud-prices)."},
    {"select.mark_old_purchase", "*: no price of the last twelve months is known."},
    {"select.mark_old_both",
     "*: the cheapest rent known is more than 30 days old or undated (cloud-prices); of what is "
     "bought "
     "no price of the last twelve months is known."},
    {"select.mark_risk", "!: the limit lies within the 90 % interval, so it may be missed."},
    {"select.mark_four_bits",
     "fp4, int4: weights in four bits, because nothing wider does it within this; answers lose "
     "some "
     "accuracy."},
    {"select.price_of", "{gpu} ${price} ({basis})"},
    {"select.prices", "Prices of one card rest on: {prices}."},
    {"select.list_semicolon", "; "},
    {"select.same", "The same without questions: {command}"},
    {"select.ask_kind", "What are the GPUs for? (a number or a name; Enter: 1)"},
    {"select.ask_size", "How large is the model?"},
    {"select.ask_tokens", "How many tokens does the training read? (100B; Enter: 20 a parameter)"},
    {"select.ask_gpus", "How many GPUs at most? (Enter: 64)"},
    {"select.ask_scenario", "Which scenario?"},
    {"select.ask_model", "Which model? (a name of list-models; Enter: llama-3.1-8b)"},
    {"select.ask_users", "How many users at once? (Enter: those of the scenario)"},
    {"select.ask_tier", "What may the GPUs cost?"},
    {"select.ask_precision", "Which precision?"},
    {"select.ask_requests", "How many requests at once? (Enter: 16)"},
    {"select.ask_again", "Please answer 1 to {last}, or with the name."},
    {"select.answer_training", "training: train a model"},
    {"select.answer_inference", "inference: serve a model"},
    {"select.answer_budget", "budget: what a sum buys"},
    {"select.answer_capacity", "capacity: which models fit on which GPUs"},
    {"select.answer_7b", "7b"},
    {"select.answer_13b", "13b"},
    {"select.answer_70b", "70b"},
    {"select.answer_175b", "175b: 175 billion parameters and more"},
    {"select.answer_chat", "chat: people read along, 100 to 1,000 users"},
    {"select.answer_api", "api: quick answers, 1,000 users and more"},
    {"select.answer_batch", "batch: nobody waits, throughput counts"},
    {"select.answer_edge", "edge: one GPU, 1 to 10 users"},
    {"select.answer_under_5k", "under-5k: less than $5,000"},
    {"select.answer_5k_15k", "5k-15k: $5,000 to $15,000"},
    {"select.answer_15k_50k", "15k-50k: $15,000 to $50,000"},
    {"select.answer_over_50k", "over-50k: more than $50,000"},
    {"select.answer_bf16", "bf16"},
    {"select.answer_fp8", "fp8"},
    {"select.answer_int8", "int8"},
    {"select.answer_int4", "int4"},
};
const Part select = select_entries;

}  // namespace wgf::messages::english
