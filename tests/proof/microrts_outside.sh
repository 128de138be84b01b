#!/bin/bash
# What the real microRTS does when it is not asked. Java is killed with -9 at a dozen moments of the time that
# an experiment takes, whatever it does then: each row is that of an undisturbed run or says so, and
# --retry-failed brings the others. Java is stopped: the game is broken behind the silence that is allowed,
# and the next one is played. And where there is Xvfb an unmodified microRTS plays in its mode STANDALONE, in
# XML: the games that it plays by the launcher. Skipped (77) where the real one can't be had.
set -eu
U=${UNDERSTUDY:-bin/understudy}
case $U in /*) ;; *) U=$PWD/$U ;; esac
home=$(cd "${UNDERSTUDY_MICRORTS:-build/microrts}" 2> /dev/null && pwd) || home=build/microrts
java=$(command -v java) || java=
if [ ! -e "$home/microrts.jar" ] || [ -z "$java" ]; then
    echo "skipped: no real microRTS (make microrts)"
    exit 77
fi
export UNDERSTUDY_DATA=${UNDERSTUDY_DATA:-$PWD} UNDERSTUDY_MICRORTS=$home
work=$(mktemp -d)
screen=
game=

is_java() { # PID: one of ours; a number alone may be somebody else's by now
    [ "$(cat "/proc/$1/comm" 2> none)" = java ] && grep -qzFx "UNDERSTUDY_PROOF=$work" "/proc/$1/environ" 2> none
}

left() { # those that are still there, perhaps behind a while in which they may end
    for i in $(seq "${1:-1}"); do
        still=$(while read -r one; do ! is_java "$one" || echo "$one"; done < started)
        [ -n "$still" ] || return 1
        sleep 0.1
    done
}

end() {
    code=$?
    [ -z "$game" ] || kill "$game" 2> none || true
    [ -z "$screen" ] || kill "$screen" 2> none || true
    if left 100; then
        echo "Java is still there: $still"
        kill -9 $still
        code=1
    fi
    cd /
    rm -rf "$work"
    exit $code
}
cd "$work"
export UNDERSTUDY_PROOF=$work
: > started
trap end EXIT
mkdir bin
printf '#!/bin/sh\necho $$ >> "%s/started"\nexec "%s" "$@"\n' "$work" "$java" > bin/java
chmod +x bin/java
export PATH="$work/bin:$PATH"

fail() {
    echo "$1"
    exit 1
}

# ---- killed

cat > kills.json << 'END'
{"experiment": 1, "name": "kills", "domain": "microrts", "max_cycles": 2000, "games": 2,
 "players": ["ai:light-rush", "ai:worker-rush"],
 "opponents": ["bot:ai.RandomBiasedAI", "ai:heavy-rush", "bot:ai.abstraction.HeavyRush"],
 "maps": ["bases-16", "16x16/basesWorkers16x16A"]}
END
"$U" experiment plan kills.json -o whole --sample 0 --trust > said 2>&1 || fail "$(cat said)"
cp -r whole kills
"$U" experiment run whole > said 2>&1 || fail "$(cat said)"
"$U" experiment run kills -j 2 > said 2>&1 &
run=$!
killed=0
# Before the first row it is looked whether they are there, which ends a run.
while [ ! -s kills/results/run.jsonl ] && kill -0 $run 2> none; do sleep 0.01; done
while kill -0 $run 2> none && [ "$killed" -lt 12 ]; do
    newest=$(tail -n 1 started)
    ! is_java "$newest" || ! kill -9 "$newest" 2> none || killed=$((killed + 1))
    sleep "0.$((RANDOM % 7 + 2))"
done
code=0
wait $run || code=$?
[ $code -le 1 ] || fail "exit $code: $(cat said)"
lost=$(grep -c '"end":"crash"' kills/results.jsonl || true)
[ "$lost" = "$(grep -c '"reason":"Java, which plays the real microRTS: it was ended by signal 9"' kills/results.jsonl || true)" ] ||
    fail "a row says something else: $(grep '"end":"crash"' kills/results.jsonl)"
[ -z "$(grep -v '"end":"crash"' kills/results.jsonl | grep -vxFf whole/results.jsonl)" ] || fail "another row differs"
[ "$killed" -gt 0 ] && [ "$lost" -gt 0 ] || fail "Java was killed $killed times, and $lost games were lost: nothing is proven"
"$U" experiment run kills --retry-failed > said 2>&1 || fail "$(cat said)"
cmp whole/results.jsonl kills/results.jsonl
echo "Java killed $killed times in 48 games: $lost lost, each told, and won back by --retry-failed"

# ---- stopped

cat > stops.json << 'END'
{"experiment": 1, "name": "stops", "domain": "microrts", "max_cycles": 20000, "seats": [0], "games": 3,
 "players": ["idle"], "opponents": ["bot:ai.PassiveAI"], "maps": ["bases-16"]}
END
"$U" experiment plan stops.json -o stops --sample 0 --trust > said 2>&1 || fail "$(cat said)"
"$U" experiment run stops -j 1 > said 2>&1 &
run=$!
while [ ! -s stops/results/run.jsonl ] && kill -0 $run 2> none; do sleep 0.01; done
sleep 0.2 # in the second game
newest=$(tail -n 1 started)
is_java "$newest" && kill -STOP "$newest" || fail "no Java to be stopped: $newest"
code=0
wait $run || code=$?
[ $code = 1 ] || fail "exit $code: $(cat said)"
[ "$(grep -c '"reason":"microRTS: silent for 30000 ms' stops/results.jsonl)" = 1 ] || fail "$(cat stops/results.jsonl)"
[ "$(grep -c '"end":"draw"' stops/results.jsonl)" = 2 ] || fail "the other games were not played"
! left 20 || fail "Java is still there: $still"
echo "Java stopped: one game lost behind 30 s of silence, the next one played, nobody left"

# ---- started by somebody else

if ! command -v Xvfb > none; then
    echo "no Xvfb: STANDALONE was not tried"
    exit 0
fi
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3> display 2> none &
screen=$!
while [ ! -s display ]; do
    kill -0 $screen 2> none || fail "Xvfb has ended"
    sleep 0.05
done
played=0
for map in 8x8/basesWorkers8x8A 16x16/basesWorkers16x16A; do
    for seat in 0 1; do
        cat > settings << END
launch_mode=STANDALONE
server_address=127.0.0.1
server_port=19898
serialization_type=1
map_location=$home/maps/$map.xml
max_cycles=3000
partially_observable=false
UTT_version=2
conflict_policy=1
AI$((seat + 1))=ai.socket.SocketAI
AI$((2 - seat))=ai.abstraction.WorkerRush
END
        DISPLAY=:$(cat display) "$java" -cp "$home/microrts.jar" rts.MicroRTS -f settings > there 2>&1 &
        game=$!
        "$U" game play $map --domain microrts --p$seat ai:light-rush --p$((1 - seat)) socket:9898 --json > one 2> said ||
            fail "$map, seat $seat: $(cat said)"
        kill $game
        wait $game 2> none || true
        game=
        "$U" game play $map --domain microrts --p$seat ai:light-rush --p$((1 - seat)) bot:ai.abstraction.WorkerRush --json > two
        for each in one two; do grep -oE '"(winner|reason|cycles)":[^,]*' $each > $each.told; done
        cmp one.told two.told || fail "$map, seat $seat: another game: $(cat one two)"
        played=$((played + 1))
    done
done
echo "an unmodified microRTS in its mode STANDALONE, in XML: $played games, the same as by the launcher"
