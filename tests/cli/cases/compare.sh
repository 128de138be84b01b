# experiment compare, on files of results that are written by hand.

_head() { # NAME [MEMBERS]
    printf '{"experiment":"%s","version":1,"domain":"skirmish","program":"by hand",' "$1"
    printf '"engine":"%s","max_cycles":1000}\n' "${2:-00000000000000aa}"
}

_entrants() { # PLAYER:IDENTITY...: and one opponent, one map
    local one
    for one; do
        printf '{"player":"%s","agent":"random","identity":"00000000000000%s"}\n' \
            "${one%:*}" "${one#*:}"
    done
    printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
    printf '{"map":"plain","family":"open","path":"open-1","hash":"00000000000000%s"}\n' "${map:-e0}"
}

_games() { # PLAYER ID ENDS: a game each, with seeds from 1 on; w, d, l or - (not played)
    local seed end game
    for ((seed = 1; seed <= ${#3}; seed++)); do
        case ${3:seed-1:1} in
            w) end=win ;;
            d) end=draw ;;
            l) end=loss ;;
            *) continue ;;
        esac
        printf -v game '%s%014d' "$2" "$seed"
        printf '{"game":"%s","player":"%s","opponent":"foe","map":"plain","seat":0,"seed":"%d",' \
            "$game" "$1" "$seed"
        printf '"end":"%s","cycles":500,"hash":"%016d","orders":1,"refused":0}\n' "$end" "${state:-1}"
    done
}

_two() { # FILE ENDS OF A, OF B
    { _head two; _entrants a:01 b:02; _games a 1a "$2"; _games b 1b "$3"; } > "$1"
}

the_verdict_is_first() {
    _two better.jsonl llllllllld wwwwwwwwww
    run experiment compare better.jsonl
    expect_exit 0
    expect_stdout_matches '^"b" is better than "a" on this map alone: \+0\.950 of a game'
    _two same.jsonl wlwlwlwlwl wlwlwlwlwl
    run experiment compare same.jsonl --margin 0.4
    expect_stdout_matches '^"b" is equivalent to "a" within 0\.400 of a game on this map alone: \+0\.000'
    _two open.jsonl wlwlwlwlwl wwwlwlwldl
    run experiment compare open.jsonl
    expect_stdout_matches "^\"b\" and \"a\": no difference shown on this map alone: "
    run experiment compare better.jsonl --baseline b
    expect_stdout_matches '^"a" is worse than "b" on this map alone: -0\.950 of a game'
    run experiment compare better.jsonl --player c
    expect_refusal 'there is no player or group "c": expected one of a, b'
    run experiment compare better.jsonl --player a
    expect_refusal '"a" can'\''t be compared with itself'
}

one_player_of_two_names_is_not_compared_with_itself() {
    { _head twins; _entrants a:01 b:01 c:02; _games a 1a wlwlwl; _games b 1a wlwlwl
      _games c 1c wwwwww; } > twins.jsonl
    run experiment compare twins.jsonl --baseline c
    expect_stdout_contains "2 comparisons"
    run experiment compare twins.jsonl
    expect_exit 0
    expect_stdout_contains '"b" is the same player as "a".'
    expect_stdout_matches '^"c" and "a": .*\+0\.500 of a game'
    # it is no comparison, so that the other one is the only one
    expect_stdout_lacks "comparisons"
    run experiment compare twins.jsonl --sheet effects --form csv
    expect_stdout_lines 2
    run experiment compare twins.jsonl --json
    expect_stdout_contains '{"player":"b","baseline":"a","verdict":"same","stopped":false,"text":"\"b\" is the same player as \"a\"."}'
    run experiment compare twins.jsonl --player b
    expect_exit 0
    expect_stdout_matches '^"b" is the same player as "a"\.$'
    expect_stdout_lacks "corrected for the other"
    run experiment export twins.jsonl --md
    expect_stdout_contains "is the same player as"
    # by other rules it is another player
    { _head other 00000000000000ab; _entrants a:01; _games a 2a wwwwww; } > rules.jsonl
    { _head one; _entrants a:01; _games a 1a wlwlwl; } > one.jsonl
    run experiment compare one.jsonl rules.jsonl --differing
    expect_stdout_matches '^"a \(rules\.jsonl\)" and "a": .*\+0\.500 of a game'
}

programs_read_effects_and_joint_intervals() {
    { _head three; _entrants a:01 b:02 c:03; _games a 1a llwlldllld; _games b 1b wwlwwdwwwl
      _games c 1c wwwwlwwwww; } > three.jsonl
    run experiment compare three.jsonl --sheet effects --form csv
    expect_stdout_matches '^player,baseline,scope,maps,families,pairs,cells,runs,effect,low,high,df,joint_low,joint_high,bootstrap_low,bootstrap_high,verdict,units_needed,unit,boot_low,boot_high,needed'
    expect_stdout_matches '^b,a,these maps,1,1,10,1,1,0\.5500,[0-9.-]+,[0-9.]+,9\.00,'
    run experiment compare three.jsonl --json --sprt 0:0.5
    expect_stdout_matches '"stopped":false,"effect":0\.55,"low":-?[0-9.]+,"high":[0-9.]+,"level":0\.95,"df":9,"joint_low":-?[0-9.]+,"joint_high":[0-9.]+,"joint_level":0\.975,"sequential":\{"scope":"these maps","delta0":0,"delta1":0\.5,"alpha":0\.05,"beta":0\.05,"pairs":10,"decided":null,"ratio":0,'
    command -v python3 > .out/where || skip "no python3"
    python3 - .out/stdout << 'END' || fail "joint intervals are not as the sentence has them"
import json, re, sys
c = json.load(open(sys.argv[1]))
for v, row in zip(c["verdicts"], c["effects"]["rows"]):
    assert v["joint_low"] < v["low"] < v["effect"] < v["high"] <= v["joint_high"], v
    low, high = re.search(r"as one of 2 comparisons ([+-][0-9.]+) to ([+-][0-9.]+)", v["text"]).groups()
    assert abs(float(low) - v["joint_low"]) < 6e-4 and abs(float(high) - v["joint_high"]) < 6e-4
    assert abs(row["joint_low"] - v["joint_low"]) < 6e-5 and row["df"] == v["df"]
END
}

