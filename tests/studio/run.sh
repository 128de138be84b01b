#!/bin/sh
# run.sh COUNTS WORD: run the tests of the studio (run.py), or count them as skipped, with the
# reason, where what they need is not here. UNDERSTUDY is the program under test.
set -eu
counts=$1 word=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
export UNDERSTUDY_DATA="$root" PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
if ! [ -x "$python" ]; then
    case studio in
        *"$word"*)
            echo "  skip studio: there is no $python"
            echo "0 0 1" > "$counts"
            ;;
        *) echo "0 0 0" > "$counts" ;;
    esac
    exit 0
fi
code=0
"$UNDERSTUDY" studio --token - > /dev/null 2>&1 || code=$?
[ $code != 5 ] || export STUDIO_SKIP="built without libwebsockets"
exec "$python" "$root/tests/studio/run.py" "$counts" "$word"
