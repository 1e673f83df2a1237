#!/usr/bin/env bash
# Everything there is to do with this repository, in one place:
#   ./build.sh              builds dist/npm (the package) and dist/site (the page)
#   ./build.sh serve [port] builds, and serves the page on 127.0.0.1 (port 8080)
#   ./build.sh test         builds, and runs every check
#   ./build.sh fuzz [time]  runs each fuzz target (default 10m each)
#   ./build.sh bench        builds, and measures into dist/bench/table.md (bench quick: without the slowest)
#   ./build.sh quality      builds, and measures held-out quality into dist/quality/table.md (quality quick: fewer
#                          splits; quality why: where the differences to k-NN come from)
#   ./build.sh experiments  builds, and prints the paper's figures and tables, computed anew, into dist/experiments.md
#   ./build.sh clean        removes what was built
set -euo pipefail
cd "$(dirname "$0")"

version=0.1.0
flags=(-trimpath -ldflags "-s -w -X github.com/xaia-go/xaia/wasm/binding.Version=$version")

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

need_tools() {
  command -v go >/dev/null || fail "Go is missing: install Go 1.25 or newer."
  command -v node >/dev/null || fail "Node is missing: install Node 20 or newer, with npm."
  node -e 'process.exit(process.getBuiltinModule ? 0 : 1)' || fail "Node $(node --version) is too old: install Node 20.16 or newer."
  command -v npm >/dev/null || fail "npm is missing: install it beside Node."
}

# A folder's npm packages are installed again when its lock file has changed.
need_packages() {
  local stamp=$1/node_modules/.installed
  if ! cmp -s "$1/package-lock.json" "$stamp"; then
    say "npm packages of $1"
    (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp "$1/package-lock.json" "$stamp"
  fi
}

chromium_path() {
  local name
  for name in ${CHROMIUM:-} chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return
  done
  return 1
}

need_chromium() {
  chromium_path >/dev/null && return
  if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
    say "installing chromium"
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends chromium
  fi
  chromium_path >/dev/null || fail "Chromium is missing: install it, or set CHROMIUM to its path."
}

build() {
  need_tools
  need_packages web
  say "building dist/"
  rm -rf dist/npm dist/site
  mkdir -p dist/npm dist/site
  # The glue must be the one of the compiler that made the module.
  cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" wasm_exec.js
  GOOS=js GOARCH=wasm go build "${flags[@]}" -o dist/npm/xaia.wasm ./wasm
  GOOS=js GOARCH=wasm go build "${flags[@]}" -o dist/site/page.wasm ./web/page
  go run ./web/bundle -version "$version" -out dist/npm package
  go run ./web/bundle -version "$version" -out dist/site page
  cp web/xaia.d.ts LICENSE dist/npm/
  cp index.html web/style.css dist/site/
  go run ./experiments/sets >dist/site/sets.json
  paper
  reference
}

# paper.html: a module, scripts and data of its own, so that index.html loads none of it.
paper() {
  GOOS=js GOARCH=wasm go build "${flags[@]}" -o dist/site/paper.wasm ./experiments/page
  go run ./web/bundle -version "$version" -out dist/site paper
  cp web/paper/paper.html web/paper/paper.css dist/site/
  mkdir -p dist/site/data dist/site/golden
  cp testdata/data/{boston,diabetes,iris,wine,cancer}.csv dist/site/data/
  cp testdata/golden/{fig4-summary,rings}.json dist/site/golden/
}

# The API reference is made from the types, anew when they have changed.
reference() {
  if ! cmp -s web/xaia.d.ts dist/api/.types; then
    rm -rf dist/api
    (cd web && node_modules/.bin/typedoc --options typedoc.json)
    # The site's policy allows no inline scripts; typedoc's only hides the page until its theme is known.
    node -e 'const fs = require("fs"); for (const f of fs.readdirSync("dist/api", {recursive: true})) if (f.endsWith(".html")) {
      const p = "dist/api/" + f; fs.writeFileSync(p, fs.readFileSync(p, "utf8").replace(/<script>[^<]*<\/script>/g, "")); }'
    cp web/xaia.d.ts dist/api/.types
  fi
  cp -r dist/api dist/site/api
}