a_table_that_is_not_there_names_those_that_are() {
    _two two.jsonl llwlldllld wwlwwdwwwl
    run experiment compare two.jsonl --sheet workers
    expect_refusal 'these results have no table "workers": expected one of players, effects, tests,'
}

games_without_a_partner_are_refused() {
    _two lone.jsonl wwwwll wwww-l
    run experiment compare lone.jsonl
    expect_refusal '1 game of "a" and "b" has no partner, such as "a" against "foe" on plain in seat 0 with seed 5: play the others, or leave it out with --unmatched' 4
    run experiment compare lone.jsonl --unmatched
    expect_exit 0
    expect_stdout_contains "5 pairs in 1 cell"
    expect_stdout_contains '1 game of "b" and "a" without a partner is left out.'
    { _head part; _entrants a:01 b:02; _games a 1a wwww; _games b 1b ww
      printf '{"game":"1b00000000000003","player":"b","opponent":"foe","map":"plain","seat":0,"seed":"3"}\n'
    } > part.jsonl
    run experiment compare part.jsonl
    expect_refusal '2 games of "a" and "b" have no partner, such as' 4
    expect_refusal 'play the others with experiment run --resume, or leave them out with --unmatched' 4
}

experiments_that_were_played_apart_are_compared() {
    { _head one; _entrants a:01 b:02; _games a 1a wlwlwl; _games b 1b wwwwww; } > one.jsonl
    { _head two; _entrants a:01 b:03 c:04; _games a 1a wlwlwl; _games b 2b llllll
      _games c 1c wlwlwl; } > two.jsonl
    run experiment compare one.jsonl two.jsonl
    expect_exit 0
    # a is the same player in both, and each of its games counts once; there are two players "b"
    expect_stdout_matches '^"b" and "a": .*\+0\.500 .*6 pairs'
    expect_stdout_matches '^"b \(two\.jsonl\)" and "a": .*-0\.500 .*6 pairs'
    expect_stdout_matches '^"c" and "a": .*\+0\.000 .*6 pairs'
    run experiment compare one.jsonl one.jsonl
    expect_exit 0
    cp .out/stdout twice
    run experiment compare one.jsonl
    expect_same_file .out/stdout twice
}

what_can_not_be_compared_is_refused() {
    _two one.jsonl wlwlwl wwwwww
    { _head other 00000000000000ab; _entrants b:03; _games b 2b llllll; } > rules.jsonl
    run experiment compare one.jsonl rules.jsonl
    expect_refusal "rules.jsonl: played by other rules, or by a program that plays otherwise (engine 00000000000000ab, not 00000000000000aa): expected the same as in what is compared with it, or --differing" 4
    { _head other; map=e1 _entrants b:03; _games b 2b llllll; } > map.jsonl
    run experiment compare one.jsonl map.jsonl
    expect_refusal "map.jsonl: another map of the name plain than" 4
    { _head other; _entrants b:03 | sed 's/f0"/f1"/'; _games b 2b llllll; } > foe.jsonl
    run experiment compare one.jsonl foe.jsonl
    expect_refusal "foe.jsonl: another opponent of the name foe than" 4
    { _head other; _entrants b:02; state=2 _games b 1b wwwwww; } > went.jsonl
    run experiment compare one.jsonl went.jsonl
    expect_refusal "went.jsonl: game 1b00000000000001 ended in another state than" 4
    # a name that the renaming would give is taken; a player behind it changes nothing
    { _head one; _entrants a:01 b:02 "b (names.jsonl):05"; _games a 1a wlwlwl; _games b 1b wwwwww
      _games "b (names.jsonl)" 5b wwwwww; } > taken.jsonl
    { _head other; _entrants b:03 c:04; _games b 2b llllll; _games c 1c llllll; } > names.jsonl
    run experiment compare taken.jsonl names.jsonl
    expect_refusal "names.jsonl: another player of the name b (names.jsonl) than" 4
    run experiment compare one.jsonl none.jsonl
    expect_refusal "none.jsonl: cannot open"
}

