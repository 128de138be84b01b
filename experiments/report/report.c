#include "understudy/experiment.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/leftovers.h"
#include "experiments/design/planning.h"
#include "experiments/report/figures.h"
#include "experiments/report/page.h"
#include "experiments/report/timeline.h"
#include "experiments/run/results.h"

/* ---- style */

/* Light or dark by the reader's system; printed always light, without scroll boxes. */
static const char *const page_style[] = {
    ":root{color-scheme:light dark;"
    "--paper:#fff;--panel:#f6f8fa;--ink:#1f2328;--soft:#59636e;--rule:#d0d7de;--accent:#0a5ea8;"
    "--c1:#0072b2;--c2:#d55e00;--c3:#00805c;--c4:#b4588b;--c5:#2b8fce;--c6:#b77d00;--c7:#7a6aa6;"
    "--c8:#6e6e6e}\n",
    "@media screen and (prefers-color-scheme:dark){:root{"
    "--paper:#14171c;--panel:#1c2128;--ink:#e3e7ec;--soft:#a0a9b4;--rule:#343b45;--accent:#7cb9f0;"
    "--c1:#5aa9e6;--c2:#f0894a;--c3:#3fbf96;--c4:#dd9bc0;--c5:#8fcdf5;--c6:#e8b445;--c7:#ab9fd6;"
    "--c8:#a6a6a6}}\n",
    "*{box-sizing:border-box}\n",
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n",
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:17px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',"
    "sans-serif;overflow-wrap:anywhere}\n",
    "header,main,footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}\n",
    "header{padding-top:3rem}\n",
    "h1{font-size:2rem;line-height:1.2;margin:0 0 "
    ".4rem;letter-spacing:-.015em;text-wrap:balance}\n",
    "h2{font-size:1.3rem;line-height:1.3;margin:0 0 .9rem;letter-spacing:-.008em}\n",
    "h3{font-size:1.02rem;margin:1.8rem 0 .5rem}\n",
    "p{margin:.6rem 0;max-width:42rem}\n",
    ".under,figcaption,.missing,caption,footer{color:var(--soft);font-size:.9rem}\n",
    "section{margin:3.2rem 0 0;padding-top:1.6rem;border-top:1px solid var(--rule)}\n",
    "section#verdict{border-top:0;padding-top:0;margin-top:1.8rem}\n",
    "a{color:var(--accent)}\n",
    ".verdicts{list-style:none;margin:0;padding:0}\n",
    ".verdicts li{display:grid;grid-template-columns:8.6rem 1fr;gap:.2rem 1rem;"
    "padding:.85rem 1.1rem;margin:0 0 .6rem;background:var(--panel);border-radius:8px;"
    "border-left:4px solid var(--soft)}\n",
    ".verdicts .better{border-color:var(--c3)}.verdicts .worse{border-color:var(--c2)}"
    ".verdicts .equivalent{border-color:var(--c1)}\n",
    ".verdicts b{font-weight:650;white-space:nowrap}\n",
    ".verdicts .better b{color:var(--c3)}.verdicts .worse b{color:var(--c2)}"
    ".verdicts .equivalent b{color:var(--c1)}\n",
    ".notes{padding-left:1.2rem;color:var(--soft);max-width:42rem}\n",
    ".notes li{margin:.25rem 0}\n",
    "figure{margin:1.2rem 0 .6rem}\n",
    ".plot{overflow-x:auto}\n",
    ".plot svg{display:block;width:100%;min-width:40rem;max-width:57rem;height:auto;"
    "color:var(--ink);font-family:inherit}\n",
    ".plot text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',"
    "'DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}\n",
    "figcaption{max-width:42rem;margin-top:.4rem}\n",
    ".files{white-space:nowrap;font-family:ui-monospace,monospace;font-size:.85em}\n",
    ".missing{padding:.6rem .9rem;background:var(--panel);border-left:4px solid var(--rule);"
    "border-radius:4px}\n",
    ".scroll{overflow:auto;max-height:42rem;margin:1.1rem 0}\n",
    ".plot:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);"
    "outline-offset:3px}\n",
    "table{border-collapse:collapse;font-size:.86rem;line-height:1.4;"
    "font-variant-numeric:tabular-nums}\n",
    "caption{text-align:left;padding:0 0 .5rem;caption-side:top}\n",
    "th,td{padding:.32rem .8rem .32rem 0;text-align:left;vertical-align:top;"
    "border-bottom:1px solid "
    "var(--rule);overflow-wrap:normal;white-space:nowrap;font-weight:400}\n",
    "thead th{position:sticky;top:0;background:var(--paper);font-weight:600;white-space:nowrap;"
    "color:var(--soft)}\n",
    "th.n,td.n{text-align:right;padding-right:1rem;white-space:nowrap}\n",
    "pre{font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace;"
    "background:var(--panel);padding:.8rem 1rem;border-radius:6px;overflow-x:auto;"
    "white-space:pre-wrap;max-height:30rem}\n",
    "code{font-family:ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace;"
    "font-size:.88em}\n",
    "h3.list,h4{font-size:.95rem;margin:1.3rem 0 .4rem}details{margin:.35rem 0}"
    "summary{cursor:pointer}details details{padding-left:1.2rem}.player{font-weight:650}\n",
    ".changes{padding-left:1.2rem;font-size:.9rem;max-width:46rem}.changes li{margin:.35rem 0}\n",
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.4rem;font-size:.9rem;"
    "margin:1rem 0}\n",
    "dt{color:var(--soft)}dd{margin:0}\n",
    "footer{margin-top:3.5rem;padding-bottom:3rem}\n",
    "@media (max-width:40rem){body{font-size:16px}header{padding-top:1.8rem}h1{font-size:1.6rem}"
    ".verdicts li{grid-template-columns:1fr}dl{grid-template-columns:1fr;gap:0}"
    "dd{margin-bottom:.5rem}section{margin-top:2.4rem}}\n",
    "@media "
    "print{body{font-size:10.5pt}header,main,footer{max-width:none;padding:0}"
    ".scroll,pre{max-height:none;overflow:visible}.plot{overflow:visible}"
    ".plot svg{min-width:0;max-width:100%}table{font-size:7.5pt}.plot,.verdicts "
    "li,tr{break-inside:avoid}"
    "figcaption{break-before:avoid}thead "
    "th{position:static}section{margin-top:1.6rem}h2,h3,caption{break-after:avoid}}\n",
    NULL,
};

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

