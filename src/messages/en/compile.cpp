// SPDX-License-Identifier: MIT
// English: compile.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry compile_entries[] = {
    {"compile.description",
     "whether compiling a network pays: eager, CUDA graph, AOTInductor package, and both, beside "
     "torch.compile"},
    {"compile.option_models",
     "models, with commas (default: resnet50,bert-base; on a CPU simple_cnn)"},
    {"compile.option_task", "infer, train or all (default all)"},
    {"compile.option_batch_size", "samples in a step (default 32; on a CPU 4)"},
    {"compile.option_steps",
     "exactly so many measured steps (default: until their median is known)"},
    {"compile.option_python",
     "the Python that compiles, with torch of the engine's version (default: that of the LibTorch "
     "this was built with, else "
     "python3)"},
    {"compile.option_no_beside", "do not time torch.compile as well; saves compiling twice"},
    {"compile.option_beside", "time torch.compile as well on a CPU too, where it is left out"},
    {"compile.option_keep", "keep graphs and packages in this folder (default: none is kept)"},
    {"compile.option_limit",
     "time that compiling one network may take, in seconds or with a unit (default 30m)"},
    {"compile.beside_or_not", "--beside and --no-beside say the opposite; give one"},
    {"compile.unknown_task", "unknown task \"{value}\"; known: infer, train, all"},
    {"compile.compiling", "Python compiles {case} (at most {limit})"},
    // why there is no package
    {"compile.no_python",
     "cannot start {python}: {reason}; compiled modes are left out, name a Python with torch by "
     "--python"},
    {"compile.other_torch",
     "{python} has torch {theirs}, the engine {ours}: a package fits its own version alone; name "
     "another by --python"},
    {"compile.python_without_gpu",
     "torch {torch} of {python} cannot use the GPU; name a Python with a CUDA build of torch by "
     "--python"},
    {"compile.python_without_torch",
     "no package can be made: {reason}; name a Python with torch of the engine's version by "
     "--python"},
    {"compile.helper_error", "compiling ended with an error: {reason}"},
    {"compile.helper_killed",
     "the Python that compiled was ended by {signal}; if memory ran out, compile a smaller batch"},
    {"compile.helper_hangs",
     "compiling took longer than {limit} and was ended; --compile-timeout gives it more"},
    {"compile.not_a_time",
     "the Python that compiles says {name} = {value}, which is no time; its numbers are left out"},
    {"compile.no_package",
     "the Python that compiles says it is done and made no package that can be read; it has to run "
     "the script it is given (python/make_package.py), with torch of the engine's version"},
    {"compile.interrupted", "stopped by the user before Python had compiled it"},
    {"compile.no_answer", "the Python that compiles gave no answer; its last line: {line}"},
    {"compile.no_graph", "the eager run left no graph to compile: its warning says why"},
    {"compile.left_out",
     "left out: compiling another would take longer than the {time} that defaults take on a CPU; "
     "--task train compiles it"},
    // table
    {"compile.column_case", "network"},
    {"compile.column_mode", "mode"},
    {"compile.column_speedup", "speed-up"},
    {"compile.column_compile", "compiling"},
    {"compile.column_pays", "pays after steps"},
    {"compile.column_difference", "largest difference"},
    {"compile.never", "never"},
    {"compile.not_certain", "not certain"},
    {"compile.mode_eager", "eager"},
    {"compile.mode_graph", "CUDA graph"},
    {"compile.mode_package", "package"},
    {"compile.mode_package_graph", "package, CUDA graph"},
    {"compile.mode_torch_compile", "beside: torch.compile"},
    // advice
    {"compile.advice_nothing",
     "{case}: eager was held against nothing: no other mode gave a number, for the reasons above."},
    {"compile.advice_eager", "{case}: no other mode is certainly faster than eager; keep it."},
    {"compile.advice_recorded",
     "{case}: take {mode}: {factor} times as fast as eager, and nothing has to be compiled."},
    {"compile.advice_compiled",
     "{case}: take {mode}: {factor} times as fast as eager; its {seconds} of compiling are won "
     "back after {steps} steps "
     "({time})."},
    {"compile.advice_beside",
     "{case}: {mode}, without Python, runs at {factor} times the speed of torch.compile (95 % "
     "interval {low} to {high})."},
    {"compile.advice_beside_untold",
     "{case}: whether {mode}, without Python, or torch.compile is faster these steps do not tell: "
     "{factor} times its speed, 95 % interval {low} to {high}."},
};

const Part compile = compile_entries;

}  // namespace wgf::messages::english
