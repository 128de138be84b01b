# What README and docs show is what the program does.

# Writes each block ```KIND NAME.EXT of a page into a file of that name.
_examples() { # PAGE
    awk '/^```[a-z]+ [a-z-]+\.[a-z]+$/ { name = $2; next } /^```/ { name = "" } name { print > name }' "$1"
}

# REPAIR_EXAMPLES.md has a case of its own.
every_command_shown_in_the_docs_runs_and_prints_what_is_told() {
    local all=0 pages=0 page
    ln -s "$ROOT/domains" domains
    ln -s "$ROOT/docs" docs
    sed -n '/^```brl/,/^```/p' "$ROOT/docs/LIBRARY.md" | grep -v '^```' > rush.brl
    sed -n '/^```experiment/,/^```/p' "$ROOT/docs/EXPERIMENTS.md" | grep -v '^```' > rush.json
    sed -n '/^```pattern workers-lost/,/^```/p' "$ROOT/docs/FAILURE_PATTERNS.md" | grep -v '^```' > workers-lost.sql
    for page in "$ROOT"/docs/*.md; do
        _examples "$page"
    done
    # The other pages go on with what the tour made.
    for page in TOUR.md $(cd "$ROOT/docs" && ls -- *.md | grep -vE '^(TOUR|REPAIR_EXAMPLES)\.'); do
        run_page "$page"
        all=$((all + shown))
        [ "$told" = 0 ] || [ "$told" -ge 10 ] || fail "$page: only $told lines of a story found"
        [ "$told" = 0 ] || pages=$((pages + 1))
    done
    [ "$all" -ge 5 ] || fail "only $all commands found in the docs"
    [ "$pages" -ge 2 ] || fail "only $pages pages with a story found"
}

the_numbers_of_the_readme_are_those_of_its_picture() {
    local number found=0
    sed -n '/^\[!\[/,/^Understudy is for/p' "$ROOT/README.md" | tr '\n' ' ' > text
    while read -r number; do
        grep -qF "$number" "$ROOT/docs/demo.svg" || fail "the picture does not have $number"
        found=$((found + 1))
    done < <(grep -oE '[0-9]+%|[+-][0-9]+ points \(.*[0-9]\)' text)
    [ "$found" -ge 8 ] || fail "only $found numbers found"
}

# PKGS := expat gsl ...
the_libraries_that_the_docs_link_are_those_of_the_build() {
    local page needed
    needed=$(sed -n 's/^PKGS := //p' "$ROOT/Makefile")
    [ "$needed" ] || fail "the Makefile has no PKGS"
    for page in EMBEDDING ADDING_A_GAME; do
        grep -qF "pkg-config --libs $needed zlib" "$ROOT/docs/$page.md" || fail "$page.md does not link $needed zlib"
    done
}

# `learn/draft.c:us_draft_new` and all that has a slash: a file, and a function or type that it has.
all_code_that_the_walk_names_is_there() {
    local named file name found=0
    while read -r named; do
        file=$ROOT/${named%%:*} name=${named#*:}
        [ -f "$file" ] || file=$ROOT/include/${named%%:*}
        [ -f "$file" ] || fail "WALK.md names $named: no such file"
        [ "$name" = "$named" ] ||
            grep -qE "^([a-z].*[ *])?$name\\(|^(typedef )?struct $name \\{|^\\} $name;" "$file" ||
            fail "WALK.md names $named: the file has no such function or type"
        found=$((found + 1))
    done < <(grep -oE '`[^` ]+/[^`]+`' "$ROOT/docs/WALK.md" | tr -d '`' | sort -u)
    [ "$found" -ge 40 ] || fail "only $found names of code found"
}

# | query | `us_query`, `retrieve/retrieve.h` | ...
each_type_of_the_glossary_stands_in_its_header() {
    local word types header name found=0
    while IFS='|' read -r _ word types _; do
        header=$(echo "$types" | grep -oE '[a-z_/]+\.h')
        [ -f "$ROOT/$header" ] || header=include/$header
        [ -f "$ROOT/$header" ] || fail "GLOSSARY.md names $header: no such file"
        echo "$word" >> words
        for name in $(echo "$types" | grep -oE '\bus_[a-z_]+'); do
            grep -qE "^(typedef .*[ *]$name;|typedef (struct|enum|union) $name \{|\} $name;)" \
                "$ROOT/$header" || fail "$header has no type $name"
            echo "$name" >> types
            found=$((found + 1))
        done
    done < <(grep -E '^\| [^|]+ \| (`us_[a-z_]+`, )?`[a-z_/]+\.h` \|' "$ROOT/docs/GLOSSARY.md")
    [ "$found" -ge 150 ] || fail "only $found types found"
    run_command sort types
    expect_stdout_is "$(sort -u types)"
    run_command sort words
    expect_stdout_is "$(sort -u words)"
}

# #define US_KEY_PACE "pace.STEP"
each_key_of_entries_stands_in_the_manual_and_in_its_header() {
    local key
    grep -oE '^#define US_KEY_[A-Z_]+ +"[^"]+"' "$ROOT/behavior/keys.h" | grep -oE '"[^"]+"' | tr -d '"' |
        sort -u > keys
    [ "$(wc -l < keys)" -ge 30 ] || fail "only $(wc -l < keys) keys found"
    echo why.STEP.STEP >> keys # us_key_format_edge
    sed -n '/^## Keys of entries/,/^## Games/p' "$ROOT/docs/LIBRARY.md" > manual
    while read -r key; do
        grep -qF "\`$key\`" manual || fail "LIBRARY.md does not tell of $key"
    done < keys
    while read -r key; do
        grep -qxF "$key" keys || fail "behavior/keys.h does not have $key"
    done < <(grep -E '^\| `' manual | cut -d '|' -f 2 | grep -oE '`[^`]+`' | tr -d '`')
}

the_trace_shown_in_the_docs_reads() {
    sed -n '/^```jsonl/,/^```/p' "$ROOT/docs/TRACE_FORMAT.md" | grep -v '^```' > shown.jsonl
    run trace stats shown.jsonl --json
    expect_exit 0
    expect_stdout_contains '"orders":2,"refused":1,"labeled":1'
    run trace show shown.jsonl
    expect_exit 0
    expect_stdout_contains "harvest 1: 6, 7  [goal 6]"
    run trace check shown.jsonl
    expect_exit 1
    expect_stdout_contains "unlabeled: seat 0: 1 of 2 orders have no goal"
}

the_plan_shown_in_the_docs_reads() {
    head -n 1 "$ROOT/tests/fixtures/game-v1.3.jsonl" | sed 's/"max_cycles":[0-9]*/"max_cycles":900/' > shown.jsonl
    sed -n '/^```plan/,/^```/p' "$ROOT/docs/TRACE_FORMAT.md" | grep -v '^```' >> shown.jsonl
    run trace check shown.jsonl --json
    expect_stdout_contains '"plan":0}'
    expect_stdout_contains '"plan_lines":8'
    run trace show --plan 500 shown.jsonl
    expect_exit 0
    expect_stdout_contains "3 step b: act attack(units: s1, at: s2): waiting since 0: before it: a"
    run trace show --plan 900 shown.jsonl
    expect_stdout_contains "over: 1 failed; the last to fail was 2: step 3: no-way"
}

