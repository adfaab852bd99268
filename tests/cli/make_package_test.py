# SPDX-License-Identifier: MIT
"""The Python program that compile-test starts, without a torch: what it says when, and what counts as a peak."""
import contextlib
import importlib.util
import io
import json
import os
import types
import unittest
from unittest import mock

from program import SOURCE_DIR

SPEC = importlib.util.spec_from_file_location("make_package", os.path.join(SOURCE_DIR, "python", "make_package.py"))
make_package = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_package)

GIVEN = ["--graph", "step.pt", "--weights", "step.safetensors", "--task", "train", "--beside", "2"]


class Replaced(BaseException):
    """What os.execv does not come back from."""


class MakePackage(unittest.TestCase):
    def said(self, *arguments, refused=Replaced, **replaced):
        """The lines on stdout and how the program was replaced, with these functions of the program in its place."""
        torch = types.SimpleNamespace(__version__="2.13.0", version=types.SimpleNamespace(cuda=None),
                                      cuda=types.SimpleNamespace(is_available=lambda: False))
        functions = {"import_torch": lambda: torch, "prepare": lambda *_: None, "Work": lambda *_: None,
                     "without_caches": contextlib.nullcontext, "make_package": lambda *_: {"compile_seconds": 2.5}, **replaced}
        out, execv = io.StringIO(), mock.Mock(side_effect=refused)
        with mock.patch.multiple(make_package, **functions), mock.patch("os.execv", execv), \
                mock.patch("sys.argv", ["make_package.py", *GIVEN, *arguments]), contextlib.redirect_stdout(out), \
                contextlib.suppress(Replaced):
            make_package.main()
        return [json.loads(line) for line in out.getvalue().splitlines() if line], execv

    def test_the_package_is_said_before_a_new_program_times_torch_compile(self):
        lines, execv = self.said("-o", "step.pt2")
        self.assertEqual([line["compile_seconds"] for line in lines], [2.5])
        started = execv.call_args[0][1]
        self.assertNotIn("-o", started)
        self.assertEqual(json.loads(started[started.index("--made") + 1]), lines[0])
        for word in ("--graph", "step.pt", "--task", "train", "--beside", "2.0"):
            self.assertIn(word, started)

    def test_a_program_that_cannot_be_started_again_loses_no_package(self):
        lines, _ = self.said("-o", "step.pt2", refused=OSError("too long"))
        self.assertEqual(lines[-1]["compile_seconds"], 2.5)
        self.assertIn("too long", lines[-1]["beside_error"])

    def test_the_timing_is_said_with_the_package_whatever_becomes_of_it(self):
        def fails(*_):
            raise ValueError("no kernel image")
        made = ["--made", json.dumps({"make_package": 1, "compile_seconds": 2.5})]
        (line,), _ = self.said(*made, run_beside=lambda *_: {"step_ms": [3.0]})
        self.assertEqual(line, {"make_package": 1, "compile_seconds": 2.5, "beside": {"step_ms": [3.0]}})
        (line,), _ = self.said(*made, run_beside=fails)
        self.assertEqual(line["compile_seconds"], 2.5)
        self.assertEqual(line["beside_error"], "ValueError: no kernel image")
        self.assertNotIn("error", line)

    def test_the_peak_begins_behind_the_warm_up(self):
        steps, seen = [], []
        event = types.SimpleNamespace(record=lambda: None, elapsed_time=lambda _: 1.0)
        cuda = types.SimpleNamespace(synchronize=lambda: None, Event=lambda **_: event,
                                     reset_peak_memory_stats=lambda: seen.append(len(steps)))
        times = make_package.timed_steps(types.SimpleNamespace(cuda=cuda), lambda: steps.append(1), "cuda:0", seconds=0)
        self.assertEqual(seen, [3])
        self.assertEqual(len(times), 5)


if __name__ == "__main__":
    unittest.main()
