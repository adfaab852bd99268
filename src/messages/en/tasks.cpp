// SPDX-License-Identifier: MIT
// English: tasks.*, images.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry tasks_entries[] = {
    // the commands and their options
    {"tasks.compare_models_description",
     "what models take of memory and time: where the memory goes, and how long an epoch takes"},
    {"tasks.max_batch_description",
     "the largest batch that can be trained, with memory and throughput on the way there"},
    {"tasks.optimizers_description",
     "SGD, Adam and AdamW over the same batches, fused and not: time, memory, loss"},
    {"tasks.option_models", "models, with commas (default: simple_cnn,resnet18,mobilenet_v2)"},
    {"tasks.option_model", "the model to train (default: mobilenet_v2)"},
    {"tasks.option_batch_size_32", "samples in a step (default 32)"},
    {"tasks.option_batches", "batches of an epoch (default 100)"},
    {"tasks.option_steps", "measured steps (default 50), after 5 of warm-up"},
    {"tasks.option_from", "the first size (default 8); each next is twice as large"},
    {"tasks.option_up_to", "no size beyond this one (default: until memory runs out)"},
    {"tasks.option_exact", "then halve the gap until the largest batch is known to the sample"},
    {"tasks.option_utilisation", "share of the memory that the advice may fill (default 0.9)"},
    {"tasks.option_memory_limit",
     "on a CPU: memory the process may take, such as 4GiB (default: the container's, else all "
     "there is)"},
    // wrong usage
    {"tasks.one_model", "this command trains one model, not {models}; name one"},
    {"tasks.one_case",
     "this command sweeps one case; the options mean {count}: give one precision, optimizer and "
     "size"},
    {"tasks.limit_of_cpu",
     "--memory-limit is for the CPU; on {device} the memory of the GPU is the limit: leave it out, "
     "or add --device cpu"},
    {"tasks.limit_below_program",
     "--memory-limit {value} is less than the program itself takes before it has a network (more "
     "than {least}); give more, such as 4GiB"},
    {"tasks.over_limit",
     "out of memory: the process took {peak} at its peak, the limit is {limit}"},
    // columns
    {"tasks.column_model", "model"},
    {"tasks.column_parameters", "parameters"},
    {"tasks.column_driver", "seen by the system"},
    {"tasks.column_reserved", "reserved"},
    {"tasks.column_peak", "allocated, peak"},
    {"tasks.column_allocated", "between steps"},
    {"tasks.column_state", "model state"},
    {"tasks.column_activations", "activations"},
    {"tasks.column_batches", "batches"},
    {"tasks.column_epoch", "epoch"},
    {"tasks.column_throughput", "throughput"},
    {"tasks.column_batch", "batch"},
    {"tasks.column_memory", "memory"},
    {"tasks.column_forecast", "forecast"},
    {"tasks.column_difference", "off by"},
    {"tasks.column_step", "step"},
    {"tasks.column_optimizer", "optimizer"},
    {"tasks.column_implementation", "steps"},
    {"tasks.column_optimizer_time", "optimizer"},
    {"tasks.column_share", "of the step"},
    {"tasks.column_loss", "loss at the end"},
    // advice
    {"tasks.advice_activations",
     "Memory: {least} takes the least ({least_memory}), {most} the most ({most_memory}, {ratio} "
     "times as much); {percent} % of that are activations, so a smaller batch frees it."},
    {"tasks.advice_model_state",
     "Memory: {least} takes the least ({least_memory}), {most} the most ({most_memory}, {ratio} "
     "times as much); {percent} % of that is model state, which no smaller batch frees."},
    {"tasks.advice_parameters",
     "Parameters do not tell memory: {few} has {share} % of the parameters of {many} and takes "
     "{ratio} times its memory."},
    {"tasks.times_as_long", "{ratio} times as long"},
    {"tasks.times_as_long_within", "{ratio} times as long, 95 % interval {low} to {high}"},
    {"tasks.advice_fastest",
     "Speed: {fastest} is the fastest: an epoch takes {time}; one of {slowest} takes {slow_time} "
     "({times})."},
    {"tasks.advice_fastest_near",
     "Speed: an epoch of {fastest} takes {time}, from which these samples do not tell {near}; one "
     "of {slowest} takes {slow_time} ({times})."},
    {"tasks.advice_fastest_untold",
     "Speed: these samples do not tell which is the fastest: an epoch of {fastest} took {time}, "
     "one of {slowest} {slow_time} ({times})."},
    {"tasks.advice_largest",
     "The largest batch that ran is {batch} ({memory} of {limit}); {failed} ran out of memory. "
     "--exact finds the largest between them."},
    {"tasks.advice_largest_exact",
     "The largest batch is {batch} ({memory} of {limit}): {failed} ran out of memory."},
    {"tasks.advice_none_fits",
     "Already {failed}, the first size, does not fit: begin with a smaller one (--from)."},
    {"tasks.advice_one_activations",
     "{model} holds {memory} at its peak; {percent} % of that are activations, so a smaller batch "
     "frees it."},
    {"tasks.advice_one_model_state",
     "{model} holds {memory} at its peak; {percent} % of that is model state, which no smaller "
     "batch frees."},
    {"tasks.advice_name_several", "Name several models to compare them (-m)."},
    {"tasks.advice_search_stopped",
     "The largest batch that ran is {batch} ({memory} of {limit}); {failed} ran out of memory. The "
     "search was stopped before its end."},
    {"tasks.advice_search_broken",
     "The largest batch that ran is {batch} ({memory} of {limit}); {broken} ended for another "
     "reason "
     "than memory (above), so that the largest is not known."},
    {"tasks.search_out_of_time",
     "the search ended here after {time}: a step with {batch} samples takes about {step}; --up-to "
     "{batch} goes on"},
    {"tasks.advice_no_limit_met",
     "The largest batch that was tried is {batch} ({memory} of {limit}): it fits."},
    {"tasks.advice_within", "Take {batch}: at {memory} it stays within {percent} % of the memory."},
    {"tasks.advice_none_within",
     "No size tried stays within {percent} % of the memory; begin lower with --from."},
    {"tasks.advice_knee",
     "For speed {batch} is enough: {rate} are within 5 % of the best ({best_rate} at {best}); "
     "beyond it a larger batch costs memory and gains little."},
    {"tasks.advice_no_knee",
     "Throughput still grows: {rate} at {batch}, the largest; more memory would give more speed."},
    {"tasks.advice_no_knee_tried",
     "Throughput still grows: {rate} at {batch}, the largest tried; larger ones may be faster "
     "(--up-to)."},
    {"tasks.advice_forecast",
     "The forecast of the memory is off by {percent} (median over these sizes)."},
    {"tasks.advice_way",
     "{optimizer}: {fastest} is the fastest way: {time}; {slowest} takes {slow_time} ({times}). "
     "The difference is {percent} of a step."},
    {"tasks.advice_way_near",
     "{optimizer}: {fastest} takes {time}, from which these samples do not tell {near}; {slowest} "
     "takes {slow_time} ({times}). The difference is {percent} of a step."},
    {"tasks.advice_way_untold",
     "{optimizer}: these samples do not tell which way is the fastest: {fastest} took {time}, "
     "{slowest} {slow_time} ({times})."},
    {"tasks.advice_whole_steps",
     "{optimizer}: whole steps do not show it: {time} with {fastest}, {slow_time} with {slowest} "
     "({times})."},
    {"tasks.advice_moments", "AdamW keeps {extra} more than SGD with momentum."},
    {"tasks.advice_same_loss",
     "Each optimizer measured reaches the same loss in every way of stepping (within {percent}): "
     "only time "
     "and memory decide."},
    {"tasks.advice_other_loss",
     "The losses of one optimizer differ by {percent} between its ways of stepping; sums are "
     "rounded in another order, and so many steps enlarge it."},
    // workers
    {"tasks.workers_description", "how many loader threads keep the GPU busy with real JPEG files"},
    {"tasks.option_batch_size_64", "samples in a step (default 64)"},
    {"tasks.option_workers",
     "numbers of loader threads, with commas (default: 0,2,4,8); 0: the training thread loads "
     "itself"},
    {"tasks.option_data",
     "a folder of JPEG files in ImageNet's layout, DIR/CLASS/*.jpg (default: a generated set)"},
    {"tasks.option_strict",
     "stop at the first file that cannot be taken (default: name and skip them)"},
    {"tasks.option_interval",
     "time over which one utilisation is taken, in seconds or with a unit, at least 100ms (default "
     "0.5s)"},
    {"tasks.option_batches_least", "at least so many batches (default 100)"},
    {"tasks.option_time", "and at least so long, in seconds or with a unit (default 20s)"},
    {"tasks.column_workers", "workers"},
    {"tasks.column_images", "images/s"},
    {"tasks.column_total", "time"},
    {"tasks.column_gpu_busy", "GPU busy"},
    {"tasks.column_thread_busy", "training thread busy"},
    {"tasks.column_deviation", "± deviation"},
    {"tasks.column_idle", "idle"},
    {"tasks.column_wait", "waiting"},
    {"tasks.column_cpu", "CPU"},
    {"tasks.column_worker_rate", "images/s a worker"},
    {"tasks.column_skipped", "skipped"},
    {"tasks.advice_workers",
     "Enough workers: {workers}, with {rate} images/s; the best were {best_rate} at {best}."},
    {"tasks.advice_workers_waits",
     "Enough workers: {workers}, with {rate} images/s: the training waits {wait} of the time for "
     "images, so more workers cannot be what made {best_rate} at {best}."},
    {"tasks.advice_workers_best", "Enough workers: {workers}, with {rate} images/s, the best."},
    {"tasks.limit_gpu",
     "The GPU itself limits: with {workers} loader {workers:thread|threads} the training waits "
     "{wait} of the "
     "time."},
    {"tasks.limit_training",
     "The training itself limits: with {workers} loader {workers:thread|threads} it waits {wait} "
     "of the time for "
     "images."},
    {"tasks.limit_processors",
     "The processors limit: with {workers} loader {workers:thread|threads} they are {cpu} busy, "
     "and the training "
     "still waits {wait} of the time; decode smaller images, or add cores."},
    {"tasks.limit_loader",
     "The loader limits: the training waits {wait} of the time although the processors are only "
     "{cpu} busy; more workers or a faster disk may help."},
    // profile
    {"tasks.profile_description",
     "where a training step's time goes, what limits it, and what each cost would give back"},
    {"tasks.option_workers_4", "loader threads (default 4); 0: the training thread loads itself"},
    {"tasks.option_profiled_steps",
     "steps to record, and the least to measure of each variant (default 20)"},
    {"tasks.option_time_5", "and at least so long, in seconds or with a unit (default 5s)"},
    {"tasks.option_trace_dir",
     "folder for profiler_trace.json and profiler_logs (default: the current one)"},
    {"tasks.trace_files",
     "the recorded steps go to {trace}, for ui.perfetto.dev and chrome://tracing, and to {folder} "
     "for TensorBoard"},
    {"tasks.as_it_is", "as it is"},
    {"tasks.data_ready", "data ready on the device"},
    {"tasks.launches_free", "launches free (graph)"},
    {"tasks.copies_hidden", "copies hidden"},
    {"tasks.synthetic", "synthetic data"},
    {"tasks.column_variant", "step"},
    {"tasks.column_speedup", "times as fast"},
    {"tasks.column_part", "part"},
    {"tasks.column_of_step", "of the step"},
    {"tasks.column_operation", "operation"},
    {"tasks.column_calls", "calls a step"},
    {"tasks.column_a_step", "a step"},
    {"tasks.column_share_of_all", "of all"},
    {"tasks.title_shares", "Where the recorded steps went:"},
    {"tasks.load_share", "waiting for data"},
    {"tasks.copy_share", "copies not hidden by compute"},
    {"tasks.compute_share", "compute"},
    {"tasks.communication_share", "communication not hidden by compute"},
    {"tasks.no_work_share", "idle"},
    {"tasks.top_cpu", "Most time of the host, without the operations they call:"},
    {"tasks.top_gpu", "Most time of the GPU:"},
    {"tasks.top_memory", "Most memory asked for:"},
    {"tasks.input_bound",
     "Input-bound: with its data ready the step is {ratio} times as fast; the training thread "
     "waits {load} of the time for batches (a GPU may still work off what was queued). More loader "
     "workers, smaller images or faster decoding help "
     "(`workers` measures it)."},
    {"tasks.input_bound_processors",
     "Input-bound: with its data ready the step is {ratio} times as fast although it waits only "
     "{load} of the time for batches: decoding takes the processors' time from it. Fewer workers, "
     "smaller images or more cores help."},
    {"tasks.machine_not_steady",
     "With its data ready the step was {ratio} times as fast, though it waits only {load} of the "
     "time for batches and decoding one takes far less than that: other work held the machine "
     "meanwhile. Measure again when it is quiet."},
    {"tasks.launch_bound",
     "Launch-bound: replayed from a graph the step is {ratio} times as fast; the GPU is idle "
     "{idle} "
     "of the time while the host launches. A graph or a larger batch helps."},
    {"tasks.copy_bound",
     "Copy-bound: with the next batch copied during a step it is {ratio} times as fast; copies "
     "that nothing hides take {copy} of the time. Prefetch to the device."},
    {"tasks.limit_not_certain",
     "What limits the step these steps do not tell: with {variant} it was {ratio} times as fast, "
     "95 % "
     "interval {low} to {high}. More steps (--time) tell."},
    {"tasks.memory_bound",
     "Memory-bound: neither data, launches nor copies hold the step back; at {intensity} FLOP a "
     "byte the memory is its roof, of which it reaches {percent} ({rate} TFLOP/s). Lower precision "
     "or fused operations help."},
    {"tasks.compute_bound",
     "Compute-bound: neither data, launches nor copies hold the step back; at {intensity} FLOP a "
     "byte the arithmetic is its roof, of which it reaches {percent} ({rate} TFLOP/s). Lower "
     "precision helps, and larger products where the share is small."},
    {"tasks.operations_bound",
     "The operations themselves limit the step: no wait for data is worth more than 5 %. Whether "
     "arithmetic or memory holds them back is a matter of this processor's peaks: `{command}` "
     "measures both."},
    {"tasks.operations_alone",
     "Nothing but the step's own operations was measured: it waits for no files, and there was no "
     "other cost to take away. Whether arithmetic or memory holds them back is a matter of this "
     "processor's peaks: `{command}` measures both."},
    {"tasks.advice_kernels",
     "Kernels run {kernels} ms a step, with {gaps} pauses of {time} ms together that are no "
     "waiting for data; compute hides {overlap} of the copies."},
    {"tasks.ready_as_synthetic",
     "With its data ready the step takes what it takes on synthetic data (within {percent})."},
    {"tasks.ready_unlike_synthetic",
     "With its data ready the step differs by {percent} from one on synthetic data: real images "
     "cost something else than loading, or the machine was not steady."},
    {"tasks.advice_recording",
     "Recorded steps took {ratio} times as long as measured ones: shares and totals are of the "
     "recorded, speeds of the measured."},
    {"tasks.advice_full_queues",
     "The recorded steps found batches ready in the loader's queues and waited {recorded} of the "
     "time; the measured steps, which empty them, waited {measured}."},
    {"tasks.advice_loader_varied",
     "A worker made {least} to {most} images/s while these variants ran: steps that wait for the "
     "loader differ by that too, beyond their intervals."},
    // image files
    {"images.no_library",
     "JPEG files need {library} of libjpeg-turbo, which is not installed; on Debian: apt-get "
     "install libjpeg62-turbo"},
    {"images.cannot_encode", "an image could not be encoded as JPEG"},
    {"images.no_folder", "cannot read the folder {path}: {reason}"},
    {"images.no_files",
     "no image files in {path}: expected a folder for each class with JPEG files in it, as in "
     "{path}/cat/1.jpg"},
    {"images.cannot_keep",
     "cannot write the generated images to {folder}: {reason}; name a folder of JPEG files with "
     "--data, or another cache with XDG_CACHE_HOME"},
    {"images.none_usable",
     "no JPEG image that can be taken among the files of the folder (seen: {count})"},
    {"images.empty", "{count} of {total} files skipped: empty ({names})"},
    {"images.not_jpeg", "{count} of {total} files skipped: no JPEG ({names})"},
    {"images.broken", "{count} of {total} files skipped: broken or cut ({names})"},
    {"images.cmyk", "{count} of {total} files skipped: CMYK instead of RGB ({names})"},
    {"images.too_deep", "{count} of {total} files skipped: more than 8 bits a colour ({names})"},
    {"images.too_large", "{count} of {total} files skipped: more than 89 million pixels ({names})"},
    {"images.unreadable", "{count} of {total} files skipped: cannot be read ({names})"},
    {"images.grey", "grey images taken as RGB: {count} ({names})"},
    {"images.refused_empty", "--strict: {path} is empty"},
    {"images.refused_not_jpeg", "--strict: {path} is no JPEG file"},
    {"images.refused_broken", "--strict: {path} is broken or cut"},
    {"images.refused_cmyk", "--strict: {path} is CMYK instead of RGB"},
    {"images.refused_too_deep", "--strict: {path} has more than 8 bits a colour"},
    {"images.refused_too_large", "--strict: {path} has more than 89 million pixels"},
    {"images.refused_unreadable", "--strict: {path} cannot be read"},
};
const Part tasks = tasks_entries;

}  // namespace wgf::messages::english
