// SPDX-License-Identifier: MIT
// menu: the everyday commands by number, with plain prompts. Each choice shows the command it
// stands for before it runs, so that the next time it can be typed.

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <iterator>
#include <sstream>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/typed_words.h"

extern char** environ;

namespace wgf::cli {
namespace {

struct Question {
  const char* key;       // "menu.ask_model"
  const char* option;    // "--model"; "" for a positional argument
  const char* fallback;  // left out of the command
};

struct Entry {
  const char* key;                   // "menu.quick"
  std::vector<std::string> command;  // empty: the first answer names it
  std::vector<Question> questions = {};

  std::string shown_command() const {
    return command.empty() ? std::string(questions.front().fallback) + ", …" : command.front();
  }
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {"menu.quick", {"quick"}},
      {"menu.run",
       {"run"},
       {{"menu.ask_models", "-m", "resnet50"}, {"menu.ask_batches", "-b", "1,8,32"}}},
      {"menu.compare_models",
       {"compare-models"},
       {{"menu.ask_models", "--models", "simple_cnn,resnet18,mobilenet_v2"},
        {"menu.ask_batch", "--batch-size", "32"},
        {"menu.ask_epoch", "--batches", "100"}}},
      {"menu.max_batch",
       {"max-batch"},
       {{"menu.ask_model", "--model", "mobilenet_v2"}, {"menu.ask_from", "--from", "8"}}},
      {"menu.workers",
       {"workers"},
       {{"menu.ask_workers", "--workers", "0,2,4,8"}, {"menu.ask_data", "--data", ""}}},
      {"menu.profile",
       {"profile"},
       {{"menu.ask_model", "--model", "mobilenet_v2"}, {"menu.ask_batch", "--batch-size", "64"}}},
      {"menu.optimizers", {"optimizers"}, {{"menu.ask_model", "--model", "mobilenet_v2"}}},
      {"menu.compile_test",
       {"compile-test"},
       {{"menu.ask_models", "--models", "resnet50,bert-base"}}},
      {"menu.kernel", {}, {{"menu.ask_kernel", "", "gemm"}}},
      {"menu.roofline", {"roofline"}, {{"menu.ask_models", "-m", "resnet50,bert-base"}}},
      {"menu.report", {"report"}, {{"menu.ask_results", "", "results.json"}}},
      {"menu.monitor", {"monitor"}},
      {"menu.doctor", {"doctor"}},
      {"menu.info", {"info"}},
      {"menu.select", {"select"}},
  };
  return all;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

// Ctrl-C ends what runs, not the menu.
int run_on_terminal(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t interrupt;
  ::sigemptyset(&interrupt);
  ::sigaddset(&interrupt, SIGINT);
  ::posix_spawnattr_setsigdefault(&attributes, &interrupt);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const auto before = ::signal(SIGINT, SIG_IGN);
  pid_t child = 0;
  const int fault =
      ::posix_spawn(&child, "/proc/self/exe", nullptr, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  int status = 0;
  if (fault == 0) ::waitpid(child, &status, 0);
  ::signal(SIGINT, before);
  if (fault != 0)
    throw Error({"subprocess.cannot_start",
                 {{"program", words.front()}, {"reason", std::strerror(fault)}}});
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class Menu {
 public:
  explicit Menu(const Context& context) : context_(context) {}

  void run() {
    while (true) {
      show();
      const std::optional<std::string> typed = line("menu.choose");
      if (!typed || *typed == "q" || *typed == "0") return;
      const auto number = parse_integer(*typed);
      if (number && *number >= 1 && *number <= static_cast<std::int64_t>(entries().size())) {
        if (!carry_out(entries()[static_cast<std::size_t>(*number - 1)])) return;
      } else if (!typed->empty()) {
        print(context_.text({"menu.again", {{"last", std::to_string(entries().size())}}}) + "\n");
      }
    }
  }

 private:
  void show() const {
    print("\n" + context_.text("menu.title") + "\n");
    for (std::size_t i = 0; i < entries().size(); ++i)
      print(pad_left(std::to_string(i + 1), 4) + "  " +
            pad_right(context_.text(entries()[i].key), 58) + entries()[i].shown_command() + "\n");
    print(pad_left("q", 4) + "  " + context_.text("menu.quit") + "\n\n");
  }

  // Nothing: the input ended.
  std::optional<std::string> line(const Message& question) const {
    print(context_.text(question) + " ");
    std::string typed;
    if (!std::getline(std::cin, typed)) {
      print("\n");
      return std::nullopt;
    }
    return std::string(trim(typed));
  }
  std::optional<std::string> line(const char* key) const { return line(Message{key, {}}); }

  // False: the input ended.
  bool carry_out(const Entry& entry) const {
    std::vector<std::string> words{context_.arguments.front()};
    words.insert(words.end(), entry.command.begin(), entry.command.end());
    for (const Question& question : entry.questions) {
      const std::string fallback = *question.fallback ? question.fallback : "-";
      const auto answer = line(Message{question.key, {{"default", fallback}}});
      if (!answer) return false;
      const bool is_default = answer->empty() || *answer == fallback;
      const bool is_positional = *question.option == '\0';
      if (is_default && !is_positional) continue;
      if (!is_positional) words.emplace_back(question.option);
      const std::string value = answer->empty() ? question.fallback : *answer;
      // A command may be typed with its options.
      if (entry.command.empty())
        for (std::string& word : words_of(value)) words.push_back(std::move(word));
      else
        words.push_back(value);
    }
    if (entry.command.empty() && !is_kernel(words[1])) return true;
    if (entry.shown_command() == "run" && words.size() == 2)
      words.insert(words.end(), {"-m", entry.questions.front().fallback});
    if (context_.language != messages::language_of_environment())
      words.insert(words.end(),
                   {"--lang", context_.language == messages::Language::chinese ? "zh" : "en"});
    print("\n$ " + shell_command(words) + "\n");
    const auto sure = line("menu.sure");
    if (!sure) return false;
    if (!sure->empty() && lower_case(*sure) != "y") return true;
    if (const int code = run_on_terminal(words); code != 0)
      print(context_.text({"menu.ended", {{"code", std::to_string(code)}}}) + "\n");
    return true;
  }

  bool is_kernel(const std::string& name) const {
    const std::vector<std::string> known = kernel_command_names();
    if (std::find(known.begin(), known.end(), name) != known.end()) return true;
    print(context_.text({"menu.no_kernel", {{"name", name}, {"known", join(known, ", ")}}}) + "\n");
    return false;
  }

  const Context& context_;
};

}  // namespace

void add_menu_command(Command& program, Context& context) {
  Command command = program.add_command("menu", context.text("menu.description"));
  command.action([&context] {
    if (!is_conversation()) throw Error({"menu.no_terminal", {}}, ExitCode::usage);
    Menu(context).run();
  });
}

}  // namespace wgf::cli
