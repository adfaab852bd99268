// SPDX-License-Identifier: MIT
// Chinese: menu.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry menu_entries[] = {
    {"menu.description", "按编号选择日常命令并回答问题；显示每个选择对应的命令"},
    {"menu.no_terminal", "menu 要提问，因此需要终端；请直接输入命令，见 --help"},
    {"menu.title", "您想知道什么？"},
    {"menu.quit", "结束"},
    {"menu.choose", "输入编号后按回车："},
    {"menu.again", "请输入 1 到 {last} 的编号，或 q。"},
    {"menu.sure", "回车运行，n 返回："},
    {"menu.ended", "（退出码 {code}）"},
    {"menu.quick", "这台机器有多快"},
    {"menu.run", "我指定的模型有多快"},
    {"menu.compare_models", "模型占用多少内存和时间"},
    {"menu.max_batch", "能训练的最大批大小"},
    {"menu.workers", "多少个加载 worker 能让 GPU 保持忙碌"},
    {"menu.profile", "训练一步的时间花在哪里"},
    {"menu.optimizers", "用哪个优化器，融合与否"},
    {"menu.compile_test", "编译网络是否划算"},
    {"menu.kernel", "单个内核有多快：gemm、bandwidth、attention……"},
    {"menu.roofline", "我的网络能达到多快，受什么限制"},
    {"menu.report", "再看一个结果文件"},
    {"menu.monitor", "GPU 现在在做什么（按 Ctrl-C 结束）"},
    {"menu.doctor", "这台机器有什么问题"},
    {"menu.info", "这是一台什么样的机器"},
    {"menu.select", "选哪个 GPU：问答引导"},
    {"menu.ask_models", "模型，用逗号分隔 [{default}]："},
    {"menu.ask_model", "模型 [{default}]："},
    {"menu.ask_batch", "批大小 [{default}]："},
    {"menu.ask_batches", "批大小（可多个）[{default}]："},
    {"menu.ask_epoch", "一个 epoch 的批次数 [{default}]："},
    {"menu.ask_from", "第一个批大小 [{default}]："},
    {"menu.ask_workers", "worker 数 [{default}]："},
    {"menu.ask_data", "JPEG 文件夹 DIR/CLASS/*.jpg，回车则使用生成的图像 [{default}]："},
    {"menu.ask_kernel",
     "内核：gemm、bandwidth、attention、conv、norm-act、optimizer-step、launch、links 或 mamf "
     "[{default}]："},
    {"menu.no_kernel", "没有内核 {name}；可选：{known}。"},
    {"menu.ask_results", "结果文件 [{default}]："},
};
const Part menu = menu_entries;

}  // namespace wgf::messages::chinese
