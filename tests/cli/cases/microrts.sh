# Getting the real microRTS: tools/microrts/get.sh, which `make microrts` runs.

_get() { # VARIABLE=VALUE...
    run_command env UNDERSTUDY_MICRORTS=there "$@" sh "$ROOT/tools/microrts/get.sh"
}

_expect_nothing() {
    [ ! -e there ] || fail "there is something"
    [ -z "$(find . -maxdepth 1 -name 'there.*' ! -name there.lock)" ] || fail "a part is left"
}

_sum() {
    sed -n 's/^sum=//p' "$ROOT/tools/microrts/get.sh"
}

a_package_of_another_content_is_refused() {
    echo rubbish > gym.tar.gz
    _get ARCHIVE=gym.tar.gz
    expect_exit 4
    expect_stderr_contains "gym.tar.gz is not gym-microrts 0.6.0"
    expect_stderr_contains "expected $(_sum)"
    _expect_nothing
    _get ARCHIVE=nowhere.tar.gz
    expect_exit 2
    expect_stderr_contains "can't read ARCHIVE=nowhere.tar.gz"
    _expect_nothing
}

without_pip_or_the_network_it_is_told_what_is_missing() {
    mkdir bin
    printf '#!/bin/sh\nexit 1\n' > bin/python3
    chmod +x bin/python3
    _get ARCHIVE= PATH="$PWD/bin:$PATH"
    expect_exit 5
    expect_stderr_contains "no pip, which fetches the package: install it"
    expect_stderr_contains "make microrts ARCHIVE=FILE"
    _expect_nothing
    python3 -m pip --version > /dev/null 2>&1 || skip "no pip"
    _get ARCHIVE= PIP_NO_INDEX=1 PIP_FIND_LINKS=
    expect_exit 5
    expect_stderr_contains "pip can't fetch gym-microrts 0.6.0"
    _expect_nothing
}

# What looks like a part or like a mark is no less theirs.
a_folder_of_somebody_else_stays_as_it_is() {
    local each mark
    mark="gym-microrts 0.5.0 $(_sum)"
    mkdir there there.part
    echo mine | tee there.part/package there.lock > there/microrts.jar
    for each in "" mine "gym-microrts 0.5.0" "$mark"$'\n'mine "${mark}0"; do
        [ -z "$each" ] || echo "$each" > there/package
        _get ARCHIVE=nowhere.tar.gz UNDERSTUDY_MICRORTS=there/
        expect_exit 2
        expect_stderr_contains "there is there and was not made by this command"
        [ "$(cat there/microrts.jar)" = mine ] || fail "it was changed"
    done
    # Even one of ours stays until the other one is ready.
    echo "$mark" > there/package
    _get ARCHIVE=nowhere.tar.gz UNDERSTUDY_MICRORTS=there//
    expect_stderr_contains "can't read ARCHIVE=nowhere.tar.gz"
    [ "$(cat there/microrts.jar there.part/package there.lock)" = "$(printf 'mine\nmine\nmine')" ] || fail "it was changed"
    [ "$(echo there*)" = "there there.lock there.part" ] || fail "left behind: $(echo there*)"
    _get UNDERSTUDY_MICRORTS=///
    expect_exit 2
    _get UNDERSTUDY_MICRORTS=a:b
    expect_exit 2
    expect_stderr_contains "a ':' in its path"
    expect_no_file a:b.lock
    mkdir empty
    _get ARCHIVE=nowhere.tar.gz UNDERSTUDY_MICRORTS=empty/
    expect_stderr_contains "can't read ARCHIVE=nowhere.tar.gz"
}

# An older package is replaced, whatever slashes are behind its name.
an_older_package_of_ours_is_replaced() {
    local from=gym-microrts-0.6.0/gym_microrts/microrts
    mkdir -p $from/maps $from/lib/bots bin script there
    touch $from/microrts.jar $from/LICENSE
    tar -czf gym.tar.gz gym-microrts-0.6.0
    printf '#!/bin/sh\n' | tee bin/java > bin/javac
    chmod +x bin/java bin/javac
    cp "$ROOT"/tools/microrts/*.java script
    sed "s/^sum=.*/sum=$(sha256sum < gym.tar.gz | cut -d ' ' -f 1)/" "$ROOT/tools/microrts/get.sh" > script/get.sh
    echo "gym-microrts 0.5.0 $(_sum)" > there/package
    touch there/old
    run_command env UNDERSTUDY_MICRORTS=there// ARCHIVE=gym.tar.gz PATH="$PWD/bin:$PATH" sh script/get.sh
    expect_exit 0
    expect_stdout_contains "ready in there: 0 maps"
    [ -e there/launcher/sources ] && [ ! -e there/old ] || fail "not the new one: $(ls there)"
    [ "$(echo there*)" = "there there.lock" ] || fail "left behind: $(echo there*)"
}

without_java_it_is_told_what_is_missing() {
    local tool
    mkdir bin there there/launcher
    for tool in sh env cat sha256sum cut tar flock find wc dirname mkdir rm; do
        ln -s "$(command -v $tool)" bin/$tool
    done
    echo "gym-microrts 0.6.0 $(_sum)" > there/package
    _get PATH="$PWD/bin"
    expect_exit 5
    expect_stderr_contains "no javac, which compiles the launcher: install a JDK"
    cat "$ROOT"/tools/microrts/*.java | sha256sum | cut -d ' ' -f 1 > there/launcher/sources
    _get PATH="$PWD/bin"
    expect_exit 5
    expect_stderr_contains "no java, which runs it: install it"
}

# Not behind the package, which nobody could use then.
what_compiles_the_launcher_is_asked_for_before_the_package_is_fetched() {
    local tool
    mkdir bin
    for tool in sh cat mkdir mktemp rm rmdir touch dirname flock tar sha256sum grep; do
        ln -s "$(command -v $tool)" bin/$tool
    done
    printf '#!/bin/sh\ntouch asked\n[ "$3" = --version ] || touch fetched\n' > bin/python3
    chmod +x bin/python3
    _get ARCHIVE= PATH="$PWD/bin"
    expect_exit 5
    expect_stderr_contains "no javac, which compiles the launcher: install a JDK"
    [ -e asked ] && [ ! -e fetched ] || fail "the package was fetched"
    _expect_nothing
}

# Neither pip nor javac are asked a second time.
what_is_there_is_left_alone() {
    local real=${UNDERSTUDY_MICRORTS:-$ROOT/build/microrts}
    [ -e "$real/launcher/sources" ] || skip "no real microRTS: make microrts"
    cp -r "$real" there
    mkdir bin
    printf '#!/bin/sh\nexit 1\n' | tee bin/python3 > bin/javac
    chmod +x bin/python3 bin/javac
    _get ARCHIVE= PATH="$PWD/bin:$PATH"
    expect_exit 0
    expect_stdout_is "microrts: ready in there: 144 maps, 7 jars of bots"
    expect_stderr_empty
}
