# adapt: how repairs are chosen and proved.

_lost() { # a library, and two games that it lost
    run learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" --relax -o lib.db
    expect_exit 0
    local seed
    for seed in 1 2; do
        "$UNDERSTUDY" game play choke-2 --p0 library:lib.db --p1 ai:raid --max-cycles 6000 \
            --seed "$seed" --trace "$seed.jsonl" > .out/played || fail "no game"
    done
}

_modops() { # of what adapted.json tells, each once
    grep -o '"modop":"[a-z]*"' adapted.json | sort -u
}

a_modop_can_be_left_out() {
    _lost
    run adapt lib.db 1.jsonl 2.jsonl -o all.db --json
    expect_exit 0
    cp .out/stdout adapted.json
    local modop
    modop=$(_modops | head -n 1 | cut -d '"' -f 4)
    [ -n "$modop" ] || fail "nothing was repaired"
    run adapt lib.db 1.jsonl 2.jsonl -o some.db --json --without-modop "$modop"
    expect_exit 0
    cp .out/stdout adapted.json
    ! _modops | grep -q "\"$modop\"" || fail "$modop was used"
    expect_stdout_contains "$modop: this modop is excluded"
    run adapt lib.db 1.jsonl 2.jsonl -o none.db --without-modop daemno
    expect_refusal 'unknown modop "daemno"; did you mean "daemon"?'
    expect_no_file none.db
}

a_library_saw_the_games_that_proved_its_repairs() {
    _lost
    run adapt lib.db 1.jsonl 2.jsonl -o adapted.db --most 1
    expect_exit 0
    run library stats adapted.db
    expect_stdout_contains "saw 3 games"
    run adapt lib.db 1.jsonl 2.jsonl -o proved.db --most 1 --prove 2 -j 2
    expect_exit 0
    expect_stderr_matches '^[a-z-]+, "[^"]+", [0-9] games?: repair [0-9], [a-z]+: in 2 pairs it scored'
    run library stats proved.db
    expect_stdout_contains "saw 5 games"
}

what_cannot_be_written_is_refused_before_anything_is_proved() {
    _lost
    run adapt lib.db 1.jsonl missing.jsonl --prove 1 --most 1 -o no/out.db
    expect_refusal "no/out.db: cannot write: No such file or directory"
}

games_of_no_library_are_refused_before_anything_is_proved() {
    _lost
    "$UNDERSTUDY" game play open-1 --p0 expert:rush --p1 idle --max-cycles 300 --trace e.jsonl > .out/played
    run adapt lib.db e.jsonl --prove 2 -o out.db
    expect_exit 4
    expect_stderr_contains "e.jsonl: no seat has the plan of a library"
    sed '1s/library:lib.db/expert:rush/' 1.jsonl > f.jsonl
    run adapt lib.db f.jsonl --least 1 --prove 2 -o out.db
    expect_refusal "f.jsonl:1: no player of the games is library:FILE: --prove has nothing to play again" 4
    expect_no_file out.db
}

# What stands in a trace is no command of who reads it.
a_program_that_a_trace_names_is_not_started() {
    _lost
    sed '1s,"ai:raid","exec:touch begun",' 1.jsonl > x.jsonl
    run adapt lib.db x.jsonl --least 1 -o plain.db
    expect_exit 0
    run adapt lib.db x.jsonl --least 1 --prove 2 -o out.db
    expect_refusal 'x.jsonl:1: its other player is a program, which --prove would start: "exec:touch begun"'
    expect_no_file begun
    expect_no_file out.db
}
