#!/bin/bash
# Large inputs: a library with a million origins, one of 200 MB of different states, a trace of 170 MB.
# Every command on them ends within a second of SIGINT and SIGTERM with 130, at three moments each, and
# leaves what was there to the byte. Merging a million origins takes less than 30 s of processor time;
# no reader takes more memory than three times its file; a sparse file of 3 GB is refused at once.
# Program: $PROGRAM, bin/understudy: a release build, since times and memory are those of the user's.
# $WORK: a folder that is kept, with the inputs. $ONLY: a word of the commands to try.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${PROGRAM:=$root/bin/understudy}" "${WORK:=}" "${ONLY:=}"
[ -x "$PROGRAM" ] || { echo "there is no $PROGRAM: run make before"; exit 77; }
[ -x /usr/bin/time ] || { echo "there is no /usr/bin/time"; exit 77; }
UNDERSTUDY=$PROGRAM
export UNDERSTUDY UNDERSTUDY_DATA="$root"
. "$root/tests/proof/lib/large.sh"
if [ "$WORK" ]; then
    mkdir -p "$WORK"
else
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
cd "$WORK"
failed=0 tried=0 worst=0

make_inputs() {
    [ ! -e made ] || return 0
    large_library met.db 2 25 20000 0          # a million origins
    large_library more.db 2 25 1000 20000
    large_states 10 10000 0 > states-0.brl
    large_states 10 10000 10 > states-1.brl
    large_behaviors 2 25 6000 900000 > more.brl
    "$UNDERSTUDY" library import states-0.brl states-1.brl -o states.db # 200 MB
    large_trace 2000000 > long.jsonl
    touch made
}

wrong() { # TEXT
    failed=$((failed + 1))
    echo "  FAIL $1"
}

# Stops the command after so many seconds. True unless it had ended before.
stop_after() { # SECONDS SIGNAL ARGUMENT...
    local wait=$1 signal=$2 pid code=0 start took
    shift 2
    "$UNDERSTUDY" "$@" > out 2> errors &
    pid=$!
    sleep "$wait"
    start=$(date +%s%N)
    kill -"$signal" $pid 2> gone || { wait $pid || true; return 1; }
    wait $pid || code=$?
    took=$((($(date +%s%N) - start) / 1000000))
    [ $code != 0 ] || return 1 # it was about to end
    tried=$((tried + 1))
    [ $took -le $worst ] || worst=$took
    [ $code = 130 ] || wrong "understudy $* after $wait s of SIG$signal: exit $code: $(tail -n 1 errors)"
    [ $took -lt 1000 ] || wrong "understudy $* after $wait s of SIG$signal: ended $took ms later"
    case "$*" in
        "trace show"*) ;; # prints while it reads
        *) [ ! -s out ] || wrong "understudy $*: half an output" ;;
    esac
    ! ls new.* > out 2> gone || wrong "understudy $*: left behind: $(cat out)"
}

stops() { # ARGUMENT...
    local wait signal=INT
    case "$*" in *"$ONLY"*) ;; *) return 0 ;; esac
    for wait in 0.2 1 3; do
        stop_after $wait $signal "$@" || break
        signal=TERM
    done
    rm -rf new.*
}

keeps() { # FILE...: whether they are as they were
    cksum "$@" > now
    if [ -e sums ]; then
        cmp -s sums now || wrong "an input was changed"
    else
        mv now sums
    fi
}

# Runs the command to its end, with its memory in kilobytes and its seconds of processor time.
measure() { # MOST-KB ARGUMENT...
    local most=$1 code=0
    shift
    case "$*" in *"$ONLY"*) ;; *) return 0 ;; esac
    /usr/bin/time -o used -f '%M %U' "$UNDERSTUDY" "$@" > out 2> errors || code=$?
    [ $code -le 1 ] || wrong "understudy $*: exit $code: $(tail -n 1 errors)"
    read -r memory seconds <<< "$(tail -n 1 used)"
    echo "understudy $*: $memory KB, $seconds s of user time"
    [ "$memory" -le "$most" ] || wrong "understudy $*: $memory KB, expected at most $most"
    rm -rf new.*
}

three_times() { # FILE...: kilobytes
    echo $(($(stat -c %s "$@" | awk '{ all += $1 } END { printf "%d", all }') * 3 / 1024))
}

make_inputs
inputs=(met.db more.db states.db long.jsonl)
rm -rf sums new.*
keeps "${inputs[@]}"

echo "== interrupts"
for library in met.db states.db; do
    stops library merge $library more.db -o new.db
    stops library merge more.db $library -o more.db
    stops library check $library
    stops library show $library
    stops library show $library --json
    stops library show $library --all
    stops library list $library
    stops library stats $library
    stops library export $library -o new.brl
    stops library diff $library more.db
    stops library prune $library --footprint
    stops library eval $library
    stops library shuffle $library -o new.db
done
stops library import more.brl -o new.db
stops library import more.brl -o met.db
stops library import states-0.brl -o new.db
stops library update met.db long.jsonl
stops game play open-1 --p0 library:states.db --p1 ai:raid
stops trace show long.jsonl
stops trace show long.jsonl --json
stops trace check long.jsonl
stops trace stats long.jsonl
stops trace replay long.jsonl
stops trace trim long.jsonl --to 100000 -o new.jsonl
stops trace film long.jsonl -o new.html
stops learn long.jsonl -o new.db
stops adapt more.db long.jsonl -o new.db
keeps "${inputs[@]}"
echo "$tried interrupts; the slowest command ended $worst ms after its own"

echo "== memory and time"
measure "$(three_times met.db more.db)" library merge met.db more.db -o new.db
case "library merge" in
    *"$ONLY"*) awk -v s="$seconds" 'BEGIN { exit s >= 30 }' || wrong "a million origins took $seconds s" ;;
esac
for library in met.db states.db; do
    most=$(three_times $library)
    measure "$most" library check $library
    measure "$most" library show $library
    measure "$most" library list $library
    measure "$most" library stats $library
    measure "$most" library export $library -o new.brl
    measure "$most" library diff $library more.db
    measure "$most" game play open-1 --p0 library:$library --p1 idle --max-cycles 100
done
measure "$(three_times states-0.brl)" library import states-0.brl -o new.db
for command in show check stats; do
    measure "$(three_times long.jsonl)" trace $command long.jsonl
done
keeps "${inputs[@]}"

echo "== a file that is too large"
truncate -s 3G sparse
for command in "library import sparse -o new.db" "library update more.db sparse" "library show sparse" \
    "trace show sparse" "learn sparse -o new.db" "adapt more.db sparse -o new.db" "tree check sparse" \
    "experiment plan sparse"; do
    start=$(date +%s%N) code=0
    # shellcheck disable=SC2086
    "$UNDERSTUDY" $command > out 2> errors || code=$?
    took=$((($(date +%s%N) - start) / 1000000))
    [ $code = 2 ] || wrong "understudy $command: exit $code"
    [ $took -lt 2000 ] || wrong "understudy $command: refused after $took ms"
done
rm -f sparse
[ $failed = 0 ]
