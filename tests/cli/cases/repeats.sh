# Games that are the same again, whatever their seed: they are one piece of evidence.

_det() { # NAME GAMES: two players and an opponent that leave nothing to chance
    printf '{"experiment": 1, "name": "det", "domain": "microrts", "max_cycles": 1500, "games": %d,
 "players": ["ai:worker-rush", "ai:light-rush"], "opponents": ["ai:ranged-rush", "ai:heavy-rush"],
 "maps": ["bases-8", "barracks-12"]}' "$2" > "$1.json"
    run experiment plan "$1.json" -o "$1" --sample 0
    expect_exit 0
    run experiment run "$1" -j 2
    expect_exit 0
}

games_that_are_the_same_again_tell_no_more_than_once() {
    local sheet
    _det one 1
    _det many 6
    [ "$(grep -o '"course":"[0-9a-f]*"' many/results.jsonl | sort -u | wc -l)" -le 16 ] || fail "the seed is part of the course"
    run experiment compare one
    expect_stdout_lacks repeat
    for sheet in tests cells ratings; do
        run experiment compare one --sheet $sheet
        cp .out/stdout once
        run experiment compare many --sheet $sheet
        expect_same_file .out/stdout once
    done
    run experiment compare one --json
    expect_stdout_lacks repeats
    grep -o '"score":[0-9.]*,"low":[^}]*' .out/stdout | head -n 1 > once
    run experiment compare many
    expect_stdout_matches '^"ai:light-rush" .* on maps like these \(2 maps\): .*; 8 pairs, 2 families, without 40 repeats\)'
    expect_stdout_contains '40 of 48 pairs are repeats: the seed changes nothing there'
    run experiment compare many --json
    expect_stdout_contains '"stopped":false,"repeats":40,'
    expect_stdout_matches '"player":"ai:light-rush","runs":1,"games":48,[^}]*"repeats":40'
    # the score's interval is that of 8 games
    local interval='"score":[0-9.]*,"low":[0-9.]*,"high":[0-9.]*'
    [ "$(grep -o "$interval" once | head -n 1)" = "$(grep -o "$interval" .out/stdout | head -n 1)" ] ||
        fail "another interval: $(cat once)"
    # the same holds of these maps alone
    for sheet in tests cells; do
        run experiment compare one --scope these-maps --sheet $sheet
        cp .out/stdout once
        run experiment compare many --scope these-maps --sheet $sheet
        expect_same_file .out/stdout once
    done
    run experiment compare many --scope these-maps
    expect_stdout_matches '^"ai:light-rush" .* on these 2 maps alone: .*; 8 pairs in 4 cells, 2 families, without 40 repeats\)'
    run experiment report many -o page.html
    expect_exit 0
    grep -qF '40 of 48 pairs are repeats' page.html || fail "the report does not say so"
}

# 48 pairs are enough for a test, 8 are not.
repeats_stop_no_sequential_test() {
    _det two 6
    run experiment compare two --sprt 0:0.1 --scope these-maps
    expect_stdout_contains 'Sequential test: undecided for "ai:light-rush" after 48 pairs; it decides after 30 or more. The log-likelihood ratio'
    rm -r two/results two/results.jsonl
    run experiment run two --sprt 0:0.1 --scope these-maps
    expect_exit 0
    [ ! -e two/stopped.json ] || fail "it stopped"
    expect_stdout_contains "96 of 96 games played"
}

_head() {
    printf '{"experiment":"hand","version":1,"domain":"skirmish","program":"by hand",'
    printf '"engine":"00000000000000aa","max_cycles":1000}\n'
    printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
}

_place() { # the one opponent and the one map
    printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
    printf '{"map":"plain","family":"open","path":"open-1","hash":"00000000000000e0"}\n'
}

