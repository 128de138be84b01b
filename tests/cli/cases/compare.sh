# experiment compare, on files of results that are written by hand.

_head() { # NAME [MEMBERS]
    printf '{"experiment":"%s","version":1,"domain":"skirmish","program":"by hand",' "$1"
    printf '"engine":"%s","max_cycles":1000}\n' "${2:-00000000000000aa}"
}

_entrants() { # PLAYER:IDENTITY...: and one opponent, one map
    local one
    for one; do
        printf '{"player":"%s","agent":"random","identity":"00000000000000%s"}\n' \
            "${one%:*}" "${one#*:}"
    done
    printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
    printf '{"map":"plain","family":"open","path":"open-1","hash":"00000000000000%s"}\n' "${map:-e0}"
}

_games() { # PLAYER ID ENDS: a game each, with seeds from 1 on; w, d, l or - (not played)
    local seed end game
    for ((seed = 1; seed <= ${#3}; seed++)); do
        case ${3:seed-1:1} in
            w) end=win ;;
            d) end=draw ;;
            l) end=loss ;;
            *) continue ;;
        esac
        printf -v game '%s%014d' "$2" "$seed"
        printf '{"game":"%s","player":"%s","opponent":"foe","map":"plain","seat":0,"seed":"%d",' \
            "$game" "$1" "$seed"
        printf '"end":"%s","cycles":500,"hash":"%016d","orders":1,"refused":0}\n' "$end" "${state:-1}"
    done
}

_two() { # FILE ENDS OF A, OF B
    { _head two; _entrants a:01 b:02; _games a 1a "$2"; _games b 1b "$3"; } > "$1"
}

the_verdict_is_first() {
    _two better.jsonl llllllllld wwwwwwwwww
    run experiment compare better.jsonl
    expect_exit 0
    expect_stdout_matches '^"b" is better than "a": \+0\.950 of a game'
    _two same.jsonl wlwlwlwlwl wlwlwlwlwl
    run experiment compare same.jsonl --margin 0.4
    expect_stdout_matches '^"b" is as good as "a" within 0\.400 of a game'
    _two open.jsonl wlwlwlwlwl wwwlwlwldl
    run experiment compare open.jsonl
    expect_stdout_matches "^\"b\" and \"a\" can't be told apart yet"
    run experiment compare better.jsonl --baseline b
    expect_stdout_matches '^"a" is worse than "b": -0\.950 of a game'
    run experiment compare better.jsonl --player c
    expect_refusal 'there is no player or group "c": expected one of a, b'
    run experiment compare better.jsonl --player a
    expect_refusal '"a" can'\''t be compared with itself'
}

games_without_a_partner_are_refused() {
    _two lone.jsonl wwwwll wwww-l
    run experiment compare lone.jsonl
    expect_refusal '1 games of "a" and "b" have no partner, such as "a" against "foe" on plain' 4
    run experiment compare lone.jsonl --unmatched
    expect_exit 0
    expect_stdout_contains "5 pairs in 1 cells"
}

experiments_that_were_played_apart_are_compared() {
    { _head one; _entrants a:01 b:02; _games a 1a wlwlwl; _games b 1b wwwwww; } > one.jsonl
    { _head two; _entrants a:01 b:03 c:04; _games a 1a wlwlwl; _games b 2b llllll
      _games c 1c wlwlwl; } > two.jsonl
    run experiment compare one.jsonl two.jsonl
    expect_exit 0
    # a is the same player in both, and each of its games counts once; there are two players "b"
    expect_stdout_matches '^"b" and "a" .*\+0\.500 .*6 pairs'
    expect_stdout_matches '^"b \(two\.jsonl\)" and "a" .*-0\.500 .*6 pairs'
    expect_stdout_matches '^"c" and "a" .*\+0\.000 .*6 pairs'
    run experiment compare one.jsonl one.jsonl
    expect_exit 0
    cp .out/stdout twice
    run experiment compare one.jsonl
    expect_same_file .out/stdout twice
}

what_can_not_be_compared_is_refused() {
    _two one.jsonl wlwlwl wwwwww
    { _head other 00000000000000ab; _entrants b:03; _games b 2b llllll; } > rules.jsonl
    run experiment compare one.jsonl rules.jsonl
    expect_refusal "rules.jsonl: played by other rules, by a program that plays otherwise, than" 4
    { _head other; map=e1 _entrants b:03; _games b 2b llllll; } > map.jsonl
    run experiment compare one.jsonl map.jsonl
    expect_refusal "map.jsonl: another map of the name plain than" 4
    { _head other; _entrants b:03 | sed 's/f0"/f1"/'; _games b 2b llllll; } > foe.jsonl
    run experiment compare one.jsonl foe.jsonl
    expect_refusal "foe.jsonl: another opponent of the name foe than" 4
    { _head other; _entrants b:02; state=2 _games b 1b wwwwww; } > went.jsonl
    run experiment compare one.jsonl went.jsonl
    expect_refusal "went.jsonl: game 1b00000000000001 ended in another state than" 4
    run experiment compare one.jsonl none.jsonl
    expect_refusal "none.jsonl: cannot open"
}

a_game_that_stands_twice_is_refused() {
    _two twice.jsonl wwll llww
    tail -n 1 twice.jsonl >> twice.jsonl
    run experiment compare twice.jsonl
    expect_refusal 'twice.jsonl:14:1: found a second game of the same player, opponent, map, seat and seed'
}

_stopped() { # FILE: a and b, stopped by a sequential test, and c
    { _head three; _entrants a:01 b:02 c:03; _games a 1a llllllllld; _games b 1b wwwwwwwwww
      _games c 1c wwwwwwwwww; } |
        sed '1s/}$/,"stopped":"A sequential test of \\"b\\" against \\"a\\" stopped."}/' > "$1"
}

what_a_sequential_test_stopped_is_marked() {
    _stopped three.jsonl
    run experiment compare three.jsonl
    expect_exit 0
    expect_stdout_matches '^"b" is better than "a": .*; stopped by a sequential test\.$'
    expect_stdout_matches '^"c" is better than "a": .* cells\)\.$'
    run experiment compare three.jsonl --sheet effects --form csv
    expect_stdout_matches '^b,a,.*,stopped by a sequential test'
    run experiment compare three.jsonl --json
    expect_stdout_contains '"stopped":"A sequential test of \"b\" against \"a\" stopped."'
    expect_stdout_contains '"player":"b","baseline":"a","verdict":"better","stopped":true'
    expect_stdout_contains '"player":"c","baseline":"a","verdict":"better","stopped":false'
    run experiment export three.jsonl --sqlite -o three.db
    expect_exit 0
    _two two.jsonl wl lw
    run experiment compare two.jsonl --json
    expect_stdout_contains '"stopped":null'
    command -v sqlite3 > .out/where || skip "no sqlite3"
    run_command sqlite3 three.db 'SELECT stopped FROM experiment'
    expect_stdout_is 'A sequential test of "b" against "a" stopped.'
}
