#!/usr/bin/env bash
# Everything there is to do with this repository, in one place:
#   ./build.sh              builds dist/npm (the package) and dist/site (the page)
#   ./build.sh serve [port] builds, and serves the page and the HTTP face on 127.0.0.1 (port 8080)
#   ./build.sh edge [port]  builds, and runs the same as a Cloudflare Worker, here, in workerd (port 8787)
#   ./build.sh deploy       builds, and puts the Worker on Cloudflare; says first what that needs
#   ./build.sh test         builds, and runs every check
#   ./build.sh fuzz [time]  builds, and runs each fuzz target (default 10m each)
#   ./build.sh soak [minutes] builds, and makes random calls in Node and in Chromium (default 60 in all)
#   ./build.sh firefox      builds, and tests the page and the package in Firefox
#   ./build.sh webkit       builds, and tests the page and the package in WebKitGTK
#   ./build.sh release      builds, and puts what is published into dist/release, the same bytes every time
#   ./build.sh bench        builds, and measures into dist/bench/table.md (bench quick: without the slowest; bench only
#                          REGEXP [PLATFORMS]: some workloads, such as '^diamonds' Node; bench against COMMIT REGEXP
#                          [PLATFORMS]: by turns with an earlier state)
#   ./build.sh quality      builds, and measures held-out quality into dist/quality/table.md (quality quick: fewer
#                          splits; quality sets, outliers, alarms, tables, large or coverage: one section; quality why: where the
#                          differences to k-NN come from)
#   ./build.sh load [n]     builds, and measures n predictions (10000) on the native server and in workerd
#   ./build.sh siege        builds, and attacks both servers for two minutes; fails where they can be locked out or filled up
#   ./build.sh lighthouse   builds, and has Lighthouse judge the pages
#   ./build.sh experiments  builds, and prints the paper's figures and tables, computed anew, into dist/experiments.md
#   ./build.sh notebook     builds, and runs the notebook in real Jupyter: nbconvert, and the classic notebook in Chromium
#   ./build.sh proof        checks the proofs in proof/ with Coq, and what they rest on
#   ./build.sh check        linters, and the tests of the engine: about a minute
#   ./build.sh framework    builds, and drives an Observable Framework project with it; asks a public address for versions
#   ./build.sh clients [re] builds, and drives the package in bundlers, servers, runtimes and test runners from npm; prints a table
#   ./build.sh clean        removes what was built
set -euo pipefail
cd "$(dirname "$0")"

version=0.2.0
flags=(-trimpath -ldflags "-s -w -X github.com/xaia-go/xaia/wasm/binding.Version=$version")
small=()
for package in runtime internal/runtime/maps internal/runtime/atomic sync slices syscall/js \
  honnef.co/go/js/dom/v2 github.com/xaia-go/xaia/...; do
  small+=("-gcflags=$package=-l")
done

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

need_firefox() {
  command -v "${FIREFOX:-firefox-esr}" >/dev/null && return
  if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
    say "installing firefox-esr"
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends firefox-esr
  fi
  command -v "${FIREFOX:-firefox-esr}" >/dev/null || fail "Firefox is missing: install it, or set FIREFOX to its path."
}

need_python() { command -v python3 >/dev/null || fail "Python is missing: install Python 3.9 or newer as python3."; }

need_coq() {
  command -v coqc >/dev/null && return
  if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
    say "installing coq"
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends coq
  fi
  command -v coqc >/dev/null || fail "Coq is missing: install it (on Debian: apt-get install coq)."
}

