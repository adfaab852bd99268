// SPDX-License-Identifier: MIT
#include "truth/fit/operator_coefficients.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "base/statistics.h"
#include "base/text.h"
#include "base/units.h"
#include "truth/fit/operator_bands.h"

namespace wgf::truth::fit {
namespace {

constexpr std::string_view heading =
    "# Made by src/truth/fit/operator_accuracy from data/truth/operators; not to be edited by "
    "hand.\n"
    "# Coefficients of the times of operators; docs/method/operators.md has the\n"
    "# formulas, src/advisor/operators the meaning of each. \"any\": mean of the generations.\n"
    "version = 1\n"
    "date = \"2026-11-25\"\n"
    "rows = \"data/truth/operators: gemm, attention, moe, collectives (ai-dynamo/aiconfigurator, "
    "Apache-2.0)\"\n";

const std::vector<advisor::OperatorGeneration>& all_generations() {
  static const std::vector<advisor::OperatorGeneration> generations{
      {"ampere-8.0", "Ampere", {"8.0"}},
      {"ada", "Ada Lovelace", {"8.9"}},
      {"hopper", "Hopper", {"9.0"}},
      {"blackwell-10.0", "Blackwell", {"10.0"}},
      {"blackwell-ultra", "Blackwell Ultra", {"10.3"}},
      {"cdna3", "CDNA3", {"gfx942"}},
      {"cdna4", "CDNA4", {"gfx950"}},
  };
  return generations;
}

std::string type_lines(std::string_view type) {
  const std::vector<std::string> words = split(type, ' ');
  std::string lines = fmt::format("type = \"{}\"\n", words[0]);
  if (words.size() > 1) lines += fmt::format("gpus = {}\n", words[1]);
  return lines;
}

std::string record(const TruthKind& kind, std::string_view generation, std::string_view type,
                   const Coefficients& coefficients, std::string_view remark) {
  const auto name = advisor::operator_kind_names[static_cast<std::size_t>(kind.kind)];
  std::string text = fmt::format("\n[[{}]]\ngeneration = \"{}\"\n{}{}", name, generation,
                                 type_lines(type), remark);
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    text += fmt::format("{} = {:.4g}\n", kind.parameters[i].name, std::exp(coefficients[i]));
  return text;
}

std::string cards_and_rows(const TruthKind& kind, std::string_view generation,
                           std::string_view type) {
  std::vector<std::string> cards;
  std::size_t rows = 0;
  for (const TruthGroup& group : kind.groups) {
    if (group.generation != generation || group.type != type) continue;
    cards.push_back("\"" + group.card + "\"");
    rows += group.log_seconds.size();
  }
  return fmt::format("cards = [{}]\nrows = {}\n", join(cards, ", "), rows);
}

}  // namespace

advisor::OperatorTable measured_generations() {
  advisor::OperatorTable table;
  table.generations = all_generations();
  return table;
}

void CoefficientFile::add(const TruthKind& kind, KindFit fit) {
  const HeldOutBands bands = bands_of(fit.held_out);
  add_band(kind.kind, bands.known, bands.other);
  if (kind.kind == advisor::OperatorKind::collective) share_host_links(kind, fit);
  for (const auto& [type, fitted] : fit.types) {
    for (const auto& [generation, coefficients] : fitted.generations) {
      const bool is_staged = generation == advisor::staged_link;
      const std::string from(is_staged ? advisor::host_link : generation);
      records_ += record(kind, generation, type, coefficients, cards_and_rows(kind, from, type));
    }
    records_ += record(kind, advisor::any_generation, type, fitted.any,
                       "basis = \"mean of the generations\"\n");
  }
  if (kind.kind == advisor::OperatorKind::matrix) add_sustained(kind, fit);
}

// Generations of which no more is published than what large products sustain: that sets their
// energy, the rest is the mean of the others.
void CoefficientFile::add_sustained(const TruthKind& kind, const KindFit& fit) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> log_energies;
  std::map<std::pair<std::string, std::string>, std::string> cards;
  const advisor::OperatorTable table = measured_generations();
  for (const Row& row : points_.sustained_products) {
    const catalog::Gpu& gpu = *points_.gpus->find_id(row.at("card"));
    const std::string generation(table.generation_of(gpu)), type = row.at("type");
    if (fit.types.at(type).generations.contains(generation)) continue;
    const auto arithmetic = advisor::facts_of(*advisor::parse_matrix_type(type)).arithmetic;
    const advisor::CardFacts card = advisor::card_facts(gpu);
    const double share = *parse_number(row.at("tflops")) * tera / card.peak(arithmetic);
    log_energies[{type, generation}].push_back(
        std::log(advisor::energy_of_share(card, arithmetic, share)));
    cards[{type, generation}] += (cards[{type, generation}].empty() ? "" : ", ") + gpu.id;
  }
  for (const auto& [key, energies] : log_energies) {
    Coefficients coefficients = fit.types.at(key.first).any;
    coefficients.front() = mean(energies);  // energy_pj
    records_ +=
        record(kind, key.second, key.first, coefficients,
               fmt::format("basis = \"energy from the sustained rates of {}; the rest any\"\n",
                           cards.at(key)));
  }
}

