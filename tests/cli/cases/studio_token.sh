# Where the token of the studio's address comes from, and what other users see of it.

_needs_server() {
    local code=0
    "$UNDERSTUDY" studio --token - > .out/o 2> .out/e || code=$?
    [ $code != 5 ] || skip "built without libwebsockets"
}

_begin() { # [NAME=VALUE...] ARGUMENT...: sets pid; the file address has the address
    rm -f address
    env "$@" > address 2> errors &
    pid=$!
    until [ -s address ]; do kill -0 "$pid" || fail "$(cat errors)"; done
}

_end() {
    kill "$pid"
    wait "$pid" || true
}

_address_has() { # TOKEN
    grep -qE "^http://127\.0\.0\.1:[0-9]+/$1/\$" address || { _end; fail "no token $1: $(cat address)"; }
}

the_token_of_the_command_line_is_overwritten_in_memory() {
    _needs_server
    local pid form
    for form in "--token secret123" "--token=secret123"; do
        # shellcheck disable=SC2086
        _begin "$UNDERSTUDY" studio $form
        _address_has secret123
        tr '\0' ' ' < "/proc/$pid/cmdline" > seen
        ps -ww -o args= -p "$pid" >> seen
        _end
        ! grep -q secret123 seen || fail "seen: $(cat seen)"
        grep -q 'studio --token.\*\*\*\*' seen || fail "not overwritten: $(cat seen)"
    done
}

the_token_comes_from_a_file_or_the_environment() {
    _needs_server
    local pid
    echo fromfile1 > token
    chmod 600 token
    _begin "$UNDERSTUDY" studio --token-file token
    _address_has fromfile1
    _end
    ! grep -q "other users" errors || fail "$(cat errors)"
    _begin UNDERSTUDY_TOKEN=fromenv1 "$UNDERSTUDY" studio
    _address_has fromenv1
    _end
    _begin UNDERSTUDY_TOKEN=fromenv1 "$UNDERSTUDY" studio --token-file token
    _address_has fromfile1
    _end
    _begin UNDERSTUDY_TOKEN=fromenv1 "$UNDERSTUDY" studio --token fromword1
    _address_has fromword1
    _end
    _begin "$UNDERSTUDY" studio
    _address_has '[0-9a-f]{32}'
    _end
}

a_file_of_the_token_that_others_can_read_is_told() {
    _needs_server
    local pid
    printf fromfile2 > token
    chmod 644 token
    _begin "$UNDERSTUDY" studio --token-file token
    _address_has fromfile2
    _end
    grep -q "token: other users can read this token; chmod 600" errors || fail "$(cat errors)"
}

a_file_without_a_token_is_refused() {
    _needs_server
    : > empty
    echo > line
    printf 'one\ntwo\n' > two
    echo 'a b' > words
    local file found
    while read -r file found; do
        run studio --token-file "$file"
        expect_exit 2
        expect_stderr_contains "$found"
    done << 'END'
empty empty:1: expected one line with the token, found an empty file
line line:1: expected one line with the token, found an empty line
two two:1: expected one line with the token, found more than one line
words letters and digits
none none: cannot open
END
    run studio --token-file words --token one
    expect_exit 2
    expect_stderr_contains "--token and --token-file are given: expected one"
}
