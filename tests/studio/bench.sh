#!/bin/sh
# bench.sh: time the studio in a real browser (bench.py). UNDERSTUDY is the program, else
# build/release/understudy.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
export UNDERSTUDY="${UNDERSTUDY:-$root/build/release/understudy}" UNDERSTUDY_DATA="$root"
export PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 "$root/tests/studio/bench.py"
