#!/usr/bin/env bash
# Sets up what is missing, then starts the control room. --help lists the options.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/setup.sh

parts=(browser fonts)
if [ -z "${DISPLAY:-}" ]; then parts+=(display); fi
for argument in "$@"; do
  # The monitors are told apart by xrandr, which comes with the display's packages.
  case $argument in --screenshot*) parts+=(pictures display) ;; esac
done

setup_system "${parts[@]}"
setup_packages
setup_build
exec node scripts/start/main.ts "$@"
