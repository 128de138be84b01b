# Programs that somebody else's experiment names run only once they are trusted.

_stranger() { # FILE [AGENT]: a spec whose player leaves a mark when it runs
    cat > "$1" << END
{"experiment": 1, "name": "k", "domain": "skirmish", "seed": 1, "max_cycles": 300, "games": 1,
 "players": ["ai:raid"], "opponents": ["${2:-exec:touch ran; sleep 1}"], "maps": ["open-1"], "seats": [0]}
END
}

a_program_of_a_spec_needs_trust() {
    _stranger k.json
    run experiment plan k.json
    expect_exit 2
    expect_stdout_empty
    expect_stderr_contains "k.json runs programs, in $PWD:"
    expect_stderr_contains "  exec:touch ran; sleep 1"
    expect_stderr_contains "k.json: it runs 1 program that you have not trusted yet: expected --trust, once you have read it; see docs/SECURITY.md"
    expect_no_file ran
    expect_no_file k
}

a_trusted_program_is_remembered_in_its_folder() {
    _stranger k.json
    run experiment plan k.json --trust --sample 0
    expect_exit 0
    expect_no_file ran
    run experiment plan k.json --sample 0
    expect_exit 0
    run experiment run k
    _expect_there ran
    [ "$(wc -l < "$XDG_STATE_HOME/understudy/trusted.jsonl")" = 1 ] || fail "not one line of trust"
    mkdir elsewhere
    cp -r k k.json elsewhere
    rm ran
    cd elsewhere || exit
    mkdir .out
    run experiment plan k.json -o other
    expect_exit 2
    expect_stderr_contains "not trusted yet"
    run experiment run k --resume --retry-failed
    expect_exit 2
    expect_stderr_contains "k: it runs 1 program that you have not trusted yet"
    run experiment work k --shard 0/2
    expect_exit 2
    expect_no_file ran
    run experiment run k --dry-run
    expect_exit 0
}

_expect_there() {
    [ -e "$1" ] || fail "no file $1"
}

a_file_of_trust_that_was_edited_is_added_to() {
    _stranger k.json
    mkdir -p "$XDG_STATE_HOME/understudy"
    printf '{"folder":"/x","agent":"exec:y"}' > "$XDG_STATE_HOME/understudy/trusted.jsonl"
    run experiment plan k.json --trust --sample 0
    expect_exit 0
    [ "$(wc -l < "$XDG_STATE_HOME/understudy/trusted.jsonl")" = 2 ] || fail "not two lines of trust"
    run experiment plan k.json --sample 0
    expect_exit 0
}

a_file_of_trust_that_cannot_be_read_stays() {
    _stranger k.json
    mkdir -p "$XDG_STATE_HOME/understudy"
    truncate -s 20M "$XDG_STATE_HOME/understudy/trusted.jsonl"
    run experiment plan k.json --trust --sample 0
    expect_exit 0
    expect_stderr_contains "that these programs are trusted is not remembered: "
    [ "$(wc -c < "$XDG_STATE_HOME/understudy/trusted.jsonl")" = 20971520 ] || fail "it was replaced"
    run experiment plan k.json -o other --sample 0
    expect_exit 2
}

commands_that_trust_at_once_lose_no_line() {
    local i
    for i in 1 2 3 4 5 6 7 8; do
        mkdir "at-$i"
        _stranger "at-$i/k.json"
        (cd "at-$i" && "$UNDERSTUDY" experiment plan k.json --trust --sample 0 > out 2>&1) &
    done
    wait
    [ "$(wc -l < "$XDG_STATE_HOME/understudy/trusted.jsonl")" = 8 ] || fail "lines of trust are lost"
}

another_program_is_not_trusted_with_it() {
    _stranger k.json
    run experiment plan k.json --trust --sample 0
    expect_exit 0
    _stranger k.json "exec:touch ran; sleep 12"
    run experiment plan k.json -o other --sample 0
    expect_exit 2
    _stranger k.json "exec:touch ran; sleep"
    run experiment plan k.json -o other --sample 0
    expect_exit 2
}

programs_of_an_adaptation_need_trust() {
    cat > k.json << 'END'
{"experiment": 1, "name": "k", "domain": "skirmish", "seed": 1, "max_cycles": 300, "games": 1,
 "libraries": [{"name": "a", "learn": ["balanced-choke-1"]},
  {"name": "b", "adapt": "a", "against": ["exec:touch ran"], "maps": ["open-1"], "games": 2}],
 "players": ["ai:raid"], "opponents": ["idle"], "maps": ["open-1"]}
END
    run experiment plan k.json
    expect_exit 2
    expect_stderr_contains "exec:touch ran"
    expect_no_file ran
}

a_program_that_the_user_names_is_trusted() {
    _stranger k.json idle
    run experiment plan k.json --sample 0 --set 'opponents=["exec:touch ran; sleep 1"]'
    expect_exit 0
    run experiment run k
    _expect_there ran
}

_typed() { # ANSWER: the command asks on a terminal, and gets the answer then
    timeout -k 1 30 python3 - "$UNDERSTUDY" "$1" > typed << 'END'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "experiment", "plan", "k.json", "--sample", "0"])
said, sent = b"", False
while True:
    try:
        piece = os.read(fd, 4096)
    except OSError:
        break
    if not piece:
        break
    said += piece
    if not sent and b"Type yes or no" in said:
        os.write(fd, sys.argv[2].encode() + b"\n")
        sent = True
print(said.decode())
print("exit", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
    grep -q "Type yes or no" typed || fail "it did not ask"
}

a_yes_on_a_terminal_is_trust() {
    command -v python3 > /dev/null || skip "no python3 here"
    _stranger k.json
    _typed no
    expect_no_file k
    _typed yes
    expect_file k/manifest.jsonl
}

an_interrupt_on_a_terminal_is_no_answer() {
    command -v python3 > /dev/null || skip "no python3 here"
    _stranger k.json
    _typed $'\003'
    grep -q "^exit 130" typed || fail "it did not end with 130: $(cat typed)"
    expect_no_file k
}

what_is_printed_of_a_program_hides_nothing() {
    printf '%s' '{"experiment": 1, "name": "k", "domain": "skirmish", "players": ["idle"], "maps": ["open-1"],
 "opponents": [{"name": "x", "agent": "exec:\u001b[2Kecho \u202ehi"}]}' > k.json
    run experiment plan k.json
    expect_exit 2
    expect_stderr_contains '  exec:\x1b[2Kecho \xe2\x80\xaehi'
}

jobs_of_a_trusted_plan_run_its_programs() {
    _stranger k.json
    run experiment plan k.json --trust --sample 0
    run experiment submit k --engine slurm --dry-run
    expect_exit 0
    grep -q "experiment work .* -j 1 --trust$" k/slurm/work.sh || fail "the job would not run them"
}
