#!/bin/bash
# A Java that is none, for what the real microRTS does not do: it takes a job of the launcher, begins the
# game that "state" tells, and in its second cycle does what the class of the bot is called.
set -u

type_of() { # ID NAME COST HP DAMAGE DAMAGE RANGE PRODUCE MOVE ATTACK SIGHT RESOURCE STOCK HARVESTS MOVES ATTACKS PRODUCES PRODUCED
    printf '{"ID":%d,"name":"%s","cost":%d,"hp":%d,"minDamage":%d,"maxDamage":%d,"attackRange":%d,"produceTime":%d,"moveTime":%d,"attackTime":%d,"harvestTime":%d,"returnTime":10,"harvestAmount":1,"sightRadius":%d,"isResource":%s,"isStockpile":%s,"canHarvest":%s,"canMove":%s,"canAttack":%s,"produces":[%s],"producedBy":[%s]}' \
        "$1" "$2" "$3" "$4" "$5" "$6" "$7" "$8" "$9" "${10}" "$([ "$2" = Worker ] && echo 20 || echo 10)" "${@:11}"
}

table() {
    printf '{"moveConflictResolutionStrategy":1,"unitTypes":['
    type_of 0 Resource 1 1 1 1 1 10 10 10 0 true false false false false '' ''
    printf ,
    type_of 1 Base 10 10 1 1 1 200 10 10 5 false true false false false '"Worker"' '"Worker"'
    printf ,
    type_of 2 Barracks 5 4 1 1 1 100 10 10 3 false false false false false '"Light","Heavy","Ranged"' '"Worker"'
    printf ,
    type_of 3 Worker 1 1 1 1 1 50 10 5 3 false false true true true '"Base","Barracks"' '"Base"'
    printf ,
    type_of 4 Light 2 4 2 2 1 80 8 5 2 false false false true true '' '"Barracks"'
    printf ,
    type_of 5 Heavy 3 8 4 4 1 120 10 5 2 false false false true true '' '"Barracks"'
    printf ,
    type_of 6 Ranged 2 1 1 1 3 100 10 5 3 false false false true true '' '"Barracks"'
    printf ']}'
}

state() { # TIME [PLAYERS]: on 4 x 4 cells a worker of each player, or of the first one alone
    local second=',{"type":"Worker", "ID":1, "player":1, "x":3, "y":3, "resources":0, "hitpoints":1}'
    printf '{"time":%d,"pgs":{"width":4,"height":4,"terrain":"0000000000000000","players":[{"ID":0, "resources":5},{"ID":1, "resources":5}],"units":[{"type":"Worker", "ID":0, "player":0, "x":0, "y":0, "resources":0, "hitpoints":1}%s]},"actions":[]}' \
        "$1" "$([ "${2:-2}" = 1 ] || echo "$second")"
}

say() { # LINES: reads the answer, too
    printf '%s\n' "$1" >&3
    IFS= read -r _ <&3
}

play() { # PORT SEAT FAULT
    local turn="getAction $2"
    exec 3<> "/dev/tcp/127.0.0.1/$1"
    IFS= read -r _ <&3
    say 'budget 100 -1'
    say "utt"$'\n'"$(table)"
    [ "$3" != plays-elsewhere ] || say "$turn"$'\n'"$(state 0 | sed 's/"width":4/"width":5/;s/0000000000000000/00000000000000000000/')"
    [ "$3" != plays-another-map ] || say "$turn"$'\n'"$(state 0 | sed 's/"x":3/"x":2/')"
    [ "$3" != begins-late ] || say "$turn"$'\n'"$(state 1000000)"
    [ "$3" != ends-at-once ] || { say $'preGameAnalysis 0\n'"$(state 0)" && say 'gameOver 0'; }
    say "$turn"$'\n'"$(state 0)"
    case $3 in
        leaves | throws) exec 3>&- ;;
        in-a-line) printf '%s\n{"time":1,"pg' "$turn" >&3 && exec 3>&- ;;
        speaks-http) printf 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n' >&3 ;;
        says-nonsense) printf 'getAction x\n' >&3 ;;
        says-no-state) printf '%s\n[]\n' "$turn" >&3 ;;
        moves-walls) printf '%s\n%s\n' "$turn" "$(state 1 | sed s/0000000000000000/0110000000000000/)" >&3 ;;
        floods) { echo "$turn" && head -c 100000000 /dev/zero | tr '\0' x; } >&3 ;;
        brings-somebody) exec 4<> "/dev/tcp/127.0.0.1/$1" ;;
        speaks-unasked) echo '{"winner":0,"cycles":2}' ;;
        is-killed) kill -9 $$ ;;
        breaks-limits) say "$turn"$'\n'"$(state 1 | sed 's/"hitpoints":1/"hitpoints":0/')" ;;
        stands-still) say "$turn"$'\n'"$(state 0)" ;;
        runs-ahead) say "$turn"$'\n'"$(state 2)" ;;
        is-silent) ;;
        *) say 'gameOver 0' ;;
    esac
}

while IFS= read -r job; do
    if [ "$job" != wait ]; then
        fault=$(sed -E 's/.*"p[01]":"([^":]*)".*/\1/' <<< "$job")
        [[ $job == *'"p0":"socket'* ]] && seat=0 || seat=1
        [ "$fault" != is-no-bot ] || { echo '{"failed":"no such bot: is-no-bot","player":-1}' && continue; }
        echo '{"started":true}'
        play "$(sed -E 's/.*socket:([0-9]*).*/\1/' <<< "$job")" "$seat" "$fault" 2> /dev/null
        continue
    fi
    case $fault in
        throws) echo '{"failed":"java.lang.IllegalStateException: why at Bot.getAction","player":1,"cycles":1}' ;;
        leaves | in-a-line) exit 3 ;;
        ends-in-nonsense) echo 'Exception in thread "main"' ;;
        ends-without-state) echo '{"winner":0,"cycles":1}' ;;
        ends-late) printf '{"winner":0,"cycles":1,"state":%s}\n' "$(state 1000000 1)" ;;
        ends-too-early) printf '{"winner":0,"cycles":1,"state":%s}\n' "$(state 1)" ;;
        dies-behind) printf '{"winner":0,"cycles":1,"state":%s}\n' "$(state 1 1)" && exit 0 ;;
        is-silent) sleep 100 ;;
        *) printf '{"winner":0,"cycles":1,"state":%s}\n' "$(state 1 1)" ;;
    esac
done
