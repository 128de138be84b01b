#!/bin/sh
# check_unused.sh FILE...: fail when a header declares a function that no source but its own names.
# Then it is dead, or static. What only tests use is used: they see what nobody else has to.
set -eu
awk '
FNR == 1 { header = FILENAME ~ /\.h$/ }
/^ ?\*/ { next } # a comment goes on
{ gsub(/\/\*[^*]*\*\/|"[^"]*"/, "") }
header && /^[a-z][^=]*[ *](us|ar|mr|sk|sp)_[a-z0-9_]+\(/ && !/^(static|typedef)/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    place[name] = FILENAME ":" FNR
}
{
    while (match($0, /[a-z][a-zA-Z0-9_]*/)) {
        name = substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
        if (header)
            said[name]++ # by a macro or an inline function, too
        else if (!((name, FILENAME) in seen))
            files[name] += seen[name, FILENAME] = 1
    }
}
END {
    for (name in place)
        if (files[name] < 2 && said[name] < 2) {
            print place[name] ": " name ": only its own source uses it"
            bad = 1
        }
    exit bad
}' "$@"
