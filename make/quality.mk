# Tests and checks. `make quick` is for one room, `make test` the whole gate; slower suites have their own targets, and
# `make test-all` runs them all.

FIRMWARE_X86_64 := $(BUILD)/firmware/x86_64/afterglow-renderer
FIRMWARE_AARCH64 := $(BUILD)/firmware/aarch64/afterglow-renderer
TEST_BUILD := $(BUILD)/tests
TEST_BIN := $(TEST_BUILD)/release
TEST_BUNDLE := $(TEST_BIN)/AfterglowPackageTests.xctest
# Measured on an idle machine: 1,300 to 1,480 s.
FIRST_TEST := On a fresh clone make test takes 20 to 25 minutes on two cores
# The build finds tests by the index of Swift's files. Without C's: two modules may have one header with other macros, which
# is an error once both are read whole.
TEST_FLAGS := -c release -Xswiftc -enable-testing -Xswiftc -index-ignore-clang-modules --scratch-path "$(TEST_BUILD)"
# Swift Testing would keep the stack of each error that is thrown: a fourteenth of the tests' processor time.
TEST_ENVIRONMENT := SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0 \
	AFTERGLOW_BIN_DIR="$(TEST_BIN)" AFTERGLOW_RENDERER="$(TEST_BIN)/afterglow-renderer" \
	AFTERGLOW_FIRMWARE_X86_64="$(FIRMWARE_X86_64)" AFTERGLOW_FIRMWARE_AARCH64="$(FIRMWARE_AARCH64)"

.PHONY: test test-build fuzz-build
# The builds are side by side: the tests' leaves a core idle much of the time, and nothing else delays it. What tests leave
# behind goes with the folder that they have for the run.
test: packages-test check-format ## build and run every test (what CI runs; TEST_ARGUMENTS='--filter …' for some)
	@make/build.sh "$(TEST_BUNDLE)" "$(FIRST_TEST)" $(MAKE) -j 4 test-build builds-beside
	@AFTERGLOW_BIN_DIR="$(TEST_BIN)" Tests/support/Fuzz/run.sh 20000
	@folder=$$(mktemp -d "$${TMPDIR:-/tmp}/ag-test.XXXX") && trap 'rm -rf "$$folder"' EXIT && chmod 1777 "$$folder" && \
		TMPDIR="$$folder" $(TEST_ENVIRONMENT) \
		$(if $(TEST_ARGUMENTS),$(SWIFT) test --skip-build $(TEST_FLAGS) $(TEST_ARGUMENTS),make/run-tests.sh \
		"$(TEST_BUNDLE)" "$(BUILD)/test-logs")

# Tests look at pixels, and a debug build draws them some eighty times slower. Warnings fail this build (Package.swift). The
# program is first: its modules wait for each other, and tests of the lower ones would be built before the upper ones begin.
STRICT_BUILD := AFTERGLOW_STRICT=1 $(SWIFT_BUILD) --explicit-target-dependency-import-check error $(TEST_FLAGS)
test-build: packages-test
	$(STRICT_BUILD) --product afterglow
	$(STRICT_BUILD) --build-tests

# Only in time that nothing else wants; the build system would set another niceness back.
.PHONY: builds-beside
builds-beside: packages-test packages-firmware
	@$$(chrt --idle 0 true 2> /dev/null && echo chrt --idle 0) $(MAKE) firmware-test fuzz-build

fuzz-build: packages-test
	@Tests/support/Fuzz/run.sh 0

.PHONY: quick
quick: packages-test ## check, build and test one room (ROOM=AfterglowLight)
	@SWIFT="$(SWIFT)" make/quick.sh "$(ROOM)"

.PHONY: golden
golden: packages-test ## draw the golden pictures anew, and show what changed on one sheet, before and after
	@$(MAKE) -j 3 test-build firmware
	@$(TEST_ENVIRONMENT) make/golden.sh $(SWIFT) test --skip-build $(TEST_FLAGS)

# Sub-makes must not take over -j or -k of this one's command line: each target is timed on its own.
.PHONY: test-all
test-all: ## run test, firmware, docs, fuzz, test-package, test-page, test-memory, test-load, test-readers, test-syscalls, test-weeks, test-panels, test-types, test-time, test-clocks, test-kills, test-deaths, bench and hil, and say how each ended (hours; TARGETS='fuzz bench' for some)
	@MAKEFLAGS= make/test-all.sh $(TARGETS)

.PHONY: fuzz
fuzz: packages-test ## feed a million inputs to the archive reader under the address sanitizer (minutes)
	@AFTERGLOW_BIN_DIR="$(BIN)" Tests/support/Fuzz/run.sh 1000000

.PHONY: test-memory
test-memory: test-build ## compile every shipped board 2,000 times; no author may grow (an hour; RELOADS=… for another count)
	@AFTERGLOW_RELOADS=$(or $(RELOADS),2000) $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter AuthorMemoryTests

