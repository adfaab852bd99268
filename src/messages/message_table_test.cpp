// SPDX-License-Identifier: MIT
#include "messages/message_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "messages/complete.h"
#include "messages/parts.h"

namespace wgf::messages {
namespace {

std::set<std::string> keys(Language language) {
  std::set<std::string> found;
  for (const Entry& entry : entries(language))
    EXPECT_TRUE(found.insert(std::string(entry.key)).second) << "twice: " << entry.key;
  return found;
}

std::set<std::string> marks(std::string_view text) {
  static const std::regex mark("\\{[a-z_]+\\}");
  const std::string copy(text);
  return {std::sregex_token_iterator(copy.begin(), copy.end(), mark), std::sregex_token_iterator()};
}

// Every key used in the sources: a string literal "area.name" whose area some table entry has.
std::set<std::string> keys_in_sources() {
  std::set<std::string> areas, found;
  for (const Entry& entry : entries(Language::english))
    areas.insert(std::string(entry.key.substr(0, entry.key.find('.'))));
  // "results.csv" is a file's name, not a key.
  static const std::set<std::string> file_suffixes{"toml", "json", "so",  "csv", "md", "txt",
                                                   "html", "svg",  "png", "js",  "css"};
  static const std::regex literal("\"([a-z_]+)\\.([a-z0-9_]+)\"");
  for (const auto& file : std::filesystem::recursive_directory_iterator(WGF_SOURCE_DIR "/src")) {
    const std::string name = file.path().filename();
    if (!name.ends_with(".cpp") || name.ends_with("_test.cpp") ||
        file.path().string().starts_with(WGF_SOURCE_DIR "/src/messages/"))
      continue;
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator match(source.begin(), source.end(), literal), end; match != end;
         ++match)
      if (areas.contains((*match)[1]) && !(*match)[2].str().ends_with("_") &&
          !file_suffixes.contains((*match)[2]))
        found.insert((*match)[1].str() + "." + (*match)[2].str());
  }
  return found;
}

// The name of the part whose list of beginnings holds the longest one of this key.
std::string part_named_for(std::string_view key) {
  std::string best_name;
  std::size_t best_length = 0;
  for (const NamedPart& part : parts) {
    std::istringstream beginnings{std::string(part.keys)};
    for (std::string beginning; beginnings >> beginning;)
      if (key.starts_with(beginning) && beginning.size() > best_length) {
        best_name = part.name;
        best_length = beginning.size();
      }
  }
  return best_name;
}

TEST(Messages, KeysStandInThePartThatNamesThem) {
  for (const NamedPart& part : parts)
    for (const Part* of_language : {part.english, part.chinese})
      for (const Entry& entry : *of_language)
        EXPECT_EQ(part_named_for(entry.key), part.name) << entry.key;
}

TEST(Messages, EveryPartIsAFileOfItsNameInBothLanguages) {
  for (const NamedPart& part : parts)
    for (const char* language : {"en", "zh"})
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(WGF_SOURCE_DIR "/src/messages") /
                                          language / (std::string(part.name) + ".cpp")))
          << language << " " << part.name;
}

// A straight pair of quotes is left to what is typed so: TOML, Python, an option's value in a
// shell.
TEST(Messages, ChineseQuotesArgumentsWithItsOwnMarks) {
  static const std::regex straight("\"\\{[a-z_]+\\}\"");
  for (const Entry& entry : entries(Language::chinese))
    EXPECT_FALSE(std::regex_search(std::string(entry.text), straight)) << entry.key;
}

TEST(Messages, BothLanguagesHaveTheSameKeys) {
  EXPECT_EQ(keys(Language::english), keys(Language::chinese));
}

TEST(Messages, BothLanguagesNameTheSameArguments) {
  for (const Entry& entry : entries(Language::english))
    for (const Entry& other : entries(Language::chinese)) {
      if (entry.key != other.key) continue;
      EXPECT_EQ(marks(entry.text), marks(other.text)) << entry.key;
    }
}

TEST(Messages, EveryKeyInTheSourcesIsInTheTable) {
  const std::set<std::string> known = keys(Language::english);
  for (const std::string& key : keys_in_sources())
    EXPECT_TRUE(known.contains(key)) << "no text for " << key;
}

TEST(Messages, ArgumentsAreFilledIn) {
  const Message message{"files.cannot_read", {{"path", "a.json"}, {"reason", "gone"}}};
  EXPECT_EQ(render(message, Language::english), "cannot read a.json: gone");
  EXPECT_NE(render(message, Language::chinese).find("a.json"), std::string::npos);
}

