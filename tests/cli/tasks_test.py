# SPDX-License-Identifier: MIT
"""max-batch, compare-models, optimizers, workers and profile, with an engine that answers at once."""
import json
import os
import re
import subprocess
import time
import unittest

from program import ERROR, NOT_SUPPORTED, OK, PROGRAM, USAGE, ProgramTest, environment
from schema import errors_against_schema

ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripted_engine.py")
STEPS = "measured_steps=20 count,memory_process_peak=0.5 GiB"


class Task(ProgramTest):
    def task(self, *arguments, script="ok", metrics=STEPS, **more):
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT=script, WGF_SCRIPT_STATE=self.path("taken"),
                          WGF_SCRIPT_METRICS=metrics, WGF_RSVG_LIBRARY="", **more)
        return self.run_program(*arguments, "--device", "cpu", env=env)

    def taken(self):
        with open(self.path("taken"), encoding="utf-8") as file:
            return file.read().splitlines()

    def run_of(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def read_again(self, name):
        """The file is one that report and compare read."""
        self.assertEqual(errors_against_schema(self, self.run_of(name)), [])
        again = self.run_program("report", name)
        self.assertEqual(again.returncode, OK, again.stderr)
        compared = self.run_program("compare", name, name)
        self.assertIn(compared.returncode, (OK, 4), compared.stderr)
        return again.stdout


class MaxBatch(Task):
    def batches(self):
        return [int(key.split("batch_size=")[1].split()[0]) for key in self.taken()]

    def test_sizes_double_until_memory_runs_out(self):
        done = self.task("max-batch", script="ok,ok,ok,out_of_memory")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.batches(), [8, 16, 32, 64])
        self.assertIn("The largest batch that ran is 32", done.stdout)
        self.assertIn("64 ran out of memory", done.stdout)
        self.assertIn("max_batch.json, max_batch.csv", done.stderr)
        self.assertIn("The largest batch that ran is 32", self.read_again("max_batch.json"))

    def test_exact_halves_the_gap(self):
        done = self.task("max-batch", "--exact", "--from", "4", script="ok,out_of_memory,ok,out_of_memory,ok,out_of_memory")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.batches(), [4, 8, 6, 7])
        self.assertIn("The largest batch is 6", done.stdout)

    def test_its_search_is_not_a_plan_that_run_goes_on_with(self):
        self.task("max-batch", "--up-to", "16")
        again = self.task("run", "--resume", "max_batch.json")
        self.assert_error(again, USAGE, "max_batch.json is of max-batch", "max-batch --up-to 16", "--resume max_batch.json")
        self.assertEqual(self.batches(), [8, 16])

    def kill(self, cases, *arguments):
        """Nothing but its journal is left of a task that was killed in the last of so many cases."""
        env = environment(WGF_ENGINE_PATH=ENGINE, WGF_SCRIPT=",".join(["ok"] * (cases - 1) + ["sleep"]),
                          WGF_SCRIPT_STATE=self.path("taken"), WGF_SCRIPT_METRICS=STEPS, WGF_RSVG_LIBRARY="")
        with subprocess.Popen([PROGRAM, *arguments, "--device", "cpu"], cwd=self.folder, env=env,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as started:
            end = time.monotonic() + 20
            while time.monotonic() < end and not (os.path.exists(self.path("taken")) and len(self.taken()) >= cases):
                time.sleep(0.02)
            started.kill()
        os.remove(self.path("taken"))

    def test_what_a_killed_one_left_is_read_and_gone_on_with_by_the_command_it_names(self):
        self.kill(3, "max-batch", "--up-to", "32")
        for name in ("max_batch.json", "max_batch.json.journal"):
            shown = self.run_program("report", name)
            self.assertEqual(shown.returncode, OK, shown.stderr)
            self.assertIn("16", shown.stdout)
        self.kill(3, "max-batch", "--up-to", "32", "-o", "o.json")
        again = self.task("max-batch", "--up-to", "8", "-o", "o.json")
        command = re.search(r"go on from them with (.*)", again.stderr).group(1).split()
        self.assertEqual(command[1:], ["max-batch", "--up-to", "32", "--device", "cpu", "--resume", "o.earlier.json"])
        os.remove(self.path("taken"))
        done = self.task(*[word for word in command[1:] if word not in ("--device", "cpu")])
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.batches(), [32])
        self.assertEqual([one["case"]["parameters"]["batch_size"] for one in self.run_of("o.earlier.json")["results"]],
                         [8, 16, 32])
        again = self.task(*[word for word in command[1:] if word not in ("--device", "cpu")])
        self.assertEqual(len(self.taken()), 1)  # nothing was measured
        for result in self.run_of("o.earlier.json")["results"]:
            tags = [metric["tag"] for metric in result["metrics"]]
            self.assertEqual(len(tags), len(set(tags)))

    def test_results_of_the_search_before_are_kept(self):
        self.task("max-batch", "--up-to", "8")
        before = self.run_of("max_batch.json")
        done = self.task("max-batch", "--up-to", "16")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("max_batch.earlier.json", done.stderr)
        self.assertEqual(self.run_of("max_batch.earlier.json"), before)
        self.assertEqual(len(self.run_of("max_batch.json")["results"]), 2)
        done = self.task("max-batch", "--up-to", "8", "--force")
        self.assertNotIn("earlier", done.stderr)
        self.assertFalse(os.path.exists(self.path("max_batch.earlier-2.json")))

    def test_sizes_that_were_not_tried_are_not_for_want_of_memory(self):
        done = self.task("max-batch", "--up-to", "20")
        self.assertEqual(len(self.run_of("max_batch.json")["results"]), 3)  # 8, 16 and the last itself
        self.assertIn("largest batch that was tried is 20", done.stdout)
        self.assertNotIn("more memory", done.stdout)
        done = self.task("max-batch", "--up-to", "8", "--force")
        self.assertNotIn("Throughput still grows", done.stdout)  # of one size
        self.assertNotIn("more memory", done.stdout)

    def test_a_kill_by_the_kernel_is_lack_of_memory(self):
        done = self.task("max-batch", script="ok,kill")
        self.assertEqual(done.returncode, OK, done.stderr)
        last = self.run_of("max_batch.json")["results"][-1]
        self.assertEqual((last["status"], last["reason"]["code"]), ("out_of_memory", "runner.engine_killed"))
        self.read_again("max_batch.json")

    def test_out_of_memory_at_the_first_size_is_one_line(self):
        done = self.task("max-batch", script="out_of_memory")
        self.assert_error(done, ERROR, "none of the 1 cases")

    def test_a_fault_ends_the_search(self):
        done = self.task("max-batch", script="ok,fail")
        self.assert_error(done, ERROR, "1 of 2 cases")
        self.assertEqual(self.batches(), [8, 16])

    def test_a_largest_size_with_few_steps_is_run_again(self):
        done = self.task("max-batch", "--up-to", "16", metrics="measured_steps=3 count")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.batches(), [8, 16, 16])
        self.assertEqual(self.run_of("max_batch.json")["results"][-1]["case"]["stopping"]["iterations"], 10)

    def test_limit_and_budget_stand_beside_each_size(self):
        self.task("max-batch", "--up-to", "8", "--memory-limit", "2GiB", "--utilisation", "50%")
        metrics = {metric["tag"]: metric["value"] for metric in self.run_of("max_batch.json")["results"][0]["metrics"]}
        self.assertEqual((metrics["memory_limit"], metrics["memory_budget"]), (2, 1))
        self.assertGreater(metrics["memory_forecast"], 0.3)

    def test_a_process_larger_than_the_limit_does_not_fit(self):
        done = self.task("max-batch", "--memory-limit", "400MiB")
        self.assert_error(done, ERROR, "512.0 MiB", "400.0 MiB")
        self.assertEqual(self.batches(), [8])

    def test_wrong_options(self):
        for arguments, part in [(["--from", "0"], "--from"), (["--utilisation", "2"], "--utilisation"),
                                (["--memory-limit", "lots"], "--memory-limit"), (["--memory-limit", "5"], "--memory-limit 5 is less"), (["-m", "resnet18,resnet50"], "one model"),
                                (["-p", "fp32,bf16"], "one case"), (["-m", "resnt18"], "resnet18"),
                                (["-m", "own.pt"], "own.pt"), (["--from", "16", "--up-to", "8"], "--up-to")]:
            self.assert_error(self.task("max-batch", *arguments), USAGE, part)

    def test_a_place_that_cannot_be_written_is_found_before_measuring(self):
        self.assert_error(self.task("max-batch", "-o", "none/x.json"), ERROR, "none/x.json")
        self.assertFalse(os.path.exists(self.path("taken")))

    def test_without_a_library_for_pictures_the_rest_is_written(self):
        done = self.task("max-batch", "--up-to", "8")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("note: ", done.stderr)
        self.assertFalse(os.path.exists(self.path("batch_size_memory_usage.png")))

    def test_chinese(self):
        done = self.task("max-batch", "--lang", "zh", script="ok,out_of_memory")
        self.assertIn("跑通的最大批大小是 8", done.stdout)