/* ---- figures */

enum {
    WITHIN = 20000,         /* milliseconds for a figure */
    DRAWING_MAX = 64 << 20, /* bytes */
};

static us_status make_folder(const char *path, bool *made, us_error *err)
{
    *made = mkdir(path, 0777) == 0;
    return *made || errno == EEXIST ? US_OK
                                    : us_error_set(err, US_BAD_INPUT, path, 0, 0,
                                                   "cannot make the folder: %s", strerror(errno));
}

/* Makes a folder of this report alone, within the folder of figures. */
static us_status make_fresh(us_page *page, us_error *err)
{
    bool made;
    if (page->fresh.length > 0)
        return US_OK;
    US_TRY(make_folder(page->figures.text, &page->made_figures, err));
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(page->figures.text, "new");
    us_file_temp_path(path.text, &page->fresh);
    us_leftovers_add(page->fresh.text);
    us_status status = make_folder(page->fresh.text, &made, err);
    if (status != US_OK)
        us_str_reset(&page->fresh);
    return status;
}

static void path_of(const us_page *page, const char *name, const char *ending, us_str *out)
{
    us_str_reset(out);
    us_str_addf(out, "%s/%s%s", page->fresh.text, name, ending);
}

/* Remembers the files of a figure, for a process that ends at once. */
static void note_files(const us_page *page, const us_figure *figure)
{
    static const char *const ending[] = {".tsv", ".gp", ".svg", ".pdf"};
    US_AUTOSTR(name);
    US_AUTOSTR(path);
    for (int i = 0; i < US_COUNT(ending); i++) {
        for (int k = 0; k < (i < 2 ? 1 : figure->drawings); k++) {
            us_str_reset(&name);
            if (i < 2)
                us_str_add(&name, figure->name);
            else
                us_figure_print_file_name(figure, k, &name);
            path_of(page, name.text, ending[i], &path);
            us_leftovers_add(path.text);
        }
    }
}

