# Commands that the program prints are pasted into a shell: hostile names of folders stay names.

# One per line; \n of printf stands for the bytes of a name.
_hostile_names() {
    cat <<'END'
x `touch pw`;touch pw2
$(touch pw)
a;touch pw
a&&touch pw
a|touch pw
a\ntouch pw
a'b
a"b
'$(touch pw)'
";touch pw;"
-rf
--help
~
#x
a=b
*
a b
\033[31mred
a\342\200\256b
\377\376
%%s$IFS!!
{a,b}<c>&
END
}

_spec() {
    cat > spec.json <<'END'
{"experiment": 1, "name": "tiny", "domain": "skirmish", "seed": 1, "players": ["random"],
 "opponents": ["idle"], "maps": ["open-1"], "seats": [0], "games": 1, "max_cycles": 20}
END
}

# Runs what follows the text on a line of the last output, in a shell.
_paste() { # TEXT
    local line
    line=$(grep -F "$1" .out/stdout) || fail "no line has $1"
    run_command sh -c "${line#*"$1"}"
    [ -z "$(find . -name 'pw*')" ] || fail "the pasted command ran other code: ${line#*"$1"}"
}

next_survives_a_shell_for_each_hostile_folder() {
    local name folder count=0
    while IFS= read -r name; do
        count=$((count + 1))
        mkdir -p "in-$count/.out"
        cd "in-$count" || exit
        _spec
        folder=$(printf -- "$name.")
        folder=${folder%.}
        run experiment plan spec.json "-o$folder" --sample 0
        expect_exit 0
        _paste "next: " # run
        expect_exit 0
        [ -s "./$folder/results.jsonl" ] || fail "the pasted command did not play"
        run experiment submit "./$folder" --engine slurm
        expect_exit 0
        _paste "all games are played: " # merge
        expect_exit 0
        run experiment plan spec.json "-o$folder" --sample 0
        expect_exit 0
        _paste "next: " # compare
        expect_exit 0
        cd ..
    done < <(_hostile_names)
    [ "$count" -ge 20 ] || fail "$count names"
}

a_program_with_a_hostile_path_is_quoted() {
    _spec
    mkdir 'p $(touch pw)'
    cp "$UNDERSTUDY" 'p $(touch pw)/a=b'
    export UNDERSTUDY_DATA=$ROOT
    run_command 'p $(touch pw)/a=b' experiment plan spec.json -o out --sample 0
    expect_exit 0
    _paste "next: "
    expect_exit 0
    expect_file out/results.jsonl
}
