#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts the rates of a results.json into data/score/measured.toml, in place of those the GPU has there.

    python3 tools/add_measured_rates.py ./torch-gpu-benchmark results.json

Only GPUs of the catalogue, and only cases of the score's list. Look at the run first: a case that waited for its host says
little about the GPU, and --without train_bert_base leaves it out.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

FILE = pathlib.Path(__file__).resolve().parent.parent / "data" / "score" / "measured.toml"


def row(gpu, case, value, source):
    return f'\n[[rate]]\ngpu = "{gpu}"\ncase = "{case}"\nvalue = {value:.8g}\nsource = "{source}"\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("results")
    parser.add_argument("--without", action="append", default=[], metavar="CASE")
    options = parser.parse_args()
    run = json.loads(pathlib.Path(options.results).read_text(encoding="utf-8"))
    done = subprocess.run([options.program, "score", options.results, "--json"], check=True, capture_output=True, text=True)
    score = json.loads(done.stdout)["score"]
    gpu = score["catalog_id"]
    if not gpu:
        sys.exit(f"add_measured_rates: {score['device']} is not in the catalogue")
    software = run["environment"].get("software", {})
    date = run["started_at"][:10]
    facts = f"LibTorch {software.get('libtorch', '?')}, driver {software.get('driver', '?')}, {date}"
    head, *old = re.split(r"\n(?=\[\[rate\]\])", FILE.read_text(encoding="utf-8"))
    kept = [text for text in old if f'gpu = "{gpu}"' not in text]
    text = head + "".join("\n" + part.rstrip("\n") + "\n" for part in kept)
    for case in score["cases"]:
        if case["rate"] is not None and case["id"] not in options.without:
            text += row(gpu, case["id"], case["rate"], f"{case['measured_as'] or 'as the driver reports it'}; {facts}")
    FILE.write_text(re.sub(r'(?m)^date = ".*"$', f'date = "{date}"', text, count=1), encoding="utf-8")
    print(f"add_measured_rates: {gpu}: {sum(case['rate'] is not None for case in score['cases'])} rates in {FILE.name}")


if __name__ == "__main__":
    main()
