#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/planning.h"
#include "experiments/report/figures.h"
#include "experiments/report/page.h"

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
    us_str path = us_folder_make_path(page->figures.text, "new");
    us_file_temp_path(path.text, &page->fresh);
    us_str_clear(&path);
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

/* Writes data and script first, so that they are there even if the drawing fails. */
static us_status keep(us_page *page, const us_figure *figure, us_error *err)
{
    us_str path;
    US_TRY(make_fresh(page, err));
    us_assert(page->figure_count < US_PAGE_FIGURES_MAX);
    page->figure[page->figure_count++] = figure->name;
    us_str_init(&path);
    path_of(page, figure->name, ".tsv", &path);
    us_status status = us_file_write(path.text, figure->data.text, figure->data.length, err);
    path_of(page, figure->name, ".gp", &path);
    if (status == US_OK)
        status = us_file_write(path.text, figure->script.text, figure->script.length, err);
    us_str_clear(&path);
    return status;
}

static us_status add_drawing(const us_page *page, const us_figure *figure, int drawing, us_str *out,
                             us_error *err)
{
    us_str name, title, path, svg;
    char *text = NULL;
    size_t length = 0;
    us_str_init(&name);
    us_str_init(&title);
    us_str_init(&path);
    us_str_init(&svg);
    us_figure_print_file_name(figure, drawing, &name);
    us_str_add(&title, figure->title.text);
    if (figure->drawings > 1)
        us_str_addf(&title, " (%d of %d)", drawing + 1, figure->drawings);
    us_svg_def def = {name.text, title.text, us_figure_colors, US_FIGURE_COLORS};
    path_of(page, name.text, ".svg", &path);
    us_status status = us_file_read(path.text, DRAWING_MAX, &text, &length, err);
    if (status == US_OK && !us_svg_embed(&svg, text, length, &def))
        status = us_error_set(err, US_FAILED, path.text, 0, 0, "expected a drawing of gnuplot's");
    if (status == US_OK)
        us_str_addf(out,
                    "<div class=\"plot\" tabindex=\"0\" role=\"group\" "
                    "aria-label=\"Figure: %s\">\n%s</div>\n",
                    title.text, svg.text);
    us_mem_free(text);
    us_str_clear(&name);
    us_str_clear(&title);
    us_str_clear(&path);
    us_str_clear(&svg);
    return status;
}

/* Removes incomplete drawings. */
static void drop_drawings(const us_page *page, const us_figure *figure, const char *form)
{
    us_str path;
    us_str_init(&path);
    for (int i = 0; i < figure->drawings; i++) {
        us_str_reset(&path);
        us_str_addf(&path, "%s/", page->fresh.text);
        us_figure_print_file_name(figure, i, &path);
        us_str_addf(&path, ".%s", form);
        unlink(path.text);
    }
    us_str_clear(&path);
}

static us_status run_script(const us_page *page, const us_figure *figure, const char *form,
                            us_error *err)
{
    us_str script;
    us_str_init(&script);
    us_str_addf(&script, "%s.gp", figure->name);
    us_status status =
        us_gnuplot_run(page->fresh.text, script.text, form, WITHIN, page->def->stop, err);
    us_str_clear(&script);
    return status;
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
    us_str text;
    if (!page->def->pdf || page->no_pdf)
        return US_OK;
    us_status status = run_script(page, figure, "pdf", err);
    if (status == US_OK)
        return US_OK;
    drop_drawings(page, figure, "pdf");
    if (status == US_INTERRUPTED)
        return status;
    us_str_init(&text);
    us_str_addf(&text, "No figures as PDF: %s.", us_error_print(err, message, sizeof(message)));
    if (page->def->note)
        page->def->note(text.text);
    us_str_clear(&text);
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

us_status us_page_add_figure(us_page *page, const us_figure *figure, us_error *err)
{
    us_str drawings, text;
    us_error why;
    bool told = page->no_figures.length > 0;
    us_str_init(&drawings);
    us_str_init(&text);
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
    us_str_clear(&drawings);
    us_str_clear(&text);
    return status;
}

/* ---- beside the page */

/* A file that was not made takes the older one away: that is of another page. *there: either was
 * there. */
static us_status replace_file(const us_page *page, const char *file, bool *there, us_error *err)
{
    us_str from, to;
    us_status status = US_OK;
    us_str_init(&from);
    us_str_init(&to);
    us_str_addf(&from, "%s/%s", page->fresh.text, file);
    us_str_addf(&to, "%s/%s", page->figures.text, file);
    *there = rename(from.text, to.text) == 0;
    if (!*there && errno == ENOENT)
        *there = unlink(to.text) == 0;
    else if (!*there)
        status = us_error_set_system(err, US_BAD_INPUT, to.text, errno, "cannot write");
    us_str_clear(&from);
    us_str_clear(&to);
    return status;
}

static us_status replace_figure(const us_page *page, const char *name, us_error *err)
{
    static const char *const ending[] = {".tsv", ".gp", ".svg", ".pdf"};
    us_str file;
    us_status status = US_OK;
    bool there = true;
    us_str_init(&file);
    for (int i = 0; i < US_COUNT(ending) && status == US_OK; i++) {
        us_str_reset(&file);
        us_str_addf(&file, "%s%s", name, ending[i]);
        status = replace_file(page, file.text, &there, err);
    }
    for (int form = 2; form < US_COUNT(ending); form++) {
        there = true;
        for (int i = 1; there && status == US_OK; i++) {
            us_figure more = {.name = name};
            us_str_reset(&file);
            us_figure_print_file_name(&more, i, &file);
            us_str_add(&file, ending[form]);
            status = replace_file(page, file.text, &there, err);
        }
    }
    us_str_clear(&file);
    return status;
}

us_status us_page_install_figures(us_page *page, us_error *err)
{
    for (int i = 0; i < page->figure_count; i++)
        US_TRY(replace_figure(page, page->figure[i], err));
    return US_OK;
}

void us_page_drop_figures(us_page *page)
{
    if (page->fresh.length > 0)
        us_folder_drop(page->fresh.text);
    if (page->made_figures)
        rmdir(page->figures.text); /* if it is empty */
}
