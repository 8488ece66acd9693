#!/usr/bin/env bash
# Makes .venv from requirements-dev.lock, with cardwright in it as an editable install.
# `setup.sh lock` resolves the dependencies of pyproject.toml again and rewrites the lock.
# PYTHON=/path/to/python chooses the interpreter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

PACKAGES="python3 python3-venv"

say() { printf 'setup: %s\n' "$*" >&2; }

# A pyenv shim may exist and still not run, so each candidate is asked to import what a venv needs.
can() { "$1" -c "import sys; assert sys.version_info >= (3, 11); $2" >/dev/null 2>&1; }

find_python() {
    local wants=$1 name
    for name in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3.14 python3 \
        /usr/bin/python3; do
        if can "$name" "$wants"; then
            command -v "$name"
            return
        fi
        [ "$name" != "${PYTHON:-}" ] || { say "PYTHON=$PYTHON can't do this: $wants"; return 1; }
    done
    return 1
}

install_python() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        say "run this first: sudo apt-get install $PACKAGES"
        return 1
    fi
    say "installing $PACKAGES"
    apt-get update -qq >&2
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $PACKAGES >&2
}

python_with_venv() {
    find_python "import venv, ensurepip" && return
    if find_python "pass" >/dev/null; then
        say "this Python has no venv module with ensurepip"
    else
        say "no Python 3.11 or newer here"
    fi
    [ -z "${PYTHON:-}" ] && install_python && find_python "import venv, ensurepip" && return
    say "needed: Python 3.11 or newer with venv (Debian, Ubuntu: apt-get install $PACKAGES)"
    return 1
}

# The packages that build cardwright, and the dependency groups, which pip before 25.1 can't read.
groups() {
    "$1" - <<'END'
import tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)
groups = [project["build-system"]["requires"], *project["dependency-groups"].values()]
print(*(name for group in groups for name in group), sep="\n")
END
}

write_lock() {
    local python=$1 room
    room=$(mktemp -d)
    trap "rm -rf '$room'" EXIT
    "$python" -m venv "$room"
    groups "$python" >"$room/wanted.txt"
    "$room/bin/python" -m pip install -qq --disable-pip-version-check \
        --editable . -r "$room/wanted.txt" editables
    {
        echo "# Made by \`make lock\` from pyproject.toml; not edited by hand."
        "$room/bin/python" -m pip freeze --exclude-editable | grep -E '^[A-Za-z0-9._-]+=='
    } >requirements-dev.lock.new
    mv requirements-dev.lock.new requirements-dev.lock
    say "requirements-dev.lock has $(grep -c == requirements-dev.lock) packages"
}

fill_venv() {
    local python=$1 pip=(.venv/bin/python -m pip --disable-pip-version-check)
    # An environment left behind by an interrupted run or a moved folder is made again.
    if ! { can .venv/bin/python pass && "${pip[@]}" --version; } >/dev/null 2>&1; then
        say "making .venv with $("$python" --version)"
        rm -rf .venv
        "$python" -m venv .venv
    fi
    "${pip[@]}" install -qq -r requirements-dev.lock
    "${pip[@]}" install -qq --no-build-isolation --no-deps --editable .
    "${pip[@]}" check >/dev/null || { "${pip[@]}" check; return 1; }
}

python=$(python_with_venv)
case "${1:-}" in
    lock) write_lock "$python" ;;
    "") fill_venv "$python" ;;
    *) say "unknown argument: $1"; exit 2 ;;
esac
