# game play with library: and tree:, and what their traces are good for.

_demo=$ROOT/domains/skirmish/demos/rush-open-1

_learn() { # FILE: a library from one demonstration
    run learn "$_demo.jsonl" -o "$1"
    expect_exit 0
}

_tree() { # FILE: a farm, workers at the mine, and soldiers
    cat > "$1" << 'BRL'
brl 1

tree Root {
    do sequence {
        gold: goal GetResources(player: self, gold: 200)
        farm: goal BuildUnits(player: self, type: "farmhouse", number: 1)
        man: act train(unit: near(self.producer), type: "worker")
    }
}

behavior "dig" achieves GetResources(player: self, gold: 100) {
    slot all: group "worker" of self
    slot mine: entity "gold-mine" of neutral
    do act harvest(units: all, target: mine)
}

behavior "farm" achieves BuildUnits(player: self, type: "farmhouse", number: 1) {
    slot w: entity "worker" of self
    slot spot: cell
    do act build(unit: w, type: "farmhouse", cell: spot)
    appendix {
        spot.place: 120 60
    }
}
BRL
}

_sound() { # TRACE: it holds together, played again too
    run trace check "$1"
    expect_exit 0
    run trace replay "$1"
    expect_exit 0
}

a_library_plays_from_both_seats_and_for_both_factions() {
    _learn lib.db
    local seat faction
    for seat in 0 1; do
        for faction in human orc; do
            run game play choke-2 --p$seat library:lib.db --p$((1 - seat)) ai:passive \
                --faction$seat $faction --max-cycles 3000 --seed 5 --trace t.jsonl
            expect_exit 0
            _sound t.jsonl
            grep -q "\"seat\":$seat,\"plan\":\"retrieved\"" t.jsonl || fail "nothing was retrieved"
            grep -q "\"seat\":$seat,\"plan\":\"started\",\"step\"" t.jsonl || fail "no step was begun"
            run trace show --plan 2000 t.jsonl
            expect_exit 0
            expect_stdout_contains "goal WinWargus(player: "
            expect_stdout_matches '^  [0-9]+ behavior ".*: running since 0; attempt 1, '
        done
    done
}

a_library_may_play_itself_and_a_map_it_never_saw() {
    _learn lib.db
    run game mapgen --family ridge --size 64 --seed 77 -o own.map
    expect_exit 0
    run game play ./own.map --p0 library:lib.db --p1 'library:lib.db?pace=off' --max-cycles 3000 \
        --trace t.jsonl
    expect_exit 0
    _sound t.jsonl
    run game play ./own.map --fog --p0 library:lib.db --p1 ai:raid --max-cycles 2000 --trace t.jsonl
    expect_exit 0
    _sound t.jsonl
}

the_same_library_and_seed_give_the_same_trace() {
    _learn lib.db
    local n
    for n in 1 2; do
        run game play choke-2 --p0 library:lib.db --p1 ai:land-attack --seed 3 --max-cycles 4000 \
            --trace $n.jsonl
        expect_exit 0
    done
    expect_same_file 1.jsonl 2.jsonl
    grep -q '"plan":"bound"' 1.jsonl || fail "nothing was bound"
}

a_file_of_behaviors_plays_from_both_seats() {
    _tree t.brl
    local seat
    for seat in 0 1; do
        run game play open-2 --p$seat tree:t.brl --p$((1 - seat)) idle --max-cycles 3000 \
            --trace t.jsonl
        expect_exit 0
        _sound t.jsonl
        run trace show --plan 30 t.jsonl
        expect_exit 0
        expect_stdout_contains 'behavior "Root": running since 0'
        expect_stdout_contains 'behavior "dig": '
        expect_stdout_matches 'step act harvest\(units: all, target: mine\): running since'
        expect_stdout_matches '  all = [0-9]+'
        run trace stats t.jsonl
        expect_exit 0
    done
}

