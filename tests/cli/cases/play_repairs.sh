# Repairs in play: library:FILE?repairs=on repairs the behaviors that fail while the game goes on.

_library() {
    "$UNDERSTUDY" learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o lib.db > .out/learned 2>&1 \
        || fail "no library"
}

_play() { # SETTINGS TRACE [OPTION...]
    local settings=$1 trace=$2
    shift 2
    run game play ridge-1 --p0 "library:lib.db$settings" --p1 ai:footman-rush --trace "$trace" "$@"
    expect_exit 0
}

a_failing_condition_changes_the_plan_and_the_game() {
    kept _library
    _play '' off.jsonl
    expect_stdout_contains 'seat 1 (ai:footman-rush) beats seat 0'
    _play '?repairs=on' on.jsonl
    expect_stdout_contains 'seat 0 (library:lib.db?repairs=on) beats seat 1'
    # Until the first repair both games are the same, but for the names and the version.
    grep -q '"repair":' off.jsonl && fail "a repair without the setting"
    head -n 1 off.jsonl | grep -q '"minor":7,' || fail "the version of a game without repairs is another one"
    head -n 1 on.jsonl | grep -q '"minor":8,' || fail "the version does not tell of repairs"
    grep -v '"tags"' off.jsonl | sed -n '2,$p' > off
    grep -v '"tags"' on.jsonl | sed -n '2,/"repair":/p' | sed '$d' > on
    [ "$(wc -l < on)" -gt 40 ] || fail "the first repair comes too early"
    head -n "$(wc -l < on)" off | cmp -s - on || fail "the games differ before the first repair"
    grep -q '^{"cycle":1005,"seat":0,"repair":"workers-few","number":1,"behavior":2,"hash":"[0-9a-f]*","text":"make workers in idle buildings until there are enough","what":"daemon"}$' on.jsonl \
        || fail "another repair"
    # Each failure is repaired once.
    grep -o '"repair":.*' on.jsonl | sed 's/,"step":[0-9]*//; s/"behavior":[0-9]*,//' | sort | uniq -d > twice
    [ ! -s twice ] || fail "repaired twice: $(head -n 1 twice)"
    run trace show --seat 0 --plan 2000 on.jsonl
    expect_stdout_contains '; repaired at 1005 for workers-few: make workers in idle buildings until there are enough'
    run trace show --seat 0 --plan 2000 on.jsonl --json
    expect_stdout_contains '"repairs":1,"repaired":1005,"pattern":"workers-few"'
    run trace show --seat 0 --plan 1000 on.jsonl
    expect_stdout_lacks repaired
    run trace check on.jsonl
    expect_exit 0
}

games_with_repairs_are_played_again_alike() {
    kept _library
    _play '?repairs=on' one.jsonl --max-cycles 6000
    _play '?repairs=on' two.jsonl --max-cycles 6000
    grep -q '"repair":' one.jsonl || fail "nothing is repaired"
    expect_same_file one.jsonl two.jsonl
    run trace check one.jsonl
    expect_exit 0
}

repairs_in_play_are_offered_to_the_library() {
    kept _library
    _play '?repairs=on' one.jsonl
    _play '?repairs=on' two.jsonl --seed 2
    run adapt lib.db one.jsonl two.jsonl --only workers-few,supply-blocked --dry-run
    expect_exit 0
    expect_stdout_contains 'would be repaired: daemon; in play 2 times, 2 won'
    run adapt lib.db one.jsonl two.jsonl --only workers-few,supply-blocked -o new.db
    expect_exit 0
    run library diff lib.db new.db
    expect_stdout_contains '; repaired in play 2 times, 2 won; not proved'
    run adapt lib.db one.jsonl two.jsonl --only workers-few --explain=all --dry-run
    expect_stdout_contains 'the player repaired it in play (2 of'
    expect_stdout_contains 'Repaired in play 2 times, of which 2 won.'
    run adapt lib.db one.jsonl two.jsonl --only workers-few --dry-run --json
    expect_stdout_contains '"in_play":2,"in_play_won":2'
    run adapt --abstract-only one.jsonl -o games.db
    expect_exit 0
    type sqlite3 > .out/type || return 0
    [ "$(sqlite3 games.db "SELECT cycle, number, row, modop, node, step, lacks, why FROM repairs WHERE pattern = 'workers-few'")" = '1005|1|0|daemon|2|||' ] \
        || fail "other repairs"
}

bad_values_of_the_setting_are_refused() {
    kept _library
    for bad in repairs=maybe repairs= repairs 'repairs=on&repairs=off'; do
        run game play ridge-1 --p0 "library:lib.db?$bad" --p1 idle
        expect_refusal repairs
    done
    run game play ridge-1 --p0 "library:lib.db?repairs=maybe" --p1 idle
    expect_refusal '"repairs=maybe": expected off, on'
}

