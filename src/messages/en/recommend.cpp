// SPDX-License-Identifier: MIT
// English: recommend.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry recommend_entries[] = {
    {"recommend.description",
     "which GPU to take for a network and a budget, why, and from what price on another"},
    {"recommend.option_model_size",
     "instead of a model: small (1B), medium (3B), large (7B) or xlarge (70B parameters)"},
    {"recommend.option_model_size_gb",
     "instead of a model: gigabytes of its weights in 16 bits (also 65GiB)"},
    {"recommend.option_task", "inference or training [inference]"},
    {"recommend.option_budget", "dollars an hour of rent at most, all GPUs together [any]"},
    {"recommend.option_purchase_budget",
     "dollars to buy the GPUs for instead of renting: 25000, 25k [any]"},
    {"recommend.option_priority", "speed, cost, memory, energy or balanced [balanced]"},
    {"recommend.option_throughput",
     "output tokens a second to reach at least; of training all tokens [none]"},
    {"recommend.option_tokens_per_day",
     "output tokens served a day: 50M; then the cost is of these, not of a full machine [none]"},
    {"recommend.option_slo",
     "limits of the mean times, in ms: ttft=500ms,tpot=30ms [of --scenario]"},
    {"recommend.option_scenario",
     "chat (TTFT 2 s, TPOT 100 ms), api (450 ms, 40 ms), edge (2 s, 200 ms) or batch (no limits) "
     "[chat]"},
    {"recommend.option_deadline",
     "the training is to end in this time, in seconds or with a unit: 12h, 3d, 2w [none]"},
    {"recommend.option_train_tokens",
     "tokens of the whole training: 2B; then dollars a run [none]"},
    {"recommend.option_max_gpus", "GPUs at most [8; 64 where a rate or deadline is to be met]"},
    {"recommend.option_provider", "rent from these alone [all]"},
    {"recommend.option_spot",
     "spot machines too, with what interruptions cost taken off, where a source says how often [on "
     "demand only]"},
    {"recommend.option_precision",
     "inference: bf16, fp8, int8, fp4, int4 [bf16, fp8, int8; four bits where these do not serve]; "
     "training: bf16, fp8 [bf16]"},
    {"recommend.option_input_tokens", "tokens of a prompt, as 2000 or 8k [1024]"},
    {"recommend.option_output_tokens", "tokens of an answer, as 500 or 2k [256]"},
    {"recommend.option_seq", "training: tokens of a sequence [2048]"},
    {"recommend.option_explain", "every measure and the score of the best of each card"},
    {"recommend.one_network",
     "say which network with one of --model, --config, --params, --model-size, --model-size-gb"},
    {"recommend.two_networks", "each of {options} names a network; keep one of them"},
    {"recommend.bad_size_gb", "--model-size-gb \"{value}\" must be 0.1 to 100,000 GB: 70, 65GiB"},
    {"recommend.bad_budget",
     "--budget \"{value}\" must be dollars an hour, 0.001 to 1,000,000: 2.0"},
    {"recommend.bad_purchase_budget",
     "--purchase-budget \"{value}\" must be dollars, 1 to 10 billion: 25000, 25k"},
    {"recommend.one_budget", "--budget rents and --purchase-budget buys; give one of them"},
    {"recommend.only_rented",
     "--provider, --spot and --price-file are of rented GPUs, not of bought ones"},
    {"recommend.bad_throughput",
     "--target-throughput \"{value}\" must be tokens a second, 0.001 to 10^12: 20000, 20k"},
    {"recommend.bad_tokens", "\"{value}\" is no number of tokens; write 2000000, 50M, 2B"},
    {"recommend.bad_deadline",
     "--deadline \"{value}\" must be a minute to ten years: 90min, 12h, 3d"},
    {"recommend.deadline_of_what", "--deadline needs --train-tokens: how many tokens until then"},
    {"recommend.only_training",
     "--deadline, --train-tokens and --seq are of training; add --task training"},
    {"recommend.only_inference",
     "--slo, --scenario, --tokens-per-day, --input-tokens and --output-tokens are of inference, "
     "not of "
     "training"},
    {"recommend.too_many_gpus",
     "--max-gpus {value} is more than {most} GPUs, beyond which nothing is searched"},
    {"recommend.unknown_training",
     "the training time of {model} is not known: recommend takes transformers of the catalogue "
     "(list-models), --config or --params; predict says what else is known"},
    {"recommend.unknown_serving",
     "{model} does not generate text, decodes what an encoder read (T5), or its layers are not "
     "known: recommend takes decoders alone, of the catalogue (list-models --type llm), --config "
     "or --params"},
    {"recommend.nothing_affordable",
     "no GPUs for {budget} meet this; the cheapest that would: {what} for {price} ({rate} "
     "tokens/s)"},
    {"recommend.nearest_interval", "{what}: {rate} tokens/s, 90 % interval {interval}. {offer}"},
    {"recommend.nearest_computer",
     "The cheapest of at most 8 GPUs that would do: {what} for {price} ({rate} tokens/s, 90 % "
     "interval {interval}). {offer}"},
    {"recommend.budget_reaches",
     "The budget reaches {most} tokens/s (90 % interval {interval}) with {other}."},
    {"recommend.counted_machines",
     "The cheapest of all is {machines} machines of {gpus} x {gpu}, each with its share of the "
     "requests: one is forecast, the others are counted as fast, and what shares the requests out "
     "costs nothing."},
    {"recommend.nothing_within",
     "no offered GPUs keep {model} within these limits at any price; nearest with one user: TTFT "
     "{ttft}, TPOT {tpot} on {what}"},
    {"recommend.work_users", ", users at once: {users}"},
    {"recommend.nothing_users",
     "{users} {users:user at once takes|users at once take} more than {gpus} {gpus:GPU|GPUs} of "
     "any card, each engine inside one machine; raise --max-gpus, or ask predict for engines over "
     "several"},
    {"recommend.nothing_reaches",
     "{rate} tokens/s are not reached with {gpus} {gpus:GPU|GPUs} at any price, each engine inside "
     "one machine; the most: {most} on {what}; raise --max-gpus"},
    {"recommend.nothing_trains_so_fast",
     "{rate} tokens/s are not reached with {gpus} {gpus:GPU|GPUs} at any price; the most: {most} "
     "on "
     "{what}; raise --max-gpus"},
    {"recommend.nothing_runs",
     "of the cards that have a price and a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs} and is "
     "known to run its format with vLLM (docs/method/service-forecast.md, number formats); take "
     "another "
     "--precision, or look for larger machines"},
    {"recommend.nothing_runs_there",
     "of the cards of --provider that have a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs} and is "
     "known to run its format with vLLM (docs/method/service-forecast.md, number formats); take "
     "another "
     "--precision, or leave out --provider"},
    {"recommend.nothing_has_type",
     "of the cards that have a price and a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs} and "
     "multiplies in {precisions}; take another --precision, or look for larger machines"},
    {"recommend.nothing_has_type_there",
     "of the cards of --provider that have a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs} and "
     "multiplies in {precisions}; take another --precision, or leave out --provider"},
    {"recommend.nothing_forecast_training",
     "no forecast for {cards} (no training of the same generation was published, or the datasheet "
     "lacks what it takes), and no other card is offered"},
    {"recommend.nothing_forecast_inference",
     "no forecast for {cards} (nothing of the kind was published, or the datasheet lacks what it "
     "takes), and no other card is offered"},
    {"recommend.nothing_forecast_software",
     "no forecast for {cards} (vLLM is not known to run {model} there: "
     "docs/method/service-forecast.md, number "
     "formats), and no other card is offered"},
    {"recommend.nothing_forecast_precision",
     "no forecast for {cards} (vLLM is not known to run {precisions} there: "
     "docs/method/service-forecast.md, number "
     "formats), and no other card is offered; take another --precision"},
    {"recommend.nothing_forecast_mixed",
     "no forecast for {cards} (nothing of the kind was published, the datasheet lacks what it "
     "takes, or vLLM is not known to run there: docs/method/service-forecast.md, number formats), "
     "and no other card "
     "is offered"},
    {"recommend.without_support",
     "Left out, as vLLM is not known to run it there (docs/method/service-forecast.md, number "
     "formats): {names}."},
    {"recommend.nothing_free",
     "nothing can be rented now: of {offers} {offers:offer|offers} none is free (cloud-prices "
     "lists what is sold out); name other providers, or get newer prices with cloud-prices "
     "--refresh"},
    {"recommend.nothing_holds",
     "of the cards that have a price and a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs}, nor "
     "with more that are looked at"},
    {"recommend.nothing_holds_there",
     "of the cards of --provider that have a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs}, nor with "
     "more that are looked at; leave out --provider"},
    {"recommend.nothing_holds_small",
     "of the cards that have a price and a forecast none holds {model} in the machines on offer, "
     "of at most {largest} {largest:GPU|GPUs} (a training joins only machines of 8 or more, a "
     "service none)"},
    {"recommend.nothing_holds_machine",
     "of the cards that have a price and a forecast none holds {model} in the machines on offer, "
     "of at most {largest} {largest:GPU|GPUs} (a training joins only machines of 8 or more, a "
     "service none); {what} in machines of {machine} would hold it"},
    {"recommend.nothing_holds_small_there",
     "of the cards of --provider that have a forecast none holds {model} in the machines on offer, "
     "of at most {largest} {largest:GPU|GPUs} (a training joins only machines of 8 or more, a "
     "service none); leave out --provider"},
    {"recommend.nothing_holds_machine_there",
     "of the cards of --provider that have a forecast none holds {model} in the machines on offer, "
     "of at most {largest} {largest:GPU|GPUs} (a training joins only machines of 8 or more, a "
     "service none); {what} in machines of {machine} would hold it; leave out --provider"},
    {"recommend.nothing_holds_few",
     "of the cards that have a price and a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs}; "
     "{what} would hold it: --max-gpus {enough}"},
    {"recommend.nothing_holds_few_there",
     "of the cards of --provider that have a forecast none holds {model} with at most {gpus} "
     "{gpus:GPU|GPUs}; {what} "
     "would hold it: --max-gpus {enough}, or leave out --provider"},
    {"recommend.title", "{model} ({params} B parameters), {task}: {work}"},
    {"recommend.task_training", "training"},
    {"recommend.task_inference", "inference"},
    {"recommend.work_training",
     "sequences of {sequence} tokens, {global} a step, {optimizer} (assumed where not given)"},
    {"recommend.work_inference",
     "{input} {input:token|tokens} in, {output} out (assumed where not given)"},
    {"recommend.work_load", ", up to {requests} {requests:request|requests} in flight a GPU"},
    {"recommend.demand", "At least {rate} tokens/s."},
    {"recommend.demand_deadline", "At least {rate} tokens/s, for {tokens} tokens in {time}."},
    {"recommend.work_run", "; {tokens} tokens in all"},
    {"recommend.work_usual_run", "; {tokens} tokens in all ({each} a parameter, assumed)"},
    {"recommend.asked", "{budget}, at most {gpus} {gpus:GPU|GPUs}, priority {priority}: {found}."},
    {"recommend.found_to_rent",
     "of {cards} {cards:card|cards} in {offers} {offers:offer|offers} {met} would do"},
    {"recommend.none_to_rent",
     "of {cards} {cards:card|cards} in {offers} {offers:offer|offers} none would do"},
    {"recommend.found_to_buy", "of {cards} {cards:card|cards} with a price {met} would do"},
    {"recommend.none_to_buy", "of {cards} {cards:card|cards} with a price none would do"},
    {"recommend.all_sold_out", "{offers} {offers:offer, which is|offers, all of them} sold out"},
    {"recommend.no_offers", "there is no offer to choose from"},
    {"recommend.budget", "At most {usd} $/h"},
    {"recommend.purchase_budget", "At most ${usd}"},
    {"recommend.no_budget", "At any price"},
    {"recommend.column_take", "take"},
    {"recommend.column_type", "type"},
    {"recommend.column_rate", "tokens/s"},
    {"recommend.column_cost", "$/M tok"},
    {"recommend.column_run", "$/run"},
    {"recommend.column_free", "free"},
    {"recommend.column_energy", "J/token"},
    {"recommend.column_score", "score"},
    {"recommend.rented", "{machine} of {provider} ({date}; cheapest of {offers} offers)."},
    {"recommend.rented_only", "{machine} of {provider} ({date}; the only offer)."},
    {"recommend.rented_spot", "{machine} of {provider} ({date}; cheapest of its {offers} offers)."},
    {"recommend.rented_spot_only", "{machine} of {provider} ({date}; its only offer)."},
    {"recommend.fresh_price",
     "Its cheapest price that is not stale: {price} $/h ({provider}, {date})."},
    {"recommend.spot_of", "{provider}, spot"},
    {"recommend.list_comma", ", "},
    {"recommend.time_range", "{time} ({low} to {high})"},
    {"recommend.may_miss", "It may miss the limit: {limits} lies within the 90 % interval."},
    {"recommend.may_miss_several",
     "It may miss the limits: {limits} lie within the 90 % intervals."},
    {"recommend.network",
     "Between the machines {speed} GB/s a GPU each way ({bits} Gb/s) are assumed; no offer says "
     "what "
     "network there is."},
    {"recommend.bought", "${price} a card ({basis})."},
    {"recommend.service",
     "vLLM, {layout}: TTFT {ttft}, TPOT {tpot} with {users} {users:request|requests} in flight."},
    {"recommend.training", "{software}, {layout}, micro-batch {batch}."},
    {"recommend.recompute", "Recomputed on the way back: {how}."},
    {"recommend.run_time", " The run takes {time} ({low} to {high})."},
    {"recommend.failures",
     "Failures of such cards, checkpoints and restarts take {lost} of its time, which is taken "
     "off."},
    {"recommend.spot",
     "Interrupted {low} to {high} times an hour a machine: {lost} of its time is lost, which is "
     "taken off."},
    {"recommend.spot_open",
     "Interrupted {low} times an hour a machine or more: {lost} of its time at least is lost, "
     "which is taken off."},
    {"recommend.spot_unknown", "How often it is interrupted is unknown; nothing is taken off."},
    {"recommend.spot_unknown_failures",
     "How often it is interrupted is unknown; only failures of such cards, checkpoints and "
     "restarts are taken off, {lost} of its time."},
    {"recommend.spot_unknown_first",
     "It stays before all whose loss is known until interruptions take {lost} of its time."},
    {"recommend.scaling", "Scaling efficiency {percent}."},
    {"recommend.scaling_of", "Per GPU {percent} of the rate of {gpus}, the fewest that hold it."},
    {"recommend.machines", "{machines} machines of {machine}"},
    {"recommend.why_only", "Why: the only card that does."},
    {"recommend.why_first",
     "Why: best for {priority} of {cards} {cards:card|cards}; places: {places}."},
    {"recommend.why_same", "Why: as good as the first in every measure."},
    {"recommend.why_better", "Why: against the first {better}."},
    {"recommend.why_worse", "Why: the next best, though {worse} than the first."},
    {"recommend.why_mixed", "Why: against the first {better}, but {worse}."},
    {"recommend.priority_speed", "speed"},
    {"recommend.priority_cost", "cost"},
    {"recommend.priority_memory", "free memory"},
    {"recommend.priority_energy", "energy"},
    {"recommend.priority_balanced", "balance"},
    {"recommend.heading_speed", "speed"},
    {"recommend.heading_cost", "cost"},
    {"recommend.heading_memory", "memory"},
    {"recommend.heading_energy", "energy"},
    {"recommend.heading_balanced", "balanced"},
    {"recommend.work_scenario", "; {scenario} (--scenario)"},
    {"recommend.work_limit", ", {name} <= {limit}"},
    {"recommend.flip_budget", "Above {price}, the budget, it is out: then {other}."},
    {"recommend.measure_speed", "speed"},
    {"recommend.measure_cost", "cost"},
    {"recommend.measure_memory", "free memory"},
    {"recommend.measure_energy", "energy"},
    {"recommend.more",
     "More notes, the other choices in the same detail and every card that would do: --explain."},
    {"recommend.more_speed", "{percent} % faster"},
    {"recommend.less_speed", "{percent} % slower"},
    {"recommend.more_cost", "{percent} % dearer a token"},
    {"recommend.less_cost", "{percent} % cheaper a token"},
    {"recommend.more_memory", "{percent} % more memory free"},
    {"recommend.less_memory", "{percent} % less memory free"},
    {"recommend.more_energy", "{percent} % more energy a token"},
    {"recommend.less_energy", "{percent} % less energy a token"},
    {"recommend.flip_above", "Above {price} take {other}."},
    {"recommend.flip_nothing", "Above {price} nothing within the budget does it."},
    {"recommend.flip_never", "No price makes another the better one."},
    {"recommend.flip_below", "At {price} or less {what} would be the first."},
    {"recommend.flip_no_price", "No price makes it the first."},
    {"recommend.order_open",
     "1 and 2 cannot be told apart: within the 90 % intervals of their speed either may be the "
     "better "
     "one by {measures}."},
    {"recommend.order_open_together",
     "1 and 2 cannot be told apart: within the 90 % intervals of their speed either may be the "
     "better "
     "one by {measures} weighed together."},
    {"recommend.four_bits_rented",
     "With weights in four bits {what} would do at {cost} $ a million tokens ({price} $/h of rent "
     "for all its GPUs); answers lose some accuracy (--precision {precision})."},
    {"recommend.four_bits_bought",
     "With weights in four bits {what} would do at {cost} $ a million tokens ({price} $ to buy all "
     "its GPUs); answers lose some accuracy (--precision {precision})."},
    {"recommend.basis_generation",
     "No published measurement of such work is on {cards}: forecast from the datasheet and from "
     "other cards of "
     "the generation."},
    {"recommend.basis_none",
     "No published measurement of such work is on {cards} or another card of its generation: "
     "forecast from the "
     "datasheet; the intervals were not tested on such cards."},
    {"recommend.only_four_bits",
     "Weights in four bits, because nothing wider does it within this; answers lose some "
     "accuracy."},
    {"recommend.owning",
     "Cost: over {months} months of {hours} hours a day at full load, electricity {electricity} "
     "$/kWh, PUE {pue} (assumed; tco takes others), the cards alone without the computers around "
     "them."},
    {"recommend.owning_daily",
     "Cost: over {months} months, the tokens of a day served over its {hours} hours at full power, "
     "electricity {electricity} $/kWh, PUE {pue} (assumed; tco takes others), the cards alone "
     "without the computers around them."},
    {"recommend.boards",
     "Modules are bought by the board: SXM and OAM by 8 (SXM of Ampere and Hopper by 4 too), GB200 "
     "and GB300 only by the rack, which is left out."},
    {"recommend.weights",
     "Score: logarithms, of which speed counts {speed}, cost {cost}, free memory {memory}, energy "
     "{energy}. Energy is of the power limit of the GPUs."},
};
const Part recommend = recommend_entries;

}  // namespace wgf::messages::english
