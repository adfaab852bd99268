#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits how much of its roofline each generation of GPUs reaches, from published training rates.

    python3 tools/fit_efficiency.py           writes data/score/efficiencies.toml and published.toml
    python3 tools/fit_efficiency.py --check   fails if they are not what the fit gives
    python3 tools/fit_efficiency.py --report  prints how well the fit foretells a card it has not seen

Model (docs/method/card-rates.md): one sample takes operations / peak + traffic / bandwidth on an ideal card, and the rate is
efficiency / that time. Efficiency is the median over a generation's cards of the geometric mean over the networks.
"""
import collections
import csv
import math
import pathlib
import statistics
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRUTH = ROOT / "data" / "truth" / "dl_training_cross_gpu.csv"
OUT = ROOT / "data" / "score"
DATE = "2026-11-21"

# The source's names of cards. "GH200 80GB" is left out: no such card is sold, and the rows do not say which one it was.
CARDS = {
    "A10 24GB": "a10", "A100 PCIe 40GB": "a100-pcie-40gb", "A100 PCIe 80GB": "a100-pcie-80gb", "A100 SXM 80GB": "a100-sxm-80gb",
    "B200 192GB": "b200", "GH200 96GB": "gh200-96gb", "H100 PCIe 80GB": "h100-pcie", "H100 SXM 80GB": "h100-sxm",
    "Quadro RTX 8000 48GB": "quadro-rtx-8000", "RTX 3090 24GB": "rtx-3090", "RTX 4090 24GB": "rtx-4090",
    "RTX A6000 48GB": "rtx-a6000", "V100 16GB": "v100-sxm2-16gb",
}
# Passes over the stored activations in one training step: written and read forward, read backward, and the same for
# their gradients.
TRAINING_PASSES = 6
# The automatic mixed precision of a card must be so much faster than fp32: else something else than the GPU set the pace.
LEAST_GAIN = 1.15
GENERATIONS = [
    ("volta", "Volta", ["7.0"]), ("turing", "Turing", ["7.5"]), ("ampere-8.0", "Ampere", ["8.0"]),
    ("ampere-8.6", "Ampere", ["8.6"]), ("ada", "Ada Lovelace", ["8.9"]), ("hopper", "Hopper", ["9.0"]),
    ("blackwell-10.0", "Blackwell", ["10.0"]),
]
# Sustained share of the dense bf16 peak in large matrix products: stas00/ml-engineering (744d01e),
# compute/accelerator/README.md; 794.5, 1745, 668 and 785, 1565 TFLOP/s over the catalogue's peaks.
GEMM_SHARE = {"hopper": 794.5 / 989.4, "blackwell-10.0": 1745 / 2250,
              "cdna3": statistics.mean([668 / 1307.4, 785 / 1307.4]), "cdna4": 1565 / 2516.6}
# Generations without a row of their own: from which one, times what, and why.
TRANSFERS = [
    ("pascal", "Pascal", ["6.0", "6.1"], "volta", 1.0, "the generation before it; fp32 only"),
    ("blackwell-12.0", "Blackwell", ["12.0"], "ada", 1.0, "the same class of cards, a generation earlier"),
    ("blackwell-ultra", "Blackwell Ultra", ["10.3"], "blackwell-10.0", 1.0, "the same design with more memory"),
    ("cdna3", "CDNA3", ["gfx942"], "hopper", GEMM_SHARE["cdna3"] / GEMM_SHARE["hopper"],
     "its contemporary, times what large matrix products reach of the peak on both (ml-engineering 744d01e)"),
    ("cdna4", "CDNA4", ["gfx950"], "blackwell-10.0", GEMM_SHARE["cdna4"] / GEMM_SHARE["blackwell-10.0"],
     "its contemporary, times what large matrix products reach of the peak on both (ml-engineering 744d01e)"),
]


def load_records(folder, kind):
    records = []
    for path in sorted((ROOT / "data" / folder).glob("*.toml")):
        with open(path, "rb") as file:
            document = tomllib.load(file)
        for record in document.get(kind, []):
            records.append({"architecture": document.get("architecture"), **record})
    return records


def transformer(model, forward_tokens):
    """Operations and stored bytes (2 per element) of one training sample of a BERT at another sequence length than 128."""
    layers, hidden, heads = (model["shape"][key] for key in ("layers", "hidden", "heads"))
    weights = 12 * layers * hidden * hidden  # four projections and two of four times the width

    def stored(tokens):  # Korthikanti et al. 2022, eq. 1
        return layers * (34 * tokens * hidden + 5 * heads * tokens * tokens)

    forward = 2 * weights * forward_tokens + 4 * layers * forward_tokens * forward_tokens * hidden
    scale = stored(forward_tokens) / stored(128)
    return 3 * forward, model["activation_bytes_per_sample"] / 2 * scale


def networks():
    """{the source's name: (class, operations, bytes moved at 2 bytes an element) of one training sample}"""
    models = {record["runnable"]: record for record in load_records("models", "model") if "runnable" in record}
    resnet = (24.299e9, models["resnet50"]["activation_bytes_per_sample"] / 2)  # operations as the engine counts them
    work = {"ResNet-50": ("convolutional", *resnet),
            "BERT-base SQuAD fine-tune": ("transformer", *transformer(models["bert-base"], 384)),
            "BERT-large SQuAD fine-tune": ("transformer", *transformer(models["bert-large"], 384))}
    return {name: (kind, operations, TRAINING_PASSES * stored) for name, (kind, operations, stored) in work.items()}


def ideal_rate(card, mode, operations, traffic):
    peaks = card["dense_tflops"]
    peak = peaks["fp16"] if mode == "low" else peaks.get("tf32", peaks["fp32"])
    moved = traffic if mode == "low" else 2 * traffic
    return 1 / (operations / (peak * 1e12) + moved / (card["memory"]["bandwidth_gbs"] * 1e9))


def medians():
    """{(card, network, mode): (median rate, ids of its rows)}"""
    rows = collections.defaultdict(list)
    with open(TRUTH, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["gpu"] in CARDS:
                mode = "low" if row["precision"].startswith("fp16") else "fp32"
                rows[CARDS[row["gpu"]], row["model"], mode].append((float(row["value"]), row["id"]))
    rates = {key: (statistics.median(rate for rate, _ in found), sorted(name for _, name in found)) for key, found in rows.items()}
    return {key: found for key, found in rates.items()
            if key[2] == "fp32" or found[0] >= LEAST_GAIN * rates[key[0], key[1], "fp32"][0]}


def efficiencies_of_cards(cards):
    """{(card, class, mode): (efficiency, rows)}: the geometric mean over the networks of that class"""
    work = networks()
    parts = collections.defaultdict(list)
    for (card, network, mode), (rate, ids) in medians().items():
        kind, operations, traffic = work[network]
        parts[card, kind, mode].append((rate / ideal_rate(cards[card], mode, operations, traffic), ids))
    return {key: (math.exp(statistics.mean(math.log(value) for value, _ in found)), [name for _, ids in found for name in ids])
            for key, found in parts.items()}


KINDS = [(kind, mode) for kind in ("convolutional", "transformer") for mode in ("low", "fp32")]


def fit(cards):
    """[one generation as a dict]"""
    by_card = efficiencies_of_cards(cards)
    fitted = {}
    for name, architecture, capabilities in GENERATIONS:
        members = sorted(card for card in set(CARDS.values())
                         if cards[card]["architecture"] == architecture and cards[card]["compute_capability"] in capabilities)
        entry = {"id": name, "architecture": architecture, "capabilities": capabilities, "basis": "fitted", "cards": members, "rows": []}
        for key in KINDS:
            values = [by_card[card, *key] for card in members if (card, *key) in by_card]
            entry[key] = statistics.median(value for value, _ in values) if values else None
            entry["rows"] += [name for _, ids in values for name in ids]
        entry["rows"] = ranges(entry["rows"])
        fitted[name] = entry
    # Where the precision made no difference, that of fp32 and what the generation before gains by it.
    blackwell, hopper = fitted["blackwell-10.0"], fitted["hopper"]
    for kind in ("convolutional", "transformer"):
        if blackwell[kind, "low"] is None:
            blackwell[kind, "low"] = blackwell[kind, "fp32"] * hopper[kind, "low"] / hopper[kind, "fp32"]
            blackwell["note"] = (f"{kind}_low: from fp32, times what Hopper gains; the rows in low precision are as fast as those in "
                                 "fp32, so that something else than the GPU set their pace")
    for name, architecture, capabilities, origin, factor, reason in TRANSFERS:
        entry = {"id": name, "architecture": architecture, "capabilities": capabilities, "basis": "transferred", "from": origin,
                 "factor": factor, "reason": reason}
        entry.update({key: fitted[origin][key] * factor for key in KINDS})
        fitted[name] = entry
    return list(fitted.values())


def ranges(ids):
    """"lambda-0003 to lambda-0005, lambda-0009": neighbours together"""
    numbers = sorted({int(name.rpartition("-")[2]) for name in ids})
    spans = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"lambda-{low:04}" + (f" to {high:04}" if high > low else "") for low, high in spans)


def toml_text(value):
    if isinstance(value, list):
        return "[" + ", ".join(toml_text(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value:.4g}" if isinstance(value, float) else str(value)


def efficiencies_toml(generations):
    lines = ["# Made by tools/fit_efficiency.py from data/truth/dl_training_cross_gpu.csv; not to be edited by hand.",
             "# Share of the roofline time / real time, by class of network; low: fp16 or bf16. docs/method/card-rates.md.",
             f'date = "{DATE}"',
             'rows = "data/truth/dl_training_cross_gpu.csv: ResNet-50, BERT-base and BERT-large, one GPU; medians over machines"']
    for entry in generations:
        lines += ["", "[[generation]]"]
        for field in ("id", "architecture", "capabilities", "basis", "cards", "rows", "from", "factor", "reason", "note"):
            if field in entry:
                lines.append(f"{field} = {toml_text(entry[field])}")
        lines += [f"{kind}_{mode} = {entry[kind, mode]:.4f}" for kind, mode in KINDS]
    return "\n".join(lines) + "\n"


def published_toml():
    """Rates of the same work as a case of the score: ResNet-50 trained in mixed precision on 224 x 224 images."""
    lines = ["# Made by tools/fit_efficiency.py from data/truth/dl_training_cross_gpu.csv; not to be edited by hand.",
             "# Rates as published, of another harness: docs/method/card-rates.md says how they are converted.", f'date = "{DATE}"']
    for (card, network, mode), (rate, ids) in sorted(medians().items()):
        if network == "ResNet-50" and mode == "low":
            named = f"{ids[0]}" if len(ids) == 1 else f"median of {len(ids)} rows, {ids[0]} to {ids[-1]}"
            lines += ["", "[[rate]]", f'gpu = "{card}"', 'case = "train_resnet50"', f"value = {rate:g}",
                      f'source = "lambdal/deeplearning-benchmark, pytorch-train-throughput fp16 AMP: {named}"']
    return "\n".join(lines) + "\n"


def report(cards):
    """Each card foretold by the others of its generation."""
    by_card = efficiencies_of_cards(cards)
    errors = []
    for name, architecture, capabilities in GENERATIONS:
        for kind, mode in KINDS:
            members = {card: value for (card, *key), (value, _) in by_card.items() if key == [kind, mode]
                       and cards[card]["architecture"] == architecture and cards[card]["compute_capability"] in capabilities}
            for card, value in sorted(members.items()):
                others = [other for other_card, other in members.items() if other_card != card]
                if others:
                    error = statistics.median(others) / value - 1
                    errors.append(abs(error))
                    print(f"{name:15} {kind:14} {mode:5} {card:16} efficiency {value:.3f}, from the others {100 * error:+.1f} %")
    errors.sort()
    print(f"{len(errors)} left out in turn: median error {100 * statistics.median(errors):.1f} %, mean "
          f"{100 * statistics.mean(errors):.1f} %, p90 {100 * errors[int(0.9 * (len(errors) - 1))]:.1f} %, largest {100 * errors[-1]:.1f} %")


def main():
    cards = {record["id"]: record for record in load_records("gpus", "gpu")}
    if "--report" in sys.argv:
        report(cards)
        return 0
    files = {"efficiencies.toml": efficiencies_toml(fit(cards)), "published.toml": published_toml()}
    if "--check" in sys.argv:
        stale = [name for name, text in files.items() if (OUT / name).read_text(encoding="utf-8") != text]
        print(f"fit_efficiency: {', '.join(stale)} is not what the fit gives: run tools/fit_efficiency.py"
              if stale else "fit_efficiency: the data files are what the fit gives")
        return 1 if stale else 0
    for name, text in files.items():
        (OUT / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
