# SPDX-License-Identifier: MIT
"""doctor as a user sees it: lines and advice, JSON, exit codes, and the checklist of a run."""
import json
import os
import sys
import unittest

from program import ERROR, OK, REGRESSION, ProgramTest, environment

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
PRECISIONS = ["fp64", "fp32", "tf32", "fp16", "bf16"]


class Doctor(ProgramTest):
    def doctor(self, *arguments, script="ok", **more):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT_STATE=self.path("taken"), WGF_SCRIPT=script,
                          PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", ""), **more)
        return self.run_program("doctor", *arguments, env=env)

    def findings(self, *arguments, **more):
        return json.loads(self.doctor("--json", *arguments, **more).stdout)["findings"]

    def measured(self, *arguments):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT_STATE=self.path("taken"))
        done = self.run_program("run", "-m", "resnet50", "-p", "bf16", "-o", "run.json", *arguments, env=env)
        self.assertEqual(done.returncode, OK, done.stderr)
        return self.path("run.json")

    @unittest.skipIf(os.path.exists("/proc/driver/nvidia"), "a machine with a GPU")
    def test_a_machine_without_gpu_checks_its_processor(self):
        done = self.doctor()
        self.assertEqual(done.returncode, OK, done.stdout)
        self.assertIn("no GPU here", done.stdout)
        products = [line for line in self.findings() if line["check"] == "product"]
        self.assertEqual([line["subject"] for line in products], ["cpu " + name for name in PRECISIONS])
        self.assertEqual([line["verdict"] for line in products], ["not_looked_at"] + 4 * ["ok"])
        self.assertIn("float64 is what the others are compared with", products[0]["seen"]["text"])

    def test_a_problem_ends_with_3_and_says_what_to_do(self):
        done = self.doctor(script="fail")
        self.assertEqual(done.returncode, REGRESSION)
        self.assertIn("What to do", done.stdout)
        self.assertIn("PROBLEM", done.stdout)

    def test_an_engine_that_dies_is_started_anew_for_the_next_case(self):
        verdicts = [line["verdict"] for line in self.findings(script="kill,ok") if line["check"] == "product"]
        self.assertEqual(verdicts, ["problem", "ok", "ok", "ok", "ok"])

    def test_every_line_has_words_in_both_languages(self):
        for language in ("en", "zh"):
            for line in self.findings("--lang", language):
                self.assertNotRegex(line["seen"]["text"], r"\{[a-z_]+\}|^[a-z_]+\.[a-z_]+")
                self.assertIn(line["verdict"], ("ok", "warning", "problem", "not_looked_at"))
            self.assertNotIn("doctor.check_", self.doctor("--lang", language).stdout)

    def test_no_load_starts_no_engine(self):
        done = self.doctor("--no-load", script="mute")
        self.assertIn("left out by --no-load", done.stdout)
        self.assertFalse(os.path.exists(self.path("taken")))

    def test_an_engine_that_does_not_start_is_a_problem(self):
        done = self.doctor(script="mute")
        self.assertEqual(done.returncode, REGRESSION)
        self.assertIn("no licence for this library", done.stdout)

    def test_without_an_engine_the_rest_is_checked(self):
        done = self.run_program("doctor", env=environment(WGF_ENGINE_PATH=self.path("none")))
        self.assertIn("/dev/shm", done.stdout)
        self.assertIn("not looked at", done.stdout)

    def test_the_checklist_of_a_run(self):
        file = self.measured("-b", "8,32")
        done = self.doctor("--run", file, "--json")
        self.assertEqual(done.returncode, OK, done.stdout)
        cases = json.loads(done.stdout)["cases"]
        self.assertEqual(len(cases), 4)
        self.assertEqual([line["check"] for line in cases[0]["findings"]],
                         ["gpu_utilization", "mfu", "loader_wait", "launch_gaps", "communication", "overlap",
                          "precision", "batch_size", "checkpointing", "memory_headroom"])
        text = self.doctor("--run", file).stdout
        self.assertIn("train resnet50 b8 bf16", text)
        self.assertIn("90 % is reached from 8 on", text)

    def test_files_that_cannot_be_judged(self):
        self.assert_error(self.doctor("--run", self.path("none.json")), ERROR, "none.json")
        self.assert_error(self.doctor("--run", self.write("empty.json", "")), ERROR, "empty.json")
        self.assert_error(self.doctor("--run", self.write("other.json", '{"a": 1}')), ERROR, "other.json")
        with open(self.measured("-b", "8"), encoding="utf-8") as file:
            run = json.load(file)
        run["results"] = []
        self.assert_error(self.doctor("--run", self.write("nothing.json", json.dumps(run))), ERROR, "nothing.json")
        self.assert_usage_error(["doctor", "--run", "x.json", "--no-load"], "--no-load")


if __name__ == "__main__":
    unittest.main()
