# SPDX-License-Identifier: MIT
"""The engine killed, stopped or interrupted while it measures: one case is lost, and the rest is not."""
import os
import signal
import time
import unittest

from engine_test import EngineTest
from program import ERROR, OK
from schema import errors_against_schema

# The second of these products takes minutes, the others next to nothing.
PRODUCTS = ["--benchmark", "matmul", "--size", "16,4096,32", "-p", "fp32", "-i", "100", "-w", "1"]


class EngineFaults(EngineTest):
    def in_mid_case(self, *arguments):
        """The program while its engine is at the second case."""
        started = self.start(*PRODUCTS, *arguments)
        self.wait_until_cases_are_measured(started, 1)
        time.sleep(0.3)
        return started

    def assert_only_the_second_failed(self, status, code, reason):
        results = self.record()["results"]
        self.assertEqual([result["status"] for result in results], ["ok", status, "ok"])
        self.assertEqual(results[1]["reason"]["code"], code)
        self.assertRegex(results[1]["reason"]["text"], reason)
        self.assertEqual([result["process"] for result in results], [0, 0, 1])
        self.assert_measured(results[0])
        self.assert_measured(results[2])
        self.assertEqual(errors_against_schema(self, self.record()), [])

    def test_killed_engine_loses_its_case_and_a_new_one_measures_the_next(self):
        started = self.in_mid_case()
        os.kill(self.engine_of(started), signal.SIGKILL)
        self.assert_error(self.finish(started), ERROR, "1 of 3 cases")
        self.assert_only_the_second_failed("crashed", "runner.engine_killed", "SIGKILL")

    def test_stopped_engine_times_out_and_a_new_one_measures_the_next(self):
        started = self.in_mid_case("--case-timeout", "10s")
        engine = self.engine_of(started)
        os.kill(engine, signal.SIGSTOP)
        self.assert_error(self.finish(started), ERROR, "1 of 3 cases")
        self.assert_only_the_second_failed("timeout", "runner.case_timeout_stopped", "10")
        self.assertFalse(os.path.exists(f"/proc/{engine}"))

    def test_ctrl_c_keeps_what_is_measured_and_resume_measures_the_rest(self):
        started = self.in_mid_case()
        engine = self.engine_of(started)
        # A terminal sends it to all: program and engine.
        os.killpg(started.pid, signal.SIGINT)
        self.assert_error(self.finish(started), ERROR, "1 of 3 cases", "--resume results.json")
        self.assertFalse(os.path.exists(f"/proc/{engine}"))
        partial = self.record()
        self.assertTrue(partial["partial"])
        self.assertEqual(partial["results"][0]["status"], "ok")
        self.assertNotIn("ok", self.statuses()[1:])
        self.assertEqual(errors_against_schema(self, partial), [])

        # The long case with a limit it cannot keep: what matters is which cases are measured again.
        again = self.measure("--resume", "results.json", "--case-timeout", "2s")
        self.assertEqual(again.returncode, ERROR, again.stderr)
        whole = self.record()
        self.assertEqual(self.statuses(), ["ok", "timeout", "ok"])
        self.assertEqual(whole["results"][0]["metrics"], partial["results"][0]["metrics"])
        self.assertFalse(whole["partial"])

    def test_too_large_for_the_memory_is_skipped_with_the_numbers(self):
        done = self.measure("-m", "simple_cnn", "-b", "1,100000000", "--workload", "infer", "-i", "1", "-w", "1")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.statuses(), ["ok", "skipped"])
        self.assertRegex(self.record()["results"][1]["reason"]["text"], r"\d GiB")


if __name__ == "__main__":
    unittest.main()
