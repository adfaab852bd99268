# SPDX-License-Identifier: MIT
"""The tasks with the real engine: what a search for the largest batch finds, and folders with bad image files."""
import base64
import json
import os
import unittest

from engine_test import PATIENCE_S, EngineTest
from program import ERROR, NOT_SUPPORTED, OK
from schema import errors_against_schema

# JPEG files of 24 x 20 pixels: colours, grey, four inks.
COLOURS = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5mo"
    "q6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAUABgDASIAAhEB"
    "AxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUEA//EABcQAQEBAQAAAAAAAAAAAAAAAAADAQL/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAA"
    "AAAAAAAAAAAAAP/aAAwDAQACEQMRAD8Ahw4UYcM0OFCHANUOB3hwAiQzFCGYAKMMwAH/2Q==")
GREY = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5mo"
    "q6T/wAALCAAUABgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABf/EABcQAAMBAAAAAAAAAAAAAAAAAAABAwL/2gAIAQEAAD8ADhgRhgRhgFhgQhgRhgEg"
    "kIQSEYJH/9k=")
INKS = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk"
    "/8AAFAgAFAAYBEMRAE0RAFkRAEsRAP/EABQAAQAAAAAAAAAAAAAAAAAAAAX/xAAXEAADAQAAAAAAAAAAAAAAAAAAAQMC/9oADgRDAE0AWQBLAAA/AG77"
    "G77G77G77D77D77D77D77Dr7Dr7Dr7Dr7Gr7Gr7Gr7Gr7D77D77D77D77Dr7Dr7Dr7Dr7G7tjd2xu7Y3dsPu2H3bD7th92w67YddsOu2HXbP/9k=")


def deep(jpeg):
    """The same with 12 bits a colour in its header."""
    frame = jpeg.index(b"\xff\xc0")
    return jpeg[:frame + 4] + bytes([12]) + jpeg[frame + 5:]


def huge(jpeg):
    """The same with 32,639 x 32,639 pixels in its header."""
    frame = jpeg.index(b"\xff\xc0")
    return jpeg[:frame + 5] + b"\x7f" * 4 + jpeg[frame + 9:]


class Task(EngineTest):
    def task(self, *arguments, **variables):
        return self.run_program(*arguments, "--device", "cpu", env={**self.env(), **variables}, timeout=PATIENCE_S)

    def metrics_of(self, result):
        self.assertEqual(result["status"], "ok", result.get("reason"))
        return {metric["tag"]: metric for metric in result["metrics"]}

    def checked(self, name):
        record = self.record(name)
        self.assertEqual(errors_against_schema(self, record), [])
        return record


class MaxBatch(Task):
    def test_the_limit_is_met_and_nothing_before_it_lost(self):
        done = self.task("max-batch", "-m", "bert-tiny", "-w", "1", "--from", "16", "--memory-limit", "500MiB")
        self.assertEqual(done.returncode, OK, done.stderr + done.stdout)
        results = self.checked("max_batch.json")["results"]
        self.assertEqual(results[-1]["status"] if results[-1]["status"] != "ok" else results[-2]["status"], "out_of_memory")
        good = [result for result in results if result["status"] == "ok"]
        self.assertGreaterEqual(len(good), 1)
        for result in good:
            self.assert_measured(result)
        self.assertIn("ran out of memory", done.stdout)

    def test_no_memory_for_the_first_size(self):
        done = self.task("max-batch", "-m", "bert-tiny", "-w", "0", "--memory-limit", "110MiB")
        self.assert_error(done, ERROR, "none of the 1 cases", "out of memory")


