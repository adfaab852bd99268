# SPDX-License-Identifier: MIT
"""monitor: pages and lines of JSON, with the fake NVML and without a GPU."""
import json
import os
import signal
import subprocess
import time
import unittest

from program import OK, PROGRAM, ProgramTest, environment

FAKE = os.environ.get("WGF_FAKE_NVML", "")


class Monitor(ProgramTest):
    def watch(self, *arguments, env=None):
        done = self.run_program("monitor", "--interval", "100ms", *arguments, env=env)
        self.assertEqual((done.returncode, done.stderr), (OK, ""))
        return done.stdout

    def looks(self, *arguments, env=None):
        return [json.loads(line) for line in self.watch("--json", *arguments, env=env).splitlines()]

    def test_without_a_gpu_the_machine_is_shown(self):
        looks = self.looks("--count", "2")
        self.assertEqual(len(looks), 2)
        for look in looks:
            self.assertEqual(look["gpus"], [])
            self.assertGreaterEqual(look["cpu_cores"], 1)
            self.assertTrue(0 <= look["cpu_utilization_percent"] <= 100)
            self.assertTrue(0 < look["memory_used_bytes"] < look["memory_total_bytes"])
        page = self.watch("--count", "1")
        self.assertIn("no GPU", page)
        self.assertIn("GiB", page)

    def test_busy_processors_are_seen(self):
        busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
        try:
            look = self.looks("--count", "3")[-1]
        finally:
            for one in busy:
                one.kill()
                one.wait()
        self.assertGreater(look["cpu_utilization_percent"], 50)

    def test_gpus_with_every_sensor(self):
        env = environment(WGF_NVML_LIBRARY=FAKE)
        look = self.looks("--count", "1", env=env)[0]
        self.assertGreaterEqual(len(look["gpus"]), 1)
        gpu = look["gpus"][0]
        for key in ("utilization_percent", "memory_used_bytes", "memory_total_bytes", "sm_clock_mhz",
                    "memory_clock_mhz", "power_w", "temperature_c", "throttle_reasons", "processes"):
            self.assertIsNotNone(gpu[key], key)
        page = self.watch("--count", "2", env=env)
        for words in (f"0 {gpu['name']}  ", "MHz", " W", "°C", "more, with less"):
            self.assertIn(words, page)
        for line in page.splitlines():
            self.assertLessEqual(len(line), 80)
        one = self.looks("--count", "1", "--gpu", "0", env=env)[0]
        self.assertEqual([gpu["index"] for gpu in one["gpus"]], [0])

    def test_chinese(self):
        done = self.run_program("--lang", "zh", "monitor", "--count", "1", "--interval", "100ms",
                                env=environment(WGF_NVML_LIBRARY=FAKE))
        self.assertEqual(done.returncode, OK)
        self.assertIn("利用率", done.stdout)

    def test_control_c_ends_it_well(self):
        watching = subprocess.Popen([PROGRAM, "monitor", "--json", "--interval", "100ms"], env=environment(),
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = watching.stdout.readline()
        time.sleep(0.3)
        watching.send_signal(signal.SIGINT)
        rest, errors = watching.communicate(timeout=10)
        self.assertEqual((watching.returncode, errors), (OK, ""))
        for line in (first + rest).splitlines():
            json.loads(line)

    def test_bad_input(self):
        self.assert_usage_error(["monitor", "--interval", "0"], "--interval")
        self.assert_usage_error(["monitor", "--interval", "10ms"], "10ms", "100")
        self.assert_usage_error(["monitor", "--count", "0"], "--count")
        self.assert_usage_error(["monitor", "--gpu", "3"], "3", "no GPU")
        done = self.run_program("monitor", "--gpu", "99", env=environment(WGF_NVML_LIBRARY=FAKE))
        self.assert_error(done, 2, "99")


if __name__ == "__main__":
    unittest.main()