a_tree_that_fails_says_why() {
    printf 'brl 1\ntree T {\n    do query Attack(1)\n}\n' > t.brl
    run game play open-2 --p0 tree:t.brl --p1 idle --max-cycles 100 --trace t.jsonl
    expect_exit 0
    _sound t.jsonl
    grep -q '"text":"query Attack(.*"why":"no behavior is of that class"' t.jsonl ||
        fail "the query says nothing"
    grep -q '"plan":"failed","behavior":1,.*"why":"what it does failed"' t.jsonl ||
        fail "the tree says nothing"
    run trace show --plan 50 --all t.jsonl
    expect_exit 0
    expect_stdout_contains "failed at 0: no behavior is of that class"
}

what_a_library_played_can_be_learned_from() {
    _learn lib.db
    run game play choke-2 --p0 library:lib.db --p1 ai:passive --max-cycles 4000 --seed 2 \
        --trace own.jsonl
    expect_exit 0
    expect_file own.goals.json
    run annotate own.jsonl --check
    expect_exit 0
    run learn own.jsonl -o second.db
    expect_exit 0
    run library check second.db
    expect_exit 0
    run game play choke-2 --p0 library:second.db --p1 ai:passive --max-cycles 1000 --trace t.jsonl
    expect_exit 0
    _sound t.jsonl
}

a_goal_has_one_number_in_plan_orders_and_annotation() {
    _learn lib.db
    run game play choke-2 --p0 library:lib.db --p1 ai:passive --max-cycles 4000 --trace t.jsonl
    expect_exit 0
    sed -n 's/.*"goal":\([0-9]*\),.*"what":"\([A-Za-z]*\)".*/\1 \2/p' t.jsonl | sort > told
    sed -n 's/^{"id":\([0-9]*\),.*"goal":"\([A-Za-z]*\)".*/\1 \2/p' t.goals.json | sort > labeled
    [ "$(wc -l < labeled)" -gt 3 ] || fail "hardly anything is labeled"
    [ -z "$(comm -13 told labeled)" ] || fail "labels and plan differ: $(comm -13 told labeled)"
    cut -d ' ' -f 1 labeled | sort > numbers
    sed -n 's/.*"seat":0,"order".*"goal":\([0-9]*\).*/\1/p' t.jsonl | sort -u > ordered
    [ -s ordered ] && [ -z "$(comm -23 ordered numbers)" ] || fail "orders have goals of their own"
}

how_a_library_fared_is_kept() {
    _learn lib.db
    run game play choke-2 --p0 library:lib.db --p1 ai:passive --max-cycles 4000 --seed 2 \
        --trace own.jsonl
    expect_exit 0
    run library update lib.db own.jsonl
    expect_exit 0
    run library stats lib.db
    expect_exit 0
}

a_wrong_setting_names_what_is_expected() {
    _tree t.brl
    run game play open-2 --p0 'tree:t.brl?pace=fast' --p1 idle --max-cycles 5
    expect_refusal '"pace=fast": expected on, off'
    run game play open-2 --p0 'tree:t.brl?attempts=100' --p1 idle --max-cycles 5
    expect_refusal '"attempts=100": expected 0 to 99'
    run game play open-2 --p0 'tree:t.brl?revision=best' --p1 idle --max-cycles 5
    expect_refusal '"revision=best": expected joint, article, off'
    run game play open-2 --p0 'tree:t.brl?hurry=1' --p1 idle --max-cycles 5
    expect_refusal '"hurry=1": expected revision=, retrieval=, demonstrator=, interference='
    expect_refusal 'attempts=, repairs=, article'
    run game play open-2 --p0 'tree:t.brl?pace=off&producers=off&interference=units' --p1 idle \
        --max-cycles 5
    expect_exit 0
    mkdir 'a?b'
    cp t.brl 'a?b'
    run game play open-2 --p0 'tree:a?b/t.brl' --p1 'tree:a?b/t.brl?pace=off' --max-cycles 5
    expect_exit 0
    run game play open-2 --p0 'tree:t.brl?article' --p1 idle --max-cycles 5
    expect_exit 0
}

what_is_no_library_or_tree_is_refused() {
    run game play open-2 --p0 library:none.db --p1 idle --max-cycles 5
    expect_refusal none.db
    run game play open-2 --p0 tree:none.brl --p1 idle --max-cycles 5
    expect_refusal none.brl
    printf 'brl 1\nbehavior "x" achieves WinWargus(player: self) {\n    slot d: group "dragons" of self\n    do act stop(units: d)\n}\n' > odd.brl
    run game play open-2 --p0 tree:odd.brl --p1 idle --max-cycles 5
    expect_refusal dragons
    expect_stderr_contains 'odd.brl:3:'
    run game play open-2 --p0 library:odd.brl --p1 idle --max-cycles 5
    expect_refusal odd.brl
}

