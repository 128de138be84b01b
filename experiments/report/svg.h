/* A figure as it stands within a page. */
#ifndef US_EXPERIMENTS_REPORT_SVG_H
#define US_EXPERIMENTS_REPORT_SVG_H

#include "base/str.h"

typedef struct us_svg_color {
    unsigned char red, green, blue;
    const char *style; /* what stands for it: "var(--ink)" */
} us_svg_color;

typedef struct us_svg_def {
    const char *name;  /* ids begin with it, so that those of several figures differ */
    const char *title; /* read out, and shown by a pointer that rests */
    const us_svg_color *color;
    int colors;
} us_svg_def;

/* Of a drawing that another program wrote, what draws: known elements and attributes, links within
 * it alone. No scripts, styles, pictures or addresses get through, nor titles of its own. Appended
 * as one <svg> with a title; false, and nothing: there is no drawing in the text, which need not
 * end in a 0. */
bool us_svg_inline(us_str *out, const char *svg, size_t length, const us_svg_def *def);

#endif
