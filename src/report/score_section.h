// SPDX-License-Identifier: MIT
#pragma once
// The score in words: total, sub-scores, rank, what is missing; and shares rated by task. text.cpp,
// markdown.cpp and the command score arrange them.

#include <string>
#include <vector>

#include "messages/message_table.h"
#include "report/result_table.h"
#include "report/table.h"
#include "results/result.h"

namespace wgf::report {

// Scores have no unit and at most three digits that mean something: "67.2", "0.0712".
std::string score_text(double score);
// What a GPU's row rests on, after the least certain of its rates: "forecast (7 of 8)".
std::string rate_kind_text(const results::RankRow& row, messages::Language language);

// Score, sub-scores, rank, reference; missing cases where it is partial.
std::vector<LabelledText> score_lines(const results::Score& score, messages::Language language);

enum class RankRows { neighbours, all };
// Neighbours: the first three, and those around the machine. The machine's own row stands among
// them.
Table rank_table(const results::Score& score, RankRows rows, messages::Language language);

// The case list with the machine's rates and the references.
Table score_case_table(const results::Score& score, messages::Language language);

// What measured, published and forecast mean, and that versions are not compared.
std::vector<std::string> score_notes(const results::Score& score, messages::Language language);

// "41 % MFU: good for bf16 transformer training"
std::string rating_text(const results::Rating& rating, double percent, messages::Language language);
// One line for all cases of one level: "38 to 41 % MFU: good for … (train bert-base b64 bf16, …)".
std::vector<std::string> rating_lines(const results::Run& run, messages::Language language);

}  // namespace wgf::report
