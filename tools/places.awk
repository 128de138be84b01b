# places.awk FILE.c...: print where a source can be changed for tools/mutate, a line a change, its
# fields between tabs: file, kind, the line before, the line after, which of these lines in the file
# it is, line number, edits. An edit is "line,column,length,new"; "@" lies between two.
#
# The layout is clang-format's: a function is what stands between a line "{" and the next line "}".

function token(text, line, column) {
    n++
    T[n] = text
    L[n] = line
    C[n] = column
}

# The tokens of line NR; strings and characters are one token, comments and directives none.
function scan(text, line,    at, rest, size) {
    if (directive || (!comment && text ~ /^[ ]*#/)) {
        directive = text ~ /\\$/
        return
    }
    if (text == "{" || text == "}")
        body = text == "{"
    at = 1
    while (at <= length(text)) {
        rest = substr(text, at)
        if (comment) {
            size = index(rest, "*/")
            if (!size)
                return
            comment = 0
            at += size + 1
            continue
        }
        if (match(rest, /^[ \t]+/)) {
            at += RLENGTH
            continue
        }
        if (rest ~ /^\/\//)
            return
        if (rest ~ /^\/\*/) {
            comment = 1
            at += 2
            continue
        }
        if (match(rest, /^[A-Za-z_][A-Za-z0-9_]*/) || match(rest, /^[0-9][0-9.]*[eE][-+]?[0-9]+/) ||
            match(rest, /^[0-9][A-Za-z0-9_.]*/) || match(rest, /^"(\\.|[^"\\])*"/) ||
            match(rest, /^'(\\.|[^'\\])*'/) || match(rest, /^(<<=|>>=)/) ||
            match(rest, /^(->|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*\/%&|^]=)/))
            size = RLENGTH
        else
            size = 1
        token(substr(rest, 1, size), line, at)
        inside[n] = body
        at += size
    }
}

# The number of the token that closes the bracket at token i.
function closing(i,    depth) {
    for (; i <= n; i++) {
        if (T[i] ~ /^[({[]$/)
            depth++
        else if (T[i] ~ /^[])}]$/ && --depth == 0)
            return i
    }
    return n
}

function trimmed(text) {
    gsub(/^[ ]+|[ ]+$/, "", text)
    return text
}

# One change: at token i `size` characters become `new`; where last is not 0, that token has `end`
# put before it.
function place(kind, i, size, new, last, end,    from, to, line, before, after, text, edits, key) {
    from = L[i]
    to = last ? L[last] : from
    for (line = from; line <= to; line++) {
        text = source[line]
        before = before (line > from ? " " : "") trimmed(text)
        if (last && line == to)
            text = substr(text, 1, C[last] - 1) end substr(text, C[last])
        if (line == from)
            text = substr(text, 1, C[i] - 1) new substr(text, C[i] + size)
        after = after (line > from ? " " : "") trimmed(text)
    }
    edits = from "," C[i] "," size "," new (last ? "@" to "," C[last] ",0," end : "")
    key = kind "\t" before "\t" after
    print file "\t" key "\t" ++met[key] "\t" from "\t" edits
}

# A number and one more; written as a sum where it is no plain decimal.
function more(number) {
    if (number ~ /^(0|[1-9][0-9]*)[uUlL]*$/ && length(number) < 15) {
        match(number, /^[0-9]+/)
        return sprintf("%.0f", substr(number, 1, RLENGTH) + 1) substr(number, RLENGTH + 1)
    }
    return "(" number " + 1)"
}

# The size of a buffer (one byte more is no fault) and {0} (the idiom for "nothing") stay.
function no_number(i,    at) {
    if (T[i] == "0" && T[i - 1] == "{" && T[i + 1] == "}")
        return 1
    for (at = i - 1; T[at] ~ /^[A-Za-z0-9_+*-]+$/; at--)
        ;
    if (T[at] != "[" || T[at - 1] !~ /^[a-z]/)
        return 0
    at -= T[at - 2] == "*" ? 3 : 2 # what stands before the name
    return T[at] ~ /^[a-z][a-z0-9_]*$/ && !(T[at] in keyword)
}

# A statement that is only a call begins at token i: the call's name, or nothing.
function called(i,    before, name) {
    before = T[i - 1]
    if (before == ")") { # of if (...), for (...), while (...)
        if (!(i - 1 in opener) || T[opener[i - 1] - 1] !~ /^(if|for|while)$/)
            return ""
    } else if (before == ":") { # of a label or case; that of ?: stands on the call's line
        if (L[i - 1] == L[i])
            return ""
    } else if (before !~ /^([;{}]|else|do)$/)
        return ""
    if (T[i] == "(" && T[i + 1] == "void" && T[i + 2] == ")")
        i += 3
    while (T[i] ~ /^[A-Za-z_]/ && T[i + 1] ~ /^(->|\.)$/)
        i += 2
    if (T[i] !~ /^[A-Za-z_]/ || T[i] in keyword || T[i + 1] != "(" || T[closing(i + 1) + 1] != ";")
        return ""
    return T[i]
}

# What frees or closes and no more: without it memory or a handle is lost, and nothing else is seen.
function releases(name) {
    if (name ~ /^us_(json_write|lock|recorder)_close$|writer_close$|^fclose$/)
        return 0 # these write or unlock
    return name ~ /(^|_)(free|clear|close|finalize|closedir|va_end)$/ || name == "us_arena_release"
}

function examine(    i, t, name, until) {
    for (i = 1; i <= n; i++)
        if (T[i] == "(")
            opener[closing(i)] = i
    for (i = 1; i <= n; i++) {
        t = T[i]
        if (t in assertion) { # holds whatever is asked of it
            until = closing(i + 1)
            i = until
        } else if (t in opposite)
            place("comparison", i, length(t), opposite[t])
        else if (t == "true" || t == "false")
            place("constant", i, length(t), t == "true" ? "false" : "true")
        else if (t ~ /^[0-9]/) {
            if (!no_number(i))
                place("constant", i, length(t), more(t))
        } else if (t == "&&" || t == "||")
            place("branch", i, 2, t == "&&" ? "||" : "&&")
        else if (t == "if" && T[i + 1] == "(")
            place("branch", i + 1, 1, "(!(", closing(i + 1), ")")
        else if (inside[i] && t ~ /^[A-Za-z_(]/) {
            name = called(i)
            if (name != "" && !releases(name))
                place("call", i, 0, "while (0) ")
        }
    }
}

function finish() {
    examine()
    n = comment = directive = body = 0
    split("", opener)
    split("", met)
}

BEGIN {
    opposite["<"] = "<="
    opposite["<="] = "<"
    opposite[">"] = ">="
    opposite[">="] = ">"
    opposite["=="] = "!="
    opposite["!="] = "=="
    split("us_assert _Static_assert static_assert assert", words, " ")
    for (w in words)
        assertion[words[w]] = 1
    split("if for while switch return sizeof do else goto case default break continue", words, " ")
    for (w in words)
        keyword[words[w]] = 1
}
FNR == 1 { finish() }
{
    file = FILENAME
    source[FNR] = $0
    scan($0, FNR)
}
END { finish() }
