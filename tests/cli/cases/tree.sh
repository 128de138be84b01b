# tree check: files of behaviors.

_sound_file() {
    cp "$ROOT/tests/fixtures/brl-1/rush.brl" mine.brl
}

a_sound_file_is_said_to_be_so() {
    _sound_file
    run tree check mine.brl
    expect_exit 0
    expect_stdout_is "mine.brl: sound: 1 item, 4 nodes"
    expect_stderr_empty
}

ten_faults_are_all_named_with_places() {
    cp "$ROOT/tests/fixtures/brl-faults/ten.brl" .
    run tree check ten.brl
    expect_exit 1
    expect_stdout_lines 10
    expect_stderr_lines 1
    expect_stderr_contains "ten.brl: 10 faults"
    stdout > said
    expect_same_file said "$ROOT/tests/fixtures/brl-faults/ten.txt"
}

faults_are_an_object_in_json() {
    cp "$ROOT/tests/fixtures/brl-faults/ten.brl" .
    run tree check ten.brl --json
    expect_exit 1
    expect_stdout_lines 1
    expect_stdout_contains '"sound":false'
    expect_stdout_contains '{"line":9,"column":11,"kind":"running","what":"a condition could be'
    expect_stdout_contains '"more":0'
    _sound_file
    run tree check mine.brl --json
    expect_exit 0
    expect_stdout_is '{"file":"mine.brl","sound":true,"items":1,"faults":[],"more":0}'
}

scores_that_nothing_in_play_has_are_noted() {
    cat > mine.brl << 'END'
brl 1

tree T {
    do choose score similarity {
        query Attack()
        act stop()
        choose score q {
            act stop()
            act stand()
        }
    }
}
END
    run tree check mine.brl
    expect_exit 0
    expect_stdout_lines 5
    expect_stdout_contains 'mine.brl:5:9: note: no behavior of this file is of class Attack; '
    expect_stdout_contains 'mine.brl:6:9: note: the similarity of this candidate is 0; '
    expect_stdout_contains 'mine.brl:7:9: note: where it is played every score q is 0; '
    expect_stdout_contains 'mine.brl: sound: 1 item, 6 nodes'
    run tree check mine.brl --json
    expect_exit 0
    expect_stdout_contains '"sound":true,"items":1,"faults":[],"more":0,"notes":[{"line":5,"column":9,'
    run tree check mine.brl --print
    expect_stdout_lacks note
}

a_file_in_canonical_form_prints_as_itself() {
    sed 's/    /\t/g; s/ -> / ->   # why\n/' "$ROOT/tests/fixtures/brl-1/rush.brl" > mine.brl
    run tree check mine.brl --print
    expect_exit 0
    stdout > said
    expect_same_file said "$ROOT/tests/fixtures/brl-1/rush.brl"
}

a_file_with_faults_is_not_printed() {
    echo "tree T { do act stop() }" > mine.brl
    run tree check mine.brl --print
    expect_exit 1
    expect_stdout_is 'mine.brl:1:1: the file does not begin with its version; write `brl 1` in the first line'
}

a_file_or_domain_that_is_not_there_is_bad_input() {
    run tree check none.brl
    expect_refusal none.brl
    _sound_file
    run tree check mine.brl --domain nowhere
    expect_refusal nowhere
    run tree check mine.brl --domain ./d.json
    expect_refusal ./d.json
    run tree check
    expect_refusal "expected FILE"
}

a_domain_may_be_a_file() {
    _sound_file
    sed 's/"BuildUnits"/"MakeUnits"/' "$ROOT/domains/skirmish/domain.json" > d.json
    run tree check mine.brl --domain ./d.json
    expect_exit 1
    expect_stdout_contains 'mine.brl:9:12: no goal "BuildUnits"'
}

any_bytes_are_named_faults() {
    head -c 3000 "$UNDERSTUDY" > mine.brl
    run tree check mine.brl
    expect_exit 1
    expect_stdout_contains "mine.brl:1:1: "
    : > empty.brl
    run tree check empty.brl
    expect_exit 1
    expect_stdout_lines 1
}

what_a_query_names_is_held_against_its_domain() {
    cat > query.brl << 'END'
brl 1 arena

tree T(who: entity) {
    do query Attak(entity: who) describe (this.alarm: 0.3, this.alrm: 0.2)
}
END
    run tree check query.brl
    expect_exit 1
    expect_stdout_lines 2
    expect_stdout_contains 'query.brl:4:8: no class of behaviors is called "Attak"; write "Attack"'
    expect_stdout_contains 'query.brl:4:60: no descriptor is called "this.alrm"; write "this.alarm"'
    sed -i 's/Attak/Attack/; s/, this.alrm: 0.2//' query.brl
    run tree check query.brl --print
    expect_exit 0
    expect_stdout_is "$(cat query.brl)"
    sed -i 's/this.alarm: //' query.brl
    run tree check query.brl
    expect_exit 1
    expect_stdout_contains "query.brl:4:44: expected a key"
}

queries_that_nobody_of_the_file_answers_are_noted() {
    cat > q.brl << 'END'
brl 1 arena

behavior "b" (entity: entity) is Attack {
    do act attack(target: entity)
}

tree T {
    do selector {
        query Defend(entity: nearest(this, enemy))
        query Attack(entity: 5)
        query Attack(entity: nearest(this, enemy)) without "b"
        query Attack(entity: nearest(this, enemy))
    }
}
END
    run tree check q.brl
    expect_exit 0
    expect_stdout_lines 4
    expect_stdout_contains 'q.brl:9:9: note: no behavior of this file is of class Defend; '
    expect_stdout_contains 'q.brl:10:9: note: no behavior of this file of class Attack takes what is passed, or '
    expect_stdout_contains 'q.brl:11:9: note: no behavior of this file of class Attack takes what is passed, or '
    run tree run q.brl T
    expect_stdout_matches '^  failed +9 +query Defend.*: no behavior of the file fits'
    expect_stdout_matches '^success after 1 cycle;'
}
