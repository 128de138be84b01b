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
    _spec e "$_maps, \"runs\": 2" 3000
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
    expect_stderr_matches '^libraries/adapted-1\.db: [0-9] of [0-9] proofs? changed the library; round 1, [0-9]+ games: '
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

# A hard link keeps the journal, which goes with the plan.
a_killed_plan_continues_its_searches() {
    _search '"sizes": [48]'
    run experiment plan e.json -o whole --set max_cycles=5000 --sample 0 -j 2
    expect_exit 0
    local journal=e/understudy-planning/search/games.jsonl pid tries games before
    for games in 20 40; do # in the first run, in the second
        "$UNDERSTUDY" experiment plan e.json --set max_cycles=5000 --sample 0 -j 1 > .out/stdout 2> .out/stderr &
        pid=$!
        tries=0
        until [ "$(cat $journal 2> .out/none | wc -l)" -ge $games ]; do
            tries=$((tries + 1))
            [ $tries -lt 6000 ] || fail "no $games games: $(cat .out/stderr)"
            sleep 0.01
        done
        kill -9 $pid
        wait $pid 2> .out/none
        expect_no_file e/manifest.jsonl
    done
    ln $journal kept.jsonl
    before=$(wc -l < kept.jsonl)
    run experiment plan e.json --set max_cycles=5000 --sample 0 -j 2
    expect_exit 0
    expect_stderr_matches '^libraries/adapted-0\.db: the searches continue from the games of an earlier plan$'
    [ "$(wc -l < kept.jsonl)" -gt "$before" ] || fail "no game was left to play"
    [ -z "$(grep -o '"key":"[0-9a-f]*"' kept.jsonl | sort | uniq -d)" ] || fail "games were played again"
    expect_same_file whole/manifest.jsonl e/manifest.jsonl
    expect_same_file whole/libraries/adapted-0.db e/libraries/adapted-0.db
    expect_same_file whole/libraries/adapted-1.db e/libraries/adapted-1.db
    expect_no_file e/understudy-planning
}

a_control_searches_as_many_random_changes_as_what_it_is_like_listed() {
    sed -n '/^```controls/,/^```/p' "$ROOT/docs/EXPERIMENTS.md" | grep -v '^```' |
        sed -e 's/"budget": 4000/"budget": 100/' -e 's/"runs": 8/"runs": 2/' > e.json
    [ "$(grep -c '"budget": 100' e.json)" = 2 ] || fail "not two that search"
    run experiment plan e.json --sample 0 --set max_cycles=3000 -j 2
    expect_exit 0
    local run listed
    for run in 0 1; do
        listed=$(sed -nE "s,.*libraries/adapted-$run.db: round 1: ([0-9]+) changes .*,\1,p" .out/stderr)
        [ "$listed" -gt 20 ] || fail "few changes: $listed"
        expect_stderr_contains "libraries/random-$run.db: round 1: $listed changes at "
    done
    run library export e/libraries/daemons.db
    expect_stdout_contains "put in whatever games show (control): one of supply-blocked"
}

a_search_that_can_not_play_is_refused_before_anything_is_learned() {
    _search '"sizes": [48, 3]'
    run experiment plan e.json --sample 0
    expect_refusal "e.json:4:82: found size 3, expected a multiple of 8"
    _search '"sizes": [48], "games": 4'
    run experiment plan e.json --sample 0
    expect_refusal 'a search with "budget" chooses its games and repairs itself: expected no "games"'
    _search '"sizes": [48], "patterns": ["worker-idel"]'
    run experiment plan e.json --sample 0
    expect_refusal "worker-idle"
    _search '"sizes": [48]'
    sed -i 's/"against": \["ai:raid", /"against": ["library:adapted", /' e.json
    run experiment plan e.json --sample 0
    expect_refusal "expected the name of a library above, of which there is one"
    expect_no_file e/manifest.jsonl
}

