# What a verdict is about: maps like those that were played, or these maps alone.

_plan() { # NAME OPTION...: two players on two maps, played
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "seed": 1, "max_cycles": 300, "games": 2,
 "players": ["idle", "random"], "opponents": ["ai:land-attack"], "maps": ["open-1", "ridge-1"], "seats": [0]}
END
    run experiment plan "$1.json" --sample 0 "${@:2}"
    expect_exit 0
    run experiment run "$1" -j 2
    expect_exit 0
}

_hand() { # FILE MEMBERS [ID]: results on three maps, of which "b" wins two and loses one
    local map seed
    {
        printf '{"experiment":"hand","version":1,"domain":"skirmish","program":"by hand",'
        printf '"engine":"00000000000000aa","max_cycles":1000%s}\n' "$2"
        printf '{"player":"a","agent":"random","identity":"0000000000000001"}\n'
        printf '{"player":"%s","agent":"random","identity":"00000000000000%s"}\n' "${3:-b}" "${4:-02}"
        printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
        for map in 1 2 3; do
            printf '{"map":"m%d","family":"open","path":"m%d","hash":"00000000000000e%d"}\n' $map $map $map
        done
        for map in 1 2 3; do
            for seed in 1 2 3 4 5 6; do
                printf '{"game":"1a%013d%d","player":"a","opponent":"foe","map":"m%d","seat":0,"seed":"%d",' \
                    $map $seed $map $seed
                printf '"end":"draw","cycles":500,"hash":"%016d","orders":1,"refused":0}\n' 1
                printf '{"game":"%s%013d%d","player":"%s","opponent":"foe","map":"m%d","seat":0,"seed":"%d",' \
                    "${5:-1b}" $map $seed "${3:-b}" $map $seed
                printf '"end":"%s","cycles":500,"hash":"%016d","orders":1,"refused":0}\n' \
                    "$([ $map = 3 ] && [ $seed -lt 6 ] && echo loss || echo win)" 1
            done
        done
    } > "$1"
}

a_spec_says_what_its_verdicts_are_about() {
    _plan k
    run_command head -n 1 k/manifest.jsonl
    expect_stdout_contains '"scope":"maps"'
    run experiment compare k
    expect_stdout_contains "on maps like these (2 maps)"
    # results of the same games may be judged anew
    run experiment plan k.json --sample 0 --set 'scope="these maps"'
    expect_exit 0
    expect_stdout_contains "8 of 8 games played"
    run_command head -n 1 k/manifest.jsonl
    expect_stdout_contains '"scope":"these maps"'
    run experiment compare k
    expect_stdout_contains "on these 2 maps alone"
    run experiment merge k
    run experiment compare k/results.jsonl
    expect_stdout_contains "on these 2 maps alone"
    run experiment plan k.json --sample 0 --set scope=these-maps
    expect_exit 0
    run_command head -n 1 k/manifest.jsonl
    expect_stdout_contains '"scope":"these maps"'
}

a_spec_that_is_about_nothing_known_is_refused_with_its_place() {
    _plan k
    sed 's/"seats"/"scope": "all maps",\n "seats"/' k.json > bad.json
    run experiment plan bad.json -o bad --sample 0
    expect_refusal 'bad.json:2:106: expected "maps" or "these maps", found "all maps"'
    expect_no_file bad
    run experiment plan k.json -o bad --sample 0 --set scope=5
    expect_refusal "--set scope=VALUE: expected a string, found 5"
    sed -i '1s/"scope":"maps"/"scope":"all maps"/' k/manifest.jsonl
    run experiment compare k
    expect_refusal '"scope": expected "maps" or "these maps", found "all maps"'
    expect_stderr_contains "k/manifest.jsonl:1:"
}

the_option_goes_before_the_spec() {
    local command
    _hand hand.jsonl ',"scope":"maps"'
    run experiment compare hand.jsonl
    expect_stdout_matches "^\"b\" and \"a\": no difference shown on maps like these \(3 maps\): \+0\.222 of a game \(95%: -0\.973 to \+1\.000; 18 pairs\); a difference of that size takes about 40 maps\."
    run experiment compare hand.jsonl --scope these-maps
    expect_stdout_matches '^"b" is better than "a" on these 3 maps alone: \+0\.222 of a game \(95%: \+0\.[0-9]+ to \+0\.[0-9]+; 18 pairs in 3 cells\)'
    run experiment export hand.jsonl --md --scope these-maps
    expect_stdout_contains 'on these 3 maps alone'
    _plan k
    run experiment report k --scope these-maps
    expect_exit 0
    expect_stdout_contains 'on these 2 maps alone'
    grep -qF 'on these 2 maps alone' k/report.html || fail "the page is of another scope"
    run experiment report k
    expect_exit 0
    grep -qF 'on maps like these (2 maps)' k/report.html || fail "the page is of another scope"
    for command in compare report "export --md" "run --resume --sprt 0:1"; do
        # shellcheck disable=SC2086
        run experiment $command k --scope everywhere
        expect_refusal '--scope: expected maps or these-maps, found "everywhere"'
    done
}

