#!/usr/bin/env bash
# Tests the extension for Visual Studio Code and packages it, in a separate folder. Without Node, or if
# its packages can't be downloaded, it says so and exits with 0, since nothing is known then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/vscode"

say() { printf 'vscode: %s\n' "$*"; }

unknown() {
    say "not tested: $*"
    exit 0
}

# Installs packages; a lock file that does not fit is our fault, any other failure is the network's.
get() {
    timeout 100 "$@" >get.log 2>&1 && return
    if grep -qE 'code (EUSAGE|EINTEGRITY|EJSONPARSE)' get.log; then
        cat get.log
        exit 1
    fi
    unknown "its packages can't be had ($(grep -m 1 -oE 'code [A-Z0-9_]+' get.log || tail -n 1 get.log))"
}

command -v node >/dev/null && command -v npm >/dev/null || unknown "there is no Node"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Leaves out generated files. git would know them, but an unpacked archive has no repository.
tar -c --exclude ./node_modules --exclude ./dist --exclude './*.vsix' . | tar -x -C "$folder"
cd "$folder"
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
export npm_config_fetch_retries=1 npm_config_fetch_retry_mintimeout=1000
export npm_config_fetch_timeout=60000

get npm ci --ignore-scripts
npm test
get npx --yes @vscode/vsce@3 --version
npm run package
say "tested and packaged: $(ls ./*.vsix)"
