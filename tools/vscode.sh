#!/usr/bin/env bash
# Tests the extension for Visual Studio Code and packages it, in a folder of its own. Where there is
# no Node, or its packages can't be had, it says so and ends with 0: nothing is known then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/vscode"

say() { printf 'vscode: %s\n' "$*"; }

unknown() {
    say "not tested: $*"
    exit 0
}

# Gets packages; a lock file that does not fit is our fault, and all else is that of the network.
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
# Without what is made here; git, which knows it, is missing beside an unpacked archive.
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