# Go's wasm runner passes the environment into the module, which has little room.
go_wasm() {
  env -i PATH="$(go env GOROOT)/lib/wasm:$PATH" HOME="$HOME" GOFLAGS="$(go env GOFLAGS)" GOPROXY="$(go env GOPROXY)" \
    GOOS=js GOARCH=wasm go "$@"
}

check_format() {
  local unformatted
  unformatted=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
  [ -z "$unformatted" ] || fail "gofmt would change: $unformatted"
}

# DESIGN: the engine stays on a small part of the standard library.
check_dependencies() {
  local all forbidden
  all=$(go list -deps ./core)
  forbidden=$(grep -E '^(fmt|encoding/json|reflect|net|net/.*|os|log)$' <<<"$all" || true)
  [ -z "$forbidden" ] || fail "core pulls in $forbidden"
  forbidden=$(grep -v '^github.com/xaia-go/xaia/' <<<"$all" | grep '\.' || true)
  [ -z "$forbidden" ] || fail "core pulls in $forbidden, from outside the standard library"
}

run_tests() {
  build
  need_packages web/apps
  need_chromium
  say "format, vet, dependencies"
  check_format
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./core ./wasm/... ./web/page/... ./experiments/page
  check_dependencies
  say "Go tests, native"
  CHROMIUM="$(chromium_path)" go test ./...
  if grep -qw fma /proc/cpuinfo 2>/dev/null && [ "$(go env GOARCH)" = amd64 ]; then
    say "the same bits with fused multiply-add allowed"
    GOAMD64=v3 go test -count=1 -run TestTheSameBitsEverywhere .
  else
    say "this processor can't check fused multiply-add"
  fi
  say "Go tests, WebAssembly in Node"
  go_wasm test . ./core/... ./experiments/...
  say "JavaScript tests"
  node --test web/test/*.test.mjs
  say "JavaScript tests of the API, the engine in a worker"
  node --import ./web/test/in-worker.mjs --test web/test/{api,bad-input,choose,engine,golden,learn,tables}.test.mjs
}

fuzz() {
  local target
  for target in FuzzFit FuzzRestore; do
    go test ./core -run '^$' -fuzz "^$target\$" -fuzztime "${1:-10m}"
  done
}

# Everything that bench needs is put into one folder, which it also serves.
bench() {
  local options=()
  case "${1:-}" in
    quick) options=(-quick) ;;
    ?*) fail "bench takes nothing or quick, not $1." ;;
  esac
  build
  need_chromium
  say "benchmark"
  mkdir -p dist/bench
  cp bench/host.mjs bench/index.html wasm_exec.js dist/bench/
  cp -r testdata/data dist/bench/
  go test -c -o dist/bench/core.test ./core
  GOOS=js GOARCH=wasm go test -c -o dist/bench/core.test.wasm ./core
  {
    local status=0
    CHROMIUM="$(chromium_path)" go run ./bench "${options[@]}" || status=$?
    node bench/predict.mjs
    node bench/control.mjs
    exit "$status"
  } | tee dist/bench/table.md
}

quality() {
  local script=main output=table
  case "${1:-}" in
    why) script=why output=why ;;
    quick | '') ;;
    *) fail "quality takes nothing, quick or why, not $1." ;;
  esac
  build
  say "quality"
  mkdir -p dist/quality
  node "quality/$script.mjs" "${1:-}" | tee "dist/quality/$output.md"
}

experiments() {
  build
  say "experiments"
  node web/paper/print.mjs | tee dist/experiments.md
}

case "${1:-build}" in
  build) build ;;
  serve) build; go run ./web/serve -address "127.0.0.1:${2:-8080}" ;;
  test) run_tests ;;
  fuzz) fuzz "${2:-}" ;;
  bench) bench "${2:-}" ;;
  quality) quality "${2:-}" ;;
  experiments) experiments ;;
  clean) rm -rf dist wasm_exec.js web/node_modules web/apps/node_modules ;;
  *) sed -n '2,11p' "$0"; exit 2 ;;
esac
