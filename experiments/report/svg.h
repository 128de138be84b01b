/* SVG drawings within a page of HTML. */
#ifndef US_EXPERIMENTS_REPORT_SVG_H
#define US_EXPERIMENTS_REPORT_SVG_H

#include "base/str.h"

typedef struct us_svg_color {
    unsigned char red, green, blue;
    const char *style; /* the CSS that replaces it: "var(--ink)" */
} us_svg_color;

typedef struct us_svg_def {
    const char *name;  /* prefix of ids, so that those of several figures differ */
    const char *title; /* for screen readers and tooltips */
    const us_svg_color *color;
    int colors;
} us_svg_def;

/* Appends a drawing by another program as one <svg> with a title. Only known elements and
 * attributes, and links within the drawing, get through; scripts, styles, pictures, addresses and
 * its own titles do not. The text need not end in a 0. If it contains no drawing, the function
 * appends nothing and returns false. */
bool us_svg_embed(us_str *out, const char *svg, size_t length, const us_svg_def *def);

#endif
