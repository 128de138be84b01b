#include "understudy/experiment.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "experiments/duplicates.h"
#include "experiments/planning.h"
#include "experiments/report/page.h"
#include "experiments/report/timeline_game.h"
#include "experiments/results.h"

/* ---- pieces */

void us_page_begin_section(us_page *page, const char *id, const char *heading)
{
    us_str_addf(page->out, "<section id=\"%s\" aria-labelledby=\"%s-heading\">\n", id, id);
    us_str_addf(page->out, "<h2 id=\"%s-heading\">", id);
    us_html_add(page->out, heading);
    us_str_add(page->out, "</h2>\n");
}

void us_page_end_section(us_page *page)
{
    us_str_add(page->out, "</section>\n");
}

void us_page_add_paragraph(us_page *page, const char *style, const char *text)
{
    if (style)
        us_str_addf(page->out, "<p class=\"%s\">", style);
    else
        us_str_add(page->out, "<p>");
    us_html_add(page->out, text);
    us_str_add(page->out, "</p>\n");
}

void us_page_add_sheet(us_page *page, const us_sheet *sheet)
{
    us_str_addf(page->out,
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table: %s\">\n",
                sheet->name);
    us_sheet_print(sheet, US_FORM_HTML, page->out);
    us_str_add(page->out, "</div>\n");
}

static void show_own_sheet(us_page *page, const char *name)
{
    for (int i = 0; i < page->sheets; i++)
        if (page->sheet[i] && strcmp(page->sheet[i]->name, name) == 0) {
            us_page_add_sheet(page, page->sheet[i]);
            us_sheet_free(page->sheet[i]);
            page->sheet[i] = NULL;
        }
}

/* ---- the top */

static void add_head(us_page *page)
{
    const us_manifest *m = page->manifest;
    us_standing standing = us_results_compute_standing(m);
    us_str *out = page->out;
    us_str_add(out, US_PAGE_FIRST
               "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<title>");
    us_html_add(out, m->name);
    us_str_add(out, "</title>\n<style>\n");
    for (int i = 0; us_page_style[i]; i++)
        us_str_add(out, us_page_style[i]);
    us_str_add(out, "</style>\n</head>\n<body>\n<header>\n<h1>");
    us_html_add(out, m->name);
    us_str_add(out, "</h1>\n<p class=\"under\">An experiment on ");
    us_html_add(out, m->domain);
    us_str_addf(
        out, ": %d player%s against %d opponent%s on %d map%s, %lld of %lld games played.</p>\n",
        m->players, m->players == 1 ? "" : "s", m->opponents, m->opponents == 1 ? "" : "s", m->maps,
        m->maps == 1 ? "" : "s", (long long)standing.played, (long long)standing.games);
    us_str_add(out, "</header>\n<main>\n");
}

static void add_verdicts(us_page *page)
{
    static const char *const mark[] = {[US_INCONCLUSIVE] = "?",
                                       [US_BETTER] = "\xe2\x96\xb2",
                                       [US_WORSE] = "\xe2\x96\xbc",
                                       [US_EQUIVALENT] = "=",
                                       [US_SAME] = "\xe2\x89\xa1"};
    const us_comparison *c = page->comparison;
    us_page_begin_section(page, "verdict", c->verdicts == 1 ? "Verdict" : "Verdicts");
    us_str_add(page->out, "<ul class=\"verdicts\">\n");
    for (int i = 0; i < c->verdicts; i++) {
        const us_versus *v = &c->versus[i];
        const char *name = us_conclusion_name(v->conclusion);
        us_str_addf(page->out,
                    "<li class=\"%s\"><b><span aria-hidden=\"true\">%s</span> %s</b> <span>", name,
                    mark[v->conclusion], name);
        us_html_add(page->out, v->verdict);
        us_str_add(page->out, "</span></li>\n");
    }
    us_str_add(page->out, "</ul>\n");
    if (c->verdicts == 0)
        us_page_add_paragraph(page, NULL, "There is only one player, so there is no comparison.");
    if (c->notes > 0) {
        us_str_add(page->out, "<ul class=\"notes\">\n");
        for (int i = 0; i < c->notes; i++) {
            us_str_add(page->out, "<li>");
            us_html_add(page->out, c->note[i]);
            us_str_add(page->out, "</li>\n");
        }
        us_str_add(page->out, "</ul>\n");
    }
    us_page_end_section(page);
}