// What cards reach through PCIe is the board's. The one measured in full moves a twentieth of the
// link between eight cards, as where all stops in the host's memory; of one whose cards read each
// other's all-reduce alone is known, which sets the share of the link there.
void CoefficientFile::share_host_links(const TruthKind& kind, KindFit& fit) {
  const std::string host(advisor::host_link), staged(advisor::staged_link);
  std::map<std::string, double> corrections;  // by the number of GPUs, logarithms
  constexpr std::size_t link_share = 1;       // place among the parameters
  for (const Row& row : points_.collective_points) {
    const catalog::Gpu& gpu = *points_.gpus->find_id(row.at("card"));
    const double share =
        *parse_number(row.at("bus_gbs")) * giga / advisor::card_facts(gpu).link_bandwidth;
    const std::string gpus = row.at("gpus");
    corrections[gpus] =
        std::log(share) - fit.types.at("all_reduce " + gpus).generations.at(host)[link_share];
  }
  for (auto& [type, fitted] : fit.types) {
    fitted.generations[staged] = fitted.generations.at(host);
    fitted.generations.at(host)[link_share] += corrections.at(type.substr(type.find(' ') + 1));
  }
  // Which of the two a board is like is not known before: as far as their mean is from both.
  std::vector<double> errors;
  for (const TruthGroup& group : kind.groups) {
    if (group.generation != host) continue;
    Coefficients between = fit.types.at(group.type).generations.at(staged);
    between[link_share] += corrections.at(group.type.substr(group.type.find(' ') + 1)) / 2;
    for (const double error : log_errors(group, between)) {
      errors.push_back(error);
      errors.push_back(-error);
    }
  }
  add_band(advisor::OperatorKind::host_collective, band_of(errors), band_of(errors));
}

void CoefficientFile::add_band(advisor::OperatorKind kind, const advisor::OperatorBand& near,
                               const advisor::OperatorBand& far) {
  bands_ += fmt::format(
      "\n[[band]]\noperator = \"{}\"\nknown_low = {:.3f}\nknown_high = {:.3f}\nother_low = "
      "{:.3f}\nother_high = {:.3f}\n",
      advisor::operator_kind_names[static_cast<std::size_t>(kind)], near.low, near.high, far.low,
      far.high);
}

std::string CoefficientFile::text() const {
  std::string text(heading);
  for (const auto& generation : all_generations())
    text += fmt::format(
        "\n[[generation]]\nid = \"{}\"\narchitecture = \"{}\"\ncapabilities = [\"{}\"]\n",
        generation.id, generation.architecture, join(generation.capabilities, "\", \""));
  return text + bands_ + records_;
}

int stale_coefficients(const std::string& fitted, const std::string& shipped) {
  const std::vector<std::string> now = split(fitted, '\n'), then = split(shipped, '\n');
  if (now.size() != then.size()) {
    fmt::print("STALE: operators.toml has {} lines, the fit gives {}\n", then.size(), now.size());
    return 1;
  }
  constexpr double rounding = 0.01;  // relative; compilers round differently
  int stale = 0;
  for (std::size_t line = 0; line < now.size(); ++line) {
    if (now[line] == then[line]) continue;
    const auto value = [](const std::string& text) {
      return parse_number(text.substr(std::min(text.find("= "), text.size() - 2) + 2));
    };
    const auto a = value(now[line]), b = value(then[line]);
    if (a && b && std::abs(*a - *b) <= rounding * std::abs(*b)) continue;
    fmt::print("STALE: line {}: \"{}\", the fit gives \"{}\"\n", line + 1, then[line], now[line]);
    ++stale;
  }
  return stale;
}

}  // namespace wgf::truth::fit
