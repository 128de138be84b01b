# Kinds of start: asked for by name, told apart in maps, experiments and tables.

a_map_for_nomads_is_made_where_it_is_asked_for() {
    run game mapgen --family open --size 32 --seed 7 --start nomad -o nomad.map --json
    expect_exit 0
    expect_stdout_contains '{"name":"open-32-7-nomad","family":"open/nomad","width":32,'
    expect_stdout_contains '"start":"nomad","seed":7,"file":"nomad.map"}'
    grep -qx "start nomad" nomad.map || fail "the map does not say it"
    run game show ./nomad.map --json
    expect_exit 0
    expect_stdout_contains '"family":"open/nomad",'
    expect_stdout_contains '"start":"nomad",'
    expect_stdout_lacks '-hall"'
    run game show ./nomad.map --check
    expect_exit 0
    run game play ./nomad.map --p0 ai:boom --p1 ai:raid --max-cycles 3000 --trace t.jsonl
    expect_exit 0
    run trace replay t.jsonl
    expect_exit 0
}

seeds_that_once_drew_nomads_draw_halls() {
    local seed
    for seed in 1 3 4; do # of open, 32 cells
        run game mapgen --family open --size 32 --seed $seed -o m.map --json
        expect_exit 0
        expect_stdout_contains '"family":"open",'
        expect_stdout_contains '"start":"hall",'
        [ "$(grep -cE '^entity (town|great)-hall ' m.map)" = 2 ] || fail "seed $seed: not two halls"
        run game mapgen --family open --size 32 --seed $seed --start hall -o again.map
        expect_exit 0
        expect_same_file m.map again.map
    done
}

starts_that_the_game_does_not_know_are_refused() {
    run game mapgen --help
    expect_stdout_matches '^    hall +each seat'
    expect_stdout_matches '^    nomad +a seat'
    run game mapgen --family open --start camp -o m.map
    expect_refusal "found --start 'camp', expected hall or nomad"
    run game mapgen --domain arena --family rooms --start hall -o m.map
    expect_refusal "found --start 'hall', expected none: maps of arena have one kind of start"
    expect_no_file m.map
}

a_map_that_does_not_say_its_start_has_that_of_its_entities() {
    grep -v '^start ' "$ROOT/domains/skirmish/maps/open-3.map" > old.map
    run game show ./old.map
    expect_exit 0
    expect_stdout_contains "family open/nomad, "
    run game maps
    expect_stdout_matches '^open-3 +open/nomad '
    sed 's/^start .*/start hall/' "$ROOT/domains/skirmish/maps/open-3.map" > false.map
    run game show ./false.map
    expect_refusal "false.map:6:7: found start hall, expected nomad: a seat below has workers and no hall"
}

_spec() { # NAME: maps of both kinds, on the same seeds
    cat > "$1.json" <<END
{"experiment": 1, "name": "$1", "players": ["random", "idle"], "opponents": ["idle"], "seats": [0],
 "max_cycles": 100,
 "maps": [{"family": "open", "size": 32, "seed": 3, "count": 2},
          {"family": "open", "size": 32, "seed": 3, "count": 2, "start": "nomad"}]}
END
}

an_experiment_tells_kinds_of_start_apart() {
    _spec k
    run experiment plan k.json --sample 0
    expect_exit 0
    grep -qF '{"map":"open-32-3","family":"open","path":"maps/open-32-3-any.map"' k/manifest.jsonl ||
        fail "no map with halls"
    grep -qF '{"map":"open-32-3-nomad","family":"open/nomad","path":"maps/open-32-3-any-nomad.map"' \
        k/manifest.jsonl || fail "no map for nomads"
    run experiment run k --only family=open/nomad
    expect_exit 0
    expect_stdout_contains "4 of 8 games played"
    run experiment run k --resume
    expect_exit 0
    run experiment compare k --sheet cells --form csv
    expect_exit 0
    expect_stdout_contains "idle,random,open-32-3,open,idle,"
    expect_stdout_contains "idle,random,open-32-3-nomad,open/nomad,idle,"
    run experiment export k --csv
    expect_exit 0
    [ "$(stdout | grep -c ',open/nomad,')" = 4 ] || fail "not four rows for nomads"
    [ "$(stdout | grep -c ',open,')" = 4 ] || fail "not four rows with halls"
    run experiment plan k.json -o other --sample 0 --set 'maps=[{"family":"open","start":"camp"}]'
    expect_refusal "found start 'camp', expected hall or nomad"
}

a_library_is_adapted_on_the_kind_of_start_that_is_asked_for() {
    local kind hash
    for kind in hall nomad; do
        _spec $kind
        run experiment plan $kind.json --sample 0 --set max_cycles=1000 --set 'players=["library:b"]' \
            --set 'libraries=[{"name":"a","learn":["rush-open-1"]},{"name":"b","adapt":"a","against":["idle"],
                "maps":[{"family":"open","size":48,"seed":9,"start":"'$kind'"}],"games":2}]'
        expect_exit 0
        run game mapgen --family open --size 48 --seed 9 --start $kind -o $kind.map
        run game show ./$kind.map --json
        hash=$(stdout | sed -E 's/.*"hash":"([0-9a-f]+)".*/\1/')
        run library stats $kind/libraries/b.db
        expect_stdout_matches "^  $hash, seed [0-9]+, by adaptation"
    done
}
