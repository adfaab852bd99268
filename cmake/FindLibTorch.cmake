# Makes the target wgf_torch from WGF_TORCH_DIR (the `torch` folder of an installed wheel, or an unpacked LibTorch).
# TorchConfig.cmake is not used: with the CUDA wheel it asks for a CUDA toolkit and a driver at configure time, and
# we build CUDA binaries on machines that have neither.
#
#   WGF_TORCH_VERSION   2.13.0
#   WGF_TORCH_BUILD     2.13.0+cpu
#   WGF_TORCH_CUDA      ON where the wheel was built for CUDA (the binaries then run with and without a GPU)
#   WGF_CUDA_INCLUDES   folders of CUDA headers to look in first, where they are in no usual place
set(WGF_CUDA_INCLUDES "" CACHE STRING "CUDA header folders (only with a LibTorch built for CUDA)")

if(NOT WGF_TORCH_DIR)  # the place `make setup` would use, without installing anything
  execute_process(COMMAND ${CMAKE_SOURCE_DIR}/tools/find_torch.sh --installed
                  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(WGF_TORCH_DIR "${found}" CACHE PATH "Folder of the torch package or LibTorch (holds include/ and lib/)" FORCE)
endif()
set(version_header ${WGF_TORCH_DIR}/include/torch/headeronly/version.h)
if(NOT EXISTS ${version_header})
  set(version_header ${WGF_TORCH_DIR}/include/torch/csrc/api/include/torch/version.h)
endif()
if(NOT EXISTS ${version_header})
  message(FATAL_ERROR "WGF_TORCH_DIR=${WGF_TORCH_DIR} holds no LibTorch (no include/torch/.../version.h). "
          "Run `make setup`, or point WGF_TORCH_DIR at the torch package: "
          "python3 -c 'import torch; print(torch.__path__[0])'. -DWGF_ENGINE=OFF builds the front program alone.")
endif()
file(STRINGS ${version_header} lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+).*" "\\1.\\2.\\3" WGF_TORCH_VERSION "${lines}")
# With the build it is, "2.13.0+cpu", where the package tells.
set(WGF_TORCH_BUILD ${WGF_TORCH_VERSION})
if(EXISTS ${WGF_TORCH_DIR}/version.py)
  file(STRINGS ${WGF_TORCH_DIR}/version.py line REGEX "^__version__ = '[^']+'")
  string(REGEX REPLACE ".*'([^']+)'.*" "\\1" WGF_TORCH_BUILD "${line}")
endif()
if(WGF_TORCH_VERSION VERSION_LESS 2.11 OR WGF_TORCH_VERSION VERSION_GREATER_EQUAL 2.15)
  message(FATAL_ERROR "LibTorch ${WGF_TORCH_VERSION} in ${WGF_TORCH_DIR} is outside the supported range 2.11 to 2.14")
endif()

add_library(wgf_torch INTERFACE)
set(torch_lib ${WGF_TORCH_DIR}/lib)
target_include_directories(wgf_torch SYSTEM INTERFACE ${WGF_TORCH_DIR}/include
                           ${WGF_TORCH_DIR}/include/torch/csrc/api/include)
target_link_libraries(wgf_torch INTERFACE ${torch_lib}/libtorch.so ${torch_lib}/libtorch_cpu.so ${torch_lib}/libc10.so)
# Wheels have used g++'s C++11 ABI since 2.7; an older or self-built LibTorch without it would fail at link time
# with pages of undefined std::string symbols.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -std=c++17)
check_cxx_source_compiles("#include <string>
#if _GLIBCXX_USE_CXX11_ABI != 1
#error the old string ABI
#endif
int main() {}" WGF_CXX11_ABI)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT WGF_CXX11_ABI)
  message(FATAL_ERROR "This compiler builds with the old string ABI; LibTorch needs -D_GLIBCXX_USE_CXX11_ABI=1")
endif()

# Sets RESULT to the first folder that holds HEADER: folders named by hand, the wheels beside torch, what
# tools/cuda_headers.sh fetched, a CUDA toolkit.
file(GLOB wheel_includes ${WGF_TORCH_DIR}/../nvidia/*/include)
file(GLOB fetched_includes ${CMAKE_SOURCE_DIR}/.cuda-headers/nvidia/*/include)
function(wgf_find_cuda_header result header)
  unset(found_${header} CACHE)
  find_path(found_${header} ${header} NO_DEFAULT_PATH
            PATHS ${WGF_CUDA_INCLUDES} ${wheel_includes} ${fetched_includes} $ENV{CUDA_HOME}/include
                  /usr/local/cuda/include)
  set(${result} "${found_${header}}" PARENT_SCOPE)
endfunction()

set(WGF_TORCH_CUDA OFF)
if(EXISTS ${torch_lib}/libtorch_cuda.so)
  set(WGF_TORCH_CUDA ON)
  set(cuda_includes "")
  foreach(header cuda_runtime_api.h crt/host_config.h nv/target)
    wgf_find_cuda_header(folder ${header})
    if(NOT folder)
      message(FATAL_ERROR "The LibTorch in ${WGF_TORCH_DIR} was built for CUDA, but the CUDA header ${header} was "
              "found nowhere: run tools/cuda_headers.sh ${WGF_TORCH_DIR}, or name its folder in WGF_CUDA_INCLUDES")
    endif()
    list(APPEND cuda_includes ${folder})
  endforeach()
  wgf_find_cuda_header(nccl_include nccl.h)
  list(APPEND cuda_includes ${nccl_include})
  list(REMOVE_DUPLICATES cuda_includes)
  target_include_directories(wgf_torch SYSTEM BEFORE INTERFACE ${cuda_includes})
  target_compile_options(wgf_torch INTERFACE "SHELL:-idirafter ${CMAKE_SOURCE_DIR}/cmake/cuda_handles")
  target_compile_definitions(wgf_torch INTERFACE WGF_CUDA=1 USE_DISTRIBUTED $<$<BOOL:${nccl_include}>:USE_C10D_NCCL>)
  list(GET cuda_includes 0 runtime_include)
  file(GLOB cudart ${runtime_include}/../lib/libcudart.so.* ${runtime_include}/../lib64/libcudart.so
       ${torch_lib}/libcudart*.so.*)
  if(NOT cudart)
    message(FATAL_ERROR "No libcudart beside the CUDA headers in ${runtime_include}")
  endif()
  list(GET cudart 0 cudart)
  # --no-as-needed: libtorch_cuda registers its kernels when loaded; nothing names its symbols directly.
  # The CUDA libraries behind libtorch_cuda need not be on the machine that builds.
  target_link_libraries(wgf_torch INTERFACE -Wl,--no-as-needed ${torch_lib}/libtorch_cuda.so
                        ${torch_lib}/libc10_cuda.so -Wl,--as-needed ${cudart}
                        -Wl,--unresolved-symbols=ignore-in-shared-libs)
elseif(EXISTS ${torch_lib}/libtorch_hip.so)
  target_link_libraries(wgf_torch INTERFACE -Wl,--no-as-needed ${torch_lib}/libtorch_hip.so
                        ${torch_lib}/libc10_hip.so -Wl,--as-needed)
endif()
message(STATUS "LibTorch ${WGF_TORCH_VERSION} in ${WGF_TORCH_DIR} (CUDA: ${WGF_TORCH_CUDA})")
