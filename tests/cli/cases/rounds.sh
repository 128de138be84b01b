# Libraries that an experiment adapts for itself.

_spec() { # NAME MEMBERS [CYCLES]: of the library that is adapted
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "seed": 11, "max_cycles": ${3:-4000},
 "libraries": [
  {"name": "learned", "learn": ["rush-open-1"], "relax": true},
  {"name": "adapted", "adapt": "learned", "against": ["ai:raid"], "games": 4, $2}],
 "players": ["library:learned", {"name": "adapted", "agent": "library:adapted"}],
 "opponents": ["ai:raid"], "maps": [{"family": "open", "size": 48, "seed": 500}]}
END
}

_maps='"maps": [{"family": "open", "size": 48, "seed": 700, "count": 2}]'

each_run_is_a_library_that_knows_its_games() {
    _spec e "$_maps, \"runs\": 2, \"rounds\": 2"
    run experiment plan e.json --sample 0
    expect_exit 0
    expect_stderr_contains "adapting libraries/adapted-1.db"
    expect_stdout_contains "e: 3 players"
    ls e/libraries > found
    printf 'adapted-0.db\nadapted-1.db\nlearned.db\n' > expected
    expect_same_file found expected
    expect_no_file e/understudy-planning
    run library stats e/libraries/adapted-1.db
    expect_stdout_contains "saw 9 games"
    run library stats e/libraries/learned.db
    expect_stdout_contains "saw 1 game"
    run_command grep -c '"group":"adapted","run":[01],' e/manifest.jsonl
    expect_stdout_contains 2
}

a_plan_is_the_same_on_any_number_of_workers() {
    _spec e "$_maps, \"runs\": 2, \"prove\": 1" 3000
    run experiment plan e.json -o one --sample 0 -j 1
    expect_exit 0
    run experiment plan e.json -o many --sample 0 -j 3
    expect_exit 0
    expect_same_file one/manifest.jsonl many/manifest.jsonl
    run experiment run one -j 2
    expect_exit 0
    run experiment plan e.json -o one --sample 0 # it is no other plan
    expect_exit 0
    run experiment compare one
    expect_exit 0 # none of them was adapted by what it is judged by
}

a_training_map_is_not_the_experiments() {
    _spec e '"maps": ["choke-2", {"family": "open", "size": 48, "seed": 498, "count": 2}], "runs": 2'
    run experiment plan e.json --sample 0
    expect_refusal "e.json:4:99: the experiment plays on open-48-500, too: expected other maps for training"
    expect_no_file e/manifest.jsonl
}

what_is_not_there_is_told_before_anything_is_learned() {
    _spec e '"maps": ["no-map"]'
    run experiment plan e.json --sample 0
    expect_refusal "no-map"
    _spec e "$_maps, \"patterns\": [\"worker-idel\"]"
    run experiment plan e.json --sample 0
    expect_refusal "worker-idle"
    _spec e "$_maps, \"without\": [\"no-pattern\"]"
    run experiment plan e.json --sample 0
    expect_refusal "no-pattern"
    _spec e "$_maps"
    sed -i 's/\["ai:raid"\], "games"/["library:adapted"], "games"/' e.json
    run experiment plan e.json --sample 0
    expect_refusal "expected the name of a library above, of which there is one"
    expect_no_file e
}

_repairs() { # BEFORE AFTER: how many led from one to the other
    "$UNDERSTUDY" library diff "$1" "$2" 2> /dev/null |
        awk '/^[-+~] /{new = /^\+/} /^  before/{new = 0} new && /^    .*; so /{n++} END{print n + 0}'
}

# "second" also holds the repairs of "adapted", which are not its own.
a_control_has_as_many_repairs_as_those_of_its_own_that_it_is_like() {
    _spec e "$_maps, \"most\": 3" 12000
    sed -i 's/"rush-open-1"/"siege-ridge-1"/' e.json
    sed -i "s/\"most\": 3}\],/\"most\": 3},\n\
  {\"name\": \"second\", \"adapt\": \"adapted\", \"against\": [\"ai:raid\"], \"games\": 4, $_maps, \"most\": 2},\n\
  {\"name\": \"control\", \"adapt\": \"learned\", \"against\": [\"ai:raid\"], \"games\": 4, $_maps,\n\
   \"repairs\": \"random\", \"like\": \"second\"}],/" e.json
    run experiment plan e.json --sample 0
    expect_exit 0
    [ "$(_repairs e/libraries/learned.db e/libraries/adapted.db)" = 3 ] || fail "not 3 in the first"
    [ "$(_repairs e/libraries/adapted.db e/libraries/second.db)" = 2 ] || fail "not 2 in the second"
    [ "$(_repairs e/libraries/learned.db e/libraries/second.db)" = 5 ] || fail "not 5 in both"
    [ "$(_repairs e/libraries/learned.db e/libraries/control.db)" = 2 ] || fail "the control has another number"
}

