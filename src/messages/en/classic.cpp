// SPDX-License-Identifier: MIT
// English: predict.classic_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry classic_entries[] = {
    {"predict.classic_title", "{model}, training in {precision} on {gpus} x {gpu}"},
    {"predict.classic_products", "{precision} (products in {products})"},
    {"predict.classic_setting",
     "As Lambda's benchmark (lambdal/deeplearning-benchmark) runs NVIDIA's PyTorch example "
     "scripts: "
     "with a batch that fills the card's memory; several GPUs of one machine, data-parallel."},
    {"predict.classic_resnet50",
     "Lambda trains resnet50 on synthetic images in NCHW. In 16 bits it is faster in NHWC "
     "(channels "
     "last): NVIDIA's own README of these scripts, with NHWC, has 2,470 images/s of one A100 80GB "
     "where Lambda has 1,582, and 1,200 of a V100 16GB where it has 833. What this program itself "
     "reaches, channels last, is in score --gpu and tco."},
    {"predict.classic_of_one_gpu", "{unit} of one GPU"},
    {"predict.classic_step", "step of {samples} {samples:sample|samples}"},
    {"predict.classic_memory_of", "memory, batch of {samples}"},
    {"predict.classic_largest", "largest batch that fits"},
    {"predict.classic_part", "of one sample"},
    {"predict.classic_gpus", "GPUs"},
    {"predict.classic_tensor", "tensor units"},
    {"predict.classic_memory", "memory"},
    {"predict.classic_vector", "vector units"},
    {"predict.classic_overhead", "overhead"},
    {"predict.classic_exchange", "exchange"},
    {"predict.classic_meaning_tensor", "matrices, within peak and power limit"},
    {"predict.classic_meaning_memory", "bytes / bandwidth, helped by the cache"},
    {"predict.classic_meaning_vector", "all else that is computed / fp32 peak"},
    {"predict.classic_meaning_overhead", "of a step: less with more memory"},
    {"predict.classic_meaning_exchange", "gradients, around a ring of the GPUs"},
    {"predict.classic_rates",
     "Rates of {gpu} / of an A100 SXM 80GB: tensor units {tensor} TFLOP/s, vector units {vector} "
     "TFLOP/s, memory {memory} GB/s, {gb} GB. Of an A100 without power limit and overhead: {rate} "
     "{unit}."},
    {"predict.classic_fitted",
     "Coefficients: fitted {date}. Interval: e^±{spread}, what cards left out of the fit were "
     "off."},
    {"predict.classic_bf16", "Measured was fp16; bf16 is taken to be as fast."},
    {"predict.classic_batch",
     "The step is --batch-size at that rate; a batch that leaves memory free takes longer a "
     "sample, by how much is not modelled."},
    {"predict.classic_too_large",
     "Does not fit {gpu} ({usable} GB usable, at most {largest} samples): batch {batches}. The "
     "rate above is of batches that do."},
    {"predict.classic_far_below",
     "No step of batch {batches}: the rates are of batches that fill the card, here {largest} "
     "samples by estimate-memory, and below {percent} of them a sample takes longer, by how much "
     "is not modelled."},
    {"predict.classic_full_unknown",
     "No step of batch {batches}: the rates are of batches that fill the card, and how many "
     "samples of {model} do is not known."},
    {"predict.classic_tight", "Batch {batch} is tight: out-of-memory risk {risk}."},
    {"predict.classic_published",
     "Published of this very case in {type}: {rates} {unit} (rows: {rows})."},
    {"predict.classic_published_outside",
     "Published of this very case in {type}: {rates} {unit} (rows: {rows}), outside the interval: "
     "take that. The other rates of the card and the network do not lead to it."},
    {"predict.classic_published_column",
     "Published: rates of the very case; in 16 bits those of fp16."},
    {"predict.classic_published_rows",
     "Published outside the interval, so take that rate: {rows}. The other rates of card and "
     "network do not lead to it."},
    {"predict.classic_basis_card",
     "Rests on {rows} published {rows:rate|rates} of this network on {gpu} ({sources}). The "
     "interval is that "
     "of cards left out of the fit."},
    {"predict.classic_basis_generation",
     "No published rate of this network is on {gpu}: its datasheet with what {rows} rates of other "
     "{generation} cards say ({sources}). The interval is that of cards left out of the fit."},
    {"predict.classic_basis_none",
     "No published rate of this network is on {gpu} or another {generation} card: its datasheet "
     "with what other networks and generations say."},
    {"predict.classic_cards",
     "The fastest first; speed: of the first. * no published rate of this card: its datasheet. "
     "Intervals that overlap do not tell cards apart."},
    {"predict.classic_unknown",
     "No forecast, as no such rate was published of their generation or type: {gpus}."},
    {"predict.classic_option",
     "{option}: {model} is forecast as published scripts train it, which leave no such choice"},
    {"predict.classic_batch_unit",
     "{model}: its rate is in {unit}, of which a batch has no fixed number; leave --batch-size "
     "out"},
    {"predict.classic_reach",
     "{model} on {gpu}: modelled are fp32, tf32, fp16 and bf16 on up to {most} NVIDIA GPUs of one "
     "machine, Volta to Blackwell, and only types they have"},
};
const Part classic = classic_entries;

}  // namespace wgf::messages::english
