#!/bin/sh
# check_layers.sh [ROOT]: fail when a room includes one that the table below does not allow.
#
# A room may include what its line names, and what that may. Beyond the table:
#   - games never include one another: game/X/ may include game/*.h and game/X/ only; of game/'s
#     own files, sources (the table of games) may include a game, headers may not;
#   - behavior, retrieve, learn, plan and adapt know no game: they include nothing of game/X/;
#   - include paths start at the root, or in include/: "understudy/NAME.h";
#   - a header of include/understudy/ belongs to a room, and includes only others of that folder;
#   - tests/ and cli/ may include everything, and nothing but tests/ includes tests/;
#   - the examples of docs/ are as programs of others: they include only include/understudy/.
set -eu
cd "${1:-.}"
{
    find . \( -name '.?*' -o -path ./build -o -path ./bin -o -path ./tools \) -prune -o \
        -type f \( -name '*.c' -o -name '*.h' \) -print | sed 's|^\./||' | LC_ALL=C sort |
        while read -r file; do
            printf '@ %s\n' "$file"
            sed -nE '/^[[:space:]]*#[[:space:]]*include/{=;p;}' "$file"
        done
} | awk '
function room(name, may,    n, part, i) {
    known[name] = 1
    allowed[name, name] = 1
    n = split(may, part, " ")
    for (i = 1; i <= n; i++)
        inherit(name, part[i])
}
function inherit(name, from,    lower) {
    allowed[name, from] = 1
    for (lower in known)
        if ((from, lower) in allowed)
            allowed[name, lower] = 1
}
function fault(text) {
    print file ":" line ": " text
    bad = 1
}
function offers(name, headers,    n, part, i) {
    n = split(headers, part, " ")
    for (i = 1; i <= n; i++)
        room_of["understudy/" part[i] ".h"] = name
}
# The game whose folder a path lies in, or nothing.
function game_of(path,    p) {
    return split(path, p, "/") >= 3 && p[1] == "game" ? p[2] : ""
}
function judge(path, quoted,    p, to, mine, theirs) {
    split(path, p, "/")
    to = path in room_of ? room_of[path] : p[1]
    if (public && quoted && !(path in room_of)) {
        fault("a public header may include only public headers: " path)
        return
    }
    if (from == "docs" && quoted && !(path in room_of)) {
        fault("an example includes only include/understudy/: " path)
        return
    }
    if (!quoted) {
        if (to in known && path ~ /\//)
            fault("write \"" path "\", not <" path ">")
        return
    }
    if (!(to in known) || path !~ /\// || path ~ /(^|\/)\.\.?\//) {
        fault("an include path starts at the root: " path)
        return
    }
    if (!((from, to) in allowed)) {
        fault(from "/ may not include " path)
        return
    }
    mine = game_of(file)
    theirs = game_of(path)
    if (theirs == "" || theirs == mine)
        return
    if (mine != "")
        fault("game/" mine "/ may not include another game: " path)
    else if (from == "game" && file ~ /\.h$/)
        fault("a header of game/ may not include one game: " path)
    else if (from in gameless)
        fault(from "/ may not know a game: " path)
}
BEGIN {
    room("base", "")
    room("domain", "base")
    room("game", "domain")
    room("behavior", "domain")
    room("traces", "game behavior")
    room("retrieve", "traces")
    room("learn", "retrieve")
    room("plan", "retrieve")
    room("players", "plan")
    room("adapt", "players learn")
    room("experiments", "adapt")
    room("studio", "experiments")
    room("cli", "studio")
    room("docs", "studio")
    room("tests", "cli")
    offers("base", "base")
    offers("domain", "domain world goal")
    offers("game", "game")
    offers("behavior", "behavior")
    offers("traces", "trace annotation")
    offers("retrieve", "library")
    offers("learn", "learn")
    offers("players", "agent")
    offers("adapt", "adapt")
    offers("experiments", "statistics experiment")
    offers("studio", "studio")
    gameless["behavior"] = gameless["retrieve"] = gameless["learn"] = 1
    gameless["plan"] = gameless["adapt"] = 1
}
/^@ / {
    file = substr($0, 3)
    split(file, part, "/")
    from = part[1]
    public = sub(/^include\//, "", file) > 0
    if (public)
        from = file in room_of ? room_of[file] : "include"
    line = 1
    if (!(from in known))
        fault("no such room: " from "/ is not in the table of tools/check_layers.sh")
    next
}
/^[0-9]+$/ { line = $0; next }
!(from in known) { next }
match($0, /"[^"]*"/) { judge(substr($0, RSTART + 1, RLENGTH - 2), 1); next }
match($0, /<[^>]*>/) { judge(substr($0, RSTART + 1, RLENGTH - 2), 0) }
END { exit bad }'
