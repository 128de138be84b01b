#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "tests/brl_text.h"
#include "tests/unit/test.h"

/* The pages that show behaviors. */
static const char *const pages[] = {
    "docs/LANGUAGE.md",         "docs/LANGUAGE_REFERENCE.md", "docs/NODE_REFERENCE.md",
    "docs/CHOOSE_REFERENCE.md", "docs/TREE_RUNS.md",          "docs/TREES.md",
};

static char *read_page(const char *path)
{
    char *page;
    size_t length;
    REQUIRE(us_file_read(path, 1 << 20, &page, &length, NULL) == US_OK);
    return page;
}

/* Returns the domain that the first line of a file names, else skirmish. */
static const us_domain *domain_of(const char *text, us_domain **named)
{
    char name[US_NAME_MAX + 1];
    *named = NULL;
    if (us_brl_detect(text, strlen(text), name) && name[0])
        REQUIRE(us_domain_load_shipped(name, named, NULL) == US_OK);
    return *named ? *named : brl_domain();
}

/* A block ```brl is a file, a block ```brl-node the body of a tree. */
static void try_block(const char *kind, const char *text, size_t length, int *seen)
{
    US_AUTOSTR(file);
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
    US_AUTOPTR(us_domain) named = NULL;
    const us_domain *domain = domain_of(file.text, &named);
    us_brl *brl = us_brl_read(domain, "t.brl", file.text, file.length, &faults), *back = NULL;
    for (int i = 0; i < faults.count; i++)
        FAIL("%d:%d: %s; %s in\n%s", faults.fault[i].line, faults.fault[i].column,
             faults.fault[i].what, faults.fault[i].fix, file.text);
    if (faults.count == 0) {
        US_AUTOFREE char *printed = brl_text(brl);
        back = us_brl_read(domain, "t.brl", printed, strlen(printed), &faults);
        CHECK_INT(faults.count, 0);
        CHECK(us_brl_equal(brl, back));
    }
    for (int i = 0; i < brl->count; i++)
        for (int k = 0; k < brl->item[i]->node_count; k++)
            seen[brl->item[i]->node[k].kind]++;
    us_brl_free(brl);
    us_brl_free(back);
    us_faults_clear(&faults);
}

/* Tries each block of a page. Returns how many there are. A block may have the name of its file
 * behind its kind. */
static int try_page(const char *page, int *seen)
{
    int blocks = 0;
    for (const char *at = page; (at = strstr(at, "\n```brl")); blocks++) {
        char kind[16] = "";
        at += strlen("\n```");
        size_t size = strcspn(at, " \n");
        REQUIRE(size < sizeof kind);
        memcpy(kind, at, size);
        const char *text = strchr(at, '\n') + 1, *end = strstr(text, "\n```");
        REQUIRE(end);
        us_test_row(kind);
        try_block(kind, text, (size_t)(end + 1 - text), seen);
        at = end + 1;
    }
    us_test_row(NULL);
    return blocks;
}

TEST(the_examples_of_the_manual_are_sound_and_show_every_node)
{
    int seen[US_NODE_KINDS] = {0}, blocks = 0;
    for (int i = 0; i < US_COUNT(pages); i++) {
        US_AUTOFREE char *page = read_page(pages[i]);
        int found = try_page(page, seen);
        if (found == 0)
            FAIL("no example in %s", pages[i]);
        blocks += found;
    }
    CHECK(blocks >= 30);
    for (int i = 0; i < US_NODE_KINDS; i++)
        if (!seen[i])
            FAIL("no example of %s", us_node_kind_row((us_node_kind)i)->word);
}

TEST(the_manual_names_every_setting_and_kind_of_fault)
{
    const us_setting *settings;
    US_AUTOSTR(manual);
    for (int i = 0; i < US_COUNT(pages); i++) {
        US_AUTOFREE char *page = read_page(pages[i]);
        us_str_add(&manual, page);
    }
    for (int i = us_setting_list(&settings) - 1; i >= 0; i--) {
        CHECK_CONTAINS(manual.text, settings[i].word);
        for (int k = 0; settings[i].value && settings[i].value[k]; k++)
            CHECK_CONTAINS(manual.text, settings[i].value[k]);
    }
    for (int i = 0; i < US_FAULT_KINDS; i++) {
        US_AUTOSTR(row);
        us_str_addf(&row, "\n| `%s` |", us_fault_name((us_fault_kind)i));
        CHECK_CONTAINS(manual.text, row.text);
    }
}
