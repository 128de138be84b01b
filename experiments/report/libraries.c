#include "base/shell.h"
#include "experiments/compare/repairs.h"
#include "experiments/report/page.h"
#include "retrieve/library_diff.h"

enum {
    SHOWN_MAX = 10,      /* behaviors of a comparison, as many of each side as of the other */
    CONTEXT = 3,         /* lines around what changed in a tree */
    TREE_LINES_MAX = 40, /* lines of one tree */
    PAIRS_MAX = 4,       /* comparisons */
};

typedef struct both {
    const us_entrant *entrant[2]; /* baseline's, challenger's */
    us_library *library[2];
    us_library_changes changes;
} both;

enum { FIRST, SECOND, BOTH, SIDES }; /* which library has a behavior */

static int side_of(const us_library_change *change)
{
    return !change->in[0] ? SECOND : change->in[1] ? BOTH : FIRST;
}

/* ---- a behavior */

/* Beside its parent's tree, where either library has that. */
static us_status add_tree(const both *b, const us_library_change *change, us_str *out,
                          us_error *err)
{
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    US_AUTOSTR(lines);
    US_TRY(us_library_change_print_bodies(b->library, change, &before, &after, err));
    if (before.text[0]) {
        us_line_diff_print(before.text, after.text, &lines);
        us_line_diff_print_hunks(lines.text, CONTEXT, out);
    }
    return US_OK;
}

static void add_lines(us_page *page, const char *text)
{
    const char *end = text;
    int lines = 0, more = 0;
    US_AUTOSTR(part);
    for (; *end && lines < TREE_LINES_MAX; end++)
        lines += *end == '\n';
    for (const char *at = end; *at; at++)
        more += *at == '\n';
    us_str_add_bytes(&part, text, (size_t)(end - text));
    us_str_add(page->out, "<pre>");
    us_html_add(page->out, part.text);
    if (more > 0)
        us_str_addf(page->out, "(%d more lines)\n", more);
    us_str_add(page->out, "</pre>\n");
}

static void print_change(const us_library_change *change, us_str *line)
{
    bool common = change->in[0] && change->in[1];
    int side = change->in[0] ? 0 : 1;
    us_str_addf(line, "%s \"%s\"", change->kind, change->name);
    if (change->goal && change->goal[0])
        us_str_addf(line, " for %s", change->goal);
    if (common)
        us_str_addf(line, "; %lld cases only in the first, %lld only in the second",
                    (long long)change->cases[0], (long long)change->cases[1]);
    else
        us_str_addf(line, "; %lld case%s", (long long)change->cases[side],
                    change->cases[side] == 1 ? "" : "s");
    for (int i = 0; i < change->repairs; i++) {
        if (change->modops[i][0])
            us_str_addf(line, "; %s by %s", i == 0 ? "made" : "then", change->modops[i]);
        if (change->failures[i][0])
            us_str_addf(line, " (%s)", change->failures[i]);
    }
}

static us_status add_change(us_page *page, const both *b, const us_library_change *change,
                            us_error *err)
{
    static const char *const side[SIDES] = {
        [FIRST] = "only in the first:", [SECOND] = "only in the second:", [BOTH] = "other cases:"};
    US_AUTOSTR(text);
    print_change(change, &text);
    us_str_addf(page->out, "<li><b>%s</b> ", side[side_of(change)]);
    us_html_add(page->out, text.text);
    us_str_reset(&text);
    us_status status = add_tree(b, change, &text, err);
    if (text.length > 0)
        add_lines(page, text.text);
    us_str_add(page->out, "</li>\n");
    return status;
}

/* ---- two libraries */

/* Chooses how many of each are shown: the kinds take turns while there are any. */
static void share(const us_library_changes *all, int *wanted)
{
    int count[SIDES] = {0}, left = all->count < SHOWN_MAX ? all->count : SHOWN_MAX;
    for (int i = 0; i < all->count; i++)
        count[side_of(&all->change[i])]++;
    for (int side = 0; side < SIDES; side++)
        wanted[side] = 0;
    for (int side = 0; left > 0; side = (side + 1) % SIDES)
        if (wanted[side] < count[side]) {
            wanted[side]++;
            left--;
        }
}

