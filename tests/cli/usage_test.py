# SPDX-License-Identifier: MIT
"""Wrong input: one line that says what, which value and what to do, and exit code 2."""
import os
import re
import subprocess
import unittest

from program import ERROR, NOT_SUPPORTED, OK, PROGRAM, USAGE, ProgramTest, environment
from terminal import lines_on_terminal


class Width(ProgramTest):
    """On a terminal of its own, of so many columns."""

    def lines(self, columns, *arguments, has_notes=False):
        settings = {} if has_notes else {"stderr": subprocess.DEVNULL}
        lines, code = lines_on_terminal([PROGRAM, *arguments], columns, cwd=self.folder, env=environment(), **settings)
        self.assertEqual(code, OK)
        return lines

    def test_prose_and_tables_are_as_wide_as_the_terminal(self):
        for arguments in (["recommend", "-m", "llama-3.1-8b", "--budget", "2"],
                          ["predict", "-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "8"],
                          ["plan", "-m", "llama-3.1-70b", "--gpus", "64xh100-sxm", "--seq", "8k"],
                          ["estimate-memory", "-m", "resnet101", "--gpu", "rtx-4090"]):
            wide, narrow = self.lines(120, *arguments), self.lines(60, *arguments)
            self.assertGreater(max(map(len, wide)), 80, arguments)
            self.assertGreater(len(narrow), len(wide))
            self.assertLessEqual(max(map(len, wide)), 120)
            self.assertEqual([line for line in narrow if len(line) > 60], [])

    def test_no_number_is_broken_at_the_edge_of_a_narrow_terminal(self):
        for arguments in (["predict", "-m", "llama-3.1-8b", "--gpu", "h100-sxm", "--gpus", "16", "--scaling"],
                          ["recommend", "-m", "llama-3.1-70b", "--budget", "2"], ["select", "--task", "training"],
                          ["select", "--task", "inference"], ["tco", "--gpu", "l40s,a100-sxm-80gb,h100-sxm"],
                          ["cloud-prices", "h100", "--limit", "8"]):
            shown = self.lines(60, *arguments)
            self.assertEqual([line for line in shown if len(line) > 60], [], arguments)

    def test_results_are_as_wide_as_the_terminal_and_as_they_need_elsewhere(self):
        report = ["report", os.path.join(os.path.dirname(__file__), "h200_results.json")]
        shown = self.lines(60, *report)
        table = shown[shown.index("") + 1:]
        self.assertEqual([line for line in table if len(line) > 60], [])
        self.assertIn("9,175 samples/s   7.584 %", "\n".join(table))
        self.assertGreater(max(map(len, self.run_program(*report).stdout.splitlines())), 60)

    def test_notes_are_as_wide_as_the_terminal_and_one_line_elsewhere(self):
        family = ["estimate-memory", "-m", "gpt2", "--gpu", "h100", "--task", "infer"]
        claim = ["audit", "900 GB/s on a100"]
        self.assertLessEqual(max(map(len, self.lines(60, *claim, has_notes=True))), 60)
        note, = self.run_program(*claim).stderr.splitlines()
        self.assertGreater(len(note), 80)
        self.assertLessEqual(max(map(len, self.lines(60, *family, has_notes=True))), 60)

    def test_the_cost_of_owning_is_as_wide_as_the_terminal(self):
        self.assertLessEqual(max(map(len, self.lines(74, "tco", "--gpu", "h100-sxm,l40s"))), 74)

    def test_nothing_is_left_out_where_there_is_room(self):
        cards = ["predict", "--task", "serve", "-m", "llama-3.1-8b", "--all-gpus"]
        self.assertIn("Left out to fit 80 columns: TTFT", " ".join(self.run_program(*cards).stdout.split()))
        self.assertNotIn("Left out", " ".join(self.lines(160, *cards)))


class Usage(ProgramTest):
    def test_unknown_command_names_the_nearest(self):
        self.assert_usage_error(["qick"], "qick", "quick")
        for command in ("calibrate", "report"):
            self.assert_usage_error([command], f"{command} needs results, as in: {command} results.json")
        self.assert_usage_error(["llm-serve"], "llm-serve needs --model")

    def test_unknown_option_names_the_nearest(self):
        self.assert_usage_error(["run", "--batch-size", "8"], "--batch-size", "--batch-sizes")
        self.assert_usage_error(["list-benchmarks", "--jsn"], "--jsn", "--json")

    def test_option_without_value(self):
        self.assert_usage_error(["run", "-m"], "--models", "needs a value")

    def test_option_of_one_value_given_twice_names_both(self):
        for arguments, values in ((["list-gpus", "--sort", "id", "--sort", "price"], ("--sort", "id", "price")),
                                  (["list-gpus", "--min-memory", "80", "--min-memory=40"], ("--min-memory", "80", "40")),
                                  (["list-gpus", "--catalog", "a", "--catalog", "b"], ("--catalog", "a", "b")),
                                  (["run", "--seed", "1", "--seed", "2"], ("--seed", "1", "2")),
                                  (["--lang", "en", "list-gpus", "--lang=zh"], ("--lang", "en", "zh"))):
            option, first, second = values
            with self.subTest(option):
                self.assert_usage_error(arguments, f'{option} is given twice, as "{first}" and "{second}"')

    def test_argument_that_belongs_nowhere(self):
        self.assert_usage_error(["run", "-b", "1,", "8"])
        self.assert_usage_error(["run", "-b", "1", "8"], "8", "commas")

    def test_unknown_language(self):
        self.assert_usage_error(["--lang", "fr", "list-benchmarks"], "fr", "--lang en")

    def test_every_command_knows_the_words_of_the_others_for_a_task(self):
        network = ["-m", "llama-3.1-8b"]
        for command, serving, training in (
                (["estimate-memory", *network], "infer", "train"),
                (["predict", *network, "--gpu", "h100-sxm"], "serve", "train"),
                (["recommend", *network], "inference", "training")):
            for own, words in ((serving, ("infer", "inference", "serve", "serving")), (training, ("train", "Training"))):
                said = self.run_program(*command, "--json", "--task", own)
                self.assertEqual(said.returncode, OK, said.stderr)
                for word in words:
                    self.assertEqual(self.run_program(*command, "--json", "--task", word).stdout, said.stdout, word)
            self.assert_usage_error([*command, "--task", "sleep"], "--task", "sleep")

    def test_unknown_model_names_the_nearest(self):
        self.assert_usage_error(["run", "-m", "resnet5"], "resnet5", "resnet50")

    def test_nothing_is_offered_where_nothing_is_near(self):
        for arguments, where in ((["run", "-m", "stylegan2"], "list-models --runnable"),
                                 (["list-models", "stylegan2"], "list-models"), (["list-gpus", "voodoo"], "list-gpus"),
                                 (["list-benchmarks", "fluids"], "list-benchmarks"), (["teleport"], "--help"),
                                 (["run", "--zigzag"], "run --help")):
            with self.subTest(arguments):
                self.assert_usage_error(arguments, arguments[-1], where)
                self.assertNotRegex(self.run_program(*arguments).stderr, "nearest|did you mean")

    def test_a_model_of_the_catalogue_that_does_not_run_is_not_called_unknown(self):
        done = self.run_program("run", "-m", "llama-3.1-70b")
        self.assert_error(done, NOT_SUPPORTED, "llama-3.1-70b", "known in the catalogue", "list-models --runnable")

    def test_batch_sizes_must_be_whole_numbers_of_at_least_one(self):
        self.assert_usage_error(["run", "-m", "resnet50", "-b", "0"], "-b", "0")
        self.assert_usage_error(["run", "-m", "resnet50", "-b", "abc"], "-b", "abc")
        self.assert_usage_error(["run", "-m", "resnet50", "-b", "-4"], "-b", "-4")
        self.assert_usage_error(["run", "-m", "resnet50", "-b", "1.5"], "-b", "1.5")

    def test_unknown_values_of_choices_list_the_choices(self):
        self.assert_usage_error(["run", "-m", "resnet50", "-p", "fp23"], "fp23", "fp32")
        self.assert_usage_error(["run", "-m", "resnet50", "--launch", "lazy"], "lazy", "graph")
        self.assert_usage_error(["run", "-m", "resnet50", "--optimizer", "lion"], "lion", "adamw")
        self.assert_usage_error(["run", "-m", "resnet50", "--workload", "tain"], "tain", "train")
        self.assert_usage_error(["run", "-m", "resnet50", "--device", "gpu"], "gpu", "cuda")

    def test_bad_numbers_and_times(self):
        self.assert_usage_error(["run", "-m", "resnet50", "-i", "0"], "--iterations", "0")
        self.assert_usage_error(["run", "-m", "resnet50", "-w", "-1"], "--warmup", "-1")
        self.assert_usage_error(["run", "--case-timeout", "soon"], "--case-timeout", "soon", "10m")
        self.assert_usage_error(["run", "--precision-target", "2"], "--precision-target", "0.5%")
        self.assert_usage_error(["run", "--benchmark", "bandwidth", "--bytes", "lots"], "--bytes", "lots")

    def test_kernel_options(self):
        self.assert_usage_error(["run", "--benchmark", "matmull"], "matmull", "matmul")
        self.assert_usage_error(["run", "--benchmark", "train"], "train", "--workload")
        self.assert_usage_error(["run", "-m", "resnet50", "--size", "64"], "--size", "matmul")

    def test_presets_exclude_each_other(self):
        self.assert_usage_error(["quick", "--light", "--extensive"], "--light", "--extensive")

    def test_formats(self):
        self.assert_usage_error(["run", "-f", "xlsx"], "xlsx", "html, json, csv, md, txt, svg, png")
        self.assert_usage_error(["run", "-o", "report"], "report", "-f")

    def test_device_of_another_platform(self):
        self.assert_error(self.run_program("run", "--device", "mps"), NOT_SUPPORTED, "mps", "cuda")

    def test_yaml_configuration_names_toml(self):
        self.assert_usage_error(["run", "--config", "bench.yaml"], "bench.yaml", "bench.toml", "batch_sizes")

    def test_unknown_configuration_key_says_file_line_and_nearest(self):
        self.write("bench.toml", 'models = ["resnet50"]\nbatch_size = [1]\n')
        self.assert_usage_error(["run", "--config", "bench.toml"], "bench.toml", "2", "batch_size", "batch_sizes")

    def test_missing_configuration(self):
        done = self.run_program("run", "--config", "none.toml")
        self.assert_error(done, done.returncode, "none.toml")
        self.assertIn(done.returncode, (ERROR, USAGE))

    def test_model_file_that_is_not_there(self):
        self.assert_usage_error(["run", "--model-file", "net.onnx"], "net.onnx", ".pt")
        self.assert_usage_error(["run", "--model-file", "net.pt", "--input", "float32[1]"], "net.pt")

    def test_input_of_a_model_file_is_read_before_an_engine_is_needed(self):
        self.write("net.pt", "x")
        for text, part in (("float31[8]", "float31"), ("float32[8,0]", '"0"'), ("8,3,224,224", "brackets"),
                           ("float32[8", "brackets"), ("", "--input")):
            with self.subTest(text):
                self.assert_usage_error(["run", "--model-file", "net.pt", "--input", text], part, "float32[8,3,224,224]")
        self.assert_usage_error(["run", "--model-file", "net.pt"], "--input", "float32[8,3,224,224]")
        self.assert_usage_error(["run", "-m", "resnet50", "--input", "float32[1]"], "float32[1]", "--model-file")
        self.assert_usage_error(["run", "--config", self.write("user.toml", 'models = ["net.pt"]\ninput = "float31[1]"\n')],
                                "float31")

    def test_cache_belongs_to_matmul(self):
        self.assert_usage_error(["run", "--benchmark", "matmul", "--cache", "warm"], "--cache", "warm", "hot, cold")
        self.assert_usage_error(["run", "--benchmark", "bandwidth", "--cache", "cold"], "--cache", "matmul")

    def test_a_file_is_not_overwritten_without_force(self):
        self.write("mine.json", "{}")
        self.assert_usage_error(["run", "-m", "resnet50", "-o", "mine.json"], "mine.json", "--force")

    def test_errors_come_in_chinese(self):
        for arguments, env in ((["--lang", "zh", "qick"], {}), (["qick", "--lang=zh"], {}),
                               (["qick"], {"LANG": "zh_CN.UTF-8"})):
            done = self.run_program(*arguments, env=environment(**env))
            self.assertEqual(done.returncode, USAGE)
            self.assertTrue(done.stderr.startswith("错误："), done.stderr)


class Help(ProgramTest):
    def test_help_and_version_end_well(self):
        done = self.run_program("--version")
        self.assertEqual(done.returncode, OK)
        self.assertRegex(done.stdout, r"^torch-gpu-benchmark \d+\.\d+\.\d+ \(commit [0-9a-z-]+\)\n$")
        for arguments in ([], ["--help"], ["run", "--help"], ["quick", "-h"]):
            done = self.run_program(*arguments)
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertIn("Usage:", done.stdout)
            self.assertEqual(done.stderr, "")

    def test_every_time_says_what_a_number_alone_is(self):
        commands = re.findall(r"^  ([a-z][a-z-]+) ", self.run_program("--help").stdout, re.MULTILINE)
        for language, words in (("en", "in seconds or with a unit"), ("zh", "无单位时为秒")):
            times = [line for command in commands
                     for line in self.run_program(command, "--help", "--lang", language).stdout.splitlines()
                     if re.match(r" +-.* TIME ", line)]
            self.assertGreater(len(times), 10)
            self.assertEqual([line for line in times if words not in line], [])

    def test_no_text_is_missing_in_either_language(self):
        for language in ("en", "zh"):
            for command in ([], ["run"], ["quick"], ["list-benchmarks"]):
                done = self.run_program(*command, "--help", "--lang", language)
                self.assertEqual(done.returncode, OK)
                self.assertNotRegex(done.stdout, r"\b(cli|benchmark|report)\.(?!md\b|json\b|html\b)[a-z_]+")

    def test_full_standard_output_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w", encoding="ascii") as full:
            done = self.run_program("list-benchmarks", "--json", stdout=full)
        self.assert_error(done, ERROR, "standard output")


if __name__ == "__main__":
    unittest.main()
