# tree run: a tree without a game.

_guard() {
    cat > guard.brl << 'END'
brl 1

slot alarm: number = 0

tree Patrol(a: cell = (3, 4)) {
    do repeat sequence {
        walk: act move(cell: a)
        act stand()
    }
}

tree Investigate {
    do sequence {
        check alarm > 10
        act explore()
    }
}

archetype Guard {
    do stacks long-term, reactive {
        call Patrol()
        on attacked -> push reactive call Investigate()
        on over -> flush reactive
    }
}
END
    cat > noise.txt << 'END'
# an attack while the guard walks
act walk: success after 4
act explore: success after 2 cycles, failure
0 set alarm = 40
1 event attacked
END
}

a_run_is_told_cycle_by_cycle() {
    _guard
    run tree run guard.brl --timeline noise.txt --cycles 6
    expect_exit 0
    expect_stderr_empty
    expect_stdout_is "$(cat << 'END'
cycle 0
  timeline      4  set alarm = 40
  begun        19  archetype Guard
  begun        20    stacks long-term, reactive
  begun        21      call Patrol()
  begun         5        tree Patrol
  begun         6          repeat
  begun         6            sequence
  begun         7              walk: act move(cell: a)
cycle 1
  timeline      5  event attacked
  begun        22      on attacked ->
  succeeded    22        push reactive
  succeeded    22      on attacked ->
  pushed       12      tree Investigate
  suspended     7              walk: act move(cell: a)
  begun        12      tree Investigate
  begun        13        sequence
  succeeded    14          check alarm > 10
  begun        15          act explore()
cycle 3
  succeeded    15          act explore()
  succeeded    13        sequence
  succeeded    12      tree Investigate
  popped       12      tree Investigate
  resumed       7              walk: act move(cell: a)
cycle 4
  succeeded     7              walk: act move(cell: a)
  begun         8              act stand()
cycle 5
  succeeded     8              act stand()
  succeeded     6            sequence
still running after 6 cycles; 11 of 13 nodes were begun
never begun:
     23  Guard: on over ->
     23  Guard: flush reactive
never succeeded:
      6  Patrol: repeat
     20  Guard: stacks long-term, reactive
     21  Guard: call Patrol()
never failed:
      6  Patrol: repeat
      6  Patrol: sequence
      7  Patrol: walk: act move(cell: a)
      8  Patrol: act stand()
     13  Investigate: sequence
     14  Investigate: check alarm > 10
     15  Investigate: act explore()
     20  Guard: stacks long-term, reactive
     21  Guard: call Patrol()
END
    )"
}

trees_on_stacks_are_told_as_they_come_and_go() {
    cat > s.brl << 'END'
brl 1

tree Look {
    do act explore()
}

tree Hide {
    do act stand()
}

archetype Guard {
    do stacks long, short {
        act stop()
        on attacked -> push short call Look()
        on attacked -> push short call Hide()
        on gone -> flush short
    }
}
END
    printf 'act stop: running\n1 event attacked\n3 event attacked\n4 event gone\n' > s.txt
    run tree run s.brl Guard --timeline s.txt --cycles 6
    stdout | grep -E '^cycle|tree|timeline' > told
    [ "$(cat told)" = "$(cat << 'END'
cycle 0
cycle 1
  timeline      2  event attacked
  pushed        3      tree Look
  pushed        7      tree Hide
  begun         7      tree Hide
cycle 2
  succeeded     7      tree Hide
  popped        7      tree Hide
  begun         3      tree Look
cycle 3
  timeline      3  event attacked
  pushed        7      tree Hide
  begun         7      tree Hide
cycle 4
  timeline      4  event gone
  popped        7      tree Hide
  popped        3      tree Look
END
    )" ] || fail "$(cat told)"
    expect_stdout_lacks 'flush short:'
    stdout | sed -n '/^never failed/,$p' | grep -E 'push|flush' && fail "a push is said to have never failed"
    return 0
}