/* Writes data and script first, so that they are there even if the drawing fails. */
static us_status keep(us_page *page, const us_figure *figure, us_error *err)
{
    US_AUTOSTR(path);
    US_TRY(make_fresh(page, err));
    us_assert(page->figure_count < US_PAGE_FIGURES_MAX);
    page->figure[page->figure_count++] = figure->name;
    note_files(page, figure);
    path_of(page, figure->name, ".tsv", &path);
    US_TRY(us_file_write(path.text, figure->data.text, figure->data.length, err));
    path_of(page, figure->name, ".gp", &path);
    return us_file_write(path.text, figure->script.text, figure->script.length, err);
}

static us_status add_drawing(const us_page *page, const us_figure *figure, int drawing, us_str *out,
                             us_error *err)
{
    US_AUTOSTR(name);
    US_AUTOSTR(title);
    US_AUTOSTR(path);
    US_AUTOSTR(svg);
    US_AUTOFREE char *text = NULL;
    size_t length = 0;
    us_figure_print_file_name(figure, drawing, &name);
    us_str_add(&title, figure->title.text);
    if (figure->drawings > 1)
        us_str_addf(&title, " (%d of %d)", drawing + 1, figure->drawings);
    us_svg_def def = {name.text, title.text, us_figure_colors, US_FIGURE_COLORS};
    path_of(page, name.text, ".svg", &path);
    US_TRY(us_file_read(path.text, DRAWING_MAX, &text, &length, err));
    if (!us_svg_embed(&svg, text, length, &def))
        return us_error_set(err, US_FAILED, path.text, 0, 0, "expected a drawing of gnuplot's");
    us_str_addf(out,
                "<div class=\"plot\" tabindex=\"0\" role=\"group\" "
                "aria-label=\"Figure: %s\">\n%s</div>\n",
                title.text, svg.text);
    return US_OK;
}

static void drop_drawings(const us_page *page, const us_figure *figure, const char *form)
{
    US_AUTOSTR(path);
    for (int i = 0; i < figure->drawings; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/", page->fresh.text);
        us_figure_print_file_name(figure, i, &path);
        us_str_addf(&path, ".%s", form);
        unlink(path.text);
    }
}

static us_status run_script(const us_page *page, const us_figure *figure, const char *form,
                            us_error *err)
{
    US_AUTOSTR(script);
    us_str_addf(&script, "%s.gp", figure->name);
    return us_gnuplot_run(page->fresh.text, script.text, form, WITHIN, page->def->stop, err);
}

static us_status draw(us_page *page, const us_figure *figure, us_str *out, us_error *err)
{
    if (page->no_figures.length > 0)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%s", page->no_figures.text);
    us_status status = run_script(page, figure, "svg", err);
    if (status == US_NO_ENGINE || status == US_FAILED) /* so it would be with the next */
        us_str_add(&page->no_figures, err->text);
    for (int i = 0; i < figure->drawings && status == US_OK; i++)
        status = add_drawing(page, figure, i, out, err);
    if (status != US_OK)
        drop_drawings(page, figure, "svg");
    return status;
}

/* A gnuplot without cairo draws no PDF: the page is whole without them. */
static us_status draw_pdf(us_page *page, const us_figure *figure, us_error *err)
{
    char message[1024];
    US_AUTOSTR(text);
    if (!page->def->pdf || page->no_pdf)
        return US_OK;
    us_status status = run_script(page, figure, "pdf", err);
    if (status == US_OK)
        return US_OK;
    drop_drawings(page, figure, "pdf");
    if (status == US_INTERRUPTED)
        return status;
    us_str_addf(&text, "No figures as PDF: %s.", us_error_print(err, message, sizeof(message)));
    if (page->def->note)
        page->def->note(text.text);
    page->no_pdf = true;
    return US_OK;
}

/* The files of a figure as they are found from the page. */
static void print_files(const us_page *page, const us_figure *figure, bool drawn, us_str *out)
{
    const char *slash = strrchr(page->figures.text, '/');
    us_str_addf(out, "%s/", slash ? slash + 1 : page->figures.text);
    for (int i = 0; i < figure->drawings && drawn; i++) {
        us_figure_print_file_name(figure, i, out);
        us_str_add(out, ".svg, ");
        if (!page->def->pdf || page->no_pdf)
            continue;
        us_figure_print_file_name(figure, i, out);
        us_str_add(out, ".pdf, ");
    }
    us_str_addf(out, "%s.gp, %s.tsv", figure->name, figure->name);
}

