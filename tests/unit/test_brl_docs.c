#include <string.h>

#include "base/file.h"
#include "tests/brlkit.h"
#include "tests/unit/test.h"

/* A block ```brl is a file, a block ```brl-node the body of a tree. */
static void try_block(const char *kind, const char *text, size_t length, int *seen)
{
    us_str file;
    us_str_init(&file);
    bool node = us_text_equal(kind, "brl-node");
    if (node)
        us_str_add(&file, "brl 1\n\nslot seen: entity\n\n"
                          "tree U(who: entity, n: number) {\n    do sequence {\n"
                          "        set seen = who\n        emit found\n    }\n}\n\n"
                          "tree T(who: entity, all: group, n: number) {\n    slot made: entity\n"
                          "    do ");
    us_str_add_bytes(&file, text, length);
    us_str_add(&file, node ? "}\n" : "");
    us_faults faults = {0};
    us_brl *brl = brl_read(file.text, &faults), *back = NULL;
    for (int i = 0; i < faults.count; i++)
        FAIL("%d:%d: %s; %s in\n%s", faults.fault[i].line, faults.fault[i].column,
             faults.fault[i].what, faults.fault[i].fix, file.text);
    if (faults.count == 0) {
        char *printed = brl_text(brl);
        back = brl_read(printed, NULL);
        CHECK(us_brl_equal(brl, back));
        us_free(printed);
    }
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count; k++)
            seen[brl->item[i]->node[k].kind]++;
    us_brl_free(brl);
    us_brl_free(back);
    us_faults_clear(&faults);
    us_str_clear(&file);
}

static void the_examples_of_the_manual_are_sound_and_show_every_node(void)
{
    int seen[US_NODE_KINDS] = {0}, blocks = 0;
    char *page;
    size_t length;
    REQUIRE(us_file_read("docs/LANGUAGE.md", 1 << 20, &page, &length, NULL) == US_OK);
    for (const char *at = page; (at = strstr(at, "\n```brl"));) {
        char kind[16] = "";
        at += strlen("\n```");
        size_t size = strcspn(at, "\n");
        REQUIRE(size < sizeof kind);
        memcpy(kind, at, size);
        const char *text = at + size + 1, *end = strstr(text, "\n```");
        REQUIRE(end);
        us_test_row(kind);
        try_block(kind, text, (size_t)(end + 1 - text), seen);
        blocks++;
        at = end + 4;
    }
    us_test_row(NULL);
    CHECK(blocks >= 20);
    for (int i = 0; i < US_NODE_KINDS; i++)
        if (!seen[i])
            FAIL("no example of %s", us_node_about((us_node_kind)i)->word);
    us_free(page);
}

static void the_manual_names_every_setting_and_kind_of_fault(void)
{
    const us_setting *settings;
    char *page;
    size_t length;
    REQUIRE(us_file_read("docs/LANGUAGE.md", 1 << 20, &page, &length, NULL) == US_OK);
    for (int i = us_settings(&settings) - 1; i >= 0; i--) {
        CHECK_CONTAINS(page, settings[i].word);
        for (int k = 0; settings[i].value && settings[i].value[k]; k++)
            CHECK_CONTAINS(page, settings[i].value[k]);
    }
    for (int i = 0; i < US_FAULT_KINDS; i++) {
        us_str row;
        us_str_init(&row);
        us_str_addf(&row, "\n| `%s` |", us_fault_name((us_fault_kind)i));
        CHECK_CONTAINS(page, row.text);
        us_str_clear(&row);
    }
    us_free(page);
}

static const us_test tests[] = {
    {"the examples of the manual are sound and show every node",
     the_examples_of_the_manual_are_sound_and_show_every_node},
    {"the manual names every setting and kind of fault",
     the_manual_names_every_setting_and_kind_of_fault},
    {0},
};
const us_test_suite suite_brl_docs = {"the manual of behaviors", tests};
