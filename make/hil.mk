# The hardware rig: real kernel drivers in an emulated machine (docs/hardware-in-the-loop.md).

.PHONY: hil hil-weeks hil-setup
hil: firmware-x86_64 test-build hil-setup ## run the firmware on real kernel drivers, in machines booted for it (HIL_ARGUMENTS='--filter …')
	@$(TEST_ENVIRONMENT) AFTERGLOW_HIL=1 AFTERGLOW_HIL_READY=1 $(SWIFT) test --skip-build $(TEST_FLAGS) $(or $(HIL_ARGUMENTS),--filter HardwareTests)

hil-weeks: firmware-x86_64 test-build hil-setup ## run a clock with minutes for a week on e-paper behind the kernel's spidev and GPIO, in compressed time (hours)
	@$(TEST_ENVIRONMENT) AFTERGLOW_HIL=1 AFTERGLOW_HIL_READY=1 AFTERGLOW_HIL_WEEKS=1 $(SWIFT) test --skip-build $(TEST_FLAGS) --filter 'HardwareTests\.PaperWeekTests'

hil-setup: ## prepare the hardware rig: an emulator, Debian's kernel and the drivers it leaves out (half a gigabyte)
	@hil/setup.sh
