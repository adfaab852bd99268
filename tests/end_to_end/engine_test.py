# SPDX-License-Identifier: MIT
"""What the tests with the real engine share: WGF_ENGINE names it, one thread computes."""
import glob
import json
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from program import PROGRAM, ProgramTest, environment  # noqa: E402

ENGINE = os.environ.get("WGF_ENGINE", "")
# Starting LibTorch on a busy machine takes its time.
PATIENCE_S = 120


class EngineTest(ProgramTest):
    def env(self):
        return environment(WGF_ENGINE_PATH=ENGINE, OMP_NUM_THREADS="1")

    def measure(self, *arguments):
        return self.run_program("run", *arguments, "--device", "cpu", env=self.env(), timeout=PATIENCE_S)

    def record(self, name="results.json"):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def statuses(self):
        return [result["status"] for result in self.record()["results"]]

    def assert_measured(self, result):
        """An ok Result whose numbers can be true."""
        self.assertEqual(result["status"], "ok", result.get("reason"))
        self.assertEqual(result["provenance"], "measured")
        metrics = {metric["tag"]: metric for metric in result["metrics"]}
        for tag, metric in metrics.items():
            self.assertIsNotNone(metric["value"], tag)
            self.assertGreaterEqual(metric["value"], 0, tag)
            if "interval" in metric:
                low, high = metric["interval"]
                self.assertTrue(low <= metric["value"] <= high, metric)
        self.assertGreater(metrics["step_time"]["value"], 0)
        return metrics

    def start(self, *arguments):
        """The program in a process group of its own, as a shell starts it."""
        started = subprocess.Popen([PROGRAM, "run", *arguments, "--device", "cpu"], cwd=self.folder, env=self.env(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(self.end, started)
        return started

    @staticmethod
    def end(started):
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
            started.communicate()

    def wait_until_cases_are_measured(self, started, count):
        """The journal holds a line for the run and one per Result."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and started.poll() is None:
            journal = self.path("results.json.journal")
            if os.path.exists(journal):
                with open(journal, encoding="utf-8") as file:
                    if len(file.readlines()) > count:
                        return
            time.sleep(0.02)
        out, err = started.communicate(timeout=1) if started.poll() is not None else ("", "still running")
        self.fail(f"{count} cases were not measured: {out}{err}")

    def engine_of(self, started):
        """Process id of the engine that the program runs now, whichever of its threads forked it."""
        children = []
        for name in glob.glob(f"/proc/{started.pid}/task/*/children"):
            with open(name, encoding="ascii") as file:
                children += [int(word) for word in file.read().split()]
        engines = [child for child in children if os.path.realpath(f"/proc/{child}/exe") == os.path.realpath(ENGINE)]
        self.assertEqual(len(engines), 1, children)
        return engines[0]

    @staticmethod
    def finish(started):
        out, err = started.communicate(timeout=PATIENCE_S)
        return subprocess.CompletedProcess([], started.returncode, out, err)
