#include <string.h>

#include "base/file.h"
#include "retrieve/inside.h"
#include "retrieve/library_diff.h"
#include "retrieve/retrieve.h"
#include "tests/brlkit.h"
#include "tests/unit/libkit.h"
#include "tests/unit/test.h"

/* `count` behaviors, with cases of so many bytes; the caller frees. */
static char *text_of(const char *name, int count, int bytes)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < count; i++) {
        us_str_addf(&text,
                    "\nbehavior \"%s %d\" achieves WinWargus(player: self) {\n    do act stop()\n"
                    "    case at 1 in \"ridge-1\" {\n        feature.gold: %d\n        s.note:",
                    name, i, i);
        for (int k = 0; k < bytes; k += 100)
            us_str_addf(&text, " \"%0100d\"", k);
        us_str_add(&text, "\n    }\n}\n");
    }
    return us_str_detach(&text);
}

static void make(const char *name, const char *text)
{
    us_library *library = lib_open(name, US_LIBRARY_CREATE, brl_domain());
    lib_put(library, text);
    us_library_close(library);
}

static int behaviors_in(const char *name)
{
    us_brl *brl = NULL;
    us_library *library = lib_open(name, US_LIBRARY_READ, brl_domain());
    REQUIRE(us_library_get(library, &brl, NULL) == US_OK);
    int count = brl->count;
    us_brl_free(brl);
    us_library_close(library);
    return count;
}

/* What is put is more than SQLite keeps in memory unless it is told to. */
static void what_is_not_committed_locks_no_reader_out_however_much_it_is(void)
{
    us_library_added added = {0};
    char *few = text_of("few", 2, 100), *much = text_of("much", 40, 150000);
    us_brl *brl = brl_read(much, NULL);
    make("a.db", few);
    us_library *library = lib_open("a.db", US_LIBRARY_WRITE, brl_domain());
    REQUIRE(us_library_begin(library, NULL) == US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    CHECK_INT(behaviors_in("a.db"), 2);
    REQUIRE(us_library_commit(library, NULL) == US_OK);
    CHECK_INT(behaviors_in("a.db"), 42);
    us_library_close(library);
    us_brl_free(brl);
    us_free(few);
    us_free(much);
    lib_clean();
}

static const us_test tests[] = {
    {"what is not committed locks no reader out, however much it is",
     what_is_not_committed_locks_no_reader_out_however_much_it_is},
    {0},
};
const us_test_suite suite_together = {"several at one library", tests};