a_run_without_a_test_takes_no_scope() {
    run experiment run k --scope maps
    expect_refusal '--scope sets the steps of a sequential test: expected --sprt D0:D1 beside it'
}

programs_read_the_scope() {
    _hand hand.jsonl ',"scope":"maps"'
    run experiment compare hand.jsonl --json
    expect_stdout_contains '"scope":"maps","stopped":null,"verdicts":['
    expect_stdout_contains '"verdict":"inconclusive","scope":"maps","maps":3,"stopped":false'
    expect_stdout_contains '"player":"b","baseline":"a","scope":"maps","maps":3,"families":1,"pairs":18,"cells":3,"runs":1,"effect":0.2222,'
    run experiment compare hand.jsonl --json --scope these-maps
    expect_stdout_contains '"scope":"these maps","stopped":null,"verdicts":['
    expect_stdout_contains '"verdict":"better","scope":"these maps","maps":3,"stopped":false'
    run experiment compare hand.jsonl --sheet profile --form csv
    expect_stdout_contains 'player,margin,share,low,high'
    expect_stdout_matches '^b,0\.50,0\.722,0\.000,1\.000'
    run experiment compare hand.jsonl --sheet profile --form csv --scope these-maps
    expect_stdout_matches '^b,0\.50,0\.722,0\.[1-9][0-9]*,0\.[0-9]+'
}

an_older_experiment_is_told_of() {
    local note="An older version planned the experiment, without a scope"
    _hand hand.jsonl ""
    run experiment compare hand.jsonl
    expect_stdout_contains "on maps like these (3 maps)"
    expect_stdout_contains "$note. Unless --scope is given, the verdicts are about maps like these."
    run experiment compare hand.jsonl --scope maps
    expect_stdout_lacks "$note"
    _hand hand.jsonl ',"scope":"these maps"'
    run experiment compare hand.jsonl
    expect_stdout_contains "on these 3 maps alone"
    expect_stdout_lacks "$note"
}

experiments_of_two_scopes_are_compared_on_maps_like_theirs() {
    local other
    for other in "" ',"scope":"maps"'; do
        _hand one.jsonl ',"scope":"these maps"'
        _hand two.jsonl "$other" c 03 1c
        run experiment compare one.jsonl two.jsonl
        expect_exit 0
        expect_stdout_matches '^"b" and "a": .* on maps like these \(3 maps\)'
        expect_stdout_matches '^"c" and "a": .* on maps like these \(3 maps\)'
        run experiment compare two.jsonl one.jsonl --player b --baseline a
        expect_stdout_matches '^"b" and "a": .* on maps like these \(3 maps\)'
    done
    _hand two.jsonl ',"scope":"maps"' c 03 1c
    run experiment compare one.jsonl two.jsonl
    expect_stdout_contains "one.jsonl has scope these maps, two.jsonl has scope maps. Unless --scope is given, the verdicts are about maps like these, the wider claim."
    run experiment compare one.jsonl two.jsonl --scope these-maps
    expect_stdout_lacks "one.jsonl has scope"
    _hand two.jsonl ',"scope":"these maps"' c 03 1c
    run experiment compare one.jsonl two.jsonl
    expect_stdout_lacks "one.jsonl has scope"
    expect_stdout_matches '^"c" is better than "a" on these 3 maps alone'
}

# Older versions had maps for nomads in the family "open".
the_order_of_experiments_decides_no_family() {
    _hand one.jsonl ',"scope":"maps"'
    _hand two.jsonl ',"scope":"maps"' c 03 1c
    sed -i '/"map":"m[12]"/s,"family":"open","family":"open/nomad",' two.jsonl
    run experiment compare one.jsonl two.jsonl --player b --baseline a --sheet families
    expect_exit 0
    cp .out/stdout first
    expect_stdout_contains "open/nomad"
    run experiment compare two.jsonl one.jsonl --player b --baseline a --sheet families
    expect_same_file first .out/stdout
    run experiment compare one.jsonl --sheet families
    expect_stdout_lacks "open/nomad"
    # the same map under two names
    sed -i 's/"m1"/"n1"/g; s/"m2"/"n2"/g' two.jsonl
    run experiment compare one.jsonl two.jsonl --player b --baseline a --sheet families
    expect_stdout_contains "open/nomad"
}

# Older versions had the map open-3 in the family "open".
results_on_a_map_of_another_family_are_kept() {
    cat > k.json << END
{"experiment": 1, "name": "k", "max_cycles": 50, "players": ["idle", "random"], "opponents": ["idle"],
 "maps": ["open-3", "ridge-1"]}
END
    run experiment plan k.json --sample 0
    run experiment run k
    expect_exit 0
    cp k/manifest.jsonl now
    sed -i '/"map":"open-3"/s,"open/nomad","open",' k/manifest.jsonl
    ! cmp -s now k/manifest.jsonl || fail "the map has no family of its own"
    run experiment plan k.json --sample 0
    expect_exit 0
    expect_same_file now k/manifest.jsonl
    run experiment status k
    expect_stdout_contains "8 of 8 games played"
    sed -i 's,"ridge-1","ridge-2",' k.json
    run experiment plan k.json --sample 0
    expect_exit 1
    expect_stderr_contains "there are results of another plan"
}
