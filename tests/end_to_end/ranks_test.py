# SPDX-License-Identifier: MIT
"""Several processes of this machine that the program starts measure together."""
import os
import pathlib
import random
import signal
import subprocess
import time
import unittest

from engine_test import PATIENCE_S, EngineTest
from program import ERROR, OK, PROGRAM, REGRESSION, USAGE

BRIEF = ["--device", "cpu", "--max-time", "0.2"]
TRAIN = ["train", "-m", "autoencoder", "-b", "2", "--device", "cpu", "--max-time"]


def metrics_of(result):
    return {metric["tag"]: metric["value"] for metric in result["metrics"]}


def children_of(pid):
    """Engines of a running program."""
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text(encoding="ascii").split()]


def is_connected(pid):
    """A process that has met another one: it holds one end of a TCP connection."""
    process = pathlib.Path(f"/proc/{pid}")
    try:
        held = {os.readlink(file) for file in (process / "fd").iterdir()}
        sockets = [line.split() for name in ("tcp", "tcp6")
                   for line in (process / "net" / name).read_text(encoding="ascii").splitlines()[1:]]
    except OSError:  # it ended, or closed a file meanwhile
        return False
    state, inode, established = 3, 9, "01"
    return any(one[state] == established and f"socket:[{one[inode]}]" in held for one in sockets)


