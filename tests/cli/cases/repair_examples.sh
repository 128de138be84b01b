# docs/REPAIR_EXAMPLES.md: one change of each kind, and the same game before and after it.

_make_examples() { # runs the page; its libraries and traces stay
    ln -s "$ROOT/domains" domains
    run_page REPAIR_EXAMPLES.md
    echo "$shown $told" > counts
}

# KIND LIBRARY CHANGED BEFORE AFTER: libraries, and traces of the game before and after the change
_examples="repair siege spent siege spent
tune towers leash towers leash
drop rush dropped rush dropped
order siege first siege first
transplant siege donors siege donors
in_play foot - foot inplay"

the_page_tells_what_its_commands_print() {
    local shown told
    kept _make_examples
    read -r shown told < counts
    [ "$shown" -ge 40 ] || fail "only $shown commands found"
    [ "$((told - shown))" -ge 80 ] || fail "only $((told - shown)) lines of output found"
}

# | [tune](#tune) | ... | lost at 21010 | won at 10670 |
the_table_has_the_results_of_the_games() {
    local kind before after lost won found=0
    kept _make_examples
    while read -r kind _ _ before after; do
        read -r lost won < <(sed -nE "s/^\\| \\[${kind/_/ }\\].*\\| lost at ([0-9]+) \\| won at ([0-9]+) \\|\$/\\1 \\2/p" \
            "$ROOT/docs/REPAIR_EXAMPLES.md")
        run trace stats "$before.jsonl"
        expect_stdout_matches "^$lost cycles .*, seat 1 wins by defeat"
        run trace stats "$after.jsonl"
        expect_stdout_matches "^$won cycles .*, seat 0 wins by defeat"
        found=$((found + 1))
    done <<< "$_examples"
    [ $found = 6 ] || fail "only $found rows found"
}

# The first line of a trace, without the library, and without the version, which depends on repairs in play.
_setting() { # TRACE
    head -n 1 "$1" | sed -E 's/"library:[^"]*"/"library"/; s/"minor":[0-9]+,//'
}

both_games_of_an_example_have_the_same_map_opponent_and_seed() {
    local before after
    kept _make_examples
    while read -r _ _ _ before after; do
        _setting "$before.jsonl" > before
        _setting "$after.jsonl" > after
        grep -q '"seed":"1"' before || fail "no seed: $(cat before)"
        expect_same_file before after
    done <<< "$_examples"
}

# The lines of all behaviors without their names, indentation and cases, sorted.
_bodies() { # LIBRARY
    "$UNDERSTUDY" library export "$1.db" |
        awk '/^behavior / { on = 1; next } /^    appendix/ { on = 0 } on { sub(/^ +/, ""); print }' | sort
}

# A story tells one change, which the proof kept, and the library has this change alone.
each_search_keeps_the_one_change_of_which_its_story_tells() {
    local kind library changed
    kept _make_examples
    while read -r kind library changed _; do
        case $kind in repair | tune | drop | order) ;; *) continue ;; esac
        run library story "$changed.db" --all
        expect_stdout_matches '^Proof: kept, \+[0-9.]+ points \[\+'
        expect_stdout_contains ' 1 change was searched.'
        cp .out/stdout told
        case $kind in
        repair) grep -qE '^[0-9]+\. resource-hoarded: .*; repaired, kept: daemon, ' told || fail "no repair" ;;
        *) grep -qE "^[0-9]+\\. $kind \".*, kept\$" told || fail "no $kind" ;;
        esac
        [ "$(grep -cE '^[0-9]+\. [a-z]+ ".*: [+-]|^  Repair ' told)" = 1 ] || fail "not one change of kind $kind"
        run library diff "$library.db" "$changed.db"
        [ "$(grep -c '^- behavior' .out/stdout)$(grep -c '^+ behavior' .out/stdout)" = 11 ] ||
            fail "$kind: not one behavior changed"
        # The story has each line by which the bodies differ.
        _bodies "$library" > before
        _bodies "$changed" > after
        sed -nE 's/^    - +//p' told | sort > removed
        sed -nE 's/^    \+ +//p' told | sort > added
        comm -23 <(comm -23 before after) removed > untold
        comm -23 <(comm -13 before after) added >> untold
        [ -s added ] || [ -s removed ] || fail "$kind: the story has no difference"
        [ ! -s untold ] || fail "$kind: the story does not tell of: $(cat untold)"
    done <<< "$_examples"
}

# No change is made, and no behavior of the library goes: those of the donors stand beside them.
a_search_for_transplants_alone_changes_no_behavior() {
    kept _make_examples
    run library diff siege.db donors.db
    expect_stdout_lacks '- behavior'
    expect_stdout_contains '+ behavior "DefeatPlayer enemy'
    run library story donors.db
    expect_stdout_contains ' 0 changes were searched.'
    expect_stdout_matches '^1\. ai:raid: the behaviors by which it won training game .*, kept$'
}

_leads() { # TRACE: the behavior that leads its game
    "$UNDERSTUDY" trace show --seat 0 --plan 100 "$1" | sed -nE 's/^ *4 behavior "(DefeatPlayer [^"]*)".*/\1/p'
}

# The choice is that of practice: without it, the child leads on both maps, and loses on the ridge.
practice_chooses_between_parent_and_child_by_state() {
    local map
    kept _make_examples
    [ "$(_leads both-open.jsonl)" = "$(_leads first.jsonl)" ] || fail "on the open map, the child does not lead"
    [ "$(_leads both-ridge.jsonl)" = "$(_leads siege.jsonl)" ] || fail "on the ridge, the parent does not lead"
    [ "$(_leads first.jsonl)" != "$(_leads siege.jsonl)" ] || fail "parent and child are one behavior"
    "$UNDERSTUDY" library merge siege.db first.db -o unpracticed.db > .out/made || fail "no merge"
    for map in open ridge; do
        "$UNDERSTUDY" game play $map.map --p0 library:unpracticed.db --p1 ai:raid --trace $map.jsonl > .out/made ||
            fail "no game"
        [ "$(_leads $map.jsonl)" = "$(_leads first.jsonl)" ] || fail "on $map, the child does not lead before practice"
    done
    run trace stats ridge.jsonl
    expect_stdout_contains ", seat 1 wins by defeat"
}

# Up to the first repair, both games have the same orders.
a_repair_in_play_changes_the_plan_from_its_cycle_on() {
    local trace
    kept _make_examples
    ! grep -q '"repair":' foot.jsonl || fail "the first game has repairs"
    grep '"repair":' inplay.jsonl | head -n 1 > first
    grep -qF '"cycle":3270,"seat":0,"repair":"supply-blocked"' first || fail "another first repair: $(cat first)"
    for trace in foot inplay; do
        "$UNDERSTUDY" trace show "$trace.jsonl" --to 3270 > $trace.before
        "$UNDERSTUDY" trace show "$trace.jsonl" --seat 0 | grep -c 'build farm' > $trace.farms
    done
    [ "$(wc -l < foot.before)" -ge 30 ] || fail "only $(wc -l < foot.before) orders before the repair"
    expect_same_file foot.before inplay.before
    [ "$(cat inplay.farms)" -gt "$(cat foot.farms)" ] || fail "no farm more: $(cat foot.farms), $(cat inplay.farms)"
}