/* Adds the number of games that one of them saw. */
static void add_phrases(us_page *page, const us_library_changes *all)
{
    int seen[2] = {0};
    for (int i = 0; i < all->phrases; i++) {
        const char *phrase = all->phrase[i];
        if (us_text_has_prefix(phrase + 1, " saw map ")) {
            seen[phrase[0] == '+']++;
            continue;
        }
        us_html_wrap(page->out, "<li>", phrase, "</li>\n");
    }
    for (int side = 0; side < 2; side++)
        if (seen[side] > 0)
            us_str_addf(page->out, "<li>%c saw %d game%s that the other did not</li>\n", "-+"[side],
                        seen[side], seen[side] == 1 ? "" : "s");
}

/* Behaviors that adaptation made come first. */
static us_status add_changes(us_page *page, const both *b, us_error *err)
{
    const us_library_changes *all = &b->changes;
    int wanted[SIDES], shown = 0;
    share(all, wanted);
    us_status status = US_OK;
    us_str_add(page->out, "<ul class=\"changes\">\n");
    add_phrases(page, all);
    for (int adapted = 1; adapted >= 0; adapted--)
        for (int i = 0; i < all->count && status == US_OK; i++) {
            const us_library_change *change = &all->change[i];
            if ((change->parent != 0) != adapted || wanted[side_of(change)] == 0)
                continue;
            status = add_change(page, b, change, err);
            wanted[side_of(change)]--;
            shown++;
        }
    us_str_add(page->out, "</ul>\n");
    if (shown < all->count)
        us_str_addf(page->out, "<p>%d more are not shown.</p>\n", all->count - shown);
    return status;
}

static void add_command(us_page *page, const both *b)
{
    US_AUTOSTR(text);
    us_shell_quote_path(page->def->command, &text);
    us_str_add(&text, " library diff");
    for (int i = 0; i < 2; i++) {
        us_str_add_char(&text, ' ');
        us_shell_quote_path(us_library_path(b->library[i]), &text);
    }
    us_html_wrap(page->out, "<p>All of it: <code>", text.text, "</code></p>\n");
}

static us_status add_counts(us_page *page, const both *b, us_error *err)
{
    int count[SIDES] = {0};
    US_AUTOSTR(text);
    for (int i = 0; i < b->changes.count; i++)
        count[side_of(&b->changes.change[i])]++;
    us_str_addf(&text, "%s against %s", b->entrant[1]->name, b->entrant[0]->name);
    us_html_wrap(page->out, "<h3>", text.text, "</h3>\n");
    us_str_reset(&text);
    us_str_addf(
        &text,
        "First: \"%s\". Second: \"%s\". %d behaviors only in the first, %d only in the second, %d "
        "in both with other cases, origins or tries.",
        b->entrant[0]->name, b->entrant[1]->name, count[FIRST], count[SECOND], count[BOTH]);
    if (b->entrant[0]->group || b->entrant[1]->group)
        us_str_add(&text, " Of a group, the library of its first run is compared.");
    us_page_add_paragraph(page, NULL, text.text);
    if (b->changes.count + b->changes.phrases == 0)
        return US_OK;
    US_TRY(add_changes(page, b, err));
    add_command(page, b);
    return US_OK;
}

static us_status compare(us_page *page, both *b, us_error *err)
{
    US_TRY(us_library_begin_read(b->library[0], err));
    us_status status = us_library_begin_read(b->library[1], err);
    if (status == US_OK) {
        status = us_library_compare(b->library[0], b->library[1], &b->changes, err);
        if (status == US_OK)
            status = add_counts(page, b, err);
        us_library_changes_clear(&b->changes);
        status = us_library_end_read(b->library[1], status, err);
    }
    return us_library_end_read(b->library[0], status, err);
}

static void both_close(both *b)
{
    for (int i = 0; i < 2; i++)
        us_library_close(b->library[i]);
}