the_squad_shown_in_the_docs_reads() {
    head -n 1 "$ROOT/tests/fixtures/game-v1.6.jsonl" > shown.jsonl
    sed -n '/^```squads/,/^```/p' "$ROOT/docs/TRACE_FORMAT.md" | grep -v '^```' >> shown.jsonl
    run trace show --plan 3900 shown.jsonl
    expect_exit 0
    expect_stdout_contains "squad: marching since 3870, 2 units, target barracks 23 at 73,76; strength 1200 against 0"
}

the_annotation_shown_in_the_docs_reads() {
    "$UNDERSTUDY" game play open-1 --p0 idle --p1 idle --max-cycles 9 --trace shown.jsonl > .out/made
    sed -n '/^```goals/,/^```/p' "$ROOT/docs/TRACE_FORMAT.md" | grep -v '^```' > shown.goals.json
    run annotate shown.jsonl
    expect_exit 0
    expect_stdout_lines 2
    expect_stdout_matches '^  2 achieve BuildUnits\(.*\): 0 of orders 3-13, cycles 60-2400, reached, by expert:rush$'
    run annotate shown.jsonl --json
    expect_stdout_is "$(cat shown.goals.json)"
}

the_exit_codes_of_the_manual_are_those_of_help() {
    "$UNDERSTUDY" --help | sed -n '/^Exit codes/,/^$/p' | sed -nE 's/^  ([0-9]+) +/| \1 | /p' |
        sed 's/$/ |/' > told
    expect_file told
    sed -n '/^| exit |/,/^$/p' "$ROOT/docs/COMMAND_LINE.md" | grep '^| [0-9]' | tr -d '`' > shown
    expect_same_file shown told
}

