# SPDX-License-Identifier: MIT
"""What version 0.2 and its plans offered still works, or is answered by one line that says what to do instead."""
import os
import re
import sys
import unittest

from program import NOT_SUPPORTED, OK, SOURCE_DIR, USAGE, ProgramTest, environment

EXIT_CODES = {"usage": USAGE, "not_supported": NOT_SUPPORTED}
ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")

MODELS = """resnet18 resnet34 resnet50 resnet101 resnet152 vgg16 vgg19 alexnet mobilenet_v2 mobilenet_v3_small
    efficientnet_b0 densenet121 simple_cnn bert-tiny bert-mini bert-small bert-base gpt2-small distilbert vae unet
    autoencoder bert-large gpt2-medium vit efficientnet_b7 resnext101 lstm""".split()

WORKING = [
    ["--version"], ["list-devices"], ["info"], ["info", "--json"], ["list-models"],
    ["list-models", "--type", "cnn"], ["list-models", "--type", "transformer"], ["list-models", "--type", "generative"],
    ["quick"], ["quick", "--light", "-o", "a.json", "-f", "json", "--device", "cpu", "-v"],
    ["quick", "--standard", "-o", "b.csv"], ["quick", "--extensive", "-f", "txt"],
    ["run", "-m", "resnet50,bert-tiny", "-b", "1,8,32", "-p", "fp32", "-i", "100", "-w", "10", "-o", "c.json",
     "-f", "json", "--device", "auto", "-v"],
    ["run", "--models", "all", "--batch-sizes", "1", "--precision", "fp16", "--iterations", "5", "--warmup", "1",
     "--output", "d.csv", "--format", "csv", "--device", "cpu", "--verbose"],
    ["run", "-m", "vae", "-b", "1", "-p", "bf16", "-f", "txt"], ["run", "-m", "unet", "-b", "1", "-p", "tf32"],
    ["estimate-memory", "--model", "bert-large", "--batch-size", "32", "--precision", "fp16"],
]

# Values of options, commands with all their options: what is typed, exit code, what the answer names.
ANSWERED = [
    (["run", "-f", "pdf"], USAGE, "html, json, csv, md, txt, svg, png"),
    (["run", "--device", "mps"], NOT_SUPPORTED, "cuda"),
    (["run", "--device", "cuda:1"], NOT_SUPPORTED, "--device cpu"),
    (["run", "--config", "bench.yaml"], USAGE, "bench.toml"),
    (["run", "--compare-baseline"], USAGE, "baseline compare"),
    (["quick", "--gpu-ids=0,1"], USAGE, "--device cuda:N"),
    (["--multi-gpu", "quick"], NOT_SUPPORTED, "cuda:1"),
]


def table():
    """Rows of the visible table: name and exit code."""
    with open(os.path.join(SOURCE_DIR, "src", "cli", "earlier_names.cpp"), encoding="utf-8") as file:
        return re.findall(r'\{"([a-z-]+)", "cli\.[a-z_]+", ExitCode::(\w+)\}', file.read())


class EarlierVersion(ProgramTest):
    def with_engine(self, *arguments):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT_STATE=self.path("taken"),
                          PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", ""))
        return self.run_program(*arguments, env=env, timeout=120)

    def known_names(self):
        helps = [self.run_program(*command, "--help").stdout for command in
                 ([], ["run"], ["quick"], ["list-gpus"], ["list-models"], ["info"])]
        commands = set(re.findall(r"^  ([a-z][a-z-]+) ", helps[0], re.MULTILINE))
        return commands, set(re.findall(r"--[a-z][a-z-]*", "".join(helps)))

    def test_each_row_of_the_table_is_one_line_in_both_languages(self):
        rows = table()
        self.assertGreaterEqual(len(rows), 5)
        for name, code in rows:
            typed = [name] if not name.startswith("-") else ["run", name, "1"]
            with self.subTest(name):
                done = self.run_program(*typed)
                self.assert_error(done, EXIT_CODES[code], name)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                chinese = self.run_program(*typed, "--lang", "zh")
                self.assertEqual(chinese.returncode, EXIT_CODES[code])
                self.assertIn(name, chinese.stderr)
                self.assertRegex(chinese.stderr, "^错误：.*[\u4e00-\u9fff]")

    def test_answers_name_only_what_there_is(self):
        commands, options = self.known_names()
        for name, _ in table():
            with self.subTest(name):
                self.assertNotIn(name, commands | options, "a name that works needs no answer: take out its row")
                text = self.run_program(*([name] if not name.startswith("-") else ["run", name])).stderr
                text = text.replace(name, "")
                for option in re.findall(r"--[a-z][a-z-]*", text):
                    self.assertIn(option, options)
                for command in re.findall(r"\blist-[a-z]+\b", text):
                    self.assertIn(command, commands)

    def test_commands_and_options_that_stayed_work(self):
        for arguments in WORKING:
            with self.subTest(" ".join(arguments)):
                done = self.with_engine(*arguments)
                self.assertEqual(done.returncode, OK, done.stderr)

    def test_what_changed_is_answered_in_one_line(self):
        for arguments, code, part in ANSWERED:
            with self.subTest(" ".join(arguments)):
                self.assert_error(self.with_engine(*arguments), code, part)

    def test_every_model_runs_under_its_name(self):
        for model in MODELS:
            with self.subTest(model):
                done = self.with_engine("run", "-m", model, "-b", "1", "--workload", "infer", "-o", "m.json", "--force")
                self.assertEqual(done.returncode, OK, done.stderr)


if __name__ == "__main__":
    unittest.main()
