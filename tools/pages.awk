# pages.awk PAGE: what was measured by runs that take hours, from the tables of the page that they wrote
# (docs/ROUND_ROBIN.md, PLAYS.md, ADAPTED.md, WORTH.md): name, value, what it was measured on.

function tell(name, number, on) {
    gsub(/`/, "", on)
    print name "\t" number + 0 "\t" on
}

BEGIN { FS = " *[|] *" }
/^#/ { section = $0 }
FNR == 1 { title = $0 }
!/^[|]/ { next }

title == "# Round robin" && section ~ /Scores/ && $2 ~ /:/ { tell("score", $7, $2) }
title == "# Round robin" && section ~ /Who wins where/ && split($3, first, " ") == 2 && !(first[1] in seen) {
    seen[first[1]]
    firsts = firsts (winners++ ? ", " : "") first[1]
}
title == "# Round robin" && section ~ /Each against each/ && $2 == "" {
    for (i = 3; i <= NF; i++)
        if ($i == "passive")
            passive = i
}
title == "# Round robin" && section ~ /Each against each/ && $2 ~ /^`expert:/ { tell("passive", $passive, $2) }
title == "# Round robin" && $2 ~ /^`expert:/ && / of [0-9]+ [|]$/ { tell("beaten", $(NF - 1), $2 " on " $3) }

title == "# It plays" && $2 == "one demonstration" && $3 == "`relax`" {
    tell("plays-games", $4, $2)
    sub(/.* at least /, "", $6)
    tell("plays-one", $6, $4 " games")
}
title == "# It plays" && $2 == "all demonstrations" && $3 == "`relax`" { tell("plays-all", $5, $4 " games") }

title ~ /adaptation help/ && $2 == "adapted-1" && $3 == "original" && $4 == "all" {
    tell("runs", $6, "maps: " $5)
    tell("helps", $7, $7)
    tell("helps-p", $8, $6 " runs")
}
title ~ /adaptation help/ && $2 ~ /^adapted-/ && $3 == "original" && $4 != "all" {
    high = $7
    sub(/.*, /, "", high)
    tell("family", high, $2 ", " $4 ", " $7)
}
title ~ /adaptation help/ && $2 == "adapted-1" && $3 == "random" { tell("random", $7, $7) }
title ~ /adaptation help/ && $2 == "adapted-1" && $3 == "practice" { tell("practiced", $7, $7) }
title ~ /adaptation help/ && $2 == "adapted-1" && $3 == "demonstrations" { tell("demonstrated", $7, $7) }
title ~ /adaptation help/ && $2 == "adapted-2" && $3 == "adapted-1" { tell("twice", $6, $7 " points") }

title ~ /each pattern worth/ && $2 ~ /^(pattern|kind of change)$/ { kind = $2 }
title ~ /each pattern worth/ && $6 ~ /^[-+][0-9]/ { worth[kind]++ }

END {
    if (winners)
        tell("winners", winners, firsts)
    if (kind)
        tell("worth", worth["pattern"] + worth["kind of change"], worth["pattern"] " patterns, " worth["kind of change"] " kinds of changes")
}
