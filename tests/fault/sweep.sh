# Sourced by the proof and by the short test of faults. A command runs once undisturbed, then again and
# again, each time with another call that fails (tests/fault/fault.c). UNDERSTUDY is the program, LAYER
# the library that makes calls fail, ROOT the checkout; the present folder is empty and the caller's.
#
# A command is a function that runs the program once, in a folder that _make_NAME filled. After each
# run the following holds:
# - the exit code is a documented one, and the run ended in time;
# - after the code of the undisturbed run all files and the output are those of that run, to the byte;
# - after any other code each file is as before or as after the undisturbed run, and there is no other
#   file.
PATIENCE=20           # seconds that a run may take
EXITS=" 0 1 2 3 4 5 6 130 "
swept=0 fired=0 bad=0 # runs, runs in which a call failed, and runs that broke a promise

_files() { # FOLDER: the name and the sum of each file; the times of games are left out
    (cd "$1" && find . -name '*.jsonl' -path '*result*' -exec sed -i -E 's/"us":[0-9]+/"us":0/' {} + &&
        find . -type f -exec md5sum {} + | sort -k 2)
}

_wrong_files() { # CODE: what is wrong with the files, a line for each
    awk -v whole=$(($1 == usual)) '
        FILENAME == ARGV[1] { before[$2] = $1; next }
        FILENAME == ARGV[2] { after[$2] = $1; next }
        { now[$2] = $1 }
        END {
            for (f in now)
                if (!(f in after) && (whole || !(f in before))) print "left behind: " f
                else if (now[f] != after[f] && (whole || now[f] != before[f])) print "neither old nor new: " f
            for (f in after) if (!(f in now) && (whole || f in before)) print "gone: " f
        }' before.sums after.sums now.sums
}

