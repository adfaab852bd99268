#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the files that other machines read to what stands here: a script, preset, option of CMake, target of make or group of
packages that .github/ and .pre-commit-config.yaml name is there; each job has a time limit, and every compiler and
machine of PROMISED is tried; the form for faults asks for `info --json`.

What a workflow may say at all is for a linter with GitHub's schema: check-jsonschema --builtin-schema vendor.github-workflows.
"""
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORKFLOW = ".github/workflows/ci.yml"
HOOKS = ".pre-commit-config.yaml"
FAULT_FORM = ".github/ISSUE_TEMPLATE/fault.yml"
PROMISED = ["g++-12", "g++-13", "clang++", "ubuntu-24.04", "ubuntu-24.04-arm", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def named_here(name):
    """Faults of what a file names and the tree lacks."""
    text = text_of(name)
    scripts = {script: os.access(ROOT / script, os.X_OK if script.endswith((".sh", "run")) else os.R_OK)
               for script in re.findall(r"(?:tools/\w+\.(?:sh|py)|\.ci/\w+)", text)}
    presets = {one["name"] for one in json.loads(text_of("CMakePresets.json"))["configurePresets"]}
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.M))
    options = set(re.findall(r"^option\((\w+)", text_of("CMakeLists.txt"), re.M))
    groups = set(re.findall(r"^  \[(\w+)\]=", text_of("tools/install_packages.sh"), re.M))
    asked = re.findall(r"install_packages\.sh ([a-z ]+)", text)
    missing = [script for script, is_there in scripts.items() if not is_there]
    missing += [f"preset {one}" for one in re.findall(r"--preset (\w+)", text) if one not in presets]
    missing += [f"make {one}" for one in re.findall(r"run: make (\w+)", text) if one not in targets]
    missing += [one for one in re.findall(r"-D(WGF_\w+)", text) if one not in options]
    missing += [f"packages {one}" for line in asked for one in line.split() if one not in groups]
    return [f"{name}: {one}: not here" for one in missing]


def jobs_without_limit(text):
    jobs = re.split(r"^  (?=[a-z-]+:$)", text.partition("\njobs:\n")[2], flags=re.M)[1:]
    return [f"{WORKFLOW}: job {job.partition(':')[0]}: no timeout-minutes" for job in jobs if "timeout-minutes:" not in job]


def main():
    workflow = text_of(WORKFLOW)
    faults = named_here(WORKFLOW) + named_here(HOOKS) + jobs_without_limit(workflow)
    words = set(re.findall(r"[^\s\[\],]+", workflow))
    faults += [f"{WORKFLOW}: {one} is not tried" for one in PROMISED if one not in words]
    if "permissions:\n  contents: read\n" not in workflow:
        faults.append(f"{WORKFLOW}: may more than read")
    if "torch-gpu-benchmark info --json" not in text_of(FAULT_FORM):
        faults.append(f"{FAULT_FORM}: does not ask for info --json")
    print("\n".join(faults) if faults else "public CI: names what is here")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
