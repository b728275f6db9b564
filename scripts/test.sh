#!/usr/bin/env bash
# Sets up what is missing, then lints, checks types, builds and runs every test. Arguments go to vitest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/setup.sh

setup_system browser fonts display pictures input managers
setup_packages

results=out/test-results.json
rm -f "$results"

note "lint"
npm run -s lint
note "types"
npm run -s typecheck
setup_build
# Tests that need a display and find none start one of their own.
exec vitest run --reporter=default --reporter=json --outputFile.json="$results" "$@"
