#!/bin/bash
# What do stored states tell of a game that can't be played again? Games of microRTS are played natively and
# labeled by annotate --auto; then their traces say that they can't be played again, and they are labeled
# by their states, of all cycles and of fewer. Where the real game is there, its rushes play each other,
# and the same games are played natively. Fails where states of all cycles tell anything else than the game.
# Program: $UNDERSTUDY. Few maps unless WHOLE=1. $PAGE: the table goes there.
set -eu
WORK=
. "$(dirname "$0")/lib/adapting.sh"
maps="bases-8 pillars-8" real="8x8/basesWorkers8x8A"
if [ "$WHOLE" ]; then
    maps="bases-8 bases-16 open-10 two-bases-12 rooms-16 barracks-24 pillars-8 far-ore-16"
    real="8x8/basesWorkers8x8A 10x10/basesWorkers10x10 12x12/basesWorkers12x12A 16x16/basesWorkers16x16A 24x24/basesWorkers24x24A"
fi
pairs="light-rush:worker-rush worker-rush:heavy-rush ranged-rush:light-rush heavy-rush:random-biased light-rush:random-biased"
rushes="worker-rush light-rush heavy-rush ranged-rush"
home=${UNDERSTUDY_MICRORTS:-$root/build/microrts}
export UNDERSTUDY_MICRORTS=$home
enter_work

labels() { # TRACE MORE...: the goals of its annotation, a line each
    local trace=$1
    shift
    say annotate "$trace" --auto "$@"
    grep '^{"id"' "${trace%.jsonl}.goals.json" | sed -E 's/"id":[0-9]+,("parent":[0-9]+,)?//; s/,$//' | sort
}

# Who dies in the cycle in which it moves is seen last where it came from.
events() { # TRACE: without reasons, which states don't show
    say trace show "$1" --events --json
    grep -oE '\{.*"event":"(created|done|failed)".*\}' said |
        sed -E '/"event":"(done|failed)"/ s/("type":"[^"]*",|,"x":.*)//g' | sort
}

both() { # FILE FILE: lines that are in both
    comm -12 <(sort "$1") <(sort "$2") | wc -l
}

played() { # NAME MAP PAIR EVERY
    say game play "$2" --domain microrts --max-cycles 3000 --p0 "ai:${3%:*}" --p1 "ai:${3#*:}" --trace "$1.jsonl" --states "$4"
}

: > game.labels; : > game.events; : > 1.events
for map in $maps; do
    for pair in $pairs; do
        for every in 1 5 10 30 100; do
            played t "$map" "$pair" $every
            if [ $every = 1 ]; then
                labels t.jsonl | sed "s/^/$map $pair /" >> game.labels
                events t.jsonl | sed "s/^/$map $pair /" >> game.events
                rm t.goals.json
            fi
            sed -i '1s/"seats":/"left_out":[7],"seats":/' t.jsonl
            labels t.jsonl | sed "s/^/$map $pair /" >> $every.labels
            [ $every != 1 ] || events t.jsonl | sed "s/^/$map $pair /" >> 1.events
            rm -f t.goals.json
        done
    done
done

: > native.labels; : > real.labels; : > sparse.labels; games=0
really() { # MAP A B EVERY: the game into t.jsonl
    printf '{"map":"%s","p0":"%s","p1":"%s","cycles":3000,"trace":"%s","every":%s}\nwait\n' \
        "$1" "$2" "$3" "$PWD/t.zip" "$4" | java -cp "$home/microrts.jar:$home/launcher" Launcher "$home" > answers
    say trace convert --from microrts t.zip -o t.jsonl
}

class_of() {
    echo "ai.abstraction.$(sed -E 's/(^|-)([a-z])/\U\2/g' <<< "$1")"
}

if [ -e "$home/launcher/Launcher.class" ] && command -v java > answers; then
    for map in $real; do
        for one in $rushes; do
            for other in $rushes; do
                games=$((games + 1))
                played t "$map" "$one:$other" 1
                labels t.jsonl | sed "s/^/$games /" >> native.labels
                rm t.*
                really "$map" "$(class_of "$one")" "$(class_of "$other")" true
                labels t.jsonl | sed "s/^/$games /" >> real.labels
                rm t.*
                really "$map" "$(class_of "$one")" "$(class_of "$other")" false
                labels t.jsonl | sed "s/^/$games /" >> sparse.labels
                rm t.*
            done
        done
    done
fi

upto() { # FILE MEMBER: what labels say before it
    sed -E "s/\"$2\":.*//" "$1" | sort
}

table() {
    local all every from
    all=$(wc -l < game.labels)
    echo "| stored | compared with | the same |"
    echo "| --- | --- | --- |"
    echo "| states of all cycles, $(($(wc -w <<< "$maps") * 5)) native games | orders that were done or given up, and who made what, as the game tells | $(both game.events 1.events) of $(wc -l < game.events) |"
    for every in 1 5 10 30 100; do
        echo "| states every $every cycles | suggestions for the game, with their reasons | $(both game.labels $every.labels) of $all |"
    done
    [ $games -gt 0 ] || return 0
    for from in native real sparse; do
        upto $from.labels opened > $from.goals
        upto $from.labels orders > $from.times
    done
    echo "| $games games of real bots, converted | suggestions for the game of that name natively: goals; with their cycles | $(both native.goals real.goals), $(both native.times real.times) of $(wc -l < native.goals) |"
    echo "| the same with states of cycles with orders alone | suggestions by the states of all: goals | $(both real.goals sparse.goals) of $(wc -l < real.goals) |"
}
table | tee said
[ ! "$PAGE" ] || table > "$PAGE"
cmp game.labels 1.labels && cmp game.events 1.events || fail "states of all cycles tell another game"
