// SPDX-License-Identifier: MIT
// English: tasks.parallel_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry parallel_entries[] = {
    {"tasks.parallel_description",
     "forms of distributed training beside each other: measured where their GPUs are here, "
     "forecast beyond"},
    {"tasks.parallel_needs_table", "name a table: parallel schedules, parallel stages"},
    {"tasks.parallel_schedules",
     "schedules of pipelines: throughput, bubble and its causes, memory"},
    {"tasks.parallel_stages", "how many stages a pipeline should have"},
    {"tasks.parallel_option_model",
     "the network: a decoder of list-models (default gpt2-xl, on a CPU gpt2)"},
    {"tasks.parallel_option_batch", "sequences of a micro-batch (default 1)"},
    {"tasks.parallel_option_gpus", "GPUs, on a CPU processes"},
    {"tasks.parallel_option_stages",
     "stages of the pipeline (schedules: 4, on a CPU 2; stages: 2,4,8,16)"},
    {"tasks.parallel_option_schedule",
     "naive, gpipe, 1f1b, interleaved, zb-h1, zb-v (stages: 1f1b)"},
    {"tasks.parallel_option_micro_batches",
     "micro-batches of a step (default 8,16; stages 16; on a CPU 4)"},
    {"tasks.parallel_option_chunks", "chunks of layers a rank has, of interleaved (default 2)"},
    {"tasks.parallel_option_tp", "GPUs that share a stage by tensor parallelism (default 1)"},
    {"tasks.parallel_option_on", "forecasts for this GPU of the catalogue; nothing is measured"},
    {"tasks.parallel_option_sequence", "tokens of a sequence (default 1024, on a CPU 64)"},
    {"tasks.parallel_option_precision", "bf16 (default), fp32 (on a CPU)"},
    {"tasks.parallel_gpus_do_not_divide",
     "{gpus} GPUs are no multiple of the {taken} that one copy of the network takes"},
    {"tasks.parallel_rounds",
     "interleaved takes micro-batches in rounds of its stages: {micro_batches} are no multiple of "
     "{stages}"},
    {"tasks.parallel_no_schedule", "there is no such schedule of so many stages and micro-batches"},
    {"tasks.parallel_does_not_fit", "does not fit into the memory of {gpu}"},
    {"tasks.parallel_nothing", "nothing to compare"},
    {"tasks.parallel_measured", "measured"},
    {"tasks.parallel_forecast", "forecast"},
    {"tasks.parallel_column_schedule", "schedule"},
    {"tasks.parallel_column_gpus", "GPUs"},
    {"tasks.parallel_column_stages", "stages"},
    {"tasks.parallel_column_stage", "stage"},
    {"tasks.parallel_column_micro_batches", "micro-batches"},
    {"tasks.parallel_column_bubble", "bubble"},
    {"tasks.parallel_column_ideal", "theory"},
    {"tasks.parallel_column_memory", "memory/GPU"},
    {"tasks.parallel_column_basis", "basis"},
    {"tasks.parallel_column_of_schedule", "schedule"},
    {"tasks.parallel_column_of_imbalance", "stages unlike"},
    {"tasks.parallel_column_of_links", "links"},
    {"tasks.parallel_column_of_jitter", "rest"},
    {"tasks.parallel_column_kept", "micro-batches kept"},
    {"tasks.parallel_title_stages", "Why the stages of {case} wait"},
    {"tasks.parallel_advice_pipeline",
     "Fastest: {schedule} with {stages} stages and {micro_batches} micro-batches, {throughput}; "
     "its bubble is {bubble} (theory {ideal})."},
    {"tasks.parallel_pictures_how", "One schedule alone (--schedule 1f1b) is drawn."},
    {"tasks.parallel_picture",
     "Pictures: a line a rank, time to the right; digits are forward passes by micro-batch, "
     "letters backward passes (a is micro-batch 0), = gradients of weights, . waiting."},
};
const Part parallel = parallel_entries;

}  // namespace wgf::messages::english
