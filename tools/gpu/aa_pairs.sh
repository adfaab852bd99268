#!/bin/bash
# SPDX-License-Identifier: MIT
# A/A: the same five short cases on the same GPU, compared with themselves. No pair may raise a false alarm.
#   tools/gpu/aa_pairs.sh BUNDLE OUT [PAIRS]
# BUNDLE is the folder that `make cuda` made, OUT a folder for the results files; 20 pairs take about 6 min.
# Prints a line for each pair, then for sides of three processes made of the same runs, and exits 1 after a false
# alarm (exit code 3, or a case that is FASTER).
. "$(dirname "$0")/stages.sh"
pairs=${1:-20}

# Bound by arithmetic, by memory, by the launching host: three kinds of noise. One engine process a run.
cases=(-m resnet50 -b 64 -p bf16 --workload train,infer --benchmark matmul,bandwidth --size 4096,8192 --bytes 1GiB --max-time 0.6s)

measure() {
  "$program" run "${cases[@]}" --force -o "$1" >/dev/null 2>>"$out/log" || echo "run: exit $?"
}

# One side of several processes from runs of one each, as run --repeat stores it: merge OUT RUN...
merge() {
  python3 - "$@" <<'PY'
import json, sys
merged = None
for process, path in enumerate(sys.argv[2:]):
    run = json.load(open(path))
    for result in run["results"]:
        result["process"] = process
    if merged is None:
        merged = run
    else:
        merged["results"] += run["results"]
json.dump(merged, open(sys.argv[1], "w"))
PY
}

alarms=0 comparisons=0
# compare NAME A B: a line, and whether it was an alarm
compare() {
  "$program" compare "$2" "$3" --json >"$out/$1.json" 2>>"$out/log"
  local code=$? line
  line=$(python3 - "$out/$1.json" <<'PY'
import json, sys
comparison = json.load(open(sys.argv[1]))["comparisons"][0]
print(" ".join(f"{name} {count}" for name, count in comparison["counts"].items() if count), "|",
      " ".join(f"{100 * case['change']:+.2f}%" for case in comparison["cases"] if "change" in case))
PY
) || line="no comparison"
  echo "$1: exit $code: $line"
  comparisons=$((comparisons + 1))
  if [ "$code" -ne 0 ] || [[ " $line" == *" faster "* ]] || [ "$line" = "no comparison" ]; then alarms=$((alarms + 1)); fi
}

begin=$SECONDS
for ((pair = 1; pair <= pairs; ++pair)); do
  measure "$out/a$pair.json"
  measure "$out/b$pair.json"
  compare "pair$pair" "$out/a$pair.json" "$out/b$pair.json"
done
echo "$alarms false alarms in $comparisons pairs, $((SECONDS - begin)) s"
for ((first = 1; first + 2 <= pairs; first += 3)); do
  for side in a b; do
    merge "$out/three-$side$first.json" "$out/$side$first.json" "$out/$side$((first + 1)).json" "$out/$side$((first + 2)).json"
  done
  compare "three$first" "$out/three-a$first.json" "$out/three-b$first.json"
done
echo "$alarms false alarms in $comparisons comparisons"
[ "$alarms" -eq 0 ]
