#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "experiments/report/gnuplot.h"
#include "experiments/report/page.h"

enum {
    WITHIN = 20000,         /* milliseconds for a figure */
    DRAWING_MAX = 64 << 20, /* bytes */
};

static void path_of(const us_page *page, const us_figure *figure, const char *ending, us_str *out)
{
    us_str_reset(out);
    us_str_addf(out, "%s/%s%s", page->figures.text, figure->name, ending);
}

/* Data and script first, so that they are there whatever becomes of the drawing. */
static us_status keep(const us_page *page, const us_figure *figure, us_str *path, us_error *err)
{
    if (mkdir(page->figures.text, 0777) != 0 && errno != EEXIST)
        return us_fail(err, US_BAD_INPUT, page->figures.text, 0, 0, "cannot make the folder: %s",
                       strerror(errno));
    path_of(page, figure, ".tsv", path);
    US_TRY(us_file_write(path->text, figure->data.text, figure->data.length, err));
    path_of(page, figure, ".gp", path);
    US_TRY(us_file_write(path->text, figure->script.text, figure->script.length, err));
    path_of(page, figure, ".svg", path);
    unlink(path->text); /* that of older data */
    return US_OK;
}

static us_status draw(us_page *page, const us_figure *figure, us_str *svg, us_error *err)
{
    us_str path;
    char *text = NULL;
    size_t length = 0;
    us_svg_def def = {figure->name, figure->title.text, us_figure_colors, US_FIGURE_COLORS};
    us_str_init(&path);
    us_status status = keep(page, figure, &path, err);
    if (status == US_OK && page->no_figures.length > 0)
        status = us_fail(err, US_FAILED, NULL, 0, 0, "%s", page->no_figures.text);
    if (status == US_OK) {
        us_str_reset(&path);
        us_str_addf(&path, "%s.gp", figure->name);
        status = us_gnuplot(page->figures.text, path.text, WITHIN, page->def->stop, err);
        if (status == US_NO_ENGINE || status == US_FAILED) /* so it would be with the next */
            us_str_add(&page->no_figures, err->text);
    }
    path_of(page, figure, ".svg", &path);
    if (status == US_OK)
        status = us_file_read(path.text, DRAWING_MAX, &text, &length, err);
    if (status == US_OK && !us_svg_inline(svg, text, length, &def))
        status = us_fail(err, US_FAILED, path.text, 0, 0, "expected a drawing of gnuplot's");
    us_free(text);
    us_str_clear(&path);
    return status;
}

us_status us_page_figure(us_page *page, const us_figure *figure, us_error *err)
{
    us_str svg, text;
    us_error why;
    bool told = page->no_figures.length > 0;
    us_str_init(&svg);
    us_str_init(&text);
    us_status status = draw(page, figure, &svg, &why);
    if (status == US_OK) {
        us_str_addf(page->out,
                    "<figure>\n<div class=\"plot\" tabindex=\"0\" role=\"group\" "
                    "aria-label=\"Figure: %s\">\n%s</div>\n<figcaption>",
                    figure->title.text, svg.text);
        us_html_add(page->out, figure->about.text);
        us_str_addf(page->out, " <span class=\"files\">figures/%s.svg, .gp, .tsv</span>",
                    figure->name);
        us_str_add(page->out, "</figcaption>\n</figure>\n");
    } else if (status != US_INTERRUPTED) {
        char message[1024];
        us_str_addf(&text, "No figure: %s.", us_error_print(&why, message, sizeof(message)));
        if (page->def->note && !told)
            page->def->note(text.text);
        us_str_addf(&text, " Its data and script: figures/%s.tsv, figures/%s.gp.", figure->name,
                    figure->name);
        us_page_say(page, "missing", text.text);
        status = US_OK;
    } else {
        *err = why;
    }
    us_str_clear(&svg);
    us_str_clear(&text);
    return status;
}
