// SPDX-License-Identifier: MIT
// English: goodput.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry goodput_entries[] = {
    {"goodput.option_goodput",
     "time and money to the finished run, P50 and P90: stops, checkpoints, restarts"},
    {"goodput.option_spot", "with --goodput: on spot machines, their loss priced in where known"},
    {"goodput.option_mtbf",
     "with --goodput: hours of one GPU between stops, 50000 h (default: published runs)"},
    {"goodput.option_checkpoint_time",
     "with --goodput: how long training stands still for one, in seconds or with a unit, 30s "
     "(default: 14 bytes a parameter "
     "at 0.16 GB/s a GPU, at least 3 s)"},
    {"goodput.option_checkpoint_every",
     "with --goodput: training between checkpoints, in seconds or with a unit, 30m (default: the "
     "best)"},
    {"goodput.option_restart_time",
     "with --goodput: from a stop until training goes on, in seconds or with a unit, 15m (default: "
     "10 min and a checkpoint)"},
    {"goodput.title", "To a finished run of {tokens} tokens on {gpus} {gpus:GPU|GPUs}:"},
    {"goodput.does_not_fit",
     "As it stands it does not fit these GPUs: times and money are of a run whose memory is made "
     "to suffice."},
    {"goodput.title_usual",
     "To a finished run of {tokens} tokens (20 a parameter, arXiv:2203.15556; --tokens sets them) "
     "on {gpus} {gpus:GPU|GPUs}:"},
    {"goodput.column_run", "run"},
    {"goodput.column_time", "time"},
    {"goodput.column_cost", "cost"},
    {"goodput.column_part", "it goes to"},
    {"goodput.column_share", "share"},
    {"goodput.row_work", "never stopped"},
    {"goodput.row_expected", "expected at the forecast step"},
    {"goodput.row_p50", "P50: as likely longer as shorter"},
    {"goodput.row_p90", "P90: nine in ten are shorter"},
    {"goodput.part_steps", "steps"},
    {"goodput.part_checkpoints", "writing checkpoints"},
    {"goodput.part_repeated", "steps repeated"},
    {"goodput.part_restarts", "waiting for restarts"},
    {"goodput.never", "never"},
    {"goodput.stops",
     "Expected stops: {stops}; goodput {share}. P50 and P90 hold the interval of the step and the "
     "sources of stops too."},
    {"goodput.never_ends", "It is stopped more often than it reaches a checkpoint."},
    {"goodput.checkpoints",
     "A checkpoint after every {interval} of training, which stands still for {checkpoint}; "
     "{restart} from a stop until it goes on."},
    {"goodput.one_checkpoint",
     "One checkpoint, after the {interval} of training, which stands still for {checkpoint}: the "
     "run "
     "ends before another is due; {restart} from a stop until it goes on."},
    {"goodput.given_mtbf", "One GPU stops the run once in {hours} h, as given."},
    {"goodput.failures_of_generation",
     "GPU-hours between stops of runs published of this generation: {hours}."},
    {"goodput.failures_of_all",
     "GPU-hours between stops of published runs (A100 and H100; too few of this generation): "
     "{hours}."},
    {"goodput.no_failures_known",
     "How often failures stop runs on this card is unknown and left out; --mtbf says it."},
    {"goodput.unknown",
     "How often runs on this card stop is unknown: no source names it, and nothing is guessed. "
     "--mtbf says it."},
    {"goodput.spot",
     "Spot machines of {provider} at ${usd} a GPU-hour ({date}), {machines} of them; each is taken "
     "back {times} times in 1,000 hours ({source}, {read})."},
    {"goodput.spot_times", "{low} to {high}"},
    {"goodput.spot_open",
     "Spot machines of {provider} at ${usd} a GPU-hour ({date}), {machines} of them; each is taken "
     "back {times} times in 1,000 hours or more ({source}, {read}): time and cost are the least."},
    {"goodput.spot_unknown",
     "Spot machines of {provider} at ${usd} a GPU-hour; how often they are taken back is unknown, "
     "so that loss is left out: time and cost are the least."},
    {"goodput.no_spot_offer",
     "Nobody in the price data rents this card as a spot machine: cost and loss are unknown."},
    {"goodput.spot_cheapest",
     "The cheapest spot offer is {offer}, but no source says how often its machines are taken "
     "back; "
     "above is the cheapest of which one does."},
    {"goodput.spot_dearer",
     "Spot saves nothing here: {spot} a GPU-hour, and on demand {offer}, which nobody takes back."},
    {"goodput.on_demand_cheaper",
     "On demand is cheaper here: at {offer} a GPU-hour the run is expected to cost ${usd}."},
    {"goodput.on_demand", "On demand, at {offer} a GPU-hour, the run is expected to cost ${usd}."},
    {"goodput.undated", "undated"},
    {"goodput.rent", "At ${usd} a GPU-hour, the cheapest on-demand offer ({provider}, {date})."},
    {"goodput.no_rent",
     "Nobody in the price data rents this card on demand, so the cost is unknown."},
    {"goodput.needs_goodput",
     "--spot, --mtbf, --checkpoint-time, --checkpoint-every and --restart-time go with --goodput"},
    {"goodput.alone", "--goodput takes one card, one precision and one batch size"},
    {"goodput.bad_mtbf", "--mtbf: \"{value}\" is no time of one GPU; write 50000h or 2000d"},
    {"goodput.bad_checkpoint", "--checkpoint-time: \"{value}\" is no time; write 30s or 2m"},
    {"goodput.bad_interval", "--checkpoint-every: \"{value}\" is no time; write 30m or 2h"},
    {"goodput.bad_restart", "--restart-time: \"{value}\" is no time; write 15m or 1h"},
};
const Part goodput = goodput_entries;

}  // namespace wgf::messages::english
