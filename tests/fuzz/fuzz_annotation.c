/* Any bytes as an annotation: goals, or an error with a place; what is read is written in one
 * form and read again the same. */
#include "tests/fuzz/shipped.h"
#include "traces/label_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Each goal has one place, behind the one above it. */
static void hold_tree(const us_annotation *annotation)
{
    us_label_tree tree;
    us_label_tree_init(&tree, annotation);
    us_assert(tree.count == annotation->count);
    for (int i = 0; i < tree.count; i++) {
        const us_label_place *place = &tree.place[i];
        us_assert(tree.order[place->first] == i);
        us_assert(place->first <= place->last && place->last < tree.count);
        if (place->parent < 0)
            us_assert(place->depth == 0);
        else
            us_assert(place->depth == tree.place[place->parent].depth + 1 &&
                      us_label_tree_is_ancestor(&tree, place->parent, i) && !place->circle &&
                      !place->lost);
    }
    us_label_tree_clear(&tree);
}

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
    hold_tree(again);
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
    us_remarks remarks = {0};
    us_error err = {0};
    us_status status =
        us_annotation_parse("fuzz", text, size, shipped_domain(), &remarks, &annotation, &err);
    us_assert(status == US_OK || (err.line > 0 && err.text[0]));
    for (int i = 0; i < remarks.count; i++)
        us_assert(remarks.remark[i].line > 0 && remarks.remark[i].text[0]);
    if (status == US_OK)
        turn_around(annotation);
    us_remarks_clear(&remarks);
    us_annotation_free(annotation);
    return 0;
}
