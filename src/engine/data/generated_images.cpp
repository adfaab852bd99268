// SPDX-License-Identifier: MIT
#include "engine/data/generated_images.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/upsample_bilinear2d.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "base/error.h"
#include "base/files.h"
#include "images/jpeg.h"

namespace wgf::engine {
namespace {

namespace fs = std::filesystem;

constexpr int classes = 10, images_of_class = 48;
constexpr std::uint64_t set_seed = 20120101;
// Another set gets another name: a folder that is there is whole and never changed.
constexpr const char* set_name = "generated-images-1";

fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return fs::path(cache) / "torch-gpu-benchmark";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return fs::path(home) / ".cache" / "torch-gpu-benchmark";
  std::error_code ignored;
  return fs::temp_directory_path(ignored) / "torch-gpu-benchmark";
}

[[noreturn]] void refuse(const fs::path& folder, const std::string& reason) {
  throw Error({"images.cannot_keep", {{"folder", folder.string()}, {"reason", reason}}});
}

// Noise at several scales, as photographs have structure at all of them: their spectrum falls with
// the frequency, and noise of one scale alone would be far larger or smaller as JPEG.
std::vector<std::uint8_t> pixels_of(int width, int height, at::Generator& random) {
  at::Tensor image = at::randn({1, 3, height, width}, random) * 12;
  for (const int scale : {4, 16, 64}) {
    const at::Tensor coarse =
        at::randn({1, 3, height / scale + 2, width / scale + 2}, random) * (6.0 * std::sqrt(scale));
    image += at::upsample_bilinear2d(coarse, {height, width}, false);
  }
  image = (image + 118).clamp(0, 255).to(at::kByte).permute({0, 2, 3, 1}).contiguous();
  const auto* bytes = image.const_data_ptr<std::uint8_t>();
  return {bytes, bytes + image.numel()};
}

void make_set(const fs::path& folder, const std::function<void(double, double)>& on_progress) {
  std::mt19937_64 sizes(set_seed);
  at::Generator random = at::detail::createCPUGenerator(set_seed);
  for (int c = 0; c < classes; ++c) {
    const fs::path of_class = folder / fmt::format("class{:02}", c);
    std::error_code fault;
    fs::create_directories(of_class, fault);
    if (fault) refuse(folder, fault.message());
    for (int i = 0; i < images_of_class; ++i) {
      const int width = 400 + static_cast<int>(sizes() % 201), height = width * 3 / 4;
      write_file_atomically(of_class / fmt::format("{:03}.jpg", i),
                            images::encode_jpeg(pixels_of(width, height, random), width, height));
      on_progress(c * images_of_class + i + 1, classes * images_of_class);
    }
  }
}

}  // namespace

fs::path generated_image_folder(const std::function<void(double, double)>& on_progress) {
  const fs::path folder = cache_folder() / set_name;
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return folder;
  const fs::path unfinished =
      folder.parent_path() / fmt::format("{}.{}", set_name, static_cast<long>(::getpid()));
  std::error_code fault;
  fs::create_directories(unfinished, fault);
  if (fault) refuse(folder, fault.message());
  try {
    make_set(unfinished, on_progress);
    fs::rename(unfinished, folder, fault);
  } catch (const Error& error) {
    fs::remove_all(unfinished, ignored);
    throw;
  }
  if (!fault) return folder;
  fs::remove_all(unfinished, ignored);
  // Another process was quicker.
  if (fs::is_directory(folder, ignored)) return folder;
  refuse(folder, fault.message());
}

}  // namespace wgf::engine
