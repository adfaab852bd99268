// SPDX-License-Identifier: MIT
#pragma once
// From options to the list of cases.
//
// Parameters of a model case, in this order, so that keys stay the same from run to run: model,
// batch_size, precision, launch, optimizer (train only), memory_format (convolutional networks, or
// where asked for), pure (only when true), image_size and sequence_length (only when not the
// model's default).
// A user's model file: model (file name as typed), input, precision, launch.

#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "catalog/catalog.h"
#include "results/case.h"
#include "runner/run_options.h"

namespace wgf::runner {

// Checks everything of the options that needs no engine and no device: model names (nearest ones
// offered), choices, batch sizes. Throws Error(usage). make_plan does so too.
void check_options(const RunOptions& options, const catalog::ModelCatalog& models);

// The cartesian product for a chosen device ("cpu", "cuda:0"); models outermost, so that neighbours
// share what a library has tuned. No case occurs twice.
std::vector<results::Case> make_plan(const RunOptions& options, std::string_view device,
                                     const catalog::ModelCatalog& models);

// Runnable model of that name (id, alias, Hugging Face id or the engine's name). Throws
// Error(runner.model_not_runnable, usage) for a name nobody knows and
// Error(runner.model_only_in_catalog, not_supported) for one the engine does not run.
const catalog::Model& runnable_model(const catalog::ModelCatalog& models, std::string_view name);

// A family's name ("resnet") means its default here.
struct DefaultMember {
  std::string model;  // as the engine names it
  Message note;       // which was taken, why, and the others
};
std::vector<DefaultMember> default_members(const RunOptions& options,
                                           const catalog::ModelCatalog& models);

// A sentence for each option that means nothing to some of what is measured: the size of images to
// a language model, the length of sequences to an image model, any size to a model file or to
// kernels ("matmul") that are measured without models.
std::vector<Message> ignored_options(const RunOptions& options, const catalog::ModelCatalog& models,
                                     const std::vector<std::string>& kernels = {});

}  // namespace wgf::runner
