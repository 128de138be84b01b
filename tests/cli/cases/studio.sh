# What the studio's command takes and refuses; its pages and messages have tests of their own
# (tests/studio/).

_needs_server() {
    local code=0
    "$UNDERSTUDY" studio --token - > .out/o 2> .out/e || code=$?
    [ $code != 5 ] || skip "built without libwebsockets"
}

what_makes_no_sense_is_refused_before_anything_is_served() {
    _needs_server
    run studio --token a-b
    expect_exit 2
    expect_stderr_contains "letters and digits"
    run studio nowhere
    expect_exit 2
    expect_stderr_contains "nowhere"
    touch file
    run studio file
    expect_exit 2
    expect_stderr_contains "expected a folder, found a file"
    run studio --port 70000
    expect_exit 2
}

a_port_that_is_taken_is_told() {
    _needs_server
    "$UNDERSTUDY" studio --token one > address 2> /dev/null &
    local pid=$!
    until [ -s address ]; do :; done
    local port
    port=$(sed -E 's/.*:([0-9]+)\/.*/\1/' address)
    run studio --port "$port"
    kill "$pid"
    wait "$pid" || true
    expect_exit 2
    expect_stderr_contains "cannot listen"
}

# The program that the manual shows, and what it prints.
the_client_shown_in_the_docs_plays() {
    _needs_server
    local page=$ROOT/docs/STUDIO_MESSAGES.md
    [ -x /usr/bin/python3 ] || skip "there is no /usr/bin/python3"
    sed -n '/^```python/,/^```/p' "$page" | grep -v '^```' > client.py
    sed -n '/^It prints:/,/^## /p' "$page" | sed -n '/^```$/,/^```$/p' | grep -v '^```' > told
    ln -s "$ROOT/tests" tests
    UNDERSTUDY=$UNDERSTUDY PYTHONDONTWRITEBYTECODE=1 run_command /usr/bin/python3 client.py
    expect_exit 0
    expect_stdout_is "$(cat told)"
}

it_ends_well_when_it_is_told_to() {
    _needs_server
    "$UNDERSTUDY" studio --token one > address 2> errors &
    local pid=$! code=0
    until [ -s address ]; do :; done
    kill -TERM "$pid"
    wait "$pid" || code=$?
    [ $code = 0 ] || fail "exit $code: $(cat errors)"
}
