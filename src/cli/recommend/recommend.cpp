// SPDX-License-Identifier: MIT
// recommend: which GPU to take for a network and a budget, why, and at what price another is
// better.

#include <memory>
#include <nlohmann/json.hpp>

#include "answers/recommend/recommend_finder.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "cli/recommend/recommend_text.h"
#include "cli/surroundings.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

void print_recommendation(const answers::RecommendOptions& options, Context& context) {
  const auto catalog = asked_catalog(context);
  answers::RecommendRequest request = parse_recommend_request(options, catalog->models());
  for (const Message& note : request.notes) print_note(note, context);
  const answers::Outcome<answers::Recommendation> outcome =
      recommend(std::move(request), surroundings_of(*catalog, context, options.price_file));
  const answers::RecommendAnswer& answer = outcome.answer->answer();
  print(context.json ? results::indented(recommend_json(answer, context.language))
                     : recommend_text(answer, options.is_explained, context));
  if (outcome.refusal) throw Error(*outcome.refusal);
}

}  // namespace

void add_recommend_command(Command& program, Context& context) {
  Command command = program.add_command("recommend", context.text("recommend.description"));
  auto options = std::make_shared<answers::RecommendOptions>();
  add_options(command, answers::recommend_options(), *options, context);
  add_json_flag(command, context);
  command.action([options, &context] { print_recommendation(*options, context); });
}

}  // namespace wgf::cli