# The next command that opens a library undoes what a failed one could not undo.
_recover() {
    local journal
    for journal in now/*.db-journal; do
        [ ! -s "$journal" ] || [ ! -e "${journal%-journal}" ] ||
            "$UNDERSTUDY" library check "${journal%-journal}" > recovered 2>&1 || cat recovered
    done
}

# Prints what is wrong with a run. A file that could not be removed may stay, and the
# two that docs/COMMAND_LINE.md names may stay when memory ends. _excuse_NAME, if there is
# one, gets the exit code and the lines of that command, and prints those that are no documented behavior.
_judge() { # NAME FAULT CODE
    case $EXITS in *" $3 "*) ;; *) echo "no documented exit"; return ;; esac
    {
        _recover
        _files now > now.sums
        _wrong_files "$3"
        [ "$3" != "$usual" ] || cmp -s now.out after.out || echo "another output"
    } | case $2 in
        unlink:*) grep -vE '^left behind: .*(\.tmp|\.tmp/.*|-journal|understudy-planning/.*)$' ;;
        memory:*) grep -vE '^left behind: .*(\.db-journal|/understudy-planning/.*)$' ;;
        *) cat ;;
    esac | if declare -F "_excuse_$1" > none; then "_excuse_$1" "$3"; else cat; fi
}

_once() { # NAME FAULT: false if no call failed
    local code=0 what
    rm -rf now mark
    cp -a before now
    (cd now && FAULT=$2 FAULT_MARK=$PWD/../mark FAULT_PROGRAM=understudy exec timeout -k 1 $PATIENCE \
        env LD_PRELOAD="$LAYER" "$UNDERSTUDY" "${command[@]}") < /dev/null > now.out 2> now.err || code=$?
    swept=$((swept + 1))
    what=$(_judge "$1" "$2" $code)
    if [ "$what" ]; then
        bad=$((bad + 1))
        echo "$1, $2, exit $code: $what"
        sed 's/^/    /' now.err | head -n 3
    fi
    [ -e mark ] || return 1
    fired=$((fired + 1))
}

# Sets what the others need: the folder before and after, and what the command prints.
_begin() { # NAME
    rm -rf before after
    mkdir before
    (cd before && "_make_$1") > made 2>&1 || { cat made; echo "$1: cannot be prepared"; return 1; }
    _files before > before.sums
    cp -a before after
    eval "command=($("_command_$1"))"
    usual=0
    (cd after && exec "$UNDERSTUDY" "${command[@]}") < /dev/null > after.out 2> after.err || usual=$?
    case $usual in 0 | 1) ;; *) cat after.err; echo "$1: exit $usual"; return 1 ;; esac
    _files after > after.sums
}

sweep() { # NAME FAULT FIRST LAST [STEP]: FAULT has N for the number, until no call fails any more
    local n
    for ((n = $3; n <= $4; n += ${5:-1})); do
        _once "$1" "${2/N/$n}" || break
    done
}

_count() { # NAME FAULT: sets count to how many of these calls the command makes, at most a million
    local below=1 above=1000000 n
    while [ $below -lt $above ]; do
        n=$(((below + above) / 2))
        if _once "$1" "${2/N/$n}" > none; then below=$((n + 1)); else above=$n; fi
    done
    count=$((below - 1))
}

# The faults that a full disk, a limit and a broken device make.
FAULTS="open:N:EMFILE open:N:EACCES read:N:EIO read:N:short write:N:ENOSPC write:N:short write:N+:ENOSPC
    write:N:EIO fsync:N:EIO rename:N:EIO close:N:EIO unlink:N:EIO mmap:N:ENOMEM read:N:EINTR write:N:EINTR"
MEMORY="memory:N:ENOMEM memory:N+:ENOMEM"

# ---- the commands

_say() { # ARGUMENT...: for what a command needs
    "$UNDERSTUDY" "$@" < /dev/null
}

_demo() { # DEMO NAME: a shipped demonstration with its labels
    cp "$ROOT/domains/skirmish/demos/$1.jsonl" "$2.jsonl"
    cp "$ROOT/domains/skirmish/demos/$1.goals.json" "$2.goals.json"
}

# Three behaviors; a library of a demonstration takes a hundred times as many calls.
_text() { # NAME NUMBER
    cat > "$1.brl" <<TEXT
brl 1

behavior "first" achieves WinWargus(player: self) {
    do act stop()
    case at $2 {
        features: $(seq -s ' ' 1 56)
        x: 1
    }
}

behavior "other $2" achieves WinWargus(player: self) {
    do act stop()
    case at 4 {
        features: $(seq -s ' ' 1 56)
        x: 2
    }
}
TEXT
}

_library() { # NAME NUMBER
    _text "$1" "$2"
    _say library import "$1.brl" -o "$1.db" --domain skirmish
}

_game() { # NAME CYCLES [OPTION...]
    _say game play open-1 --p0 random --p1 idle --max-cycles "$2" --trace "$1.jsonl" "${@:3}"
}

_experiment() {
    cat > e.json <<SPEC
{"experiment": 1, "name": "e", "seed": 1, "max_cycles": 60, "games": 2,
 "players": ["random", {"name": "rush", "agent": "expert:rush"}], "opponents": ["idle"],
 "maps": ["open-1"], "seats": [0]${1:+, $1}}
SPEC
}

_planned() {
    _experiment
    _say experiment plan e.json --sample 0
}

_played() {
    _planned
    _say experiment run e -j 1
}

# Each writes over an older output, or beside it.
_make_play() { _game t 60 --states 10; }
_command_play() { echo game play open-1 --p0 random --p1 idle --max-cycles 100 --states 10 --trace t.jsonl --json; }
_make_new_play() { :; }
_command_new_play() { echo game play open-1 --p0 expert:rush --p1 random --max-cycles 60 --trace t.jsonl --json; }
_make_mapgen() { _say game mapgen --family open --seed 2 -o m.map; }
_command_mapgen() { echo game mapgen --family open --seed 3 -o m.map; }
_make_show() { :; }
_command_show() { echo game show open-1 --check; }
_make_maps() { :; }
_command_maps() { echo game maps; }
_make_check() { _game t 60 --states 10; }
_command_check() { echo trace check t.jsonl; }
_make_trace() { _demo rush-open-1 t; }
_command_trace() { echo trace show t.jsonl; }
_make_stats() { _demo rush-open-1 t; }
_command_stats() { echo trace stats t.jsonl; }
_make_replay() { _game t 60; }
_command_replay() { echo trace replay t.jsonl; }
_make_migrate() { _game t 60 --states 10 && _say trace migrate t.jsonl -o u.jsonl; }
_command_migrate() { echo trace migrate t.jsonl --states 5 -o u.jsonl; }
_make_trim() { _game t 60 --states 10 && _say trace trim t.jsonl --to 20 -o u.jsonl; }
_command_trim() { echo trace trim t.jsonl --to 40 -o u.jsonl; }
_make_film() { _game t 60 && cp t.jsonl old.jsonl && _say trace film t.jsonl --every 50 -o f.html; }
_command_film() { echo trace film t.jsonl -o f.html; }
_make_annotate() { _game t 60; }
_command_annotate() { echo annotate t.jsonl --goal "\"WinWargus(self)\"" --orders 1-2 --seat 0; }
_excuse_annotate() { # without the game, the label has no end, and a note says so
    if grep -q "^not known: when the goal was reached" now.err; then grep -v "old nor new: ./t.goals.json"; else cat; fi
}
_make_suggest() { _demo rush-open-1 t; }
_command_suggest() { echo annotate t.jsonl --auto; }
_make_learn() { _demo rush-open-1 t && _library l 1; }
_command_learn() { echo learn t.jsonl -o l.db; }
_make_new_learn() { _demo rush-open-1 t; }
_command_new_learn() { echo learn t.jsonl -o l.db; }
_make_import() { _library l 1 && _text m 2; }
_command_import() { echo library import m.brl -o l.db; }
_make_new_import() { _text m 2; }
_command_new_import() { echo library import m.brl -o l.db --domain skirmish; }
_make_export() { _library l 1 && _text l 3; }
_command_export() { echo library export l.db -o l.brl; }
_make_linked() { _library l 1 && cp l.brl real.brl && _text l 3 && ln -sf real.brl link.brl; }
_command_linked() { echo library export l.db -o link.brl; }
_make_merge() { _library a 1 && _library b 2 && _library c 3; }
_command_merge() { echo library merge a.db b.db -o c.db; }
_make_prune() { _library l 1; }
_command_prune() { echo library prune l.db --footprint; }
_make_shuffle() { _library l 1; }
_command_shuffle() { echo library shuffle l.db -o s.db; }
_make_library() { _library l 1; }
_command_library() { echo library check l.db; }
_make_list() { _library l 1; }
_command_list() { echo library list l.db; }
_make_diff() { _library a 1 && _library b 2; }
_command_diff() { echo library diff a.db b.db; }
_make_update() {
    _say learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o l.db
    _say game play open-1 --p0 library:l.db --p1 ai:raid --max-cycles 1500 --trace t.jsonl
}
_command_update() { echo library update l.db t.jsonl; }
_excuse_practice() { # finished rounds stay; the same command plays the others, to the same library
    local wrong
    wrong=$(cat)
    [ "$wrong" ] || return 0
    (cd now && "$UNDERSTUDY" "${command[@]}") < /dev/null > resumed 2>&1 || cat resumed
    _files now > now.sums
    [ "$1" != 0 ] && cmp -s now.sums after.sums || echo "$wrong"
}
_make_practice() { _say learn "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" -o l.db; }
_command_practice() { echo library practice l.db --games 2 --round 1 --max-cycles 300 --size 48 -j 1; }
_make_retrieve() { _library l 1; }
_command_retrieve() { echo retrieve l.db --goal "\"WinWargus(self)\""; }
_make_adapt() { _make_update; }
_command_adapt() { echo adapt l.db t.jsonl --least 1 -o l.db; }
_excuse_search() { _excuse_practice "$1"; } # its journal stays; the same command continues
_make_search() { _make_practice; }
_command_search() { echo adapt l.db --budget 100 --against ai:raid --family open --size 32 --max-cycles 300 -o b.db -j 1; }
_make_tables() { _game t 60; }
_command_tables() { echo adapt --abstract-only t.jsonl -o g.db; }
_make_pattern() { cp "$ROOT"/domains/skirmish/patterns/worker-idle.sql .; }
_command_pattern() { echo pattern check worker-idle.sql --domain skirmish; }
_make_tree() { cp "$ROOT/domains/arena/ai/guards.brl" .; }
_command_tree() { echo tree run guards.brl Guard --cycles 20; }
_make_tree_check() { cp "$ROOT/domains/arena/ai/guards.brl" .; }
_command_tree_check() { echo tree check guards.brl; }
_tree() {
    printf 'brl 1\n\ntree Walk(to: cell) {\n    do retry %d timeout 90 go: act move(cell: to)\n}\n' "$1"
}
_make_tree_export() { _tree 2 > g.brl && _say tree export g.brl -o g.xml && _tree 3 > g.brl; }
_command_tree_export() { echo tree export g.brl -o g.xml; }
_make_tree_import() { _tree 2 > g.brl && _say tree export g.brl -o g.xml; }
_command_tree_import() { echo tree import g.xml; }
_make_plan() { _planned; }
_command_plan() { echo experiment plan e.json --sample 0 --set games=1; }
_make_learned_plan() { _experiment '"libraries": [{"name": "small", "learn": ["rush-open-1"]}]'; }
_command_learned_plan() { echo experiment plan e.json --sample 0; }
_excuse_run() { # the journal holds the games that were played; --resume plays the others
    local wrong
    wrong=$(cat)
    [ "$wrong" ] || return 0
    (cd now && "$UNDERSTUDY" experiment run e -j 1 --resume) < /dev/null > resumed 2>&1 || cat resumed
    _files now > now.sums
    [ "$1" != 0 ] && cmp -s now.sums after.sums || echo "$wrong"
}
_excuse_resume() { _excuse_run "$@"; }
_make_run() { _planned; }
_command_run() { echo experiment run e -j 1; }
_make_resume() { _played && rm e/results.jsonl; }
_command_resume() { echo experiment run e -j 1 --resume; }
_make_compare() { _played; }
_command_compare() { echo experiment compare e --scope these-maps; }
_make_table() { _played; }
_command_table() { echo experiment export e --csv -o x.csv; }
_make_database() { _played && _say experiment export e --sqlite && _say experiment export e --csv -o x.csv; }
_command_database() { echo experiment export e --sqlite; }
_make_report() { _played; }
_command_report() { echo experiment report e --scope these-maps; }
_excuse_report() { # the page says which figure is missing and why, and so does a note
    if grep -qE "^(No|no) (figure|timeline|figures)" now.err || grep -qE "unknown: |class=.missing" now/e/r*.*; then
        grep -v " ./e/"
    else
        cat
    fi
}
_make_status() { _played; }
_command_status() { echo experiment status e; }
_make_joined() { _played && rm e/results.jsonl; }
_command_joined() { echo experiment merge e; }
_make_verify() { _played; }
_command_verify() { echo experiment verify e --sample 1 -j 1; }