pushing_without_end_is_told_with_its_place() {
    cat > e.brl << 'END'
brl 1 arena

tree P {
    do push b call P()
}

archetype Guard {
    do stacks a, b {
        act stand()
        when true -> push b call P()
    }
}
END
    run tree run e.brl Guard --cycles 5
    expect_exit 0
    expect_stdout_matches '^  halted +8 +stacks a, b'
    expect_stdout_matches '^  failed +7 +archetype Guard: its trees push one another without end: 128 had their turn'
    expect_stdout_matches '^failure after 0 cycles'
    run game play rooms-1 --domain arena --p0 idle --p1 tree:e.brl --max-cycles 300 --trace e.jsonl
    expect_exit 0
    [ "$(grep -c 'push one another without end' e.jsonl)" -ge 1 ] || fail "the trace does not say it"
    [ "$(grep -c '"text":"push b P"' e.jsonl)" -lt 2000 ] || fail "the trace grows by it"
}

what_the_item_cannot_come_to_is_not_covered() {
    _guard
    run tree run guard.brl Investigate --timeline noise.txt --coverage
    expect_stdout_contains '3 of 3 nodes were begun'
    expect_stdout_lacks Patrol:
    run tree run guard.brl Guard --timeline noise.txt --cycles 6 --coverage
    expect_stdout_contains '11 of 13 nodes'
    [ "$(stdout | grep -cE '^( +[0-9]+){7}  [A-Z]')" = 13 ] || fail "the table has other nodes"
}

a_timeline_may_come_by_standard_input_and_the_log_as_json() {
    _guard
    run tree run guard.brl Investigate --timeline - --json < noise.txt
    expect_exit 0
    expect_stdout_lines 1
    expect_stdout_contains '{"cycle":0,"what":"succeeded","item":"Investigate","frame":1,"node":1'
    expect_stdout_contains '"runs":1,"succeeded":1,"failed":0,"running":0,"cycles":2'
}

what_is_wrong_in_a_timeline_has_its_place() {
    _guard
    local line
    while IFS='|' read -r line text; do
        printf '# one\n%s\n' "$line" > wrong.txt
        run tree run guard.brl --timeline wrong.txt
        expect_refusal "wrong.txt:$text"
    done << 'END'
act wlk: success|2:5: no act of this file is called "wlk"; did you mean "walk"?
act walk: sucess|2:11: expected success, failure or running, found "sucess"
act walk: success after|3:1: expected a number of cycles, found the end
act walk: chance 101 success else failure|2:18: expected a chance of no more than all
act walk: "Guard"|2:11: an action is not filled by a behavior
5 event bang|2:9: nobody hears the event "bang"
5 set alrm = 3|2:7: no slot is called "alrm"; did you mean "alarm"?
5 set alarm = gold(self)|2:15: expected a value that is the same in every state
5 set alarm = here|2:15: "here" is not a number
-1 event over|2:1: expected a cycle from 0
7 sing|2:3: expected event, set, score, act, goal or query
sing|2:1: expected event, set, score, act, goal or query, found "sing"
0 event over|2:1: nothing runs yet that could hear it: expected a cycle from 1 on
event over event over|2:12: expected the end of the line
END
}

an_interrupted_run_is_not_counted_among_many() {
    printf 'brl 1\n\ntree T {\n    do monitor {\n        act stop()\n        on over -> act stop()\n    }\n}\n' > t.brl
    printf 'act stop: running\n' > t.txt
    "$UNDERSTUDY" tree run t.brl --timeline t.txt --runs 100000 --cycles 1000000 --json \
        > .out/stdout 2> .out/stderr &
    local pid=$!
    sleep 0.2
    kill -TERM $pid
    _code=0
    wait $pid || _code=$?
    expect_exit 130
    grep -qE '"runs":([0-9]+),"succeeded":0,"failed":0,"running":\1,' .out/stdout || fail "other runs are counted"
}

an_item_that_is_not_there_is_named() {
    _guard
    run tree run guard.brl Patro
    expect_refusal 'no item is called "Patro"; did you mean "Patrol"?'
    sed '/^archetype/,$d' guard.brl > two.brl
    run tree run two.brl
    expect_refusal 'name the item that is meant; there are Patrol, Investigate'
    run tree run guard.brl --timeline none.txt
    expect_refusal none.txt
}