.PHONY: test-weeks
test-weeks: test-build ## run a clock with minutes for a week on the strict model of each panel, by every kind of night (minutes)
	@AFTERGLOW_WEEKS=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'PanelWeekTests|PaperNightTests'

.PHONY: test-panels
test-panels: test-build ## prove e-paper sequences whole: each command left out, each bit turned, a kill at each step (ten minutes)
	@AFTERGLOW_PANELS=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'AfterglowEPaperTests\.(StrictMutationTests|KillTests)'

.PHONY: test-types
test-types: test-build ## draw every widget in every family at all type sizes, in four languages, and look for texts without room (minutes)
	@AFTERGLOW_TYPE_SIZES=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter TypeSizeSweepTests

.PHONY: test-time
test-time: test-build ## show a year minute by minute and read each from the pixels; ask a busy run for its status (minutes)
	@AFTERGLOW_YEAR=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'YearTests|CommandLineRequestTests'

.PHONY: test-clocks
test-clocks: test-build firmware-test ## run the suites of test at eight moments of the wall clock, and check the shipped boards at each quarter of an hour of a fortnight (hours; CLOCKS='2 0' for some)
	@$(TEST_ENVIRONMENT) TEST_ARGUMENTS="$(TEST_ARGUMENTS)" make/test-clocks.sh \
		"$(TEST_BUNDLE)" "$(BUILD)/test-clocks" $(CLOCKS)

.PHONY: test-kills
test-kills: test-build ## kill author, guard and renderer a thousand times while content changes (half an hour; KILLS=… for another count)
	@AFTERGLOW_KILLS=$(or $(KILLS),1000) $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter ProcessKillTests

.PHONY: test-deaths
test-deaths: test-build ## end the composing process at fifty moments of each built-in widget's composition (half an hour; DEATHS=… for another count)
	@AFTERGLOW_DEATHS=$(or $(DEATHS),50) $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter DeathMomentTests

.PHONY: test-load
# What a person's machine runs is built by `build`; the tests' build has other programs, with more in them.
test-load: packages-bench test-build build ## draw a large calendar on an idle, a busy and a slow machine, and weigh the wall's author (minutes; alone on its machine)
	@AFTERGLOW_LOAD=1 $(TEST_ENVIRONMENT) AFTERGLOW_BIN_DIR="$(BIN)" AFTERGLOW_RENDERER="$(BIN)/afterglow-renderer" \
		$(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'LoadedPictureTests|AuthorFootprintTests'

.PHONY: test-readers
test-readers: test-build ## give every reader 20,000 generated inputs and 10,000 changed files, through to archives, and every widget words of every script; weigh large pictures (a quarter of an hour)
	@AFTERGLOW_READERS=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'HostileContentTests|PictureMemoryTests|ContentScriptTests'

.PHONY: test-syscalls
# Root has also sensors and a backlight, of plain files; displays and real drivers are in the rig (SystemCallTests).
test-syscalls: packages-test firmware-x86_64 build ## fail the n-th system call of each kind in the firmware, one run each (minutes)
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && cp -r boards/bedside-clock "$$folder/board" && \
		sed -i 's/^  sensor: constant/  sensor: iio/; /^  lux: /d; s/^clock:/backlight: panel\ndistance: {sensor: iio}\n\nclock:/' \
		"$$folder/board/board.yaml" && \
		"$(BIN)/afterglow" build "$$folder/board" --out "$$folder/clock.archive" > /dev/null && \
		make/test-syscalls.py $$([ "$$(id -u)" != 0 ] || echo --sysfs) "$(FIRMWARE_X86_64)" "$$folder/clock.archive"

.PHONY: type-cycles
type-cycles: ## print the largest cycle of files that name each other's types, in each module (MODULES=Afterglow for one)
	@make/type-cycles.py $(MODULES)

.PHONY: format check-format
format: ## format all Swift code with the toolchain's own formatter
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests
check-format:
	@$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

.PHONY: test-package
test-package: build ## take the example out of docs/coming-from-widgetkit.md, build it as a package, see it on a panel; change one while the studio shows it
	@make/widget-package.sh "$(BIN)/afterglow"

.PHONY: test-page
test-page: packages-test packages-page test-build ## use the page of `afterglow studio` in Debian's Chromium, as a person does (pictures: .build/page)
	@AFTERGLOW_PAGE=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter StudioPageTests

# The pictures of docs/studio.md are steps of two of these tests.
.PHONY: page-pictures
page-pictures: packages-test packages-page test-build ## draw the pictures of the studio's page anew, into docs/pictures
	@rm -f .build/page/studio*.png
	@AFTERGLOW_PAGE=1 $(TEST_ENVIRONMENT) $(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'own picture shows|becomes a wall of six'
	@cp .build/page/studio.png .build/page/studio-walk-[1-7].png docs/pictures

# Only what compiles into the module is documented, so that the build's own modules serve.
.PHONY: docs
docs: test-build ## build the documentation of the widget API as a DocC archive, without a warning (.build/docs)
	@make/docs.sh "$(TEST_BIN)" "$(BUILD)/docs"