other_rules_are_compared_when_told_to() {
    _two one.jsonl llllll wlwlwl
    { _head other 00000000000000ab; _entrants b:02; _games b 2b wwwwww; } |
        sed '1s/"max_cycles":1000/"max_cycles":2000,"fog":true,"faction1":"orc","timeout_ms":500/' > rules.jsonl
    run experiment compare one.jsonl rules.jsonl
    expect_refusal "another limit of cycles (2000, not 1000); fog, not none; another faction in seat 1 (orc, not the map's); another time that a game may take (0.5 s, not any): expected the same" 4
    run experiment compare one.jsonl rules.jsonl --differing
    expect_exit 0
    # the same player by other rules is another one
    expect_stdout_matches '^"b" .*\+0\.500 .*6 pairs'
    expect_stdout_matches '^"b \(rules\.jsonl\)" and "a": .*\+1\.000 .*6 pairs'
    expect_stdout_matches '^rules\.jsonl is not as one\.jsonl: played by other rules.*; fog, not none; .* Differences in results may come from that\.$'
    run experiment compare one.jsonl rules.jsonl --differing --json
    expect_stdout_contains '"rules.jsonl is not as one.jsonl: played by'
    run experiment compare one.jsonl rules.jsonl --differing --form md
    expect_stdout_contains 'rules.jsonl is not as one.jsonl: played by'
    run experiment compare one.jsonl --differing
    expect_exit 0
    ! grep -q "is not as" .out/stdout || fail "nothing differs"
    # the same results are told of once, whatever they are called
    cp rules.jsonl copy.jsonl
    run experiment compare one.jsonl rules.jsonl ./rules.jsonl copy.jsonl --differing
    expect_exit 0
    [ "$(grep -o 'is not as one.jsonl' .out/stdout | wc -l)" = 1 ] || fail "not told of once"
    expect_stdout_contains 'rules.jsonl is not as one.jsonl: played by'
    { head -n 1 rules.jsonl; _entrants b:02; _games b 3b wwwwww | sed 's/"seed":"/&1/'; } > more.jsonl
    run experiment compare one.jsonl rules.jsonl more.jsonl --differing --unmatched
    expect_stdout_matches '^rules\.jsonl is not as one\.jsonl: .* more\.jsonl is not as one\.jsonl: .*from that\.$'
    sed 's/00000000000000e0/00000000000000e1/' rules.jsonl > map.jsonl
    run experiment compare one.jsonl map.jsonl --differing
    expect_refusal "map.jsonl: another map of the name plain than" 4
    # of three, those that were played alike are together
    { _head third; _entrants a:01 b:02; _games a 1a llllll; _games b 1b wlwlwl; } > third.jsonl
    run experiment compare one.jsonl rules.jsonl third.jsonl --differing --sheet effects --form csv
    expect_exit 0
    ! grep -q "third" .out/stdout || fail "the third is as the first"
}

a_game_that_stands_twice_is_refused() {
    _two twice.jsonl wwll llww
    tail -n 1 twice.jsonl >> twice.jsonl
    run experiment compare twice.jsonl
    expect_refusal 'twice.jsonl:14:1: found a second game of the same player, opponent, map, seat and seed'
}

_names() { # MAP, OPPONENT: the same by other names
    sed "s/\"plain\"/\"$1\"/; s/\"foe\"/\"$2\"/"
}

a_game_counts_once_whatever_its_map_and_opponent_are_called() {
    _two one.jsonl "$(_times llwd 10)" "$(_times lwwl 10)"
    run experiment compare one.jsonl --form csv
    cp .out/stdout once
    # in another file, with a map and an opponent of other names
    _names bare rival < one.jsonl > other.jsonl
    run experiment compare one.jsonl other.jsonl --form csv
    expect_exit 0
    expect_stdout_contains '1 of the maps ("bare" is "plain") and 1 of the opponents ("rival" is "foe") are the same as others: games that are the same count once.'
    grep -v "are the same as others" .out/stdout > joined
    expect_same_file once joined
    # in one file, some games by the one name and some by the other
    { head -n 5 one.jsonl; sed -n 4,5p other.jsonl; tail -n +6 one.jsonl
      tail -n 60 other.jsonl; } > within.jsonl
    run experiment compare within.jsonl --form csv
    expect_exit 0
    grep -v "are the same as others" .out/stdout > joined
    expect_same_file once joined
    run experiment export within.jsonl --md
    expect_stdout_contains '40 pairs in 1 cell'
    # what they were called does not keep two of a pair apart
    { head -n 5 one.jsonl; grep '"game":.*"player":"a"' one.jsonl; } > a.jsonl
    { head -n 5 other.jsonl; grep '"game":.*"player":"b"' other.jsonl; } > b.jsonl
    run experiment compare a.jsonl b.jsonl
    expect_exit 0
    expect_stdout_contains '40 pairs in 1 cell'
}

an_id_is_of_one_game_and_a_game_of_one_id() {
    _two one.jsonl wwll llww
    sed '/"player":"a".*"seat"/s/"game":"1a/"game":"2a/' one.jsonl > other.jsonl
    run experiment compare one.jsonl other.jsonl
    expect_refusal 'other.jsonl: game 2a00000000000001 is a second one of the same player, opponent, map, seat and seed: expected one, with one id' 4
    sed '/"seed":"1"/s/"seed":"1"/"seed":"9"/' one.jsonl > other.jsonl
    run experiment compare one.jsonl other.jsonl
    expect_refusal 'other.jsonl: game 1a00000000000001 is there with two maps, opponents, seats or seeds: expected another id of another game' 4
}

_stopped() { # FILE: a and b, stopped by a sequential test, and c
    { _head three; _entrants a:01 b:02 c:03; _games a 1a llllllllld; _games b 1b wwwwwwwwww
      _games c 1c wwwwwwwwww; } |
        sed '1s/}$/,"stopped":"A sequential test of \\"b\\" against \\"a\\" stopped."}/' > "$1"
}

what_a_sequential_test_stopped_is_marked() {
    _stopped three.jsonl
    run experiment compare three.jsonl
    expect_exit 0
    expect_stdout_matches '^"b" is better than "a" on this map alone: .*; stopped by a sequential test\.$'
    expect_stdout_matches '^"c" is better than "a" on this map alone: .* comparisons [^)]*\)\.$'
    run experiment compare three.jsonl --sheet effects --form csv
    expect_stdout_matches '^b,a,.*,stopped by a sequential test'
    run experiment compare three.jsonl --json
    expect_stdout_contains '"stopped":"A sequential test of \"b\" against \"a\" stopped."'
    expect_stdout_contains '"player":"b","baseline":"a","verdict":"better","scope":"these maps","maps":1,"stopped":true'
    expect_stdout_contains '"player":"c","baseline":"a","verdict":"better","scope":"these maps","maps":1,"stopped":false'
    run experiment export three.jsonl --sqlite -o three.db
    expect_exit 0
    _two two.jsonl wl lw
    run experiment compare two.jsonl --json
    expect_stdout_contains '"stopped":null'
    command -v sqlite3 > .out/where || skip "no sqlite3"
    run_command sqlite3 three.db 'SELECT stopped FROM experiment'
    expect_stdout_is 'A sequential test of "b" against "a" stopped.'
}

