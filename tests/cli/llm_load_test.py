# SPDX-License-Identifier: MIT
"""llm under a load of requests: which cases its options make, with an engine that answers any."""
import json
import os
import unittest

from program import OK, USAGE, ProgramTest, environment

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")


class LlmLoad(ProgramTest):
    def measure(self, *arguments):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT="ok", WGF_SCRIPT_STATE=self.path("taken"))
        return self.run_program("llm", "-m", "llama-3.2-1b", "--device", "cpu", *arguments, "-o", "r.json", "--force", env=env)

    def results(self, *arguments):
        done = self.measure(*arguments)
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("r.json"), encoding="utf-8") as file:
            return json.load(file)["results"]

    def parameters(self, *arguments):
        return [result["case"]["parameters"] for result in self.results(*arguments)]

    def test_a_case_for_each_rate(self):
        slow, fast = self.parameters("--rate", "0.5,2", "--requests", "20", "--input-tokens", "256-768", "--slo",
                                     "ttft=0.5s,tpot=30ms")
        self.assertEqual(slow, {"model": "llama-3.2-1b", "requests": 20, "rate": 0.5, "input_tokens": "256-768",
                                "output_tokens": "8", "batch_size": 16, "turn_tokens": 512, "ttft_limit": 500.0,
                                "tpot_limit": 30.0, "precision": "fp32"})
        self.assertEqual(fast, {**slow, "rate": 2.0})

    def test_as_many_slots_as_users_unless_told_otherwise(self):
        self.assertEqual([(one["concurrency"], one["batch_size"]) for one in self.parameters("--concurrency", "1,8,32")],
                         [(1, 1), (8, 8), (32, 16)])
        self.assertEqual(self.parameters("--concurrency", "32", "-b", "600", "--try-anyway")[0]["turn_tokens"], 512)

    def test_what_cannot_be(self):
        for words, arguments in [(("--input-tokens", "768-256"), ["--input-tokens", "768-256"]),
                                 (("--rate", "fast"), ["--rate", "fast"]),
                                 (("--turn-tokens",), ["--rate", "1", "--turn-tokens", "0"]),
                                 (("--slo", "itl=3"), ["--slo", "itl=3"]),
                                 (("--input-tokens", "-p"), ["--rate", "1", "-p", "64"]),
                                 (("--concurrency", "--rate"), ["--rate", "1", "--concurrency", "2"])]:
            with self.subTest(arguments):
                done = self.measure(*arguments)
                self.assertEqual(done.returncode, USAGE, done.stdout + done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                for word in words:
                    self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
