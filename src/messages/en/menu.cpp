// SPDX-License-Identifier: MIT
// English: menu.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry menu_entries[] = {
    {"menu.description",
     "the everyday commands by number, with questions; shows the command each choice stands for"},
    {"menu.no_terminal",
     "menu asks questions and so needs a terminal; type the command itself instead, see --help"},
    {"menu.title", "What do you want to know?"},
    {"menu.quit", "end"},
    {"menu.choose", "Number, then Enter:"},
    {"menu.again", "Type a number from 1 to {last}, or q."},
    {"menu.sure", "Enter runs it, n goes back:"},
    {"menu.ended", "(ended with exit code {code})"},
    {"menu.quick", "how fast is this machine"},
    {"menu.run", "how fast are the models I name"},
    {"menu.compare_models", "what do models take of memory and time"},
    {"menu.max_batch", "the largest batch that can be trained"},
    {"menu.workers", "how many data-loading workers keep the GPU busy"},
    {"menu.profile", "where the time of a training step goes"},
    {"menu.optimizers", "which optimizer, fused or not"},
    {"menu.compile_test", "does compiling a network pay"},
    {"menu.kernel", "how fast is one kernel: gemm, bandwidth, attention, …"},
    {"menu.roofline", "what could my networks reach, what holds them back"},
    {"menu.report", "show a results file again"},
    {"menu.monitor", "what do the GPUs do now (Ctrl-C ends it)"},
    {"menu.doctor", "what is wrong with this machine"},
    {"menu.info", "what is this machine"},
    {"menu.select", "which GPU to take: guided"},
    {"menu.ask_models", "Models, with commas [{default}]:"},
    {"menu.ask_model", "Model [{default}]:"},
    {"menu.ask_batch", "Batch size [{default}]:"},
    {"menu.ask_batches", "Batch sizes [{default}]:"},
    {"menu.ask_epoch", "Batches of an epoch [{default}]:"},
    {"menu.ask_from", "First batch size [{default}]:"},
    {"menu.ask_workers", "Numbers of workers [{default}]:"},
    {"menu.ask_data",
     "Folder of JPEG files, DIR/CLASS/*.jpg, Enter for generated ones [{default}]:"},
    {"menu.ask_kernel",
     "Kernel: gemm, bandwidth, attention, conv, norm-act, optimizer-step, launch, links or mamf "
     "[{default}]:"},
    {"menu.no_kernel", "No kernel {name}; there are {known}."},
    {"menu.ask_results", "Results file [{default}]:"},
};
const Part menu = menu_entries;

}  // namespace wgf::messages::english
