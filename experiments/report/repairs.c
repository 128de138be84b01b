#include "experiments/repaired_library.h"
#include "experiments/report/page.h"

static void add_one(us_page *page, const us_repaired_library *one)
{
    const us_comparison *c = page->comparison;
    const us_side *side = &c->side[one->side];
    us_arena *arena = us_arena_new();
    us_sheet *sheet = us_repaired_library_make_sheet(one, arena);
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "%d behavior%s of \"%s\" %s repaired, by %d repair%s.", one->lineage.count,
                one->lineage.count == 1 ? "" : "s", side->name,
                one->lineage.count == 1 ? "was" : "were", one->lineage.repairs,
                one->lineage.repairs == 1 ? "" : "s");
    if (side->runs > 0)
        us_str_add(&text, " That is its first run; the others have repairs of their own.");
    us_page_add_paragraph(page, NULL, text.text);
    if (one->how[0])
        us_page_add_paragraph(page, NULL, one->how);
    us_page_add_sheet(page, sheet);
    for (int i = 0; i < one->helped.verdicts; i++) {
        us_str_reset(&text);
        const us_versus *v = &one->helped.versus[i];
        us_str_addf(&text, "%s %s%s%s", v->verdict, v->care, v->care[0] ? " " : "", one->caveat);
        us_page_add_paragraph(page, NULL, text.text);
    }
    if (one->original < 0)
        us_page_add_paragraph(
            page, NULL, "Whether it helped is not known: what it was adapted from did not play.");
    else
        us_page_add_library_pair(page, one->original, one->side);
    us_str_clear(&text);
    us_sheet_free(sheet);
    us_arena_free(arena);
}

void us_page_add_repairs(us_page *page)
{
    us_repaired_library *list;
    int count;
    us_error why;
    char message[1024];
    if (us_repaired_libraries_list(page->manifest, page->def->folder, page->comparison, &list,
                                   &count, &why) != US_OK) {
        us_page_begin_section(page, "repairs", "What was repaired, and whether it helped");
        us_page_add_paragraph(page, "missing", us_error_print(&why, message, sizeof(message)));
        us_page_end_section(page);
        return;
    }
    if (count > 0) {
        us_page_begin_section(page, "repairs", "What was repaired, and whether it helped");
        for (int i = 0; i < count; i++)
            add_one(page, &list[i]);
        us_page_end_section(page);
    }
    us_repaired_libraries_free(list, count);
}
