# measured.awk ASKED SHEET: the page that holds what was asked against what was measured. ASKED is
# like tests/bench/asked.txt. A line of SHEET has its fields between tabs: name, value, what it was
# measured on; or machine, compiler or commit and a text; or "page", a page, its commit.

function refuse(text) {
    print FILENAME ":" FNR ": " text > "/dev/stderr"
    refused = 1
    exit 2
}

function shown(number,    text) {
    if (number < 1000 && number > -1000)
        return sprintf("%.4g", number)
    text = sprintf("%.0f", number)
    while (match(text, /[0-9][0-9][0-9][0-9](,|$)/))
        text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
    return text
}

# By how much the value is on the right side of the row's bound.
function margin(row, i) {
    return (comparison[row] ~ />/ ? 1 : -1) * (value[name[row], i] - bound[row])
}

function holds(row, i) {
    return margin(row, i) > 0 || (margin(row, i) == 0 && comparison[row] ~ /=/)
}

function told(row, i,    text) {
    text = shown(value[name[row], i]) " (" on[name[row], i] ")"
    return holds(row, i) ? text : "**" text "**"
}

# All values where they are few, else the worst.
function found(row,    i, worst, text) {
    worst = 1
    for (i = 1; i <= values[name[row]]; i++) {
        missed[row] += !holds(row, i)
        text = text (i > 1 ? "; " : "") told(row, i)
        if (margin(row, i) < margin(row, worst))
            worst = i
    }
    if (values[name[row]] <= 4)
        return text
    return told(row, worst) ", the worst of " values[name[row]] (missed[row] > 1 ? ", " missed[row] " miss" : "")
}

function cell_of_command(row,    page, text) {
    if (!match(command[row], /^[^ :]+: /))
        return "`" command[row] "`"
    page = substr(command[row], 1, RLENGTH - 2)
    text = "`" substr(command[row], RLENGTH + 1) "`, " page
    return text (page in page_commit ? " of " page_commit[page] : "")
}

FILENAME == ARGV[1] && /^## / { heading[rows + 1] = substr($0, 4) }
FILENAME == ARGV[1] && !/^#/ && NF {
    if (split($0, field, / *[|] */) != 5 || field[3] !~ /^[<>]=? -?[0-9.]+$/)
        refuse("expected name | what | comparison and bound | unit | command")
    rows++
    name[rows] = field[1]
    what[rows] = field[2]
    split(field[3], asked, " ")
    comparison[rows] = asked[1]
    bound[rows] = asked[2] + 0
    unit[rows] = field[4]
    command[rows] = field[5]
    values[field[1]] = 0
}
FILENAME == ARGV[1] { next }

{ split($0, field, "\t") }
field[1] == "page" {
    page_commit[field[2]] = field[3]
    next
}
field[1] ~ /^(machine|compiler|commit)$/ {
    facts = facts "- " field[1] ": " field[2] "\n"
    next
}
!(field[1] in values) { refuse("nothing is asked by the name '" field[1] "'") }
field[2] !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ { refuse("expected a number, found '" field[2] "'") }
{
    values[field[1]]++
    value[field[1], values[field[1]]] = field[2] + 0
    on[field[1], values[field[1]]] = field[3]
}

END {
    if (refused)
        exit 2
    word[">="] = "at least"
    word["<="] = "at most"
    word[">"] = "above"
    word["<"] = "below"
    for (row = 1; row <= rows; row++) {
        if (row in heading)
            page = page "\n## " heading[row] "\n\n| what | asked | measured | result | command |\n" \
                "| --- | --- | --- | --- | --- |\n"
        verdict = "not measured"
        text = ""
        if (values[name[row]] > 0) {
            text = found(row)
            verdict = missed[row] ? "**missed**" : "reached"
        }
        count[verdict]++
        page = page "| " what[row] " | " word[comparison[row]] " " shown(bound[row]) \
            (unit[row] ~ /^%?$/ ? "" : " ") unit[row] " | " text " | " verdict " | " \
            cell_of_command(row) " |\n"
    }
    print "# Measured\n"
    print "What was asked (`tests/bench/asked.txt`), and what `make measure` found. A row is reached when all of its"
    print "values are; a value in bold is not. What takes hours is not run again: it stands on the page that is"
    print "named, with the commit of that page; machine and commit below are those of the others.\n"
    print facts
    printf "%d rows: %d reached, %d missed, %d not measured.\n%s", rows, count["reached"], \
        count["**missed**"], count["not measured"], page
}
