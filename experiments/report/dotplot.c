#include "experiments/report/dotplot.h"

#include <math.h>

#include "base/base.h"
#include "experiments/report/sheet.h"

enum {
    WIDTH = 800,
    LEFT = 222, /* of the scale */
    RIGHT = 636,
    TOP = 74, /* of the first row */
    ROW = 58,
    NOTE = 18,
    APART = 7, /* between dots of equal maps */
};

/* Okabe and Ito's colors, as dark as small shapes need. */
static const char *const colors[] = {"#0072b2", "#d55e00", "#00805c", "#b4588b", "#6e6e6e"};

static double x_of(double share)
{
    return LEFT + (RIGHT - LEFT) * fmin(1, fmax(0, share));
}

static void add_text(us_str *out, double x, double y, const char *kind, const char *text)
{
    us_str_addf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, kind);
    us_html_add(out, text);
    us_str_add(out, "</text>\n");
}

/* ---- the scale */

static void add_scale(const us_dot_plot *plot, us_str *out)
{
    int bottom = TOP + ROW * plot->rows;
    for (int percent = 0; percent <= 100; percent += 25) {
        double x = x_of(percent / 100.0);
        us_str_addf(out,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" class=\"grid\"/>\n"
                    "<text x=\"%.1f\" y=\"%d\" class=\"tick\">%d%%</text>\n",
                    x, TOP - 4, x, bottom, x, bottom + 18, percent);
    }
    add_text(out, x_of(0.5), bottom + 38, "tick", plot->axis);
}

/* ---- rows */

/* Maps of equal shares lie beside each other, above and below the middle in turn. */
static void add_dots(const us_dot_row *row, double y, us_str *out)
{
    for (int i = 0; i < row->dots; i++) {
        int before = 0;
        for (int k = 0; k < i; k++)
            before += fabs(x_of(row->dot[k]) - x_of(row->dot[i])) < APART;
        int off = (before + 1) / 2 * APART * (before % 2 ? -1 : 1);
        us_str_addf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" class=\"map\"/>\n",
                    x_of(row->dot[i]), y + fmin(24, fmax(-24, off)));
    }
}

static void add_row(const us_dot_row *row, int index, us_str *out)
{
    double middle = TOP + ROW * (index + 0.5), low = x_of(row->low), high = x_of(row->high);
    US_AUTOSTR(text);
    us_str_addf(out, "<g fill=\"%s\" stroke=\"%s\">\n", colors[index % US_COUNT(colors)],
                colors[index % US_COUNT(colors)]);
    add_dots(row, middle, out);
    us_str_addf(out,
                "<path d=\"M%.1f %.1fH%.1fM%.1f %.1fv12M%.1f %.1fv12\" class=\"range\"/>\n"
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\" class=\"mean\"/>\n</g>\n",
                low, middle, high, low, middle - 6, high, middle - 6, x_of(row->mean), middle);
    bool two = row->about[0] != '\0';
    add_text(out, 16, two ? middle - 2 : middle + 5, "name", row->name);
    if (two)
        add_text(out, 16, middle + 15, "about", row->about);
    us_str_addf(&text, "%.0f%%", row->mean * 100);
    add_text(out, RIGHT + 26, middle + 5, "name", text.text);
    us_str_reset(&text);
    us_str_addf(&text, "%.0f to %.0f", row->low * 100, row->high * 100);
    add_text(out, RIGHT + 78, middle + 5, "about", text.text);
}

void us_dot_plot_draw(const us_dot_plot *plot, us_str *out)
{
    int notes = 0;
    us_assert(plot->rows <= US_DOT_ROWS_MAX);
    while (notes < US_DOT_NOTES_MAX && plot->note[notes])
        notes++;
    int bottom = TOP + ROW * plot->rows + 66, height = bottom + NOTE * notes;
    us_str_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title\">\n"
                "<title id=\"title\">",
                WIDTH, height, WIDTH, height);
    us_html_add(out, plot->title);
    us_str_add(out, "</title>\n<style>\n"
                    "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',"
                    "sans-serif;fill:#1f2328}\n"
                    ".title{font-size:19px;font-weight:650}.name{font-size:16px;font-weight:600}\n"
                    ".about,.tick,.note{font-size:13px;fill:#59636e}.tick{text-anchor:middle}\n"
                    ".grid{stroke:#d0d7de}.range{stroke-width:3;fill:none}\n"
                    ".map{fill-opacity:.4;stroke:none}.mean{stroke:#fff;stroke-width:2}\n"
                    "</style>\n");
    us_str_addf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
    add_text(out, 16, 32, "title", plot->title);
    add_text(out, RIGHT + 26, TOP - 8, "about", "mean");
    add_text(out, RIGHT + 78, TOP - 8, "about", "95% interval");
    add_scale(plot, out);
    for (int i = 0; i < plot->rows; i++)
        add_row(&plot->row[i], i, out);
    for (int i = 0; i < notes; i++)
        add_text(out, 16, bottom + NOTE * i, "note", plot->note[i]);
    us_str_add(out, "</svg>\n");
}
