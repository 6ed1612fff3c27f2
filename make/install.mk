# Installing and uninstalling. DESTDIR and PREFIX as everywhere: DESTDIR is put before every path, and only PREFIX is
# written into files. The list of what was installed is kept, and is what uninstall goes by.

PREFIX ?= /usr/local
DESTDIR ?=
# Where systemd looks whatever the prefix is.
UNIT_DIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/systemd/system,/etc/systemd/system)
SYSUSERS_DIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/sysusers.d,/etc/sysusers.d)
# Already built programs may be named instead, such as a firmware from another machine. INSTALL_AUTHOR= installs none.
INSTALL_RENDERER ?= $(BIN)/afterglow-renderer
INSTALL_AUTHOR ?= $(BIN)/afterglow

.PHONY: install uninstall
install: ## install programs, boards and services (as root; PREFIX=/usr/local DESTDIR=)
	@[ -x "$(INSTALL_RENDERER)" ] && { [ -z "$(INSTALL_AUTHOR)" ] || [ -x "$(INSTALL_AUTHOR)" ]; } || $(MAKE) build
	@make/install.sh install "$(DESTDIR)" "$(PREFIX)" "$(UNIT_DIR)" "$(SYSUSERS_DIR)" \
		"$(INSTALL_RENDERER)" "$(INSTALL_AUTHOR)"
uninstall: ## remove exactly what install has put there (as root)
	@make/install.sh uninstall "$(DESTDIR)" "$(PREFIX)"
