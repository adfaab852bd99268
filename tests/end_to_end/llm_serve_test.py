# SPDX-License-Identifier: MIT
"""llm-serve with the real engine on a CPU: what an OpenAI client sees, and serve-test against it."""
import http.client
import json
import os
import signal
import subprocess
import unittest

from engine_test import PATIENCE_S, EngineTest
from program import OK, PROGRAM, SOURCE_DIR, USAGE
from schema import errors_against_schema

TINY = {"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
        "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 256, "max_position_embeddings": 512,
        "rms_norm_eps": 1e-5}


class LlmServe(EngineTest):
    def serve(self, *arguments, config=None):
        self.write("tiny.json", json.dumps({**TINY, **(config or {})}))
        process = subprocess.Popen([PROGRAM, "llm-serve", "-m", self.path("tiny.json"), "--device", "cpu", "--port", "0",
                                    *arguments], env=self.env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        words = process.stdout.readline().split()
        self.assertTrue(words, process.stderr.read() if not words else "")
        return process, words[0]

    def ask(self, url, path, body=None):
        connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
        connection.request("POST" if body else "GET", path, json.dumps(body) if body else None)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def complete(self, url, **body):
        status, text = self.ask(url, "/v1/completions", {"model": "tiny", "max_tokens": 12, **body})
        self.assertEqual(status, 200, text)
        return json.loads(text)

    def test_answers_of_many_at_once_are_those_of_each_alone(self):
        process, url = self.serve("-b", "4")
        self.assertEqual(self.ask(url, "/health")[0], 200)
        prompts = [[7 * i % 256 for i in range(1 + 5 * number)] for number in range(12)]
        alone = [self.complete(url, prompt=prompt)["choices"][0]["text"] for prompt in prompts]
        self.assertGreater(len(set(alone)), 6)
        with open(self.path("p.jsonl"), "w", encoding="utf-8") as file:
            for prompt in prompts:
                print(json.dumps({"prompt": " ".join(map(str, prompt))}), file=file)
        done = self.run_program("serve-test", "--url", url, "--concurrency", "6", "--requests", "48", "--prompts",
                                self.path("p.jsonl"), "--output-tokens", "12", "-o", self.path("r.json"))
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("r.json"), encoding="utf-8") as file:
            result = json.load(file)["results"][0]
        metrics = {one["tag"]: one["value"] for one in result["metrics"]}
        self.assertEqual(metrics["failed_requests"], 0)
        self.assertEqual(metrics["output.token_count"], 12)
        self.assertEqual(result["target"]["server"], "torch-gpu-benchmark")
        again = [self.complete(url, prompt=" ".join(map(str, prompt)))["choices"][0]["text"] for prompt in prompts]
        self.assertEqual(again, alone)
        _, counts = self.ask(url, "/metrics")
        self.assertIn('vllm:num_requests_running{engine="0",model_name="tiny"} 0\n', counts)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), OK)

    def test_an_engine_that_dies_ends_the_server_with_one_line(self):
        process, url = self.serve()
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True,
                                  check=True).stdout.split()
        self.assertEqual(len(children), 1)
        os.kill(int(children[0]), signal.SIGKILL)
        self.assertEqual(process.wait(30), 1)
        fault = process.stderr.read()
        self.assertEqual(fault.count("\n"), 1, fault)
        self.assertIn("SIGKILL", fault)

    def test_text_goes_through_the_tokenizer_of_the_model(self):
        with open(os.path.join(SOURCE_DIR, "tests", "models", "golden_tokenizers.json"), encoding="utf-8") as file:
            golden = json.load(file)
        tokenizer = golden["tokenizers"]["llama3"]
        self.write("tokenizer.json", json.dumps(tokenizer["json"]))
        _, url = self.serve("--tokenizer", self.path("tokenizer.json"), config={"vocab_size": 604})
        for text, ids in list(zip(golden["texts"], tokenizer["ids"]))[2:8]:
            by_text, by_ids = self.complete(url, prompt=text), self.complete(url, prompt=ids)
            self.assertEqual(by_text["usage"]["prompt_tokens"], len(ids), text)
            self.assertEqual(by_text["choices"], by_ids["choices"])

    def test_serve_test_measures_the_engine_both_ways(self):
        self.write("tiny.json", json.dumps(TINY))
        done = self.run_program("serve-test", "--managed", "llm:./tiny.json", "--device", "cpu", "--requests", "20",
                                "--concurrency", "3", "--input-tokens", "16-24", "--output-tokens", "4-8", "--slo",
                                "ttft=60s", "-o", "both.json", env=self.env(), timeout=PATIENCE_S)
        self.assertEqual(done.returncode, OK, done.stderr)
        run = self.record("both.json")
        self.assertEqual(errors_against_schema(self, run), [])
        alone, served = run["results"]
        self.assertEqual([one["key"] for one in run["plan"]], [one["case"]["key"] for one in run["results"]])
        self.assertEqual(alone["case"]["benchmark"], "llm_load")
        self.assertEqual(served["case"]["benchmark"], "serve_test")
        for name in "requests", "concurrency", "input_tokens", "output_tokens", "ttft_limit":
            self.assertEqual(alone["case"]["parameters"][name], served["case"]["parameters"][name], name)
        self.assertEqual(alone["case"]["parameters"]["warmup"], 6)
        for result in alone, served:
            metrics = {one["tag"]: one for one in result["metrics"]}
            self.assertEqual(len(metrics["ttft"]["samples"]), 20)
            self.assertEqual(metrics["good_share"]["value"], 100)
        self.assertRegex(done.stdout, "As a server beside in process, 3 users: output [0-9.]+ %")
        again = self.run_program("report", "both.json", "-o", "-", "-f", "md")
        self.assertEqual(again.returncode, OK, again.stderr)

    def test_what_cannot_be_managed(self):
        for arguments in ([], ["--managed", "vllm:a"], ["--managed", "llm:no-such-model"], ["--url", "http://a", "-b", "2"],
                          ["--managed", "llm:llama-3.2-1b", "--url", "http://a"]):
            self.assert_usage_error(["serve-test", *arguments])

    def test_what_cannot_be_served(self):
        for arguments in (["-m", "no-such-model"], ["-m", "llama-3.2-1b", "--open"],
                          ["-m", "llama-3.2-1b", "--precision", "fp5"], ["-m", "llama-3.2-1b", "--context", "1000000"]):
            done = self.run_program("llm-serve", "--device", "cpu", *arguments)
            self.assertEqual(done.returncode, USAGE, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
