#!/usr/bin/env bash
# What docs/service.md says, done once from end to end, in a temporary folder and on this machine's own addresses:
#   deploy/check.sh xaia-server [the next version's xaia-server]
# It needs curl, and nginx and openssl for the proxy; without these it says so, and leaves the proxy out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
server=$(realpath "$1")
next=$(realpath "${2:-$1}")
folder=$(mktemp -d)
running=() pid=
cleanup() {
  for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap cleanup EXIT
say() { printf '%s\n' "$*"; }
fail() { printf 'check.sh: %s\n' "$*" >&2; cat "$folder"/*.log >&2; exit 1; }

token=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
owner=(-H "Authorization: Bearer $token")
curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }

# start PROGRAM: $url and $metrics are its addresses. The system chooses the ports.
start() {
  : >"$folder/server.log"
  XAIA_TOKEN=$token "$1" -address 127.0.0.1:0 -metrics 127.0.0.1:0 -models "$folder/models" -site "" >"$folder/server.log" 2>&1 &
  pid=$!
  running+=("$pid")
  for _ in $(seq 100); do
    url=$(sed -n 's|^xaia is at \(http://[^/]*\)/.*|\1|p' "$folder/server.log")
    metrics=$(sed -n 's|^metrics are at ||p' "$folder/server.log")
    if [ -n "$url" ] && curl "$url/readyz" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  fail "the server isn't ready"
}
stop() {
  kill "$pid"
  wait "$pid" || fail "it ended with $? when it was asked to"
}
# ask URL: what the model answers.
ask() { curl "$1/v1/models/first/predict" -d '{"X": [[0.1, 0.9]]}' "${@:2}"; }
want='{"predictions":["b"]}'

start "$server"
curl "$url/healthz" | grep '"storage":"readable"' >/dev/null || fail "healthz"
say "runs: $(curl "$url/healthz")"

curl "${owner[@]}" -X PUT "$url/v1/models/first" -d '{"X": [[0,0],[0,1],[1,0],[1,1]], "y": ["a","b","b","a"]}' >/dev/null
[ "$(ask "$url")" = "$want" ] || fail "the model answers $(ask "$url")"
if curl -X DELETE "$url/v1/models/first" >/dev/null 2>&1; then fail "a guest deletes a model"; fi
say "a model is stored, and answers"

if command -v nginx >/dev/null && command -v openssl >/dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
  port=$((20000 + RANDOM % 10000))
  {
    printf 'daemon off; pid %s/nginx.pid; error_log %s/nginx.log; events {}\nhttp { access_log off;\n' "$folder" "$folder"
    for kind in client_body proxy fastcgi uwsgi scgi; do printf '%s_temp_path %s/%s;\n' $kind "$folder" $kind; done
    sed -e "s|listen 443|listen 127.0.0.1:$port|; s|/etc/ssl/.*\.pem|$folder/certificate|; s|/etc/ssl/.*\.key|$folder/key|; s|http://127.0.0.1:8080|$url|" "$here/nginx.conf"
    printf '}\n'
  } >"$folder/nginx.conf"
  nginx -e "$folder/nginx.log" -c "$folder/nginx.conf" 2>"$folder/proxy.log" &
  running+=($!)
  proxy=https://localhost:$port
  for _ in $(seq 50); do curl --cacert "$folder/certificate" "$proxy/readyz" >/dev/null 2>&1 && break || sleep 0.1; done
  [ "$(ask "$proxy" --cacert "$folder/certificate")" = "$want" ] || fail "over the proxy"
  curl --cacert "$folder/certificate" "${owner[@]}" "$proxy/v1/models/first/absorb" -d '{"X": [[5, 5]], "y": ["b"]}' | grep '"sampleCount":5' >/dev/null || fail "absorb over the proxy"
  say "it answers over TLS, by nginx"
else
  say "NOT RUN: the proxy, which needs nginx and openssl"
fi

sleep 1.1 # models are counted once a second
curl "$metrics" | grep '^xaia_models 1$' >/dev/null || fail "metrics: $(curl "$metrics")"
curl "${owner[@]}" "$url/metrics" | grep 'route="POST /v1/models/{name}/predict",status="200"' >/dev/null || fail "metrics for the owner"
if curl "$url/metrics" >/dev/null 2>&1; then fail "a guest reads the metrics"; fi
say "metrics are read"

tar -C "$folder/models" -czf "$folder/backup.tar.gz" .
curl "${owner[@]}" -X DELETE "$url/v1/models/first" >/dev/null
if ask "$url" >/dev/null 2>&1; then fail "a model that was deleted answers"; fi
tar -C "$folder/models" -xzf "$folder/backup.tar.gz"
[ "$(ask "$url")" = "$want" ] || fail "after the restore"
say "a backup is restored"

before=$(curl "$url/v1/models/first" | cksum)
stop
start "$next"
[ "$(ask "$url")" = "$want" ] && [ "$(curl "$url/v1/models/first" | cksum)" = "$before" ] || fail "after the upgrade"
stop
say "it stops when it is asked to, and the next version answers by the same models"
