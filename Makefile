# What one does with this repository. Bare `make` lists it.

GO ?= go
# Programs built to be used on this machine may use what its processor has.
ifndef GOAMD64
V3 := $(shell grep -qs 'bmi2' /proc/cpuinfo && grep -qs 'avx2' /proc/cpuinfo && grep -qs 'movbe' /proc/cpuinfo && echo GOAMD64=v3)
endif
TOOL = $(GO) tool -modfile=internal/tools/go.mod
FUZZTIME ?= 30s
COUNT ?= 10

# Tests of what people read, which need no second and third look; the race
# detector also leaves out the scripts, as it takes a second to start a process.
READ = TestNarrowTerminal|TestDocs|TestREADME

.DEFAULT_GOAL := help
.PHONY: help build cluster install dist man solve test test-cluster lint race bench microbench cover e2e chromium fuzz golden acceptance vuln

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/felli
	$(V3) $(GO) build -trimpath -o bin/felli ./cmd/felli

cluster: ## build bin/felli-cluster, for builds over many machines
	cd solve/cluster && $(GO) build -trimpath -o ../../bin/felli-cluster ./cmd/felli-cluster

install: ## install felli where Go installs programs
	$(V3) $(GO) install -trimpath ./cmd/felli

dist: ## static programs for Linux, macOS and Windows, with manual pages and checksums, in dist/
	rm -rf dist
	for os in linux darwin windows; do for arch in amd64 arm64; do \
		ext=; [ $$os = windows ] && ext=.exe; \
		echo dist/felli-$$os-$$arch$$ext; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -ldflags '-s -w' -o dist/felli-$$os-$$arch$$ext ./cmd/felli || exit 1; \
	done; done
	$(GO) run ./cmd/felli man dist/man
	tar -C dist/man -czf dist/felli-man.tar.gz --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner .
	rm -r dist/man
	cd dist && sha256sum * > SHA256SUMS

man: ## manual pages in man/
	$(GO) run ./cmd/felli man man

solve: build ## solve felli-mullah into the default store and show its start
	./bin/felli solve felli-mullah
	@echo
	./bin/felli query felli-mullah start

test: chromium ## everything that tests, also with the race detector and with assertions on
	$(GO) vet ./...
	$(GO) test -timeout 20m ./...
	$(GO) test -timeout 20m -short -race -skip '$(READ)|TestScripts' ./...
	$(GO) test -timeout 20m -short -tags invariants -skip '$(READ)' ./...

test-cluster: ## builds over many machines: a Temporal server, worker processes, an S3 server
	cd solve/cluster && $(GO) vet ./...
	cd solve/cluster && $(GO) test -timeout 20m ./...

lint: ## check formatting, imports and common mistakes
	$(GO) mod tidy -diff
	$(TOOL) golangci-lint run
	cd solve/cluster && $(GO) mod tidy -diff
	cd solve/cluster && $(GO) tool -modfile=../../internal/tools/go.mod golangci-lint run

race: ## all tests with the race detector
	$(GO) test -timeout 60m -race ./...

bench: build ## the table of docs/performance.md: whole processes on felli-mullah, some five minutes
	$(GO) run ./internal/measure

microbench: ## benchmarks of parts; COUNT=10 runs each, for benchstat
	$(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./... | tee bench.txt
	$(TOOL) benchstat bench.txt

cover: ## coverage of the quick tests
	$(GO) test -short -coverpkg ./... -coverprofile cover.out ./...
	$(GO) tool cover -func cover.out | tail -n 1

e2e: chromium ## the commands as processes, and the explorer in a browser
	$(GO) test -count 1 -v ./cmd/... ./query/server/...

chromium: # for the tests of the explorer, which are skipped without it
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } || \
		echo "chromium is missing: the explorer won't be tested in a browser"

fuzz: ## run each fuzz target for FUZZTIME=30s
	@grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9]*' . | sed 's/:func /:/' | while IFS=: read -r file target; do \
		echo "$$target in $$(dirname $$file)"; \
		$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$(dirname $$file)" || exit 1; \
	done

golden: ## rewrite the golden files; the commit must say why they changed
	$(GO) test -count 1 $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n 1 dirname | sort -u) -update

acceptance: ## the slow tests: whole games, thousands of damaged bytes
	FELLI_ACCEPTANCE=1 $(GO) test -timeout 180m -count 1 -v ./...

vuln: ## look for known vulnerabilities; needs the network
	$(TOOL) govulncheck ./...
