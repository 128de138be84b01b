#include <string.h>

#include "experiments/report/sheet.h"
#include "studio/pages.h"

enum { MODULES_MAX = 128 };

const us_page_file *us_page_file_find(const char *name, size_t length)
{
    for (const us_page_file *file = us_page_files; file->name; file++)
        if (strlen(file->name) == length && memcmp(file->name, name, length) == 0)
            return file;
    return NULL;
}

void us_bundle_head(us_str *out, const char *title, const char *const *styles)
{
    us_str_add(out,
               "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
               "script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:\">\n"
               "<link rel=\"icon\" href=\"data:,\">\n<title>");
    us_html_add(out, title);
    us_str_add(out, "</title>\n<style>\n");
    for (; *styles; styles++) {
        const us_page_file *file = us_page_file_find(*styles, strlen(*styles));
        us_assert(file);
        us_str_add_bytes(out, (const char *)file->bytes, file->length);
    }
    us_str_add(out, "</style>\n</head>\n");
}

/* ---- modules */

typedef struct modules {
    const us_page_file *file[MODULES_MAX]; /* each once */
    int count;
} modules;

static void need(modules *all, const us_page_file *file)
{
    for (int i = 0; i < all->count; i++)
        if (all->file[i] == file)
            return;
    us_assert(all->count < MODULES_MAX);
    all->file[all->count++] = file;
}

/* Appends a module's text with "./NAME.js" as "us/NAME.js": a module in a data: address has no
 * folder to which a name could be relative. Adds the modules that it names. */
static void add_text(modules *all, const us_page_file *file, us_str *out)
{
    static const char before[] = "\"./";
    const char *at = (const char *)file->bytes, *end = at + file->length;
    while (at < end) {
        const char *quote = memchr(at, '"', (size_t)(end - at));
        size_t length = quote ? (size_t)(quote - at) : (size_t)(end - at);
        us_str_add_bytes(out, at, length);
        at += length;
        if (at == end)
            return;
        const char *name = at + strlen(before), *last = NULL;
        if ((size_t)(end - at) > strlen(before) && memcmp(at, before, strlen(before)) == 0)
            last = memchr(name, '"', (size_t)(end - name));
        const us_page_file *named = last ? us_page_file_find(name, (size_t)(last - name)) : NULL;
        if (named) {
            need(all, named);
            us_str_add(out, "\"us/");
            at = name;
        } else {
            us_str_add_char(out, *at++);
        }
    }
}

void us_bundle_modules(us_str *out, const char *module)
{
    modules all = {.count = 0};
    const us_page_file *first = us_page_file_find(module, strlen(module));
    us_assert(first);
    need(&all, first);
    US_AUTOSTR(text);
    us_str_add(out, "<script type=\"importmap\">{\"imports\":{");
    for (int i = 0; i < all.count; i++) {
        us_str_reset(&text);
        add_text(&all, all.file[i], &text);
        us_str_addf(out, "%s\n\"us/%s\":\"data:text/javascript;base64,", i ? "," : "",
                    all.file[i]->name);
        us_str_add_base64(out, text.text, text.length);
        us_str_add_char(out, '"');
    }
    us_str_addf(out, "}}</script>\n<script type=\"module\">import \"us/%s\";</script>\n", module);
}

void us_bundle_data(us_str *out, const char *id, const us_str *json)
{
    const char *at = json->text, *end = at + json->length;
    us_str_addf(out, "<script type=\"application/json\" id=\"%s\">", id);
    while (at < end) { /* a "<" stands only within a text of JSON */
        const char *sign = memchr(at, '<', (size_t)(end - at));
        size_t length = sign ? (size_t)(sign - at) : (size_t)(end - at);
        us_str_add_bytes(out, at, length);
        at += length;
        if (at < end) {
            us_str_add(out, "\\u003c");
            at++;
        }
    }
    us_str_add(out, "</script>\n");
}