# ---- groups: the run is what is repeated

_member() { # NAME IDENTITY GROUP [RUN]
    printf '{"player":"%s","agent":"random","group":"%s",%s"identity":"00000000000000%s"}\n' \
        "$1" "$3" "${4:+\"run\":$4,}" "$2"
}

_times() { # TEXT N
    local i
    for ((i = 0; i < $2; i++)); do printf '%s' "$1"; done
}

runs_are_what_tests_repeat() {
    { _head runs; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      _member r0 02 g 0; _member r1 03 g 1; _member r2 04 g 2; _entrants
      _games base 1a "$(_times wl 20)"; _games r0 1b "$(_times w 40)"
      _games r1 1c "$(_times wwwl 10)"; _games r2 1d "$(_times wwwll 8)"; } > runs.jsonl
    run experiment compare runs.jsonl --form csv --sheet tests
    expect_exit 0
    # three signs have eight ways; what all runs have in common makes it no surer
    expect_stdout_matches '^g,base,[0-9]+,[0-9]+,-?,-?,0\.25000,0\.25000,0\.25000,'
    run experiment compare runs.jsonl
    expect_stdout_matches 'no difference shown.*3 runs\); more runs would narrow'
    run experiment compare runs.jsonl --json
    expect_stdout_contains '"mcnemar_p":null'
    expect_stdout_contains '"units_needed":null'
    run experiment compare runs.jsonl --sprt 0:0.1
    expect_refusal '--sprt: "g" against "base" has 3 runs'
}

groups_meet_run_by_run() {
    { _head groups; _member a0 01 A; _member a1 02 A; _member b0 03 B; _member b1 04 B; _entrants
      _games a0 1a wlwlwl; _games a1 1b wlwlwl; _games b0 1c wwwwwl; _games b1 1d wwwlwl; } > g.jsonl
    run experiment compare g.jsonl
    expect_exit 0
    expect_stdout_contains '12 pairs in 1 cell, 2 runs'
    { _head again; _member a0 01 A 1; _member a1 02 A 1; _entrants; } > again.jsonl
    run experiment compare again.jsonl
    expect_refusal 'player "a1": expected another run, the group "A" has 1 already'
    # a run of the same number and content that is called otherwise is no second one of the group
    { _head other; _member a0 01 A 0; _member c0 02 A 1; _entrants
      _games a0 1a wlwlwl; _games c0 1b wlwlwl; } > other.jsonl
    run experiment compare g.jsonl other.jsonl --unmatched
    expect_exit 0
}

cells_that_a_run_lacks_are_left_out() {
    { _head lack; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      _member r0 02 g 0; _member r1 03 g 1; _entrants
      printf '{"map":"hard","family":"open","path":"open-1","hash":"00000000000000e1"}\n'
      _games base 1a llllll; _games r0 1b wwwwww; _games r1 1c wwwwww
      _games base 2a llllll | sed 's/"plain"/"hard"/'; _games r0 2b llllll | sed 's/"plain"/"hard"/'
    } > lack.jsonl
    run experiment compare lack.jsonl --unmatched
    expect_exit 0
    expect_stdout_matches '^"g" and "base": .*\+1\.000 of a game .*12 pairs in 1 cell, 2 runs'
    expect_stdout_contains '"g" and "base": 1 pairings of a map and an opponent that not all runs'
}

# ---- several comparisons, and what does not exist

verdicts_of_several_comparisons_hold_together() {
    local some=wlwlwlwlwlwlwlwlwlwl much=wwwwwwwwwwwlwwwlwlwl
    _two alone.jsonl $some $much
    run experiment compare alone.jsonl
    expect_stdout_matches '^"b" is better than "a"'
    { _head many; _entrants a:01 b:02 c:03 d:04 e:05 f:06 g:07 h:08 i:09
      _games a 1a $some; _games b 1b $much
      local one id=20
      for one in c d e f g h i; do _games $one $((id++)) $some; done; } > many.jsonl
    run experiment compare many.jsonl
    expect_stdout_matches "^\"b\" and \"a\": no difference shown.*as one of 8 comparisons -"
    expect_stdout_contains '8 comparisons: each verdict uses an interval of 99.38%'
    run experiment compare many.jsonl --player b
    expect_stdout_matches '^"b" is better than "a"'
}

equal_differences_of_margins_are_ties() {
    # lengths of 100 to 900: margins differ by as much each time, whatever they are
    { _head ties; _entrants a:01 b:02
      for one in a b; do
          _games $one 1$one wwwwwwwwww | awk -v more="$([ $one = a ] && echo 20 || echo 0)" \
              '{ sub(/"cycles":500/, "\"cycles\":" (NR * 70 + more)); print }'
      done; } > ties.jsonl
    run experiment compare ties.jsonl --form csv --sheet tests
    expect_exit 0
    # all ten to one side: two of 1024 ways
    expect_stdout_matches ',0\.00195,1\.00000,1\.00000,'
}

a_bootstrap_of_single_pairs_is_not_told() {
    _two one.jsonl l w
    run experiment compare one.jsonl
    expect_exit 0
    expect_stdout_contains '1 cell has one pair, so that there is no bootstrap'
    _two few.jsonl ddd www
    run experiment compare few.jsonl --json
    expect_stdout_contains '"boot_low":null'
    expect_stdout_contains '"needed":null'
}

