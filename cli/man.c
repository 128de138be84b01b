/* Manual page in the language of man(7), for groff and mandoc. */
#include <string.h>

#include "base/version.h"
#include "cli/manual.h"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Adds text so that it is set as the same characters. Only hyphens and apostrophes between letters
 * of prose may be set as typographic ones, so that commands can be copied. */
static void add_text(const char *text, size_t length, bool prose, us_str *out)
{
    if (length > 0 && (text[0] == '.' || text[0] == '\''))
        us_str_add(out, "\\&"); /* otherwise it would be a request */
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool within = i > 0 && i + 1 < length && is_letter(text[i - 1]) && is_letter(text[i + 1]);
        if (c == '\\')
            us_str_add(out, "\\e");
        else if (c == '-' && !(prose && within))
            us_str_add(out, "\\-");
        else if (c == '\'' && !(prose && within))
            us_str_add(out, "\\(aq");
        else if (c == '`')
            us_str_add(out, "\\(ga");
        else if (c == '^')
            us_str_add(out, "\\(ha");
        else if (c == '~')
            us_str_add(out, "\\(ti");
        else
            us_str_add_char(out, c);
    }
}

static void add_line(const char *text, size_t length, bool prose, us_str *out)
{
    add_text(text, length, prose, out);
    us_str_add_char(out, '\n');
}

/* Adds arguments of a request in quotes. */
static void add_quoted(const char *text, us_str *out)
{
    us_str_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            us_str_add(out, "\\(dq");
        else
            add_text(text, 1, false, out);
    }
    us_str_add_char(out, '"');
}

static void add_item(const char *name, const char *value, const char *about, us_str *out)
{
    us_str_add(out, ".TP\n\\fB");
    add_text(name, strlen(name), false, out);
    us_str_add(out, "\\fR");
    if (value) {
        us_str_add(out, " \\fI");
        add_text(value, strlen(value), false, out);
        us_str_add(out, "\\fR");
    }
    us_str_add_char(out, '\n');
    add_line(about, strlen(about), true, out);
}

/* ---- texts of --help: paragraphs, and blocks of indented lines */

static size_t line_length(const char *text)
{
    return strcspn(text, "\n");
}

static size_t spaces(const char *text)
{
    return strspn(text, " ");
}

/* Returns where the description begins in "  name   about"; 0: the line is no item. */
static size_t item_about(const char *line)
{
    if (spaces(line) != 2)
        return 0;
    size_t at = 2 + strcspn(line + 2, " \n"), gap = spaces(line + at);
    return line[at] == ' ' && (gap >= 2 || at >= 22) && line[at + gap] != '\n' ? at + gap : 0;
}

enum { GOES_ON = 10 }; /* indent of a line that continues an item */

/* Returns whether the block is a list. *end: the first line after the block. */
static bool is_list(const char *block, const char **end)
{
    bool list = item_about(block) > 0;
    const char *line = block;
    for (; line[0] == ' '; line += line_length(line), line += line[0] == '\n')
        list = list && (item_about(line) > 0 || spaces(line) >= GOES_ON);
    *end = line;
    return list;
}

static void add_block(const char *block, const char *end, us_str *out)
{
    us_str_add(out, ".PP\n.RS 2\n.EX\n");
    for (const char *line = block; line < end; line += line_length(line), line += line[0] == '\n')
        add_line(line + 2, line_length(line) - 2, false, out);
    us_str_add(out, ".EE\n.RE\n");
}

static void add_list(const char *block, const char *end, us_str *out)
{
    for (const char *line = block; line < end; line += line_length(line), line += line[0] == '\n') {
        size_t about = item_about(line), length = line_length(line);
        if (about > 0) {
            us_str_add(out, ".TP\n\\fB");
            add_text(line + 2, strcspn(line + 2, " "), false, out);
            us_str_add(out, "\\fR\n");
        } else {
            us_str_add(out, ".br\n");
            about = spaces(line);
        }
        add_line(line + about, length - about, true, out);
    }
}

/* first: the text starts a section, which needs no paragraph request. Unindented lines are prose;
 * with `titles`, headings. */
