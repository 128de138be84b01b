# What stops an experiment by itself: a program that is missing.

_plan() { # NAME PLAYERS: 40 pairs of each two, of draws
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "max_cycles": 200, "games": 20, "players": [$2],
 "opponents": ["ai:land-attack"], "maps": ["open-1", "ridge-1"], "seats": [0]}
END
    run experiment plan "$1.json" --sample 0
    expect_exit 0
}

# ---- programs

_programs() { # NAME PLAYERS
    _plan "$1" "$2"
    run experiment plan "$1.json" --sample 0 --set games=3
    expect_exit 0
}

a_missing_program_is_missing_on_any_number_of_workers() {
    local players jobs
    for players in '"ai:raid","exec:/nothing"' '"exec:/nothing","ai:raid"'; do
        for jobs in 1 4; do
            rm -rf k
            _programs k "$players"
            run experiment run k -j $jobs
            expect_exit 5
            expect_stderr_contains "exec:/nothing: expected a program that says its name"
            expect_stdout_empty
            [ ! -s k/results/run.jsonl ] || fail "something was played"
        done
    done
    run experiment run k --only player=ai:raid
    expect_exit 0
    expect_stdout_contains "6 of 12 games played, 6 of them now"
}

a_program_that_fails_to_start_later_has_crashed() {
    command -v python3 > /dev/null || skip "no python3"
    local jobs
    cat > once << END
#!/bin/sh
[ ! -e "$PWD/begun" ] || exit 3
touch "$PWD/begun"
exec python3 $ROOT/docs/examples/player.py random
END
    chmod +x once
    for jobs in 1 4; do
        rm -rf k begun
        _programs k "\"exec:$PWD/once\",\"ai:raid\""
        run experiment run k -j $jobs
        expect_exit 1
        expect_stdout_contains "12 of 12 games played, 6 crashed, 12 of them now"
        [ "$(grep -c '"end":"crash","reason":"exec:.*it ended with status 3"' k/results.jsonl)" = 6 ] ||
            fail "no such reason"
    done
}
