# Finds LibTorch in WGF_TORCH_DIR (the `torch` folder of an installed wheel, or an unpacked LibTorch) and makes
# the target wgf_torch. TorchConfig.cmake is not used: with the CUDA wheel it asks for a CUDA toolkit and a
# driver at configure time, and we build CUDA binaries on machines that have neither.
#
#   WGF_TORCH_VERSION   2.13.0
#   WGF_TORCH_CUDA      ON where the wheel was built for CUDA (the binaries then run with and without a GPU)
#   WGF_CUDA_INCLUDES   folders of CUDA headers, for the CUDA wheel only (cuda_runtime.h, cublas, nccl, cudnn)
set(WGF_CUDA_INCLUDES "" CACHE STRING "CUDA header folders, crt/ first (only with the CUDA wheel)")

set(version_header ${WGF_TORCH_DIR}/include/torch/headeronly/version.h)
if(NOT EXISTS ${version_header})
  set(version_header ${WGF_TORCH_DIR}/include/torch/csrc/api/include/torch/version.h)
endif()
if(NOT EXISTS ${version_header})
  message(FATAL_ERROR "WGF_TORCH_DIR=${WGF_TORCH_DIR} holds no LibTorch (no include/torch/.../version.h). "
          "Point it at the torch package: python3 -c 'import torch; print(torch.__path__[0])', "
          "or build the front program alone with -DWGF_ENGINE=OFF.")
endif()
file(STRINGS ${version_header} lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
string(REGEX REPLACE ".*MAJOR ([0-9]+).*MINOR ([0-9]+).*PATCH ([0-9]+).*" "\\1.\\2.\\3" WGF_TORCH_VERSION "${lines}")
if(WGF_TORCH_VERSION VERSION_LESS 2.11 OR WGF_TORCH_VERSION VERSION_GREATER_EQUAL 2.15)
  message(FATAL_ERROR "LibTorch ${WGF_TORCH_VERSION} in ${WGF_TORCH_DIR} is outside the supported range 2.11 to 2.14")
endif()

add_library(wgf_torch INTERFACE)
set(torch_lib ${WGF_TORCH_DIR}/lib)
target_include_directories(wgf_torch SYSTEM INTERFACE ${WGF_TORCH_DIR}/include
                           ${WGF_TORCH_DIR}/include/torch/csrc/api/include)
target_link_libraries(wgf_torch INTERFACE ${torch_lib}/libtorch.so ${torch_lib}/libtorch_cpu.so ${torch_lib}/libc10.so)
set(WGF_TORCH_CUDA OFF)
if(EXISTS ${torch_lib}/libtorch_cuda.so)
  set(WGF_TORCH_CUDA ON)
  find_path(CUDA_RUNTIME_HEADER cuda_runtime_api.h HINTS ${WGF_CUDA_INCLUDES} /usr/local/cuda/include)
  if(NOT CUDA_RUNTIME_HEADER)
    message(FATAL_ERROR "The LibTorch in ${WGF_TORCH_DIR} was built for CUDA, but no CUDA headers were found; "
            "name their folders in WGF_CUDA_INCLUDES (`make cuda` does)")
  endif()
  target_include_directories(wgf_torch SYSTEM BEFORE INTERFACE ${WGF_CUDA_INCLUDES} ${CUDA_RUNTIME_HEADER})
  target_compile_definitions(wgf_torch INTERFACE WGF_CUDA=1 USE_DISTRIBUTED USE_C10D_NCCL)
  # --no-as-needed: libtorch_cuda registers its kernels when loaded; nothing names its symbols directly.
  target_link_libraries(wgf_torch INTERFACE -Wl,--no-as-needed ${torch_lib}/libtorch_cuda.so
                        ${torch_lib}/libc10_cuda.so -Wl,--as-needed
                        -Wl,--unresolved-symbols=ignore-in-shared-libs)
elseif(EXISTS ${torch_lib}/libtorch_hip.so)
  target_link_libraries(wgf_torch INTERFACE -Wl,--no-as-needed ${torch_lib}/libtorch_hip.so
                        ${torch_lib}/libc10_hip.so -Wl,--as-needed)
endif()
message(STATUS "LibTorch ${WGF_TORCH_VERSION} in ${WGF_TORCH_DIR} (CUDA: ${WGF_TORCH_CUDA})")
