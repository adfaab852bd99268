// SPDX-License-Identifier: MIT
#include "answers/option.h"

#include <gtest/gtest.h>

#include <set>

#include "answers/calibrate/calibrate.h"
#include "answers/gpus/gpus.h"
#include "answers/network/memory_options.h"
#include "answers/own/tco_request.h"
#include "answers/plan/plan_request.h"
#include "answers/prices/prices.h"
#include "answers/recommend/recommend_request.h"
#include "answers/select/select_request.h"
#include "answers/training/predict_options.h"
#include "messages/message_table.h"

namespace wgf::answers::option_test {
namespace {

// Each name once, each row with words in both languages, each kept in a place of its own.
template <typename Options>
void expect_sound(const OptionTable<Options>& table) {
  Options options;
  std::set<std::string> names;
  std::set<const void*> places;
  for (const OptionRow<Options>& row : table) {
    EXPECT_TRUE(names.insert(row.names).second) << row.names;
    for (const auto language : {messages::Language::english, messages::Language::chinese})
      EXPECT_NE(messages::render(row.help, language), row.help) << row.names;
    const void* place =
        std::visit([](auto* value) -> const void* { return value; }, row.place(options));
    EXPECT_TRUE(places.insert(place).second) << row.names;
  }
}

TEST(Option, TablesAreSound) {
  expect_sound(calibrate_options());
  expect_sound(gpu_options());
  expect_sound(memory_options());
  expect_sound(plan_options());
  expect_sound(predict_options());
  expect_sound(price_options());
  expect_sound(recommend_options());
  expect_sound(select_options());
  expect_sound(tco_options());
}

TEST(Option, OfAPartIsKeptInIt) {
  PredictOptions options;
  for (const OptionRow<PredictOptions>& row : predict_options())
    if (std::string(row.names) == "--tp") *std::get<std::string*>(row.place(options)) = "8";
  EXPECT_EQ(options.network.tp, "8");
}

struct Own {
  bool flag = false;
  std::optional<std::string> maybe;
  std::vector<std::string> words;
};

TEST(Option, FormIsThatOfTheMemberUnlessSaid) {
  EXPECT_EQ(option<Own>("--flag", &Own::flag, "").form, OptionForm::flag);
  EXPECT_EQ(option<Own>("--maybe", &Own::maybe, "").form, OptionForm::optional_value);
  EXPECT_EQ(option<Own>("--words", &Own::words, "").form, OptionForm::list);
  const OptionRow<Own> files =
      required(in_form(OptionForm::words, option<Own>("files", &Own::words, "", "FILE")));
  EXPECT_EQ(files.form, OptionForm::words);
  EXPECT_TRUE(files.is_required);
}

}  // namespace
}  // namespace wgf::answers::option_test