class LanguageModel(Task):
    def test_a_prompt_and_an_answer_are_measured_and_told_as_llama_bench_does(self):
        done = self.task("llm", "-m", "smollm2-135m", "-pg", "16,4", "-i", "8", "-w", "1", "--price", "1", "-o", "json")
        self.assertEqual(done.returncode, OK, done.stderr)
        metrics = self.metrics_of(self.checked("llm.json")["results"][0])
        self.assertAlmostEqual(metrics["parameters"]["value"], 134_515_008)
        for tag in ("prefill.step_time", "decode.step_time", "memory_cache", "decode.token_cost", "cache_capacity"):
            self.assertGreater(metrics[tag]["value"], 0, tag)
        # Two answers of four steps each, at the depth of their prompt.
        answers = json.loads(done.stdout)[1]
        self.assertEqual((answers["n_prompt"], answers["n_gen"], answers["n_depth"]), (0, 4, 16))
        self.assertEqual(len(answers["samples_ns"]), 2)
        self.assertLess(metrics["kl_divergence"]["value"], metrics["kl_allowed"]["value"])

    def test_a_cache_of_fp8_takes_a_byte_a_number_and_is_checked(self):
        done = self.task("llm", "-m", "smollm2-135m", "-pg", "16,4", "-i", "8", "-w", "1", "--kv-precision", "fp8")
        self.assertEqual(done.returncode, OK, done.stderr)
        metrics = self.metrics_of(self.checked("llm.json")["results"][0])
        self.assertAlmostEqual(metrics["memory_cache"]["value"] * 2**30, 2 * 30 * 3 * 64 * 128)
        # Rounding is seen, and is no more than LibTorch's own.
        self.assertGreater(metrics["kl_divergence"]["value"], 1e-7)
        self.assertLess(metrics["kl_divergence"]["value"], metrics["kl_allowed"]["value"])

    def test_a_profile_accounts_for_every_byte_of_a_token(self):
        done = self.task("llm", "-m", "smollm2-135m", "-pg", "16,4", "-i", "8", "-w", "1", "--profile")
        self.assertEqual(done.returncode, OK, done.stderr)
        result = self.checked("llm.json")["results"][0]
        metrics = self.metrics_of(result)
        prompt, token = result["timelines"]
        self.assertEqual((prompt["phase"], token["phase"]), ("prefill", "decode"))
        for timeline in (prompt, token):
            ends = [launch["start_us"] + launch["duration_us"] for launch in timeline["launches"]]
            self.assertLessEqual(max(ends), timeline["period_us"])
            for part in ("qkv", "attention", "down"):
                layers = {launch["layer"] for launch in timeline["launches"] if launch.get("part") == part}
                self.assertEqual(layers, set(range(30)))

        def summed(timeline, amount):
            return sum(launch.get(amount, 0) for launch in timeline["launches"])
        self.assertAlmostEqual(summed(token, "bytes") * 1e-9, metrics["decode.bytes_per_step"]["value"], 6)
        self.assertAlmostEqual(summed(prompt, "flops") * 1e-9, metrics["prefill.flops_per_step"]["value"], 4)
        self.assertIn("gaps between them", done.stdout)
        for changed in ("without_norms", "fewer_bytes"):
            self.assertGreater(metrics[changed + ".step_time"]["value"], 0)
            self.assertNotIn(changed + ".token_throughput", metrics)  # none of them is a decode
        share = metrics["fewer_bytes.bytes_per_step"]["value"] / metrics["decode.bytes_per_step"]["value"]
        self.assertAlmostEqual(share, 0.5, 2)


class Optimizers(Task):
    def test_each_way_reaches_the_same_loss(self):
        done = self.task("optimizers", "-m", "bert-tiny", "--batch-size", "2", "--steps", "3", "-w", "1")
        self.assertEqual(done.returncode, OK, done.stderr)
        losses = {}
        for result in self.checked("optimizers.json")["results"]:
            metrics = self.metrics_of(result)
            losses.setdefault(result["case"]["parameters"]["optimizer"], []).append(metrics["final_loss"]["value"])
        self.assertEqual(sorted(losses), ["adam", "adamw", "sgd"])
        for optimizer, values in losses.items():
            self.assertLess(max(values) - min(values), 1e-3, optimizer)


