// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"

namespace wgf::cli {
namespace {

using testing::ElementsAre;

// A program with one command that takes one of each.
struct Typed {
  std::vector<std::string> names, paths, outputs;
  std::string text;
  bool flag = false;
  int actions = 0;

  explicit Typed(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "program");
    const Context context;
    CommandLine line(context, arguments);
    Command command = line.program().add_command("show", "");
    command.list("--names", names, "");
    command.paths("paths", paths, "", "FILE ...");
    command.repeatable("-o,--output", outputs, "", "FILE");
    const Option option = command.text("--text", text, "");
    command.flag("--flag", flag, "").excludes(option);
    command.action([this] { ++actions; });
    Command group = line.program().add_command("group", "");
    group.require_command({"baseline.needs_action", {}});
    group.add_command("one", "").action([this] { ++actions; });
    line.run();
  }
};

Message refusal(const std::vector<std::string>& arguments) {
  try {
    Typed typed(arguments);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    return error.message();
  }
  return {"none", {}};
}

std::string error_of(const std::vector<std::string>& arguments) {
  return refusal(arguments).key;
}

TEST(CommandLine, OnlyListsAreSplitAtCommas) {
  const Typed typed({"show", "a,b.json", "c.json", "--names", "d,e", "-o", "f,g", "-o", "h"});
  EXPECT_THAT(typed.paths, ElementsAre("a,b.json", "c.json"));
  EXPECT_THAT(typed.names, ElementsAre("d", "e"));
  EXPECT_THAT(typed.outputs, ElementsAre("f,g", "h"));
  EXPECT_EQ(typed.actions, 1);
}

TEST(CommandLine, RepeatableOptionLeavesWhatFollowsItsValueToThePaths) {
  const Typed typed({"show", "-o", "out.md", "a.json"});
  EXPECT_THAT(typed.outputs, ElementsAre("out.md"));
  EXPECT_THAT(typed.paths, ElementsAre("a.json"));
}

std::string help_in(messages::Language language) {
  Context context;
  context.language = language;
  const std::vector<std::string> of_command{"program", "show", "--help"};
  CommandLine line(context, of_command);
  Command command = line.program().add_command("show", "");
  std::vector<std::string> names;
  command.list("names", names, "");
  testing::internal::CaptureStdout();
  line.run();
  std::string text = testing::internal::GetCapturedStdout();
  testing::internal::CaptureStdout();
  const std::vector<std::string> of_program{"program", "--help"};
  CommandLine(context, of_program).run();
  return text + testing::internal::GetCapturedStdout();
}

TEST(CommandLine, HeadingsOfHelpEndAsTheLanguageDoes) {
  const std::string english = help_in(messages::Language::english);
  EXPECT_THAT(english, testing::HasSubstr("\nUsage: torch-gpu-benchmark"));
  EXPECT_THAT(english, testing::HasSubstr("\nOptions:\n"));
  const std::string chinese = help_in(messages::Language::chinese);
  EXPECT_THAT(chinese, testing::HasSubstr("用法：torch-gpu-benchmark"));
  EXPECT_THAT(chinese, testing::HasSubstr("\n参数：\n"));
  EXPECT_THAT(chinese, testing::HasSubstr("\n选项：\n"));
  EXPECT_THAT(chinese, testing::Not(testing::HasSubstr(":\n")));
}

TEST(CommandLine, TextGivenAgainIsAnError) {
  EXPECT_EQ(Typed({"show", "--text", "a"}).text, "a");
  const Message twice{"cli.given_twice", {{"option", "--text"}, {"first", "a"}, {"second", "b"}}};
  EXPECT_EQ(refusal({"show", "--text", "a", "--text=b"}), twice);
  EXPECT_EQ(error_of({"show", "--text"}), "cli.value_missing");
}

TEST(CommandLine, ListsHaveNoEmptyPlaces) {
  for (const char* list : {",", "a,,b", "a,", "", " "}) {
    const Message refused{"cli.bad_list", {{"option", "--names"}, {"value", list}}};
    EXPECT_EQ(refusal({"show", "--names", list}), refused) << list;
  }
  EXPECT_THAT(Typed({"show", "--names", "a,b", "--names", "c"}).names, ElementsAre("a", "b", "c"));
}

TEST(CommandLine, OptionsThatExcludeEachOtherAreAUsageErrorTogetherOnly) {
  EXPECT_TRUE(Typed({"show", "--flag"}).flag);
  EXPECT_EQ(Typed({"show", "--text", "a"}).text, "a");
  EXPECT_EQ(error_of({"show", "--flag", "--text", "a"}), "cli.wrong_usage");
}

// Of a command inside a group too; what is said of an option that was passed over does nothing.
TEST(CommandLine, OptionsOfCommandsThatAreNotTypedAreNotThere) {
  const std::vector<std::string> arguments{"program", "outer", "inner", "--mine", "1"};
  const Context context;
  CommandLine line(context, arguments);
  std::string mine, others;
  Command outer = line.program().add_command("outer", "");
  outer.add_command("inner", "").text("--mine", mine, "");
  Command other = line.program().add_command("other", "");
  Option passed_over = other.text("--others", others, "");
  passed_over.required();
  passed_over.excludes(other.text("--more", others, ""));
  line.run();
  EXPECT_EQ(mine, "1");
}

TEST(CommandLine, GroupOfCommandsWantsOneOfThem) {
  EXPECT_EQ(Typed({"group", "one"}).actions, 1);
  EXPECT_EQ(error_of({"group"}), "baseline.needs_action");
  EXPECT_EQ(error_of({"group", "two"}), "cli.unknown_command_alone");
}

}  // namespace
}  // namespace wgf::cli
