// SPDX-License-Identifier: MIT
// Chinese: doctor.advice_*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry doctor_advice_entries[] = {
    {"doctor.advice_driver_silent",
     "请运行 nvidia-smi；安装或重新加载驱动（更新后需重启），或让容器使用 GPU：--gpus all"},
    {"doctor.advice_driver",
     "请安装驱动 {driver} 或更新版本（带 CUDA {cuda} 的 LibTorch 至少需要 {least}）"},
    {"doctor.advice_driver_newer", "请安装支持 CUDA {cuda} 的驱动"},
    {"doctor.advice_torch_cuda", "是自己构建的吗？若不是，请使用上述 CUDA 版本之一的安装包"},
    {"doctor.advice_build",
     "请针对支持 {vendor} GPU 的 LibTorch 构建：WGF_TORCH_DIR=/path/to/torch make build"},
    {"doctor.advice_library",
     "加载的 {library} 与 LibTorch 测试时的不同；请检查 LD_LIBRARY_PATH，并安装 {expected}"},
    {"doctor.advice_engine",
     "请将 WGF_TORCH_DIR 设为构建引擎所用的 LibTorch，或重新构建（make build）；info --engine "
     "提供更多信息"},
    {"doctor.advice_visible", "取消 CUDA_VISIBLE_DEVICES 即可使用全部 GPU"},
    {"doctor.advice_invisible",
     "请运行 nvidia-smi；在容器中请分配 GPU（--gpus all）；更新驱动后请重启"},
    {"doctor.advice_ecc_on", "nvidia-smi -e 1，然后重启；HBM 不影响速度，GDDR 约损失 5 %"},
    {"doctor.advice_ecc_uncorrected",
     "此 GPU 的结果不可信：停止使用，重置（nvidia-smi --gpu-reset），并运行厂商诊断（dcgmi diag -r "
     "3）"},
    {"doctor.advice_ecc_watch", "记录此数字，一周后再看；若增长，请更换 GPU"},
    {"doctor.advice_reset", "在无人使用时重置 GPU（nvidia-smi --gpu-reset）或重启机器"},
    {"doctor.advice_replace", "请更换 GPU：备用显存已用尽"},
    {"doctor.advice_xid_gpu",
     "GPU 故障或脱离总线：请重启；若再次出现，请检查插槽、供电和温度，然后更换"},
    {"doctor.advice_xid_memory",
     "显存错误：重置 GPU，查看 ECC 与停用显存两行，运行 dcgmi diag -r 3"},
    {"doctor.advice_xid_link", "NVLink 错误：查看 nvidia-smi nvlink -e、桥接器和 fabric manager"},
    {"doctor.advice_xid_program", "由出错的程序造成，而非 GPU；若是您的程序，请检查它"},
    {"doctor.advice_xid_unknown", "请在 NVIDIA 的 Xid 错误列表中查找该编号"},
    {"doctor.advice_mig", "若要测量整卡：nvidia-smi -mig 0 并重置"},
    {"doctor.advice_persistence", "nvidia-smi -pm 1，或运行 nvidia-persistenced"},
    {"doctor.advice_power_limit", "nvidia-smi -i {index} -pl {watts}（root），除非是有意降低"},
    {"doctor.advice_thermal", "过热：检查风扇、风道、灰尘和室温"},
    {"doctor.advice_power_brake", "因供电或主板而降频：检查电源线、电源和机器的功耗限制"},
    {"doctor.advice_power_cap", "受功耗上限限制：见功耗上限一行；若有其他任务，请等待其结束"},
    {"doctor.advice_throttle_other", "受某项设置限制：查看 nvidia-smi -q -d PERFORMANCE,CLOCK"},
    {"doctor.advice_processes", "请在它们结束后测量：它们占用显存和 GPU 时间"},
    {"doctor.advice_pcie",
     "检查插槽（换一个可能有全部通道）、是否插牢、转接卡，以及 BIOS 的链路速度设置"},
    {"doctor.advice_nvlink",
     "nvidia-smi nvlink -s 可列出；检查桥接器或主板，以及 nvidia-fabricmanager 是否运行"},
    {"doctor.advice_nvlink_none",
     "GPU 之间经 PCIe 通信：若有桥接器或 SXM 主板，请启动 nvidia-fabricmanager，否则无妨"},
    {"doctor.advice_governor",
     "cpupower frequency-set -g performance（root）：否则启动内核要等待升频"},
    {"doctor.advice_numa", "在 GPU 附近启动程序：numactl --cpunodebind={node} --membind={node} …"},
    {"doctor.advice_cpu_quota",
     "请给容器 {cores} 个或更多 CPU（--cpus）：每块 GPU 的启动与数据加载需要两个"},
    {"doctor.advice_memory_limit",
     "请给容器至少 {memory}（一块 GPU 的显存，--memory）：权重要经过它"},
    {"doctor.advice_shared_memory",
     "带 worker 的数据加载器和 NCCL 需要更多：docker run --shm-size=8g，或 mount -o "
     "remount,size=8g /dev/shm"},
    {"doctor.advice_wrong_product", "请勿使用此设备：重置后再次运行 doctor；若仍如此，请更换"},
    {"doctor.advice_slow", "预期至少 {healthy} %：请查看功耗上限、降频和其他进程各行"},
    {"doctor.advice_case_failed",
     "请单独运行：torch-gpu-benchmark run --benchmark matmul -v 可显示引擎输出"},
    {"doctor.advice_flash_attention",
     "注意力将退回到更慢、更占显存的内核；flash attention 需要计算能力 8.0 及 fp16 或 bf16"},
};
const Part doctor_advice = doctor_advice_entries;

}  // namespace wgf::messages::chinese
