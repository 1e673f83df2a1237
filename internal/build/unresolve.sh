#!/usr/bin/env bash
# Removes the addresses of packages from a lock file: npm finds the packages by name, version and hash in the registry
# that it is configured for. Run it after npm install if your npm doesn't know the setting in .npmrc.
set -euo pipefail
for lock in "$@"; do
  node -e '
    const fs = require("fs"), path = process.argv[1], lock = JSON.parse(fs.readFileSync(path, "utf8"));
    for (const entry of Object.values(lock.packages)) delete entry.resolved;
    fs.writeFileSync(path, JSON.stringify(lock, null, 2) + "\n");' "$lock"
done
