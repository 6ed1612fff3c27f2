# What users download (docs/packages.md), and releases (docs/releases.md). All of it as root: roots of Debian releases are unpacked
# for it under .build/dist/roots. Not a part of `make test`.

DIST := $(or $(AFTERGLOW_DIST),$(BUILD)/dist)
REPOSITORY ?= $(DIST)/repository
KEY ?=

.PHONY: dist try-dist try-boot compare-dist repository release dist-libraries
dist: packages-firmware ## make the packages of both Debian releases, tarballs, bills of materials and checksums (as root)
	@make/dist/dist.sh

try-dist: ## install, upgrade, downgrade, run, remove and purge the packages of dist in fresh roots (as root; TRIES='trixie-arm64' for another, emulated)
	@for try in $(or $(TRIES),bookworm-amd64 trixie-amd64); do \
		make/dist/try.sh $${try%-*} $${try#*-} "$(DIST)/out" --with-author || exit 1; \
	done

try-boot: ## boot the packages of dist in an emulator to a picture, hurt the panel's service, and leave it alone for a day (as root; BOOTS='bookworm-amd64 …')
	@for boot in $(or $(BOOTS),trixie-amd64 trixie-arm64); do \
		make/dist/boot.sh $${boot%-*} $${boot#*-} "$(DIST)/out" || exit 1; \
	done

compare-dist: ## compare what the authors of dist for amd64 and arm64 draw, the latter emulated (as root)
	@make/dist/compare.sh trixie "$(DIST)/out"

repository: ## publish the packages of dist as an apt repository in a folder (REPOSITORY=FOLDER KEY=…)
	@make/dist/repository.sh "$(DIST)/out" "$(REPOSITORY)" "$(KEY)"

release: packages-test ## check, test, make every download, and tag (as root; VERSION=0.1.0)
	@make/dist/release.sh "$(VERSION)"

# Libraries and fonts of the author, for the roots in which it is built.
dist-libraries:
	@echo $(PACKAGES_RUN)
