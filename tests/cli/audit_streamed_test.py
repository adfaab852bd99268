# SPDX-License-Identifier: MIT
"""audit: weights that the host streams, work that is not stated, tables from a pipe."""
import json
import subprocess
import unittest

from audit_program import IMPOSSIBLE, AuditTest
from program import NOT_SUPPORTED, OK, PROGRAM, environment


class AuditStreamed(AuditTest):
    def streamed(self, claim, code=OK):
        """The answer of a claim of 70B on an RTX 4090, and what the terminal says."""
        claim = f"llama-3.1-70b {claim} on rtx4090"
        done = self.run_program("audit", claim)
        return self.audit(claim, code), " ".join(done.stdout.split())

    def test_weights_streamed_from_the_host_are_held_to_the_flops_too(self):
        answer, text = self.streamed("training batch 4 seq 2048 1 samples/s", IMPOSSIBLE)
        self.assertAlmostEqual(answer["at_most_streamed"], 1 / answer["factor"], delta=0.001)
        self.assertIn("they can keep up with that bound, 0.468 samples/s", text)
        answer, text = self.streamed("training batch 4 seq 2048 step 10 s")
        self.assertAlmostEqual(answer["value"] / answer["at_most_streamed"], answer["factor"], delta=0.001)
        self.assertIn("streamed from the host, 86 % of its bound", text)
        # A training goes over its weights three times: 139 GB less 24 GiB over 16 lanes of 1.969 GB/s.
        answer, text = self.streamed("training batch 4 seq 512 0.8 samples/s bf16")
        self.assertAlmostEqual(answer["at_most_streamed"], 4 / (2 * answer["streamed_pass_seconds"]), delta=0.001)
        self.assertAlmostEqual(answer["streamed_pass_seconds"], (139.0 - 25.8) / (16 * 1.969), delta=0.01)
        self.assertIn("times what weights streamed from the host allow", text)
        # A batch may be that of each card; of steps it cancels out.
        two = "llama-3.1-70b training batch 4 seq 256 {} on 2xrtx4090 bf16"
        samples = self.audit(two.format("0.5 samples/s"), OK)
        self.assertAlmostEqual(samples["at_most_streamed"], 8 / (2 * samples["streamed_pass_seconds"]), delta=0.001)
        steps = self.audit(two.format("0.1 steps/s"), OK)
        self.assertAlmostEqual(steps["at_most_streamed"], 4 / (2 * steps["streamed_pass_seconds"]), delta=0.001)

    def test_unstated_work_is_read_as_kindly_as_it_can_be(self):
        answer, text = self.streamed("batch 4 seq 2048 1000 tokens/s")
        self.assertAlmostEqual(answer["value"] / answer["at_most_streamed"], answer["factor"], delta=0.001)
        self.assertIn("Read as prompts, 8,192 tokens for each pass", text)
        self.assertNotIn("times what", text)
        self.assertNotIn("Generated tokens are meant", text)
        answer, text = self.streamed("batch 4 1000 tokens/s")
        self.assertAlmostEqual(answer["at_most_streamed"], 4 / answer["streamed_pass_seconds"], delta=0.01)
        self.assertIn("Read as generation, 4 tokens for each pass", text)
        self.assertIn("Generated tokens are meant", text)
        self.assertNotIn("Read as", self.streamed("generation batch 4 seq 2048 10 tokens/s")[1])

    def test_the_first_token_waits_for_weights_from_the_host(self):
        answer, text = self.streamed("TTFT 5 s bf16")
        self.assertAlmostEqual(answer["at_most_streamed"], 1 / answer["streamed_pass_seconds"], delta=0.001)
        self.assertIn("with weights streamed from the host 3.6 s to the first token at least", text)
        done = self.run_program("--lang", "zh", "audit", "llama-3.1-70b TTFT 5 s bf16 on rtx4090")
        self.assertIn("PCI Express", done.stdout)

    def test_a_card_without_a_published_peak_is_held_to_its_bandwidth(self):
        # 139 GB of weights in 1 ms at 273 GB/s
        done = self.run_program("audit", "llama-70b bf16 inference TPOT 1 ms on 1xgb10", "--json")
        self.assertEqual(done.returncode, IMPOSSIBLE, done.stderr)
        self.assertIn("509 times", self.run_program("audit", "llama-70b bf16 inference TPOT 1 ms on 1xgb10").stdout)
        done = self.run_program("audit", "llama-3.1-8b bf16 training 10 tokens/s on 1xgb10")
        self.assertEqual(done.returncode, NOT_SUPPORTED, done.stdout)

    def test_memory_that_the_host_shares_gets_nothing_from_the_host(self):
        text = " ".join(self.run_program("audit", "llama-405b inference 100 tokens/s on 1xgb10").stdout.split())
        self.assertIn("which the host shares: it can run only with weights read anew from disk", text)

    def test_what_comes_from_disk_is_never_called_possible(self):
        # Half a byte of 405.9 G weights 26 times a second is 99 % of the memory's 5,300 GB/s.
        for claim in ("llama-3.1-405b inference batch 1 26 tokens/s on 1xmi300a", "llama-405b inference 100 tokens/s on 1xgb10"):
            answer = self.audit(claim, OK)
            self.assertEqual((answer["impossible"], answer["undecided"], answer["weights_fit"]), (False, True, False))
            text = " ".join(self.run_program("audit", claim, "--explain").stdout.split())
            self.assertTrue(text.startswith(f"Undecided: {claim}."), text)
            self.assertNotIn("is possible", text)
        self.assertTrue(self.audit("llama-3.1-405b inference batch 1 30 tokens/s on 1xmi300a", IMPOSSIBLE)["impossible"])
        self.assertIn("无法判定", self.run_program("--lang", "zh", "audit", claim).stdout)

    def test_grace_sends_by_its_own_link(self):
        claim = "llama-3.1-405b inference batch 1 {} tokens/s on 1xgh200-96gb"
        answer = self.audit(claim.format(20), OK)
        seconds = (403.76e9 / 2 - 96 * 2**30) / 450e9
        self.assertAlmostEqual(answer["streamed_pass_seconds"], seconds, delta=0.002)
        self.assertAlmostEqual(answer["at_most_streamed"], 1 / seconds, delta=0.02)
        self.assertFalse(answer["undecided"])
        text = " ".join(self.run_program("audit", claim.format(20), "--explain").stdout.split())
        self.assertIn("times what weights streamed from the host allow", text)
        self.assertIn("by NVLink-C2C; more only", text)
        self.assertIn("over 1 x 450.0 GB/s of NVLink-C2C", text)
        self.assertNotIn("PCI Express", text)
        text = " ".join(self.run_program("audit", claim.format(4)).stdout.split())
        self.assertIn("of what NVLink-C2C allows", text)

    def test_a_table_is_read_from_a_pipe(self):
        header = "id,gpu,gpus,model,precision,value,unit\n"
        table = header + "x,A100 SXM 80GB,1,ResNet-50,fp16 AMP,13000,images/s\n"
        done = subprocess.run([PROGRAM, "audit", "/dev/stdin", "--json"], input=table, text=True,
                              env=environment(), capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, IMPOSSIBLE, done.stderr)
        self.assertEqual(json.loads(done.stdout)["checked"], 1)


if __name__ == "__main__":
    unittest.main()
