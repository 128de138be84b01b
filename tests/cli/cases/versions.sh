# Experiments that another version of the program planned.

_plan() { # NAME: a library, a tree's like, on a map that is drawn; two games of each are played
    cat > "$1.json" << END
{"experiment": 1, "name": "$1", "seed": 9, "max_cycles": 40, "libraries": [{"name": "small", "learn": ["rush-open-1"]}],
 "players": ["idle", "library:small"], "opponents": ["ai:raid"], "maps": [{"family": "open", "size": 32, "seed": 7, "count": 2}],
 "seats": [0]}
END
    run experiment plan "$1.json" --sample 0
    expect_exit 0
    run experiment run "$1"
    expect_exit 0
}

_older() { # FOLDER: what a version wrote that had no number of its play
    sed -i -e 's/"play":[0-9]*,//' -e '1s/"program":"[^"]*"/"program":"understudy 0.0.9"/' "$1"/manifest.jsonl
}

a_plan_notes_the_way_in_which_libraries_play() {
    _plan k
    [ "$(grep -c '"play":5,' k/manifest.jsonl)" = 1 ] || fail "not the library alone: $(cat k/manifest.jsonl)"
    grep -q '^{"player":"library:small",.*"play":5,' k/manifest.jsonl || fail "not of the library"
    run experiment plan k.json --sample 0
    expect_exit 0
    expect_stdout_contains "4 of 4 games played"
}

an_experiment_whose_libraries_play_otherwise_is_not_continued() {
    local command why='"library:small" plays otherwise than in the program that planned the experiment (understudy 0.0.9): expected that program, or a plan of this one in another folder'
    _plan k
    _older k
    for command in "run k --resume" "work k --shard 0/2" "verify k"; do
        # shellcheck disable=SC2086
        run experiment $command
        expect_refusal "$why" 4
    done
    run experiment plan k.json --sample 0
    expect_refusal 'k: there are results of another plan, by whose program (understudy 0.0.9) "library:small" plays otherwise: expected another folder' 1
    for command in status compare merge; do
        run experiment $command k
        expect_exit 0
    done
}

an_older_experiment_without_libraries_goes_on() {
    cat > k.json << END
{"experiment": 1, "name": "k", "max_cycles": 40, "players": ["idle", "random"], "opponents": ["ai:raid"], "maps": ["open-1"]}
END
    run experiment plan k.json --sample 0
    ! grep -q '"play"' k/manifest.jsonl || fail "who plays by a library?"
    _older k
    run experiment run k
    expect_exit 0
    expect_stdout_contains "4 of 4 games played"
}

