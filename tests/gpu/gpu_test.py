# SPDX-License-Identifier: MIT
"""Front program and engine on an NVIDIA GPU. Ends with 77 and a reason where there is none (see README.md)."""
import concurrent.futures
import json
import os
import subprocess
import sys
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(TESTS, "cli"), os.path.join(TESTS, "..", "tools", "gpu")]
from check_sensors import REQUIRED  # noqa: E402
from program import NOT_SUPPORTED, OK, PROGRAM, ProgramTest  # noqa: E402
from schema import errors_against_schema, jsonschema  # noqa: E402
from tiny_decoders import BASE, DECODERS  # noqa: E402

SKIPPED = 77
PARAMETERS = 51_479_114  # simple_cnn, see docs/models.md


def gpu_environment(**more):
    """The user's own, for it says where the libraries of CUDA are; without a language."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return {**clean, **more}


def reason_to_skip():
    """Why nothing can be tested here; nothing when it can."""
    if not PROGRAM:
        return "WGF_PROGRAM names no program"
    listed = subprocess.run([PROGRAM, "list-devices", "--json"], env=gpu_environment(), capture_output=True, text=True,
                            check=False)
    if listed.returncode != 0:
        return f"list-devices ended with {listed.returncode}: {listed.stderr.strip()}"
    gpu = next((device for device in json.loads(listed.stdout) if device["id"] == "cuda:0"), None)
    if gpu is None:
        return "no NVIDIA GPU here"
    if gpu["usable"] == "no":
        return f"cuda:0 cannot be used: {gpu['reason']}"
    return ""


class Gpu(ProgramTest):
    def measure(self, *arguments, **more):
        return self.run_program("run", *arguments, "--force", env=gpu_environment(**more), timeout=300)

    def results(self):
        with open(self.path("results.json"), encoding="utf-8") as file:
            record = json.load(file)
        if jsonschema:  # a rented GPU machine often has none, and the GPU is what is tested here
            self.assertEqual(errors_against_schema(self, record), [])
        return record["results"]

    def measured(self, *arguments):
        """Metrics of each Result of a run in which all was well, with the Result."""
        done = self.measure("-m", "simple_cnn", "--device", "cuda:0", *arguments)
        self.assertEqual(done.returncode, OK, done.stderr)
        results = self.results()
        self.assertEqual({result["status"] for result in results}, {"ok"})
        self.assertEqual({device["id"] for result in results for device in result["devices"]}, {"cuda:0"})
        return [({metric["tag"]: metric["value"] for metric in result["metrics"]}, result) for result in results]

    def test_eager_run_is_whole_and_plausible(self):
        for metrics, result in self.measured("-b", "32", "-p", "fp32,bf16", "-i", "30", "-w", "5"):
            self.assertEqual(metrics["measured_steps"], 30)
            self.assertEqual(metrics["parameters"], PARAMETERS)
            self.assertAlmostEqual(metrics["throughput"] * metrics["step_time"] / 1e3, 32, delta=0.001)
            self.assertGreater(metrics["flops"], 0.5)
            self.assertTrue(0 < metrics["mfu"] < 100, metrics["mfu"])
            self.assertGreaterEqual(metrics["memory_reserved_peak"], metrics["memory_allocated_peak"])
            self.assertGreaterEqual(metrics["memory_device_peak"], metrics["memory_allocated_peak"])
            self.assertGreater(metrics["memory_allocated_peak"], PARAMETERS * 4 / 2**30)
            self.assertEqual(result["math_mode"]["parameters_dtype"], "float32")
            self.assertFalse(result["math_mode"]["tf32_matmul"])
            self.assertGreater(result["devices"][0]["memory_bytes"], 0)

    def test_graph_replays_the_same_work_in_no_more_time(self):
        eager, graph = (metrics for metrics, _ in
                        self.measured("-b", "1", "--workload", "infer", "-p", "bf16", "--launch", "eager,graph"))
        self.assertEqual(eager["parameters"], graph["parameters"])
        self.assertAlmostEqual(graph["flops_per_step"] / eager["flops_per_step"], 1, delta=0.001)
        self.assertLess(graph["step_time"], eager["step_time"] * 1.02)
        self.assertGreater(graph["memory_allocated_peak"], 0.9 * eager["memory_allocated_peak"])

    def test_graph_trains(self):
        eager, graph = self.measured("-b", "8", "--workload", "train", "--launch", "eager,graph", "-i", "20")
        self.assertEqual(graph[1]["case"]["parameters"]["launch"], "graph")
        self.assertGreater(graph[0]["throughput"], 0)
        self.assertGreater(graph[0]["memory_allocated_peak"], 0.9 * eager[0]["memory_allocated_peak"])

    def test_every_sensor_is_read(self):
        # Long enough for counters that the driver renews ten times a second.
        for metrics, result in self.measured("-b", "64", "-p", "bf16", "--workload", "train"):
            self.assertEqual([tag for tag in REQUIRED if metrics.get(tag) is None], [])
            self.assertTrue(10 < metrics["power"] < 2500, metrics["power"])
            self.assertTrue(10 < metrics["temperature"] < 110, metrics["temperature"])
            self.assertTrue(0 < metrics["gpu_utilization"] <= 100, metrics["gpu_utilization"])
            self.assertTrue(result["sensors"])
            for reading in result["sensors"]:
                self.assertIn("throttle_reasons", reading)

    def test_out_of_memory_is_an_answer_and_the_next_case_is_measured(self):
        done = self.measure("-m", "simple_cnn", "--device", "cuda:0", "-b", "1000000,8", "--workload", "infer",
                            "-p", "fp32", "-i", "5", "--try-anyway")
        self.assertEqual(done.returncode, OK, done.stderr)
        results = self.results()
        self.assertEqual([result["status"] for result in results], ["out_of_memory", "ok"])
        self.assertRegex(results[0]["reason"]["text"], r"\d (GiB|MiB)")

    def decoded(self, **more):
        """A decoder that kernels of ours cover: the codes of its warnings."""
        done = self.run_program("llm", "-m", "llama-3.2-1b", "--device", "cuda:0", "-p", "32", "-n", "8", "-i", "5",
                                "-w", "2", "-o", "results.json", "--force", env=gpu_environment(**more), timeout=300)
        self.assertEqual(done.returncode, OK, done.stderr)
        return {warning["code"] for warning in self.results()[0]["warnings"]}

    def test_without_a_compiler_of_kernels_decoding_goes_on_and_says_so(self):
        no_folder = self.path("no-such-folder")
        self.assertNotIn("engine.no_device_code", self.decoded(XDG_CACHE_HOME=self.folder))
        self.assertIn("engine.no_device_code", self.decoded(WGF_NVRTC_DIR=no_folder))

    def test_kernels_that_cannot_be_kept_run(self):
        codes = self.decoded(XDG_CACHE_HOME=self.write("a-file", ""))
        self.assertIn("engine.code_not_kept", codes)
        self.assertNotIn("engine.no_device_code", codes)

    def test_a_profile_knows_the_part_of_every_kernel_of_a_token(self):
        done = self.run_program("llm", "-m", "llama-3.2-1b", "--device", "cuda:0", "-p", "32", "-n", "8", "-i", "16", "-w", "2",
                                "--profile", "-o", "results.json", env=gpu_environment(), timeout=300)
        self.assertEqual(done.returncode, OK, done.stderr)
        result = self.results()[0]
        metrics = {metric["tag"]: metric["value"] for metric in result["metrics"]}
        _, token = result["timelines"]
        self.assertEqual([launch["name"] for launch in token["launches"] if "part" not in launch], [])
        for part in ("qkv", "attention", "output", "gate_up", "down"):
            layers = [launch["layer"] for launch in token["launches"] if launch["part"] == part]
            self.assertEqual(layers, list(range(16)), part)
        read = sum(launch.get("bytes", 0) for launch in token["launches"])
        self.assertAlmostEqual(read * 1e-9 / metrics["decode.bytes_per_step"], 1, 3)  # norms are inside the products
        for changed in ("one_by_one", "without_norms", "fewer_bytes"):
            self.assertGreater(metrics[changed + ".step_time"], 0)
        self.assertLess(metrics["fewer_bytes.bytes_per_step"], 0.7 * metrics["decode.bytes_per_step"])

    def test_a_cache_of_fp8_is_right_by_kernels_of_ours(self):
        for batch in ("1", "32"):
            done = self.run_program("llm", "-m", "llama-3.2-1b", "--device", "cuda:0", "-p", "64", "-n", "8", "-i", "16", "-w", "2", "-b", batch,
                                    "--kv-precision", "fp8", "--kernels", "own", "-o", "results.json", "--force", env=gpu_environment(), timeout=300)
            self.assertEqual(done.returncode, OK, done.stderr)  # as the check of the numbers wants it
            metrics = {metric["tag"]: metric["value"] for metric in self.results()[0]["metrics"]}
            self.assertAlmostEqual(metrics["memory_cache"] * 2**30, 2 * 16 * 8 * 64 * 128 * int(batch))

    def divergences(self, name, kernels):
        """Of each batch, from the same weights in float32."""
        fields, precision = DECODERS[name]
        config = self.write(f"{name}.json", json.dumps({**BASE, **fields}))
        results = self.path(f"{name}-{kernels}.json")
        done = self.run_program("llm", "-m", config, "--precision", precision, "--device", "cuda:0", "-p", "200", "-n", "4", "-i", "5", "-w", "1",
                                "-b", "1,4,16,20,48", "--kernels", kernels, "-o", results, env=gpu_environment(), timeout=300)
        self.assertEqual(done.returncode, OK, f"{name}, {kernels}: {done.stdout} {done.stderr}")
        with open(results, encoding="utf-8") as file:
            measured = json.load(file)["results"]
        self.assertEqual([(result["status"], result.get("reason")) for result in measured], [("ok", None)] * 5, f"{name}, {kernels}")
        return [next(metric["value"] for metric in result["metrics"] if metric["tag"] == "kl_divergence") for result in measured]

    def test_kernels_of_ours_are_as_near_as_those_of_the_library(self):
        with concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:  # as the GPU's memory holds
            found = {(name, kernels): pool.submit(self.divergences, name, kernels) for name in DECODERS for kernels in ("own", "library")}
        for name in DECODERS:
            own, library = found[name, "own"].result(), found[name, "library"].result()
            for ours, theirs in zip(own, library, strict=True):
                self.assertLess(ours, 3 * theirs + 1e-6, f"{name}: own {own}, library {library}")

    def needs_two_gpus(self):
        listed = self.run_program("list-devices", "--json", env=gpu_environment())
        if not any(device["id"] == "cuda:1" for device in json.loads(listed.stdout)):
            self.skipTest("one GPU alone")

    def test_every_collective_of_two_gpus_is_right_by_nccl_and_by_c10d(self):
        self.needs_two_gpus()
        brief = ("--max-time", "0.1", "-g", "2", "-b", "4100", "-e", "1M", "--stepfactor", "256", "-o", "results.json", "--force")
        for options, count in ((("--op", "all", "--through", "nccl,c10d"), 20), (("--pairs",), 2), (("--op", "all_reduce,send_recv", "-d", "bfloat16"), 2)):
            done = self.run_program("comm", *options, *brief, env=gpu_environment(), timeout=300)
            self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
            found = self.results()
            self.assertEqual(len(found), count)
            for result in found:
                metrics = {metric["tag"]: metric["value"] for metric in result["metrics"]}
                self.assertEqual((result["status"], metrics["wrong_values"]), ("ok", 0), result["case"])
                self.assertGreater(metrics["graph_time"], 0)

    def test_two_gpus_decode_as_one_does(self):
        """Each width of steps, with norms behind a half and without; whoever adds up."""
        self.needs_two_gpus()
        for name in ("llama", "llama_biased", "gemma3", "qwen3_moe"):
            config = self.write(f"{name}.json", json.dumps({**BASE, **DECODERS[name][0]}))
            done = self.run_program("llm", "-m", config, "--precision", "bf16", "-p", "32", "-n", "4", "-i", "5", "-w", "1", "-b", "1,4,16,20",
                                    "--tp", "2", "--rank-sums", "auto,nccl,own", "-o", "results.json", "--force", env=gpu_environment(), timeout=300)
            self.assertEqual(done.returncode, OK, f"{name}: {done.stdout} {done.stderr}")
            found = [(result["status"], result.get("reason")) for result in self.results()]
            self.assertEqual(found, [("ok", None)] * 12, name)

    def write_decoder(self, **changed):
        """config.json of a small decoder."""
        config = {"model_type": "llama", "num_hidden_layers": 4, "hidden_size": 256, "intermediate_size": 512, "num_attention_heads": 4,
                  "num_key_value_heads": 2, "vocab_size": 1024, "max_position_embeddings": 512, **changed}
        with open(self.path("config.json"), "w", encoding="ascii") as file:
            json.dump(config, file)

    def trained(self, *options, timeout=300):
        """Results of training it, which all are well."""
        done = self.run_program("train", "-m", "./config.json", *options, "-o", "train.json", "--force", env=gpu_environment(),
                                timeout=timeout)
        self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
        with open(self.path("train.json"), encoding="utf-8") as file:
            results = json.load(file)["results"]
        self.assertEqual({result["status"] for result in results}, {"ok"}, results)
        return results

    @staticmethod
    def losses_of(results):
        return [metric["value"] for result in results for metric in result["metrics"] if metric["tag"] == "final_loss"]

    def test_copies_train_as_collectives_do(self):
        """One batch again and again: whoever missed the other rank's gradients would learn its own alone, and faster."""
        self.needs_two_gpus()
        self.write_decoder(num_hidden_layers=5)
        for launch in ("eager", "graph"):
            for zero in ("0", "3"):
                results = self.trained("-b", "2", "--sequence-length", "256", "-p", "fp32", "-i", "40", "-w", "2", "--dp", "2", "--zero",
                                       zero, "--launch", launch, "--exchange", "collectives,copies")
                self.assertEqual(len(results), 2)
                losses = self.losses_of(results)
                self.assertAlmostEqual(losses[0], losses[1], delta=1e-2, msg=f"{launch}, ZeRO {zero}")

    def test_two_gpus_train_a_decoder_in_every_form(self):
        self.needs_two_gpus()
        self.write_decoder()
        forms = (["--dp", "1", "--engine", "own"], ["--dp", "2", "--zero", "0,1,2,3", "--engine", "own"], ["--tp", "2"],
                 ["--tp", "2", "--sp"], ["--cp", "2", "--context", "ring,all_gather,ulysses"],
                 ["--experts", "8", "--dp", "1,2", "--engine", "own"], ["--experts", "8", "--ep", "2", "--zero", "0,3"],
                 ["--experts", "8", "--ep", "2", "--routing", "skewed", "--capacity-factor", "1.25"],
                 ["--pp", "2", "--schedule", "naive,gpipe,1f1b,interleaved,zb-h1,zb-v", "--accumulate", "4"])
        losses = []
        for form in forms:
            losses += self.losses_of(self.trained("-b", "2", "--sequence-length", "256", "-p", "bf16", "-i", "5", "-w", "2", *form))
        # Random tokens of 1,024: all begin at ln(1024), and seven steps of 1e-4 take little of it.
        for loss in losses:
            self.assertAlmostEqual(loss, losses[0], delta=0.2)

    def test_pipelines_get_memory_while_messages_wait(self):
        """Layers whose tensors the allocator has no room for yet, and a table of tokens that both ends have."""
        self.needs_two_gpus()
        self.write_decoder(num_hidden_layers=8, hidden_size=2048, intermediate_size=5632, num_attention_heads=16, num_key_value_heads=16,
                           vocab_size=32000, max_position_embeddings=2048, tie_word_embeddings=True)
        for launch in (("--launch", "eager"), ()):
            results = self.trained("-b", "1", "--sequence-length", "2048", "-p", "bf16", "-i", "3", "-w", "1", "--pp", "2", "--schedule",
                                   "naive,1f1b,zb-v", "--accumulate", "4", *launch, timeout=200)
            self.assertEqual(len(results), 3)

    def test_a_decoder_trains_alike_in_every_way(self):
        """30 steps on the same tokens: float32, bf16 by our kernels and by LibTorch's, in 8 bits, from the host."""
        def loss(precision, *options, **more):
            done = self.run_program("train", "-m", "gpt2", "--device", "cuda:0", "-b", "4", "--sequence-length", "256",
                                    "-i", "30", "-w", "0", "--launch", "eager", "-p", precision, *options, "-o",
                                    "results.json", "--force", env=gpu_environment(**more), timeout=300)
            self.assertEqual(done.returncode, OK, done.stderr)
            return next(one["value"] for one in self.results()[0]["metrics"] if one["tag"] == "final_loss")

        exact = loss("fp32")
        self.assertLess(exact, 2)  # of 10.8 before
        no_folder = self.path("none")
        for precision, options, more, share in (("bf16", (), {}, 0.06), ("bf16", (), {"WGF_NVRTC_DIR": no_folder}, 0.06),
                                                ("fp8", (), {}, 0.3), ("bf16", ("--offload", "optimizer"), {}, 0.06)):
            with self.subTest(precision=precision, options=options, **more):
                self.assertLess(abs(loss(precision, *options, **more) / exact - 1), share)

    def test_no_silent_fall_to_the_cpu(self):
        done = self.measure("-m", "simple_cnn", "-i", "1", CUDA_VISIBLE_DEVICES="")
        self.assert_error(done, NOT_SUPPORTED, "--device cpu")


if __name__ == "__main__":
    WHY = reason_to_skip()
    if WHY:
        print(f"skipped: {WHY}")
        sys.exit(SKIPPED)
    unittest.main()
