# SPDX-License-Identifier: MIT
"""compile-test with an engine that answers at once and a Python that is a shell script."""
import os
import time
import unittest

from program import ERROR, OK, USAGE
from tasks_test import Task

VERSIONS = """echo '{"make_package": 1, "torch": "2.13.0+cpu", "gpu": false}'"""
PACKAGE = """while [ "$1" != -o ]; do shift; done; printf 'PK\\003\\004' > "$2"; """
MADE = PACKAGE + """echo '{"make_package": 1, "torch": "2.13.0", "compile_seconds": 12.5, "beside": {"step_ms": [20.0, 20.5, 21.0],
"compile_seconds": 9}}' | tr '\\n' ' '; echo"""


class CompileTest(Task):
    def task(self, *arguments, **more):
        return super().task(*arguments, **{"WGF_SCRIPT_GRAPHS": "1", **more})

    def compile_test(self, compiling=MADE, versions=VERSIONS, arguments=(), script="ok"):
        """Both tasks of resnet18; the Python answers --versions with one script, everything else with another."""
        python = self.path("fake_python")
        with open(python, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\ncase "$*" in *--versions*) {versions};; *) {compiling};; esac\n')
        os.chmod(python, 0o755)
        return self.task("compile-test", "-m", "resnet18", "--python", python, *arguments, script=script)

    def by_launch(self, benchmark="train"):
        return {result["case"]["parameters"]["launch"]: result for result in self.run_of("compile_test.json")["results"]
                if result["case"]["benchmark"] == benchmark}

    def assert_rest_is_measured(self, status, words):
        for benchmark in ("train", "infer"):
            results = self.by_launch(benchmark)
            self.assertEqual(results["eager"]["status"], "ok")
            self.assertEqual(results["package"]["status"], status)
        again = self.read_again("compile_test.json")
        self.assertIn(words, again)

    def test_each_mode_is_measured_and_held_against_eager(self):
        done = self.compile_test()
        self.assertEqual(done.returncode, OK, done.stderr)
        launches = [key.split("launch=")[1].split()[0] for key in self.taken()]
        self.assertEqual(launches, ["eager", "graph"] * 2 + ["package", "package_graph"] * 2)
        self.assertIn("Python compiles train", done.stderr)
        self.assertIn("12.5 s", done.stdout)
        self.assertIn("torch.compile", done.stdout)
        self.assertIn("compile_test.json, compile_test.csv", done.stderr)
        results = self.by_launch()
        tags = {metric["tag"]: metric["value"] for metric in results["package"]["metrics"]}
        self.assertEqual(tags["compile_time"], 12.5)
        self.assertEqual(len(results["torch_compile"]["metrics"][0]["samples"]), 3)
        self.assertIn("torch.compile", self.read_again("compile_test.json"))

    def test_on_a_cpu_torch_compile_is_timed_where_asked(self):
        asked = f'echo "$*" >> asked; {MADE}'
        done = self.compile_test(asked)
        self.assertIn("--no-beside", done.stderr)
        self.compile_test(asked, arguments=("--beside", "--force"))
        with open(self.path("asked"), encoding="utf-8") as file:
            self.assertEqual(["--beside" in line for line in file], [False] * 2 + [True] * 2)
        self.assert_error(self.task("compile-test", "--beside", "--no-beside"), USAGE, "--beside")

    def test_optimizers_are_told_apart(self):
        done = self.compile_test(arguments=("--optimizer", "sgd,adam"))
        for name in ("train resnet18 b4 fp32 sgd ", "train resnet18 b4 fp32 adam ", "infer resnet18 b4 fp32  "):
            self.assertIn(name, done.stdout)

    def test_an_interrupt_while_compiling_leaves_a_partial_run(self):
        done = self.compile_test(compiling="kill -INT $PPID; sleep 5", arguments=("--task", "train"))
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assertTrue(self.run_of("compile_test.json")["partial"])
        self.assertEqual(self.by_launch()["package"]["status"], "interrupted")
        self.assertIn("stopped by the user before Python had compiled it", done.stdout)
        self.assertNotIn("held against nothing", done.stdout)

    def test_nothing_is_concluded_where_nothing_was_compared(self):
        done = self.compile_test("kill -KILL $$", arguments=("--task", "train"), script="ok,unsupported")
        self.assertIn("held against nothing", done.stdout)
        self.assertNotIn("keep it", done.stdout)

    def test_packages_are_kept_where_asked(self):
        done = self.compile_test(arguments=("--keep", self.path("kept"), "--task", "train"))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("make_package.py", os.listdir(self.path("kept")))
        self.assertEqual(self.by_launch("infer"), {})

    def test_without_torch_the_rest_is_measured(self):
        done = self.compile_test(versions="""echo '{"make_package": 1, "error": "no torch in /usr/bin/python3"}'""")
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("failed", "no torch in /usr/bin/python3; name a Python with torch")

    def test_without_python_the_rest_is_measured(self):
        done = self.task("compile-test", "-m", "resnet18", "--python", "/no/such/python")
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("failed", "cannot start /no/such/python")

    def test_another_torch_makes_no_package_for_this_engine(self):
        done = self.compile_test(versions=VERSIONS.replace("2.13.0", "2.9.1"))
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("failed", "has torch 2.9.1+cpu, the engine 2.13.0")

    def test_a_killed_helper_is_named(self):
        done = self.compile_test("kill -KILL $$")
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("failed", "SIGKILL")

    def test_a_fault_of_timing_torch_compile_leaves_the_package(self):
        done = self.compile_test(PACKAGE + """echo '{"make_package": 1, "torch": "2.13.0+cpu", "compile_seconds": 12.5}'; kill -KILL $$""",
                                 arguments=("--task", "train"))
        self.assertEqual(done.returncode, ERROR, done.stderr)
        results = self.by_launch()
        self.assertEqual(results["package"]["status"], "ok")
        self.assertEqual(results["torch_compile"]["status"], "failed")
        self.assertIn("SIGKILL", done.stdout)

    def test_a_helper_that_says_it_is_done_has_made_a_package(self):
        done = """echo '{"make_package": 1, "torch": "2.13.0", "compile_seconds": 3}'"""
        for compiling in (PACKAGE + """echo '{"make_package": 1}'""", done, PACKAGE.replace("PK", "xx") + done):
            self.assertEqual(self.compile_test(compiling).returncode, ERROR)
            self.assert_rest_is_measured("failed", "made no package that can be read")

    def test_a_hanging_helper_is_ended(self):
        done = self.compile_test("sleep 300", arguments=("--compile-timeout", "1s"))
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("timeout", "--compile-timeout")

    def test_a_probe_that_closes_its_output_and_hangs_is_ended(self):
        begun = time.monotonic()
        self.compile_test(versions="exec >&- 2>&-; sleep 600")
        self.assertLess(time.monotonic() - begun, 30)
        self.assert_rest_is_measured("failed", "SIGKILL")

    def test_rubbish_is_no_answer(self):
        done = self.compile_test("head -c 100000 /dev/urandom; echo; echo not an answer")
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("failed", "its last line: not an answer")

    def test_an_error_of_the_compiler_is_told(self):
        done = self.compile_test("""echo '{"make_package": 1, "error": "CppCompileError: no g++"}'; exit 1""")
        self.assertEqual(done.returncode, ERROR, done.stderr)
        self.assert_rest_is_measured("failed", "CppCompileError: no g++")

    def test_a_crash_of_a_compiled_case_loses_nothing(self):
        done = self.compile_test(arguments=("--task", "train"), script="ok,ok,kill,ok")
        self.assertEqual(done.returncode, ERROR, done.stderr)
        results = self.by_launch()
        self.assertEqual(results["package"]["status"], "crashed")
        self.assertEqual(results["torch_compile"]["status"], "ok")

    def test_wrong_usage(self):
        for arguments in (("--task", "both"), ("-b", "0"), ("-m", "net.pt2"), ("--compile-timeout", "soon")):
            done = self.task("compile-test", *arguments)
            self.assertEqual(done.returncode, USAGE, done.stderr)
        self.write("file", "")
        self.assert_error(self.task("compile-test", "--keep", "file/x"), ERROR, "file/x", "with --keep")
        self.assertFalse(os.path.exists(self.path("compile_test.json")))


del Task  # its own tests run in tasks_test.py

if __name__ == "__main__":
    unittest.main()