static us_status open_and_compare(us_page *page, const us_entrant *const entrant[2], us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTO(both_close) both b = {.entrant = {entrant[0], entrant[1]}};
    US_TRY(us_domain_load_shipped(page->manifest->domain, &domain, err));
    for (int i = 0; i < 2; i++)
        US_TRY(us_entrant_open_library(entrant[i], page->def->folder, domain, &b.library[i], err));
    return compare(page, &b, err);
}

static void add_library_pair(us_page *page, int baseline, int challenger)
{
    us_error why;
    char message[1024];
    const us_entrant *const entrant[2] = {
        us_side_library(page->manifest, page->comparison, baseline),
        us_side_library(page->manifest, page->comparison, challenger)};
    if (entrant[0] && entrant[1] && open_and_compare(page, entrant, &why) != US_OK)
        us_page_add_paragraph(page, "missing", us_error_print(&why, message, sizeof(message)));
}

/* ---- which */

static bool has_libraries(const us_page *page, const us_versus *v)
{
    return us_side_library(page->manifest, page->comparison, v->baseline) &&
           us_side_library(page->manifest, page->comparison, v->challenger);
}

void us_page_add_libraries(us_page *page)
{
    int shown = 0, more = 0;
    for (int i = 0; i < page->comparison->count; i++) {
        const us_versus *v = &page->comparison->versus[i];
        if (!has_libraries(page, v))
            continue;
        if (shown >= PAIRS_MAX) {
            more++;
            continue;
        }
        if (shown++ == 0)
            us_page_begin_section(page, "libraries", "What the libraries differ in");
        add_library_pair(page, v->baseline, v->challenger);
    }
    if (more > 0)
        us_str_addf(page->out, "<p>%d more comparisons of libraries are not shown.</p>\n", more);
    if (shown > 0)
        us_page_end_section(page);
}

/* ---- repairs */

static void add_one(us_page *page, const us_repaired_library *one)
{
    const us_comparison *c = page->comparison;
    const us_side *side = &c->side[one->side];
    US_AUTOPTR(us_arena) arena = us_arena_new();
    US_AUTOPTR(us_sheet) sheet = us_repaired_library_make_sheet(one, arena);
    US_AUTOSTR(text);
    us_str_addf(&text, "%d behavior%s of \"%s\" %s repaired, by %d repair%s.", one->lineage.count,
                one->lineage.count == 1 ? "" : "s", side->name,
                one->lineage.count == 1 ? "was" : "were", one->lineage.repairs,
                one->lineage.repairs == 1 ? "" : "s");
    if (side->runs > 0)
        us_str_add(&text, " That is its first run; the others have repairs of their own.");
    us_page_add_paragraph(page, NULL, text.text);
    if (one->how[0])
        us_page_add_paragraph(page, NULL, one->how);
    us_page_add_sheet(page, sheet);
    for (int i = 0; i < one->helped.verdicts; i++) {
        us_str_reset(&text);
        const us_versus *v = &one->helped.versus[i];
        us_str_addf(&text, "%s %s%s%s", v->verdict, v->care, v->care[0] ? " " : "", one->caveat);
        us_page_add_paragraph(page, NULL, text.text);
    }
    if (one->original < 0)
        us_page_add_paragraph(
            page, NULL, "Whether it helped is not known: what it was adapted from did not play.");
    else
        add_library_pair(page, one->original, one->side);
}

void us_page_add_repairs(us_page *page)
{
    us_repaired_library *list;
    int count;
    us_error why;
    char message[1024];
    if (us_repaired_libraries_list(page->manifest, page->def->folder, page->comparison, &list,
                                   &count, &why) != US_OK) {
        us_page_begin_section(page, "repairs", "What was repaired, and whether it helped");
        us_page_add_paragraph(page, "missing", us_error_print(&why, message, sizeof(message)));
        us_page_end_section(page);
        return;
    }
    if (count > 0) {
        us_page_begin_section(page, "repairs", "What was repaired, and whether it helped");
        for (int i = 0; i < count; i++)
            add_one(page, &list[i]);
        us_page_end_section(page);
    }
    us_repaired_libraries_free(list, count);
}
