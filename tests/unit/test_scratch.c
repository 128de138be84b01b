#include "base/file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include <stdio.h>
#include <unistd.h>

TEST(paths_hold_while_more_are_asked_for)
{
    const char *first = scratch_new(".a"), *beside = scratch_beside(".b");
    for (int i = 0; i < 1000; i++)
        scratch_put(i % 2 ? "odd" : "even", "x");
    CHECK_STR(beside, scratch("new-1.b"));
    CHECK_STR(first, scratch("new-1.a"));
    CHECK_STR(scratch_new(".a"), scratch("new-2.a"));
}

TEST(nothing_is_left_whatever_it_is)
{
    const char *own = scratch("");
    scratch_folder("a");
    scratch_put("a/.hidden", "x");
    REQUIRE(symlink("..", scratch("a/link")) == 0);
    CHECK_STR(scratch_drop(), NULL);
    CHECK(!us_file_exists(own));
}

TEST(what_cannot_be_removed_is_told)
{
    REQUIRE(remove(scratch("")) == 0); /* somebody else did */
    CHECK_CONTAINS(scratch_drop(), "cannot remove /");
    CHECK_STR(scratch_drop(), NULL);
}