class CompareModels(Task):
    def test_three_models_in_processes_of_their_own(self):
        done = self.task("compare-models", "--batches", "7", metrics=STEPS + ",measured_time=4.1 s")
        self.assertEqual(done.returncode, OK, done.stderr)
        results = self.run_of("compare_models.json")["results"]
        self.assertEqual([result["case"]["parameters"]["model"] for result in results],
                         ["simple_cnn", "resnet18", "mobilenet_v2"])
        self.assertEqual({result["case"]["stopping"]["iterations"] for result in results}, {7})
        self.assertEqual(len({result["process"] for result in results}), 3)
        self.assertIn("do not tell which is the fastest", self.read_again("compare_models.json"))

    def test_sizes_and_optimizers_are_told_apart(self):
        done = self.task("compare-models", "-m", "simple_cnn", "--image-size", "32,64", "--optimizer", "sgd,adam")
        self.assertEqual(done.returncode, OK, done.stderr)
        for row in ("simple_cnn sgd image_size=32", "simple_cnn adam image_size=64"):
            self.assertIn(row, done.stdout)

    def test_nothing_known_of_a_model(self):
        self.assert_error(self.task("compare-models", "-m", "nonsense"), USAGE, "nonsense")
        self.assert_error(self.task("compare-models", "--batches", "0"), USAGE, "--batches")

    def test_a_model_that_does_not_fit_leaves_the_others(self):
        done = self.task("compare-models", script="ok,out_of_memory,ok")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("out of memory", done.stdout)


