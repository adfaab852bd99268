// SPDX-License-Identifier: MIT
#pragma once
// A set of JPEG files as large and as hard to decode as ImageNet's, for whoever names none.

#include <filesystem>
#include <functional>

namespace wgf::engine {

// The folder of the set, made once and kept among the user's caches: ten classes of 48 images of
// about 500 x 375 pixels and 110 kB. Throws Error(images.cannot_keep) where it cannot be written.
std::filesystem::path generated_image_folder(
    const std::function<void(double done, double total)>& on_progress);

}  // namespace wgf::engine
