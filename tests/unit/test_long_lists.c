/* Lists as long as their counts allow. */
#include <limits.h>
#include <setjmp.h>

#include "base/base.h"
#include "tests/unit/test.h"

static size_t asked;
static char nothing[8];
static jmp_buf failed;

static void *pretend(void *context, void *memory, size_t size)
{
    (void)context, (void)memory;
    asked = size;
    return size ? nothing : NULL;
}

static void leave(void *context, const char *condition, const char *file, int line)
{
    (void)context, (void)condition, (void)file, (void)line;
    longjmp(failed, 1);
}

TEST(a_list_grows_to_the_last_item_that_an_int_counts_and_no_further)
{
    int capacity = INT_MAX / 2 + 1;
    us_mem_set_allocator(pretend, NULL);
    us_array_grow(nothing, capacity, &capacity, 16);
    us_mem_set_allocator(NULL, NULL);
    CHECK_INT(capacity, INT_MAX);
    CHECK(asked == (size_t)INT_MAX * 16);
    volatile bool refused = false;
    us_assert_set_handler(leave, NULL);
    if (setjmp(failed) == 0)
        us_array_grow(nothing, INT_MAX, &capacity, 16);
    else
        refused = true;
    us_assert_set_handler(NULL, NULL);
    CHECK(refused);
}
