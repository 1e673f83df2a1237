#!/usr/bin/env bash
# Everything there is to do with this repository: ./build.sh help lists it. The program is internal/build; here is only
# what it needs itself.
set -euo pipefail
cd "$(dirname "$0")"
needed=$(sed -n 's/^go //p' go.mod)
if ! command -v go >/dev/null; then
  echo "build.sh: Go is missing: install Go $needed or newer, https://go.dev/dl/" >&2
  exit 1
fi
there=$(go env GOVERSION 2>/dev/null || GOTOOLCHAIN=local go env GOVERSION)
IFS=. read -r major minor _ <<<"${there#go}.0"
IFS=. read -r needed_major needed_minor _ <<<"$needed.0"
if ((major < needed_major || (major == needed_major && ${minor%%[!0-9]*} < needed_minor))); then
  echo "build.sh: Go $needed or newer is needed, ${there#go} is there: https://go.dev/dl/" >&2
  exit 1
fi
mkdir -p dist/tools
go build -buildvcs=false -o dist/tools/build ./internal/build
exec dist/tools/build "$@"