class Ranks(EngineTest):
    def ok(self, *arguments):
        done = self.run_program(*arguments, env=self.env(), timeout=PATIENCE_S)
        self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
        return done

    def assert_two_ranks(self, result):
        self.assertEqual(result["status"], "ok", result)
        self.assertEqual([rank["rank"] for rank in result["ranks"]], [0, 1])

    def test_every_collective_is_right(self):
        self.ok("comm", "--op", "all", "-b", "4K", "-e", "4K", *BRIEF, "-o", "comm.json")
        results = self.record("comm.json")["results"]
        self.assertEqual(len(results), 10)
        for result in results:
            self.assert_two_ranks(result)
            metrics = metrics_of(result)
            self.assertEqual(metrics["wrong_values"], 0, result["case"])
            self.assertGreater(metrics["bus_bandwidth"], 0)

    def test_every_pair_of_ranks_is_measured_each_way_and_held_against_a_reference(self):
        pairs = ["comm", "--pairs", "-g", "3", "-b", "4K", "-e", "4K", *BRIEF]
        self.ok(*pairs, "-o", "pairs.json")
        results = self.record("pairs.json")["results"]
        found = {(result["case"]["parameters"]["from"], result["case"]["parameters"]["to"]) for result in results}
        self.assertEqual(found, {(a, b) for a in range(3) for b in range(3) if a != b})
        for result in results:
            self.assertEqual(metrics_of(result)["wrong_values"], 0, result["case"])
            self.assertGreater(metrics_of(result)["step_time"], 1e-3)  # of those two, not of the rank that waits
        done = self.run_program(*pairs, "--compare-reference", "pairs.json", "-o", "again.json", env=self.env(), timeout=PATIENCE_S)
        self.assertIn(done.returncode, (OK, REGRESSION), done.stderr)
        for result, earlier in zip(self.record("again.json")["results"], results):
            self.assertAlmostEqual(metrics_of(result)["reference_time"], metrics_of(earlier)["step_time"])

    def test_training_on_two_ranks_counts_both_batches(self):
        self.ok(*TRAIN, "0.2", "--dp", "1,2", "--zero", "0,1,2", "-o", "train.json")
        one, *together = self.record("train.json")["results"]
        self.assertEqual(len(together), 3)
        for result in together:
            self.assert_two_ranks(result)
            metrics = metrics_of(result)
            self.assertAlmostEqual(metrics["throughput"] * metrics["step_time"], 4000, delta=1)
            # The batch is another one on each rank, the loss is of the same size.
            self.assertLess(abs(metrics["final_loss"] / metrics_of(one)["final_loss"] - 1), 0.5)
        state = [metrics_of(result)["memory_model_state"] for result in together]
        self.assertLess(state[1], state[0])

    def test_a_decoder_is_shared_out(self):
        with open(self.path("config.json"), "w", encoding="ascii") as file:
            file.write('{"model_type":"llama","num_hidden_layers":2,"hidden_size":64,"intermediate_size":128,'
                       '"num_attention_heads":4,"num_key_value_heads":2,"vocab_size":256,'
                       '"max_position_embeddings":512}')
        self.ok("llm", "-m", "config.json", "-p", "16", "-n", "4", "--tp", "1,2", *BRIEF, "-o", "llm.json")
        alone, shared = self.record("llm.json")["results"]
        self.assert_two_ranks(shared)
        self.assertLess(metrics_of(shared)["memory_model_state"], metrics_of(alone)["memory_model_state"])
        done = self.run_program("llm", "-m", "config.json", "--tp", "3", *BRIEF, "-o", "three.json", env=self.env(),
                                timeout=PATIENCE_S)
        self.assertNotEqual(done.returncode, OK)
        self.assertIn("num_attention_heads 4 does not divide by 3", done.stdout + done.stderr)

    def test_a_decoder_is_trained_in_every_form(self):
        with open(self.path("config.json"), "w", encoding="ascii") as file:
            file.write('{"model_type":"llama","num_hidden_layers":4,"hidden_size":64,"intermediate_size":128,'
                       '"num_attention_heads":4,"num_key_value_heads":2,"vocab_size":256,'
                       '"max_position_embeddings":512}')
        train = ["train", "-m", "./config.json", "-b", "1", "--sequence-length", "32", "-i", "2", "-w", "1", "--device",
                 "cpu"]
        self.ok(*train, "--dp", "1,2", "--zero", "0,3", "-o", "data.json")
        alone, whole, shared = self.record("data.json")["results"]
        for result in (whole, shared):
            self.assert_two_ranks(result)
            self.assertEqual(metrics_of(result)["exchange_buckets"], 6)
            for metric in ("exposed_share", "exchange_time", "exchange_hidden_share", "bus_bandwidth"):
                self.assertIn(metric, metrics_of(result))
        self.ok(*train, "--dp", "2", "--bucket-mb", "1", "--gradient-type", "bf16", "--overlap", "off", "--offload",
                "activations", "-o", "buckets.json")
        in_buckets = metrics_of(self.record("buckets.json")["results"][0])
        self.assertLess(in_buckets["exchange_buckets"], 6)
        self.assertAlmostEqual(in_buckets["exchange_bytes"], metrics_of(whole)["exchange_bytes"] / 2, delta=1e-9)
        self.assertGreater(in_buckets["memory_host"], 0)
        self.assertLess(metrics_of(shared)["memory_model_state"], 0.6 * metrics_of(alone)["memory_model_state"])
        self.ok(*train, "--tp", "2", "--sp", "-o", "tensor.json")
        self.assert_two_ranks(self.record("tensor.json")["results"][0])
        self.ok(*train, "--pp", "2", "--accumulate", "4", "--schedule", "1f1b,zb-v", "-o", "pipeline.json")
        for result in self.record("pipeline.json")["results"]:
            self.assert_two_ranks(result)
            causes = [metrics_of(rank) for rank in result["ranks"]]
            for rank in causes:
                parts = sum(rank["bubble_" + cause] for cause in ("schedule", "imbalance", "communication", "jitter"))
                self.assertAlmostEqual(parts, rank["bubble"], delta=0.01)
        self.ok(*train, "--cp", "2", "--context", "ring,all_gather,ulysses", "-o", "context.json")
        for result in self.record("context.json")["results"]:
            self.assert_two_ranks(result)
        self.ok(*train, "--experts", "4", "--ep", "1,2", "--capacity-factor", "0.5", "-o", "experts.json")
        alone, shared = self.record("experts.json")["results"]
        self.assert_two_ranks(shared)
        for result in (alone, shared):
            self.assertGreaterEqual(metrics_of(result)["dropped_share"], 50)
        self.assertLess(metrics_of(shared)["unrouted_time"], 10 * metrics_of(shared)["step_time"])
        for wrong in (["--tp", "3"], ["--cp", "3"], ["--ep", "2"], ["--experts", "3", "--ep", "2"], ["--pp", "5", "--accumulate", "5"], ["--pp", "2", "--zero", "3"]):
            done = self.run_program(*train, *wrong, "-o", "wrong.json", "--force", env=self.env(), timeout=PATIENCE_S)
            self.assertNotEqual(done.returncode, OK, wrong)

    def test_a_killed_rank_ends_the_others_soon(self):
        random.seed(3)
        for _ in range(2):
            started = subprocess.Popen([PROGRAM, *TRAIN, "30", "--dp", "2", "-o", "killed.json", "--force"],
                                       cwd=self.folder, env=self.env(), stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, start_new_session=True)
            self.addCleanup(self.end, started)
            deadline = time.monotonic() + PATIENCE_S
            while sum(map(is_connected, children_of(started.pid))) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(random.uniform(0, 2))
            os.kill(random.choice(children_of(started.pid)), signal.SIGKILL)
            killed = time.monotonic()
            out, errors = started.communicate(timeout=30)
            self.assertLess(time.monotonic() - killed, 30)
            self.assertEqual(started.returncode, ERROR, out + errors)
            result = self.record("killed.json")["results"][0]
            self.assertEqual(result["status"], "crashed")
            self.assertIn("runner.failed_on_rank", str(result["warnings"]))

    def test_what_cannot_be_is_refused(self):
        for arguments in (["train", "--dp", "0"], ["train", "--zero", "4"], ["comm", "-b", "x"],
                          ["comm", "--through", "nccl"], ["comm", "--pairs", "--op", "reduce"],
                          ["comm", "--compare-reference", __file__],
                          ["comm", "--op", "all_sum"], ["comm", "-b", "1M", "-e", "1K"],
                          ["scaling", "--gpus", "2", "--strong", "-b", "3"]):
            done = self.run_program(*arguments, "--device", "cpu", env=self.env(), timeout=PATIENCE_S)
            self.assertEqual(done.returncode, USAGE, arguments)


if __name__ == "__main__":
    unittest.main()
