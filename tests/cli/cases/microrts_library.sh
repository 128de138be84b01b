# Libraries that are learned from games of the real microRTS, and adapted by them.

. "$ROOT/tests/cli/microrts.sh"

a_library_of_a_spec_is_learned_from_the_seat_that_it_says() {
    run game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush --trace demo.jsonl
    run annotate demo.jsonl --auto
    run annotate demo.jsonl --accept all
    expect_exit 0
    run learn demo.jsonl --seat 1 -o one.db
    run learn demo.jsonl --seat all -o both.db
    cat > e.json << 'END'
{"experiment": 1, "name": "e", "domain": "microrts",
 "libraries": [{"name": "one", "learn": ["demo.jsonl"], "seat": 1},
  {"name": "both", "learn": ["demo.jsonl"], "seat": "all"}],
 "players": ["library:one", "library:both"], "opponents": ["idle"], "maps": ["plain-8"]}
END
    run experiment plan e.json --sample 0
    expect_exit 0
    run library diff one.db e/libraries/one.db
    expect_stderr_contains "are equal"
    run library diff both.db e/libraries/both.db
    expect_stderr_contains "are equal"
    run library diff e/libraries/one.db e/libraries/both.db
    expect_exit 1
}

a_spec_leaves_beaten_seats_and_suggestions_out_and_says_so() {
    run game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush --trace demo.jsonl
    run annotate demo.jsonl --auto
    cat > e.json << 'END'
{"experiment": 1, "name": "e", "domain": "microrts",
 "libraries": [{"name": "l", "learn": ["demo.jsonl"]}],
 "players": ["library:l"], "opponents": ["idle"], "maps": ["plain-8"]}
END
    run experiment plan e.json --sample 0
    expect_exit 2
    expect_stderr_contains "demo.jsonl: nothing is left to learn from: seat 0 (ai:worker-rush, won) is left out: it has 3 goals, all of them suggestions"
    expect_no_file e
    sed 's/"learn": \["demo.jsonl"\]/&, "suggested": true/' e.json > s.json
    run experiment plan s.json --sample 0 -o suggested
    expect_exit 0
    run learn demo.jsonl --suggested -o suggested.db
    run library diff suggested.db suggested/libraries/l.db
    expect_stderr_contains "are equal"
    run annotate demo.jsonl --accept all
    run experiment plan e.json --sample 0
    expect_exit 0
    expect_stderr_contains "demo.jsonl: seat 0 (ai:worker-rush, won) is taken"
    expect_stderr_contains "demo.jsonl: seat 1 (ai:light-rush, lost) is left out: it lost the game"
    run learn demo.jsonl -o l.db
    run library diff l.db e/libraries/l.db
    expect_stderr_contains "are equal"
}

a_recorded_game_of_the_real_one_is_not_played_again_and_has_its_states() {
    _fake
    run game play ./small.map --domain microrts --p0 ai:light-rush --p1 bot:well --trace t.jsonl
    expect_exit 0
    grep -q '"source":"microrts"' t.jsonl || fail "it does not say who played it"
    run trace check t.jsonl
    expect_exit 0
    expect_stdout_matches '^t\.jsonl: no faults: [0-9]+ orders, [1-9][0-9]* states'
    expect_stderr_contains "played by microrts: not a game of this program"
    run_command cp t.states whole
    head -c 760 whole > t.states # as of a program that was killed: no more than who they are of
    run trace check t.jsonl
    expect_exit 0
    expect_stdout_contains ' 0 states'
    mv whole t.states
    run trace stats t.jsonl
    expect_stdout_contains "microrts, played by microrts on ./small.map, seed 1"
    run trace replay t.jsonl
    expect_refusal "played by microrts: not a game of this program, so that it cannot be played again" 4
    run annotate t.jsonl --auto --seat 0
    expect_exit 0
    expect_stderr_empty
    rm t.states
    run annotate t.jsonl --auto
    expect_refusal "states stored beside the trace: t.jsonl:1: played by microrts: not a game of this program, so that it cannot be played again" 4
    run game play --from t.jsonl@1 --p1 idle
    expect_refusal "played by microrts" 4
}

