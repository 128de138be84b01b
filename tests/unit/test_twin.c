#include "base/str.h"
#include "learn/learn.h"
#include "tests/unit/learned_demo.h"
#include "tests/unit/mirrored_demo.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static const twin_plan twins[] = {
    {.name = "the same, converted"},
    {.name = "mirrored in x", .flip_x = true},
    {.name = "mirrored in y, seats swapped", .flip_y = true, .seats = true},
    {.name = "turned", .flip_x = true, .swap_xy = true},
    {.name = "x and y swapped, of the other people", .swap_xy = true, .types = true},
    {.name = "seats swapped", .seats = true},
    {.name = "of the other people", .types = true},
    {.name = "all at once", .flip_x = true, .swap_xy = true, .seats = true, .types = true},
};

/* ---- what was learned, but for provenance */

static void print_case(const us_case *from, us_str *out)
{
    us_str_add(out, "case");
    for (int i = 0; i < from->done_count; i++)
        us_str_addf(out, " %s", from->done[i]);
    us_str_add_char(out, '\n');
    for (int k = 0; k < from->entry_count; k++) {
        const us_entry *entry = &from->entry[k];
        if (learned_demo_is_provenance(entry->key))
            continue;
        us_str_addf(out, "%s:", entry->key);
        for (int n = 0; n < entry->count; n++)
            us_str_addf(out, " %lld", (long long)us_entry_number(entry, n));
        for (int n = 0; n < entry->texts; n++)
            us_str_addf(out, " \"%s\"", entry->text[n]);
        us_str_add_char(out, '\n');
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(((const us_str *)a)->text, ((const us_str *)b)->text);
}

static void print_learned(const us_brl *brl, us_str *out)
{
    US_AUTOFREE us_str *text = US_NEW_ARRAY(us_str, brl->count + 1);
    for (int i = 0; i < brl->count; i++) {
        us_str_init(&text[i]);
        us_template_print_body(brl->item[i], brl->item[i]->name, &text[i]);
        for (int k = 0; k < brl->item[i]->case_count; k++)
            print_case(&brl->item[i]->cases[k], &text[i]);
    }
    qsort(text, (size_t)brl->count, sizeof *text, compare_texts); /* total order */
    for (int i = 0; i < brl->count; i++) {
        us_str_add(out, text[i].text);
        us_str_clear(&text[i]);
    }
}

/* What is learned can be used as a file: its text gives the same behaviors. */
static void check_whole(const us_brl *brl)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOSTR(text);
    us_brl_print(brl, &text);
    US_AUTOPTR(us_brl) back = us_brl_read(brl->domain, "back", text.text, text.length, &faults);
    CHECK_INT(faults.count, 0);
    CHECK(us_brl_equal(brl, back));
}

static void learn(const demo *d, bool relax, us_str *out)
{
    US_AUTO(us_learn_result_clear) us_learn_result learned;
    us_learn_def def = us_learn_def_default();
    us_error err = {0};
    US_AUTO(us_faults_clear) us_faults faults = {0};
    def.annotation = d->goals;
    def.relax = relax;
    us_str_reset(out);
    if (us_learn_run(d->trace, &def, &learned, &err) != US_OK) {
        FAIL("%s", err.text);
        return;
    }
    CHECK(learned.seen);
    print_learned(learned.brl, out);
    us_brl_check(learned.brl, &faults);
    CHECK_INT(faults.count, 0);
    check_whole(learned.brl);
}

/* Names the line in which they differ. */
static void compare(const us_str *a, const us_str *b)
{
    const char *x = a->text, *y = b->text;
    int line = 1;
    if (CHECK(us_text_equal(x, y)))
        return;
    for (; *x && *x == *y; x++, y++)
        line += *x == '\n';
    for (; x > a->text && x[-1] != '\n'; x--)
        y--;
    FAIL("line %d: \"%.*s\" and \"%.*s\"", line, (int)strcspn(x, "\n"), x, (int)strcspn(y, "\n"),
         y);
}

static void check_twins(const demo_plan *plan, const twin_plan *twin, int count, bool relax)
{
    demo d, other;
    US_AUTOSTR(own);
    US_AUTOSTR(learned);
    demo_record(&d, plan);
    learn(&d, relax, &own);
    CHECK(own.length > 1000);
    for (int i = 0; i < count; i++) {
        us_test_row(twin[i].name);
        demo_twin(&d, &twin[i], &other);
        learn(&other, relax, &learned);
        compare(&own, &learned);
    }
    us_test_row(NULL);
}

/* ---- tests */

TEST(a_demonstration_and_its_twins_teach_the_same)
{
    static const demo_plan plan = {"ridge-1", {"expert:rush", "ai:passive"}, 5000};
    check_twins(&plan, twins, US_COUNT(twins), false);
}

TEST(so_do_those_of_all_experts)
{
    static const demo_plan plans[] = {
        {"choke-2", {"expert:knights", "ai:raid"}, 6000},
        {"open-3", {"expert:siege", "ai:footman-rush"}, 6000},
        {"scattered-4", {"expert:towers", "ai:boom"}, 6000},
        {"open-1", {"expert:economy", "ai:turtle"}, 6000},
        {"choke-5", {"ai:worker-rush", "expert:balanced"}, 6000},
    };
    for (int i = 0; i < US_COUNT(plans); i++)
        check_twins(&plans[i], &twins[3 + i], 1, i % 2);
}