# Fewer stay than are tried, so that one number can not be taken for the other.
a_proved_control_tries_as_many_repairs_as_what_it_is_like() {
    sed -n '/^```controls/,/^```/p' "$ROOT/docs/EXPERIMENTS.md" | grep -v '^```' |
        sed -e 's/"games": 100/"games": 4/' -e 's/"runs": 8/"runs": 2/' -e 's/, "prove": 20}],/}],/' -e 's/"prove": 20/"prove": 1/' \
            -e 's/"seed": 7000/"seed": 7010/' > e.json
    [ "$(grep -c '"prove": 1' e.json)" = 2 ] || fail "not two that prove"
    run experiment plan e.json --sample 0 --set max_cycles=8000 -j 2
    expect_exit 0
    local run tried
    for run in 0 1; do
        tried=$(sed -nE "s,.*libraries/adapted-$run.db: ([0-9]+) repairs? w.*,\1,p" .out/stderr)
        [ "$tried" -gt 0 ] || fail "nothing was tried"
        expect_stderr_contains "libraries/random-proved-$run.db: $tried repair"
        echo "$tried $(_repairs e/libraries/learned.db e/libraries/adapted-$run.db)" >> counts
    done
    awk '$2 < $1 { fewer = 1 } $2 > $1 { more = 1 } END { exit more || !fewer }' counts || fail "all were kept: $(cat counts)"
    "$UNDERSTUDY" library export e/libraries/relaxed-adapted-0.db | grep -q '^ *modop: ' || fail "the relaxed one was not adapted"
    run library diff e/libraries/relaxed.db e/libraries/relaxed-adapted-0.db
    expect_stdout_lacks "random repair"
    run library export e/libraries/daemons.db
    expect_stdout_contains "put in whatever games show (control): one of supply-blocked"
}

daemons_go_in_without_a_game() {
    _spec e "$_maps"
    sed -i 's/"adapt": "learned", "against": .*}\],/"adapt": "learned", "repairs": "daemons"}],/' e.json
    run experiment plan e.json --sample 0
    expect_exit 0
    run library stats e/libraries/adapted.db
    expect_stdout_contains "saw 1 game" # that of the demonstration
    run library export e/libraries/adapted.db
    expect_stdout_contains '"put in whatever games show (control): one of worker-idle"'
    expect_stdout_lacks " times in "
    sed -i 's/"repairs": "daemons"/"repairs": "daemons", "games": 4/' e.json
    run experiment plan e.json -o other --sample 0
    expect_refusal '"repairs": "daemons" plays no games: expected no "games"'
    sed -i 's/"daemons", "games": 4/"demons"/' e.json
    run experiment plan e.json -o other --sample 0
    expect_refusal 'expected "blamed", "random" or "daemons"'
}

_search() { # MEMBERS: of the library of the docs that a search adapts, with few games
    {
        echo '{"experiment": 1, "name": "e", "seed": 11, "max_cycles": 3000, "libraries": ['
        echo ' {"name": "learned", "learn": ["rush-open-1"], "relax": true},'
        sed -n '/^```search/,/^```/p' "$ROOT/docs/EXPERIMENT_REFERENCE.md" | grep -v '^```'
        echo ' ], "players": ["library:learned", {"name": "adapted", "agent": "library:adapted"}],'
        echo ' "opponents": ["ai:raid"], "maps": [{"family": "open", "size": 48, "seed": 500}]}'
    } | sed -e 's/"budget": 4000/"budget": 100/' -e 's/"rounds": 2/"rounds": 1/' \
        -e "s/\"runs\": 8/\"runs\": 2/" -e "s/\"sizes\": \[64\]/$1/" > e.json
}

a_search_finds_the_same_library_on_any_number_of_workers() {
    _search '"sizes": [48]'
    run experiment plan e.json -o one --sample 0 -j 1
    expect_exit 0
    expect_stderr_contains "adapting libraries/adapted-1.db"
    expect_stderr_matches '^libraries/adapted-0\.db: round 1: [0-9]+ changes at [0-9]+ places; 10 training games'
    expect_stderr_matches '^libraries/adapted-1\.db: [01] of 1 round kept changes; round 1, [0-9]+ games: '
    expect_no_file one/understudy-planning
    run experiment plan e.json -o many --sample 0 -j 2
    expect_exit 0
    expect_same_file one/manifest.jsonl many/manifest.jsonl
    expect_same_file one/libraries/adapted-0.db many/libraries/adapted-0.db
    expect_same_file one/libraries/adapted-1.db many/libraries/adapted-1.db
    run library stats one/libraries/adapted-0.db
    expect_stdout_matches "saw [1-9][0-9]+ games" # the demonstration, training and the search
    run experiment run one -j 2
    expect_exit 0
    run experiment compare one
    expect_exit 0 # no library was adapted by the games that judge it
    run experiment report one
    expect_exit 0
    run_command cat one/reproducibility.md
    expect_stdout_contains "learned, adapted by a search in 1 round of at most 100 games on generated maps (choke, open; sizes 48) against ai:raid, ai:boom, 2 times, seed 1"
}

a_search_that_can_not_play_is_refused_before_anything_is_learned() {
    _search '"sizes": [48, 3]'
    run experiment plan e.json --sample 0
    expect_refusal "e.json:4:82: found size 3, expected a multiple of 8"
    _search '"sizes": [48], "games": 4'
    run experiment plan e.json --sample 0
    expect_refusal 'a search with "budget" chooses its maps, games and repairs itself: expected no "games"'
    _search '"sizes": [48], "patterns": ["worker-idel"]'
    run experiment plan e.json --sample 0
    expect_refusal "worker-idle"
    _search '"sizes": [48]'
    sed -i 's/"against": \["ai:raid", /"against": ["library:adapted", /' e.json
    run experiment plan e.json --sample 0
    expect_refusal "expected the name of a library above, of which there is one"
    expect_no_file e/manifest.jsonl
}