# The names by which headings of a page are linked to.
_anchors() {
    sed -n '/^```/,/^```/!s/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' |
        sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

all_that_the_docs_link_to_is_there() {
    local page target file
    for page in "$ROOT"/*.md "$ROOT"/docs/*.md; do
        while read -r target; do
            file=$page
            [ -z "${target%%#*}" ] || file=${page%/*}/${target%%#*}
            [ -e "$file" ] || fail "${page##*/} links to $target"
            case $target in *#*) echo "$file#${target#*#}" >> links ;; esac
        done < <(grep -oE '\]\([^)]+' "$page" | sed 's/^](//' | grep -v '^https*:')
    done
    sort -u links > wanted
    [ "$(wc -l < wanted)" -ge 100 ] || fail "only $(wc -l < wanted) links to headings found"
    for file in $(sed 's/#.*//' wanted | sort -u); do
        _anchors "$file" | sed "s|^|$file#|"
    done | sort -u > headings
    run_command comm -23 wanted headings
    expect_stdout_empty
}

# {"label.edit", hear_edit},   us_client_message_begin(&saying, "state")   [US_EDIT_ADD] = "add"
each_message_of_the_studio_stands_in_its_manual() {
    local word
    {
        sed -n '/^const us_verb us_/,/^};/p' "$ROOT"/studio/*.c | grep -oE '\{"[a-z.]+"'
        grep -ohE 'us_client_message_begin\([^"]*"[a-z]+"' "$ROOT"/studio/*.c
        grep -oE '\[US_EDIT_[A-Z]+\] = "[a-z]+"' "$ROOT/studio/edits.c"
    } | grep -oE '"[a-z.]+"' | tr -d '"' | sort -u > words
    [ "$(wc -l < words)" -ge 60 ] || fail "only $(wc -l < words) messages found"
    sed -n '/^## Play/,/^### Reports/p' "$ROOT/docs/STUDIO_MESSAGES.md" > manual
    while read -r word; do
        grep -qE "\`$word[\` ]" manual || fail "STUDIO_MESSAGES.md does not name $word"
    done < words
    while read -r word; do
        grep -qxF "$word" words || fail "no message of the studio is called $word"
    done < <(grep -E '^\| `' manual | cut -d '|' -f 2 | grep -oE '`[^`]+`' | tr -d '`')
}

# | `base/` | ... |   - [WALK.md](WALK.md): ...
each_room_stands_in_the_architecture_and_each_page_in_the_index() {
    local room page rooms
    rooms=$(sed -n 's/^LAYERS *:= *//p' "$ROOT/Makefile")
    [ "$rooms" ] || fail "the Makefile names no rooms"
    for room in $rooms cli; do
        grep -qF "| \`$room/\` |" "$ROOT/docs/ARCHITECTURE.md" || fail "ARCHITECTURE.md does not name $room/"
    done
    for page in "$ROOT"/docs/*.md; do
        [ "${page##*/}" = INDEX.md ] || grep -qF "](${page##*/})" "$ROOT/docs/INDEX.md" ||
            fail "INDEX.md does not link to ${page##*/}"
    done
}