players_of_one_name_are_told_apart_once() {
    { _head one; _entrants a:01 x:02; _games a 1a wlwlwl; _games x 1b wlwlwl; } > one.jsonl
    { _head two; _entrants a:01 x:03; _games a 1a wlwlwl; _games x 2b wwwwww; } > two.jsonl
    { _head three; _entrants a:01 x:03; _games a 1a wlwlwl; _games x 2b wwwwww; } > three.jsonl
    run experiment compare one.jsonl two.jsonl three.jsonl
    expect_exit 0
    expect_stdout_contains '"x (two.jsonl)" and "a"'
    ! grep -q 'x (three.jsonl)' .out/stdout || fail "a third one"
    # a group is no player of its name
    { _head group; _entrants a:01; _member x0 05 x 0; _member x1 06 x 1; _games a 1a wlwlwl
      _games x0 5a llllll; _games x1 6a llllll; } | awk '/"group":"x"/ { held = held $0 "\n"; next }
        /"opponent"/ && held { printf "%s", held; held = "" } { print }' > group.jsonl
    run experiment compare one.jsonl group.jsonl --player "x (group.jsonl)"
    expect_exit 0
    expect_stdout_contains "2 runs"
}

what_a_sequential_test_stopped_is_compared_alone() {
    _stopped three.jsonl
    _two two.jsonl wlwlwlwlwl wwwwwwwwww
    run experiment compare two.jsonl three.jsonl
    expect_refusal "three.jsonl: a sequential test stopped it: expected to be compared alone" 4
    sed '1s/}$/,"timeout_ms":1000}/' two.jsonl > late.jsonl
    run experiment compare two.jsonl late.jsonl
    expect_refusal "late.jsonl: another time that a game may take (1 s, not any): expected" 4
}

_worse() { # RUN...: a base, and a group with these games
    local run=0 games
    { _head worse; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      for games; do run=$((run + 1)); _member r$run 0$((run + 1)) g $run; done; _entrants
      run=0; _games base 1a wwwwwwwwwwww
      for games; do run=$((run + 1)); _games r$run ${run}b $games; done; } > worse.jsonl
}

a_verdict_and_its_tests_do_not_differ_without_a_word() {
    _worse lllllllllllw llllllllllww lllllllllllw
    run experiment compare worse.jsonl
    expect_stdout_matches '^"g" is worse than "base" on this map alone: -0\.889'
    expect_stdout_contains '"g" is worse than "base" by its interval, which decides the verdict; the sign-flip test has p = 0.25 (Holm), and with 3 runs never less than 0.25.'
    # the correction for two comparisons is none for the larger p value
    { _head two; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      local run games=(llllllllllll lllllllllllw llllllllllww)
      for run in 1 2 3; do _member g$run a$run g $run; done
      for run in 0 1 2 3 4 5 6 7 8 9; do _member h$run b$run h $run; done; _entrants
      _games base 1a wwwwwwwwwwww
      for run in 1 2 3; do _games g$run a$run "${games[run % 2]}"; done
      for run in 0 1 2 3 4 5 6 7 8 9; do _games h$run b$run "${games[run % 3]}"; done; } > two.jsonl
    run experiment compare two.jsonl
    expect_stdout_contains '"g" is worse than "base" by its interval, which decides the verdict; the sign-flip test has p = 0.25 (Holm), and with 3 runs never less than 0.25.'
    _two six.jsonl llllll wwwwww
    run experiment compare six.jsonl
    ! grep -q "sign-flip" <(head -n 4 .out/stdout) || fail "they agree"
    # Holm's correction asks less of the second one than Bonferroni's
    { _head three; _entrants a:01 b:02 c:03; _games a 1a llllllll; _games b 1b wwwwwwww
      _games c 1c wwwwww; } > three.jsonl
    run experiment compare three.jsonl --unmatched
    expect_stdout_matches "^\"c\" and \"a\": no difference shown"
    expect_stdout_contains '"c" and "a": the sign-flip test has p = 0.0312 (Holm), but the interval, which decides the verdict, includes 0: interpret it with care.'
}

runs_that_are_one_player_are_told() {
    local run
    { _head runs; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      for run in 0 1 2 4 5; do _member g$run "a$((run / 4))" g $run; done
      _member g6 b0 g 6; _entrants
      _games base 1a llllll
      for run in 0 1 2; do _games g$run a0 wlwlwl; done
      for run in 4 5; do _games g$run a1 wwlwlw; done; _games g6 b0 wwwwww; } > runs.jsonl
    run experiment compare runs.jsonl
    expect_exit 0
    expect_stdout_contains '"g": runs 0 to 2 are the same player, runs 4, 5 are the same player; of its 6 runs 3 are different, and each counts as one that was made anew.'
    run experiment compare runs.jsonl --json
    expect_stdout_contains 'runs 4, 5 are the same player'
    _worse lllllllllllw lllllllllllw
    run experiment compare worse.jsonl
    expect_exit 0
    expect_stdout_lacks "the same player"
}

runs_that_are_alike_are_told() {
    _worse llllllllllww llllllllllww
    run experiment compare worse.jsonl
    expect_stdout_contains '"g" and "base": all 2 runs have the same effect, so the variance between runs is unknown.'
    _worse llllllllllww lllllllllwww
    run experiment compare worse.jsonl
    ! grep -q "the same effect" .out/stdout || fail "they are not alike"
}

