# Players that can do nothing are refused before a game, those that did nothing are told of after it.

# Never fits, so that nothing is ever done; and one whose tree needs arguments, as imported ones may.
_files() {
    printf 'brl 1\nbehavior "win" achieves WinWargus(player: self) {\n    when gold(self) > 1000000\n    do act stop()\n}\n' > unfit.brl
    printf 'brl 1\ntree Patrol(a: cell, b: cell) {\n    do act stop()\n}\n' > needy.brl
    printf 'brl 1\ntree Main {\n    do goal BuildUnits(player: self, type: "farmhouse", number: 1)\n}\n' > hollow.brl
}

what_can_do_nothing_is_refused_before_the_game() {
    local p
    _files
    for p in '0 1' '1 0'; do
        set -- $p
        run game play open-1 --p$1 tree:needy.brl --p$2 ai:raid --trace t.jsonl
        expect_refusal 'needy.brl:3:8: nothing in it can run: tree "Patrol" needs arguments; expected an archetype, a tree without parameters that calls it, or a behavior for "WinWargus"'
        run game play open-1 --p$1 tree:hollow.brl?attempts=1 --p$2 ai:raid --trace t.jsonl
        expect_refusal 'hollow.brl:3:8: tree "Main" can do nothing: expected a behavior for its goal "BuildUnits", or an action, found neither'
        expect_no_file t.jsonl
    done
}

an_imported_tree_that_needs_arguments_is_refused() {
    cat > patrol.xml << 'END'
<root BTCPP_format="4" main_tree_to_execute="Patrol">
  <BehaviorTree ID="Patrol"><Action ID="stop" unit="{who}"/></BehaviorTree>
</root>
END
    run tree import patrol.xml -o patrol.brl
    expect_exit 0
    grep -q 'tree Patrol(who' patrol.brl || fail "not what the test is about: $(cat patrol.brl)"
    run game play open-1 --p0 tree:patrol.brl --p1 ai:raid
    expect_exit 2
    expect_stderr_contains 'patrol.brl:'
    expect_stderr_contains 'tree "Patrol" needs arguments'
}

a_library_without_a_behavior_for_the_highest_goal_is_refused() {
    run learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db
    expect_exit 0
    printf 'brl 1\nbehavior "b" achieves BuildUnits(player: self, type: "farmhouse", number: 1) {\n    do act stop()\n}\n' > part.brl
    run library import part.brl -o part.db
    expect_exit 0
    run game play open-1 --p0 library:part.db --p1 idle
    expect_refusal 'part.db: it can do nothing: expected a behavior for "WinWargus", the goal that a player by behaviors pursues, found none that acts among 1 behaviors'
    run game play open-1 --p0 library:lib.db --p1 idle --max-cycles 2000
    expect_exit 0
    expect_stderr_empty
}

# As a player and as an opponent.
an_experiment_with_what_can_do_nothing_is_not_planned() {
    local players
    _files
    for players in '["tree:needy.brl"], "opponents": ["idle"]' '["idle"], "opponents": ["tree:needy.brl"]'; do
        printf '{"experiment": 1, "name": "k", "players": %s, "maps": ["open-1"], "max_cycles": 200}\n' "$players" > k.json
        run experiment plan k.json --sample 0
        expect_exit 2
        expect_stderr_contains 'needy.brl:3:8: nothing in it can run: tree "Patrol" needs arguments'
    done
}

a_player_that_did_nothing_is_told_after_the_game() {
    _files
    run game play open-1 --p0 ai:raid --p1 tree:unfit.brl --max-cycles 300
    expect_exit 0
    expect_stderr_contains "seat 1 (tree:unfit.brl) did nothing of its own: the game took no order of it, or none of its tree or behaviors; the result does not show its strength"
    expect_stderr_lines 1
    run game play open-1 --p0 tree:unfit.brl --p1 tree:unfit.brl --max-cycles 300 --json
    expect_stdout_contains '"idle":[0,1],'
    run game play open-1 --p0 ai:raid --p1 idle --max-cycles 300 --json
    expect_stdout_contains '"idle":[],'
    expect_stderr_empty
}

# The plan has idle workers harvest by itself: no node of the tree gave those orders.
a_tree_whose_nodes_never_act_did_nothing() {
    cat > nev.brl << 'END'
brl 1
tree Main {
    do sequence {
        check gold(self) < 0
        act train(unit: first(self, role: hall), type: "peasant")
    }
}
END
    run game play open-1 --p0 ai:raid --p1 tree:nev.brl --max-cycles 300 --trace t.jsonl
    expect_exit 0
    grep -q '"seat":1.*"harvest"\|"harvest".*"seat":1' t.jsonl || fail "not what the test is about: no order of the plan's own"
    expect_stderr_contains "seat 1 (tree:nev.brl) did nothing of its own: the game took no order of it, or none of its tree or behaviors"
    sed 's/gold(self) < 0/gold(self) >= 0/' nev.brl > acts.brl
    run game play open-1 --p0 ai:raid --p1 tree:acts.brl --max-cycles 300
    expect_exit 0
    expect_stderr_empty
}

players_that_did_nothing_are_told_of_an_experiment() {
    local told='did nothing of its own in 4 of 4 games: the game took no order of it, or none of its tree or behaviors. Those results tell nothing of what it can do.'
    local other='Opponent "foe" did nothing of its own in 4 of 4 games'
    _files
    cat > k.json << 'END'
{"experiment": 1, "name": "k", "players": ["ai:raid", {"name": "mine", "agent": "tree:unfit.brl"}],
 "opponents": ["idle", {"name": "foe", "agent": "tree:unfit.brl?attempts=3"}], "maps": ["open-1"], "max_cycles": 300}
END
    run experiment plan k.json --sample 0
    expect_exit 0
    run experiment run k -j 2
    expect_exit 0
    expect_stderr_contains "Player \"mine\" $told"
    expect_stderr_contains "$other"
    run experiment status k
    expect_stderr_contains "Player \"mine\" $told"
    run experiment compare k
    expect_stdout_contains "Player \"mine\" $told"
    expect_stdout_contains "$other"
    expect_stdout_lacks '"ai:raid" did nothing'
    expect_stdout_lacks '"idle" did nothing'
    run experiment compare k --json
    expect_stdout_contains "did nothing of its own in 4 of 4 games"
    run experiment export k --csv
    [ "$(cut -d , -f 2,6,23 .out/stdout | tr -d '\r' | sort | uniq -c | tr -s ' ')" = " 2 ai:raid,foe,opponent
 2 ai:raid,idle,nobody
 2 mine,foe,both
 2 mine,idle,player
 1 player,opponent,idle" ] || fail "the column: $(cut -d , -f 2,6,23 .out/stdout)"
    # A folder of before has no such member, and is read.
    sed -i 's/"idle":"[a-z]*",//' k/results/run.jsonl
    run experiment status k
    expect_exit 0
    expect_stderr_empty
}