_hand() { # FILE PLAYER:AGENT:ID OF GAMES:ENDS:PLAY...: results on one map
    local one name agent id ends play seed end
    {
        printf '{"experiment":"hand","version":1,"domain":"skirmish","program":"by hand","engine":"00000000000000aa","max_cycles":1000,"scope":"maps"}\n'
        for one in "${@:2}"; do
            IFS=: read -r name agent id ends play <<< "$one"
            printf '{"player":"%s","agent":"%s","identity":"00000000000000%s"%s}\n' \
                "$name" "${agent/+/:}" "$(printf '%s' "$name" | od -An -tx1 | tr -d ' \n' | cut -c1-2)" "${play:+,\"play\":$play}"
        done
        printf '{"opponent":"foe","agent":"idle","identity":"00000000000000f0"}\n'
        printf '{"map":"%s","family":"open","path":"maps/m.map","hash":"00000000000000%s"}\n' m "${map:-e1}"
        for one in "${@:2}"; do
            IFS=: read -r name agent id ends play <<< "$one"
            for ((seed = 1; seed <= ${#ends}; seed++)); do
                case ${ends:seed-1:1} in w) end=win ;; *) end=loss ;; esac
                printf '{"game":"%s%014d","player":"%s","opponent":"foe","map":"m","seat":0,"seed":"%d",' "$id" $seed "$name" $seed
                printf '"end":"%s","cycles":500,"hash":"%016d","orders":1,"refused":0}\n' $end 1
            done
        done
    } > "$1"
}

libraries_that_play_otherwise_are_not_compared_unless_told_to() {
    local older='played by a program in which libraries and trees play otherwise'
    _hand old.jsonl base:random:1a:wlwlwl lib:library+x.db:1b:wwwwwl
    _hand new.jsonl base:random:1a:wlwlwl lib:library+x.db:2b:wlwwll:1
    run experiment compare old.jsonl new.jsonl
    expect_refusal "new.jsonl: $older (play version 1, not none): expected the same as in what is compared with it, or --differing" 4
    run experiment compare new.jsonl old.jsonl
    expect_refusal "old.jsonl: $older (play version none, not 1): " 4
    run experiment compare old.jsonl new.jsonl --differing
    expect_exit 0
    expect_stdout_contains '"lib (new.jsonl)"'
    expect_stdout_contains "new.jsonl is not as old.jsonl: $older (play version 1, not none). Differences in results may come from that."
    # Of one version, and of players that no version plays otherwise.
    _hand other.jsonl base:random:1a:wlwlwl more:library+y.db:3b:wlwwll
    run experiment compare old.jsonl other.jsonl
    expect_exit 0
    _hand plain.jsonl base:random:1a:wlwlwl rand:idle:4b:wlwwll
    run experiment compare plain.jsonl old.jsonl
    expect_exit 0
    run experiment compare plain.jsonl new.jsonl
    expect_exit 0
    expect_stdout_lacks '"base (new.jsonl)"'
    run experiment compare plain.jsonl old.jsonl new.jsonl
    expect_refusal "new.jsonl: $older (play version 1, not none): " 4
}

maps_that_are_drawn_otherwise_are_named() {
    _plan k
    find k -type f | sort | xargs cksum > before
    sed -i '/"map":"open-32-8"/s/"hash":"[0-9a-f]*"/"hash":"00000000000000e1"/' k/manifest.jsonl
    grep -q '"map":"open-32-8".*00e1"' k/manifest.jsonl || fail "no such map: $(cat k/manifest.jsonl)"
    run experiment plan k.json --sample 0
    expect_refusal "drew 1 of its 2 maps otherwise (open-32-8): expected another folder" 1
    expect_stderr_contains "k: there are results of another plan, whose program (understudy "
    _hand one.jsonl base:random:1a:wl lib:idle:1b:ww
    map=e2 _hand two.jsonl base:random:1a:wl other:idle:2b:ww
    run experiment compare one.jsonl two.jsonl
    expect_refusal "two.jsonl: another map of the name m than in what is compared with it, since versions of this program draw its seed otherwise: expected the same" 4
}

# A change of play that nobody meant to make fails here. If it was meant, US_PLAY_VERSION (plan/plan.h) is raised, and its
# number and the states stand here anew; if the rules, a map, a demonstration or learning changed, the states alone.
libraries_play_as_the_number_of_their_play_says() {
    local map seed play expected='5 cc2e2748220bea05 b375706411eb8213 37faefb3745b15ba 4afbb8c143557c6b bfdb9da341d8ceb0 dad3896937937324'
    local demos="$ROOT/domains/skirmish/demos"
    "$UNDERSTUDY" learn "$demos/rush-open-1.jsonl" "$demos/knights-open-1.jsonl" -o l.db > .out/learned 2>&1 ||
        fail "nothing is learned: $(cat .out/learned)"
    play=$(sed -n 's/^enum { US_PLAY_VERSION = \([0-9]*\) };$/\1/p' "$ROOT/plan/plan.h")
    for map in open-2 ridge-1; do
        for seed in 1 2 3; do
            run game play $map --p0 library:l.db --p1 ai:raid --seed $seed --json --max-cycles 20000
            play="$play $(sed 's/.*"hash":"\([0-9a-f]*\)".*/\1/' .out/stdout)"
        done
    done
    [ "$play" = "$expected" ] || fail "found $play, expected $expected"
}

# The same of the scripted players: US_SCRIPTED_PLAY_VERSION (players/identity.h) is raised if one plays otherwise.
scripted_players_play_as_the_number_of_their_play_says() {
    local agent play rival
    play=$(sed -n 's/^enum { US_SCRIPTED_PLAY_VERSION = \([0-9]*\) };$/version \1/p' "$ROOT/players/identity.h")
    "$UNDERSTUDY" game agents > agents
    for agent in $(sed -n 's/^\(\(ai\|expert\):[a-z-]*\) .*/\1/p' agents); do
        case $agent in ai:*) rival=expert:rush ;; *) rival=ai:raid ;; esac
        run game play open-2 --p0 "$agent" --p1 $rival --seed 1 --json --max-cycles 12000
        play="$play
