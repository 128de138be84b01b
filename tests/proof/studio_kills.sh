#!/bin/bash
# The studio, killed with -9 500 times while a client of its web socket plays and labels a game. What a
# report called saved is on the disk each time: tests/studio/kills.py. Program: $UNDERSTUDY.
set -eu
: "${UNDERSTUDY:=bin/understudy}" "${KILLS:=500}"
root=$(cd "$(dirname "$0")/../.." && pwd)
export UNDERSTUDY UNDERSTUDY_DATA="$root" PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
[ -x "$python" ] || { echo "there is no $python"; exit 77; }
code=0
"$UNDERSTUDY" studio --port 0 --token - > /dev/null 2>&1 || code=$?
[ $code != 5 ] || { echo "built without libwebsockets"; exit 77; }
exec "$python" "$root/tests/studio/kills.py" "$KILLS"
