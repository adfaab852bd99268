#!/bin/bash
# SPDX-License-Identifier: MIT
# Decoders on GPUs: `llm`, `train`, `llm-serve` and their forms on several, beside their peers.
#   tools/gpu/decoders.sh BUNDLE OUT test|suite|answers|batches|experts|llm_peers|train|serve|standard|comm|forms|schedules|emulated|scaling|exchange|copies|
#     sharded|tensor|train_peers|nccl_tests...
# name:SECONDS ends a stage then; a+b@2+c runs three at once, each on GPUs of its own: one, or as many as stand behind @.
# Stages up to `standard` need one GPU, the others all that are there (RANKS, default their number);
# nccl_tests wants NCCL_TESTS, a checkout of its source, which nccl_tests.sh --build may have built before.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/stages.sh"
export NCCL_NVLS_ENABLE=0 TORCH_SYMM_MEM_DISABLE_MULTICAST=1
gpus=$(nvidia-smi --list-gpus 2>/dev/null | wc -l)
ranks=${RANKS:-$gpus}
short=(--max-time "${MAX_TIME:-4s}" --force)

kept() { "$program" "${@:2}" "${short[@]}" -o "$out/$1.json" 2>&1; }

stage_test() {
  WGF_PROGRAM="$program" WGF_ENGINE="$bundle/torch-gpu-benchmark-engine" python3 "$here/../../tests/gpu/gpu_test.py" -v ${TESTS:-} 2>&1
}

# The suite twice: how well do its medians repeat?
stage_suite() {
  for number in 1 2; do time "$program" llm --force -o "$out/suite-$number.json"; done
  python3 "$here/repeatability.py" "$out/suite-1.json" "$out/suite-2.json"
}

stage_answers() {
  kept answers llm -m llama-3.1-8b -p 512 -n 128 -b 1,16,64 --precision bf16
  kept narrow llm -m llama-3.1-8b -p 512 -n 128 -b 1 --precision fp8,int8,int4
  kept prompt llm -m llama-3.1-8b -p 8192 -n 16
}

# Steps of many sequences, kernel by kernel.
stage_batches() { kept batches llm -m llama-3.1-8b -p 16 -n 128 -d 512 -b 16,32,64 --profile; }

stage_experts() {
  kept experts llm -m qwen3-30b-a3b,gpt-oss-20b -p 512 -n 128
  kept mixtral llm -m mixtral-8x7b -p 512 -n 128 --precision int4
  kept gpt-oss llm -m gpt-oss-20b -p 512 -n 128 --profile
}

stage_llm_peers() {
  time python3 "$here/llm_peers.py" --engine "$bundle/torch-gpu-benchmark-engine" --pairs "${PAIRS:-20}" --batch "${BATCHES:-1,16,64}" \
    --json "$out/llm_peers.json"
}

stage_train() {
  kept train train -m gpt2-xl -b 8 --sequence-length 2048 -p bf16 --recompute none,selective,full --mfu-all
  kept train-fp8 train -m gpt2-xl -b 8 --sequence-length 2048 -p fp8
  kept train-offload train -m gpt2-xl -b 8 --sequence-length 2048 -p bf16 --offload none,optimizer --launch eager
  kept train-llama train -m llama-3.2-1b -b 2 --sequence-length 4096 -p bf16
  kept train-experts train -m llama-3.2-1b --experts 1,8 --routing router,skewed -b 4 --sequence-length 2048 -p bf16
}

# What the server adds to what the engine does in its process, at one concurrency.
stage_serve() {
  for number in $(seq "${PAIRS:-3}"); do
    "$program" serve-test --managed llm:llama-3.1-8b --concurrency 16 --requests 200 --force -o "$out/serve-$number.json"
  done
}

# References of score version 2: tools/add_measured_rates.py takes the file.
stage_standard() { time "$program" quick --standard --force -o "$out/standard.json"; }

stage_comm() {
  kept comm comm -g "$ranks" --op all -b 4K -e 1G --stepfactor 16
  kept all-reduce comm -g "$ranks" -b 8 -e 1G --stepfactor 8 --through nccl,c10d
  kept pairs comm -g "$ranks" --pairs
}

# Every form of training on the GPUs here, a step each.
stage_forms() {
  kept forms-tp parallel tp -m llama-3.2-1b --gpus "1,$ranks" --sequence-length 4096 -p bf16
  kept forms-ring parallel ring -m llama-3.2-1b --gpus "$ranks" --sequence-length 32768 -p bf16
  kept forms-ddp parallel ddp -m gpt2-xl --gpus "1,$ranks" -b 4 --sequence-length 1024 -p bf16
  kept forms-moe parallel moe -m llama-3.2-1b --gpus "$ranks" --experts 8 -b 1,4 --sequence-length 2048 -p bf16
  kept forms-routing parallel routing --gpus "$ranks" -p bf16
  kept forms-options parallel options -m gpt2-xl --gpus "$ranks" -b 4 --sequence-length 1024 -p bf16
}

stage_schedules() {
  for split in even balanced; do
    kept "schedules-$split" parallel schedules -m gpt2-xl --stages "$ranks" --micro-batches 16 -p bf16 --sequence-length 1024 --split $split
  done
}

