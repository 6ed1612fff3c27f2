.PHONY: dist-libraries
dist-libraries:
	@echo $(PACKAGES_RUN)