_microrts() { # MEMBERS: of a library that a search adapts in microRTS, which generates no maps
    if [ ! -e light.jsonl ]; then
        "$UNDERSTUDY" game play open-10 --domain microrts --p0 ai:light-rush --p1 ai:random-biased --seed 7 \
            --trace light.jsonl > .out/made 2>&1 || fail "no game"
        "$UNDERSTUDY" annotate light.jsonl --auto --seat 0 > .out/made 2>&1 || fail "no goals"
        "$UNDERSTUDY" learn light.jsonl --suggested --relax -o light.db > .out/made 2>&1 || fail "no library"
    fi
    cat > m.json << END
{"experiment": 1, "name": "m", "domain": "microrts", "max_cycles": 1000,
 "libraries": [
  {"name": "learned", "learn": ["light.jsonl"], "suggested": true, "relax": true},
  {"name": "adapted", "adapt": "learned", "budget": 100, "against": ["ai:worker-rush", "itself"], $1}],
 "players": ["library:learned", {"name": "adapted", "agent": "library:adapted"}],
 "opponents": ["ai:light-rush"], "maps": ["bases-16"]}
END
}

a_search_on_named_maps_tries_named_donors() {
    _microrts '"maps": ["bases-8", "two-bases-12"], "donors": ["learned", "light.db"]'
    run experiment plan m.json --sample 0 -j 1
    expect_exit 0
    expect_stderr_matches '^libraries/adapted\.db: round 1: [0-9]+ changes at [0-9]+ places; 10 training games'
    cp .out/stderr with
    run experiment plan m.json -o same --sample 0 -j 2
    expect_same_file m/libraries/adapted.db same/libraries/adapted.db
    run library stats m/libraries/adapted.db
    expect_stdout_matches "saw [1-9][0-9] games"
    run experiment run m -j 2
    expect_exit 0
    run experiment report m
    expect_exit 0
    run_command cat m/reproducibility.md
    expect_stdout_contains "of at most 100 games on bases-8, two-bases-12 against ai:worker-rush, itself, with the donors learned, light.db, seed 1"
    _microrts '"maps": ["bases-8", "two-bases-12"], "donors": "none"'
    run experiment plan m.json -o none --sample 0 -j 2
    expect_exit 0
    grep -qE '^libraries/adapted\.db: practice with [0-9]+ donors: ' with || fail "no practice with donors"
    ! grep -q 'practice with' .out/stderr || fail "practice without donors"
    _microrts '"maps": ["bases-8", "bases-16"]'
    run experiment plan m.json -o other --sample 0
    expect_refusal "the experiment plays on bases-16, too: expected other maps for training"
    _microrts '"maps": ["bases-8"], "donors": ["no.db"]'
    run experiment plan m.json -o other --sample 0
    expect_refusal 'm.json:4:131: there is no file "no.db", and no library of that name is made'
    _microrts '"maps": ["bases-8"], "donors": ["adapted"]'
    run experiment plan m.json -o other --sample 0
    expect_refusal "m.json:4:131: expected the name of a library above, of which there is one"
    _microrts '"maps": ["bases-8"], "donors": ["light.jsonl"]'
    run experiment plan m.json -o other --sample 0
    expect_refusal "light.jsonl: expected a library, found another file"
    _microrts '"mode": "append"'
    run experiment plan m.json -o other --sample 0
    expect_refusal 'no maps are generated for microrts: expected "maps" beside "budget"'
}

a_library_is_adapted_with_its_settings() {
    local kind
    _spec e "$_maps"
    cp e.json plain.json
    _microrts '"maps": ["bases-8"], "donors": "none"'
    cp m.json search.json
    for kind in plain search; do
        run experiment plan $kind.json --sample 0 -j 2
        expect_exit 0
        "$UNDERSTUDY" library export $kind/libraries/adapted.db > without.brl
        sed 's/"adapt": "learned"/"adapt": "learned?reinforcements=off\&producers=off"/' $kind.json > $kind-off.json
        run experiment plan $kind-off.json --sample 0 -j 2
        expect_exit 0
        "$UNDERSTUDY" library export $kind-off/libraries/adapted.db > with.brl
        ! cmp -s without.brl with.brl || fail "the settings change nothing: $kind"
    done
    run experiment run search-off -j 2
    run experiment report search-off
    run_command cat search-off/reproducibility.md
    expect_stdout_matches "learned\\?reinforcements.*producers=off, adapted by a search in 1 round"
    sed -i 's/producers=off/producers=of/' search-off.json
    run experiment plan search-off.json -o other --sample 0
    expect_refusal "search-off.json:4:32: "
}
