#include "experiments/report/svg.h"

#include <string.h>

#include "experiments/report/sheet.h"

static const char *const elements[] = {"g",        "path",    "rect", "circle", "ellipse", "line",
                                       "polyline", "polygon", "text", "tspan",  "defs",    "use"};
static const char *const attributes[] = {"d",
                                         "x",
                                         "y",
                                         "x1",
                                         "y1",
                                         "x2",
                                         "y2",
                                         "cx",
                                         "cy",
                                         "r",
                                         "rx",
                                         "ry",
                                         "width",
                                         "height",
                                         "points",
                                         "fill",
                                         "stroke",
                                         "color",
                                         "opacity",
                                         "fill-opacity",
                                         "fill-rule",
                                         "font-family",
                                         "font-size",
                                         "font-weight",
                                         "font-style",
                                         "transform",
                                         "text-anchor",
                                         "stroke-width",
                                         "stroke-linecap",
                                         "stroke-linejoin",
                                         "stroke-dasharray",
                                         "stroke-opacity"};

typedef struct span {
    const char *at;
    size_t length;
} span;

typedef struct walk {
    const us_svg_def *def;
    us_str *out;
    const char *at, *end;
    int skip;            /* elements that are open within one that is left out, itself counted */
    size_t open, opened; /* of the output: where the last tag of a beginning begins and ends */
} walk;

static bool is(span s, const char *text)
{
    return strlen(text) == s.length && memcmp(s.at, text, s.length) == 0;
}

static bool is_one_of(span s, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (is(s, list[i]))
            return true;
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Characters that HTML does not allow. */
static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && !is_space(c)) || c == 127;
}

/* ---- attributes */

/* The next number of "rgb( 1,  2, 3)"; -1: there is none. */
static int next_number(const char **at)
{
    int value = 0;
    *at += strspn(*at, " ,");
    if (**at < '0' || **at > '9')
        return -1;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        value = value < 1000 ? value * 10 + **at - '0' : value;
    return value;
}

static bool is_color(const char *text, const us_svg_color *color)
{
    if (!us_text_has_prefix(text, "rgb("))
        return false;
    text += 4;
    return next_number(&text) == color->red && next_number(&text) == color->green &&
           next_number(&text) == color->blue;
}

static void add_value(const walk *w, span value)
{
    char text[64] = "";
    if (value.length < sizeof(text)) {
        memcpy(text, value.at, value.length);
        bool black = strcmp(text, "black") == 0;
        if (black || strcmp(text, "white") == 0) {
            us_str_add(w->out, black ? "currentColor" : "var(--paper)");
            return;
        }
        for (int i = 0; i < w->def->colors; i++)
            if (is_color(text, &w->def->color[i])) {
                us_str_add(w->out, w->def->color[i].style);
                return;
            }
    }
    for (size_t i = 0; i < value.length; i++)
        us_str_add_char(w->out, is_space(value.at[i]) ? ' ' : value.at[i]);
}

/* Nothing that could end the attribute, and no address: url(...) may name one. */
static bool is_harmless(span value)
{
    for (size_t i = 0; i < value.length; i++) {
        if (is_control(value.at[i]) || strchr("<>\"'&\\:;", value.at[i]))
            return false;
        if (value.length - i >= 4 && memcmp(value.at + i, "url(", 4) == 0)
            return false;
    }
    return true;
}

static void add_attribute(const walk *w, span name, span value)
{
    bool id = is(name, "id"), link = is(name, "xlink:href") || is(name, "href");
    if (!is_harmless(value) || (link && (value.length < 2 || value.at[0] != '#')))
        return;
    if (id || link) {
        us_str_addf(w->out, link ? " href=\"#%s-" : " id=\"%s-", w->def->name);
        us_str_add_bytes(w->out, value.at + link, value.length - link);
        us_str_add_char(w->out, '"');
    } else if (is_one_of(name, attributes, US_COUNT(attributes))) {
        us_str_add_char(w->out, ' ');
        us_str_add_bytes(w->out, name.at, name.length);
        us_str_add(w->out, "=\"");
        add_value(w, value);
        us_str_add_char(w->out, '"');
    }
}

/* From behind an element's name to its end. False: the text ends before. */
static bool next_attribute(walk *w, span *name, span *value)
{
    *name = *value = (span){w->at, 0};
    while (w->at < w->end && (is_space(*w->at) || *w->at == '/'))
        w->at++;
    if (w->at >= w->end || *w->at == '>')
        return false;
    name->at = w->at;
    while (w->at < w->end && !is_space(*w->at) && !strchr("=/>", *w->at))
        w->at++;
    name->length = (size_t)(w->at - name->at);
    while (w->at < w->end && is_space(*w->at))
        w->at++;
    if (w->at >= w->end || *w->at != '=') {
        w->at += name->length == 0 && w->at < w->end; /* not a name */
        return true;
    }
    w->at++;
    while (w->at < w->end && is_space(*w->at))
        w->at++;
    char quote = w->at < w->end ? *w->at : '\0';
    if (quote != '"' && quote != '\'')
        return true;
    value->at = ++w->at;
    while (w->at < w->end && *w->at != quote)
        w->at++;
    value->length = (size_t)(w->at - value->at);
    w->at += w->at < w->end;
    return true;
}