class SlowCpu(Task):
    """A step of four samples takes 0.8 s: defaults do less, and say so once."""

    def slow(self, *arguments, **more):
        done = self.task(*arguments, WGF_SCRIPT_PROBE_MS="800", **more)
        self.assertEqual(done.returncode, OK, done.stderr)
        return done

    def work_of(self, name):
        results = self.run_of(name)["results"]
        return {(result["case"]["parameters"]["batch_size"], result["case"]["stopping"].get("iterations")) for result in results}

    def test_batch_and_batches_are_lowered_and_said(self):
        done = self.slow("compare-models", "-m", "simple_cnn")
        self.assertEqual(self.work_of("compare_models.json"), {(8, 12)})
        self.assertEqual(done.stderr.count("--batch-size 32 -> 8, --batches 100 -> 12"), 1)
        for result in self.run_of("compare_models.json")["results"]:
            self.assertIn("runner.cpu_defaults", [warning["code"] for warning in result["warnings"]])
        self.read_again("compare_models.json")

    def test_what_is_typed_stays(self):
        done = self.slow("compare-models", "-m", "simple_cnn", "--batch-size", "32", "--batches", "100")
        self.assertEqual(self.work_of("compare_models.json"), {(32, 100)})
        self.assertNotIn("->", done.stderr)

    def test_a_run_goes_on_with_the_work_it_began(self):
        self.slow("compare-models", "-m", "simple_cnn")
        with open(self.path("compare_models.json"), encoding="utf-8") as file:
            run = json.load(file)
        run["results"] = []
        with open(self.path("compare_models.json"), "w", encoding="utf-8") as file:
            json.dump(run, file)
        done = self.task("compare-models", "-m", "simple_cnn", "--resume", "compare_models.json", WGF_SCRIPT_PROBE_MS="1")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.work_of("compare_models.json"), {(8, 12)})

    def test_workers_and_profile_take_less_time(self):
        self.slow("workers", "--workers", "0,2")
        case = self.run_of("workers.json")["results"][0]["case"]
        self.assertLessEqual(case["parameters"]["batch_size"], 8)
        self.assertLess(case["stopping"]["min_samples"], 100)
        self.assertLessEqual(case["stopping"]["max_time_s"], 40)
        self.slow("profile", "-m", "simple_cnn")
        case = self.run_of("profile.json")["results"][0]["case"]
        self.assertEqual(case["parameters"]["profiled_steps"], case["stopping"]["min_samples"])


