// SPDX-License-Identifier: MIT
// English: doctor.advice_*

#include "messages/parts.h"

namespace wgf::messages::english {

constexpr Entry doctor_advice_entries[] = {
    {"doctor.advice_driver_silent",
     "try nvidia-smi; install or reload the driver (a restart after an update), or give the "
     "container the GPU: --gpus all"},
    {"doctor.advice_driver",
     "install driver {driver} or newer (at least {least} for LibTorch with CUDA {cuda} to start)"},
    {"doctor.advice_driver_newer", "install a driver that serves CUDA {cuda}"},
    {"doctor.advice_torch_cuda",
     "a build of your own? If not, take a wheel of one of those CUDA versions"},
    {"doctor.advice_build",
     "build against a LibTorch for {vendor} GPUs: WGF_TORCH_DIR=/path/to/torch make build"},
    {"doctor.advice_library",
     "another {library} is loaded than LibTorch was tested with; look for it in LD_LIBRARY_PATH, "
     "and install {expected}"},
    {"doctor.advice_engine",
     "set WGF_TORCH_DIR to the LibTorch the engine was built with, or build it anew (make build); "
     "info --engine tells more"},
    {"doctor.advice_visible", "unset CUDA_VISIBLE_DEVICES to use every GPU"},
    {"doctor.advice_invisible",
     "try nvidia-smi; in a container give it the GPU (--gpus all); after a driver update restart "
     "the machine"},
    {"doctor.advice_ecc_on",
     "nvidia-smi -e 1, then restart; costs no speed with HBM and about 5 % with GDDR"},
    {"doctor.advice_ecc_uncorrected",
     "results of this GPU cannot be trusted: stop using it, reset it (nvidia-smi --gpu-reset), run "
     "the maker's diagnosis (dcgmi diag -r 3)"},
    {"doctor.advice_ecc_watch",
     "write the number down and look again in a week; where it grows, have the GPU replaced"},
    {"doctor.advice_reset",
     "reset the GPU when nobody uses it (nvidia-smi --gpu-reset) or restart the machine"},
    {"doctor.advice_replace", "have the GPU replaced: its spare memory is used up"},
    {"doctor.advice_xid_gpu",
     "the GPU failed or fell off the bus: restart the machine; if it comes again, check seat, "
     "power and temperature, then have it replaced"},
    {"doctor.advice_xid_memory",
     "memory errors: reset the GPU, look at the lines ECC and retired memory, run dcgmi diag -r 3"},
    {"doctor.advice_xid_link",
     "NVLink errors: look at nvidia-smi nvlink -e, the bridge and the fabric manager"},
    {"doctor.advice_xid_program",
     "left by a program that failed, not by the GPU; look into that program if it is yours"},
    {"doctor.advice_xid_unknown", "look the number up in NVIDIA's list of Xid errors"},
    {"doctor.advice_mig", "to measure the card: nvidia-smi -mig 0 and a reset"},
    {"doctor.advice_persistence", "nvidia-smi -pm 1, or run nvidia-persistenced"},
    {"doctor.advice_power_limit",
     "nvidia-smi -i {index} -pl {watts} (as root), unless somebody lowered it on purpose"},
    {"doctor.advice_thermal",
     "too hot: check fans, air flow, dust and the temperature of the room"},
    {"doctor.advice_power_brake",
     "slowed by its power supply or board: check power cables, supplies and the machine's power "
     "cap"},
    {"doctor.advice_power_cap",
     "held back by its power limit: see the line power limit; with other work on the GPU, wait for "
     "it"},
    {"doctor.advice_throttle_other",
     "held back by a setting: look at nvidia-smi -q -d PERFORMANCE,CLOCK"},
    {"doctor.advice_processes", "measure when they are gone: they take memory and time of the GPU"},
    {"doctor.advice_pcie",
     "check the slot (another one may have all lanes), its seat, riser, and the BIOS setting of "
     "the link speed"},
    {"doctor.advice_nvlink",
     "nvidia-smi nvlink -s names them; check the bridge or the board, and whether "
     "nvidia-fabricmanager runs"},
    {"doctor.advice_nvlink_none",
     "GPUs talk through PCIe: with a bridge or SXM board start nvidia-fabricmanager, otherwise "
     "nothing is wrong"},
    {"doctor.advice_governor",
     "cpupower frequency-set -g performance (as root): launching kernels waits for the clock to "
     "rise"},
    {"doctor.advice_numa",
     "start programs near the GPU: numactl --cpunodebind={node} --membind={node} …"},
    {"doctor.advice_cpu_quota",
     "give the container {cores} CPUs or more (--cpus): launching and data loading need two for "
     "each GPU"},
    {"doctor.advice_memory_limit",
     "give the container at least {memory}, the memory of one GPU (--memory): weights pass through "
     "it"},
    {"doctor.advice_shared_memory",
     "data loaders with workers and NCCL need more: docker run --shm-size=8g, or mount -o "
     "remount,size=8g /dev/shm"},
    {"doctor.advice_wrong_product",
     "do not use this device: run doctor again after a reset; if it stays, have it replaced"},
    {"doctor.advice_slow",
     "at least {healthy} % is expected: look at the lines power limit, throttling and other "
     "processes"},
    {"doctor.advice_case_failed",
     "run it alone: torch-gpu-benchmark run --benchmark matmul -v shows what the engine prints"},
    {"doctor.advice_flash_attention",
     "attention falls back to slower kernels that take more memory; flash attention needs compute "
     "capability 8.0 and fp16 or bf16"},
};
const Part doctor_advice = doctor_advice_entries;

}  // namespace wgf::messages::english
