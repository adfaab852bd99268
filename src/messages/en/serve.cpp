// SPDX-License-Identifier: MIT
// English: serve.* (predict --task serve)

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry serve_entries[] = {
    {"serve.option_concurrency", "serve: requests in flight (default 32); 1,8,64 shows the knee"},
    {"serve.option_input_tokens", "serve: tokens of a prompt, as 2000 or 8k (default 1024)"},
    {"serve.option_output_tokens", "serve: tokens generated for it (default 256)"},
    {"serve.option_slo", "serve: limits of the mean times, in ms: ttft=500ms,tpot=30ms"},
    {"serve.option_scenario",
     "serve: chat (TTFT 2 s, TPOT 100 ms), api (450 ms, 40 ms), edge (2 s, 200 ms), batch (no "
     "limits)"},
    {"serve.option_kv_precision",
     "serve: of keys and values: bf16, fp8 (default: as recipes have it)"},
    {"serve.option_attention_dp",
     "serve: groups of attention in an engine of experts (default: chosen)"},
    {"serve.title", "{model} ({params} B parameters), served in {precision} on {cards}{scenario}"},
    {"serve.for_scenario", " for {scenario} (--scenario)"},
    {"serve.setting",
     "{input} {input:token|tokens} in and {output} out; {load} {load:request|requests} in flight; "
     "keys and values in {bits} bits."},
    {"serve.setting_loads",
     "{input} {input:token|tokens} in and {output} out; keys and values in {bits} bits."},
    {"serve.setting_precisions",
     "{input} {input:token|tokens} in and {output} out; {load} {load:request|requests} in flight."},
    {"serve.setting_precisions_most",
     "{input} {input:token|tokens} in and {output} out; in flight in each row: the most requests "
     "within the limits."},
    {"serve.layout_loads",
     "Software {software}; layout {layout} at every load: the best at the largest."},
    {"serve.layout_loads_fewest",
     "Software {software}; layout {layout} at every load: the best at the largest, on the fewest "
     "of {counts} GPUs that hold it within limits, if any do (--gpus 1: on one)."},
    {"serve.devices",
     "Programs see {devices} devices in one card of {cards}: a service of such a card is "
     "spread over them, as tensor parallelism does."},
    {"serve.devices_tp",
     "Programs see {devices} devices in one card of {cards}: a service of such a card is "
     "spread over them, as tensor parallelism does ({devices} times the tp named here)."},
    {"serve.layout_precisions",
     "Software {software}; each precision in the layout best for it, on as many GPUs."},
    {"serve.layout_given", "Software {software}; layout {layout}, as given."},
    {"serve.layout_tokens",
     "Software {software}; layout {layout}. What was not given is chosen: most tokens a second of "
     "all layouts that fit."},
    {"serve.layout_tokens_fewest",
     "Software {software}; layout {layout}. The fewest of {counts} GPUs that hold it and its load "
     "within limits, if any do; of their layouts the one with most tokens a second."},
    {"serve.layout_users",
     "Software {software}; layout {layout}. What was not given is chosen: most requests in flight "
     "within the limits, and so many are in flight here."},
    {"serve.layout_users_fewest",
     "Software {software}; layout {layout}. The fewest of {counts} GPUs that keep the limits, if "
     "any do; of their layouts the one with most requests in flight within them, and so many are "
     "in flight "
     "here."},
    {"serve.figure_ttft", "TTFT, mean"},
    {"serve.figure_tpot", "TPOT, mean"},
    {"serve.figure_user", "tokens/s of one user"},
    {"serve.figure_tokens", "output tokens/s of all"},
    {"serve.figure_tokens_per_gpu", "output tokens/s of one GPU"},
    {"serve.figure_requests", "requests/s"},
    {"serve.figure_users", "users within {limits}"},
    {"serve.figure_cache_tokens", "KV cache, tokens"},
    {"serve.figure_cache_requests", "KV cache, requests"},
    {"serve.column_token", "of one token"},
    {"serve.column_tpot", "term of TPOT"},
    {"serve.column_ttft", "term of TTFT"},
    {"serve.column_memory", "GB of one GPU"},
    {"serve.memory_weights", "weights"},
    {"serve.memory_others", "context, graphs, a chunk"},
    {"serve.memory_cache", "left for the cache"},
    {"serve.memory_budget", "what the engine takes"},
    {"serve.column_gpus", "GPUs"},
    {"serve.left_out", "Left out to fit {width} columns: {columns}; --json has every figure."},
    {"serve.column_users", "users"},
    {"serve.column_weights", "GB"},
    {"serve.column_products", "products"},
    {"serve.column_load", "at once"},
    {"serve.column_user", "a user"},
    {"serve.column_waiting", "waiting"},
    {"serve.group_weights", "reading and multiplying weights"},
    {"serve.group_cache", "attention over the cache"},
    {"serve.group_communication", "communication"},
    {"serve.group_host", "small kernels and host"},
    {"serve.group_prompts", "prompts of others"},
    {"serve.term_matrices", "matrices"},
    {"serve.term_wide_matrices", "16-bit matrices"},
    {"serve.term_experts", "experts"},
    {"serve.term_imbalance", "imbalance"},
    {"serve.term_attention", "attention"},
    {"serve.term_latent_cache", "latent attention"},
    {"serve.term_prompts", "prompts"},
    {"serve.term_latent_prompts", "latent prompts"},
    {"serve.term_recurrent", "recurrent"},
    {"serve.term_collectives", "collectives"},
    {"serve.term_exchange", "exchange"},
    {"serve.term_unpacking", "unpacking"},
    {"serve.term_between", "between"},
    {"serve.term_kernels", "kernels"},
    {"serve.term_host", "host"},
    {"serve.term_prompts_of_others", "others' prompts"},
    {"serve.term_prompt", "prompt"},
    {"serve.term_request", "request"},
    {"serve.term_waiting", "waiting"},
    {"serve.term_arrivals", "arrivals"},
    {"serve.meaning_matrices", "products with weights in the checkpoint's narrow type"},
    {"serve.meaning_wide_matrices", "in 16 bits: the output matrix, all of bf16"},
    {"serve.meaning_experts", "routed experts, tokens spread evenly"},
    {"serve.meaning_imbalance", "popular experts take longer"},
    {"serve.meaning_attention", "keys and values of those running, read once"},
    {"serve.meaning_latent_cache", "the same where the cache is latent"},
    {"serve.meaning_prompts", "attention of prompts"},
    {"serve.meaning_latent_prompts", "the same where the cache is latent"},
    {"serve.meaning_recurrent", "states of recurrent layers"},
    {"serve.meaning_collectives", "sums among GPUs"},
    {"serve.meaning_exchange", "tokens to the GPUs of their experts, and back"},
    {"serve.meaning_unpacking", "narrow weights made wide before prompts are multiplied"},
    {"serve.meaning_between", "norms, activations, rotations"},
    {"serve.meaning_kernels", "start of each small kernel"},
    {"serve.meaning_host", "scheduler, between two passes"},
    {"serve.meaning_prompts_of_others", "prompts read between one's tokens"},
    {"serve.meaning_prompt", "one's prompt, read alone"},
    {"serve.meaning_request", "network, queue, half a running pass"},
    {"serve.meaning_waiting", "for room, or for those before"},
    {"serve.meaning_arrivals", "prompts that arrive at random"},
    {"serve.memory",
     "Memory of one {gpu}: weights {weights} GB, others {others} GB, cache {cache} GB of the "
     "{budget} GB that engines take (nine tenths)."},
    {"serve.memory_whole",
     "Memory of one {gpu}: weights {weights} GB, others {others} GB, cache {cache} GB of its "
     "{budget} GB, all of which a program for one user may take."},
    {"serve.waiting",
     "{waiting} of the requests in flight find no room in the cache and wait: TTFT is mostly "
     "that."},
    {"serve.beyond_rows",
     "No published row has more than {most} at once on so many engines: nothing is counted beyond, "
     "and loads beyond are untested."},
    {"serve.beyond_limits",
     "Not within {limits}: no layout of these GPUs is at this load. This is the one least beyond."},
    {"serve.explain_memory",
     "Cache: {share} x {memory} GB = {budget} GB, less weights {weights} GB, less context, graphs, "
     "communication and a chunk of prompts {others} GB (± {spread}, 90 %) = {free} GB on each "
     "GPU."},
    {"serve.explain_cache",
     "A request at its mean length (input and three quarters of its output) takes {request} MB of "
     "that on each GPU: {requests} {requests:request|requests}, {tokens} tokens an engine."},
    {"serve.fitted",
     "Coefficients: fitted {date} on {rows} published rows. Intervals, from groups of rows held "
     "out of the fit and cut at physics: TTFT {ttft}, TPOT {tpot}, tokens/s {tokens}."},
    {"serve.basis_card",
     "Rests on {rows} published {rows:measurement|measurements} on {gpu} with {software}: "
     "{sources}."},
    {"serve.basis_generation",
     "No published measurement is on {gpu} with {software}: its datasheet, the operators of its "
     "generation ({generation}: {rows} {rows:measurement|measurements} with any software; "
     "{sources}), and what others "
     "tell of {software}."},
    {"serve.basis_none",
     "No published measurement is on {gpu} or another card of its generation ({generation}): its "
     "datasheet, and what cards of others tell of {software}. The interval was not tested on such "
     "cards."},
    {"serve.cards_setting",
     "{input} {input:token|tokens} in and {output} out; software {software}; each card with its "
     "own best layout."},
    {"serve.cards_tokens",
     "Most output tokens a second first. * no published measurement of this card with this "
     "software. Intervals that overlap do not tell cards apart."},
    {"serve.cards_tokens_per_gpu",
     "Each on the fewest of {counts} GPUs that hold it and its load; most output tokens a second "
     "of "
     "one GPU first. * no published measurement of this card with this software. Intervals that "
     "overlap do "
     "not tell cards apart."},
    {"serve.cards_users",
     "Most users within the limits first, tokens and times at that number. * no published "
     "measurement of this card with this software. Intervals that overlap do not tell cards "
     "apart."},
    {"serve.cards_users_per_gpu",
     "Each on the fewest of {counts} GPUs that keep the limits; most users within the limits on "
     "one "
     "GPU first, tokens and times at that number. * no published measurement of this card with "
     "this software. "
     "Intervals that overlap do not tell cards apart."},
    {"serve.users_note",
     "Users: requests in flight at all times with mean {limits} at most, in the layout that holds "
     "most."},
    {"serve.users_layout",
     "Another layout holds more users within these limits: {users} ({range}) with {layout}."},
    {"serve.users_on_layout",
     "Within {limits} this layout holds {users} {users:user|users} ({range})."},
    {"serve.without_unknown_card",
     "No forecast, as nothing of the kind was published, or their datasheet lacks what it takes: "
     "{names}."},
    {"serve.without_no_precision", "Not forecast with this software: {names}."},
    {"serve.without_not_known_to_run",
     "Not known to run with this software on this card (docs/method/service-forecast.md, number "
     "formats): {names}."},
    {"serve.without_no_room", "Does not fit: {names}."},
    {"serve.without_no_layout", "Heads, layers or experts cannot be cut so: {names}."},
    {"serve.precisions_note",
     "GB: weights of one GPU. KV: bits of keys and values. Products: what the card multiplies in; "
     "_weights: narrow in memory, multiplied in 16 bits."},
    {"serve.accuracy_bf16", "the reference."},
    {"serve.accuracy_fp16", "as bf16, unless activations exceed 65,504."},
    {"serve.accuracy_fp8",
     "effectively lossless with Llama 3.1 of 8 to 405 B (Kurtic et al., arXiv 2411.02355). Keys "
     "and values in 8 bits: not part of that study."},
    {"serve.accuracy_int8",
     "activations in 8 bits too lose 1 to 3 % with Llama 3.1 (Kurtic et al., arXiv 2411.02355); of "
     "weights alone, as here, unknown."},
    {"serve.accuracy_int4",
     "weights alone, well tuned, rival 8 bits with Llama 3.1 (Kurtic et al., arXiv 2411.02355). "
     "Q4_K_M of llama.cpp: perplexity +0.1754 with Llama 3 8B (llama-quantize)."},
    {"serve.accuracy_fp4",
     "no automatic upgrade over int4: plain conversion to MXFP4 loses much, NVFP4 less, "
     "format-specific methods most of it back (arXiv 2509.23202). Check your own task."},
    {"serve.knee_note",
     "The knee is {load} in flight: the smallest load within 5 % of the most tokens a second of "
     "those at which nobody waits for room. More gain little."},
    {"serve.still_rising",
     "No knee up to {load} in flight, the largest of these loads at which nobody waits for room: "
     "tokens a second are more than 5 % above those of all smaller ones."},
    {"serve.one_fits",
     "Only at {load} in flight nobody waits for room in the cache, so no knee can be seen."},
    {"serve.no_knee", "At each of these loads some requests wait for room in the cache."},
    {"serve.bounds",
     "By physics alone, {input} {input:token|tokens} in and {output} out: TTFT at least {ttft} "
     "(FLOPs of the prompt / peak), TPOT at least {tpot} (weights of a token / bandwidth), at "
     "most {tokens} output tokens/s. That is no forecast: real services reach a fraction of it."},
    {"serve.bounds_of_memory",
     "By physics alone: TTFT at least {ttft}, TPOT at least {tpot} (weights of a token / "
     "bandwidth; "
     "the peak of such products is not known, which would bound the prompt and all users). That is "
     "no forecast: real services reach a fraction of it."},
    {"serve.bounds_without_room",
     "Its weights of {weights} GB do not fit the {usable} GB that can be used there: no service "
     "runs so at all."},
    {"serve.no_bounds",
     "Its FLOPs or the card's 16-bit peak are not known, so that no bound is said here."},
    {"serve.bounds_samples",
     "By physics alone at most {samples} samples/s (forward FLOPs / 16-bit peak). That is no "
     "forecast: real services reach a fraction of it."},
    {"serve.bounds_sequences",
     "By physics alone at most {samples} samples/s of {input} {input:token|tokens} each (forward "
     "FLOPs / 16-bit peak). That is no forecast: real services reach a fraction of it."},
    {"serve.bad_limit",
     "--slo: \"{value}\" is no time from 10 us to 1 h; write 30ms or 0.5s (a bare number is ms)"},
    {"serve.no_tpot",
     "--slo: with --output-tokens 1 there is no time between tokens, so leave tpot out"},
    {"serve.bad_slo", "--slo: \"{value}\" is not ttft=TIME or tpot=TIME, each once"},
    {"serve.load_twice",
     "--batch-size and --concurrency mean the same of a service; give one of them"},
    {"serve.too_many_loads", "--concurrency: more than {most} loads"},
    {"serve.one_comparison",
     "compare one thing at a time: several cards (--gpu, --all-gpus), several of --precision or "
     "several of --concurrency"},
    {"serve.option_of_training",
     "{option} is of trainings; with --task serve there is --concurrency, --input-tokens, "
     "--output-tokens, --slo"},
    {"serve.option_of_serving", "{option} is of services; add --task serve"},
    {"serve.stored_not_run",
     "{model} is stored in {stored}, in which nothing is forecast with {software}, so the answer "
     "is in {precision}; --precision says otherwise"},
    {"serve.layers_alone",
     "{option}: {software} is forecast as it shares out whole layers, each on one GPU; leave "
     "{option} out (--gpus or --pp say on how many)"},
    {"serve.tensors_alone",
     "{option}: {software} is forecast with tensors and layers cut alone; leave {option} out "
     "(--tp, "
     "--pp)"},
    {"serve.no_precision",
     "nothing is forecast in {precision} with {software}; take another --precision"},
    {"serve.not_known_to_run",
     "{software} is not known to run {precision} on {gpu} (docs/method/service-forecast.md, number "
     "formats); take "
     "another --precision, --software or card"},
    {"serve.no_layout",
     "no layout of {gpus} {gpus:GPU|GPUs} is possible with what was given: heads, experts and "
     "layers have "
     "to be cut evenly, and attention DP takes experts"},
    {"serve.no_room",
     "{model} in {precision} with one request does not fit even {most} x {gpu}; take a narrower "
     "precision, a card with more memory, or state more --gpus"},
    {"serve.no_room_fewest",
     "{model} in {precision} with one request does not fit {gpus} x {gpu} in this layout; it fits "
     "{fewest} x {gpu}"},
    {"serve.unknown_card",
     "{gpu}: no service on GPUs like it was published, nor operators of its generation, or its "
     "datasheet lacks a figure, so nothing but bounds is said"},
    {"serve.unknown_network",
     "{model}: it does not generate text token by token, and only such services are modelled, so "
     "nothing but bounds is said"},
    {"serve.no_decoder_cache",
     "{model}: what its decoder keeps, of its own tokens and of the encoder's, is not described, "
     "so nothing but bounds is said"},
    {"serve.one_user",
     "{software} with several requests in flight: only single users of it were published, so "
     "nothing but bounds is said; take --concurrency 1, or as many programs by --dp"},
};

const Part serve = serve_entries;

}  // namespace wgf::messages::english