/* Makes the figure's files and puts its drawings on the page, or a reason why there are none. Only
 * US_INTERRUPTED is returned as an error. */
static us_status add_figure(us_page *page, const us_figure *figure, us_error *err)
{
    US_AUTOSTR(drawings);
    US_AUTOSTR(text);
    us_error why;
    bool told = page->no_figures.length > 0;
    us_status kept = keep(page, figure, &why);
    us_status status = kept == US_OK ? draw(page, figure, &drawings, &why) : kept;
    if (status == US_OK)
        status = draw_pdf(page, figure, &why);
    if (status == US_OK) {
        us_str_addf(page->out, "<figure>\n%s<figcaption>", drawings.text);
        us_html_add(page->out, figure->about.text);
        us_str_add(page->out, " <span class=\"files\">");
        print_files(page, figure, true, &text);
        us_html_add(page->out, text.text);
        us_str_add(page->out, "</span></figcaption>\n</figure>\n");
    } else if (status != US_INTERRUPTED) {
        char message[1024];
        us_str_addf(&text, "No figure: %s.", us_error_print(&why, message, sizeof(message)));
        if (page->def->note && !told)
            page->def->note(text.text);
        if (kept == US_OK) {
            us_str_add(&text, " Its data and script: ");
            print_files(page, figure, false, &text);
            us_str_add_char(&text, '.');
        }
        us_page_add_paragraph(page, "missing", text.text);
        status = US_OK;
    } else {
        *err = why;
    }
    return status;
}

/* ---- beside the page */

/* A file that was not made takes the older one away: that is of another page. *there: either was
 * there. */
static us_status replace_file(const us_page *page, const char *file, bool *there, us_error *err)
{
    US_AUTOSTR(from);
    US_AUTOSTR(to);
    us_str_addf(&from, "%s/%s", page->fresh.text, file);
    us_str_addf(&to, "%s/%s", page->figures.text, file);
    *there = us_file_exists(from.text);
    if (*there)
        return us_file_put(from.text, to.text, err);
    *there = unlink(to.text) == 0;
    return US_OK;
}

static us_status replace_figure(const us_page *page, const char *name, us_error *err)
{
    static const char *const ending[] = {".tsv", ".gp", ".svg", ".pdf"};
    US_AUTOSTR(file);
    bool there = true;
    for (int i = 0; i < US_COUNT(ending); i++) {
        us_str_reset(&file);
        us_str_addf(&file, "%s%s", name, ending[i]);
        US_TRY(replace_file(page, file.text, &there, err));
    }
    for (int form = 2; form < US_COUNT(ending); form++) {
        there = true;
        for (int i = 1; there; i++) {
            us_figure more = {.name = name};
            us_str_reset(&file);
            us_figure_print_file_name(&more, i, &file);
            us_str_add(&file, ending[form]);
            US_TRY(replace_file(page, file.text, &there, err));
        }
    }
    return US_OK;
}

/* Removes the figures' files that are not settled. */
static void drop_figures(us_page *page)
{
    if (page->fresh.length > 0)
        us_folder_drop(page->fresh.text);
    if (page->made_figures)
        rmdir(page->figures.text); /* if it is empty */
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
    for (int i = 0; page_style[i]; i++)
        us_str_add(out, page_style[i]);
    us_html_wrap(out, "</style>\n</head>\n<body>\n<header>\n<h1>", m->name,
                 "</h1>\n<p class=\"under\">An experiment on ");
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
            us_html_wrap(page->out, "<li>", c->note[i], "</li>\n");
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
    US_AUTO(us_figure_clear) us_figure figure = {0};
    us_figure_init(&figure);
    bool made = p->make(&figure, page);
    if (made || p->always) {
        us_page_begin_section(page, p->id, p->heading);
        if (p->before)
            show_own_sheet(page, p->before);
        if (made)
            US_TRY(add_figure(page, &figure, err));
        for (int i = 0; i < US_COUNT(p->behind) && p->behind[i]; i++)
            show_own_sheet(page, p->behind[i]);
        us_page_end_section(page);
    }
    return US_OK;
}

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
    US_AUTOSTR(text);
    us_str_addf(&text, "Game ");
    us_str_add_hex(&text, game->id, 16);
    us_str_addf(&text, ": \"%s\" against \"%s\" on %s, seat %d, seed %llu. It ended in a %s",
                m->player[game->player].name, m->opponent[game->opponent].name,
                m->map[game->map].name, (int)game->seat, (unsigned long long)game->seed,
                us_row_ends[row->end]);
    us_str_addf(&text, " after %d cycles.", (int)row->cycles);
    us_page_add_paragraph(page, NULL, text.text);
}

