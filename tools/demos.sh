#!/bin/sh
# demos.sh PROGRAM FOLDER: play and label the demonstrations that are shipped. Two of each expert,
# on both seats, all won; together they hold what is worth learning from: early defense, replaced
# workers, exhausted mines, a house rebuilt, a second wave, the hunt for the last unit.
#
# The games are decided by what stands below and by the rules: after the rules or an expert have
# changed run this again (`make demos`).
set -eu
program=$1
folder=$2
mkdir -p "$folder"
while read -r expert map opponent seat seed; do
    name=$folder/$expert-$map.jsonl
    other=$((1 - seat))
    winner=$("$program" game play "$map" --p"$seat" "expert:$expert" --p$other "ai:$opponent" \
        --seed "$seed" --trace "$name" --json | sed -n 's/.*"winner":\([^,]*\),.*/\1/p')
    if [ "$winner" != "$seat" ]; then
        echo "demos.sh: $expert does not win on $map any more; choose another game" >&2
        exit 1
    fi
    echo "$name"
done << 'GAMES'
balanced choke-1 raid 1 2
balanced scattered-1 raid 1 1
economy choke-3 raid 0 2
economy scattered-1 raid 1 1
knights choke-3 footman-rush 0 2
knights open-1 tower-push 1 1
rush choke-1 footman-rush 0 1
rush open-1 turtle 1 1
siege open-1 tower-push 1 1
siege ridge-1 worker-rush 1 2
towers choke-1 raid 1 1
towers ridge-1 raid 0 2
GAMES