class FromFiles(Task):
    def setUp(self):
        super().setUp()
        for name, content in [("cat/1.jpg", COLOURS), ("cat/2.jpg", COLOURS), ("dog/3.jpg", COLOURS), ("dog/grey.jpg", GREY)]:
            self.put(name, content)

    def put(self, name, content):
        path = self.path(os.path.join("images", name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


class Workers(FromFiles):
    def put_bad_files(self):
        for name, content in [("cat/cut.jpg", COLOURS[:200]), ("cat/empty.jpg", b""), ("cat/inks.jpg", INKS),
                              ("dog/deep.jpg", deep(COLOURS)), ("dog/huge.jpg", huge(COLOURS)), ("dog/notes.txt", b"no image"),
                              ("dog/picture.png", b"\x89PNG\r\n\x1a\n" + bytes(50))]:
            self.put(name, content)

    def workers(self, *arguments, workers="0,2", **variables):
        return self.task("workers", "-m", "resnet18", "--image-size", "32", "--batch-size", "6", "--workers", workers,
                         "--batches", "4", "--time", "0.1s", "-w", "1", *arguments, **variables)

    def test_a_network_is_fed_from_a_folder(self):
        done = self.workers("--data", "images")
        self.assertEqual(done.returncode, OK, done.stderr)
        for result in self.checked("workers.json")["results"]:
            metrics = self.metrics_of(result)
            self.assertEqual(metrics["files_skipped"]["value"], 0)
            self.assertGreater(metrics["loader_rate"]["value"], 0)
            self.assertLessEqual(metrics["loader_wait_share"]["value"], 100)
            self.assertTrue(any("busy_share" in reading for reading in result["sensors"]))
        self.assertIn("training thread busy", done.stdout)
        self.assertIn("grey images taken as RGB: 1", done.stdout)

    def test_bad_files_are_counted_and_named(self):
        self.put_bad_files()
        done = self.workers("--data", "images", workers="2")
        self.assertEqual(done.returncode, OK, done.stderr)
        for part in ["1 of 11 files skipped: broken or cut (cat/cut.jpg)", "1 of 11 files skipped: empty (cat/empty.jpg)",
                     "1 of 11 files skipped: CMYK instead of RGB (cat/inks.jpg)", "more than 8 bits a colour (dog/deep.jpg)",
                     "more than 89 million pixels (dog/huge.jpg)", "2 of 11 files skipped: no JPEG (dog/notes.txt, dog/picture.png)"]:
            self.assertIn(part, done.stdout)

    def test_strict_stops_at_the_first(self):
        self.put_bad_files()
        self.assert_error(self.workers("--data", "images", "--strict", workers="1"), ERROR, "--strict", "images/")

    def test_no_file_that_can_be_taken(self):
        self.put("only/x.jpg", b"text")
        os.rename(self.path("images/only"), self.path("class"))
        os.makedirs(self.path("bad"))
        os.rename(self.path("class"), self.path("bad/class"))
        self.assert_error(self.workers("--data", "bad", workers="1"), ERROR, "no JPEG image that can be taken")

    def test_more_workers_than_cores_are_said(self):
        done = self.workers("--data", "images", workers="64")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("64 workers on", done.stdout)

    def test_generated_images_need_a_place(self):
        self.write("file", "")
        done = self.workers(workers="0", XDG_CACHE_HOME=self.path("file"))
        self.assert_error(done, ERROR, "--data", "XDG_CACHE_HOME")

    def test_without_the_library(self):
        done = self.workers("--data", "images", workers="0", WGF_JPEG_LIBRARY="")
        self.assert_error(done, NOT_SUPPORTED, "libjpeg-turbo")

    def test_a_language_model_takes_no_images(self):
        done = self.task("workers", "-m", "bert-tiny", "--workers", "0", "--data", "images")
        self.assert_error(done, NOT_SUPPORTED, "bert-tiny")


class Profile(FromFiles):
    def test_a_step_is_taken_apart(self):
        done = self.task("profile", "-m", "resnet18", "--image-size", "32", "--batch-size", "6", "--workers", "1", "--data", "images",
                         "--steps", "3", "--time", "0.1s", "-w", "1")
        self.assertEqual(done.returncode, OK, done.stderr)
        as_it_is, ready, synthetic = self.checked("profile.json")["results"]
        metrics = self.metrics_of(as_it_is)
        shares = [metrics[tag]["value"] for tag in ("load_share", "copy_share", "compute_share", "communication_share", "no_work_share")]
        self.assertAlmostEqual(sum(shares), 100, places=6)
        operations = {operation["name"]: operation for operation in as_it_is["profile"]["operations"]}
        self.assertEqual(operations["aten::convolution"]["calls"], 3 * 20)
        self.assertEqual(as_it_is["profile"]["kernels"], [])
        self.assertNotIn("profile", ready)
        self.assertNotIn("profile", synthetic)
        for part in ("aten::convolution_backward", "Most memory asked for", "waiting for data"):
            self.assertIn(part, done.stdout)
        with open(self.path("profiler_trace.json"), encoding="utf-8") as file:
            names = [event.get("name", "") for event in json.load(file)["traceEvents"]]
        self.assertEqual(sum(name.startswith("ProfilerStep#") for name in names), 3)
        self.assertEqual(names.count("aten::convolution"), 3 * 20)
        self.assertIn("next batch", names)
        self.assertEqual(len(os.listdir(self.path("profiler_logs"))), 1)


class LlmLoad(Task):
    def test_every_request_has_its_times(self):
        done = self.task("llm", "-m", "smollm2-135m", "--rate", "50", "--requests", "5", "--input-tokens", "4-12",
                         "--output-tokens", "2-4", "-b", "2", "--turn-tokens", "8", "--slo", "ttft=60s,tpot=60s", "-o", "load.json")
        self.assertEqual(done.returncode, OK, done.stderr)
        result, = self.checked("load.json")["results"]
        metrics = self.metrics_of(result)
        times = [metrics[tag]["samples"] for tag in ("queue_time", "prompt_time", "ttft", "e2e_time")]
        self.assertEqual([len(samples) for samples in times], [5] * 4)
        for queue, prompt, first, last in zip(*times):
            self.assertAlmostEqual(queue + prompt, first)
            self.assertGreater(last, first)
        self.assertEqual(metrics["good_share"]["value"], 100)
        self.assertEqual(metrics["goodput"]["value"], metrics["request_rate"]["value"])
        starts, = result["series"]
        self.assertEqual((starts["name"], len(starts["values"]), starts["values"][0]), ("request_start", 5, 0))


if __name__ == "__main__":
    unittest.main()
