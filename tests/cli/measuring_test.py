# SPDX-License-Identifier: MIT
"""run and quick with an engine that does what the test says: results, faults, interruptions, files."""
import csv
import json
import os
import signal
import subprocess
import time
import unittest

from program import ERROR, NOT_SUPPORTED, OK, PROGRAM, USAGE, ProgramTest, environment
from schema import errors_against_schema

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")


class Measuring(ProgramTest):
    def env(self, script="ok", **more):
        return environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT=script, WGF_SCRIPT_STATE=self.path("taken"), **more)

    def measure(self, *arguments, script="ok", **more):
        return self.run_program("run", "-m", "simple_cnn", "--device", "cpu", *arguments, env=self.env(script), **more)

    def taken(self):
        with open(self.path("taken"), encoding="utf-8") as file:
            return file.read().splitlines()

    def results(self, name="results.json"):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def statuses(self, name="results.json"):
        return [result["status"] for result in self.results(name)["results"]]


class Results(Measuring):
    def test_table_goes_to_stdout_and_the_file_beside_it(self):
        done = self.measure("-b", "1,2")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("train simple_cnn b2 fp32", done.stdout)
        self.assertRegex(done.stdout, r"41\.\d+ ± 0\.\d+ ms")
        self.assertIn("4 of 4 cases: 4 ok", done.stdout)
        self.assertEqual(done.stderr, "written: results.json\n")
        self.assertEqual(self.statuses(), ["ok"] * 4)

    def test_every_format_in_one_run(self):
        outputs = ["r.json", "r.csv", "r.md", "r.txt"]
        done = self.measure("-b", "1", *[word for name in outputs for word in ("-o", name)])
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("r.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual({row["metric"] for row in rows}, {"step_time", "latency", "throughput", "optimizer_time"})
        with open(self.path("r.md"), encoding="utf-8") as file:
            self.assertIn("## How to read this", file.read())
        with open(self.path("r.txt"), encoding="utf-8") as file:
            self.assertEqual(file.read(), done.stdout)
        self.assertFalse(os.path.exists(self.path("results.json")))

    def test_json_on_stdout_is_the_same_record(self):
        done = self.measure("-b", "1", "--json")
        self.assertEqual(json.loads(done.stdout), self.results())

    def test_file_is_valid_against_the_schema(self):
        self.measure("-b", "1,2", "--benchmark", "matmul,bandwidth", "--size", "64", "-i", "3",
                     script="ok,fail,kill,out_of_memory,unsupported,ok")
        record = self.results()
        self.assertEqual(len(record["results"]), 6)
        self.assertEqual(errors_against_schema(self, record), [])

    def test_quick_writes_its_files_again_and_again(self):
        for _ in range(2):
            done = self.run_program("quick", "--light", "--device", "cpu", env=self.env())
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertEqual(done.stderr.splitlines()[-1], "written: results.json, report.md, report.html")
        self.assertEqual(self.results()["preset"], "light")
        benchmarks = {result["case"]["benchmark"] for result in self.results()["results"]}
        self.assertEqual(benchmarks, {"train", "infer", "matmul", "bandwidth"})

    def test_quiet_in_a_pipe_and_a_line_per_case_when_asked(self):
        done = self.measure("-b", "1", "-v")
        lines = [line for line in done.stderr.splitlines() if line.startswith("[")]
        self.assertEqual(len(lines), 2, done.stderr)
        self.assertIn("[1/2] train simple_cnn b1 fp32: ok", lines[0])

    def test_repeated_cases_are_numbered_in_the_table_only(self):
        done = self.measure("-b", "1", "--workload", "infer", "--repeat", "2")
        for number in (1, 2):
            self.assertIn(f"infer simple_cnn b1 fp32 (process {number}/2)", done.stdout)
        self.assertEqual(len({result["case"]["key"] for result in self.results()["results"]}), 1)

    def test_image_sizes_are_swept_and_said_to_mean_nothing_to_a_language_model(self):
        done = self.run_program("run", "-m", "simple_cnn,bert-tiny", "-b", "1", "--workload", "infer", "--device", "cpu",
                                "--image-size", "32,64", env=self.env())
        self.assertEqual(done.returncode, OK, done.stderr)
        notes = [line for line in done.stderr.splitlines() if line.startswith("note: ")]
        self.assertEqual(len(notes), 1, done.stderr)
        self.assertIn("--image-size is ignored for bert-tiny", notes[0])
        self.assertEqual(len(self.statuses()), 3)

    def test_sizes_of_models_are_said_to_mean_nothing_to_kernels(self):
        done = self.run_program("run", "--benchmark", "matmul", "--size", "64", "-b", "8", "--image-size", "64",
                                "--device", "cpu", env=self.env())
        self.assertEqual(done.returncode, OK, done.stderr)
        notes = [line for line in done.stderr.splitlines() if line.startswith("note: ")]
        self.assertEqual([note.split(":")[1] for note in notes],
                         [" --batch-sizes is ignored for matmul", " --image-size is ignored for matmul"])

    def test_number_beyond_all_numbers_says_the_largest(self):
        self.assert_error(self.measure("-i", "9" * 20), USAGE, "too large", str(2**63 - 1))

    def test_chinese_report(self):
        done = self.measure("-b", "1", "--lang", "zh")
        self.assertIn("吞吐量", done.stdout)

    def test_lists_given_again_grow(self):
        self.measure("-b", "1", "-b", "2", "--workload", "infer")
        self.assertEqual(len(self.taken()), 2)

    def test_family_says_which_model_was_taken(self):
        done = self.run_program("run", "-m", "resnet", "-b", "1", "--device", "cpu", env=self.env())
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("note: resnet means resnet50 here", done.stderr)
        for result in self.results()["results"]:
            self.assertIn("catalog.default_taken", [warning["code"] for warning in result["warnings"]])
        self.assertIn("resnet means resnet50 here", done.stdout)

    def test_configuration_file(self):
        self.write("bench.toml", 'models = ["simple_cnn"]\nbatch_sizes = [3]\n')
        done = self.run_program("run", "--config", "bench.toml", "--device", "cpu", env=self.env())
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("b3", done.stdout)


    def test_default_models_are_counted_before_they_are_measured(self):
        done = self.run_program("run", "-b", "1", "--workload", "infer", "--device", "cpu", env=self.env())
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn(f"every runnable model is measured: {len(self.taken())} cases", done.stderr)

    def test_command_can_be_typed_again(self):
        self.measure("-b", "1", "-o", "it's here.json")
        self.assertTrue(self.results("it's here.json")["command"].endswith("-b 1 -o 'it'\\''s here.json'"))

    def test_file_named_twice_is_written_once(self):
        done = self.measure("-b", "1", "-o", "a.json", "-o", "./a.json")
        self.assertEqual(done.stderr, "written: a.json\n")


class Faults(Measuring):
    def test_engine_killed_in_mid_case_loses_only_that_case(self):
        done = self.measure("-b", "1,2", script="ok,kill,ok")
        self.assert_error(done, ERROR, "1 of 4 cases")
        self.assertEqual(self.statuses(), ["ok", "crashed", "ok", "ok"])
        self.assertIn("the engine is started anew after: train simple_cnn b2 fp32\n", done.stderr)

    def test_stopped_engine_times_out(self):
        done = self.measure("-b", "1", "--case-timeout", "1s", script="stop,ok")
        self.assert_error(done, ERROR, "1 of 2 cases")
        self.assertEqual(self.statuses(), ["timeout", "ok"])

    def test_spent_time_budget_is_an_answer_and_takes_one_line(self):
        done = self.measure("-b", "1,2,3", "--time-budget", "1.5s", script="ok,sleep")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.statuses(), ["ok"] + ["skipped"] * 5)
        rows = [line for line in done.stdout.splitlines() if "skipped [" in line]
        self.assertEqual(len(rows), 2, done.stdout)
        self.assertIn("train simple_cnn b3 fp32 and 3 more", rows[1])
        self.assertIn("the time budget of 1.5 s is spent", done.stdout)

    def test_engine_printing_garbage(self):
        done = self.measure("-b", "1", "--case-timeout", "5s", script="garbage,ok")
        self.assert_error(done, ERROR, "1 of 2 cases")
        self.assertNotEqual(self.statuses()[0], "ok")
        self.assertEqual(self.statuses()[1], "ok")

    def test_engine_that_dies_before_its_greeting(self):
        done = self.measure("-b", "1", script="mute")
        self.assert_error(done, NOT_SUPPORTED, "no licence for this library")

    def test_missing_engine(self):
        done = self.run_program("run", "-m", "simple_cnn", env=environment(WGF_ENGINE_PATH="/nowhere/engine"))
        self.assert_error(done, NOT_SUPPORTED, "/nowhere/engine")

    def test_too_large_for_memory_is_an_answer_not_an_error(self):
        done = self.measure("-b", "1,2", script="ok,out_of_memory,ok")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertRegex(done.stdout, r"out of memory \[\d\]")

    def test_nothing_measured_is_not_success(self):
        self.assert_error(self.measure("-b", "1", script="unsupported"), NOT_SUPPORTED, "none of the 2 cases")
        self.assert_error(self.measure("-b", "1", script="out_of_memory"), ERROR, "none of the 2 cases")

    def test_model_file_that_is_not_a_model(self):
        self.write("net.pt", "no model")
        done = self.run_program("run", "--model-file", "net.pt", "--input", "float32[1,3,8,8]", "--device", "cpu",
                                env=self.env("fail"))
        self.assert_error(done, ERROR, "1 of 1 cases", "net.pt")

    def test_broken_catalogue_record_names_file_and_line(self):
        os.makedirs(self.path("cat/models"))
        os.makedirs(self.path("cat/gpus"))
        self.write("cat/gpus/x.toml", "[[gpu]]\nid = 3\n")
        self.write("cat/models/x.toml", "[[model]]\nid = \n")
        for command in (["list-gpus"], ["list-models"], ["run", "-m", "simple_cnn"]):
            done = self.run_program(*command, "--catalog", "cat", env=self.env())
            self.assert_error(done, ERROR, "x.toml")
            self.assertEqual(done.stdout, "")