/* ---- elements */

static void begin_drawing(walk *w)
{
    span name, value;
    us_str_addf(w->out, "<svg role=\"img\" aria-labelledby=\"%s-title\"", w->def->name);
    while (next_attribute(w, &name, &value))
        if (is(name, "viewBox") && is_harmless(value)) {
            us_str_add(w->out, " viewBox=\"");
            us_str_add_bytes(w->out, value.at, value.length);
            us_str_add_char(w->out, '"');
        }
    us_str_addf(w->out, "><title id=\"%s-title\">", w->def->name);
    us_html_add(w->out, w->def->title);
    us_str_add(w->out, "</title>\n");
}

static span element_name(walk *w)
{
    span name = {w->at, 0};
    while (w->at < w->end && !is_space(*w->at) && !strchr("/>", *w->at))
        w->at++;
    name.length = (size_t)(w->at - name.at);
    return name;
}

static void open_element(walk *w)
{
    span name = element_name(w), key, value;
    bool drawn = w->skip == 0 && is_one_of(name, elements, US_COUNT(elements));
    if (drawn) {
        w->open = w->out->length;
        us_str_add_char(w->out, '<');
        us_str_add_bytes(w->out, name.at, name.length);
    }
    while (next_attribute(w, &key, &value))
        if (drawn)
            add_attribute(w, key, value);
    bool empty = w->at > name.at && w->at[-1] == '/';
    w->at += w->at < w->end;
    if (drawn)
        us_str_add(w->out, empty ? "/>" : ">");
    else if (!empty)
        w->skip++;
    w->opened = drawn && !empty ? w->out->length : 0;
}

/* A drawing is full of groups that hold nothing. */
static bool drop_empty(walk *w)
{
    size_t length = w->out->length;
    while (length > w->opened && is_space(w->out->text[length - 1]))
        length--;
    if (w->opened == 0 || length != w->opened)
        return false;
    w->out->length = w->open;
    w->out->text[w->open] = '\0';
    w->opened = 0;
    return true;
}

static void close_element(walk *w)
{
    w->at++;
    span name = element_name(w);
    const char *end = memchr(w->at, '>', (size_t)(w->end - w->at));
    w->at = end ? end + 1 : w->end;
    if (w->skip > 0) {
        w->skip--;
        return;
    }
    if (!is_one_of(name, elements, US_COUNT(elements)) || (is(name, "g") && drop_empty(w)))
        return;
    w->opened = 0;
    us_str_add(w->out, "</");
    us_str_add_bytes(w->out, name.at, name.length);
    us_str_add_char(w->out, '>');
}

/* <!-- --> and <? ?> */
static void pass_over(walk *w)
{
    const char *until = w->end - w->at > 2 && memcmp(w->at, "!--", 3) == 0 ? "-->" : ">";
    size_t length = strlen(until);
    while ((size_t)(w->end - w->at) >= length && memcmp(w->at, until, length) != 0)
        w->at++;
    w->at = (size_t)(w->end - w->at) >= length ? w->at + length : w->end;
}

static void add_text(walk *w, const char *to)
{
    bool space = false;
    for (; w->at < to; w->at++) {
        if (w->skip > 0)
            continue;
        bool blank = is_space(*w->at) || is_control(*w->at);
        if (!blank)
            us_str_add_char(w->out, *w->at);
        else if (!space)
            us_str_add_char(w->out, ' ');
        space = blank;
    }
}

/* The first within the length: behind it nothing is known to end the text. */
static const char *find_drawing(const char *svg, size_t length)
{
    for (; length >= 4; svg++, length--)
        if (memcmp(svg, "<svg", 4) == 0)
            return svg;
    return NULL;
}

bool us_svg_embed(us_str *out, const char *svg, size_t length, const us_svg_def *def)
{
    const char *start = find_drawing(svg, length);
    if (!start)
        return false;
    walk w = {.def = def, .out = out, .at = start + 4, .end = svg + length};
    begin_drawing(&w);
    w.at += w.at < w.end;
    while (w.at < w.end) {
        const char *tag = memchr(w.at, '<', (size_t)(w.end - w.at));
        add_text(&w, tag ? tag : w.end);
        if (!tag)
            break;
        w.at++;
        if (w.at < w.end && (*w.at == '!' || *w.at == '?')) {
            pass_over(&w);
        } else if (w.at < w.end && *w.at == '/') {
            if (w.end - w.at >= 4 && memcmp(w.at, "/svg", 4) == 0 && w.skip == 0)
                break;
            close_element(&w);
        } else {
            open_element(&w);
        }
    }
    us_str_add(out, "</svg>\n");
    return true;
}
