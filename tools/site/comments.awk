# Turns the comments of a header into those that Doxygen reads: /** above a declaration, /**< behind
# one. What Doxygen would take for a command or a tag is escaped, except in examples.
function plain(text) {
    if (text ~ /^ \*     / && !code)
        return text
    gsub(/[\\@#<>&"]/, "\\\\&", text)
    return text
}
{
    line = $0
    out = ""
    while (line != "") {
        if (!inside) {
            at = index(line, "/*")
            if (!at) {
                out = out line
                break
            }
            before = substr(line, 1, at - 1)
            line = substr(line, at + 2)
            code = before ~ /[^ ]/
            if (NR == 1)
                out = out "/** @file\n *"
            else if (line ~ /^ ----/)
                out = out before "/*"
            else
                out = out before (code ? "/**<" : "/**")
            inside = 1
        } else {
            at = index(line, "*/")
            if (!at) {
                out = out plain(line)
                break
            }
            out = out plain(substr(line, 1, at - 1)) "*/"
            line = substr(line, at + 2)
            inside = 0
        }
    }
    print out
}
