// SPDX-License-Identifier: MIT
// English: audit.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry audit_entries[] = {
    {"audit.description", "whether a stated rate, or each result of a file, can be, by physics"},
    {"audit.option_claim",
     "\"MODEL seq N RATE samples/s on NxGPU\"; also tokens/s, TPOT 20 ms, TTFT 1 s, step 0.1 s, "
     "MFU 40%, TFLOPS, GB/s "
     "(all-reduce); training, lora or inference, fp16 …; or a file: results.json, CSV"},
    {"audit.impossible", "Impossible: {claim}, {factor} times what physics allows."},
    {"audit.above_its_peak",
     "Impossible, or counted of another peak than that of this card: {claim}. An MFU is a share of "
     "the dense peak, of which no work takes more than 100 %."},
    {"audit.within_rounding",
     "At its bound: {claim}, {share} % of it. Peaks and claims are rounded figures: above 100 % by "
     "less than 1 % is not called impossible."},
    {"audit.possible", "Not against physics: {claim}, {share} of its bound."},
    {"audit.no_room_for_it",
     "The weights do not fit: {claim} is possible only with weights from outside their memory."},
    {"audit.no_room_undecided",
     "Undecided: {claim}. The weights do not fit, and how fast what is missing comes from outside "
     "their memory is not known."},
    {"audit.streamed",
     "The weights do not fit: {claim} is possible with weights streamed from the host, {share} of "
     "what {link} allows."},
    {"audit.streamed_within",
     "The weights do not fit: {claim} is possible with weights streamed from the host, {share} of "
     "its bound."},
    {"audit.beyond_streamed",
     "The weights do not fit: {claim} is {factor} times what weights streamed from the host allow, "
     "possible only where the host computes a part."},
    {"audit.no_room_pass",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: with "
     "weights streamed "
     "from the host each pass over them takes {most} at least by {link}, in which the claim "
     "needs {amount} or more; fewer only where the host computes a part."},
    {"audit.no_room_step",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: with "
     "weights streamed "
     "from the host a step goes over them {passes} times and takes {most} at least by {link}, "
     "in which the claim needs {amount} or more; fewer only where the host computes a part."},
    {"audit.no_room_within",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: "
     "streamed from the host by "
     "{link} they can keep up with that bound, {most}."},
    {"audit.read_as_prompts",
     "Read as prompts, {tokens} tokens for each pass over the weights: of generated tokens, of "
     "which each sequence has one a pass, write \"generation\"."},
    {"audit.read_as_generation",
     "Read as generation, {tokens} {tokens:token|tokens} for each pass over the weights, as no "
     "length is stated: of prompts write \"prefill\" or \"seq 2048\"."},
    {"audit.explain_streamed_step", "A step goes over them {passes} times: {time}."},
    {"audit.unit_tokens", "{count} {count:token|tokens}"},
    {"audit.unit_samples", "{count} {count:sample|samples}"},
    {"audit.explain_streamed",
     "Streamed from the host in each pass: weights of {streamed} GB beyond the {room} GB of the "
     "cards, over {gpus} x {rate} GB/s of {link} = {time}."},
    {"audit.no_room",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: it can "
     "run only with "
     "weights that the host sends anew for every step, or with a part computed by the host, at a "
     "rate that is not known."},
    {"audit.no_room_unified",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB, which "
     "the host shares: it can run only with weights read anew from disk, at a rate that is not "
     "known."},
    {"audit.no_room_rate",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: with "
     "weights streamed "
     "from "
     "the host at most {most} by {link}; more only where the host computes a part."},
    {"audit.no_room_first",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: with "
     "weights streamed "
     "from "
     "the host {most} to the first token at least by {link}; less only where the host "
     "computes "
     "a part."},
    {"audit.no_room_time",
     "The weights of {model} alone take {gb} GB ({bits} bits each), {cards} have {room} GB: with "
     "weights streamed "
     "from "
     "the host {most} a token at least by {link}; less only where the host computes a part."},
    {"audit.kindest_variant",
     "{name} means {chosen} here, of its variants the one that allows most; also: {others}"},
    {"audit.number_format",
     "{name} is taken as {chosen}; {format} in its name is not read: where no word says a type "
     "(fp8, int8 …), weights are counted with 4 bits, the fewest known here"},
    {"audit.number_format_taken", "{name} is taken as {chosen}, its type as its name says it"},
    {"audit.needs",
     "It takes {needed} at least{reading}; {cards} have {available} at most ({basis})."},
    {"audit.reading_rate", ""},
    {"audit.reading_share", " (an MFU of the dense {type} peak, {peak} of each)"},
    {"audit.reading_training", " (training: three times the forward pass)"},
    {"audit.reading_steps",
     " (steps are of training unless it says inference: three times the forward pass)"},
    {"audit.reading_adapters",
     " (adapters: twice the forward pass, as frozen weights need no gradient)"},
    {"audit.reading_inference", " (inference: the forward pass alone)"},
    {"audit.reading_unstated",
     " (read as inference, the forward pass alone, as neither is stated)"},
    {"audit.basis_bandwidth", "memory bandwidth"},
    {"audit.basis_type", "dense peak of the stated type or a wider one, at the highest clock"},
    {"audit.basis_fastest", "dense peak of the fastest type it has, at the highest clock"},
    {"audit.basis_floating",
     "dense peak of the fastest floating-point type it has, at the highest clock"},
    {"audit.clock",
     "Its peak is taken at {highest} MHz, as high as the clock of such cards may go; {rated} is "
     "the "
     "rated one."},
    {"audit.at_most", "Possible at most: {most}."},
    {"audit.at_most_steps", "Possible at most: {steps} of batch {batch}, {most}."},
    {"audit.at_least", "Possible: {time} a token at least."},
    {"audit.at_least_first", "Possible: {time} to the first token at least."},
    {"audit.at_most_training", "In training at most: {most}; the claim is {factor} times that."},
    {"audit.of_all",
     "Read as the rate of all {gpus} GPUs together; if it is that of each, write \"per GPU\"."},
    {"audit.not_shown_true",
     "That it can be does not show that it is: predict says what is likely."},
    {"audit.no_claim", "write a claim: \"gpt2-xl seq 1024 20 samples/s on 1xA100\""},
    {"audit.no_rate",
     "\"{value}\": no rate in it; write one such as 245 samples/s, 3000 tokens/s, 400 TFLOPS or "
     "2000 GB/s"},
    {"audit.no_time",
     "\"{value}\": a time is of a token or a step: write \"TPOT 20 ms\", \"TTFT 200 ms\" or \"step "
     "0.1 "
     "s\""},
    {"audit.no_share", "\"{value}\": an MFU is a share of the peak: write \"MFU 40%\""},
    {"audit.rates_conflict",
     "Impossible together: \"{first}\" and \"{second}\" are {factor} times apart."},
    {"audit.rates_agree", "The rates agree with each other; each is held against physics."},
    {"audit.rates_apart",
     "The rates say nothing of each other; each is held against physics by itself."},
    {"audit.other_memory",
     "{gpu} has {gb} GB, not {claimed}: name the card that has so much, or leave the memory out"},
    {"audit.no_gpu", "\"{value}\": no GPU in it; write \"on 8xh100\""},
    {"audit.no_model", "\"{value}\": no network in it, which samples and tokens need"},
    {"audit.no_sequence", "\"{value}\": samples of how many tokens? write \"seq {example}\""},
    {"audit.no_batch", "\"{value}\": steps a second need a batch: write \"batch 32\""},
    {"audit.no_number", "\"{value}\" must be followed by a number of 1 or more"},
    {"audit.bad_count", "\"{value}\": from 1 to 1048576 GPUs"},
    {"audit.at_most_generated",
     "As tokens generated, {batch} at once, at most on {gpu}: {most}; the claim is {factor} times "
     "that "
     "(write "
     "\"generation\" to hold it to that)."},
    {"audit.unknown_peak",
     "{model} on {gpu}: the card's peak is not known, which tokens read are held against; of "
     "tokens "
     "generated, which its memory bandwidth bounds, write \"generation batch 1\""},
    {"audit.unknown_half",
     "{model}: a token passes its encoder or its decoder, which of them nothing says, so that "
     "tokens "
     "are held to nothing but in training; write samples/s and \"seq 512\""},
    {"audit.unknown_work",
     "{model} on {gpu}: its FLOPs or the card's peak are not known, so there is nothing to hold "
     "the claim against"},
    {"audit.basis_link", "links of each, one direction"},
    {"audit.reading_all_reduce",
     " over the links of each (all-reduce, the claim read as bus bandwidth: busbw of nccl-tests)"},
    {"audit.reading_collective",
     " over the links of each (the claim read as bus bandwidth: busbw of nccl-tests)"},
    {"audit.reading_product", " (a product of matrices: its own FLOPs)"},
    {"audit.no_product_rate",
     "\"{value}\": a matrix product's rate is in TFLOPS; write 700 TFLOPS matmul"},
    {"audit.unknown_unit", "no unit of a rate \"{value}\"; nearest: {nearest}"},
    {"audit.unknown_unit_alone",
     "no unit of a rate \"{value}\"; a rate is in samples/s, tokens/s, TFLOPS or GB/s"},
    {"audit.explain_clock",
     "This peak is at {highest} MHz, the card's highest clock, which no result can beat; "
     "list-gpus has the maker's figure, quoted at a lower one (bf16: {quoted} instead of {peak} "
     "TFLOP/s)."},
    {"audit.no_link_rate",
     "\"{value}\": a collective's rate is in GB/s; write 400 GB/s all-reduce"},
    {"audit.one_gpu_link", "\"{value}\": links are between two GPUs or more; write \"on 8xh100\""},
    {"audit.unknown_columns",
     "{file}: neither results of this program (results.json, or its CSV: case, metric, value, "
     "device, device_name, status) nor a table of published trainings, classic networks, services, "
     "memory, matrix products or collectives (columns: data/truth/README.md), which are all that "
     "audit reads; a single rate is a claim: audit \"gpt2 training seq "
     "1024 20 samples/s on 1xh100\""},
    {"audit.empty_file",
     "{file} is empty: name a file of results (results.json, or its CSV) or a table of published "
     "measurements"},
    {"audit.folder", "{path} is a folder; name one file in it"},
    {"audit.device",
     "{path} is a device and no file; name results.json, its CSV or a table of published "
     "measurements"},
    {"audit.several_files", "{count} files; audit reads one at a time"},
    {"audit.file_summary",
     "{file}: results {rows}, held against physics {checked}, impossible {impossible}."},
    {"audit.file_fault", "- {name}: {what}"},
    {"audit.file_unread", "{count} could not be checked:"},
    {"audit.file_unread_reason", "- {count}: {reason} ({names})"},
    {"audit.and_more", "; and {count} more"},
    {"audit.unknown_device", "device not in the catalogue"},
    {"audit.no_limit", "no limit known on what was measured"},
    {"audit.share_above_peak", "an MFU of {share} % is more than all of the card's peak"},
    {"audit.option_explain", "the arithmetic, term by term"},
    {"audit.reading_weights",
     ": every token of {batch} {batch:sequence|sequences} takes one reading of {gb} GB of weights "
     "(in {type})"},
    {"audit.reading_prompt",
     ": a prompt takes one reading of {gb} GB of weights (in {type}) at least"},
    {"audit.not_speculative",
     "Generated tokens are meant: those of prompts, and drafts that are accepted (speculative "
     "decoding), take no reading each."},
    {"audit.beyond_longest",
     "{model} takes {longest} tokens at most, less than the {sequence} of the claim."},
    {"audit.explain_flops",
     "Forward pass of {tokens} {tokens:token|tokens}: matrices {matrices} + attention {attention} "
     "+ head {head} "
     "= {total} GFLOP."},
    {"audit.four_bits", "4 bits"},
    {"audit.explain_reading",
     "One reading: weights of {gb} GB less {cached} GB that the caches of {cards} hold = {left} "
     "GB, for {batch} {batch:token|tokens}."},
    {"audit.explain_needed", "Needed: {claim} x {each} each = {needed}."},
    {"audit.explain_available",
     "Available: {gpus} x {one} = {available}; needed / available = {factor}."},
    {"audit.too_large",
     "\"{value}\": a rate beyond that of any machine; check the figure and its unit"},
    {"audit.negative", "\"{value}\": rates and lengths are positive"},
    {"audit.unknown_word",
     "\"{value}\" is neither a word of a claim nor a network or GPU (list-models, list-gpus)"},
    {"audit.unknown_word_alone",
     "\"{value}\" is no file, nor a claim with a rate, a network and a GPU; write one such as "
     "\"gpt2-xl seq 1024 20 samples/s on 1xA100\""},
    {"audit.no_such_file", "no file {path} to audit; check its name and folder"},
    {"audit.row_flops", "takes {needed} TFLOP/s, {cards} have {available} ({factor} times)"},
    {"audit.row_bandwidth", "reads {needed} GB/s, {cards} have {available} ({factor} times)"},
    {"audit.row_link",
     "sends {needed} GB/s a GPU, links of {cards} have {available} ({factor} times)"},
    {"audit.row_memory", "holds {needed} GiB on one GPU, {cards} has {available} ({factor} times)"},
    {"audit.rate_above_peak",
     "{rate} samples/s, {most} at most by the network's FLOPs and the card's peak ({factor} "
     "times)"},
    {"audit.memory_above_card", "{used} GiB used of a card with {most}"},
    {"audit.marked_invalid", "marked as beyond the card's limits when it was measured"},
};
const Part audit = audit_entries;

}  // namespace wgf::messages::english
