#!/bin/bash
# SPDX-License-Identifier: MIT
# What we claim about GPUs, measured on one: run it on a machine with a GPU and a PyTorch in python3.
#   tools/gpu/measure.sh BUNDLE OUT light|python|kernels|every_kernel|tasks|loader|links|standard|activations|memory|faults|overhead|cpu_overhead|doctor...
# BUNDLE is the folder that `make cuda` made, OUT a folder for the results. Stages run in the order given.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/stages.sh"

stage_light() {
  nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,power.limit --format=csv
  "$program" info
  "$program" list-devices
  time "$program" quick --light --force -o "$out/light.json" -o "$out/light.md"
  python3 "$here/check_sensors.py" "$out/light.json"
}

stage_python() {
  time python3 "$here/compare_with_python.py" --engine "$bundle/torch-gpu-benchmark-engine" --pairs "${PAIRS:-20}" --json "$out/python.json"
}

stage_standard() {
  time "$program" quick --standard --force -o "$out/standard-1.json"
  time "$program" quick --standard --force -o "$out/standard-2.json" >/dev/null
  python3 "$here/repeatability.py" "$out/standard-1.json" "$out/standard-2.json"
}

stage_kernels() {
  time python3 "$here/kernels_with_python.py" --engine "$bundle/torch-gpu-benchmark-engine" --pairs "${PAIRS:-20}" --mamf \
    --json "$out/kernels_python.json"
}

# Every kernel in every format the GPU has; formats it lacks show as unsupported.
stage_every_kernel() {
  "$program" gemm --shape 8192 -p fp64,fp32,tf32,fp16,bf16,fp8,int8,fp4 --max-time 3s --force -o "$out/gemm.json"
  "$program" gemm --shape 8192 -p fp8 --scaling tensor,row --max-time 3s --force -o "$out/fp8.json" | grep matmul
  "$program" gemm --preset llm:llama-3.1-8b --tokens 1,4096 -p bf16 --cache cold --max-time 2s --force -o "$out/llama.json"
  "$program" bandwidth --operation copy,read,write,scale,triad,h2d,d2h,both --bytes 1GiB --max-time 3s --force -o "$out/bandwidth.json"
  "$program" attention --phase prefill,decode --pass forward --kv-heads 8 --backend auto,flash,cudnn,efficient --max-time 2s --force \
    -o "$out/attention.json"
  "$program" attention --pass backward --backend flash,cudnn --max-time 3s --force -o "$out/attention_backward.json" | grep attention
  "$program" conv --max-time 2s --force -o "$out/conv.json"
  "$program" norm-act --cache hot,cold --max-time 2s --force -o "$out/norm_act.json"
  "$program" optimizer-step --max-time 2s --force -o "$out/optimizer.json" | grep optimizer
  "$program" launch --max-time 2s --force -o "$out/launch.json" | grep launch
  "$program" mamf --force -o "$out/mamf.json" && python3 - "$out/mamf.json" <<'PY'
import json, sys
print({m["tag"]: m["value"] for m in json.load(open(sys.argv[1]))["results"][0]["metrics"] if m["tag"].startswith(("gemm", "shapes", "flops"))})
PY
  "$program" links --force -o "$out/links.json"
  "$program" roofline --max-time 3s --force -o "$out/roofline.json" -o "$out/roofline.html"
}

# Each task of a practitioner: where a step goes and whether the trace agrees, the largest batch beside a Python loop, and the rest.
stage_tasks() {
  (cd "$out" && time "$program" profile && python3 "$here/check_trace.py" profiler_trace.json profile.json)
  gzip -9 -c "$out/profiler_trace.json" >"$out/profiler_trace.json.gz"; rm -rf "$out/profiler_logs" "$out/profiler_trace.json"
  (cd "$out" && "$program" profile -m bert-base -b 8 -p bf16 --trace-dir bert -o bert.json --force | grep -v aten; rm -rf bert)
  (cd "$out" && time "$program" max-batch --exact && python3 "$here/largest_batch.py" max_batch.json)
  (cd "$out" && "$program" workers --time 10s)
  (cd "$out" && "$program" compare-models && "$program" optimizers)
}

