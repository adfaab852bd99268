// SPDX-License-Identifier: MIT
#pragma once
// The parts of the table. NAME is the file en/NAME.cpp and its twin zh/NAME.cpp; the list below
// says which keys stand in it, and a test holds both to that.

#include <span>
#include <string_view>

#include "messages/message_table.h"

namespace wgf::messages {

using Part = std::span<const Entry>;

namespace english {
extern const Part base, engine, checkpoints, results, comparison, catalog, info, runner, doctor,
    doctor_advice, tuning, report, chart, page, score, memory, predict, step_parts, classic, audit,
    goodput, calibration, prices, price_notes, ownership, serve, recommend, select, validate,
    reasons, plan, cli, cli_options, kernels, llm, llm_load, llm_profile, ranks, parallel, monitor,
    tasks, compile, server, menu;
}
namespace chinese {
extern const Part base, engine, checkpoints, results, comparison, catalog, info, runner, doctor,
    doctor_advice, tuning, report, chart, page, score, memory, predict, step_parts, classic, audit,
    goodput, calibration, prices, price_notes, ownership, serve, recommend, select, validate,
    reasons, plan, cli, cli_options, kernels, llm, llm_load, llm_profile, ranks, parallel, monitor,
    tasks, compile, server, menu;
}

// A key stands in the part that names the longest beginning of it: cli.option_size in cli_options.
struct NamedPart {
  std::string_view name;
  std::string_view keys;  // beginnings, with blanks between them
  const Part* english;
  const Part* chinese;
};

inline constexpr NamedPart parts[] = {
    {"base", "files. json. subprocess.", &english::base, &chinese::base},
    {"engine", "engine. models.", &english::engine, &chinese::engine},
    {"checkpoints", "checkpoint.", &english::checkpoints, &chinese::checkpoints},
    {"results", "results. phase. status. benchmark. metric.", &english::results, &chinese::results},
    {"comparison", "compare. verdict. baseline.", &english::comparison, &chinese::comparison},
    {"catalog", "catalog.", &english::catalog, &chinese::catalog},
    {"info", "info. devices.", &english::info, &chinese::info},
    {"runner", "runner. limits. warning.", &english::runner, &chinese::runner},
    {"doctor", "doctor.", &english::doctor, &chinese::doctor},
    {"doctor_advice", "doctor.advice_", &english::doctor_advice, &chinese::doctor_advice},
    {"tuning", "tuning.", &english::tuning, &chinese::tuning},
    {"report", "report.", &english::report, &chinese::report},
    {"chart", "chart.", &english::chart, &chinese::chart},
    {"page", "page.", &english::page, &chinese::page},
    {"score", "score. rating.", &english::score, &chinese::score},
    {"memory", "footprint. network.", &english::memory, &chinese::memory},
    {"predict", "predict.", &english::predict, &chinese::predict},
    {"step_parts", "predict.part_ predict.meaning_ predict.group_", &english::step_parts,
     &chinese::step_parts},
    {"classic", "predict.classic_", &english::classic, &chinese::classic},
    {"audit", "audit.", &english::audit, &chinese::audit},
    {"goodput", "goodput.", &english::goodput, &chinese::goodput},
    {"calibration", "calibration.", &english::calibration, &chinese::calibration},
    {"serve", "serve.", &english::serve, &chinese::serve},
    {"llm", "tasks.llm_", &english::llm, &chinese::llm},
    {"llm_load", "tasks.llm_load_", &english::llm_load, &chinese::llm_load},
    {"llm_profile", "tasks.llm_profile_", &english::llm_profile, &chinese::llm_profile},
    {"ranks", "ranks. tasks.comm_ tasks.train_ tasks.scaling_", &english::ranks, &chinese::ranks},
    {"parallel", "tasks.parallel_", &english::parallel, &chinese::parallel},
    {"plan", "plan.", &english::plan, &chinese::plan},
    {"recommend", "recommend.", &english::recommend, &chinese::recommend},
    {"select", "select.", &english::select, &chinese::select},
    {"validate", "validate.", &english::validate, &chinese::validate},
    {"reasons", "validate.reason_", &english::reasons, &chinese::reasons},
    {"prices", "csv. prices.", &english::prices, &chinese::prices},
    {"price_notes", "purchase.note_", &english::price_notes, &chinese::price_notes},
    {"ownership", "ownership.", &english::ownership, &chinese::ownership},
    {"compile", "compile.", &english::compile, &chinese::compile},
    {"monitor", "monitor.", &english::monitor, &chinese::monitor},
    {"tasks", "tasks. images.", &english::tasks, &chinese::tasks},
    {"server", "server.", &english::server, &chinese::server},
    {"menu", "menu.", &english::menu, &chinese::menu},
    {"kernels", "kernel. links. parameter.", &english::kernels, &chinese::kernels},
    {"cli", "cli.", &english::cli, &chinese::cli},
    {"cli_options", "cli.option_", &english::cli_options, &chinese::cli_options},
};

}  // namespace wgf::messages
