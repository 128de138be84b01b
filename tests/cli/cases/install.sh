# What `make install` puts somewhere works there, and `make uninstall` removes it.

_make() { # TARGET VARIABLE...: of the build under test, which nothing is built for
    [ -n "${OUT:-}" ] || skip "only make knows which build this is: make test T=install"
    run_command make -C "$ROOT" "$@"
}

# Installs once for all cases that change nothing of it, and sets `usr` to where it lies.
_installed() {
    usr=$KEPT/usr
    [ -n "${OUT:-}" ] || skip "only make knows which build this is: make test T=install"
    {
        flock 9 || exit 1
        [ -e "$usr.done" ] || make -C "$ROOT" install "PREFIX=$usr" > .out/made || fail "make install: $(cat .out/made)"
        touch "$usr.done"
    } 9> "$usr.lock"
}

_away() { # COMMAND...: from elsewhere, without being told where the data is
    run_command env -C / -u UNDERSTUDY_DATA "$@"
}

an_installed_program_plays_from_anywhere_and_goes_without_a_trace() {
    local usr=$PWD/usr target
    _make install "PREFIX=$usr"
    expect_exit 0
    expect_same_file usr/bin/understudy "$UNDERSTUDY"
    _away "$usr/bin/understudy" game play open-1 --p0 random --p1 idle --max-cycles 300
    expect_exit 0
    expect_stdout_contains "draw on open-1 after 300 cycles"
    run --man
    expect_same_file .out/stdout usr/share/man/man1/understudy.1
    for target in $(grep -oE '\]\([^)#]+' usr/share/doc/understudy/README.md | sed 's/^](//'); do
        expect_file "usr/share/doc/understudy/$target"
    done
    mv usr/share/understudy/domains kept
    _away "$usr/bin/understudy" game maps
    expect_refusal "no domains/skirmish/domain.json: expected UNDERSTUDY_DATA to name"
    expect_stderr_contains "the present folder, $usr/share/understudy, $usr/bin, $usr"
    mv kept usr/share/understudy/domains
    _make uninstall "PREFIX=$usr"
    expect_exit 0
    expect_no_file usr
    _make uninstall "PREFIX=$usr"
    expect_exit 2
    expect_stderr_contains "no understudy is installed below $usr"
}

a_program_is_built_with_the_installed_library_alone() {
    local usr flags
    _installed
    flags=$(PKG_CONFIG_PATH=$usr/lib/pkgconfig pkg-config --cflags --libs --static understudy)
    cp "$usr"/share/doc/understudy/examples/embed.c .
    # shellcheck disable=SC2086
    run_command ${CC:-cc} embed.c $flags -o embed
    expect_exit 0
    expect_stderr_empty
    _away "$PWD/embed" expert:rush open-1
    expect_exit 0
    expect_stdout_contains "defeat: expert:rush"
}

a_player_of_ones_own_is_built_with_the_installed_library() {
    local usr flags
    _installed
    flags=$(PKG_CONFIG_PATH=$usr/lib/pkgconfig pkg-config --cflags --libs --static understudy)
    cp "$usr"/share/doc/understudy/examples/own_player.c .
    # shellcheck disable=SC2086
    run_command ${CC:-cc} -Wall -Wextra -Werror own_player.c $flags -o own_player
    expect_exit 0
    _away "$PWD/own_player" open-1 "$PWD/own.jsonl"
    expect_exit 0
    expect_stdout_contains ": raider"
    run trace replay own.jsonl
    expect_exit 0
}

a_program_that_learns_and_plays_is_built_with_the_installed_library() {
    local usr flags
    _installed
    flags=$(PKG_CONFIG_PATH=$usr/lib/pkgconfig pkg-config --cflags --libs --static understudy)
    cp "$usr"/share/doc/understudy/examples/loop.c .
    # shellcheck disable=SC2086
    run_command ${CC:-cc} -Wall -Wextra -Werror loop.c $flags -o loop
    expect_exit 0
    _away "$PWD/loop" "$ROOT/domains/skirmish/demos/rush-open-1.jsonl" "$PWD/lib.db" open-1
    expect_exit 0
    expect_stdout_contains "4 of 4 games won"
}

only_the_public_headers_are_installed() {
    local usr
    _installed
    (cd "$usr/include" && find . -name '*.h') | sort > installed
    (cd "$ROOT/include" && find . -name '*.h') | sort > public
    run_command diff installed public
    expect_exit 0
}

what_was_there_before_stays() {
    local there="the stage/opt/under study"
    mkdir -p "$there/share/understudy"
    echo "my map" > "$there/share/understudy/mine.map"
    _make install "DESTDIR=$PWD/the stage" "PREFIX=/opt/under study"
    expect_exit 0
    _away "$PWD/$there/bin/understudy" game maps
    expect_exit 0
    PKG_CONFIG_PATH=$there/lib/pkgconfig run_command pkg-config --cflags understudy
    expect_stdout_contains '-I/opt/under\ study/include'
    # a version that had one more file
    mkdir "$there/share/old"
    touch "$there/share/old/file"
    printf 'share/old/\nshare/old/file\n' >> "$there/share/understudy/installed"
    _make install "DESTDIR=$PWD/the stage" "PREFIX=/opt/under study"
    expect_exit 0
    expect_no_file "$there/share/old"
    expect_file "$there/bin/understudy"
    _make uninstall "DESTDIR=$PWD/the stage" "PREFIX=/opt/under study"
    expect_exit 0
    run_command find "the stage" -type f
    expect_stdout_is "$there/share/understudy/mine.map"
    run_command find "the stage" -type d
    expect_stdout_lines 5
}

a_prefix_that_no_compiler_could_be_told_is_refused() {
    _make install "DESTDIR=$PWD/stage" 'PREFIX=/opt/"'
    expect_exit 2
    expect_stderr_contains 'make install: PREFIX: expected a path without quotes'
    expect_no_file stage
}
