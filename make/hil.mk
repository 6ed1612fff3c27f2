# The hardware rig: real kernel drivers in an emulated machine (docs/hardware-in-the-loop.md).

.PHONY: hil-setup
hil-setup: ## prepare the hardware rig: an emulator, Debian's kernel and the drivers it leaves out (half a gigabyte)
	@hil/setup.sh