# Of whom the library plays: what the other side ordered is not known.
a_library_is_adapted_by_games_of_the_real_one_as_by_those_games_natively() {
    local p0=library:l.db
    _real
    run game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush --trace demo.jsonl
    run annotate demo.jsonl --auto --seat 0
    run learn demo.jsonl -o l.db --relax --suggested
    expect_exit 0
    run game play bases-8 --domain microrts --p0 $p0 --p1 ai:light-rush --trace native.jsonl
    run game play bases-8 --domain microrts --p0 $p0 --p1 bot:ai.abstraction.LightRush --trace real.jsonl
    expect_exit 0
    run adapt l.db native.jsonl --least 1 --dry-run
    cp .out/stdout native
    run adapt l.db real.jsonl --least 1 --dry-run
    expect_exit 0
    expect_stdout_contains "would be repaired"
    expect_same_file native .out/stdout
}

_adapted() { # OPPONENT MAPS MORE: the spec a.json
    run game play bases-8 --domain microrts --p0 ai:worker-rush --p1 ai:light-rush --trace demo.jsonl
    run annotate demo.jsonl --auto --seat 0
    run annotate demo.jsonl --accept all
    expect_exit 0
    cat > a.json << END
{"experiment": 1, "name": "a", "domain": "microrts", "max_cycles": 1500,
 "libraries": [{"name": "l", "learn": ["demo.jsonl"], "relax": true},
  {"name": "adapted", "adapt": "l", "against": ["$1"], "maps": [$2], $3}],
 "players": ["library:l", "library:adapted"], "opponents": ["ai:light-rush"], "maps": ["barracks-12"]}
END
}

# Its games are not played again, but repaired by their stored states.
a_library_is_adapted_in_a_spec_by_games_against_a_bot() {
    _fake
    _adapted bot:well '"small.map"' '"games": 2'
    run experiment plan a.json --sample 0 --trust
    expect_exit 0
    run library stats a/libraries/adapted.db
    expect_stdout_contains "saw 3 games"
}

a_library_is_adapted_in_a_spec_by_a_bot_as_by_its_likeness() {
    local more='"games": 6, "chance": 100'
    _real
    _adapted bot:ai.abstraction.LightRush '"bases-8", "two-bases-12"' "$more"
    run experiment plan a.json -o real --sample 0 --trust
    expect_exit 0
    _adapted ai:light-rush '"bases-8", "two-bases-12"' "$more"
    run experiment plan a.json -o native --sample 0
    expect_exit 0
    run library diff real/libraries/adapted.db native/libraries/adapted.db
    expect_exit 0
    expect_stderr_contains "are equal"
    run library diff real/libraries/l.db real/libraries/adapted.db
    expect_stdout_contains "; so "
}

# The real game is the native one, state by state: so what is suggested for it is, too.
a_recorded_game_of_the_real_one_is_labeled_as_that_game_natively() {
    local seat
    _real
    for seat in 0 1; do
        run game play rooms-16 --domain microrts --p$seat ai:light-rush --p$((1 - seat)) ai:worker-rush --trace native.jsonl
        run game play rooms-16 --domain microrts --p$seat ai:light-rush --p$((1 - seat)) bot:ai.abstraction.WorkerRush --trace real.jsonl
        expect_exit 0
        for game in native real; do
            run annotate $game.jsonl --auto --seat $seat
            expect_exit 0
            # Each trace has numbers of its own for orders: the bot's are in one of them.
            sed -E 's/"orders":\[[^{]*\],"by"/"by"/' $game.goals.json > $game
        done
        grep -q '"BuildUnits"' real || fail "only the game's end is labeled"
        expect_same_file native real
    done
}

# Commands of the page: a bot of the real game teaches a library, which plays on maps that it has not seen.
what_the_docs_learn_from_a_bot_plays() {
    local foe map
    _real
    mkdir build
    ln -s "$UNDERSTUDY_MICRORTS" build/microrts
    sed -n '/^```bots/,/^```/p' "$ROOT/docs/MICRORTS.md" | grep -v '^```' > shown.sh
    grep -q 'annotate .* --auto' shown.sh || fail "the page shows no commands"
    understudy() {
        "$UNDERSTUDY" "$@"
    }
    (
        set -e
        . ./shown.sh
    ) > said 2> told || fail "exit $?: $(tail -n 3 told)"
    grep -q "^seat 0 (library:bot.db) beats seat 1" said || fail "the last line is not a victory: $(tail -n 3 said)"
    for foe in idle ai:random-biased; do
        for map in bases-16 plain-8; do
            run game play $map --domain microrts --p0 library:bot.db --p1 $foe --max-cycles 4000
            expect_stdout_matches '^seat 0 .* beats seat 1'
        done
    done
}