class Optimizers(Task):
    def test_each_optimizer_in_each_way(self):
        done = self.task("optimizers", "-m", "simple_cnn", "--steps", "5",
                         metrics="optimizer_time=2 ms,final_loss=2.3 loss,memory_model_state=0.1 GiB")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(len(set(self.taken())), 9)
        self.assertEqual(sum("implementation" not in key for key in self.taken()), 3)
        self.assertIn("the same loss", self.read_again("optimizers.json"))

    def test_only_those_named(self):
        self.task("optimizers", "-m", "simple_cnn", "--optimizer", "adam")
        self.assertEqual(len(self.taken()), 3)
        self.assert_error(self.task("optimizers", "--optimizer", "lion"), USAGE, "lion")


class Workers(Task):
    def test_a_case_for_each_number_of_workers(self):
        done = self.task("workers", "--workers", "0,3", metrics="loader_wait_share=40 %,cpu_utilization=95 %,busy_mean=60 %")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual([key.split("workers=")[1].split()[0] for key in self.taken()], ["0", "3"])
        self.assertIn("Enough workers: 0", done.stdout)
        self.assertIn("processors limit", self.read_again("workers.json"))

    def test_rule_is_that_many_batches_and_that_long(self):
        self.task("workers", "--workers", "1", "--batches", "7", "--time", "2s")
        stopping = self.run_of("workers.json")["results"][0]["case"]["stopping"]
        self.assertEqual((stopping["min_samples"], stopping["min_time_s"]), (7, 2))

    def test_wrong_options(self):
        self.write("file", "")
        os.mkdir(self.path("empty"))
        os.makedirs(self.path("hidden/cat"))
        self.write("hidden/cat/.DS_Store", "")
        for arguments, part in [(["--data", "nowhere"], "nowhere"), (["--data", "file"], "file"),
                                (["--data", "empty"], "no image files in empty"),
                                (["--data", "hidden"], "no image files in hidden"),
                                (["--workers", "many"], "--workers"), (["--workers", "-1"], "--workers"),
                                (["--workers", "0,5000"], "--workers 5000 is too large; give at most 1024"),
                                (["--interval", "1ms"], "--interval"), (["--time", "soon"], "--time"),
                                (["-m", "mobilenet_v2,resnet18"], "one model")]:
            self.assert_error(self.task("workers", *arguments), USAGE, part)

    def test_what_no_library_reads_is_not_supported(self):
        self.assert_error(self.task("workers", "--workers", "0", script="unsupported"), NOT_SUPPORTED, "none of the 1 cases")