build() {
  need_tools
  need_packages web
  say "building dist/"
  rm -rf dist/npm dist/site
  mkdir -p dist/npm dist/site/data
  # The glue must be the one of the compiler that made the module.
  cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" wasm_exec.js
  GOOS=js GOARCH=wasm go build "${flags[@]}" -o dist/npm/xaia.wasm ./wasm
  # The page's module also holds the controller; without inlining the runtime, the bindings and the controller it is
  # an eighth smaller; fits of thousands of points take up to a half longer.
  # Without the commit, which changes how well it compresses by up to some kilobytes.
  # The older garbage collector is 9 KB smaller, where the compiler still has it.
  local experiment=""
  if GOEXPERIMENT=nogreenteagc go version >/dev/null 2>&1; then experiment=nogreenteagc; fi
  # And without GODEBUG (see the file), where the compiler's package time does with what the file has.
  local overlay=()
  mkdir -p dist/engine
  printf '{"Replace": {"%s/src/internal/godebug/godebug.go": "%s/web/site/page/_std/godebug.go"}}\n' "$(go env GOROOT)" "$PWD" >dist/engine/overlay.json
  if GOOS=js GOARCH=wasm go build -overlay dist/engine/overlay.json time 2>/dev/null; then overlay=(-overlay dist/engine/overlay.json); fi
  GOEXPERIMENT=$experiment GOOS=js GOARCH=wasm go build -buildvcs=false ${overlay[@]+"${overlay[@]}"} "${flags[@]}" "${small[@]}" -o dist/site/page.wasm ./web/site/page
  packed_engine
  rm -f dist/inputs.json
  go run ./web/bundle -version "$version" -inputs dist/inputs.json -out dist/npm package
  go run ./web/bundle -version "$version" -inputs dist/inputs.json -out dist/site page
  cp LICENSE dist/npm/
  types
  cp index.html web/site/style.css dist/site/
  go run ./experiments/preview >dist/site/preview.png
  # Whoever shows a link's picture wants its whole address: XAIA_SITE is the page's.
  [ -z "${XAIA_SITE:-}" ] || sed -i.plain "s|content=\"preview.png\"|content=\"${XAIA_SITE%/}/preview.png\"|" dist/site/index.html
  rm -f dist/site/index.html.plain
  cp testdata/data/{iris,wine,boston,diabetes}.csv dist/site/data/
  gallery
  go run ./experiments/sets >dist/site/sets.json
  go run ./web/site/rules >dist/site/_headers
  echo "*.br" >dist/site/.assetsignore # Cloudflare compresses by itself
  learn
  paper
  documentation
  go run ./release -notices -dist dist -inputs dist/inputs.json
  (cd dist/site && compress ./*.html ./*.css ./*.mjs engine.js paper-worker.js ./*.json page.wasm paper.wasm data/*.csv golden/*.json)
}

# The same types for import and for require; the latter have what tells TypeScript that they have no default by
# themselves: an import of it would be undefined.
types() {
  local name
  for name in xaia xaia.global xaia.wasm plot embed lessons; do
    sed 's#"[./a-z]*/\(xaia\|plot\)\.js"#"./\1.js"#' web/*/"$name.d.ts" >"dist/npm/$name.d.ts"
  done
  for name in xaia plot embed lessons; do
    sed 's#"\./\(xaia\|plot\)\.js"#"./\1.mjs"#' "dist/npm/$name.d.ts" >"dist/npm/$name.d.mts"
    echo "export declare const __esModule: true;" >>"dist/npm/$name.d.ts"
  done
}

# Tables that are somebody else's files: from their package, with its licence, which lies beside them.
gallery() {
  local from=web/node_modules/@observablehq/sample-datasets
  cp $from/penguins.csv dist/site/data/
  cp $from/LICENSE dist/site/data/LICENSE.txt
  awk 'NR == 1 || int((NR - 1) * 2000 / 53940) > int((NR - 2) * 2000 / 53940)' $from/diamonds.csv >dist/site/data/diamonds.csv
}

# The engine that embed.mjs carries: as small as it gets, since it becomes text in a notebook. Packed again when it has changed.
packed_engine() {
  mkdir -p dist/engine
  GOOS=js GOARCH=wasm go build "${flags[@]}" "${small[@]}" -o dist/engine/new.wasm ./wasm
  if ! cmp -s dist/engine/new.wasm dist/engine/xaia.wasm || [ ! -s dist/engine/xaia.lzma ]; then
    node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON web/embed/pack.mjs dist/engine/new.wasm dist/engine/xaia.lzma
    mv dist/engine/new.wasm dist/engine/xaia.wasm
  fi
}

# What the pages load, compressed once: the server, and hosts that know such files, send these. The paper's module less
# tightly: an eighth larger, but in a twentieth of the time. A window of 16 MB holds a module whole. Codes of their own
# for the nearest distances make the page's module half a percent smaller.
compress() {
  node -e 'const {brotliCompressSync, constants} = require("node:zlib"), fs = require("node:fs");
    for (const name of process.argv.slice(1)) {
      fs.writeFileSync(name + ".br", brotliCompressSync(fs.readFileSync(name), {params: {[constants.BROTLI_PARAM_QUALITY]: /paper\.wasm$/.test(name) ? 9 : 11,
        [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_LGBLOCK]: 16, [constants.BROTLI_PARAM_NPOSTFIX]: 2, [constants.BROTLI_PARAM_NDIRECT]: 48}}));
    }' "$@"
}

# The Worker. The adaptor's files come first, since its generator empties the folder; its wasm_exec.js is its own.
build_edge() {
  need_packages worker
  go run github.com/syumai/workers/cmd/workers-assets-gen -mode=go -o dist/edge
  cp worker/edge/{entry,programs}.mjs dist/edge/
  rm dist/edge/{worker,runtime}.mjs # entry.mjs and programs.mjs take their place
  GOOS=js GOARCH=wasm go build -trimpath -ldflags "-s -w" -o dist/edge/app.wasm ./worker/edge
}

wrangler() { (cd worker && WRANGLER_SEND_METRICS=false node_modules/.bin/wrangler "$@"); }

# XAIA_TOKEN and XAIA_ORIGINS as for the native server.
edge() {
  build
  build_edge
  local variables=()
  [ -z "${XAIA_TOKEN:-}" ] || variables+=(--var "XAIA_TOKEN:$XAIA_TOKEN")
  [ -z "${XAIA_ORIGINS:-}" ] || variables+=(--var "XAIA_ORIGINS:$XAIA_ORIGINS")
  cd worker
  WRANGLER_SEND_METRICS=false exec node_modules/.bin/wrangler dev --local --ip 127.0.0.1 --port "${1:-8787}" --inspector-port 0 --show-interactive-dev-session=false ${variables[@]+"${variables[@]}"}
}

# Replaces the shell, so that a signal reaches the server itself.
serve() {
  go build -o dist/serve ./worker/serve
  exec dist/serve -address "127.0.0.1:$1"
}

deploy() {
  build
  build_edge
  cat <<'EXPLANATION'

This puts the Worker of worker/wrangler.jsonc on your Cloudflare account. It needs, once:

  cd worker
  node_modules/.bin/wrangler login                        or CLOUDFLARE_API_TOKEN in the environment
  node_modules/.bin/wrangler r2 bucket create xaia-models the models' bucket
  node_modules/.bin/wrangler secret put XAIA_TOKEN        what writers must show; without it nobody writes

docs/edge.md says what it costs, and which plan it needs.

EXPLANATION
  wrangler deploy
}

load() {
  build
  build_edge
  say "load"
  go run ./worker/load -requests "${1:-10000}"
  node worker/load/cpu.mjs
}

siege() {
  build
  build_edge
  say "siege"
  go run ./worker/siege
}

# learn.html: a script of its own; module and worker are the page's.
learn() {
  go run ./web/bundle -version "$version" -inputs dist/inputs.json -out dist/site learn
  node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON web/site/learn/write.mjs dist/site
}

# paper.html: a module, scripts and data of its own, so that index.html loads none of it.
paper() {
  GOOS=js GOARCH=wasm go build "${flags[@]}" -o dist/site/paper.wasm ./experiments/page
  go run ./web/bundle -version "$version" -inputs dist/inputs.json -out dist/site paper
  cp web/site/paper/paper.html web/site/paper/paper.css dist/site/
  mkdir -p dist/site/data dist/site/golden
  cp testdata/data/{boston,diabetes,iris,wine,cancer}.csv dist/site/data/
  cp testdata/golden/{fig4-summary,rings}.json dist/site/golden/
}

# The documentation site: the documents and, from the types, the reference; anew when one of them has changed. The
# files that a reader downloads are the release's.
documentation() {
  local sources=(README.md docs/*.md web/package/xaia.d.ts web/typedoc.json web/site/docs/*)
  if [ "$(cat "${sources[@]}" | sha256sum)" != "$(cat dist/docs/.made 2>/dev/null)" ]; then
    rm -rf dist/docs
    node web/site/docs/make.mjs dist/docs
    compress $(find dist/docs -name '*.html' -o -name '*.css' -o -name '*.js')
    cat "${sources[@]}" | sha256sum >dist/docs/.made
  fi
  cp -r dist/docs dist/site/docs
  rm dist/site/docs/.made
  mkdir -p dist/site/files
  cp dist/npm/{inline,embed,lessons}.mjs dist/site/files/
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
  all=$(go list -deps ./core ./wire)
  forbidden=$(grep -E '^(fmt|encoding/json|reflect|net|net/.*|os|log)$' <<<"$all" || true)
  [ -z "$forbidden" ] || fail "core or wire pulls in $forbidden"
  forbidden=$(grep -v '^github.com/xaia-go/xaia/' <<<"$all" | grep '\.' || true)
  [ -z "$forbidden" ] || fail "core or wire pulls in $forbidden, from outside the standard library"
}

# A lock file names versions and hashes, not where the packages were fetched from.
check_locks() {
  local lock named
  for lock in $(git ls-files -co --exclude-standard '*package-lock.json'); do
    named=$(grep -n '"resolved"' "$lock" || true)
    [ -z "$named" ] || fail "$lock names where packages came from; run ./worker/unresolve.sh $lock"
  done
}

# The Worker must fit into what Cloudflare takes on its free plan: 3 MB, gzipped.
check_bundle() {
  local said size
  said=$(CI=1 wrangler deploy --dry-run 2>&1)
  size=$(sed -n 's/.*gzip: \([0-9]*\).*KiB.*/\1/p' <<<"$said")
  [ -n "$size" ] || fail "wrangler doesn't say how large the Worker is: $said"
  [ "$size" -lt 2900 ] || fail "the Worker has $size KiB gzipped, Cloudflare takes 3 MB"
  echo "the Worker has $size KiB gzipped"
}

# What needs no build and no browser.
lint() {
  need_packages web
  say "format, vet, staticcheck, actionlint, eslint, types of all JavaScript that is shipped, dependencies"
  check_format
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./core ./wire/... ./wasm/... ./web/site/page/... ./worker ./worker/edge ./experiments/page
  go vet -tags jupyter,framework ./web/test/browser
  go build -modfile=tools/go.mod -o dist/tools/ honnef.co/go/tools/cmd/staticcheck github.com/rhysd/actionlint/cmd/actionlint
  dist/tools/staticcheck ./...
  GOOS=js GOARCH=wasm dist/tools/staticcheck ./core ./wire/... ./wasm/... ./web/site/page ./worker/edge ./experiments/page
  dist/tools/actionlint
  web/node_modules/.bin/eslint -c web/eslint.config.mjs .
  (cd web && node_modules/.bin/tsc -p tsconfig.source.json)
  check_dependencies
  check_locks
}

check() {
  need_tools
  lint
  say "the engine's tests"
  go test -short ./core/... ./wire/...
}

run_tests() {
  build
  build_edge
  need_packages web/test/apps
  need_chromium
  lint
  check_bundle
  say "Go tests, native"
  CHROMIUM="$(chromium_path)" go test -timeout 20m ./...
  if grep -qw fma /proc/cpuinfo 2>/dev/null && [ "$(go env GOARCH)" = amd64 ]; then
    say "the same bits with fused multiply-add allowed"
    GOAMD64=v3 go test -count=1 -run TestTheSameBitsEverywhere .
  else
    say "this processor can't check fused multiply-add"
  fi
  say "Go tests, WebAssembly in Node"
  go_wasm test . ./core/... ./experiments/...
  say "JavaScript tests"
  node --test web/test/*.test.mjs worker/edge/*.test.mjs
  say "JavaScript tests of the API, the engine in a worker"
  node --import ./web/test/in-worker.mjs --test web/test/{api,bad-input,choose,crossing,engine,golden,learn,soak,tables}.test.mjs
  soak_beside 1000 120 # a tenth of an hour
  say "Plot in Python"
  python_tests
  if has_jupyter; then
    notebook_tests
  else
    say "NOT RUN: the notebook in real Jupyter, which isn't installed here; ./build.sh notebook says what it needs"
  fi
  if command -v coqc >/dev/null; then
    prove
  else
    say "NOT RUN: the proofs, which need Coq; ./build.sh proof installs it on Debian"
  fi
}

# From nothing, in a folder of their own. coqchk checks what coqc has written once more, by itself.
prove() {
  need_coq
  say "The proofs: $(coqc --version | sed -n 1p)"
  rm -rf dist/proof
  mkdir -p dist/proof
  cp proof/*.v dist/proof/
  (
    cd dist/proof
    for file in $(coqdep -sort -R . Xaia ./*.v); do
      coqc -q -R . Xaia "$file" >"$file.log" || { cat "$file.log"; exit 1; }
    done
    coqchk -silent -R . Xaia $(printf ' -norec Xaia.%s' $(basename -s .v ./*.v))
  )
  cat dist/proof/Check.v.log
  diff proof/assumptions.txt dist/proof/Check.v.log || fail "the theorems, or what they rest on, are not those of proof/assumptions.txt"
}

# The wheel, installed without a network. The widget needs traitlets, which comes with every Jupyter; Debian's Python may have it,
# and pandas, where the first one hasn't. The notebook itself is checked to be what its script writes.
python_tests() {
  local python=python3 test
  wheel
  "$python" -c 'import pandas, traitlets' 2>/dev/null || ! /usr/bin/python3 -c 'import pandas, traitlets' 2>/dev/null || python=/usr/bin/python3
  if ! "$python" -c 'import traitlets' 2>/dev/null; then
    say "NOT RUN: the tests of Plot in Python, which need python3 with traitlets"
    return
  fi
  for test in plot wheel pandas; do
    if [ "$test" = pandas ] && ! "$python" -c 'import numpy, pandas' 2>/dev/null; then
      say "NOT RUN: the tests of Plot with data frames, which need pandas (on Debian: apt-get install python3-pandas)"
      continue
    fi
    "$python" -B "python/tests/test_$test.py"
  done
}

has_jupyter() { command -v jupyter >/dev/null && jupyter nbconvert --version >/dev/null 2>&1 && jupyter notebook --version >/dev/null 2>&1; }

notebook_tests() {
  say "The notebook in Jupyter: $(jupyter nbconvert --version 2>/dev/null) (nbconvert), $(jupyter notebook --version 2>/dev/null) (notebook)"
  CHROMIUM="$(chromium_path)" go test -count=1 -tags jupyter -run 'Notebook' -v ./web/test/browser
}

framework() {
  build
  need_packages web/test/framework
  need_chromium
  say "Observable Framework"
  cp dist/npm/embed.mjs web/test/framework/src/embed.js
  (cd web/test/framework && rm -rf dist && OBSERVABLE_TELEMETRY_DISABLE=true node_modules/.bin/observable build)
  CHROMIUM="$(chromium_path)" go test -count=1 -tags framework -run TestFrameworkReacts -v ./web/test/browser
}

clients() {
  build
  need_chromium
  say "clients"
  CHROMIUM="$(chromium_path)" node web/test/clients/main.mjs "${1:-}" | tee dist/clients.md
}

notebook() {
  has_jupyter || fail "Jupyter is missing. On Debian 12: apt-get install -y jupyter-nbconvert jupyter-notebook python3-ipykernel python3-pandas"
  build
  need_chromium
  python_tests
  notebook_tests
}

fuzz() {
  local target
  build
  for target in FuzzFit FuzzRestore FuzzCalibration; do
    go test ./core -run '^$' -fuzz "^$target\$" -fuzztime "${1:-10m}"
  done
  go test ./wire/jsontext -run '^$' -fuzz '^FuzzParse$' -fuzztime "${1:-10m}"
  go test ./worker -run '^$' -fuzz '^FuzzBody$' -fuzztime "${1:-10m}"
  node web/test/fuzz/main.mjs "${1:-10m}"
}

# A third of the time each; another seed every time, which is printed.
soak() {
  local minutes=${1:-60} seed=$((RANDOM * 32768 + RANDOM))
  [[ "$minutes" =~ ^[0-9]+$ ]] || fail "soak takes minutes, not $minutes."
  build
  need_chromium
  soak_beside "$seed" $((minutes * 20))
}

# Three soaks side by side, each for so many seconds: two in Node, one in Chromium. What they print comes in the end.
soak_beside() {
  local seed=$1 seconds=$2 pids=() pid status=0
  say "soak, three times $seconds s side by side, seed $seed"
  node web/test/soak/node.mjs --seed "$seed" --seconds "$seconds" >dist/soak-here.log 2>&1 & pids+=($!)
  node web/test/soak/node.mjs --worker --seed "$seed" --seconds "$seconds" >dist/soak-worker.log 2>&1 & pids+=($!)
  CHROMIUM="$(chromium_path)" go test ./web/test/browser -run '^TestSoak$' -v -count=1 -timeout 0 -soak "${seconds}s" -soakseed "$seed" >dist/soak-chromium.log 2>&1 & pids+=($!)
  for pid in "${pids[@]}"; do wait "$pid" || status=1; done
  cat dist/soak-{here,worker,chromium}.log
  return "$status"
}

# The wheel: embed.mjs of the build, and python/xaia.
wheel() {
  need_python
  rm -rf dist/python
  python3 -B python/backend.py dist/python
}

release_once() {
  build
  wheel
  go run ./release -version "$version" -dist dist -inputs dist/inputs.json -out dist/release
}

# Twice, the second time in another folder: what depends on a path, a time or an order shows.
release() {
  release_once
  local other
  other=$(mktemp -d)
  trap "rm -rf '$other'" EXIT
  say "once more, elsewhere"
  git ls-files -co --exclude-standard -z | tar --null --files-from=- --ignore-failed-read -cf - | tar -xf - -C "$other"
  cp -r web/node_modules "$other/web/"
  "$other/build.sh" release_once
  diff -r dist/release "$other/dist/release" || fail "two builds differ"
  say "dist/release, the same bytes twice"
  (cd dist/release && sha256sum --check SHA256SUMS && ls -l)
}

run_firefox() {
  build
  need_packages web/test/firefox
  need_firefox
  go build -o dist/serve ./worker/serve
  say "Firefox"
  FIREFOX="$(command -v "${FIREFOX:-firefox-esr}")" node --test --test-concurrency=1 web/test/firefox/*.test.mjs
}

need_webkit() {
  command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null && return
  if [ "$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then
    say "installing webkit2gtk-driver"
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends webkit2gtk-driver xvfb xauth
  fi
  command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null || fail "WebKitGTK is missing: install it (on Debian: apt-get install webkit2gtk-driver xvfb xauth)."
}

# The tests of Firefox, in WebKitGTK; it shows nothing without a display.
run_webkit() {
  build
  need_webkit
  go build -o dist/serve ./worker/serve
  say "WebKitGTK"
  XAIA_BROWSER=webkit xvfb-run --auto-servernum --server-args "-screen 0 1600x1400x24" node --test --test-concurrency=1 web/test/firefox/*.test.mjs
}

# All that bench needs of a state is put into one folder, which it also serves.
bench_folder() {
  mkdir -p "$1"
  cp bench/host.mjs bench/index.html "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$1"
  cp -r testdata/data "$1"
  go test -c -o "$1/core.test" ./core
  GOOS=js GOARCH=wasm go test -c -o "$1/core.test.wasm" ./core
}

# Made once: they are the same every time.
bench_sets() {
  need_packages web
  [ bench/data.mjs -ot dist/bench/data/digits-784.f64 ] || node bench/data.mjs dist/bench/data
}

# The state of a commit, by turns with this one.
bench_against() {
  local other here=$PWD
  other=$(mktemp -d)
  trap "rm -rf '$other'" EXIT
  git archive "$1" | tar -xf - -C "$other"
  (cd "$other" && bench_folder "$here/dist/bench-before")
  CHROMIUM="$(chromium_path || true)" go run ./bench -against dist/bench-before -only "$2" -on "${3:-native,Node}"
}

bench() {
  local options=()
  case "${1:-}" in
    quick) options=(-quick) ;;
    only)
      bench_folder dist/bench
      bench_sets
      CHROMIUM="$(chromium_path || true)" go run ./bench -only "$2" -on "${3:-native,Node}"
      return
      ;;
    against)
      bench_folder dist/bench
      bench_against "${@:2}"
      return
      ;;
    ?*) fail "bench takes nothing, quick, only or against, not $1." ;;
  esac
  build
  need_chromium
  say "benchmark"
  bench_folder dist/bench
  bench_sets
  {
    local status=0
    CHROMIUM="$(chromium_path)" go run ./bench "${options[@]}" || status=$?
    node bench/predict.mjs
    node bench/control.mjs
    exit "$status"
  } | tee dist/bench/table.md
}

quality() {
  local script=main output=table word
  for word in "$@"; do
    case "$word" in
      why) script=why output=why ;;
      quick) ;;
      sets | outliers | alarms | tables | large | coverage) output=$word ;;
      *) fail "quality takes nothing, quick, why, sets, outliers, alarms, tables, large or coverage, not $word." ;;
    esac
  done
  build
  say "quality"
  mkdir -p dist/quality
  node "quality/$script.mjs" "$@" | tee "dist/quality/$output.md"
}

# Lighthouse is too much noise for test: the machine's load moves its figures.
judge() {
  build
  need_packages web/test/lighthouse
  need_chromium
  say "Lighthouse"
  go build -o dist/serve ./worker/serve
  dist/serve -address 127.0.0.1:8765 &
  local server=$! status=0
  node web/test/lighthouse/run.mjs "$(chromium_path)" http://127.0.0.1:8765/ || status=$?
  kill "$server"
  return "$status"
}

experiments() {
  build
  say "experiments"
  node web/site/paper/print.mjs | tee dist/experiments.md
}

case "${1:-build}" in
  build) build ;;
  serve) build; serve "${2:-8080}" ;;
  edge) edge "${2:-}" ;;
  deploy) deploy ;;
  load) load "${2:-}" ;;
  siege) siege ;;
  check) check ;;
  test) run_tests ;;
  fuzz) fuzz "${2:-}" ;;
  soak) soak "${2:-}" ;;
  firefox) run_firefox ;;
  webkit) run_webkit ;;
  release) release ;;
  release_once) release_once ;; # for release itself
  bench) bench "${@:2}" ;;
  quality) quality "${@:2}" ;;
  lighthouse) judge ;;
  experiments) experiments ;;
  notebook) notebook ;;
  proof) prove ;;
  framework) framework ;;
  clients) clients "${2:-}" ;;
  clean) rm -rf dist wasm_exec.js {web,web/test/apps,web/test/firefox,web/test/framework,web/test/lighthouse,worker}/node_modules web/test/framework/{dist,src/embed.js,src/.observablehq} worker/.wrangler ;;
  *) sed -n '2,/^set /{/^#/p}' "$0"; exit 2 ;;
esac
