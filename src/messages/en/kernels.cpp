// SPDX-License-Identifier: MIT
// English: kernel.*, parameter.*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry kernels_entries[] = {
    {"kernel.parameter_help", "{meaning}: {values} [{fallback}]"},
    {"kernel.option_shape",
     "shapes of the products: sides of squares as a sweep (512-8192*2) or MxNxK [1024-8192*2]"},
    {"kernel.option_preset",
     "shapes of a list instead: deepbench (its training set), llm:MODEL (one layer and the output "
     "of a decoder)"},
    {"kernel.option_tokens", "tokens at once, for llm:MODEL [1,64,4096]"},
    {"kernel.preset_needs_shape",
     "--preset llm:{model}: no decoder with plain attention and known sizes; take one of "
     "list-models --type llm, or --shape"},
    {"kernel.tokens_need_preset", "--tokens goes with --preset llm:MODEL"},
    {"kernel.memory", "memory"},
    {"kernel.measured", "measured"},
    {"kernel.data_sheet", "data sheet"},
    {"kernel.ridge", "memory-bound below {ridge} FLOP a byte"},
    {"kernel.column_intensity", "FLOP/byte"},
    {"kernel.column_rate", "reached"},
    {"kernel.column_roof", "roof"},
    {"kernel.column_share", "of roof"},
    {"kernel.column_bound", "bound by"},
    {"kernel.bound_memory", "memory"},
    {"kernel.bound_compute", "compute"},
    {"kernel.roofline_note",
     "FLOP/byte: work over the bytes that operators read and write, one by one (networks), or that "
     "the work needs (kernels)."},
    {"kernel.roofline_above", "Above 100 %: the caches keep what one operator hands to the next."},
    {"kernel.no_roofline",
     "{file} has no work to place: it takes results that tell FLOPs and bytes (train, infer, "
     "matmul, attention, conv), and a peak and bandwidth, measured (matmul, bandwidth) or of a GPU "
     "in the catalogue"},
    {"kernel.roofline_description",
     "what the device can reach over FLOP a byte, and where measured work stands below it"},
    {"kernel.option_roofline_file",
     "results to place; without a file the roof and some models are measured"},
    {"kernel.one_roofline", "one results file has one roof: name a single file"},
    {"kernel.roofline_needs_json", "the roofline is read from the results: name a .json with -o"},
    {"parameter.precision", "number format"},
    {"parameter.cache",
     "operands in the cache from the call before, or overwritten before each call"},
    {"parameter.layout", "n: stored as used, t: transposed; left, then right matrix"},
    {"parameter.batch", "matrices or sequences or images at once"},
    {"parameter.epilogue", "added inside the product"},
    {"parameter.scaling", "scales of fp8: one a matrix, or one a row and column"},
    {"parameter.operation", "what is done"},
    {"parameter.bytes", "size of one array"},
    {"parameter.memory", "host memory the driver can read directly, or not"},
    {"parameter.phase", "as many queries as keys, or one"},
    {"parameter.pass", "direction"},
    {"parameter.heads", "query heads"},
    {"parameter.kv_heads", "key and value heads, as many as query heads if not given"},
    {"parameter.sequence_length", "tokens"},
    {"parameter.head_size", "numbers of one head"},
    {"parameter.causal", "queries see only keys before them"},
    {"parameter.backend", "kernel of scaled_dot_product_attention"},
    {"parameter.channels", "input channels"},
    {"parameter.height", "image height"},
    {"parameter.width", "image width"},
    {"parameter.filters", "output channels"},
    {"parameter.filter_height", "filter height"},
    {"parameter.filter_width", "filter width"},
    {"parameter.stride", "pixels between filter places"},
    {"parameter.padding", "zeros on each side"},
    {"parameter.groups", "of channels convolved apart"},
    {"parameter.memory_format", "order of the tensors in memory"},
    {"parameter.rows", "rows"},
    {"parameter.columns", "numbers in a row"},
    {"parameter.optimizer", "optimizer"},
    {"parameter.parameters", "float32 parameters"},
    {"parameter.launch", "one by one, or as a recorded graph"},
    {"parameter.kernels", "small kernels in a row or graph"},
    {"parameter.from", "GPU read from [all]"},
    {"parameter.to", "GPU written to [all]"},
    {"parameter.direction", "copies one way, or both ways at once"},
    {"parameter.search", "short looks first, or every shape alike"},
    {"parameter.largest", "longest side"},
    {"parameter.seconds", "time for the search"},
};
const Part kernels = kernels_entries;

}  // namespace wgf::messages::english