class Profile(Task):
    SHARES = "profiled_steps=20 count,profiled_step_time=50 ms,load_share=30 %,copy_share=2 %,compute_share=60 %,no_work_share=8 %"

    def test_queues_that_were_full_while_steps_were_recorded_are_named(self):
        shares = self.SHARES.replace("load_share=30", "load_share=0.5")
        done = self.task("profile", "--workers", "1", metrics=shares + ",loader_wait_share=36 %")
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("waited 0.50 % of the time; the measured steps, which empty them, waited 36.0 %", " ".join(done.stdout.split()))
        self.task("profile", "--workers", "1", "--force", metrics=self.SHARES + ",loader_wait_share=31 %")
        self.assertNotIn("loader's queues", self.read_again("profile.json"))

    def test_the_step_as_it_is_and_without_its_costs(self):
        done = self.task("profile", "--workers", "1", metrics=self.SHARES)
        self.assertEqual(done.returncode, OK, done.stderr)
        as_it_is, ready, synthetic = self.taken()
        self.assertTrue(as_it_is.startswith("train_from_files") and "profiled_steps=20" in as_it_is, as_it_is)
        self.assertIn("feed=ready", ready)
        self.assertTrue(synthetic.startswith("train ") and "batch_size=64" in synthetic, synthetic)
        text = self.read_again("profile.json")
        for part in ("data ready on the device", "synthetic data", "1.000 [", "The operations themselves limit the step"):
            self.assertIn(part, text)

    def test_a_gain_in_doubt_is_no_verdict(self):
        self.task("profile", "--workers", "1", metrics=self.SHARES)
        record = self.run_of("profile.json")
        for result, samples in zip(record["results"], ([9, 11, 14, 6, 10], [1, 15, 8, 3, 14], [9, 11, 14, 6, 10])):
            time = next(metric for metric in result["metrics"] if metric["tag"] == "step_time")
            time.update(samples=samples, count=len(samples))
        self.write("profile.json", json.dumps(record))
        text = " ".join(self.read_again("profile.json").split())
        self.assertIn("What limits the step these steps do not tell: with data ready on the device it was 1.22 times as fast", text)
        self.assertNotIn("no wait for data is worth more", text)

    def test_a_gain_that_decoding_does_not_explain_is_the_machines(self):
        # 64 images: 640 ms of a core at 100 images/s, 6.4 ms at 10,000; the data cost 5 of 10 ms, then 100 of 105.
        for rate, ready, words in ((100, 5, "decoding takes the processors' time"), (10000, 5, "decoding takes the processors' time"),
                                   (10000, 105, "other work held the machine")):
            self.task("profile", "--workers", "1", "--force", metrics=self.SHARES + f",loader_wait_share=0.1 %,loader_rate={rate} samples/s")
            record = self.run_of("profile.json")
            for result, time_ms in zip(record["results"], (ready + 5, 5, 5)):
                time = next(metric for metric in result["metrics"] if metric["tag"] == "step_time")
                time.update(samples=[time_ms] * 20, count=20)
            self.write("profile.json", json.dumps(record))
            self.assertIn(words, " ".join(self.read_again("profile.json").split()))

    def test_a_loader_that_did_not_deliver_alike_is_named(self):
        self.task("profile", "--workers", "1", metrics=self.SHARES + ",loader_wait_share=36 %,loader_rate=606 samples/s")
        self.assertNotIn("while these variants ran", self.read_again("profile.json"))
        record = self.run_of("profile.json")
        next(metric for metric in record["results"][1]["metrics"] if metric["tag"] == "loader_rate")["value"] = 550
        self.write("profile.json", json.dumps(record))
        self.assertIn("A worker made 550 to 606 images/s while these variants ran", " ".join(self.read_again("profile.json").split()))

    def test_the_picture_names_the_size_of_the_images(self):
        self.task("profile", "--workers", "1", "--image-size", "64", metrics=self.SHARES)
        done = self.run_program("report", "profile.json", "--chart", "profile", "-o", "x.svg")
        self.assertEqual(done.returncode, OK, done.stderr)
        with open(self.path("x.svg"), encoding="utf-8") as file:
            self.assertIn("mobilenet_v2 image_size=64, batch 64", file.read())

    def test_networks_without_images_train_on_their_own_data(self):
        done = self.task("profile", "-m", "bert-base", "--batch-size", "2", "--steps", "7")
        self.assertEqual([key.split()[0] for key in self.taken()], ["train"])
        self.assertIn("`roofline -m bert-base -b 2 -p fp32 --workload train --optimizer adamw` measures both", done.stdout)
        self.assertNotIn("no wait for data", done.stdout)
        self.assertIn("profiled_steps=7", self.taken()[0])

    def test_traces_need_a_place_before_anything_is_measured(self):
        self.write("file", "")
        self.assert_error(self.task("profile", "--trace-dir", "file"), ERROR, "file/profiler_logs", "--trace-dir")
        os.mkdir(self.path("open"))
        os.mkdir(self.path("open/profiler_trace.json"))
        self.assert_error(self.task("profile", "--trace-dir", "open"), ERROR, "profiler_trace.json", "with --trace-dir")
        self.assertFalse(os.path.exists(self.path("taken")))

    def test_wrong_options(self):
        for arguments, part in [(["--steps", "0"], "--steps"), (["--workers", "-1"], "--workers"),
                                (["--workers", "1025"], "at most 1024"), (["--time", "soon"], "--time"),
                                (["--data", "nowhere"], "nowhere"), (["-m", "resnet18,resnet50"], "one model")]:
            self.assert_error(self.task("profile", *arguments), USAGE, part)


class Help(Task):
    def help_of(self, *arguments):
        done = self.run_program(*arguments, "--help")
        self.assertEqual(done.returncode, OK, done.stderr)
        return " ".join(done.stdout.split())

    def test_a_case_of_a_task_has_an_hour(self):
        for task in ("max-batch", "compare-models", "optimizers", "workers", "profile", "compile-test"):
            self.assertIn("(default 3600s)", self.help_of(task), task)
        self.assertIn("（默认 3600s）", self.help_of("workers", "--lang", "zh"))
        self.assertIn("(default 300s)", self.help_of("run"))

    def test_one_value_is_no_list(self):
        for task in ("max-batch", "workers", "profile"):
            text = self.help_of(task)
            for option in ("--precision NAME", "--optimizer NAME", "--image-size N", "--sequence-length N"):
                self.assertIn(option + " ", text, task)
        self.assertIn("--image-size N,...", self.help_of("compare-models"))

    def test_optimizers_takes_all_three(self):
        self.assertIn("(default: all three)", self.help_of("optimizers"))
        self.assertIn("(default: sgd for CNNs", self.help_of("compare-models"))


if __name__ == "__main__":
    unittest.main()
