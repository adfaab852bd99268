// SPDX-License-Identifier: MIT
// English: calibration.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry calibration_entries[] = {
    {"calibration.description",
     "fold results measured on this machine into the forecasts of predict --calibrated, llm and "
     "train"},
    {"calibration.option_files", "results of one card"},
    {"calibration.option_directory",
     "folder of calibrations (default: calibrations in the user's data folder)"},
    {"calibration.option_calibrated", "with what calibrate kept of this card"},
    {"calibration.option_explain", "each result, and what it is predicted to be before and after"},
    {"calibration.column_result", "result"},
    {"calibration.column_measured", "measured"},
    {"calibration.column_before", "before"},
    {"calibration.column_after", "after"},
    {"calibration.column_coefficient", "coefficient"},
    {"calibration.column_factor", "times"},
    {"calibration.below_record",
     "This {gpu} is {percent} below its record (median over {cases} of the score's cases)."},
    {"calibration.above_record",
     "This {gpu} is {percent} above its record (median over {cases} of the score's cases)."},
    {"calibration.at_record",
     "This {gpu} is within 1 % of its record (median over {cases} of the score's cases)."},
    {"calibration.no_record",
     "Of {gpu} no rate that this program measured is on record with which these results could be "
     "compared."},
    {"calibration.error",
     "Forecasts of these results ({results}) were {before} off, now {after}; with one network "
     "there "
     "is nothing to check that on."},
    {"calibration.error_held_out",
     "Forecasts of these results ({results}) were {before} off, now {after}; each network left out "
     "in turn: {held_out}."},
    {"calibration.error_serving",
     "Forecasts of these phases of llm ({results}) were {before} off, now {after}; with one length "
     "of text there is nothing to check that on."},
    {"calibration.error_serving_held_out",
     "Forecasts of these phases of llm ({results}) were {before} off, now {after}; each length of "
     "text left out in turn: {held_out}."},
    {"calibration.kept",
     "kept: {path}; train, scaling and parallel take it on this card, and predict --gpu {gpu} "
     "--calibrated"},
    {"calibration.kept_serving",
     "kept: {path}; llm takes it on this card, and predict --task serve --gpu {gpu} --calibrated"},
    {"calibration.used",
     "Calibrated with results of this {gpu} ({results}, {date}); other cards' forecasts stay as "
     "they are."},
    {"calibration.impossible", "left out as impossible (audit): {result}: {reason}"},
    {"calibration.more_impossible", "left out as impossible: {count} more (audit names each)"},
    {"calibration.none",
     "nothing is kept of {gpu} ({path}); measure it and run calibrate results.json first"},
    {"calibration.none_of_trainings",
     "of {gpu} no training is kept; run calibrate with results of quick --standard or train first"},
    {"calibration.none_of_services",
     "of {gpu} nothing of llm is kept; run calibrate with results of llm first"},
    {"calibration.by_library",
     "left out: {count} that LibTorch's operators ran in place of our kernels"},
    {"calibration.bad_file", "{path} is no calibration of this card; run calibrate again"},
    {"calibration.outdated",
     "{path} is of older coefficients than this program's; run calibrate again"},
    {"calibration.two_cards",
     "{file}: results of {other}, the others are of {one}; one card a time"},
    {"calibration.no_card", "no measured result of a GPU of the catalogue is in these files"},
    {"calibration.no_results",
     "{gpu}: neither a training of a language model nor a large matrix product nor llm by our own "
     "kernels is in these files, or no forecast of its generation is known; there is nothing to "
     "fold in"},
    {"calibration.one_card", "--calibrated takes one card"},
    {"calibration.unknown_coefficient", "{name}: no such coefficient; run calibrate again"},
};
const Part calibration = calibration_entries;

}  // namespace wgf::messages::english
