/* Any bytes as an annotation: goals, or an error with a place; what is read is written in one
 * form and read again the same. */
#include "tests/fuzz/shipped.h"
#include "traces/annotation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void turn_around(us_annotation *annotation)
{
    us_annotation *again = NULL;
    us_str text, other;
    us_str_init(&text);
    us_str_init(&other);
    us_annotation_write(annotation, &text);
    us_status status =
        us_annotation_parse("again", text.text, text.length, shipped_domain(), NULL, &again, NULL);
    us_assert(status == US_OK && again->count == annotation->count);
    us_annotation_write(again, &other);
    us_assert(us_text_equal(text.text, other.text));
    for (int i = 0; i < again->count && i < 64; i++)
        us_annotation_nest(again, &again->goal[i]);
    us_annotation_free(again);
    us_str_clear(&text);
    us_str_clear(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    us_annotation *annotation = NULL;
    us_remarks findings = {0};
    us_error err = {0};
    us_status status =
        us_annotation_parse("fuzz", text, size, shipped_domain(), &findings, &annotation, &err);
    us_assert(status == US_OK || (err.line > 0 && err.text[0]));
    for (int i = 0; i < findings.count; i++)
        us_assert(findings.finding[i].line > 0 && findings.finding[i].text[0]);
    if (status == US_OK)
        turn_around(annotation);
    us_remarks_clear(&findings);
    us_annotation_free(annotation);
    return 0;
}
