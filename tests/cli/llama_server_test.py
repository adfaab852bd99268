# SPDX-License-Identifier: MIT
"""serve-test against a server of others: llama.cpp's, which tools/fetch_llama_server.sh gets. Skipped without it."""
import json
import os
import statistics
import subprocess
import unittest

from program import OK, SOURCE_DIR, ProgramTest, environment

PYTHON = os.path.join(SOURCE_DIR, ".venv-llama", "bin", "python")


@unittest.skipUnless(os.path.exists(PYTHON) or os.environ.get("CI"), "tools/fetch_llama_server.sh was not run")
class LlamaServer(ProgramTest):
    def serve(self):
        process = subprocess.Popen([PYTHON, os.path.join(SOURCE_DIR, "tests", "servers", "llama_server.py"), self.folder],
                                   env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        return process.stdout.readline().strip()

    def test_both_apis_are_measured_and_tokens_are_those_the_server_counts(self):
        url = self.serve()
        for api, arguments in ("completions", []), ("chat", ["--chat"]):
            done = self.run_program("serve-test", "--url", url, "--concurrency", "2", "--requests", "24", "--input-tokens", "20",
                                    "--output-tokens", "16", *arguments, "-o", "run.json", "--force")
            self.assertEqual(done.returncode, OK, done.stderr)
            with open(self.path("run.json"), encoding="utf-8") as file:
                result = json.load(file)["results"][0]
            metrics = {one["tag"]: one for one in result["metrics"]}
            self.assertEqual(result["case"]["parameters"]["api"], api)
            self.assertEqual(metrics["failed_requests"]["value"], 0)
            self.assertEqual(metrics["output.token_count"]["value"], 16)
            self.assertGreater(metrics["input.token_count"]["value"], 20)  # letters are tokens of this vocabulary
            self.assertEqual(len(metrics["ttft"]["samples"]), 24)
            self.assertGreater(statistics.median(metrics["tpot"]["samples"]), 0)
            self.assertEqual(len(metrics["itl"]["samples"]), 24 * 15)
            self.assertNotIn("server.no_usage", [one["code"] for one in result["warnings"]])


if __name__ == "__main__":
    unittest.main()