runs_with_chances_are_counted_and_the_same_seeds_give_the_same() {
    printf 'brl 1\n\ntree T {\n    do selector {\n        act move(cell: (1, 2))\n        act stop()\n    }\n}\n' > t.brl
    printf 'act move: chance 25 success after 2 else failure\nact stop: running\n' > t.txt
    run tree run t.brl --timeline t.txt --runs 400 --cycles 5 --coverage
    expect_exit 0
    expect_stdout_matches '^400 runs: (8[0-9]|9[0-9]|1[01][0-9]) succeeded, 0 failed, [0-9]+ still running; '
    expect_stdout_matches '^ +400 +[0-9]+ +[0-9]+ +0 +0 +0 +5  T: act move'
    stdout > first
    run tree run t.brl --timeline t.txt --runs 400 --cycles 5 --coverage
    stdout > second
    expect_same_file first second
}

goals_and_queries_are_filled_by_the_file() {
    cat > q.brl << 'END'
brl 1 arena

behavior "Angry" (who: entity) is Attack {
    do act attack(target: who)
}

behavior "Calm" (who: entity) is Attack {
    do timeout 9 act attack(target: who)
}

tree T(who: entity) {
    do sequence {
        query Attack(who: who)
        query Attack(who: who) without "Angry"
        third: query Attack(who: who)
    }
}
END
    echo 'query third: "Calm"' > t.txt
    run tree run q.brl T --timeline t.txt
    expect_exit 0
    expect_stdout_matches '^success after 3 cycles'
    [ "$(stdout | grep -c 'begun .* behavior Angry')" = 1 ] || fail "Angry did not run once"
    [ "$(stdout | grep -c 'begun .* behavior Calm')" = 2 ] || fail "Calm did not run twice"
    echo 'query Attack: failure after 3' > t.txt
    run tree run q.brl T --timeline t.txt
    expect_stdout_matches '^failure after 3 cycles'
}

a_machine_can_be_covered() {
    cat > m.brl << 'END'
brl 1

tree M {
    do machine {
        state calm {
            walk: act move(cell: (1, 2))
            on attacked -> goto fight
        }
        state fight {
            act stop()
            on success -> goto success
        }
    }
}
END
    printf 'act walk: running\n2 event attacked\n' > m.txt
    run tree run m.brl --timeline m.txt
    expect_exit 0
    expect_stdout_contains '  begun         7        on attacked ->'
    expect_stdout_contains '  succeeded     7          goto fight'
    expect_stdout_contains '  halted        6        walk: act move(cell: (1, 2))'
    expect_stdout_contains 'success after 3 cycles; 9 of 9 nodes were begun'
    expect_stdout_lacks 'never begun'
    expect_stdout_lacks ' M: state'
    expect_stdout_matches '^ +4  M: machine'
    expect_stdout_lacks 'M: goto'
}

a_timeline_hints_and_scores() {
    cat > h.brl << 'END'
brl 1

tree Hints {
    do choose score hint recheck event {
        walk: act move(cell: (1, 2))
        cover: act stop()
    }
}

tree Scores {
    do choose score similarity pick argmax recheck tick {
        a: query Attack()
        b: query Attack()
    }
}
END
    printf 'act walk: running\n3 event cover\n' > h.txt
    run tree run h.brl Hints --timeline h.txt --quiet
    expect_exit 0
    expect_stdout_matches '^success after 4 cycles; 3 of 3 nodes were begun'
    printf 'query Attack: running\n2 score b = 7\n' > s.txt
    run tree run h.brl Scores --timeline s.txt --cycles 4
    expect_exit 0
    expect_stdout_matches '^  begun +12 +a: query Attack'
    expect_stdout_matches '^  begun +13 +b: query Attack'
    local text
    while IFS='|' read -r line text; do
        echo "$line" > wrong.txt
        run tree run h.brl Scores --timeline wrong.txt
        expect_refusal "wrong.txt:$text"
    done << 'END'
score stop = 3|1:7: no choose asks for a score of "stop"
score a 3|1:9: expected "="
score a =|2:1: expected a value
score a = true|1:11:
END
}

a_timeline_that_cant_be_read_is_refused() {
    _guard
    run_command sh -c '"$0" tree run guard.brl --timeline - < .' "$UNDERSTUDY"
    expect_exit 2
    expect_stderr_contains '-: cannot read'
}
