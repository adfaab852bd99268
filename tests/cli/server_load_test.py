# SPDX-License-Identifier: MIT
"""serve-test against null-server, whose times are known, and against servers that do what they should not."""
import json
import os
import re
import signal
import socket
import statistics
import struct
import subprocess
import time
import unittest

from model_server import EVENT, ServerTest, streamed
from program import ERROR, OK, PROGRAM, USAGE, environment
from schema import errors_against_schema


class ServerLoad(ServerTest):
    def null_server(self, *arguments):
        process = subprocess.Popen([PROGRAM, "null-server", "--port", "0", *arguments], env=environment(),
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        self.addCleanup(process.stdout.close)
        return process, process.stdout.readline().split()[0]

    def test_what_was_set_is_what_is_measured(self):
        _, url = self.null_server("--ttft", "50ms", "--itl", "5ms")
        done = self.run_program("serve-test", "--url", url, "--concurrency", "4", "--requests", "100",
                                "--output-tokens", "32", "--slo", "ttft=500ms,tpot=30ms", "--like", "guidellm",
                                "-o", "run.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        for tag, wanted in ("ttft", 50), ("tpot", 5), ("itl", 5), ("e2e_time", 50 + 31 * 5):
            self.assertLess(abs(statistics.median(self.metric(tag)["samples"]) / wanted - 1), 0.02, tag)
        # guidellm's TPOT has TTFT in it: (50 + 31 * 5) / 32 ms.
        like = re.search(r"^TPOT \(ms\) median +([0-9.]+)$", done.stdout, re.MULTILINE)
        self.assertLess(abs(float(like[1]) / 6.406 - 1), 0.02)
        self.assertEqual(len(self.metric("ttft")["samples"]), 100)
        with open(self.path("run.json"), encoding="utf-8") as file:
            self.assertEqual(errors_against_schema(self, json.load(file)), [])
        self.assertEqual(self.metric("output.token_count")["value"], 32)
        self.assertEqual(self.metric("input.token_count")["value"], 512)
        self.assertEqual(self.metric("good_share")["value"], 100)
        self.assertEqual(self.metric("failed_requests")["value"], 0)
        self.assertEqual(self.result()["target"], {"address": url, "server": "null-server", "server_version": "",
                                                   "model": "null"})
        report = self.run_program("report", "run.json", "-o", "-", "-f", "md")
        self.assertEqual(report.returncode, OK, report.stderr)
        self.assertIn("TTFT", report.stdout)
        same = self.run_program("compare", "run.json", "run.json")
        self.assertEqual(same.returncode, OK, same.stderr + same.stdout)

    def test_of_several_loads_the_largest_within_the_limits_is_named(self):
        def crowded(handler, number):  # 50 ms for each that is asked at once
            with self.server.busy:
                time.sleep(0.05)
            streamed(handler, number)
        url = self.serve(crowded)
        done = self.run_program("serve-test", "--url", url, "--concurrency", "1,2,8", "--requests", "12",
                                "--input-tokens", "8", "--output-tokens", "4", "--slo", "ttft=220ms")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertRegex(done.stdout, "Most output: .* at ")
        self.assertIn("within the limits: 2 users.", done.stdout)
        with open(self.path("serve-test.json"), encoding="utf-8") as file:
            codes = [one["code"] for one in json.load(file)["results"][0]["warnings"]]
        self.assertIn("server.other_lengths", codes)  # two tokens where four were wanted

    def test_a_sweep_ends_where_more_users_get_no_more(self):
        inside = []

        def crowded(handler, number):  # two at once are fast; of more each waits so much longer that no noise hides it
            inside.append(number)
            time.sleep(0.02 if len(inside) <= 2 else 0.05 * len(inside))
            inside.remove(number)
            streamed(handler, number)
        done = self.run_program("serve-test", "--url", self.serve(crowded), "--sweep", "--repeats", "2", "--requests", "8",
                                "--input-tokens", "8", "--output-tokens", "2", "-o", "run.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("run.json"), encoding="utf-8") as file:
            run = json.load(file)
        measured = [(one["case"]["parameters"]["concurrency"], one["process"]) for one in run["results"]]
        users = [load for load, process in measured if process == 0]
        self.assertEqual(users, [2 ** i for i in range(len(users))])
        self.assertEqual(len(set(measured)), len(measured))
        again = {load for load, process in measured if process > 0}  # both answers, which may be one
        self.assertTrue(1 <= len(again) <= 4, measured)
        self.assertTrue(2 <= len(users) <= 7, users)  # of 13: noise of a busy machine is no gain for long
        self.assertFalse(run["partial"])
        self.assert_usage_error(["serve-test", "--url", "http://a", "--sweep", "--rate", "1"])

    def test_a_null_server_tells_when_it_was_asked_and_when_it_answered(self):
        process, url = self.null_server("--ttft", "20ms", "--itl", "5ms", "--log", self.path("log.jsonl"))
        self.assertEqual(self.load(url, requests=4).returncode, OK)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), OK)
        with open(self.path("log.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        self.assertGreaterEqual(len(lines), 4)
        for line in lines:
            self.assertLess(abs(line["received"] - time.time()), 60)
            for i, sent in enumerate(line["sent"]):
                self.assertGreaterEqual(sent - line["received"], 0.02 + 0.005 * i - 2e-6)

    def test_each_thing_that_is_wrong_is_one_line(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.assert_error(self.load(f"http://127.0.0.1:{taken.getsockname()[1]}"), ERROR, "refused")
        page = self.serve(lambda handler, number: handler.send(200, "<html>", "text/html"),
                          lambda handler: handler.send(200, "<html>", "text/html"))
        self.assert_error(self.load(page, "-m", "m"), ERROR, "web page")
        self.assert_error(self.load(page), USAGE, "-m")
        self.assert_error(self.load(page, "--like", "vllm", "--json"), USAGE, "--like", "--json")
        lost = self.serve(lambda handler, number: handler.send(404, '{"error":{"message":"gone"}}'))
        self.assert_error(self.load(lost, "-m", "other"), USAGE, "other", "it serves m")
        busy = self.serve(lambda handler, number: handler.send(429, "{}", Retry_After="7"))
        self.assert_error(self.load(busy), ERROR, "429", "7 s")
        broken = self.serve(lambda handler, number: handler.send(500, '{"error":"no memory"}'))
        self.assert_error(self.load(broken), ERROR, "500", "no memory")
        whole = self.serve(lambda handler, number: handler.send(200, '{"choices":[]}'))
        self.assert_error(self.load(whole), ERROR, "does not stream")
        self.assertFalse(os.path.exists(self.path("run.json")))

    def test_loads_that_cannot_be_are_refused_before_anything_is_asked(self):
        url = "http://127.0.0.1:1"
        for arguments in (["--rate", "0"], ["--rate", "1000000000"], ["--requests", "0"], ["--concurrency", "0"],
                          ["--slo", "ttft"], ["--like", "ab"], ["--burstiness", "nan"], ["--rate", "1", "--concurrency", "1"], ["--output-tokens", "9-1"],
                          ["--arrivals", "even"], ["--arrivals", "constant"], ["--rate-to", "3"], ["--turns", "0"],
                          ["--turns", "2", "--rate", "1"], ["--token-ids", "5-7", "--chat"], ["--shared-tokens", "512"],
                          ["--trace-speed", "2"], ["--burstiness", "2"], ["--rate", "1", "--arrivals", "constant", "--burstiness", "2"],
                          ["--price", "free"], ["--gpu", "no-such-card"], ["--price", "1", "--gpu", "no-such-card"]):
            self.assert_usage_error(["serve-test", "--url", url, *arguments])
        self.assert_usage_error(["serve-test", "--url", url, "--proxy", "https://a"], "--proxy")
        self.assert_usage_error(["serve-test", "--url", "http://user:secret@a"])
        self.assertNotIn("secret", self.run_program("serve-test", "--url", "http://user:secret@a").stderr)

    def test_a_server_that_refuses_a_field_is_asked_without_it(self):
        refusals = {"ignore_eos": "Unrecognized request argument supplied: ignore_eos",
                    "max_tokens": "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                    "temperature": "'temperature' does not support 0 with this model."}

        def strict(handler, number):
            for field, sentence in refusals.items():
                if field in json.loads(self.server.bodies[-1]):
                    return handler.send(400, json.dumps({"error": {"message": sentence}}))
            streamed(handler, number)
        done = self.load(self.serve(strict), "--chat")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.metric("failed_requests")["value"], 0)
        self.assertEqual(self.warnings()["server.left_out"], {"fields": "ignore_eos, temperature"})
        self.assertEqual(json.loads(self.server.bodies[-1])["max_completion_tokens"], 4)
        self.assertIn("stream_options", json.loads(self.server.bodies[-1]))

    def test_what_fails_in_the_run_is_counted_by_its_kind(self):
        def one_in_three(handler, number):
            if number % 3 == 1:
                handler.send(429, '{"error":{"message":"slow down"}}', Retry_After="1")
            else:
                streamed(handler, number)
        done = self.load(self.serve(one_in_three), "--slo", "ttft=10s", requests=30)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertAlmostEqual(self.metric("failed_requests")["value"], 10, delta=1)
        self.assertAlmostEqual(self.metric("good_share")["value"], 67, delta=4)
        self.assertIn("slow down", self.warnings()["server.failed_status"]["said"])
        self.assertIn("Retry-After: 1", self.warnings()["server.failed_status"]["said"])

    def test_prompts_of_a_file_are_what_is_asked(self):
        self.write("prompts.jsonl", '{"prompt":"first one"}\n{"prompt":"second"}\n')
        url = self.serve(streamed)
        done = self.load(url, "--prompts", "prompts.jsonl", "--chat")
        self.assertEqual(done.returncode, OK, done.stderr)
        asked = [json.loads(body)["messages"][0]["content"] for body in self.server.bodies]
        self.assertEqual(set(asked), {"first one", "second"})
        self.assertEqual(self.result()["case"]["parameters"]["prompts"], "prompts.jsonl")
        self.assertIn("server.prompts_repeat", self.warnings())
        self.write("empty.txt", "\n")
        self.assert_error(self.load(url, "--prompts", "empty.txt"), USAGE, "empty.txt")

    def test_the_servers_own_queue_and_cache_are_told(self):
        def pages(handler):
            if handler.path != "/metrics":
                return handler.send(200, '{"data":[{"id":"m","owned_by":"vllm"}]}')
            asked = self.server.asked
            handler.send(200, f"vllm:request_queue_time_seconds_sum{{}} {asked / 4}\nvllm:request_queue_time_seconds_count{{}} {asked}\n"
                              f"vllm:prefix_cache_queries_total{{}} {asked}\nvllm:prefix_cache_hits_total{{}} {asked / 5}\n", "text/plain")
        done = self.load(self.serve(streamed, pages))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.metric("served.queue_time")["value"], 250)
        self.assertEqual(self.warnings()["server.prefix_hits"], {"share": "20"})
        self.assertIn("250 ms", done.stdout)
        with open(self.path("run.json"), encoding="utf-8") as file:
            self.assertEqual(errors_against_schema(self, json.load(file)), [])

    def test_no_load_asks_what_one_before_it_asked(self):
        url = self.serve(streamed)
        for _ in range(2):
            done = self.run_program("serve-test", "--url", url, "--concurrency", "1,2", "--requests", "4", "--warmup", "0",
                                    "--input-tokens", "40", "--output-tokens", "2", "--force")
            self.assertEqual(done.returncode, OK, done.stderr)
        begins = [" ".join(json.loads(body)["prompt"].split()[:12]) for body in self.server.bodies]
        self.assertEqual(len(set(begins)), len(begins))
        self.write("prompts.txt", "".join(f"number {i}\n" for i in range(8)))
        del self.server.bodies[:]
        done = self.run_program("serve-test", "--url", url, "--concurrency", "1,2", "--requests", "4", "--warmup", "0",
                                "--prompts", "prompts.txt", "--output-tokens", "2", "-o", "run.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        asked = [json.loads(body)["prompt"] for body in self.server.bodies[1:]]
        self.assertEqual(sorted(asked), [f"number {i}" for i in range(8)])
        self.assertNotIn("server.prompts_repeat", self.warnings())

    def test_a_load_is_repeated_until_it_is_known(self):
        _, url = self.null_server("--ttft", "10ms", "--itl", "2ms")
        done = self.load(url, "--repeats", "6", requests=12)
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("run.json"), encoding="utf-8") as file:
            run = json.load(file)
        self.assertEqual(errors_against_schema(self, run), [])
        self.assertEqual([one["process"] for one in run["results"]], list(range(len(run["results"]))))
        self.assertTrue(3 <= len(run["results"]) <= 6)
        self.assertEqual(len({one["case"]["seed"] for one in run["results"]}), len(run["results"]))
        self.assertEqual(done.stdout.count("2 users "), 1, done.stdout)  # a row

    def test_a_trace_comes_as_it_came(self):
        self.write("t.jsonl", "".join(json.dumps({"timestamp": 100 * i, "input_length": 600, "output_length": 3 + i,
                                                  "hash_ids": [1, 2 + i]}) + "\n" for i in range(6)))
        url = self.serve(streamed)
        done = self.run_program("serve-test", "--url", url, "--trace", "t.jsonl", "--trace-speed", "2", "-o", "run.json",
                                "--price", "3.6")
        self.assertEqual(done.returncode, OK, done.stderr)
        bodies = [json.loads(body) for body in self.server.bodies[1:]]  # the first is the question whether it streams
        self.assertEqual([body["max_tokens"] for body in bodies], [3, 4, 5, 6, 7, 8])
        self.assertEqual({len(body["prompt"].split()) for body in bodies}, {600})
        self.assertEqual(len({tuple(body["prompt"].split()[:512]) for body in bodies}), 1)
        self.assertEqual(len({body["prompt"] for body in bodies}), 6)
        self.assertAlmostEqual(self.metric("arrival_rate")["value"], 20, delta=0.01)
        self.assertEqual(self.result()["case"]["parameters"]["trace"], "t.jsonl")
        rate = self.metric("output.token_throughput")["value"]
        self.assertAlmostEqual(self.metric("output.token_cost")["value"], 3.6 / (rate * 3600) * 1e6, places=6)
        self.assertIn("$/Mtoken", done.stdout)
        self.assertIsNone(self.metric("ttft")["p99"])  # of six
        self.write("back.jsonl", '{"timestamp":2,"input_length":1,"output_length":1}\n'
                                 '{"timestamp":1,"input_length":1,"output_length":1}\n')
        self.assert_usage_error(["serve-test", "--url", url, "--trace", "back.jsonl"], "back.jsonl", "line 2")

    def test_turns_have_what_was_said_before_and_ids_are_sent_as_ids(self):
        url = self.serve(streamed)
        done = self.load(url, "--turns", "3", "--chat", "--shared-tokens", "4", "--warmup", "0", requests=9)
        self.assertEqual(done.returncode, OK, done.stderr)
        turns = sorted(len(json.loads(body)["messages"]) for body in self.server.bodies[1:])
        self.assertEqual(turns, [1, 1, 1, 3, 3, 3, 5, 5, 5])
        self.assertEqual(len({tuple(json.loads(body)["messages"][0]["content"].split()[:4]) for body in self.server.bodies[1:]}), 1)
        done = self.load(url, "--token-ids", "5-7")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertLessEqual(set(json.loads(self.server.bodies[-1])["prompt"]), {5, 6, 7})
        self.assertEqual(len(json.loads(self.server.bodies[-1])["prompt"]), 8)

    def test_a_server_that_dies_in_mid_stream(self):
        def dying(handler, number):
            if number < 8:
                return streamed(handler, number)
            self.server.socket.close()  # nobody is taken any more
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.send_header("Transfer-Encoding", "chunked")
            handler.end_headers()
            handler.wfile.write(f"{len(EVENT):x}\r\n{EVENT}\r\n".encode())
            handler.wfile.flush()
            handler.connection.shutdown(socket.SHUT_RDWR)
            handler.close_connection = True
        done = self.load(self.serve(dying), requests=50)
        self.assert_error(done, ERROR, "requests failed")
        self.assertGreaterEqual(int(self.warnings()["server.failed_closed"]["count"]), 1)
        self.assertGreater(int(self.warnings()["server.failed_no_connection"]["count"]), 30)

    def test_a_connection_that_is_closed_between_two_requests_loses_none(self):
        def closing(handler, number):
            streamed(handler, number)
            handler.close_connection = True  # said to nobody
        done = self.load(self.serve(closing))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.metric("failed_requests")["value"], 0)
        self.assertEqual(len(self.metric("ttft")["samples"]), 10)

    def test_what_cannot_be_read_fails_and_an_endless_answer_ends(self):
        def unreadable(handler, number):
            if number < 5:
                return streamed(handler, number)
            handler.send(200, 'data: {"choices":[{"te\n\n', "text/event-stream")
        self.assert_error(self.load(self.serve(unreadable), requests=20), ERROR, "requests failed")
        self.assertIn("server.failed_malformed", self.warnings())

        def endless(handler, number):
            if number < 5:
                return streamed(handler, number)
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.end_headers()
            try:
                while True:
                    handler.wfile.write(EVENT.encode())
                    time.sleep(0.05)
            except OSError:
                handler.close_connection = True
        self.assert_error(self.load(self.serve(endless), "--timeout", "300ms", requests=8), ERROR, "requests failed")
        self.assertIn("server.failed_too_long", self.warnings())

    def test_a_server_that_counts_wrongly_or_says_nothing(self):
        def counting(usage):
            return lambda handler, number: handler.send(
                200, EVENT * 2 + 'data: {"choices":[],"usage":%s}\n\ndata: [DONE]\n\n' % usage, "text/event-stream")
        for usage in ('{"prompt_tokens":-3,"completion_tokens":-2}', '{"prompt_tokens":"3","completion_tokens":null}', "7"):
            done = self.load(self.serve(counting(usage)))
            self.assertEqual(done.returncode, OK, done.stderr)
            self.assertEqual(self.metric("output.token_count")["value"], 2, usage)  # a chunk is taken for one
            self.assertEqual(self.metric("input.token_count")["value"], 0, usage)
            self.assertIn("server.no_usage", self.warnings())
        done = self.load(self.serve(counting('{"prompt_tokens":3,"completion_tokens":9}')))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.warnings()["server.several_tokens"], {"count": "10", "total": "10"})

        def silent(handler, number):
            if number < 5:
                return streamed(handler, number)
            handler.send(200, "data: [DONE]\n\n", "text/event-stream")
        self.assert_error(self.load(self.serve(silent), requests=20), ERROR, "requests failed")
        self.assertIn("server.failed_empty", self.warnings())

    def test_a_line_without_an_end_is_given_up_and_a_reset_is_no_crash(self):
        def flooding(handler, number):
            if number != 6:
                return streamed(handler, number)
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.end_headers()
            try:
                handler.wfile.write(b"data: ")
                for _ in range(100):
                    handler.wfile.write(b"x" * 1_000_000)
            except OSError:
                pass
            handler.close_connection = True
        done = self.load(self.serve(flooding))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.metric("failed_requests")["value"], 1)
        self.assertIn("server.failed_malformed", self.warnings())

        def resetting(handler, number):
            if number != 6:
                return streamed(handler, number)
            handler.send_response(200)
            handler.send_header("Content-Type", "text/event-stream")
            handler.end_headers()
            handler.wfile.write(EVENT.encode())
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(handler.connection.detach())
            handler.close_connection = True
        done = self.load(self.serve(resetting))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.warnings()["server.failed_closed"]["count"], "1")

    def test_the_key_is_of_the_environment_and_in_no_file(self):
        url = self.serve(streamed)
        done = self.load(url, env=environment(WGF_API_KEY="sk-secret"))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(set(self.server.keys), {"Bearer sk-secret"})
        with open(self.path("run.json"), encoding="utf-8") as file:
            self.assertNotIn("sk-secret", file.read() + done.stdout + done.stderr)
        self.assert_error(self.load(url, env=environment(WGF_API_KEY="a\r\nb")), USAGE, "WGF_API_KEY")

        def repeating(handler, number):
            if number == 5:
                return handler.send(500, json.dumps({"error": handler.headers["Authorization"]}))
            streamed(handler, number)
        done = self.load(self.serve(repeating), env=environment(WGF_API_KEY="sk-secret"))
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.warnings()["server.failed_status"]["said"], "Bearer ***")

    def test_ctrl_c_keeps_what_was_measured(self):
        _, url = self.null_server("--ttft", "20ms", "--itl", "1ms")
        process = subprocess.Popen(
            [PROGRAM, "serve-test", "--url", url, "--requests", "100000", "--output-tokens", "4", "-o", "run.json"],
            cwd=self.folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, ERROR, err)
        self.assertEqual(len([line for line in err.splitlines() if line.startswith("error: ")]), 1, err)
        self.assertEqual(self.result()["status"], "interrupted")
        self.assertGreater(len(self.metric("ttft")["samples"]), 10)
        self.assertIn("TTFT", out)


if __name__ == "__main__":
    unittest.main()
