# make quick: measure this machine. make test: every test. make help: the rest.
SHELL := bash
PREFIX ?= /usr/local
BASE ?= origin/main
folder := build/$(if $(NO_TORCH),front,release)
export NO_TORCH CI

.PHONY: quick test build setup cuda sanitize lint fuzz install clean help
.DEFAULT_GOAL := help

quick: build  ## set up, build, measure this machine; writes results.json, report.md and report.html
	@./torch-gpu-benchmark quick --light

test:  ## set up, build, run every test and check; in CI the CUDA build too
	@tools/build.sh all
	@$(if $(and $(CI),$(if $(NO_TORCH),,yes)),tools/build_cuda.sh)
	@ctest --test-dir $(folder) --output-on-failure --parallel $$(nproc)

build:  ## set up and build ./torch-gpu-benchmark
	@tools/build.sh program

setup:  ## install what building needs, no more
	@tools/build.sh setup

cuda:  ## front program and engine for a GPU machine into build/cuda-bundle; needs no GPU here
	@tools/build_cuda.sh

sanitize:  ## tests of the front program under the address, undefined-behaviour and thread sanitizers
	@tools/check_sanitizers.sh

lint:  ## clang-tidy on the sources changed since BASE (default origin/main); BASE=all for the whole tree
	@tools/check_lint.sh $(filter-out all,$(BASE))

fuzz:  ## libFuzzer on every reader of foreign data, a minute each (SECONDS_EACH=60)
	@tools/check_fuzz.sh

install: build  ## install into PREFIX (/usr/local): program, engine and data
	@cmake --install $(folder) --prefix $(PREFIX) --strip

clean:  ## remove everything built (.venv stays)
	rm -rf build torch-gpu-benchmark

help:  ## show this list
	@awk -F ':[^#]*## ' '/^[a-z]+:.*## / {printf "make %-9s%s\n", $$1, $$2}' Makefile
	@echo "NO_TORCH=1 builds the front program alone; WGF_TORCH_DIR=... names the LibTorch to use."