# A pattern that can't be read stops a game with repairs, and no other.
a_broken_pattern_is_named() {
    kept _library
    cp -r "$ROOT/domains" domains
    echo '/* {"pattern": 1, "about": "x", "watch": {"lacks": ["luck"]}, "blame": "step", "repairs": []} */' \
        > domains/skirmish/patterns/zz.sql
    UNDERSTUDY_DATA=$PWD run game play ridge-1 --p0 'library:lib.db?repairs=on' --p1 idle --max-cycles 30
    expect_refusal 'zz.sql:1:'
    expect_stderr_contains 'expected a lack, such as "resource", found "luck"'
    UNDERSTUDY_DATA=$PWD run game play ridge-1 --p0 library:lib.db --p1 idle --max-cycles 30
    expect_exit 0
}

# ---- live editing

_edited() { # a file of one behavior of lib.db, and the same with another step
    name=$("$UNDERSTUDY" library list lib.db | sed -n 's/.*  \(ResourceInfrastructure [0-9a-f ]*\): .*/\1/p')
    "$UNDERSTUDY" library export lib.db --behavior "$name" > one.brl || fail "no export"
    sed 's/^        c: act train(.*/        z: act stop(unit: s1)/; s/^        a before c/        a before z/; /before d$/d; /^    case /,/^    }/d; /pace\.c/d' one.brl > edited.brl
    cmp -s one.brl edited.brl && fail "nothing is edited"
    return 0
}

_edit() { # TRACE OPTION...
    local trace=$1
    shift
    run game play open-1 --p0 library:lib.db --p1 ai:passive --max-cycles 4000 --trace "$trace" "$@"
}

a_behavior_takes_another_text_in_play_and_the_trace_tells_and_replays() {
    kept _library
    local name
    _edited
    _edit plain.jsonl
    expect_exit 0
    _edit live.jsonl --edit0 1500:edited.brl
    expect_exit 0
    head -n 1 plain.jsonl | grep -q '"minor":7,' || fail "the version of a game without edits is another one"
    head -n 1 live.jsonl | grep -q '"minor":8,' || fail "the version does not tell of edits"
    [ "$(grep -c '"repair":"edit","number":1' live.jsonl)" = 1 ] || fail "not one edit"
    grep -qE '"repair":"edit".*"text":"over: a, b; .*new: z"' live.jsonl || fail "$(grep '"repair"' live.jsonl)"
    # Up to the edit both games are the same.
    grep -v '"tags"' live.jsonl | sed -n '2,/"cycle":1500,/p' | sed '$d' > live
    [ "$(wc -l < live)" -gt 40 ] || fail "the edit comes too early"
    grep -v '"tags"' plain.jsonl | sed -n '2,$p' | head -n "$(wc -l < live)" | cmp -s - live || fail "the games differ before"
    ! cmp -s plain.jsonl live.jsonl || fail "the edit changes nothing"
    run trace replay live.jsonl
    expect_exit 0
    expect_stdout_contains "the same course"
    run trace check live.jsonl
    expect_exit 0
    run trace show --seat 0 --plan 1600 live.jsonl
    expect_stdout_contains "; repaired at 1500 for edit: over: a, b"
    _edit again.jsonl --edit0 1500:edited.brl
    expect_same_file again.jsonl live.jsonl
}

an_edit_that_cannot_be_made_is_refused_before_the_game() {
    kept _library
    local name
    _edited
    sed 's/z: act stop/z: act fly/' edited.brl > unknown.brl
    sed 's/^    do .*{/    do [/' edited.brl > broken.brl
    sed "s/^behavior \"$name\"/behavior \"other\"/" edited.brl > other.brl
    sed 's/farms: 3/farms: 2/' edited.brl > goal.brl
    cat edited.brl > two.brl
    sed -n '3,$p' other.brl >> two.brl
    _edit t.jsonl --edit0 1500:unknown.brl
    expect_refusal 'unknown.brl:'
    expect_stderr_contains fly
    _edit t.jsonl --edit0 1500:broken.brl
    expect_refusal 'broken.brl:'
    _edit t.jsonl --edit0 1500:other.brl
    expect_refusal 'other.brl:3:1: the library has no behavior "other"'
    _edit t.jsonl --edit0 1500:goal.brl
    expect_refusal 'goal.brl:3:1: the new one is of another kind, or achieves another goal'
    _edit t.jsonl --edit0 1500:two.brl
    expect_refusal 'two.brl:'
    _edit t.jsonl --edit0 1500:none.brl
    expect_refusal 'none.brl: cannot open'
    _edit t.jsonl --edit1 1500:edited.brl
    expect_refusal 'seat 1 plays without behaviors to edit: expected a player library:FILE'
    for bad in edited.brl 1500: :edited.brl -1:edited.brl x:edited.brl 99999999999999999999:edited.brl; do
        _edit t.jsonl "--edit0=$bad"
        expect_refusal "--edit0: expected CYCLE:FILE, as in 600:edited.brl, found \"$bad\""
    done
    expect_no_file t.jsonl
    local last
    for last in 3999 3999999; do # the player does not think in the last cycle
        _edit t.jsonl --edit0 1500:edited.brl --edit0 $last:edited.brl
        expect_exit 0
        [ "$(grep -c '"repair":"edit"' t.jsonl)" = 1 ] || fail "not one edit is put in"
        [ "$(grep -c 'was not put in' .out/stderr)" = 1 ] || fail "not one edit is left"
        expect_stderr_contains "edited.brl was not put in: the game ended before its player thought at cycle $last or later"
    done
}