# The loader of JPEG files beside Pillow's, on the files that `workers` generates.
stage_loader() {
  data=$(find "${XDG_CACHE_HOME:-$HOME/.cache}/torch-gpu-benchmark" -maxdepth 1 -type d -name '*image*' | head -1)
  python3 "$here/../../bench/loader_speed.py" "$bundle/torch-gpu-benchmark-engine" "$data" --pairs "${PAIRS:-10}"
}

# Two or more GPUs: latency and bandwidth of each pair.
stage_links() {
  nvidia-smi topo -m
  "$program" links --force -o "$out/links.json" -o "$out/links.html"
}

# Memory of training at two batch sizes: their difference gives the activations of one sample.
stage_activations() {
  models=$("$program" list-models --runnable --json | python3 -c 'import json, sys; print(",".join(m["runnable"] for m in json.load(sys.stdin)))')
  "$program" run -m "$models" -b 8,16 -p fp32 --workload train -w 1 -i 2 --case-timeout 60 --force -o "$out/activations.json" >/dev/null
  python3 "$here/activations.py" "$out/activations.json" | tee "$out/activations.txt"
}

# What the engine takes of a GPU's memory: many networks, batch sizes, types and optimizers, held against estimate-memory.
stage_memory() {
  models=$("$program" list-models --runnable --json | python3 -c 'import json, sys; print(",".join(m["runnable"] for m in json.load(sys.stdin)))')
  short=(-w 1 -i 2 --case-timeout 60 --max-time 2s --force)
  "$program" run -m "$models" -b 4,16,64 -p fp32,bf16 "${short[@]}" -o "$out/memory-types.json" >/dev/null
  "$program" run -m "$models" -b 16 -p fp32,bf16 --workload train --optimizer sgd,adamw "${short[@]}" -o "$out/memory-optimizers.json" >/dev/null
  "$program" run -m bert-base,bert-large,gpt2,distilbert -b 8 -p fp32,bf16 --sequence-length 64,512 "${short[@]}" -o "$out/memory-lengths.json" >/dev/null
  "$program" run -m "$models" -b 16 -p bf16 --pure "${short[@]}" -o "$out/memory-pure.json" >/dev/null
}

stage_faults() {
  "$program" run -m resnet50 -b 100000 -p bf16 --workload train --force -o "$out/skipped.json"; echo "exit $?"
  "$program" run -m resnet50,simple_cnn -b 4000 -p fp32 --workload train -i 3 --try-anyway --image-size 512 --force -o "$out/oom.json"; echo "exit $?"
  CUDA_VISIBLE_DEVICES= "$program" run -m simple_cnn -i 3 --force -o "$out/no_gpu.json"; echo "exit $?"
}

# What measuring adds: GPU-bound training, and a request that the launching host is the limit of.
stage_overhead() {
  overhead=(python3 "$here/../../bench/harness_overhead.py" --programs "$bundle" --device cuda:0 --memory-format channels_last --precision bf16 --model resnet50)
  "${overhead[@]}" --workload train --batch-size 256 --pairs "${PAIRS:-20}" --steps 30 --warmup 8; echo "exit $?"
  "${overhead[@]}" --workload infer --batch-size 1 --pairs "${PAIRS:-20}" --steps 200 --warmup 30; echo "exit $?"
}

# The same of the processor, on all cores and on two: a machine with nothing else to do tells more than a busy one.
stage_cpu_overhead() {
  cpu=(python3 "$here/../../bench/harness_overhead.py" --programs "$bundle" --pairs "${PAIRS:-40}" --steps 20 --warmup 3)
  "${cpu[@]}"; echo "exit $?"
  OMP_NUM_THREADS=2 taskset -c 2,3 "${cpu[@]}"; echo "exit $?"
}

# Every check of doctor on real hardware, what a checklist says of a short run, and that a hidden GPU is noticed.
stage_doctor() {
  time "$program" doctor; echo "exit $?"
  "$program" doctor --json >"$out/doctor.json"; echo "exit $?"
  "$program" doctor --no-load >"$out/doctor-no-load.txt"; echo "exit $?"
  CUDA_VISIBLE_DEVICES= "$program" doctor >"$out/doctor-hidden.txt"; echo "exit $?"
  "$program" run -m bert-base,resnet50 -b 8,64 -p fp32,bf16 --force -o "$out/doctor-run.json" >/dev/null
  "$program" doctor --run "$out/doctor-run.json" | tee "$out/doctor-run.txt"; echo "exit $?"
}

for stage in "$@"; do
  echo "== $stage"
  "stage_$stage"
done
