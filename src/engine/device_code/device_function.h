// SPDX-License-Identifier: MIT
#pragma once
// Compiled code on one GPU, launched through the driver's own interface, which is opened at run
// time.

#include <c10/core/Device.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace wgf::engine {

struct LaunchShape {
  std::array<unsigned, 3> blocks{1, 1, 1};
  unsigned threads = 32;
  unsigned shared_bytes = 0;  // beyond what the kernel declares
  // May begin before the kernel before it has ended (programmatic dependent launch): the kernel
  // waits itself. On GPUs before 9.0 it never does.
  bool overlaps = true;
  unsigned cluster = 1;  // blocks that run at once and see each other's shared memory
};

class DeviceFunction {
 public:
  // Loads the code into the device's context. Throws Error(engine.driver_failed).
  DeviceFunction(const std::string& code, const char* name, c10::Device device);
  ~DeviceFunction();
  DeviceFunction(DeviceFunction&&) noexcept;
  DeviceFunction& operator=(DeviceFunction&&) noexcept;

  // On the device's current stream, which may be recording a graph. The kernel takes one structure
  // by value.
  template <typename Arguments>
  void launch(const LaunchShape& shape, const Arguments& arguments) const {
    launch_raw(shape, &arguments);
  }
  // The same, with the structure where this points to.
  void launch_raw(const LaunchShape& shape, const void* arguments) const;
  // How many clusters of this shape the GPU runs at once. 0: the driver does not say.
  int clusters_at_once(const LaunchShape& shape) const;

 private:
  struct Loaded;
  struct Launch;
  std::unique_ptr<Loaded> loaded_;
};

// Makes functions of the embedded texts for one GPU.
class DeviceCode {
 public:
  // Throws Error(not_supported) where there is no run-time compiler, or the GPU is older than 8.0.
  explicit DeviceCode(c10::Device device);
  ~DeviceCode();

  int multiprocessors() const { return multiprocessors_; }
  // Bytes of shared memory that one block of threads can have.
  int most_shared() const { return most_shared_; }
  // How many clusters of so many blocks of a multiprocessor each run at once, where warpgroups
  // multiply boxes in shared memory: on GPUs of capability 9.0 alone. Else 0.
  int clusters_at_once(unsigned blocks) const;
  // Of the text's kernel, which has its name.
  DeviceFunction function(const std::string& text, const std::vector<std::string>& constants) const;

 private:
  struct Compiler;
  c10::Device device_;
  std::string architecture_;
  int multiprocessors_ = 0, most_shared_ = 0;
  std::unique_ptr<Compiler> compiler_;
};

}  // namespace wgf::engine
