#include "experiments/report/document.h"

#include <string.h>

/* What a form writes around each kind of block. */
typedef struct marks {
    const char *heading[2], *paragraph[2], *facts[2], *fact[3], *code[2], *table[2];
    void (*add)(us_str *out, const char *text);
} marks;

static const marks html = {
    .heading = {"<h3>", "</h3>\n"},
    .paragraph = {"<p>", "</p>\n"},
    .facts = {"<dl>\n", "</dl>\n"},
    .fact = {"<dt>", "</dt><dd>", "</dd>\n"},
    .code = {"<pre>", "</pre>\n"},
    .table = {"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table: ",
              "</div>\n"},
    .add = us_html_add,
};
static const marks markdown = {
    .heading = {"\n## ", "\n"},
    .paragraph = {"\n", "\n"},
    .facts = {"\n", ""},
    .fact = {"- **", ":** ", "\n"},
    .code = {"\n", ""},
    .table = {"\n", ""},
    .add = us_markdown_add,
};
static const marks latex = {
    .heading = {"\n\\subsection*{", "}\n"},
    .paragraph = {"\n", "\n"},
    .facts = {"\n\\begin{description}\n", "\\end{description}\n"},
    .fact = {"\\item[", "] ", "\n"},
    .code =
        {"\n{\\footnotesize\\ttfamily\\frenchspacing\\raggedright\\setlength{\\parindent}{0pt}\n",
         "}\n"},
    .table = {"\n", ""},
    .add = us_latex_add,
};

static const marks *marks_of(const us_document *d)
{
    return d->form == US_FORM_HTML ? &html : d->form == US_FORM_LATEX ? &latex : &markdown;
}

static void close_facts(us_document *d)
{
    if (d->in_facts)
        us_str_add(d->out, marks_of(d)->facts[1]);
    d->in_facts = false;
}

void us_document_add_heading(us_document *d, const char *text)
{
    const marks *m = marks_of(d);
    close_facts(d);
    us_str_add(d->out, m->heading[0]);
    m->add(d->out, text);
    us_str_add(d->out, m->heading[1]);
}

void us_document_add_paragraph(us_document *d, const char *text)
{
    const marks *m = marks_of(d);
    close_facts(d);
    us_str_add(d->out, m->paragraph[0]);
    m->add(d->out, text);
    us_str_add(d->out, m->paragraph[1]);
}

void us_document_add_fact(us_document *d, const char *name, const char *text)
{
    const marks *m = marks_of(d);
    if (!text[0])
        return;
    if (!d->in_facts)
        us_str_add(d->out, m->facts[0]);
    d->in_facts = true;
    us_str_add(d->out, m->fact[0]);
    m->add(d->out, name);
    us_str_add(d->out, m->fact[1]);
    m->add(d->out, text);
    us_str_add(d->out, m->fact[2]);
}

/* ---- code */

/* Markdown: four spaces, so that no line ends the block. LaTeX: a paragraph for each line, since
 * its own environment ends at a text that a name could hold; an apostrophe is straight. */
static void add_code_line(const us_document *d, const char *line)
{
    if (d->form == US_FORM_MARKDOWN) {
        us_str_add(d->out, "    ");
        us_str_add_printable(d->out, line, strlen(line));
        us_str_add(d->out, "\n");
        return;
    }
    for (; *line == ' '; line++)
        us_str_add(d->out, "\\ ");
    while (*line) {
        us_str part;
        size_t length = strcspn(line, "'");
        us_str_init(&part);
        us_str_add_bytes(&part, line, length);
        us_latex_add(d->out, part.text);
        us_str_clear(&part);
        line += length;
        if (*line == '\'') {
            us_str_add(d->out, "{\\char13}");
            line++;
        }
    }
    us_str_add(d->out, "\\par\n");
}

void us_document_add_code(us_document *d, const char *text)
{
    const marks *m = marks_of(d);
    us_str line;
    us_str_init(&line);
    close_facts(d);
    us_str_add(d->out, m->code[0]);
    if (d->form == US_FORM_HTML)
        us_html_add(d->out, text);
    while (d->form != US_FORM_HTML && *text) {
        us_str_reset(&line);
        for (; *text && *text != '\n'; text++)
            if (*text == '\t')
                us_str_add(&line, "    ");
            else
                us_str_add_char(&line, *text);
        add_code_line(d, line.text);
        text += *text == '\n';
    }
    us_str_add(d->out, m->code[1]);
    us_str_clear(&line);
}

/* ---- tables */

void us_document_add_sheet(us_document *d, us_sheet *sheet)
{
    const marks *m = marks_of(d);
    close_facts(d);
    if (us_sheet_rows(sheet) > 0) {
        us_str_add(d->out, m->table[0]);
        if (d->form == US_FORM_HTML)
            us_str_addf(d->out, "%s\">\n", sheet->name);
        us_sheet_print(sheet, d->form, d->out);
        us_str_add(d->out, m->table[1]);
    }
    us_sheet_free(sheet);
}

void us_document_end(us_document *d)
{
    close_facts(d);
}
