// SPDX-License-Identifier: MIT
// Why a choice of recommend is where it is.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "answers/recommend/recommend_answer.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;
using advisor::Measure;
constexpr double worth_saying = 0.01;

// Sentences in one language.
struct Words {
  messages::Language language;
  std::string text(std::string_view key) const { return messages::render(key, language); }
  std::string text(const Message& message) const { return messages::render(message, language); }
};

// "speed 1, cost 3, memory 2, energy 5"
std::string places_text(const RecommendAnswer& answer, const Candidate& one, const Words& say) {
  std::vector<std::string> places;
  for (int i = 0; i < advisor::measure_count; ++i) {
    const auto measure = static_cast<Measure>(i);
    places.push_back(say.text("recommend.measure_" + std::string(to_text(measure))) + " " +
                     std::to_string(advisor::place_in(measure, one, answer.of_cards)));
  }
  return join(places, say.text("recommend.list_comma"));
}

// What differs from the first, better things first.
struct Differences {
  std::vector<std::string> better, worse;
};

class Comparison {
 public:
  explicit Comparison(const Words& say) : say_(say) {}

  // Both more than nothing; says "12 % faster" or "12 % slower".
  void add(const char* name, double own, double first, bool is_more_better) {
    const double change = own / first - 1;
    if (std::abs(change) < worth_saying) return;
    const std::string key =
        std::string("recommend.") + (change > 0 ? "more_" : "less_") + std::string(name);
    const bool is_better = (change > 0) == is_more_better;
    (is_better ? found_.better : found_.worse)
        .push_back(say_.text({key, {{"percent", fmt::format("{:.0f}", std::abs(change) * 100)}}}));
  }
  const Differences& found() const { return found_; }

 private:
  const Words& say_;
  Differences found_;
};

Differences differences(const Candidate& one, const Candidate& first, const Words& say) {
  Comparison comparison(say);
  comparison.add("speed", one.rate, first.rate, true);
  comparison.add("cost", one.cost(), first.cost(), false);
  comparison.add("memory", std::max(one.head_room, worth_saying),
                 std::max(first.head_room, worth_saying), true);
  if (one.watts && first.watts)
    comparison.add("energy", *one.joules_per_token(), *first.joules_per_token(), false);
  return comparison.found();
}

}  // namespace

std::string why_text(const RecommendAnswer& answer, const Choice& choice,
                     messages::Language language) {
  const Words say{language};
  const Candidate& one = *choice.candidate;
  const Candidate& first = *answer.best.front().candidate;
  if (&one == &first && answer.of_cards.size() == 1) return say.text("recommend.why_only");
  if (&one == &first)
    return say.text({"recommend.why_first",
                     {{"priority", say.text("recommend.priority_" +
                                            std::string(to_text(answer.request.priority)))},
                      {"cards", std::to_string(answer.of_cards.size())},
                      {"places", places_text(answer, one, say)}}});
  const Differences found = differences(one, first, say);
  const std::string comma = say.text("recommend.list_comma");
  const std::string better = join(found.better, comma), worse = join(found.worse, comma);
  if (better.empty() && worse.empty()) return say.text("recommend.why_same");
  if (better.empty()) return say.text({"recommend.why_worse", {{"worse", worse}}});
  if (worse.empty()) return say.text({"recommend.why_better", {{"better", better}}});
  return say.text({"recommend.why_mixed", {{"better", better}, {"worse", worse}}});
}

}  // namespace wgf::answers