runs_without_games_are_left_out() {
    _worse ------------ llllllllllww lllllllllwww ------------
    run experiment compare worse.jsonl --unmatched
    expect_exit 0
    expect_stdout_matches '^"g" is worse than "base" on this map alone: -0\.792 .*24 pairs in 1 cell, 2 runs'
    expect_stdout_lacks "the same effect"
    run experiment compare worse.jsonl --unmatched --sheet runs --form csv
    expect_stdout_lines 3
    expect_stdout_contains "g,base,2,-0.8333"
    expect_stdout_contains "g,base,3,-0.7500"
    run experiment compare worse.jsonl --unmatched --baseline g --sheet runs --form csv
    expect_stdout_lines 3
    expect_stdout_contains "base,g,2,0.8333"
    expect_stdout_contains "base,g,3,0.7500"
    _worse ------------ llllllllllww llllllllllww
    run experiment compare worse.jsonl --unmatched
    expect_stdout_contains '"g" and "base": all 2 runs have the same effect, so'
    _worse ------------ llllllllllww
    run experiment compare worse.jsonl --unmatched
    expect_exit 0
    expect_stdout_lacks "the same effect"
}

groups_are_held_against_each_other_by_the_numbers_of_their_runs() {
    { _head groups; _member a3 01 A 3; _member a5 02 A 5; _member a7 03 A 7
      _member b5 04 B 5; _member b4 05 B 4; _member b3 06 B 3; _entrants
      _games a3 1a wlwlwl; _games a5 1b wlwlwl; _games a7 1c wwwwww
      _games b5 1d wwwwwl; _games b4 1e llllll; _games b3 1f wwwwww; } > g.jsonl
    run experiment compare g.jsonl --unmatched --sheet runs --form csv
    expect_stdout_lines 3
    expect_stdout_contains "B,A,3,0.5000"
    expect_stdout_contains "B,A,5,0.3333"
}

one_of_several_players_is_not_chosen_without_a_word() {
    { _head three; _entrants a:01 b:02 c:03; _games a 1a lwlwlw; _games b 1b wwwwww
      _games c 1c wlwlwl; } > three.jsonl
    run experiment compare three.jsonl --player b
    expect_exit 0
    expect_stdout_contains '"b" is one of 2 that have played beside "a", and nothing is corrected for the other 1: compare a player that was chosen by its results without --player.'
    run experiment compare three.jsonl
    ! grep -q "nothing is corrected" .out/stdout || fail "all are compared"
    _two two.jsonl lwlwlw wwwwww
    run experiment compare two.jsonl --player b
    ! grep -q "nothing is corrected" .out/stdout || fail "there is no other"
}

one_run_is_one_run_in_all_tables() {
    _worse llllllllllww
    run experiment compare worse.jsonl --sheet players --form csv
    expect_stdout_contains 'base,1,12,'
    expect_stdout_contains 'g,1,12,'
    run experiment compare worse.jsonl --sheet effects --form csv
    expect_stdout_contains 'g,base,these maps,1,1,12,1,1,'
}

copies_of_a_run_make_nothing_surer() {
    { _head copies; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      for i in 10 11 12 13 14 15 16 17 18 19; do _member r$i 02 g $i; done; _entrants
      _games base 1a lllw; for i in 10 11 12 13 14 15 16 17 18 19; do _games r$i 1b wwlw; done; } > copies.jsonl
    run experiment compare copies.jsonl
    expect_exit 0
    expect_stdout_matches "^\"g\" and \"base\": no difference shown on this map alone: \+0\.500"
}

improvement_has_an_interval() {
    # won or lost: 1/2 and half the effect of 7 / 20, and so are the bounds
    { _head wins; _entrants a:01 b:02; _games a 1a "$(_times wl 10)"
      _games b 1b wwwwwwwwwwwwwwwwwlll; } | sed 's/"cycles":500/"cycles":0/' > wins.jsonl
    run experiment compare wins.jsonl --form csv --sheet effects
    expect_stdout_matches '^b,a,these maps,1,1,20,1,1,0\.3500,0\.0752,0\.6248,'
    run experiment compare wins.jsonl --form csv --sheet tests
    expect_stdout_matches ',0\.675,0\.538,0\.812'
    run experiment compare wins.jsonl --json
    expect_stdout_contains '"prob_improvement":0.675,"improvement":0.675,"prob_improvement_low":0.538,"improvement_low":0.538,"prob_improvement_high":0.812'
    _two lone.jsonl w l
    run experiment compare lone.jsonl --json
    expect_stdout_contains '"prob_improvement":null,"improvement":null,"prob_improvement_low":0.000,'
}

a_name_of_the_version_before_has_the_same_value() {
    { _head three; _entrants a:01 b:02 c:03; _games a 1a llwlldllld; _games b 1b wwlwwdwwwl
      _games c 1c wwwwlwwwww; } > three.jsonl
    run experiment compare three.jsonl --sheet tests --form csv
    expect_stdout_matches ',student_p,gained,lost,mcnemar,mcnemar_mid,wilcoxon,sign_flip,holm,improvement,improvement_low,improvement_high,student'
    command -v python3 > .out/where || skip "no python3"
    run experiment compare three.jsonl --json
    cp .out/stdout all.json
    run experiment compare three.jsonl --sheet tests --form csv
    python3 - all.json .out/stdout << 'END' || fail "a former name has another value"
import csv, json, sys
c = json.load(open(sys.argv[1]))
former = {"tests": {"units_better": "gained", "units_worse": "lost", "mcnemar_p": "mcnemar",
    "mcnemar_mid_p": "mcnemar_mid", "wilcoxon_p": "wilcoxon", "sign_flip_p": "sign_flip",
    "sign_flip_p_holm": "holm", "prob_improvement": "improvement", "student_p": "student"},
    "effects": {"bootstrap_low": "boot_low", "bootstrap_high": "boot_high", "units_needed": "needed"},
    "components": {"map_variance": "maps", "place_variance": "places", "seed_variance": "seeds", "run_variance": "runs"},
    "ratings": {"elo_error": "error"}}
for sheet, names in former.items():
    for row in c[sheet]["rows"]:
        assert all(row[new] == row[old] for new, old in names.items()), row
rows = list(csv.DictReader(open(sys.argv[2])))
assert len(rows) == 2
for row in rows:
    assert all(row[new] == row[old] for new, old in former["tests"].items()), row
END
}

