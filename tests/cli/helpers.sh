# Helpers of the command-line tests. ROOT is the checkout, UNDERSTUDY the program; the current
# folder is empty and the test's own. What `run` ran is judged by the expectations after it.

run() { # ARGUMENT...: run the program; its output is kept for the expectations
    run_command "$UNDERSTUDY" "$@"
}

run_command() { # COMMAND...: the same with any command
    _ran="$*"
    _code=0
    "$@" > .out/stdout 2> .out/stderr || _code=$?
}

# Copies here what FUNCTION makes in an empty folder. It is called once for all cases of the file.
kept() { # FUNCTION [ARGUMENT...]
    local made
    made=$KEPT/${BASH_SOURCE[1]##*/}-$(echo "$*" | cksum | tr ' ' -)
    {
        flock 9 || exit 1
        if [ ! -e "$made" ]; then
            rm -rf "$made.new"
            mkdir -p "$made.new/.out"
            (cd "$made.new" && "$@") || exit 1
            rm -r "$made.new/.out"
            mv "$made.new" "$made"
        fi
    } 9> "$made.lock"
    cp -a "$made/." .
}

fail() { # TEXT: end the test with this reason
    local at="${BASH_SOURCE[1]}:${BASH_LINENO[0]}"
    [ "${BASH_SOURCE[1]##*/}" != helpers.sh ] || at="${BASH_SOURCE[2]}:${BASH_LINENO[1]}"
    echo "${at#"$ROOT"/}: $1"
    if [ -n "${_ran:-}" ]; then
        echo "after: ${_ran/#"$UNDERSTUDY"/understudy} (exit $_code)"
        [ ! -s .out/stdout ] || { echo "its output:"; head -n 20 .out/stdout | sed 's/^/  /'; }
        [ ! -s .out/stderr ] || { echo "its messages:"; head -n 20 .out/stderr | sed 's/^/  /'; }
    fi
    exit 1
}

skip() { # WHY: end the test as skipped
    echo "$1"
    exit 77
}

expect_exit() { # CODE
    [ "$_code" = "$1" ] || fail "exit $_code, expected $1"
}

expect_stdout_contains() { # TEXT: on one line
    grep -qF -e "$1" .out/stdout || fail "no '$1' in the output"
}

expect_stdout_lacks() { # TEXT
    ! grep -qF -e "$1" .out/stdout || fail "'$1' in the output"
}

expect_stdout_matches() { # EXTENDED-REGEX: on one line
    grep -qE -e "$1" .out/stdout || fail "no line of the output matches '$1'"
}

expect_stdout_is() { # TEXT: the whole output, but for the last newline
    [ "$(cat .out/stdout)" = "$1" ] || fail "the output is not '$1'"
}

expect_stdout_empty() {
    [ ! -s .out/stdout ] || fail "there is output"
}

expect_stdout_lines() { # COUNT
    local lines
    lines=$(wc -l < .out/stdout)
    [ "$lines" = "$1" ] || fail "$lines lines of output, expected $1"
}

expect_stderr_contains() { # TEXT: on one line
    grep -qF -e "$1" .out/stderr || fail "no '$1' in the messages"
}

expect_stderr_matches() { # EXTENDED-REGEX: on one line
    grep -qE -e "$1" .out/stderr || fail "no line of the messages matches '$1'"
}

expect_stderr_empty() {
    [ ! -s .out/stderr ] || fail "there are messages"
}

expect_stderr_lines() { # COUNT
    local lines
    lines=$(wc -l < .out/stderr)
    [ "$lines" = "$1" ] || fail "$lines lines of messages, expected $1"
}

# Bad input: exit CODE (2 when not said), one line of messages that holds TEXT, no output.
expect_refusal() { # TEXT [CODE]
    expect_exit "${2:-2}"
    expect_stderr_lines 1
    expect_stderr_contains "$1"
    expect_stdout_empty
}

expect_file() { # PATH: there, and not empty
    [ -s "$1" ] || fail "no file '$1', or it is empty"
}

expect_no_file() { # PATH
    [ ! -e "$1" ] || fail "there is a file '$1'"
}

expect_same_file() { # PATH PATH
    cmp -s "$1" "$2" || fail "'$1' and '$2' differ: $(cmp "$1" "$2" 2>&1)"
}

# Commands, and lines of a story: "run COMMAND" and "told LINE". A line that ends in "\" goes on in the next.
_commands_and_stories() { # FILE
    awk '/\\$/ { sub(/\\$/, ""); sub(/^ +/, ""); begun = begun $0; next }
        { if (begun) sub(/^ +/, ""); line = begun $0; begun = "" }
        /^```/ { open = !open; story = open && /^```story/; next }
        open && line ~ /^bin\/understudy / { sub(/^bin\/understudy/, "", line); print (story ? "story " : "run ") line; next }
        story { print "told " line }' "$1"
}

# Runs the commands of a page of docs/ here. A story has the lines that its command prints; one that ends in " ..."
# is the beginning of a line. shown: commands; told: commands and lines of stories.
run_page() { # PAGE
    local kind line
    shown=0 told=0
    while IFS= read -r line; do
        kind=${line%% *} line=${line#* }
        case $kind in story | told) told=$((told + 1)) ;; esac
        case $kind,$line in
        told,*' ...') LINE=${line%...} awk 'index($0, ENVIRON["LINE"]) == 1 { found = 1 } END { exit !found }' \
            .out/stdout || fail "$1: not printed: $line" ;;
        told,*) grep -qxF -e "$line" .out/stdout || fail "$1: not printed: $line" ;;
        *)
            line=${line%%#*}
            case $line in *python3*) python3 -c 'import json' 2> /dev/null || continue ;; esac
            # Hundreds of games, of which nothing is told: they may be short.
            case $line in *' plan docs/examples/starts.json '*) line+=' --set max_cycles=300' ;; esac
            eval "run $line" # words, and what stands in quotes
            case $line,$_code in *' library diff '*,1) ;; *) expect_exit 0 ;; esac
            shown=$((shown + 1))
            ;;
        esac
    done < <(_commands_and_stories "$ROOT/docs/$1")
}

stdout() { # print what the last run printed
    cat .out/stdout
}

stderr() {
    cat .out/stderr
}
