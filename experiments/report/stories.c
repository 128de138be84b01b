#include "adapt/story.h"
#include "experiments/compare/repairs.h"
#include "experiments/report/page.h"

/* ---- one telling */

typedef struct showing {
    us_str *out;
    const us_telling *telling;
    bool folded; /* the box of the rest is open */
    bool entry;  /* the box of an entry of the rest is open */
} showing;

static void end_entry(showing *s)
{
    if (s->entry)
        us_str_add(s->out, "</details>\n");
    s->entry = false;
}

static void end_rest(showing *s)
{
    end_entry(s);
    if (s->folded)
        us_str_add(s->out, "</details>\n");
    s->folded = false;
}

/* Returns the number of folded entries from that part on, until a list begins. */
static int count_rest(const us_telling *telling, int from)
{
    int count = 0;
    for (int i = from; i < telling->count && telling->item[i].kind >= US_TOLD_ENTRY; i++)
        count += telling->item[i].kind == US_TOLD_ENTRY;
    return count;
}

static void begin_rest(showing *s, int from)
{
    int count = count_rest(s->telling, from);
    if (!s->folded)
        us_str_addf(s->out, "<details class=\"rest\">\n<summary>%d %s</summary>\n", count,
                    s->telling->item[from - 1].kind == US_TOLD_HEADING ? "in all" : "more");
    s->folded = true;
}

/* An entry of the rest opens by a click, if it has more than a line. */
static void add_entry(showing *s, int index)
{
    const us_told *told = &s->telling->item[index];
    bool more = index + 1 < s->telling->count && told[1].kind > US_TOLD_ENTRY;
    end_entry(s);
    if (!told->rest) {
        us_html_wrap(s->out, "<h4>", told->text, "</h4>\n");
        return;
    }
    begin_rest(s, index);
    if (more)
        us_html_wrap(s->out, "<details><summary>", told->text, "</summary>\n");
    else
        us_html_wrap(s->out, "<p>", told->text, "</p>\n");
    s->entry = more;
}

static void add_part(showing *s, int index)
{
    const us_told *told = &s->telling->item[index];
    if (told->kind == US_TOLD_ENTRY) {
        add_entry(s, index);
        return;
    }
    if (told->kind < US_TOLD_ENTRY)
        end_rest(s);
    if (told->kind == US_TOLD_TITLE || told->kind == US_TOLD_HEADING)
        us_html_wrap(s->out, told->kind == US_TOLD_TITLE ? "<h3>" : "<h3 class=\"list\">",
                     told->text, "</h3>\n");
    else if (told->kind == US_TOLD_DIFF)
        us_html_wrap(s->out, "<pre>", told->text, "</pre>\n");
    else
        us_html_wrap(s->out, "<p>", told->text, "</p>\n");
}

static void add_stories(us_page *page, const us_stories *stories)
{
    US_AUTO(us_telling_clear) us_telling telling = {0};
    showing s = {.out = page->out, .telling = &telling};
    us_stories_tell(stories->item, stories->count, true, &telling);
    for (int i = 0; i < telling.count; i++)
        add_part(&s, i);
    end_rest(&s);
}

/* ---- the players */

static us_status read_stories(const us_page *page, const us_entrant *player,
                              const us_domain *domain, us_stories *out, us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_entrant_open_library(player, page->def->folder, domain, &library, err));
    return us_stories_read(library, out, err);
}

static void begin_section(us_page *page)
{
    us_page_begin_section(page, "stories", "What the adaptations found and changed");
}

static void begin(us_page *page, const us_side *side, bool first)
{
    US_AUTOSTR(text);
    if (first)
        begin_section(page);
    us_str_addf(&text, "The library of \"%s\".%s", side->name,
                side->runs > 0 ? " This is the library of its first run." : "");
    us_page_add_paragraph(page, "player", text.text);
}

/* Adds the stories of a side, if its library has any. Returns whether it added something. */
static bool add_side(us_page *page, int index, const us_domain *domain, bool first)
{
    us_error why = {0};
    char message[1024];
    US_AUTO(us_stories_clear) us_stories stories = {0};
    const us_entrant *player = us_side_library(page->manifest, page->comparison, index);
    if (!player)
        return false;
    us_status status = read_stories(page, player, domain, &stories, &why);
    if (status == US_OK && stories.count == 0)
        return false;
    begin(page, &page->comparison->side[index], first);
    if (status == US_OK)
        add_stories(page, &stories);
    else
        us_page_add_paragraph(page, "missing", us_error_print(&why, message, sizeof(message)));
    return true;
}

static bool has_library(const us_page *page)
{
    for (int i = 0; i < page->comparison->sides; i++)
        if (us_side_library(page->manifest, page->comparison, i))
            return true;
    return false;
}

void us_page_add_stories(us_page *page)
{
    US_AUTOPTR(us_domain) domain = NULL;
    us_error why = {0};
    char message[1024];
    bool any = false;
    if (!has_library(page))
        return;
    if (us_domain_load_shipped(page->manifest->domain, &domain, &why) != US_OK) {
        begin_section(page);
        us_page_add_paragraph(page, "missing", us_error_print(&why, message, sizeof(message)));
        us_page_end_section(page);
        return;
    }
    for (int i = 0; i < page->comparison->sides; i++)
        any = add_side(page, i, domain, !any) || any;
    if (any)
        us_page_end_section(page);
}