each_column_is_explained() {
    { _head all; printf '{"player":"base","agent":"random","identity":"0000000000000001"}\n'
      _member g0 a0 g 0; _member g1 a1 g 1; _entrants
      _games base 1a llllwl; _games g0 a0 wlwlwl; _games g1 a1 wwlwlw; } > all.jsonl
    local page=$ROOT/docs/COMPARE_REFERENCE.md sheet column found=0
    for sheet in players effects tests components cells runs profile ratings; do
        run experiment compare all.jsonl --sheet $sheet --form md
        expect_exit 0
        for column in $(sed -n '3s/[|]//gp' .out/stdout); do
            grep -qE "^\|.*\`$column\`" "$page" || fail "COMPARE_REFERENCE.md does not explain $column of $sheet"
            found=$((found + 1))
        done
    done
    [ $found -ge 50 ] || fail "only $found columns"
}

# ---- in brief

_expect_narrow() { # East Asian characters take two columns
    command -v python3 > .out/where || skip "no python3"
    python3 - .out/stdout << 'END' || fail "wider than 80 columns: $(cat .out/stdout)"
import sys, unicodedata
for line in open(sys.argv[1], encoding="utf-8"):
    assert sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in line.rstrip("\n")) <= 80, line
END
}

a_comparison_in_brief_has_three_lines() {
    _two better.jsonl llllllllld wwwwwwwwww
    run experiment compare better.jsonl --brief
    expect_exit 0
    expect_stdout_is 'better: "b" than "a"
  +0.950 of a game (95%: +0.837 to +1.000), p = 1.43e-08
  on this map alone, 10 pairs, 1 run
3 notes: compare without --brief'
    run experiment compare better.jsonl --brief --margin 1
    expect_stdout_contains 'equivalent: "b" to "a" within 1.000 of a game'
    _two open.jsonl wlwlwlwlwl wwwlwlwldl
    run experiment compare open.jsonl --brief
    expect_stdout_matches '^no difference shown: "b" against "a"$'
    expect_stdout_matches '^  on this map alone, 10 pairs, 1 run; about [0-9]+ pairs needed$'
    run experiment compare open.jsonl --brief --json
    expect_refusal 'experiment compare: --brief has no tables: expected it without --json'
    _worse llllllllllww lllllllllwww wwwwwwwwwwww
    run experiment compare worse.jsonl --brief
    expect_stdout_matches '^  on this map alone, 36 pairs, 3 runs; more runs or maps needed$'
}

# Interval and p value are those of the verdict.
several_comparisons_in_brief_are_corrected_for_their_number() {
    { _head three; _entrants a:01 b:02 c:03; _games a 1a llwlldllld; _games b 1b wwlwwdwwwl
      _games c 1c wwwwlwwwww; } > three.jsonl
    run experiment compare three.jsonl --brief
    expect_stdout_lines 7
    [ "$(grep -c '; corrected for 2 tests$' .out/stdout)" = 2 ] || fail "not corrected: $(cat .out/stdout)"
    command -v python3 > .out/where || skip "no python3"
    cp .out/stdout brief
    run experiment compare three.jsonl --json
    python3 - .out/stdout brief << 'END' || fail "other numbers"
import json, re, sys
c = json.load(open(sys.argv[1]))
told = re.findall(r"\(95%: (\S+) to (\S+)\), p = (\S+);", open(sys.argv[2]).read())
for v, row, (low, high, p) in zip(c["verdicts"], c["tests"]["rows"], told, strict=True):
    assert abs(v["joint_low"] - float(low)) < 6e-4 and abs(v["joint_high"] - float(high)) < 6e-4
    assert abs(min(1, 2 * row["student_p"]) - float(p)) < 2e-3 * max(float(p), 0.01), (row, p)
    assert (float(p) < 0.05) == (v["joint_low"] > 0 or v["joint_high"] < 0)
END
}

long_names_in_brief_fit_80_columns() {
    local one=library-what-a-long-name-for-one?retrieval=random two=漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字
    { _head long; _entrants "$one:01" "$two:02" c:03; _games "$one" 1a lwlwlwlwlw; _games "$two" 1b wwlwwdwwwl
      _games c 1c wwwwlwwwww; } > long.jsonl
    run experiment compare long.jsonl --brief
    expect_exit 0
    expect_stdout_contains '…'
    _expect_narrow
    run experiment compare long.jsonl --brief --baseline c
    _expect_narrow
}

# ---- LaTeX

tables_are_latex() {
    { _head latex; _entrants 'a_1:01' '[b]*&%$#{}~^|<>:02'; _games 'a_1' 1a llwlldllld
      _games '[b]*&%$#{}~^|<>' 1b wwlwwdwwwl; } > two.jsonl
    run experiment compare two.jsonl --sheet players --form latex
    expect_exit 0
    expect_stdout_matches '^% .usepackage\{booktabs,graphicx\}$'
    expect_stdout_contains '\begin{tabular}{lrrrrrrrrrrr}'
    expect_stdout_contains '\begin{tabular}{lrrrr}'
    expect_stdout_contains '\label{tab:players}'
    expect_stdout_contains 'a\_1 & $1$ & $10$ & $1$ & $2$ & $7$ &'
    expect_stdout_contains '{[}b{]}{*}\&\%\$\#\{\}\textasciitilde{}\textasciicircum{}\textbar{}\textless{}\textgreater{} & $1$ &'
    run experiment compare two.jsonl --form latex
    cp .out/stdout compared
    run experiment export two.jsonl --latex
    expect_same_file compared .out/stdout
    for sheet in players effects tests cells ratings; do
        grep -qF "\\label{tab:$sheet}" compared || fail "no table $sheet"
    done
    [ "$(grep -c '^\\begin{table}' compared)" = "$(grep -c '^\\end{table}' compared)" ] || fail "an open table"
    run experiment compare two.jsonl --form tex
    expect_refusal '--form: expected text, md, csv or latex, found "tex"'
}