// A file may be called anything, and a terminal obeys what it is sent.
TEST(Messages, NothingForeignIsObeyedByATerminal) {
  const Message named{"cli.written", {{"files", "a\x1b]0;owned\x07\r\x9b.json"}}};
  const Message stored{"no.such_key", {{"text", "new\x1b[2J"}}};
  for (const Message& message : {named, stored, Message{"none\x1b[2J", {{"a", "\x1b[2J"}}}})
    for (const Language language : {Language::english, Language::chinese}) {
      const std::string text = render(message, language);
      EXPECT_EQ(text.find_first_of("\x1b\x07\r"), std::string::npos) << text;
    }
}

TEST(Messages, OneIsNoPlural) {
  const auto shown = [](const std::string& gpus) {
    return render({"plan.product", {{"layout", "--tp 2"}, {"product", "4"}, {"gpus", gpus}}},
                  Language::english);
  };
  EXPECT_THAT(shown("1"), testing::HasSubstr("does not divide 1 GPU"));
  EXPECT_THAT(shown("1"), testing::Not(testing::HasSubstr("GPUs")));
  EXPECT_THAT(shown("11"), testing::HasSubstr("does not divide 11 GPUs"));
  // What a user typed is no mark.
  EXPECT_THAT(shown("{layout:a|b}"), testing::HasSubstr("{layout:a|b}"));
}

TEST(Messages, ChineseWordsNeedNoBlanksBetweenThem) {
  const auto shown = [](const char* precision) {
    return render({"predict.classic_title",
                   {{"model", "gnmt"}, {"precision", precision}, {"gpus", "1"}, {"gpu", "t4"}}},
                  Language::chinese);
  };
  EXPECT_THAT(shown("fp16"), testing::HasSubstr("以 fp16 训练"));
  EXPECT_THAT(shown("各种精度"), testing::HasSubstr("以各种精度训练"));
}

// The words for one and for more hang on an argument that the sentence shows.
TEST(Messages, PluralsAreOfAnArgumentBesideThem) {
  static const std::regex plural("\\{([a-z_]+):[^{}|]*\\|[^{}|]*\\}");
  for (const Entry& entry : entries(Language::english)) {
    const std::string text(entry.text);
    for (std::sregex_iterator match(text.begin(), text.end(), plural), end; match != end; ++match)
      EXPECT_TRUE(marks(text).contains("{" + (*match)[1].str() + "}")) << entry.key;
  }
}

// Of a file that a program with other words wrote.
// Why a family's default is taken is data, in English.
TEST(Messages, EveryReasonOfAFamilyIsKnownInChinese) {
  static const std::regex line("\nreason = \"([^\"]+)\"");
  for (const char* file : {"/data/gpus/families.toml", "/data/models/families.toml"}) {
    std::stringstream text;
    text << std::ifstream(std::string(WGF_SOURCE_DIR) + file).rdbuf();
    const std::string toml = text.str();
    EXPECT_TRUE(std::regex_search(toml, line));
    for (std::sregex_iterator match(toml.begin(), toml.end(), line), end; match != end; ++match) {
      const Message note{"catalog.default_only",
                         {{"name", "a"}, {"chosen", "b"}, {"reason", (*match)[1]}}};
      EXPECT_THAT(render(note, Language::english), testing::HasSubstr((*match)[1].str()));
      EXPECT_THAT(render(note, Language::chinese),
                  testing::Not(testing::HasSubstr((*match)[1].str())));
    }
  }
  const Message own{"catalog.default_only", {{"name", "a"}, {"chosen", "b"}, {"reason", "mine"}}};
  EXPECT_THAT(render(own, Language::chinese), testing::HasSubstr("mine"));
}

TEST(Messages, TheStoredSentenceIsShownWhereAnArgumentOrTheWordsAreMissing) {
  const Message older{"files.cannot_read", {{"path", "a.json"}, {"text", "a.json: not there"}}};
  EXPECT_FALSE(is_complete(older));
  EXPECT_EQ(render(older, Language::english), "a.json: not there");
  EXPECT_EQ(render(older, Language::chinese), "a.json: not there");
  const Message newer{"no.such_key", {{"a", "1"}, {"text", "something new"}}};
  EXPECT_FALSE(is_complete(newer));
  EXPECT_EQ(render(newer, Language::english), "something new");
  const Message whole{"files.cannot_read", {{"path", "a"}, {"reason", "b"}, {"text", "other"}}};
  EXPECT_TRUE(is_complete(whole));
  EXPECT_EQ(render(whole, Language::english), "cannot read a: b");
}

TEST(Messages, UnknownKeysShowThemselves) {
  EXPECT_EQ(render(Message{"no.such_key", {{"a", "1"}}}, Language::english), "no.such_key a=1");
}

TEST(Messages, LanguageNames) {
  EXPECT_EQ(parse_language("zh_CN.UTF-8"), Language::chinese);
  EXPECT_EQ(parse_language("C.UTF-8"), Language::english);
  EXPECT_FALSE(parse_language("fr"));
}

}  // namespace
}  // namespace wgf::messages