# Steps of two ranks beside those of one alone, the other emulated: on each of the two GPUs at once, since a real step
# takes as long as the slower one's.
stage_emulated() {
  kept links comm -g 2 --op all_reduce,all_gather,reduce_scatter,send_recv,all_to_all -b 1M -e 256M --stepfactor 4 -d bfloat16
  emulated data -m gpt2-xl -b 4 --sequence-length 1024 --dp 2
  emulated tensor -m llama-3.2-1b -b 4 --sequence-length 2048 --tp 2
  emulated sharded -m llama-3.2-1b -b 2 --sequence-length 4096 --dp 2 --zero 3
  emulated stages -m llama-3.2-1b -b 1 --sequence-length 2048 --pp 2 --micro-batches 8
}
emulated() {
  kept "real-$1" train "${@:2}" -p bf16
  local gpu mine
  IFS=, read -ra mine <<<"${CUDA_VISIBLE_DEVICES:-0,1}"
  for gpu in 0 1; do
    CUDA_VISIBLE_DEVICES=${mine[$gpu]} kept "emulated-$1-$gpu" train "${@:2}" -p bf16 --emulate-rank 0/2 --links "$out/links.json" >"$out/on-$gpu.txt" &
  done
  wait
  cat "$out"/on-[01].txt && rm "$out"/on-[01].txt
}

stage_scaling() {
  kept weak scaling -m gpt2-xl --engine own -b 4 --sequence-length 1024 --gpus "1,$ranks" -p bf16
  kept strong scaling --strong -m gpt2-xl --engine own -b 16 --sequence-length 1024 --gpus "1,$ranks" -p bf16
  kept overlap train --dp "$ranks" -m gpt2-xl --engine own -b 4 --sequence-length 1024 --overlap on,off -p bf16
}

# What can be chosen where gradients travel, and what one process without ranks gives.
stage_exchange() {
  local train=(train --dp "$ranks" -m gpt2-xl -b 4 --sequence-length 1024 -p bf16)
  kept buckets "${train[@]}" --bucket-mb 1,25,100,400
  kept types "${train[@]}" --gradient-type fp32,bf16,fp16
  kept launch "${train[@]}" --launch eager,graph
  kept one-process "${train[@]}" --data-parallel ranks,single-process
  kept activations "${train[@]}" --offload none,activations --launch eager
}

# What takes multiprocessors from products: collectives with so many blocks, or copy engines.
stage_copies() {
  local train=(train --dp "$ranks" -m gpt2-xl -p bf16 --exchange copies,collectives)
  kept copies-ddp "${train[@]}" -b 4 --sequence-length 1024 --channels 4,8,16
  kept copies-fsdp "${train[@]}" --zero 3 -b 8 --sequence-length 2048
}

stage_sharded() {
  kept fsdp-xl train --dp "$ranks" --zero 3 -m gpt2-xl -b 8 --sequence-length 2048 -p bf16
  kept fsdp-1b train --dp "$ranks" --zero 3 -m llama-3.2-1b -b 2 --sequence-length 4096 -p bf16
  kept fsdp-3b train --dp "$ranks" --zero 3 -m llama-3.2-3b -b 1 --sequence-length 8192 -p bf16 --recompute full
}

stage_tensor() {
  kept tp-8b parallel tp -m llama-3.1-8b --gpus "1,$ranks" -b 1 --sequence-length 4096 -p bf16  # one alone needs 112 GB
  kept llm-tp llm -m llama-3.1-8b -p 512 -n 128 -b 1,16 --tp "1,$ranks"
  kept llm-sums llm -m llama-3.1-8b -p 2048 -n 32 -b 1,32 --tp "$ranks" --rank-sums nccl,own
}

stage_train_peers() {
  time python3 "$here/train_peers.py" --program "$program" --pairs "${PAIRS:-10}" --json "$out/train_peers.json"
}

stage_nccl_tests() {
  "$here/nccl_tests.sh" "$bundle" "$NCCL_TESTS" "$out/nccl" "$ranks" all_reduce all_gather reduce_scatter broadcast all_to_all
}

# STAGE[:SECONDS], in a process of its own where it has a limit.
run_stage() {
  local name=${1%%:*} seconds=${1#*:} begin=$SECONDS
  if [ "$name" = "$1" ]; then "stage_$name"; else timeout -k 5 "$seconds" "$0" "$bundle" "$out" "$name"; fi
  [ "$name" = "$1" ] || echo "== $name took $((SECONDS - begin)) s of $seconds"
}

for stage in "$@"; do
  echo "== $stage ($(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1))"
  if [[ $stage != *[+@]* ]]; then
    run_stage "$stage"
    continue
  fi
  first=0
  IFS=+ read -ra parts <<<"$stage"
  for part in "${parts[@]}"; do
    name=${part%%[@:]*} width=1
    [[ $part == *@* ]] && width=${part#*@} && width=${width%%:*}
    limit=$([[ $part == *:* ]] && echo "${part#*:}" || echo 600)
    CUDA_VISIBLE_DEVICES=$(seq -s , $first $((first + width - 1))) RANKS=$width run_stage "$name:$limit" >"$out/beside-$first.txt" 2>&1 &
    first=$((first + width))
  done
  wait
  for ((gpu = 0; gpu < first; gpu++)); do
    [ ! -f "$out/beside-$gpu.txt" ] || { cat "$out/beside-$gpu.txt" && rm "$out/beside-$gpu.txt"; }
  done
done