class Files(Measuring):
    def test_places_that_cannot_be_written_are_found_before_measuring(self):
        for place in ("none/r.json", "/proc/r.json"):
            self.assert_error(self.measure("-o", place), ERROR, place, "-o")
        self.assertFalse(os.path.exists(self.path("taken")))

    def test_nothing_half_written_is_left(self):
        self.measure("-b", "1")
        self.assertEqual(sorted(os.listdir(self.folder)), ["results.json", "taken"])

    def test_force_overwrites(self):
        self.write("mine.json", "{}")
        self.assert_error(self.measure("-b", "1", "-o", "mine.json"), USAGE, "--force")
        self.assertEqual(self.measure("-b", "1", "-o", "mine.json", "--force").returncode, OK)
        self.assertEqual(self.statuses("mine.json"), ["ok", "ok"])


class Interrupted(Measuring):
    def interrupt(self, script, cases, *arguments, signals=(signal.SIGINT,)):
        """Ctrl-C once so many cases have begun, or other signals in its place."""
        started = subprocess.Popen([PROGRAM, "run", "-m", "simple_cnn", "--device", "cpu", *arguments],
                                   cwd=self.folder, env=self.env(script), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 20
        while time.monotonic() < end and not (os.path.exists(self.path("taken")) and len(self.taken()) >= cases):
            time.sleep(0.02)
        for number in signals:
            started.send_signal(number)
            time.sleep(0.05)
        out, err = started.communicate(timeout=30)
        return subprocess.CompletedProcess([], started.returncode, out, err)

    def test_what_is_measured_is_kept_and_resume_measures_the_rest(self):
        done = self.interrupt("ok,ok,sleep", 3, "-b", "1,2")
        self.assert_error(done, ERROR, "2 of 4 cases", "--resume results.json")
        self.assertTrue(self.results()["partial"])
        self.assertEqual(self.statuses()[:2], ["ok", "ok"])
        os.remove(self.path("taken"))
        again = self.run_program("run", "--resume", "results.json", "--device", "cpu", env=self.env())
        self.assertEqual(again.returncode, OK, again.stderr)
        self.assertEqual(len(self.taken()), 2)
        self.assertEqual(self.statuses(), ["ok"] * 4)
        self.assertFalse(self.results()["partial"])

    def test_signals_that_come_twice_do_not_cost_the_report(self):
        for signals in ((signal.SIGTERM, signal.SIGTERM), (signal.SIGHUP, signal.SIGHUP, signal.SIGTERM)):
            done = self.interrupt("ok,sleep", 2, "-b", "1,2", "--force", signals=signals)
            self.assert_error(done, ERROR, "1 of 4 cases", "--resume results.json")
            self.assertIn("train simple_cnn b1 fp32", done.stdout)
            self.assertEqual(self.statuses()[0], "ok")
            self.assertFalse(os.path.exists(self.path("results.json.journal")))
            os.remove(self.path("taken"))

    def test_resume_leaves_another_runs_default_file_alone(self):
        self.interrupt("ok,ok,sleep", 3, "-b", "1,2")
        os.rename(self.path("results.json"), self.path("mine.json"))
        with open(self.path("results.json"), "w", encoding="utf-8") as file:
            file.write("another run's")
        os.remove(self.path("taken"))
        again = self.run_program("run", "--resume", "mine.json", "--device", "cpu", env=self.env())
        self.assertEqual(again.returncode, OK, again.stderr)
        with open(self.path("results.json"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "another run's")

    def test_one_run_at_a_time_writes_a_file(self):
        first = subprocess.Popen([PROGRAM, "run", "-m", "simple_cnn", "--device", "cpu", "-b", "1", "-o", "r.json"],
                                 cwd=self.folder, env=self.env("ok,sleep"), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 20
        while time.monotonic() < end and not (os.path.exists(self.path("taken")) and len(self.taken()) >= 2):
            time.sleep(0.02)
        for arguments in (["run", "-m", "simple_cnn", "-o", "r.json"], ["quick", "-o", "r.json", "--force"],
                          ["run", "--resume", "r.json"], ["run", "-m", "simple_cnn", "-o", "b.csv", "-o", "./r.json"]):
            second = self.run_program(*arguments, "--device", "cpu", env=self.env())
            self.assert_error(second, USAGE, "r.json", str(first.pid), "-b 1 -o r.json")
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=30)
        self.assertEqual(self.statuses("r.json")[0], "ok")
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if "r.json" in name), ["r.json"])

    def test_the_time_stopped_is_none_of_a_case(self):
        started = subprocess.Popen([PROGRAM, "run", "-m", "simple_cnn", "--device", "cpu", "-b", "1",
                                    "--workload", "infer", "--case-timeout", "2s"],
                                   cwd=self.folder, env=self.env("slow"), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 20
        while time.monotonic() < end and not os.path.exists(self.path("taken")):
            time.sleep(0.02)
        started.send_signal(signal.SIGSTOP)
        time.sleep(3)
        started.send_signal(signal.SIGCONT)
        started.communicate(timeout=30)
        self.assertEqual(self.statuses(), ["ok"])

    def test_closed_streams_are_nobody_elses(self):
        done = subprocess.run(["sh", "-c", '"$@" <&- 2>&-', "sh", PROGRAM, "run", "-m", "simple_cnn", "--device", "cpu",
                               "-b", "1"], cwd=self.folder, env=self.env(), capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, OK, done.stdout)
        self.assertEqual(self.statuses(), ["ok", "ok"])

    def test_stopped_before_the_first_case_promises_nothing(self):
        done = self.interrupt("sleep", 1, "-b", "1")
        self.assert_error(done, ERROR, "before the first of 2 cases")
        self.assertNotIn("kept in", done.stderr)

    def test_resume_of_what_is_no_json_is_said_plainly(self):
        self.write("bad.json", "not json")
        done = self.run_program("run", "--resume", "bad.json", env=self.env())
        self.assert_error(done, ERROR, "bad.json", "no JSON at line 1")
        self.assertNotIn("json.exception", done.stderr)

    def test_resume_needs_something_to_go_on_from(self):
        done = self.run_program("run", "--resume", "none.json", env=self.env())
        self.assert_error(done, USAGE, "none.json")


if __name__ == "__main__":
    unittest.main()
