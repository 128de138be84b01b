# Makes large inputs: sourced by proofs and tests. Nothing of them is kept in the repository.

# Prints a file of behaviors: BEHAVIORS behaviors with CASES cases, each met ORIGINS times. Origins
# are numbered from FIRST: files with other numbers are other demonstrations of the same cases.
large_behaviors() { # BEHAVIORS CASES ORIGINS FIRST
    awk -v behaviors="$1" -v cases="$2" -v origins="$3" -v first="$4" 'BEGIN {
        print "brl 1"
        for (b = 0; b < behaviors; b++) {
            printf "\nbehavior \"large %d\" achieves WinWargus(player: self) {\n    do act stop()\n", b
            for (c = 0; c < cases; c++)
                for (o = 0; o < origins; o++) {
                    printf "    case at %d {\n        x: %d\n", o % 5000, c
                    printf "        demo: \"game-%d.jsonl\" \"%016x\"\n        seat: 0\n", first + o, first + o
                    printf "        learner: \"large\"\n    }\n"
                }
            print "}"
        }
    }'
}

# Prints a file of BEHAVIORS behaviors with CASES cases each, of different states, met once.
large_states() { # BEHAVIORS CASES FIRST
    awk -v behaviors="$1" -v cases="$2" -v first="$3" 'BEGIN {
        srand(first + 1)
        print "brl 1"
        for (b = 0; b < behaviors; b++) {
            printf "\nbehavior \"states %d\" achieves WinWargus(player: self) {\n    do act stop()\n", first + b
            for (c = 0; c < cases; c++) {
                printf "    case at %d {\n        features:", c
                for (f = 0; f < 56; f++)
                    printf " %d", int(rand() * 100)
                printf "\n        demo: \"game-%d.jsonl\" \"%016x\"\n        seat: 0\n", c % 1000, c % 1000
                for (w = 0; w < 8; w++)
                    printf "        why.when.%d: \"case %d of behavior %d has a reason of some length\"\n", w + 1, c, b
                print "    }"
            }
            print "}"
        }
    }'
}

# Makes a library of that content, in parts: a file of behaviors has a limit.
large_library() { # LIB BEHAVIORS CASES ORIGINS FIRST
    local part=0 at=0 step=$((400000 / ($2 * $3) > 0 ? 400000 / ($2 * $3) : 1)) count
    local files=()
    while [ "$at" -lt "$4" ]; do
        count=$(($4 - at < step ? $4 - at : step))
        large_behaviors "$2" "$3" "$count" $(($5 + at)) > "$1.$part.brl"
        files+=("$1.$part.brl")
        at=$((at + count)) part=$((part + 1))
    done
    "$UNDERSTUDY" library import "${files[@]}" -o "$1"
    rm -f "${files[@]}"
}

# Prints a trace of ORDERS orders. They are not of a game: playing it again ends at the first.
large_trace() { # ORDERS
    sed '1!d; s/"max_cycles":[0-9]*/"max_cycles":2000000/' \
        "$UNDERSTUDY_DATA/domains/skirmish/demos/rush-choke-1.jsonl"
    awk -v orders="$1" 'BEGIN {
        for (i = 1; i <= orders; i++) {
            printf "{\"cycle\":%d,\"id\":%d,\"seat\":%d,\"order\":\"stop\",", i / 12, i, i % 2
            printf "\"args\":{\"units\":[%d],\"queued\":true}}\n", 9 + i % 8
        }
    }'
}
