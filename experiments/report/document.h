/* A document of headings, paragraphs, facts, code and tables, written as HTML, Markdown or LaTeX.
 * All texts are escaped. */
#ifndef US_EXPERIMENTS_REPORT_DOCUMENT_H
#define US_EXPERIMENTS_REPORT_DOCUMENT_H

#include "experiments/sheet.h"

typedef struct us_document {
    us_sheet_form form; /* US_FORM_HTML, US_FORM_MARKDOWN or US_FORM_LATEX */
    us_str *out;        /* is appended to; borrowed */
    bool in_facts;      /* private: a list of facts is open */
} us_document;

/* Adds a heading, below that of the page or file. */
void us_document_add_heading(us_document *document, const char *text);
void us_document_add_paragraph(us_document *document, const char *text);
/* Adds a fact; consecutive ones are one list. Adds nothing if the text is "". */
void us_document_add_fact(us_document *document, const char *name, const char *text);
/* Adds lines as they are, in a fixed font. */
void us_document_add_code(us_document *document, const char *text);
/* Adds a table, if it has rows, and frees it. */
void us_document_add_sheet(us_document *document, us_sheet *sheet);
/* Ends what is open; the last call. */
void us_document_end(us_document *document);

#endif