latex_compiles() {
    kpsewhich booktabs.sty > .out/where 2>&1 && command -v pdflatex > .out/where || skip "no LaTeX with booktabs"
    tables_are_latex
    { echo '\documentclass{article}'; head -n 1 compared | sed 's/^% //'; echo '\begin{document}'
      cat compared; echo '\end{document}'; } > paper.tex
    pdflatex -interaction=nonstopmode -halt-on-error paper.tex > .out/latex 2>&1 || fail "$(grep -A3 '^!' .out/latex)"
    expect_file paper.pdf
    ! grep -q 'Overfull .hbox.*alignment' paper.log || fail "a table is too wide"
}

# ---- what a player has seen

_saw() { # MAPS SEEDS: b has seen so many maps and seeds, all of which it plays
    local maps="" seeds="" i
    for ((i = 1; i <= $1; i++)); do maps+="${maps:+,}\"00000000000000e$i\""; done
    for ((i = 1; i <= $2; i++)); do seeds+="${seeds:+,}\"$i\""; done
    { _head saw
      printf '{"player":"a","agent":"idle","identity":"0000000000000001"}\n'
      printf '{"player":"b","agent":"idle","identity":"0000000000000002","seen":{"maps":[%s],"seeds":[%s]}}\n' \
          "$maps" "$seeds"
      printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
      for i in 1 2 3 4; do
          printf '{"map":"m%d","family":"open","path":"open-1","hash":"00000000000000e%d"}\n' $i $i
      done
      for i in 1 2 3 4; do
          { _games a ${i}a wwwww; _games b ${i}b lllll; } | sed "s/\"plain\"/\"m$i\"/"
      done; } > saw.jsonl
}

what_was_seen_is_told_of_up_to_three() {
    local judged='"b" is judged on what it was learned or adapted on:'
    _saw 3 0
    run experiment compare saw.jsonl
    expect_refusal "$judged the maps \"m1\", \"m2\", \"m3\" (15 of its 20 games): expected" 4
    _saw 4 0
    run experiment compare saw.jsonl
    expect_refusal "$judged the maps \"m1\", \"m2\", \"m3\", ... (20 of its 20 games): expected" 4
    _saw 1 3
    run experiment compare saw.jsonl --leaky
    expect_stdout_contains "$judged the map \"m1\" (5 of its 20 games) and the seeds 1, 2, 3 (12 of its 20 games)."
    _saw 0 5
    run experiment compare saw.jsonl --leaky
    expect_stdout_contains "$judged the seeds 1, 2, 3, ... (20 of its 20 games)."
    _saw 0 1
    run experiment compare saw.jsonl --leaky
    expect_stdout_contains "$judged the seed 1 (4 of its 20 games)."
}

# ---- who played

_shared() { # DIR: a and b on two hosts, the second of which is late in every other game
    local seed one host end id
    mkdir -p "$1/results"
    { _head shared; _entrants a:01 b:02; } > "$1/manifest.jsonl"
    for ((seed = 1; seed <= 80; seed++)); do
        ((seed % 2)) && host=slow || host=fine
        for one in a b; do
            id=$(printf '1%s%014d' $one "$seed")
            printf '{"game":"%s","player":"%s","opponent":"foe","map":"plain","seat":0,"seed":"%d"}\n' \
                "$id" $one "$seed" >> "$1/manifest.jsonl"
            ((seed / 2 % 3)) && end=win || end=loss
            ((seed % 4 == 3)) && end=timeout
            printf '{"game":"%s","end":"%s","cycles":500,"hash":"%016d","us":7,"host":"%s"}\n' \
                "$id" $end 1 $host >> "$1/results/shard-$((seed % 2))-of-2.jsonl"
        done
    done
}

a_worker_that_is_unlike_the_others_is_named() {
    _shared x
    run experiment status x
    expect_exit 0
    expect_stdout_matches '^Host "slow" played unlike the others: 40 of its 80 games crashed or took too long, where the others. share makes 0\.0 \(p [0-9]e-[0-9]+\)'
    ! grep -q 'Host "fine"\|Journal' .out/stdout || fail "another one is named"
    run experiment compare x
    expect_stdout_matches '^Host "slow" played unlike the others: '
    expect_stdout_matches '^host +slow +80 +40 +80 +0\.0 '
    run experiment status x --json
    expect_stdout_contains '"workers":{"title":"Workers'
    expect_stdout_contains '"kind":"host","name":"fine","games":80,"failed":0,'
    expect_stdout_contains '"kind":"journal","name":"x/results/shard-1-of-2.jsonl","games":80,"failed":40,'
    run experiment export x --csv
    expect_stdout_contains ',7,slow,shard-1-of-2.jsonl,'
    sed -i 's/"timeout"/"win"/' x/results/*.jsonl
    run experiment status x
    ! grep -q 'unlike' .out/stdout || fail "nobody is unlike"
    run experiment compare x --json
    ! grep -q '"workers"' .out/stdout || fail "a table of nobody"
}

an_empty_name_is_told_as_one() {
    run experiment compare ''
    expect_refusal "cannot open: the name of a file is empty"
}

merged_results_do_not_say_who_played() {
    _shared x
    run experiment merge x
    expect_exit 0
    ! grep -q '"host"\|"us"\|shard' x/results.jsonl || fail "they do"
    run experiment compare x/results.jsonl
    expect_exit 0
    ! grep -q 'unlike' .out/stdout || fail "they are compared"
    run experiment export x/results.jsonl --csv
    expect_stdout_contains ',0,,,'
}