_went() { # PLAYER ID COURSES: one game a letter, with seeds from 1 on; capitals are won, - is not known
    local seed letter end course
    for ((seed = 1; seed <= ${#3}; seed++)); do
        letter=${3:seed-1:1} end=loss course=
        [[ $letter != [A-Z] ]] || end=win
        [ "$letter" = - ] || printf -v course '"course":"%016x",' "'$letter"
        printf '{"game":"%s%014d","player":"%s","opponent":"foe","map":"plain","seat":%d,"seed":"%d",' \
            "$2" "$seed" "$1" $((seed % 2)) $(((seed + 1) / 2))
        printf '"end":"%s","cycles":500,"hash":"%016d","orders":1,%s"refused":0}\n' $end "$seed" "$course"
    done
}

where_chance_plays_each_game_counts_however_often_one_comes_up() {
    { _head; printf '{"player":"b","agent":"random","identity":"0000000000000002"}\n'; _place
      _went base 1a abababababababac; _went b 1b AAAAAAAAAAAAAAAb; } > chance.jsonl
    run experiment compare chance.jsonl
    expect_stdout_matches '^"b" is better than "base" on this map alone: \+0\.938 of a game .*16 pairs in 1 cell\)'
    expect_stdout_lacks repeat
    # a course that nobody noted is like no other
    { _head; printf '{"player":"b","agent":"random","identity":"0000000000000002"}\n'; _place
      _went base 1a aaaaaaaaaaaaaaaa; _went b 1b 'AAAAAAAAAAAAAAA-'; } > unknown.jsonl
    run experiment compare unknown.jsonl
    expect_stdout_contains "16 pairs in 1 cell)"
    { _head; printf '{"player":"b","agent":"random","identity":"0000000000000002"}\n'; _place
      _went base 1a aaaaaaaaaaaaaaaa; _went b 1b AaAaAaAaAaAaAaAa; } > none.jsonl
    run experiment compare none.jsonl
    expect_stdout_contains '"b" and "base": no difference shown on this map alone: +0.500 of a game (95%: -1.000 to +1.000; 2 pairs in 1 cell, without 14 repeats)'
}

_runs() { # COURSES...: of a group's runs
    local run=0 one
    _head
    for one; do
        printf '{"player":"r%d","agent":"random","group":"g","run":%d,"identity":"000000000000000%d"}\n' \
            $run $run $((run + 2))
        run=$((run + 1))
    done
    _place
    _went base 1a abcdefghijklmnop
    run=0
    for one; do
        _went r$run "2$run" "$one"
        run=$((run + 1))
    done
}

runs_that_play_alike_are_one_library() {
    _runs aBcDEfGHiJKLmNOP > alone.jsonl
    _runs aBcDEfGHiJKLmNOP aBcDEfGHiJKLmNOP aBcDEfGHiJKLmNOP > alike.jsonl
    run experiment compare alone.jsonl --sheet effects --form csv
    cp .out/stdout once
    run experiment compare alike.jsonl --sheet effects --form csv
    expect_same_file .out/stdout once
    run experiment compare alike.jsonl
    expect_stdout_matches '^"g" is better than "base" on this map alone: .*16 pairs in 1 cell\)'
    expect_stdout_contains '"g" and "base": all 3 runs play alike, game by game: they are one library, and count as one. More runs would add nothing.'
    expect_stdout_contains "holds for that one library"
    expect_stdout_lacks "more runs would tell"
    run experiment compare alike.jsonl --json
    expect_stdout_contains '"alike":3,'
    # the score's interval is that of one library's games
    expect_stdout_matches '"player":"g","runs":3,"games":48,[^}]*"repeats":32'
    # copies of one library are no runs, and are not told as such
    sed 's/\("identity":"000000000000000\)[34]"/\12"/' alike.jsonl > copies.jsonl
    run experiment compare copies.jsonl
    expect_stdout_contains "all 3 runs play alike"
    expect_stdout_lacks "made anew"
    # one game that differs, and each is a draw of how they are made
    _runs aBcDEfGHiJKLmNOP aBcDEfGHiJKLmNOP aBcDEfGHiJKLmNOQ > unlike.jsonl
    run experiment compare unlike.jsonl
    expect_stdout_contains "48 pairs in 1 cell, 3 runs"
    expect_stdout_lacks "play alike"
}
