// SPDX-License-Identifier: MIT
// Chinese: calibration.*

#include "messages/parts.h"

namespace wgf::messages::chinese {

constexpr Entry calibration_entries[] = {
    {"calibration.description", "把本机测得的结果并入 predict --calibrated、llm 和 train 的预测"},
    {"calibration.option_files", "同一种显卡的结果"},
    {"calibration.option_directory", "校准所在的文件夹（默认：用户数据文件夹中的 calibrations）"},
    {"calibration.option_calibrated", "使用 calibrate 为此显卡保存的校准"},
    {"calibration.option_explain", "每个结果及校准前后的预测"},
    {"calibration.column_result", "结果"},
    {"calibration.column_measured", "实测"},
    {"calibration.column_before", "校准前"},
    {"calibration.column_after", "校准后"},
    {"calibration.column_coefficient", "系数"},
    {"calibration.column_factor", "倍"},
    {"calibration.below_record", "这块 {gpu} 比其记录低 {percent}（评分 {cases} 项的中位数）。"},
    {"calibration.above_record", "这块 {gpu} 比其记录高 {percent}（评分 {cases} 项的中位数）。"},
    {"calibration.at_record", "这块 {gpu} 与其记录相差不到 1 %（评分 {cases} 项的中位数）。"},
    {"calibration.no_record", "{gpu} 没有本程序实测的记录可供这些结果比较。"},
    {"calibration.error",
     "这 {results} 个结果的预测误差原为 {before}，现为 {after}；只有一个网络，无从另行检验。"},
    {"calibration.error_held_out",
     "这 {results} 个结果的预测误差原为 {before}，现为 {after}；逐个网络留出时为 {held_out}。"},
    {"calibration.error_serving",
     "llm 这 {results} 个阶段的预测误差原为 {before}，现为 "
     "{after}；只有一种文本长度，无从另行检验。"},
    {"calibration.error_serving_held_out",
     "llm 这 {results} 个阶段的预测误差原为 {before}，现为 {after}；逐种文本长度留出时为 "
     "{held_out}。"},
    {"calibration.kept",
     "已保存：{path}；train、scaling 和 parallel 在此显卡上会使用，predict --gpu {gpu} "
     "--calibrated 也可"},
    {"calibration.kept_serving",
     "已保存：{path}；llm 在此显卡上会使用，predict --task serve --gpu {gpu} --calibrated "
     "也可使用"},
    {"calibration.used", "已用这块 {gpu} 的 {results} 个结果校准（{date}）；其他显卡的预测不变。"},
    {"calibration.impossible", "因不可能而略去（audit）：{result}：{reason}"},
    {"calibration.more_impossible", "因不可能而略去：另有 {count} 个（audit 逐个列出）"},
    {"calibration.none", "没有 {gpu} 的校准（{path}）；请先测量并运行 calibrate results.json"},
    {"calibration.none_of_trainings",
     "没有保存 {gpu} 的训练校准；请先用 quick --standard 或 train 的结果运行 calibrate"},
    {"calibration.none_of_services", "没有保存 {gpu} 的 llm 校准；请先用 llm 的结果运行 calibrate"},
    {"calibration.by_library", "略去 {count} 个结果：它们由 LibTorch 的算子运行，而不是我们的内核"},
    {"calibration.bad_file", "{path} 不是此显卡的校准；请重新运行 calibrate"},
    {"calibration.outdated", "{path} 所依据的系数比本程序旧；请重新运行 calibrate"},
    {"calibration.two_cards", "{file}：是 {other} 的结果，其余是 {one} 的；一次只能一种显卡"},
    {"calibration.no_card", "这些文件中没有目录所列 GPU 的测量结果"},
    {"calibration.no_results",
     "{gpu}：这些文件中既没有语言模型的训练，也没有大矩阵乘法或由我们的内核运行的 "
     "llm，或对其同代没有"
     "预测；无可并入"},
    {"calibration.one_card", "--calibrated 只接受一种显卡"},
    {"calibration.unknown_coefficient", "{name}：没有这个系数；请重新运行 calibrate"},
};
const Part calibration = calibration_entries;

}  // namespace wgf::messages::chinese
