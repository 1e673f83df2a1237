#!/usr/bin/env bash
# Takes the addresses that packages were fetched from out of a lock file: npm finds them again by name, version and hash
# in whatever registry it is set to. Run it after npm install, where the npm in use doesn't know the setting in .npmrc.
set -euo pipefail
for lock in "$@"; do
  node -e '
    const fs = require("fs"), path = process.argv[1], lock = JSON.parse(fs.readFileSync(path, "utf8"));
    for (const entry of Object.values(lock.packages)) delete entry.resolved;
    fs.writeFileSync(path, JSON.stringify(lock, null, 2) + "\n");' "$lock"
done