static void add_texts(const char *text, bool first, bool titles, us_str *out)
{
    bool begin = !first;
    while (*text) {
        const char *end = text + line_length(text);
        if (*text == '\n') {
            begin = true;
        } else if (*text == ' ') {
            if (is_list(text, &end))
                add_list(text, end, out);
            else
                add_block(text, end, out);
            text = end;
            begin = true;
            continue;
        } else {
            if (begin)
                us_str_add(out, ".PP\n");
            begin = false;
            us_str_add(out, titles ? "\\fB" : "");
            add_text(text, (size_t)(end - text), true, out);
            us_str_add(out, titles ? "\\fR\n" : "\n");
        }
        text = end + (*end == '\n');
    }
}

/* ---- the page */

static void add_command(const us_command *command, us_str *out)
{
    US_AUTOSTR(usage);
    US_AUTOSTR(name);
    us_str_add(&usage, "understudy ");
    us_command_print_usage(command, &usage);
    us_str_add(out, ".SS ");
    add_quoted(usage.text, out);
    us_str_add_char(out, '\n');
    us_str_reset(&usage);
    us_str_addf(&usage, "%s.", command->about);
    if (usage.text[0] >= 'a' && usage.text[0] <= 'z')
        usage.text[0] = (char)(usage.text[0] - 'a' + 'A');
    add_line(usage.text, usage.length, true, out);
    if (command->more)
        add_texts(command->more, false, false, out);
    for (int i = 0; i < command->option_count; i++) {
        us_str_reset(&usage);
        us_str_reset(&name);
        us_option_print_about(&command->options[i], &usage);
        us_option_name(&command->options[i], &name);
        add_item(name.text, command->options[i].value, usage.text, out);
    }
    if (command->lists) {
        us_str_reset(&usage);
        command->lists(&usage);
        add_texts(usage.text, false, true, out);
    }
    us_str_add(out, ".PP\n\\fBExample\\fR\n");
    add_texts(command->example, false, false, out);
}

static void add_head(us_str *out)
{
    const us_version *version = us_version_current();
    us_str_addf(out,
                ".\\\" Printed by understudy --man.\n"
                ".TH UNDERSTUDY 1 \"%s\" \"understudy %s\" \"User Commands\"\n"
                ".nh\n.ad l\n" /* no hyphenation, no justification */
                ".SH NAME\nunderstudy \\- ",
                version->date, version->number);
    add_line(us_manual_about, strlen(us_manual_about), true, out);
    us_str_add(out, ".SH SYNOPSIS\n"
                    "\\fBunderstudy\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n.br\n"
                    "\\fBunderstudy help\\fR [\\fICOMMAND\\fR]\n.br\n"
                    "\\fBunderstudy \\-\\-version\\fR\n.br\n"
                    "\\fBunderstudy \\-\\-man\\fR\n"
                    ".SH DESCRIPTION\n");
    add_texts(us_manual_more, true, false, out);
}

void us_manual_print_page(const us_command *const *command, int count, us_str *out)
{
    add_head(out);
    us_str_add(out, ".SH COMMANDS\nEach takes \\fB\\-\\-help\\fR, too, which prints the text "
                    "that stands here.\n");
    for (int i = 0; i < count; i++)
        add_command(command[i], out);
    for (int i = 0; i < us_manual_list_count; i++) {
        const us_manual_list *list = &us_manual_lists[i];
        us_str_addf(out, ".SH %s\n", list->page);
        for (int r = 0; r < US_COUNT(list->row) && list->row[r].name; r++)
            add_item(list->row[r].name, NULL, list->row[r].about, out);
    }
    us_str_add(out,
               ".SH SEE ALSO\n"
               "The pages of \\fIdocs/\\fR, which are installed in\n"
               "\\fIshare/doc/understudy/\\fR, with \\fIexamples/\\fR.\n.br\n"
               "\\fBpkg\\-config\\fR(1): \\fBpkg\\-config \\-\\-cflags \\-\\-libs \\-\\-static "
               "understudy\\fR\nprints the flags for programs in C that use the library.\n");
}
