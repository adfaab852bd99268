// SPDX-License-Identifier: MIT
#include "hardware/software.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "base/text.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using Path = std::filesystem::path;

// The value of "version": "…" behind a key, in the few lines of CUDA's version.json.
std::string json_version_of(std::string_view text, std::string_view key) {
  const std::size_t start = text.find(fmt::format("\"{}\"", key));
  if (start == std::string_view::npos) return "";
  const std::size_t name = text.find("\"version\"", start);
  const std::size_t open = name == std::string_view::npos ? name : text.find('"', name + 9);
  const std::size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
  return close == std::string_view::npos ? ""
                                         : std::string(text.substr(open + 1, close - open - 1));
}

// PATH entries are absolute; below a made-up root they are taken relative to it.
std::optional<Path> find_program(const Path& root, std::string_view search_path,
                                 std::string_view name) {
  for (const std::string& folder : split(search_path, ':')) {
    std::error_code error;
    const Path candidate = root / Path(folder).relative_path() / name;
    if (!folder.empty() && std::filesystem::is_regular_file(candidate, error)) return candidate;
  }
  return std::nullopt;
}

// "Version: 4.1.4" of a pkg-config file below an installation's lib folder.
std::string pkg_config_version(const Path& prefix, std::string_view package) {
  std::vector<Path> folders{prefix / "lib/pkgconfig", prefix / "lib64/pkgconfig"};
  for (const char* triplet : {"x86_64-linux-gnu", "aarch64-linux-gnu"})
    folders.push_back(prefix / "lib" / triplet / "pkgconfig");
  for (const Path& folder : folders) {
    const auto text = read_value(folder / fmt::format("{}.pc", package));
    const auto version = text ? value_of_line(*text, "Version") : std::nullopt;
    if (version) return *version;
  }
  return "";
}

std::optional<Mpi> inspect_mpi(const Path& root, std::string_view search_path) {
  const std::optional<Path> program = find_program(root, search_path, "mpirun");
  if (!program) return std::nullopt;
  struct Known {
    std::string_view sign, name, package;  // sign: part of the real program's path
  };
  static constexpr std::array<Known, 6> known{{{"openmpi", "Open MPI", "ompi"},
                                               {"open-mpi", "Open MPI", "ompi"},
                                               {"orterun", "Open MPI", "ompi"},
                                               {"prterun", "Open MPI", "ompi"},
                                               {"mpiexec.hydra", "MPICH", "mpich"},
                                               {"mpich", "MPICH", "mpich"}}};
  std::error_code error;
  const Path target = std::filesystem::canonical(*program, error);
  const std::string real = error ? program->string() : target.string();
  const Path prefix = program->parent_path().parent_path();
  Mpi mpi{.path = "/" + program->lexically_relative(root).string()};
  if (real.find("intel") != std::string::npos || real.find("oneapi") != std::string::npos) {
    mpi.implementation = "Intel MPI";
    return mpi;
  }
  for (const Known& candidate : known) {
    if (real.find(candidate.sign) != std::string::npos) {
      mpi.implementation = candidate.name;
      mpi.version = pkg_config_version(prefix, candidate.package);
      break;
    }
  }
  return mpi;
}

}  // namespace

std::string build_compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

Software inspect_software(const Path& root, std::string_view search_path) {
  const auto version = [&](const char* file) { return read_value(root / file).value_or(""); };
  return {.compiler = build_compiler(),
          .nvidia_driver = version("sys/module/nvidia/version"),
          .amd_driver = version("sys/module/amdgpu/version"),
          .cuda_toolkit = json_version_of(version("usr/local/cuda/version.json"), "cuda"),
          .rocm = version("opt/rocm/.info/version"),
          .mpi = inspect_mpi(root, search_path)};
}

std::vector<std::pair<std::string, std::string>> read_engine_facts(const Path& file) {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const std::string& line : split(read_value(file).value_or(""), '\n')) {
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos && equals > 0) {
      const std::string_view text = line;
      facts.emplace_back(trim(text.substr(0, equals)), trim(text.substr(equals + 1)));
    }
  }
  return facts;
}

std::vector<std::pair<std::string, std::string>> read_installed_versions(const Path& packages) {
  struct Known {
    std::string_view start, fact;
    std::size_t numbers;  // the library itself says 9.19.0 where its wheel is 9.19.0.56; 0: all
  };
  static constexpr std::array<Known, 4> known{{{"torch-", "torch_version", 0},
                                               {"nvidia_cuda_runtime", "cuda_runtime", 2},
                                               {"nvidia_cudnn", "cudnn", 3},
                                               {"nvidia_nccl", "nccl", 3}}};
  std::vector<std::pair<std::string, std::string>> versions;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(packages, ignored)) {
    const std::string name = entry.path().filename().string();
    const std::string_view suffix = ".dist-info";
    const std::size_t dash = name.find('-');
    if (!name.ends_with(suffix) || dash == std::string::npos) continue;
    const std::string version = name.substr(dash + 1, name.size() - suffix.size() - dash - 1);
    for (const Known& wheel : known) {
      if (!name.starts_with(wheel.start)) continue;
      std::vector<std::string> numbers = split(version, '.');
      if (wheel.numbers > 0 && numbers.size() > wheel.numbers) numbers.resize(wheel.numbers);
      versions.emplace_back(wheel.fact, join(numbers, "."));
    }
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

std::string_view engine_facts_name() {
  return "torch-gpu-benchmark-engine.facts";
}

}  // namespace wgf::hardware
