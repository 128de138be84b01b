# docs/ADDING_A_GAME.md shows a whole game: its files, and the commands that build it, play it and learn from it.

# A block ```c mine/table.c holds that file. The block ```game holds the commands.
the_game_that_the_docs_add_is_built_and_learned_from() {
    local page=$ROOT/docs/ADDING_A_GAME.md folder said
    case $UNDERSTUDY in
    "$ROOT/bin/understudy" | "$ROOT/build/release/understudy") ;;
    *) skip "the page builds with the release build's objects" ;;
    esac
    [ -e "$ROOT/build/release/cli/main.o" ] || skip "no build/release"
    for folder in "$ROOT"/*/; do
        [ "$folder" = "$ROOT/mine/" ] || ln -s "$folder" .
    done
    awk '/^```[a-z]+ [a-z]+\// { out = $2; system("mkdir -p $(dirname " out ")"); next }
        /^```/ { out = "" }
        out { print > out }' "$page"
    expect_file mine/domains/orchard/orchard.c
    sed -n '/^```game$/,/^```/p' "$page" | grep -v '^```' > shown.sh
    (
        set -e
        . ./shown.sh
    ) > said 2> told || fail "exit $?: $(tail -n 3 told)"
    said=$(sed -n 's/^The last command prints `\(.*\)`\.$/\1/p' "$page")
    [ "$said" ] && grep -qxF -e "$said" said || fail "not printed: $said"
}

# The commands of the page link cli/*.o: an object of an older source would be linked, too.
an_object_whose_source_is_gone_is_removed() {
    command -v make > .out/make || skip "no make"
    mkdir -p out/cli
    : > out/cli/gone.o
    echo object > out/cli/main.o
    run_command make -C "$ROOT" "OUT=$PWD/out" "$PWD/out/objects"
    expect_exit 0
    expect_no_file out/cli/gone.o
    expect_file out/cli/main.o
}
