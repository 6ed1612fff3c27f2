# Afterglow's front door. `make` alone lists what there is. Only `make packages` (which run and test call when something
# is missing) needs to install anything; all else works unprivileged, without a device and without a network.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

SWIFT ?= swift
# Colours are an argument of the compiler: with them only in a terminal, a build there would compile again what one
# without a terminal has built.
SWIFT_BUILD := $(SWIFT) build --no-color-diagnostics
# An index of the code is for editors, which make their own, and for the tests' build.
PROGRAM_BUILD := $(SWIFT_BUILD) --disable-index-store
BUILD := $(CURDIR)/.build
BIN := $(BUILD)/release
BOARD ?= boards/bedside-clock

include make/packages.mk
include make/firmware.mk
include make/quality.mk
include make/install.mk
include make/hil.mk
include make/dist.mk

.PHONY: help
help: ## list the targets (the default)
	@grep -hE '^[a-z_0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | awk -F '\t' '{ printf "make %-16s %s\n", $$1, $$2 }'

# Measured on an idle and on a busy machine. Most of it is a chain of modules, so that more cores help little.
FIRST_BUILD := The first build takes 6 to 12 minutes on two cores

.PHONY: build programs
build: packages ## build both programs, ordinary build, optimised
	@make/build.sh "$(BIN)/afterglow" "$(FIRST_BUILD)" $(MAKE) programs
programs:
	$(PROGRAM_BUILD) -c release --static-swift-stdlib --product afterglow-renderer
	$(PROGRAM_BUILD) -c release --static-swift-stdlib --product afterglow

.PHONY: run
run: build ## run the bedside clock on a virtual framebuffer, until Ctrl-C (BOARD=… for another)
	@exec "$(BIN)/afterglow" run $(BOARD)

.PHONY: bench
bench: packages packages-bench firmware-x86_64 ## measure: a table and JSON lines, each beside a memcpy of the same run
	$(PROGRAM_BUILD) -c release --static-swift-stdlib --product afterglow-bench
	@clang -O2 -static -o "$(BUILD)/bench-floor" make/bench-floor.c
	@AFTERGLOW_FIRMWARE_X86_64="$(FIRMWARE_X86_64)" AFTERGLOW_BENCH_FLOOR="$(BUILD)/bench-floor" \
		"$(BIN)/afterglow-bench" $(BENCH_ARGUMENTS)

.PHONY: pictures
pictures: build ## draw every picture of the README anew, into docs/pictures
	@make/pictures.sh "$(BIN)/afterglow"

.PHONY: clean
clean: ## remove everything that was built
	rm -rf .build .build-* out
