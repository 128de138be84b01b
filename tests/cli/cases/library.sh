# library: behaviors and their cases in one file.

_features() { # FACTOR: as many as skirmish has
    local count
    count=$(sed -n '/^  "features": \[/,/^  \]/p' "$ROOT/domains/skirmish/domain.json" | grep -c '"name"')
    seq -s ' ' 0 "$1" $(((count - 1) * $1))
}

_rush() { # NAME CASE-ENTRIES...: a behavior with one case
    local name=$1
    shift
    printf 'brl 1\n\nbehavior "%s" achieves DefeatPlayer(player: enemy) is Attack {\n' "$name"
    printf '    seen at 137 in "ridge-1"\n    slot s1: group "footman" of self\n'
    printf '    do order {\n        a: goal BuildUnits(player: self, type: "footman", number: 6)'
    printf ' -> s1\n        b: maintain ResourceInfrastructure(player: self, farms: 4, peasants: 9)'
    printf '\n        c: act attack(units: s1, target: near(enemy.depot))\n        a before c\n    }\n'
    printf '    appendix {\n        features: %s\n' "$(_features 1)"
    [ $# = 0 ] || printf '        %s\n' "$@"
    printf '    }\n    case at 420 in "ridge-1" done a {\n        features: %s\n    }\n}\n' "$(_features 2)"
}

_adapted() { # HASH: what became of it
    _rush "rush, repaired" "parent: \"$1\"" 'modop: "insert before"' 'failure: "no farms"' |
        sed 's/    do order {/    do order {\n        d: act stop()/'
}

_make_library() { # a library with all that there can be
    _rush rush 's1.place: 500 3' 's1.status: "idle"' 'strange.key: 9223372036854775807 -4' \
        'why.when.1: "it was \"so\""' 'demo: "rush-1.jsonl" "3fa1b2c3d4e5f601"' 'seat: 0' \
        'orders: 1 2' 'order.1: "{}" "x"' 'tries: 5' 'successes: 3' \
        'games: "3fa1b2c3d4e5f601" "3fa1b2c3d4e5f602"' 'games.tries: 2 1' 'games.successes: 1 1' > rush.brl
    printf 'brl 1\n\nslot ammo: number = 6\n\nbehavior "train" achieves BuildUnits(player: self, ' > train.brl
    printf 'type: t, number: n) {\n    slot t: type\n    slot n: number\n    do call Rest(n: n)\n}\n\n' >> train.brl
    printf 'tree Rest(n: number) {\n    do set ammo = ammo + n\n}\n' >> train.brl
    "$UNDERSTUDY" library import rush.brl train.brl -o lib.db 2> /dev/null || fail "no library"
}

_library() {
    kept _make_library
}

_hash() { # LIB NAME
    "$UNDERSTUDY" library show "$1" "$2" --json | grep -oE '"hash":"[0-9a-f]{16}"' | head -n 1 | cut -d'"' -f4
}

import_makes_a_library_and_list_tells_what_is_in_it() {
    _library
    run library list lib.db
    expect_exit 0
    expect_stdout_lines 4
    expect_stdout_matches '^[0-9a-f]{16} +2 +3/5 +rush: DefeatPlayer\(player: enemy\); is Attack; "rush-1.jsonl" seat 0 at 137 in "ridge-1", and 1 more$'
    expect_stdout_matches ' tree Rest$'
    run library list lib.db --json
    expect_stdout_contains '"name":"rush","kind":"behavior"'
    expect_stdout_contains '"goal":"DefeatPlayer(player: enemy)","cases":2,"tries":5,"successes":3,"origins":2'
}

importing_twice_adds_nothing() {
    _library
    cp lib.db before.db
    run library import rush.brl train.brl -o lib.db --json
    expect_exit 0
    expect_stdout_is '{"library":"lib.db","behaviors":0,"cases":0,"origins":0}'
    run library diff before.db lib.db
    expect_exit 0
}

a_case_met_elsewhere_gets_another_origin() {
    _library
    sed -i 's/rush-1.jsonl/rush-2.jsonl/; s/at 137 in "ridge-1"/at 99 in "open-2"/' rush.brl
    run library import rush.brl -o lib.db --json
    expect_stdout_is '{"library":"lib.db","behaviors":0,"cases":0,"origins":1}'
}

export_and_import_give_an_equal_library() {
    _library
    run library export lib.db -o all.brl
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "all.brl: $(grep -cE '^(behavior|tree|archetype|machine) ' all.brl) items, $(stat -c %s all.brl) bytes"
    run library import all.brl -o back.db
    expect_exit 0
    run library diff lib.db back.db
    expect_exit 0
    expect_stdout_empty
    expect_stderr_contains "lib.db and back.db are equal"
    run library export back.db
    stdout > again.brl
    expect_same_file all.brl again.brl
    grep -q 'strange.key: 9223372036854775807 -4' again.brl || fail "an unknown key was lost"
    grep -q 'order.1: "{}" "x"' again.brl || fail "an order was lost"
    run library check back.db
    expect_exit 0
    expect_stdout_is "back.db: sound"
}

weights_and_ranges_go_with_an_export() {
    { echo "brl 1"; echo "feature gold: 0 to 77 weight 30"; _rush rush | tail -n +2; } > rush.brl
    run library import rush.brl -o lib.db
    expect_exit 0
    run library export lib.db -o all.brl
    run library import all.brl -o back.db
    expect_exit 0
    run library diff lib.db back.db
    expect_exit 0
    run library export back.db
    expect_stdout_contains "feature gold: 0 to 77 weight 30"
}

a_feature_with_a_wrong_name_is_told_with_its_place() {
    _rush rush | sed 's/features: 0 1.*/feature.golf: 3/' > rush.brl
    line=$(grep -n golf rush.brl | head -1 | cut -d: -f1)
    run library import rush.brl -o lib.db
    expect_refusal "rush.brl:$line:9: no feature is called \"golf\"; write \"gold\""
    [ ! -e lib.db ] || fail "a library was made"
}

export_replaces_no_other_file() {
    _library
    echo mine > notes.txt
    run library export lib.db -o notes.txt
    expect_refusal notes.txt
    [ "$(cat notes.txt)" = mine ] || fail "the file was replaced"
}

show_prints_behaviors_to_read() {
    _library
    run library show lib.db rush
    expect_exit 0
    expect_stdout_contains '#   "rush-1.jsonl" seat 0 at 137 in "ridge-1"'
    expect_stdout_contains 'c: act attack(units: s1, target: near(enemy.depot))'
    expect_stdout_lacks features
    stdout > shown.brl
    run library show lib.db "$(_hash lib.db rush | cut -c 1-6)" --all
    expect_stdout_contains 'case at 420 in "ridge-1" done a {'
    run library show lib.db no-such
    expect_refusal 'no behavior "no-such"'
}

show_tells_which_cases_are_suffixes_of_which() {
    _rush rush | sed 's/done a {/done a, b {/' > rush.brl
    "$UNDERSTUDY" library import rush.brl -o lib.db 2> /dev/null
    run library show lib.db rush --json
    expect_exit 0
    expect_stdout_contains '"case_list":[{"case":1,"above":null,"done":[]},{"case":2,"above":1,"done":["a","b"]}]'
    expect_stdout_contains '"case":2,"cycle":420,"map":"ridge-1"'
}

a_name_that_stands_for_two_bodies_is_refused() {
    _library
    sed 's/number: 6/number: 7/' rush.brl > other.brl
    cp lib.db before.db
    run library import other.brl -o lib.db
    expect_refusal 'behavior "rush"' 4
    expect_stderr_contains other.brl
    run library import other.brl -o other.db
    expect_exit 0
    run library merge lib.db other.db -o both.db
    expect_exit 4
    expect_no_file both.db
    expect_same_file before.db lib.db
}

wrong_entries_are_refused_and_nothing_is_written() {
    _rush rush 'tries: 1' 'successes: 2' > rush.brl
    run library import rush.brl -o lib.db
    expect_refusal "no more successes than tries"
    _rush rush 'games: "nothing"' 'games.tries: 1' 'games.successes: 1' > rush.brl
    run library import rush.brl -o lib.db
    expect_refusal rush.brl
    _rush rush | sed 's/features: 0 1/features: 0/' > rush.brl
    run library import rush.brl -o lib.db
    expect_refusal "as many as the domain has features"
    run library import none.brl -o lib.db
    expect_refusal none.brl
    expect_no_file lib.db
    [ -z "$(ls ./*.tmp 2> /dev/null)" ] || fail "something was left behind"
}

calls_are_held_against_trees_when_all_is_in() {
    _library
    sed -n '1,/^}/p' train.brl > half.brl
    run library import half.brl -o half.db
    expect_refusal 'no tree "Rest"'
    expect_no_file half.db
}

merge_puts_libraries_together() {
    _library
    _rush rush 's1.place: 1 1' > more.brl
    _rush other > other.brl
    "$UNDERSTUDY" library import more.brl other.brl -o b.db 2> /dev/null
    run library merge lib.db b.db -o c.db --json
    expect_stdout_is '{"library":"c.db","behaviors":4,"cases":5,"origins":5}'
    run library merge c.db lib.db b.db -o c.db --json
    expect_stdout_is '{"library":"c.db","behaviors":0,"cases":0,"origins":0}'
    run library check c.db
    expect_exit 0
    run library diff lib.db c.db
    expect_exit 1
    expect_stdout_matches '^\+ behavior "other" [0-9a-f]{16} for DefeatPlayer\(player: enemy\); 2 cases$'
    expect_stdout_contains "; 1 case only in the second"
}

diff_shows_an_adapted_behavior_beside_its_parent() {
    _library
    cp lib.db adapted.db
    _adapted "$(_hash lib.db rush)" > new.brl
    "$UNDERSTUDY" library import new.brl -o adapted.db 2> /dev/null
    run library diff lib.db adapted.db
    expect_exit 1
    expect_stdout_matches '^\+ behavior "rush, repaired" .*; from [0-9a-f]{16}$'
    expect_stdout_contains '    no farms; so insert before'
    expect_stdout_matches '^  before  *after$'
    expect_stdout_matches '^ *>  *d: act stop\(\)$'
    expect_stdout_matches 'c: act attack\(units: s1.*  c: act attack\(units: s1'
    expect_stderr_contains "1 difference"
    run library diff lib.db adapted.db --json
    expect_stdout_contains '"modop":"insert before","failure":"no farms","trees":"'
    expect_stdout_contains '"modops":["insert before"],"failures":["no farms"]'
    run library list adapted.db
    expect_stdout_matches '; from [0-9a-f]{16}, begun at 137 in "ridge-1"; 1 repair \(no farms\)'
}

_plan_line() { # CYCLE WHAT BEHAVIOR HASH
    printf '{"cycle":%d,"seat":0,"plan":"%s","behavior":%d,"hash":"%s"}\n' "$@"
}

update_counts_a_game_once() {
    local hash
    _library
    hash=$(_hash lib.db rush)
    {
        echo '{"understudy":"trace"}'
        _plan_line 3 started 2 "$hash"
        _plan_line 3 succeeded 2 "$hash"
        _plan_line 9 failed 4 "$hash"
        _plan_line 9 failed 5 0000000000000000
        _plan_line 9 stopped 6 "$hash"
        echo '{"cycle":9,"seat":0,"plan":"failed","goal":1}'
        printf '{"cut'
    } > t.jsonl
    run library update lib.db t.jsonl --json
    expect_exit 0
    expect_stdout_is '{"games":1,"tries":2,"successes":1,"unknown":1,"attempts":0,"left_out":0}'
    run library update lib.db t.jsonl
    expect_exit 0
    run library list lib.db
    expect_stdout_contains "4/7"
    run library check lib.db
    expect_exit 0
    _plan_line 3 failed 2 x > t.jsonl
    run library update lib.db t.jsonl
    expect_refusal 't.jsonl:1:57: expected "hash", the 16 digits'
    echo '{"plan":"failed","behavior":7}' > t.jsonl
    run library update lib.db t.jsonl
    expect_refusal "t.jsonl:1:30: expected"
}

prune_keeps_the_best_behavior_of_each_goal() {
    _rush good 'tries: 10' 'successes: 9' > good.brl
    _rush bad 'tries: 10' 'successes: 1' > bad.brl
    _rush worse 'tries: 10' 'successes: 0' > worse.brl
    _rush new 'tries: 2' 'successes: 0' > new.brl
    "$UNDERSTUDY" library import good.brl bad.brl worse.brl new.brl -o lib.db 2> /dev/null
    cp lib.db before.db
    run library prune lib.db --tries 5 --below 50 --dry-run
    expect_exit 0
    expect_stdout_lines 2
    expect_same_file before.db lib.db
    run library prune lib.db --tries 5 --below 50
    expect_stdout_contains "bad: 1 of 10 tries succeeded"
    run library list lib.db
    expect_stdout_lines 3
    run library check lib.db
    expect_exit 0
    "$UNDERSTUDY" library import bad.brl worse.brl -o all-bad.db 2> /dev/null
    run library prune all-bad.db --tries 1 --below 100 --json
    expect_stdout_contains '"behaviors":[{"name":"worse"'
    expect_stdout_contains '"cases":0}'
    "$UNDERSTUDY" library import good.brl -o all-bad.db 2> /dev/null
    run library prune all-bad.db --tries 1 --below 20 --sure --json
    expect_stdout_contains '"behaviors":[]'
    run library prune lib.db
    expect_refusal "expected --tries N with --below PERCENT, or --footprint"
}

the_footprint_answers_as_the_whole_did() {
    { _rush rush; } > a.brl
    for i in 1 2 3 4; do # near the first case of rush
        _rush rush | sed "s/features: 0 1 2/features: $i 1 2/; /case at/,/^    }/d" > "a$i.brl"
    done
    _rush other | sed "s/features: 0 1/features: 999999 999999/; /case at/,/^    }/d" > b.brl
    "$UNDERSTUDY" library import a.brl a?.brl b.brl -o lib.db 2> /dev/null
    run library prune lib.db --footprint --json
    expect_exit 0
    expect_stdout_is '{"behaviors":[],"cases":4}'
    run library check lib.db
    expect_exit 0
    run library stats lib.db --json
    expect_stdout_contains '"behaviors":2,"cases":3,"suffixes":1'
}

a_shuffled_library_is_a_sound_one_that_tells_so() {
    _library
    cp lib.db before.db
    run library shuffle lib.db -o goals.db --seed 7 --json
    expect_exit 1 # the other one's steps need what its goal binds
    expect_stderr_contains "lib.db: nothing to exchange"
    [ ! -e goals.db ] || fail "half a library"
    run library shuffle lib.db -o states.db --what states --seed 7 --json
    expect_exit 0
    expect_stdout_is '{"library":"states.db","what":"states","seed":7,"moved":2,"kept":0}'
    expect_same_file before.db lib.db
    run library check states.db
    expect_exit 0
    run library list states.db
    expect_stdout_matches ' 0/0 +rush: .*"rush-1.jsonl" seat 0 by shuffle states, seed 7'
    run library shuffle lib.db -o states.db
    expect_refusal "states.db: expected a path where nothing is"
    run library shuffle lib.db -o x.db --what names
    expect_refusal '--what: expected goals or states, found "names"'
    printf 'brl 1\nbehavior "a" achieves WinWargus(player: self) {\n    do act stop()\n}\n' > a.brl
    printf 'brl 1\nbehavior "b" achieves DefeatPlayer(player: enemy) {\n    do act stand()\n}\n' > b.brl
    "$UNDERSTUDY" library import a.brl b.brl -o two.db 2> /dev/null
    run library shuffle two.db -o other.db
    expect_exit 0
    expect_stderr_contains "other.db: 2 of 2 behaviors have another's goal"
    run library list other.db
    expect_stdout_matches ' a: DefeatPlayer\(player: enemy\); from [0-9a-f]{16} by shuffle goals, seed 1$'
    expect_stdout_matches ' b: WinWargus\(player: self\); from '
}

stats_count_by_goal() {
    _library
    run library stats lib.db
    expect_exit 0
    expect_stdout_matches '^DefeatPlayer +1 +2 +1 +2 +5 +3$'
    expect_stdout_matches '^all +3 +2 +1 +2 +5 +3$'
}

what_is_no_library_is_refused() {
    local command
    _library
    mkdir folder
    : > empty.db
    echo "brl 1" > text.db
    head -c 5000 lib.db > short.db
    head -c 50 lib.db > shorter.db
    cp lib.db newer.db
    printf '\000\000\000\011' | dd of=newer.db bs=1 seek=60 conv=notrunc 2> /dev/null
    cp lib.db foreign.db
    printf '\000\000\000\000' | dd of=foreign.db bs=1 seek=68 conv=notrunc 2> /dev/null
    for command in list export check stats show; do
        run library $command none.db
        expect_refusal "none.db: cannot open"
        run library $command folder
        expect_refusal "expected a library, found a folder"
        run library $command empty.db
        expect_refusal "expected a library, found an empty file"
        run library $command text.db
        expect_refusal "expected a library, found another file"
        run library $command shorter.db
        expect_refusal "shorter.db: truncated or damaged: it ends too soon"
        run library $command foreign.db
        expect_refusal "expected a library, found another file"
        run library $command short.db
        expect_refusal "short.db: truncated or damaged"
        run library $command newer.db
        expect_refusal "a library of version 9; this program reads versions up to"
    done
    for file in folder empty.db text.db short.db shorter.db newer.db; do
        [ -d $file ] || cp $file kept
        run library import rush.brl -o $file
        expect_refusal $file
        [ -d $file ] || expect_same_file kept $file
    done
}

a_domain_that_is_not_found_or_not_sound_is_told_as_what_it_is() {
    _library
    UNDERSTUDY_DATA=$PWD/nowhere run library list lib.db
    expect_refusal "lib.db: its domain \"skirmish\" was not found; give --domain FILE, or: no domains/skirmish/"
    expect_stderr_contains "expected UNDERSTUDY_DATA to name the folder that holds domains/; looked in $PWD/nowhere"
    mkdir -p data/domains/skirmish
    echo '{"name": 3' > data/domains/skirmish/domain.json
    UNDERSTUDY_DATA=$PWD/data run library list lib.db
    expect_refusal "data/domains/skirmish/domain.json:"
}

a_library_of_another_domain_does_not_belong() {
    _library
    run library list lib.db --domain microrts
    expect_refusal 'a library of "skirmish", expected one of "microrts"' 4
    run library import rush.brl -o lib.db --domain nowhere
    expect_refusal nowhere
}

a_new_library_is_about_the_domain_that_the_first_file_names() {
    run library import "$ROOT/domains/arena/paper.brl" -o new.db
    expect_exit 0
    run library list new.db --domain microrts
    expect_refusal 'a library of "arena", expected one of "microrts"' 4
}

what_is_exported_or_shown_names_a_domain_other_than_skirmish() {
    run library import "$ROOT/domains/arena/paper.brl" -o paper.db
    run library export paper.db -o all.brl
    expect_exit 0
    [ "$(head -n 1 all.brl)" = "brl 1 arena" ] || fail "the export does not name its domain"
    run library import all.brl -o back.db
    expect_exit 0
    run library diff paper.db back.db
    expect_exit 0
    run library show paper.db
    expect_stdout_contains "brl 1 arena"
    stdout > shown.brl
    run library import shown.brl -o shown.db
    expect_exit 0
    _library
    run library export lib.db
    expect_stdout_matches '^brl 1$'
}

classes_stand_where_there_is_no_goal() {
    run library import "$ROOT/domains/arena/paper.brl" -o paper.db
    run library list paper.db
    expect_stdout_contains "Steal resources: is Attack, Hunt"
    run library stats paper.db
    expect_stdout_matches '^is Attack +5 '
    expect_stdout_matches '^\(trees\) +2 '
    expect_stdout_lacks "(no goal)"
    run retrieve paper.db --class Unheard
    expect_refusal 'no class "Unheard"; there are '
    run retrieve paper.db --class Atack
    expect_refusal 'did you mean "Attack"?'
    printf 'brl 1\n\nbehavior "a" achieves WinWargus(self) {\n    do act stop()\n}\n' > a.brl
    run retrieve a.brl --class Attack
    expect_stderr_contains "a.brl: no behavior has a class"
}

whole_words_of_a_name_go_before_its_beginning() {
    printf 'brl 1\n' > two.brl
    for name in KillUnit KillUnitType; do
        printf '\nbehavior "%s 7" achieves WinWargus(self) {\n    do act stop()\n}\n' $name >> two.brl
    done
    run library import two.brl -o two.db
    run library show two.db KillUnit
    expect_stdout_contains '"KillUnit 7"'
    expect_stdout_contains ': 0 cases; never tried'
    expect_stdout_lacks '"KillUnitType 7"'
    run library show two.db KillUn
    expect_stdout_contains '"KillUnitType 7"'
}

check_names_what_was_changed_by_hand() {
    _library
    sed -i 's/number: 6/number: 7/' lib.db # of equal length: only the hash tells
    run library check lib.db
    expect_exit 1
    expect_stdout_contains '"rush": its hash is'
    run library check lib.db --json
    expect_exit 1
    expect_stdout_contains '"sound":false,"faults":["'
}

a_full_disk_leaves_the_library_as_it_was() {
    local blocks
    _library
    cp lib.db before.db
    for i in 1 2 3 4 5 6 7 8; do _rush "more $i" > "more$i.brl"; done
    for blocks in 1 2 8 40 90; do # of 1,024 bytes
        run_command bash -c "ulimit -f $blocks; exec '$UNDERSTUDY' library import more?.brl -o lib.db"
        expect_refusal "cannot write"
        expect_stderr_contains "nothing was changed"
        ! grep -q Success .out/stderr || fail "a reason that is none"
        expect_no_file lib.db-journal
        run library diff before.db lib.db
        expect_exit 0
        run_command bash -c "ulimit -f $blocks; exec '$UNDERSTUDY' library import rush.brl -o new.db"
        [ "$_code" = 0 ] || expect_refusal "new.db: cannot write"
        rm -f new.db
        [ -z "$(ls ./*.tmp* 2> /dev/null)" ] || fail "something was left behind"
    done
    run library check lib.db
    expect_exit 0
}

a_library_may_have_any_name() {
    local name
    _library
    for name in file:lib.db "file:lib.db?mode=memory" :memory: "file:" "a?b%41#c.db"; do
        run library import rush.brl -o "$name"
        expect_exit 0
        [ -f "./$name" ] || fail "no file $name"
        run library import rush.brl -o "$name"
        expect_exit 0
        run library show "$name" rush
        expect_exit 0
    done
}

a_link_is_followed_and_one_to_nowhere_refused() {
    _library
    ln -s lib.db link.db
    run library import rush.brl -o link.db
    expect_exit 0
    [ -L link.db ] || fail "the link is gone"
    ln -s nowhere.db dangling.db
    run library import rush.brl -o dangling.db
    expect_refusal "dangling.db: expected a library, found a link to nowhere"
    expect_no_file nowhere.db
}

a_library_that_may_not_be_written_is_read() {
    [ "$(id -u)" != 0 ] || skip "root may write everything"
    _library
    chmod a-w lib.db .
    run library list lib.db
    chmod u+w .
    expect_exit 0
    run library import rush.brl -o lib.db
    expect_refusal "lib.db: cannot write"
}

an_import_that_is_killed_leaves_the_library_as_before_or_after() {
    local i
    _library
    for i in $(seq 1 60); do _rush "more $i" > "more$i.brl"; done
    cp lib.db before.db
    cp lib.db after.db
    "$UNDERSTUDY" library import more*.brl -o after.db 2> /dev/null
    for i in $(seq 1 12); do
        cp before.db lib.db
        rm -f lib.db-journal
        timeout -s KILL "0.0$((i % 4))$((i * 7 % 10))" "$UNDERSTUDY" library import more*.brl -o lib.db \
            > /dev/null 2>&1 || true
        run library check lib.db
        expect_exit 0
        run library diff before.db lib.db
        [ "$_code" = 0 ] || {
            run library diff after.db lib.db
            expect_exit 0
        }
    done
}

a_named_pipe_is_no_file_of_behaviors_and_no_library() {
    _library
    mkfifo pipe
    run_command timeout -s KILL 10 "$UNDERSTUDY" library import pipe -o other.db
    expect_refusal "pipe: expected a regular file, found a special file"
    run_command timeout -s KILL 10 "$UNDERSTUDY" library merge pipe -o other.db
    expect_refusal "pipe: expected a library, found a special file"
    run_command timeout -s KILL 10 "$UNDERSTUDY" library list pipe
    expect_refusal "pipe: expected a library, found a special file"
    run_command timeout -s KILL 10 "$UNDERSTUDY" tree check pipe
    expect_refusal "pipe: expected a regular file, found a special file"
    run_command timeout -s KILL 10 "$UNDERSTUDY" retrieve pipe --goal 'WinWargus(self)'
    expect_refusal "pipe: expected a library, or a file of behaviors"
}

tries_beyond_32_bits_are_kept_up_to_a_bound() {
    _library
    sed 's/tries: 5/tries: 2147483648/' rush.brl > many.brl
    run library import many.brl -o many.db
    expect_exit 0
    run library list many.db
    expect_stdout_contains " 3/2147483648 "
    run library prune many.db --tries 10 --below 25 --sure --dry-run
    expect_exit 0
    sed 's/tries: 5/tries: 9007199254740993/' rush.brl > more.brl
    run library import more.brl -o more.db
    expect_refusal "entry tries: expected a number from 0 to 9007199254740992"
}

a_total_ends_at_the_bound_and_an_export_of_it_is_imported() {
    local hash
    _library
    sed 's/tries: 5/tries: 9007199254740992/' rush.brl > most.brl
    "$UNDERSTUDY" library import most.brl -o most.db 2> /dev/null || fail "no library"
    hash=$(_hash most.db rush)
    printf '{"behavior":"%s","outcome":"failed"}\n' "$hash" "$hash" > game.jsonl
    run library update most.db game.jsonl
    expect_exit 0
    run library list most.db
    expect_stdout_contains " 3/9007199254740992 "
    run library export most.db -o most2.brl
    expect_exit 0
    run library import most2.brl -o again.db
    expect_exit 0
    run library list again.db
    expect_stdout_contains " 3/9007199254740992 "
    run library check again.db
    expect_exit 0
}

merge_names_the_library_that_it_refuses() {
    _library
    command -v sqlite3 > /dev/null || skip "no sqlite3"
    sqlite3 lib.db "UPDATE outcomes SET tries = 9007199254740993 WHERE game LIKE '%01'"
    run library merge lib.db -o other.db
    expect_refusal "understudy: lib.db: "
    run library stats lib.db
    expect_exit 0
}

a_domain_that_is_a_path_is_refused() {
    command -v sqlite3 > /dev/null || skip "no sqlite3"
    _library
    sqlite3 lib.db "UPDATE library SET domain = '../domains/skirmish'"
    run library list lib.db
    expect_refusal 'lib.db: damaged: its domain "../domains/skirmish" is no name'
}

an_empty_name_is_told_as_such() {
    run library import "" -o lib.db
    expect_refusal "cannot open: the name of a file is empty"
    run library list ""
    expect_refusal "cannot open: the name of a library is empty"
}

an_update_from_a_game_of_another_domain_is_refused() {
    _library
    {
        echo '{"understudy":"trace","version":1,"domain":"arena"}'
        _plan_line 3 succeeded 2 "$(_hash lib.db rush)"
    } > arena.jsonl
    run library list lib.db
    stdout > before
    run library update lib.db arena.jsonl
    expect_refusal 'arena.jsonl:1: a game of "arena", expected one of "skirmish"' 4
    run library list lib.db
    stdout > after
    expect_same_file before after
    sed -i 's/"arena"/"skirmish"/' arena.jsonl
    run library update lib.db arena.jsonl
    expect_exit 0
    expect_stderr_contains "1 of 1 tries succeeded"
}

an_update_from_a_file_without_json_is_refused() {
    _library
    cp lib.db copy.db
    run library update lib.db copy.db
    expect_refusal "copy.db: expected lines of JSON, found none"
}

what_goes_into_a_library_is_not_that_library() {
    _library
    ln -s lib.db link
    run library import rush.brl link -o lib.db
    expect_refusal "link: expected a file of behaviors, found the library itself"
    run library update lib.db link
    expect_refusal "link: expected a trace, found the library itself"
    run library check lib.db
    expect_exit 0
}

lone_carriage_returns_are_no_line_ends() {
    _rush rush | tr '\n' '\r' > cr.brl
    run library import cr.brl -o lib.db
    expect_refusal "cr.brl:1:1: lines end in CR alone; end them in LF, or in CR and LF"
}