static us_status show_bars(us_page *page, const us_bars *bars, us_error *err)
{
    US_AUTO(us_figure_clear) us_figure figure = {0};
    us_figure_init(&figure);
    if (!us_figure_make_timeline(&figure, bars)) {
        us_page_add_paragraph(page, "missing", "Neither player recorded its goals.");
        return US_OK;
    }
    US_AUTOPTR(us_sheet) sheet = us_bars_make_sheet(bars, page->comparison->arena);
    us_status status = add_figure(page, &figure, err);
    us_page_add_sheet(page, sheet);
    return status;
}

/* Asked for by id, it must succeed. */
static us_status add_timeline(us_page *page, us_error *err)
{
    const us_report_def *def = page->def;
    US_AUTO(us_bars_clear) us_bars bars = {0};
    us_error why;
    int64_t game = page->game;
    if (game < 0)
        return US_OK;
    US_AUTO(us_str_clear) us_str beside = us_folder_make_path(def->folder, "timeline.jsonl");
    us_page_begin_section(page, "timeline", "One game");
    print_game(page, game);
    us_status status = us_timeline_game_play(page->manifest, def->folder, game, beside.text,
                                             def->stop, &bars, &why);
    if (status == US_OK) {
        status = show_bars(page, &bars, err);
    } else if (def->timeline || status == US_INTERRUPTED) {
        if (err)
            *err = why;
    } else {
        char message[1024];
        US_AUTOSTR(text);
        us_str_addf(&text, "No timeline: %s.", us_error_print(&why, message, sizeof(message)));
        if (def->note)
            def->note(text.text);
        us_page_add_paragraph(page, "missing", text.text);
        status = US_OK;
    }
    us_page_end_section(page);
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
    us_page_add_stories(page);
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
    for (int i = 0; i < page->figure_count; i++)
        US_TRY(replace_figure(page, page->figure[i], err));
    return us_page_write_appendix(page, err);
}

/* The page of the folder has figures/, a page elsewhere NAME-figures/. */
static void place_page(us_page *page)
{
    static const char usual[] = "report.html", ending[] = ".html";
    const char *folder = page->def->folder, *out = page->def->out;
    US_AUTOSTR(here);
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
}

static void page_clear(us_page *page)
{
    for (int i = 0; i < page->sheets; i++)
        us_sheet_free(page->sheet[i]);
    us_str_clear(&page->path);
    us_str_clear(&page->figures);
    us_str_clear(&page->fresh);
    us_str_clear(&page->no_figures);
}

static us_status check_and_write(us_page *page, us_error *err)
{
    const us_report_def *def = page->def;
    if (def->timeline)
        US_TRY(us_timeline_game_find(page->manifest, def->timeline, &page->game, err));
    US_TRY(us_file_check_replaceable(page->path.text, US_PAGE_FIRST, "a report", err));
    US_TRY(us_page_check_appendix(page, err));
    return write_page(page, err);
}

us_status us_report_write(const us_report_def *def, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTO(us_comparison_clear) us_comparison c = {0};
    US_AUTOSTR(out);
    US_TRY(us_results_read(def->folder, &m, NULL, err));
    US_TRY(us_results_remove_duplicates(&m, def->folder, err));
    US_TRY(us_comparison_compute(&m, &def->compare, &c, err));
    US_AUTO(page_clear)
    us_page page = {.def = def,
                    .manifest = &m,
                    .comparison = &c,
                    .out = &out,
                    .path = us_str_empty(),
                    .figures = us_str_empty(),
                    .fresh = us_str_empty(),
                    .no_figures = us_str_empty()};
    place_page(&page);
    page.sheets = us_comparison_make_sheets(&c, &m, page.sheet);
    page.game = us_timeline_game_choose(&c, &m);
    us_status status = check_and_write(&page, err);
    drop_figures(&page);
    for (int i = 0; status == US_OK && def->verdict && i < c.verdicts; i++)
        def->verdict(def->context, c.versus[i].verdict);
    return status;
}