/* ---- figures, each with its table */

static bool make_forest(us_figure *figure, const us_page *page)
{
    return us_figure_make_forest(figure, page->comparison);
}

static bool make_scores(us_figure *figure, const us_page *page)
{
    return us_figure_make_scores(figure, page->comparison);
}

static bool make_profile(us_figure *figure, const us_page *page)
{
    return us_figure_make_profile(figure, page->comparison, page->manifest);
}

static bool make_curve(us_figure *figure, const us_page *page)
{
    return us_figure_make_curve(figure, page->comparison, page->manifest);
}

typedef struct part {
    const char *id, *heading;
    bool (*make)(us_figure *figure, const us_page *page);
    bool always;           /* without a figure, too */
    const char *before;    /* a table above the figure, or NULL */
    const char *behind[3]; /* and below it, as many as there are */
} part;
static const part parts[] = {
    {"effects", "Effects", make_forest, false, "effects", {"cells", "runs", "tests"}},
    {"scores", "Scores", make_scores, true, NULL, {"players", "ratings"}},
    {"margins", "Margins", make_profile, true, NULL, {"profile"}},
    {"curve", "Learning curve", make_curve, false, NULL, {"curve", "libraries"}},
};

static us_status add_part(us_page *page, const part *p, us_error *err)
{
    us_figure figure;
    us_status status = US_OK;
    us_figure_init(&figure);
    bool made = p->make(&figure, page);
    if (made || p->always) {
        us_page_begin_section(page, p->id, p->heading);
        if (p->before)
            show_own_sheet(page, p->before);
        if (made)
            status = us_page_add_figure(page, &figure, err);
        for (int i = 0; i < US_COUNT(p->behind) && p->behind[i]; i++)
            show_own_sheet(page, p->behind[i]);
        us_page_end_section(page);
    }
    us_figure_clear(&figure);
    return status;
}

/* Adds the comparison's tables that no section above has. */
static void add_other_sheets(us_page *page)
{
    bool opened = false;
    for (int i = 0; i < page->sheets; i++) {
        if (!page->sheet[i])
            continue;
        if (!opened)
            us_page_begin_section(page, "more", "More tables");
        opened = true;
        show_own_sheet(page, page->sheet[i]->name);
    }
    if (opened)
        us_page_end_section(page);
}

/* ---- a game */

static void print_game(us_page *page, int64_t index)
{
    const us_manifest *m = page->manifest;
    const us_fixture *game = &m->game[index];
    const us_row *row = &m->row[index];
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "Game ");
    us_str_add_hex(&text, game->id, 16);
    us_str_addf(&text, ": \"%s\" against \"%s\" on %s, seat %d, seed %llu. It ended in a %s",
                m->player[game->player].name, m->opponent[game->opponent].name,
                m->map[game->map].name, (int)game->seat, (unsigned long long)game->seed,
                us_row_ends[row->end]);
    us_str_addf(&text, " after %d cycles.", (int)row->cycles);
    us_page_add_paragraph(page, NULL, text.text);
    us_str_clear(&text);
}

static us_status show_bars(us_page *page, const us_bars *bars, us_error *err)
{
    us_figure figure;
    us_status status = US_OK;
    us_figure_init(&figure);
    if (us_figure_make_timeline(&figure, bars)) {
        us_sheet *sheet = us_bars_make_sheet(bars, page->comparison->arena);
        status = us_page_add_figure(page, &figure, err);
        us_page_add_sheet(page, sheet);
        us_sheet_free(sheet);
    } else {
        us_page_add_paragraph(page, "missing", "Neither player recorded its goals.");
    }
    us_figure_clear(&figure);
    return status;
}

/* Asked for by id, it must succeed. */
static us_status add_timeline(us_page *page, us_error *err)
{
    const us_report_def *def = page->def;
    us_bars bars;
    us_error why;
    int64_t game = page->game;
    if (game < 0)
        return US_OK;
    us_str beside = us_folder_make_path(def->folder, "timeline.jsonl");
    us_page_begin_section(page, "timeline", "One game");
    print_game(page, game);
    us_status status = us_timeline_game_play(page->manifest, def->folder, game, beside.text,
                                             def->stop, &bars, &why);
    if (status == US_OK) {
        status = show_bars(page, &bars, err);
        us_bars_clear(&bars);
    } else if (def->timeline || status == US_INTERRUPTED) {
        if (err)
            *err = why;
    } else {
        char message[1024];
        us_str text;
        us_str_init(&text);
        us_str_addf(&text, "No timeline: %s.", us_error_print(&why, message, sizeof(message)));
        if (def->note)
            def->note(text.text);
        us_page_add_paragraph(page, "missing", text.text);
        us_str_clear(&text);
        status = US_OK;
    }
    us_page_end_section(page);
    us_str_clear(&beside);
    return status;
}

