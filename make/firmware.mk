# The firmware as it is shipped: Embedded Swift, static, without an allocator. Each build has a folder of its own, because
# a change of mode rebuilds everything. What comes out lies in .build/firmware/ARCHITECTURE/afterglow-renderer, without
# symbols; the same with symbols stays in the build's folder. It is a copy of what strip writes: that file's pages are cached
# in large pieces, which are mapped whole, and the renderer would hold half a megabyte of code that it never runs.
#
# libdrm is linked in statically, so that one file drives the panel of any board. That of aarch64 comes from Debian's
# packages, unpacked under .build.

# The package manager asks for -pie, which clang does not use for a static program and warns about.
STATIC_LINKING := -Xswiftc -Xclang-linker -Xswiftc -static -Xswiftc -Xclang-linker -Xswiftc -Wno-unused-command-line-argument

FIRMWARE := $(BUILD)/firmware
EMBEDDED := AFTERGLOW_EMBEDDED=1 $(PROGRAM_BUILD) -c release -Xcc -ffp-contract=off
# With what they stand on, everything that a board without an operating system would take along.
FIRMWARE_LIBRARIES := AfterglowEngine AfterglowEPaper AfterglowInput AfterglowVirtual
ARM64 := $(BUILD)/arm64
ARM64_PACKAGES := libdrm-dev
# As Package.swift has it for x86-64, with Swift's own linker.
ORDERED_LINKING := -B$(dir $(realpath $(shell command -v $(firstword $(SWIFT))))) -fuse-ld=lld \
	-Wl,--symbol-ordering-file=make/start-order.txt -Wl,--no-warn-symbol-ordering

.PHONY: firmware firmware-test firmware-x86_64 firmware-aarch64 firmware-armv7em firmware-riscv32 arm64-libraries
firmware: firmware-test firmware-riscv32 ## build the static firmware for x86-64 and aarch64, and check it; compile its rooms for two processors of 32 bits

# The order is none of the files that the build looks at: a new one wants a new link. The probe of its confinement is built
# beside it, for the tests; nothing of it is in the firmware.
firmware-x86_64: packages-devices
	@[ ! make/start-order.txt -nt "$(BUILD)/fw-x86_64/release/afterglow-renderer" ] || \
		rm -f "$(BUILD)/fw-x86_64/release/afterglow-renderer"
	$(EMBEDDED) --product afterglow-renderer --scratch-path "$(BUILD)/fw-x86_64" $(STATIC_LINKING)
	@mkdir -p "$(FIRMWARE)/x86_64"
	@strip -o "$(BUILD)/fw-x86_64/stripped" "$(BUILD)/fw-x86_64/release/afterglow-renderer"
	@cp "$(BUILD)/fw-x86_64/stripped" "$(FIRMWARE)/x86_64/afterglow-renderer"
	@make/check-symbols.sh nm "$(BUILD)/fw-x86_64/release"
	$(EMBEDDED) --product lockdown-probe --scratch-path "$(BUILD)/fw-x86_64" $(STATIC_LINKING)
	@cp "$(BUILD)/fw-x86_64/release/lockdown-probe" "$(FIRMWARE)/x86_64/lockdown-probe"

# When FirmwareLiveTests finds the peak of memory too high: names change, and new code moves what the loop runs apart.
.PHONY: start-order
start-order: test-build firmware-x86_64 ## watch a start of the firmware, and put what runs together (five minutes)
	@$(INSTALL) gdb
	@make/start-order.sh "$(BUILD)/fw-x86_64/release/afterglow-renderer" "$(TEST_BIN)/afterglow"

# Swift has no Embedded library for aarch64 Linux; the one for bare metal is the same but for the linker, which is gcc's.
firmware-aarch64: packages-firmware arm64-libraries
	$(EMBEDDED) --triple aarch64-none-none-elf --target afterglow-renderer --scratch-path "$(BUILD)/fw-aarch64" \
		-Xcc -isystem -Xcc /usr/aarch64-linux-gnu/include -Xcc -isystem -Xcc "$(ARM64)/root/usr/include"
	@mkdir -p "$(FIRMWARE)/aarch64"
	@aarch64-linux-gnu-gcc -static-pie -Wl,--gc-sections -Wl,--defsym,main=afterglow_renderer_main $(ORDERED_LINKING) \
		-o "$(BUILD)/fw-aarch64/afterglow-renderer" $$(make/firmware-objects.sh "$(BUILD)/fw-aarch64/release") \
		-L"$(ARM64)/root/usr/lib/aarch64-linux-gnu" -ldrm
	@aarch64-linux-gnu-strip -o "$(BUILD)/fw-aarch64/stripped" "$(BUILD)/fw-aarch64/afterglow-renderer"
	@cp "$(BUILD)/fw-aarch64/stripped" "$(FIRMWARE)/aarch64/afterglow-renderer"
	@make/check-symbols.sh aarch64-linux-gnu-nm "$(BUILD)/fw-aarch64/release"

arm64-libraries:
	@make/arm64-libraries.sh "$(ARM64)" $(ARM64_PACKAGES)

# What `make test` builds: of the processors of 32 bits one, because each takes a minute.
firmware-test: firmware-x86_64 firmware-aarch64 firmware-armv7em

# Compiled, not linked: no -no-allocations here (swift#86827).
firmware-armv7em firmware-riscv32: firmware-%:
	@for library in $(FIRMWARE_LIBRARIES); do \
		AFTERGLOW_NO_ALLOCATIONS=0 $(EMBEDDED) --triple $($*_TRIPLE) --target $$library \
			--scratch-path "$(BUILD)/fw-$*" || exit 1; \
	done
armv7em_TRIPLE := armv7em-none-none-eabi
riscv32_TRIPLE := riscv32-none-none-eabi