$agent $(sed 's/.*"hash":"\([0-9a-f]*\)".*/\1/' .out/stdout)"
    done
    "$UNDERSTUDY" game agents --domain microrts > agents
    for agent in $(sed -n 's/^\(ai:[a-z-]*\) .*/\1/p' agents); do
        run game play bases-8 --domain microrts --p0 "$agent" --p1 ai:random-biased --seed 1 --json
        play="$play
microrts $agent $(sed 's/.*"hash":"\([0-9a-f]*\)".*/\1/' .out/stdout)"
    done
    echo "$play" > found
    diff found - > .out/differ << 'END' || fail "not as before: $(cat .out/differ)"
version 0
expert:balanced 6890d768958e8f6b
expert:economy 6b3b158171b4ce1f
expert:knights ee43af7e87a1900b
expert:rush 4c82fc9980cbb0e7
expert:siege 019bacf524f8e1d2
expert:towers e937cdbbfb00c492
ai:boom abe3fc6f6f5c02b4
ai:footman-rush 29879eaabcb3ac3f
ai:land-attack 006060edee77f206
ai:passive 848065eb303625f2
ai:raid 791d9165d36aa6ba
ai:tower-push 29e436fdde22f884
ai:turtle 0c4f0a7c22507dd4
ai:worker-rush 224a711a24d7c808
microrts ai:heavy-rush b7703d1ab0ffd244
microrts ai:light-rush 7b089c5a49cf9d39
microrts ai:ranged-rush e8b7190af9abbde6
microrts ai:worker-rush 6a38f569d2f0000f
microrts ai:random-biased 94874c7af8b6146d
END
}

an_experiment_whose_scripted_players_play_otherwise_is_not_continued() {
    _plan k
    sed -i '/"opponent":"ai:raid"/s/"identity"/"play":1,"identity"/' k/manifest.jsonl
    run experiment run k --resume
    expect_refusal '"ai:raid" plays otherwise than in the program that planned the experiment' 4
    run experiment status k
    expect_exit 0
}

scripted_players_that_play_otherwise_are_not_compared_unless_told_to() {
    local older='played by a program in which scripted players play otherwise'
    _hand old.jsonl base:random:1a:wlwlwl raid:ai+raid:1b:wwwwwl
    _hand new.jsonl base:random:1a:wlwlwl raid:ai+raid:2b:wlwwll:1
    run experiment compare old.jsonl new.jsonl
    expect_refusal "new.jsonl: $older (play version 1, not none): expected the same as in what is compared with it, or --differing" 4
    run experiment compare old.jsonl new.jsonl --differing
    expect_exit 0
    expect_stdout_contains "new.jsonl is not as old.jsonl: $older (play version 1, not none). Differences in results may come from that."
    # Versions of libraries say nothing of scripted players.
    _hand lib.jsonl base:random:1a:wlwlwl lib:library+x.db:3b:wlwwll:1
    run experiment compare old.jsonl lib.jsonl
    expect_exit 0
}