a_library_of_another_domain_is_refused_at_the_door() {
    run library import "$ROOT/domains/arena/paper.brl" -o paper.db
    expect_exit 0
    run game play open-2 --p0 library:paper.db --p1 idle --max-cycles 5
    expect_refusal arena 4
}

an_empty_library_is_refused() {
    local agent
    printf 'brl 1\n' > empty.brl
    run library import empty.brl -o empty.db
    expect_exit 0
    for agent in library:empty.db tree:empty.brl; do
        run game play open-2 --p0 $agent --p1 ai:footman-rush --max-cycles 2000 --trace t.jsonl
        expect_refusal "${agent#*:}: it can do nothing: expected a behavior for \"WinWargus\""
        expect_no_file t.jsonl
    done
}

_orders() { # AGENT SEED: what seat 0 orders in a game, without the plan's own numbers
    run game play ridge-2 --p0 "$1" --p1 ai:land-attack --max-cycles 9000 --seed "$2" --trace t.jsonl
    expect_exit 0
    grep '"seat":0,"order"' t.jsonl > orders
    [ "$(wc -l < orders)" -gt 0 ] || fail "no order"
}

_two_demonstrations() { # one.db, other.db, and both in either order
    local one=$_demo.jsonl other=$ROOT/domains/skirmish/demos/economy-choke-3.jsonl
    run learn "$one" -o one.db
    run learn "$other" -o other.db
    run learn "$one" "$other" -o both.db
    run learn "$other" "$one" -o turned.db
    expect_exit 0
}

the_order_of_learning_changes_no_game() {
    _two_demonstrations
    local retrieval seed
    for retrieval in state goal random; do
        for seed in 1 2 3; do
            _orders "library:both.db?retrieval=$retrieval" $seed
            mv orders expected
            _orders "library:turned.db?retrieval=$retrieval" $seed
            cmp -s orders expected || fail "retrieval=$retrieval, seed $seed: another game"
        done
    done
}

ties_follow_the_seed() {
    _two_demonstrations
    local seed
    for seed in 1 2 3 4 5 6; do
        _orders "library:both.db?retrieval=goal" $seed
        grep '"plan":"retrieved"' t.jsonl | head -1 | grep -o '"case":[0-9]*' >> first
    done
    [ "$(sort -u first | wc -l)" = 2 ] || fail "all games begin with one demonstrator"
}

a_demonstrator_that_is_drawn_plays_as_its_own_library() {
    _two_demonstrations
    local seed one=0 other=0
    for seed in 1 2 3 4 5 6; do
        _orders "library:both.db?demonstrator=random" $seed
        mv orders drawn
        _orders "library:turned.db?demonstrator=random" $seed
        cmp -s orders drawn || fail "seed $seed: the order of learning decides"
        _orders library:one.db $seed
        if cmp -s orders drawn; then one=$((one + 1)); fi
        _orders library:other.db $seed
        if cmp -s orders drawn; then other=$((other + 1)); fi
    done
    [ $((one + other)) = 6 ] || fail "$one games of the one and $other of the other, of 6"
    [ $one -gt 0 ] && [ $other -gt 0 ] || fail "one demonstrator is never drawn"
}

a_demonstrator_is_drawn_only_where_there_are_some() {
    _tree t.brl
    run game play open-2 --p0 'tree:t.brl?demonstrator=random' --p1 idle --max-cycles 5
    expect_refusal 'found a file of behaviors, expected library:FILE'
    run library import t.brl -o lib.db
    expect_exit 0
    run game play open-2 --p0 'library:lib.db?demonstrator=random' --p1 idle --max-cycles 5
    expect_refusal 'lib.db: "demonstrator=random" draws a demonstration for each game: found none'
    run game play open-2 --p0 'library:lib.db?demonstrator=best' --p1 idle --max-cycles 5
    expect_refusal '"demonstrator=best": expected all, random'
}
