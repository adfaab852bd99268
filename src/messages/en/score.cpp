// SPDX-License-Identifier: MIT
// English: score.*, rating.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry score_entries[] = {
    // score
    {"score.unknown_kind",
     "{file}:{line}: {record}: {field} = \"{value}\"; use convolutional, transformer, bandwidth or "
     "capacity"},
    {"score.no_cases",
     "{file} holds no case of the score (ResNet-50, BERT-base or GPT-2 trained or run, or a memory "
     "copy); measure some with quick"},
    {"score.not_both",
     "--gpu shows the catalogue's rates and takes no results file; leave out {file}"},
    {"score.not_ranked",
     "{gpu}: no rate is known or can be foretold: its generation was never measured"},
    {"score.same_as_stored", "the same to the last digit as the file's own score"},
    {"score.not_as_stored",
     "not the file's own score, {stored}: the results or the catalogue are not those it was "
     "computed from"},
    {"score.earlier_version",
     "scored by version {version}, as the file was; this program's own is version {current}, and "
     "the two are not comparable"},
    {"score.other_version",
     "the file's own score, {stored}, is of version {version} and is not comparable"},
    {"score.kind_measured", "measured"},
    {"score.kind_published", "published"},
    {"score.kind_forecast", "forecast"},
    {"score.kind_converted", "published x {factor}"},
    {"score.note_converted",
     "published x {factor}: what Lambda's benchmark of NVIDIA's example scripts reached, images in "
     "NCHW, times what this program, channels last, reaches of the forecast from such rates on "
     "{gpus}; with the range of forecasts."},
    {"score.note_of_predict",
     "train_resnet50 is this program's own training, channels last; predict --model resnet50 "
     "answers "
     "for Lambda's benchmark, NCHW, which is slower."},
    {"score.note_range",
     "Forecast and converted rates are for x / 1.26 to x / 0.74, as nine in ten forecasts of cards "
     "left out were (--json)."},
    {"score.kind_share", "{kind} ({count} of {total})"},
    {"score.column_basis", "rests on"},
    // ratings in words
    {"rating.line", "{percent} % {metric}: {level} for {task}"},
    {"rating.range", "{low} to {high}"},
    {"rating.mfu", "MFU"},
    {"rating.bandwidth_utilization", "of the peak bandwidth"},
    {"rating.gpu_utilization", "GPU utilization"},
    {"rating.level_poor", "poor"},
    {"rating.level_fair", "fair"},
    {"rating.level_good", "good"},
    {"rating.level_excellent", "excellent"},
    {"rating.task_transformer_training", "{precision}transformer training"},
    {"rating.task_transformer_inference", "{precision}transformer inference"},
    {"rating.task_convolutional_training", "{precision}training of convolutional networks"},
    {"rating.task_convolutional_inference", "{precision}inference of convolutional networks"},
    {"rating.task_matmul", "{precision}matrix products"},
    {"rating.task_memory", "copying memory"},
};
const Part score = score_entries;

}  // namespace wgf::messages::english