/* ---- all */

static us_status add_body(us_page *page, us_error *err)
{
    add_verdicts(page);
    for (int i = 0; i <= US_COUNT(parts); i++) {
        if (page->def->stop && page->def->stop())
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0,
                                "interrupted: no report is written");
        US_TRY(i < US_COUNT(parts) ? add_part(page, &parts[i], err) : add_timeline(page, err));
    }
    add_other_sheets(page);
    us_page_add_repairs(page);
    us_page_add_libraries(page);
    us_page_add_reproducibility(page);
    return US_OK;
}

static us_status write_page(us_page *page, us_error *err)
{
    add_head(page);
    US_TRY(add_body(page, err));
    us_str_add(page->out, "</main>\n<footer><p>Written by understudy. This page needs no network "
                          "and no script.</p></footer>\n</body>\n</html>\n");
    US_TRY(us_file_write(page->path.text, page->out->text, page->out->length, err));
    US_TRY(us_page_install_figures(page, err));
    return us_page_write_appendix(page, err);
}

/* The page of the folder has figures/, a page elsewhere NAME-figures/. */
static void place_page(us_page *page)
{
    static const char usual[] = "report.html", ending[] = ".html";
    const char *folder = page->def->folder, *out = page->def->out;
    us_str here;
    us_str_init(&here);
    if (out)
        us_str_add(&page->path, out);
    else
        us_folder_print_path(folder, usual, &page->path);
    const char *path = page->path.text, *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    us_str_add_bytes(&here, path, (size_t)(name - path));
    us_str_add_bytes(&page->figures, path, (size_t)(name - path));
    size_t length = strlen(name), tail = strlen(ending);
    if (length > tail && strcmp(name + length - tail, ending) == 0)
        length -= tail;
    if (strcmp(name, usual) != 0 || !us_file_is_same(here.length > 0 ? here.text : ".", folder)) {
        us_str_add_bytes(&page->figures, name, length);
        us_str_add_char(&page->figures, '-');
    }
    us_str_add(&page->figures, "figures");
    us_str_clear(&here);
}

us_status us_report_write(const us_report_def *def, us_error *err)
{
    us_manifest m;
    us_comparison c;
    us_str out;
    US_TRY(us_results_read(def->folder, &m, NULL, err));
    us_status status = us_results_remove_duplicates(&m, def->folder, err);
    if (status == US_OK)
        status = us_comparison_compute(&m, &def->compare, &c, err);
    if (status != US_OK) {
        us_manifest_clear(&m);
        return status;
    }
    us_page page = {.def = def, .manifest = &m, .comparison = &c, .out = &out};
    us_str_init(&out);
    us_str_init(&page.path);
    us_str_init(&page.figures);
    us_str_init(&page.fresh);
    us_str_init(&page.no_figures);
    place_page(&page);
    page.sheets = us_comparison_make_sheets(&c, &m, page.sheet);
    page.game = us_timeline_game_choose(&c, &m);
    if (def->timeline)
        status = us_timeline_game_find(&m, def->timeline, &page.game, err);
    if (status == US_OK)
        status = us_file_check_replaceable(page.path.text, US_PAGE_FIRST, "a report", err);
    if (status == US_OK)
        status = us_page_check_appendix(&page, err);
    if (status == US_OK)
        status = write_page(&page, err);
    us_page_drop_figures(&page);
    for (int i = 0; status == US_OK && def->verdict && i < c.verdicts; i++)
        def->verdict(def->context, c.versus[i].verdict);
    for (int i = 0; i < page.sheets; i++)
        us_sheet_free(page.sheet[i]);
    us_str_clear(&page.path);
    us_str_clear(&page.figures);
    us_str_clear(&page.fresh);
    us_str_clear(&page.no_figures);
    us_str_clear(&out);
    us_comparison_clear(&c);
    us_manifest_clear(&m);
    return status;
}
