# Which difference a plan can tell, and by which results.

_spec() { # NAME PLAYERS [MEMBERS]
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "seed": 1, "max_cycles": 300, "games": 2, "players": [$2],
 "opponents": ["ai:land-attack"], "maps": [{"family": "open", "size": 32, "seed": 500, "count": 6}],
 "seats": [0]${3:+, $3}}
END
}

# Results by hand: "a" draws all games, each other player wins on so many of eight maps.
_results() { # FILE PLAYER=WINS[@GROUP]...
    local file=$1 player at=1 map end group wins name
    shift
    {
        printf '{"experiment":"hand","version":1,"domain":"skirmish","program":"by hand",'
        printf '"engine":"00000000000000aa","max_cycles":1000,"scope":"maps"}\n'
        for player in "$@"; do
            at=$((at + 1))
            name=${player%%=*}
            group=${player#*@}
            printf '{"player":"%s"' "$name"
            [ "$group" = "$player" ] || printf ',"group":"%s"' "$group"
            printf ',"agent":"random","identity":"%016d"}\n' $at
        done
        printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
        for map in 1 2 3 4 5 6 7 8; do
            printf '{"map":"m%d","family":"open","path":"m%d","hash":"00000000000000e%d"}\n' $map $map $map
        done
        at=1
        for player in "$@"; do
            at=$((at + 1))
            wins=${player#*=}
            wins=${wins%@*}
            for map in 1 2 3 4 5 6 7 8; do
                end=draw
                [ "$map" -gt "$wins" ] || end=win
                printf '{"game":"%08d%08d","player":"%s","opponent":"foe","map":"m%d","seat":0,"seed":"%s",' \
                    $at $map "${player%%=*}" $map "${SEED:-1}"
                printf '"end":"%s","cycles":500,"hash":"%016d","orders":1,"refused":0}\n' $end 1
            done
        done
    } > "$file"
}

_say() { # SPEC FROM...
    local spec=$1 list=()
    shift
    for file in "$@"; do list+=(--from "$file"); done
    run experiment plan "$spec.json" --sample 0 "${list[@]}"
    expect_exit 0
}

the_plans_own_players_go_before_others() {
    _spec k '{"name":"a","agent":"idle"},{"name":"b","agent":"random"}'
    _results all.jsonl a=0 b=1 c=4
    _results own.jsonl a=0 b=1
    _say k own.jsonl
    grep '^power' .out/stdout > own
    _say k all.jsonl # "c" varies more, and is not planned
    expect_stdout_lacks "compares no two players"
    grep '^power' .out/stdout > all
    expect_same_file own all
    _results others.jsonl x=0 y=1
    _say k others.jsonl
    expect_stdout_contains "by 8 pairs on 8 maps of others.jsonl (which compares no two players of the plan), which leave it between"
    run experiment plan k.json --sample 0 --from others.jsonl --json
    expect_stdout_contains '"source_has_players":false'
    expect_stdout_contains '"range_level":0.95,'
}

# The baseline is the plan's, whatever stands first in the results.
the_plans_baseline_is_taken() {
    _spec k '{"name":"a","agent":"idle"},{"name":"b","agent":"random"}'
    _results own.jsonl a=0 b=1
    _results other.jsonl x=4 b=1 a=0
    _say k own.jsonl
    grep '^power' .out/stdout > own
    _say k other.jsonl
    expect_stdout_lacks "compares no two players"
    grep '^power' .out/stdout > other
    expect_same_file own other
}

results_that_cannot_be_compared_give_a_reason() {
    _spec k '{"name":"a","agent":"idle"},{"name":"b","agent":"random"}'
    _results one.jsonl a=0
    SEED=2 _results two.jsonl b=1
    _say k one.jsonl two.jsonl
    expect_stdout_lacks "power:"
    expect_stderr_contains "the power can't be estimated from one.jsonl, two.jsonl: \"a\" and \"b\" have no pair of games"
    _say k one.jsonl
    expect_stderr_contains "the power can't be estimated from one.jsonl: it never compares two players"
}

# Of two comparisons with planned players, that which tells how runs vary is taken.
runs_that_vary_go_before_a_larger_spread() {
    _spec k '{"name":"a","agent":"idle"},{"name":"g-1","agent":"random","group":"g","run":0},{"name":"g-2","agent":"ai:raid","group":"g","run":1},{"name":"c","agent":"ai:boom"}'
    _results all.jsonl a=0 g-1=1@g g-2=2@g c=4
    _say k all.jsonl
    expect_stdout_lacks "runs add to it"
    _results all.jsonl a=0 c=4
    _say k all.jsonl
    expect_stdout_contains "runs add to it, by how much is not known"
}

the_line_says_what_it_cannot_tell_and_its_level() {
    _spec k '{"name":"a","agent":"idle"},{"name":"b","agent":"random"}' '"scope":"maps"'
    _results all.jsonl a=0 b=4
    run experiment plan k.json --sample 0 --from all.jsonl --set 'maps=[{"family": "open", "size": 32, "seed": 500, "count": 2}]'
    expect_exit 0
    expect_stdout_contains "power: even a difference of a whole game is detected in fewer than 8 of 10 experiments on maps like these (2 maps)"
    _say k all.jsonl
    expect_stdout_matches '^power: a difference of 0\.[0-9]+ of a game is detected in 8 of 10 experiments on maps like these \(6 maps\)$'
    expect_stdout_matches 'which leave it between 0\.[0-9]+ and (0\.[0-9]+|more than 1) \(95%\)'
    run experiment plan k.json --sample 0 --from all.jsonl --set 'maps=[{"family": "open", "size": 32, "seed": 500, "count": 4}]'
    expect_stdout_matches '^       as many games on 2 maps, 4 seeds each: more than 1, if seeds add nothing$'
    _spec k '{"name":"a","agent":"idle"},{"name":"b","agent":"random"},{"name":"c","agent":"ai:raid"}'
    _say k all.jsonl
    expect_stdout_contains "on maps like these (6 maps), at the level of its verdicts, 97.5%"
}
