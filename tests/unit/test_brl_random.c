#include <stdio.h>
#include <string.h>

#include "tests/brl_text.h"
#include "tests/unit/test.h"

enum { FILES = 600 };

TEST(what_was_printed_parses_to_the_same_templates)
{
    int nodes = 0, kinds[US_NODE_KINDS] = {0}, cases = 0, suffixes = 0, texts = 0;
    for (int seed = 0; seed < FILES; seed++) {
        char row[32];
        snprintf(row, sizeof row, "seed %d", seed);
        us_test_row(row);
        us_faults faults = {0}, again = {0};
        us_brl *brl = brl_random((uint64_t)seed, &faults);
        if (!CHECK_INT(faults.count, 0))
            FAIL("%s", faults.fault[0].what);
        US_AUTOFREE char *text = brl_text(brl);
        us_brl *back = brl_read(text, &again);
        US_AUTOFREE char *printed = brl_text(back);
        CHECK_STR(printed, text);
        CHECK(us_brl_equal(brl, back));
        for (int i = 0; i < again.count; i++)
            if (again.fault[i].kind == US_FAULT_SYNTAX)
                FAIL("%s", again.fault[i].what);
        for (int i = 0; i < brl->count; i++) {
            for (int k = 0; k < brl->item[i]->node_count; k++)
                kinds[brl->item[i]->node[k].kind]++;
            nodes += brl->item[i]->node_count;
            for (int k = 0; k < brl->item[i]->case_count; k++) {
                const us_case *c = &brl->item[i]->cases[k];
                cases++;
                suffixes += c->done_count > 0;
                texts += c->entry_count > 0 && c->entry[0].texts > 0;
            }
        }
        us_brl_free(brl);
        us_brl_free(back);
        us_faults_clear(&faults);
        us_faults_clear(&again);
    }
    for (int kind = 0; kind < US_NODE_KINDS; kind++)
        if (kinds[kind] < 50)
            FAIL("%s was made only %d times", us_node_kind_row((us_node_kind)kind)->word,
                 kinds[kind]);
    CHECK(nodes > 10 * FILES);
    CHECK(cases > FILES && suffixes > FILES / 10 && texts > FILES / 10);
}

TEST(checking_again_finds_the_same)
{
    for (int seed = 0; seed < FILES / 10; seed++) {
        us_faults made = {0}, first = {0}, second = {0};
        us_brl *brl = brl_random((uint64_t)seed, &made);
        us_brl_check(brl, &first);
        us_brl_check(brl, &second);
        CHECK_INT(first.count, second.count);
        for (int i = 0; i < first.count && i < second.count; i++)
            CHECK_STR(first.fault[i].what, second.fault[i].what);
        us_brl_free(brl);
        us_faults_clear(&made);
        us_faults_clear(&first);
        us_faults_clear(&second);
    }
}

TEST(copies_of_subtrees_are_the_same)
{
    for (int seed = 0; seed < FILES / 10; seed++) {
        US_AUTO(us_faults_clear) us_faults faults = {0};
        US_AUTOPTR(us_brl) brl = brl_random((uint64_t)seed, &faults);
        for (int i = 1; i < brl->count; i++) {
            const us_template *from = brl->item[i];
            us_builder *b = us_builder_new(from->domain, from->kind, from->name, from, &faults);
            us_builder_copy_head(b, from);
            us_builder_copy_node(b, from, 0);
            US_AUTOPTR(us_template) copy = us_builder_finish(b);
            US_AUTOFREE char *two = brl_template_text(copy);
            US_AUTOFREE char *one = brl_template_text(from);
            CHECK_STR(two, one);
        }
        CHECK_INT(faults.count, 0);
    }
}
