# Debian packages, installed only when something of them is missing.

PACKAGES_DEVICES := libdrm-dev
PACKAGES_RUN := $(PACKAGES_DEVICES) libpango1.0-dev libpng-dev libjpeg62-turbo-dev libexpat1-dev libcurl4-openssl-dev fonts-inter fonts-dejavu-core fonts-materialdesignicons-webfont \
	fonts-noto-core fonts-wqy-microhei fonts-noto-color-emoji tzdata pkg-config
PACKAGES_FIRMWARE := gcc-aarch64-linux-gnu libc6-dev-arm64-cross
PACKAGES_TEST := $(PACKAGES_FIRMWARE) libcairo2-dev libical-dev qemu-user-static strace python3-minimal python3-pil openssl curl radicale
PACKAGES_BENCH := strace valgrind binutils
PACKAGES_PAGE := chromium
INSTALL := $(CURDIR)/make/install-packages.sh

.PHONY: packages packages-devices packages-firmware packages-bench packages-test packages-page
packages: ## install the Debian packages that building and running need
	@$(INSTALL) $(PACKAGES_RUN)
packages-devices:
	@$(INSTALL) $(PACKAGES_DEVICES)
packages-firmware: packages-devices
	@$(INSTALL) $(PACKAGES_FIRMWARE)
packages-bench:
	@$(INSTALL) $(PACKAGES_BENCH)
packages-page:
	@$(INSTALL) $(PACKAGES_PAGE)
packages-test: packages
	@$(INSTALL) $(PACKAGES_TEST)
