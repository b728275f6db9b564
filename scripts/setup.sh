# shellcheck shell=bash
# Sourced by start.sh and test.sh, from the repository's root. Everything that a fresh Debian or Ubuntu machine
# lacks is installed here; where nothing is lacking, it takes a fraction of a second.

export PATH="$PWD/node_modules/.bin:$PATH"

note() { printf 'setup: %s\n' "$*"; }

# --- system packages -------------------------------------------------------------------------------------------

missing_packages=()
missing_reasons=()

# need COMMAND "PACKAGE ..." REASON
need() {
  if command -v "$1" >/dev/null; then return; fi
  read -r -a packages <<<"$2"
  # Two parts of the set-up may want the same.
  case " ${missing_packages[*]} " in *" ${packages[0]} "*) return ;; esac
  missing_packages+=("${packages[@]}")
  missing_reasons+=("$2: $3")
}

is_ubuntu() { grep -qsE '^ID=("?)ubuntu\1$' /etc/os-release; }

need_browser() {
  if command -v google-chrome >/dev/null; then return; fi
  if is_ubuntu; then
    if command -v snap >/dev/null && snap list chromium >/dev/null 2>&1; then
      note "Chromium is a snap here, which reads no hidden directories: set SESSIONDOCK_HOME to a visible one in your home."
    elif ! command -v chromium >/dev/null; then
      note "Ubuntu has Chromium only as a snap, which can't use profiles everywhere. Install Google Chrome's .deb, or"
      note "Chrome for Testing (npx @puppeteer/browsers install chrome@stable) and set browser.path in the configuration."
      command -v chromium-browser >/dev/null || exit 1
    fi
    return
  fi
  need chromium "chromium chromium-sandbox" "the browser of the slots"
}

need_display() {
  need Xvfb xvfb "a display, as this machine has none"
  need openbox openbox "places windows on that display"
  need xprop x11-utils "tells when the display is ready"
  need xrandr x11-xserver-utils "gives that display two monitors"
}

need_fonts() {
  local fonts
  for fonts in /usr/share/fonts/truetype/liberation*; do
    if [ -d "$fonts" ]; then return; fi
  done
  need no-such-command-but-fonts fonts-liberation "letters for the windows"
}

# The focus guard is tested and measured under each of these.
need_window_managers() {
  need openbox openbox "a window manager for tests"
  need xfwm4 xfwm4 "another window manager for tests"
  need mutter mutter "GNOME's window manager, for tests"
  need dbus-run-session dbus "the session bus that mutter asks for"
}

# setup_system [browser] [display] [pictures] [input] [fonts] [managers]
setup_system() {
  need node nodejs "runs npm, which brings the Node that SessionDock uses"
  need npm npm "installs the packages of package-lock.json"
  if [ "$(uname -s)" = Linux ]; then
    local part
    for part in "$@"; do
      case $part in
        browser) need_browser ;;
        display) need_display ;;
        pictures) need import imagemagick "takes pictures of the screen" ;;
        input) need xdotool xdotool "types and clicks as a person would, in tests" ;;
        managers) need_window_managers ;;
        fonts) if command -v apt-get >/dev/null; then need_fonts; fi ;;
      esac
    done
  fi
  if [ ${#missing_packages[@]} -gt 0 ]; then install_packages; fi
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  if ! command -v apt-get >/dev/null || ! may_install; then
    note "these packages are missing, and can't be installed from here:"
    printf '  %s\n' "${missing_reasons[@]}"
    note "install them, then run this again. Debian, Ubuntu: sudo apt-get install ${missing_packages[*]}"
    exit 1
  fi
  note "installs these system packages${as_root[*]:+ with sudo}:"
  printf '  %s\n' "${missing_reasons[@]}"
  # apt-get's own lists are long; they are shown only when it fails.
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing_packages[@]}"; } \
    >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    note "apt-get could not install them; its output stands above"
    exit 1
  fi
  rm -f "$log"
}

# As root, or with a sudo that asks for no password or has a terminal to ask at.
may_install() {
  if [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; then return; fi
  command -v sudo >/dev/null && [ -t 0 ] && sudo -v
}

# --- packages and build ----------------------------------------------------------------------------------------

hash_of() {
  local sum=(sha256sum)
  if ! command -v sha256sum >/dev/null; then sum=(shasum -a 256); fi
  find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 "${sum[@]}" | "${sum[@]}" | cut -d ' ' -f 1
}

is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# npm ci, when package-lock.json is another one than last time. Install scripts are off: every package ships its
# binaries, and npm would otherwise compile better-sqlite3 although its binary is there.
setup_packages() {
  local stamp=node_modules/.sessiondock-stamp now
  now=$(hash_of package-lock.json)
  if ! is_stamped "$stamp" "$now"; then
    note "installs the packages of package-lock.json"
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    echo "$now" >"$stamp"
    hash -r
  fi
  if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 24 ]; then
    note "Node 24 or newer is needed, and $(node --version) is here. On this system npm brings none: install it from your system or nodejs.org."
    exit 1
  fi
}

setup_build() {
  local stamp=out/.stamp now
  now=$(hash_of src electron.vite.config.ts tsconfig.json package.json package-lock.json)
  if is_stamped "$stamp" "$now"; then return; fi
  note "builds the control room"
  npm run -s build
  echo "$now" >"$stamp"
}