# A text is compared with the one that it replaces: here one with a further slot.
a_later_edit_is_checked_against_the_one_before_it() {
    kept _library
    local name
    _edited
    sed '0,/^    do /s//    slot more: cell\n&/' edited.brl > more.brl
    cmp -s edited.brl more.brl && fail "no slot is added"
    _edit t.jsonl --edit0 1500:more.brl --edit0 2000:edited.brl
    expect_refusal 'edited.brl:3:1: the new one lacks a slot'
    _edit t.jsonl --edit0 1500:edited.brl --edit0 1500:more.brl --edit0 2000:edited.brl
    expect_refusal 'edited.brl:3:1: the new one lacks a slot'
    expect_no_file t.jsonl
    _edit t.jsonl --edit0 2000:more.brl --edit0 1500:edited.brl
    expect_exit 0
    [ "$(grep -c '"repair":"edit","number":1' t.jsonl)" = 2 ] || fail "not two edits"
    run trace replay t.jsonl
    expect_stdout_contains "the same course"
}

an_edit_of_a_game_from_a_trace_is_checked_before_the_game() {
    kept _library
    local name
    _edited
    sed 's/z: act stop/z: act fly/' edited.brl > unknown.brl
    _edit plain.jsonl
    expect_exit 0
    _from() { # OPTION...: seat 0 plays on, seat 1 keeps its orders
        run game play --from plain.jsonl@1200 --max-cycles 4000 --trace t.jsonl "$@"
    }
    _from --p0 library:lib.db --edit0 1500:unknown.brl
    expect_refusal 'unknown.brl:'
    _from --p0 library:lib.db --edit0 1500:none.brl
    expect_refusal 'none.brl: cannot open'
    _from --p0 library:lib.db --edit1 1500:edited.brl
    expect_refusal 'seat 1 plays without behaviors to edit'
    _from --p1 ai:passive --edit0 1500:edited.brl
    expect_refusal 'seat 0 plays without behaviors to edit'
    expect_no_file t.jsonl
    _from --p0 library:lib.db --edit0 2000:edited.brl
    expect_exit 0
    [ "$(grep -c '"repair":"edit","number":1' t.jsonl)" = 1 ] || fail "not one edit"
    run trace replay t.jsonl
    expect_stdout_contains "the same course"
}

a_tree_of_the_same_name_is_not_exported_in_place_of_a_behavior() {
    cat > both.brl <<'END'
brl 1

behavior "Same" achieves DefeatPlayer(player: enemy) {
    slot s1: entity "worker" of self
    do act stop(unit: s1)
}

tree Same {
    slot s1: entity "worker" of self
    do act stop(unit: s1)
}

tree Alone {
    slot s1: entity "worker" of self
    do act stop(unit: s1)
}
END
    run library import both.brl -o names.db
    expect_exit 0
    run library export names.db --behavior Same
    expect_exit 0
    expect_stdout_contains 'behavior "Same" achieves DefeatPlayer'
    ! grep -q '^tree' .out/stdout || fail "a tree is written"
    run library export names.db --behavior Alone
    expect_refusal 'names.db: no behavior "Alone"'
}

one_behavior_of_a_library_is_exported() {
    kept _library
    local name
    _edited
    run library export lib.db --behavior "$name"
    expect_exit 0
    [ "$(grep -c '^behavior ' .out/stdout)" = 1 ] || fail "not one behavior"
    cp .out/stdout one.brl
    run library import one.brl -o lib.db --json
    expect_exit 0
    expect_stdout_contains '"behaviors":0'
    run library export lib.db --behavior nothing
    expect_refusal 'lib.db: no behavior "nothing": expected a name, as in library list'
}
