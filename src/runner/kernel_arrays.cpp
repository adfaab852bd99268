// SPDX-License-Identifier: MIT
#include "runner/kernel_arrays.h"

#include <algorithm>

namespace wgf::runner {
namespace {

using results::Parameters;

double number(const Parameters& parameters, const char* name, std::int64_t unsaid) {
  return static_cast<double>(parameters.integer(name, unsaid));
}

// Capped: an exbibyte fits nowhere.
Bytes bytes_of(double count) {
  return Bytes(static_cast<std::int64_t>(std::min(1e18, count)));
}

// Of one number of a product: read, and written (8 bits are written as 16, whole numbers as 32).
struct ProductFormat {
  std::string_view precision;
  double operand_bytes, result_bytes;
};
constexpr ProductFormat product_formats[] = {{"fp64", 8, 8}, {"fp16", 2, 2}, {"bf16", 2, 2},
                                             {"fp8", 1, 2},  {"int8", 1, 4}, {"fp4", 0.5, 2}};

Bytes product_arrays(const Parameters& parameters) {
  ProductFormat format{"fp32", 4, 4};
  for (const ProductFormat& other : product_formats)
    if (other.precision == parameters.text("precision", "fp32")) format = other;
  const double m = number(parameters, "m", 1), n = number(parameters, "n", 1),
               k = number(parameters, "k", 1);
  return bytes_of(number(parameters, "batch", 1) *
                  ((m * k + k * n) * format.operand_bytes + m * n * format.result_bytes));
}

// The largest product of the search.
Bytes searched_arrays(const Parameters& parameters) {
  Parameters product = parameters;
  for (const char* side : {"m", "n", "k"}) product.set(side, parameters.integer("largest", 16384));
  return product_arrays(product);
}

// Arrays of equal size that an operation reads or writes on one device.
double array_count(const std::string& operation) {
  if (operation == "triad") return 3;
  return operation == "copy" || operation == "scale" || operation == "both" ? 2 : 1;
}

Bytes copied_arrays(const Parameters& parameters, const std::string& operation) {
  const double size = parameters.find("bytes") != nullptr
                          ? number(parameters, "bytes", 0)
                          : number(parameters, "size_mib", 1024) * static_cast<double>(mebi);
  return bytes_of(size * array_count(operation));
}

Bytes bandwidth_arrays(const Parameters& parameters) {
  return copied_arrays(parameters, parameters.text("operation", "copy"));
}

Bytes transfer_arrays(const Parameters& parameters) {
  return copied_arrays(parameters, parameters.text("operation", "h2d"));
}

Bytes link_arrays(const Parameters& parameters) {
  return copied_arrays(parameters, parameters.text("direction", "one_way"));
}

double bytes_of_number(const Parameters& parameters) {
  const std::string precision = parameters.text("precision", "bf16");
  return precision == "fp16" || precision == "bf16" ? 2 : 4;
}

// Parameters, gradients and one moment of SGD, two of AdamW, in float32.
Bytes optimizer_arrays(const Parameters& parameters) {
  const double tensors = parameters.text("optimizer", "adamw") == "adamw" ? 4 : 3;
  return bytes_of(4 * tensors * number(parameters, "parameters", 100'000'000));
}

// Query, key, value and output, backward their gradients too; LibTorch's own formula ("math") keeps
// the scores.
Bytes attention_arrays(const Parameters& parameters) {
  const double heads = number(parameters, "heads", 32);
  const double kv_heads = number(parameters, "kv_heads", parameters.integer("heads", 32));
  const double keys = number(parameters, "sequence_length", 4096);
  const double queries = parameters.text("phase", "prefill") == "decode" ? 1 : keys;
  const double copies = parameters.text("pass", "forward") == "backward" ? 2 : 1;
  const double scores = parameters.text("backend", "auto") == "math" ? heads * queries * keys : 0;
  const double vectors = copies * 2 * (heads * queries + kv_heads * keys);
  return bytes_of(number(parameters, "batch", 8) * bytes_of_number(parameters) *
                  (vectors * number(parameters, "head_size", 128) + scores));
}

// Images and filters, and what comes out of as many filters at each stride.
Bytes convolution_arrays(const Parameters& parameters) {
  const double channels = number(parameters, "channels", 64),
               filters = number(parameters, "filters", 64),
               stride = number(parameters, "stride", 1);
  const double pixels = number(parameters, "batch", 32) * number(parameters, "height", 56) *
                        number(parameters, "width", 56);
  const double weights = filters * channels / number(parameters, "groups", 1) *
                         number(parameters, "filter_height", 3) *
                         number(parameters, "filter_width", 3);
  return bytes_of(bytes_of_number(parameters) *
                  (pixels * (channels + filters / (stride * stride)) + weights));
}

// Rows in, rows out.
Bytes row_arrays(const Parameters& parameters) {
  return bytes_of(2 * bytes_of_number(parameters) * number(parameters, "rows", 16384) *
                  number(parameters, "columns", 4096));
}

struct KernelArrays {
  std::string_view benchmark;
  Bytes (*arrays)(const Parameters& parameters);
  std::string_view sizes;  // the options that say how large
};
constexpr KernelArrays all_kernels[] = {
    {"matmul", product_arrays, "--shape of gemm, --size of run"},
    {"mamf", searched_arrays, "--largest"},
    {"bandwidth", bandwidth_arrays, "--bytes"},
    {"transfer", transfer_arrays, "--bytes"},
    {"link", link_arrays, "--bytes"},
    {"attention", attention_arrays, "--sequence-length, --batch, --heads"},
    {"conv", convolution_arrays, "--batch, --height, --width, --channels, --filters"},
    {"norm_act", row_arrays, "--rows, --columns"},
    {"optimizer_step", optimizer_arrays, "--parameters"}};

const KernelArrays* find_kernel(const results::Case& value) {
  for (const KernelArrays& kernel : all_kernels)
    if (kernel.benchmark == value.benchmark) return &kernel;
  return nullptr;
}

}  // namespace

std::optional<Bytes> kernel_arrays(const results::Case& value) {
  const KernelArrays* kernel = find_kernel(value);
  return kernel == nullptr ? std::nullopt : std::optional(kernel->arrays(value.parameters));
}

std::string kernel_size_options(const results::Case& value) {
  const KernelArrays* kernel = find_kernel(value);
  return std::string(kernel == nullptr ? "" : kernel->sizes);
}

}  // namespace wgf::runner
