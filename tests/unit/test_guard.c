#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/guard.h"
#include "base/parallel.h"
#include "base/str.h"
#include "tests/unit/failing_memory.h"
#include "tests/unit/test.h"

/* ---- works */

typedef struct work {
    int depth;    /* of calls, each with memory of its own */
    int released; /* how many of these calls have released it */
    int done;
    us_str *text; /* grows; or NULL */
} work;

typedef struct holder {
    work *of;
    char *memory;
} holder;

static void release(holder *h)
{
    h->of->released++;
    us_mem_free(h->memory);
}

static void descend(work *w, int depth)
{
    US_AUTO(release) holder h = {.of = w};
    h.memory = us_mem_alloc(100);
    if (w->text)
        us_str_add(w->text, "some text that does not fit into the first bytes");
    if (depth > 1)
        descend(w, depth - 1);
    w->done += depth == 1;
}

static void carry_out(void *context)
{
    work *w = context;
    descend(w, w->depth);
}

static void carry_out_whole(void *context)
{
    US_WHOLE;
    carry_out(context);
}

static void carry_out_twice(void *context)
{
    work *w = context;
    failing_memory_arm(3, FAILING_MEMORY_FROM);
    CHECK(!us_guard_run(carry_out, w));
    failing_memory_disarm();
    w->released = 0;
    carry_out(w);
}

/* ---- tests */

TEST(memory_that_runs_out_ends_the_guarded_work_and_nothing_is_lost)
{
    failing_memory_begin();
    for (int n = 1; n <= 6; n++) {
        work w = {.depth = 5};
        failing_memory_arm(n, FAILING_MEMORY_FROM);
        bool whole = us_guard_run(carry_out, &w);
        failing_memory_disarm();
        CHECK(whole == (n > 5));
        CHECK_INT(w.released, n > 5 ? 5 : n);
        CHECK_INT(w.done, n > 5);
        CHECK_INT(failing_memory_live(), 0);
    }
    CHECK(!us_guard_is_active());
    failing_memory_end();
}

TEST(a_guard_within_a_guard_ends_alone)
{
    failing_memory_begin();
    work w = {.depth = 5};
    CHECK(us_guard_run(carry_out_twice, &w));
    CHECK_INT(w.released, 5);
    CHECK_INT(w.done, 1);
    CHECK_INT(failing_memory_live(), 0);
    failing_memory_end();
}

TEST(a_whole_section_takes_the_reserve_and_goes_on)
{
    failing_memory_begin();
    us_reserve_open(FAILING_MEMORY_RESERVE);
    work w = {.depth = 5};
    failing_memory_arm(3, FAILING_MEMORY_FROM);
    CHECK(us_guard_run(carry_out_whole, &w));
    CHECK(failing_memory_disarm());
    CHECK_INT(w.done, 1);
    CHECK(us_memory_is_short());
    work next = {.depth = 1};
    CHECK(!us_guard_run(carry_out, &next)); /* works give back their memory meanwhile */
    failing_memory_arm(1, FAILING_MEMORY_FROM);
    CHECK(!us_reserve_refill());
    failing_memory_disarm();
    CHECK(us_reserve_refill() && !us_memory_is_short());
    CHECK(us_guard_run(carry_out, &next));
    us_reserve_close();
    CHECK_INT(failing_memory_live(), 0);
    failing_memory_end();
}

static void add_text(void *context)
{
    us_str *text = context;
    for (int i = 0; i < 100; i++)
        us_str_add(text, "0123456789");
}

static void add_items(void *context)
{
    US_LIST(int) *list = context;
    for (int i = 0; i < 1000; i++)
        US_LIST_PUT(*list, i);
}

static void add_chunks(void *context)
{
    us_arena *arena = context;
    for (int i = 0; i < 100; i++)
        memset(us_arena_alloc(arena, 10000, 1), 1, 10000);
}

TEST(texts_lists_and_arenas_stay_sound_when_they_could_not_grow)
{
    failing_memory_begin();
    for (int n = 1; n <= 12; n++) {
        US_AUTOSTR(text);
        US_AUTOPTR(us_arena) arena = us_arena_new();
        US_LIST(int) list = {0};
        for (int round = 0; round < 2; round++) {
            if (round == 0)
                failing_memory_arm(n, FAILING_MEMORY_ONCE);
            us_guard_run(add_text, &text);
            if (round == 0)
                failing_memory_arm(n, FAILING_MEMORY_ONCE);
            us_guard_run(add_items, &list);
            if (round == 0)
                failing_memory_arm(n, FAILING_MEMORY_ONCE);
            us_guard_run(add_chunks, arena);
            failing_memory_disarm();
        }
        CHECK(text.length >= 1000 && strlen(text.text) == text.length);
        CHECK(list.count >= 1000 && list.item[list.count - 1] == 999);
        us_mem_free(list.item);
    }
    CHECK_INT(failing_memory_live(), 0);
    failing_memory_end();
}

typedef US_LIST(char *) name_list;

static void add_name(void *context)
{
    name_list *list = context;
    US_LIST_PUT(*list, us_mem_strdup("a"));
}

TEST(an_item_counts_once_its_value_is_there)
{
    failing_memory_begin();
    name_list list = {0};
    add_name(&list);
    failing_memory_arm(1, FAILING_MEMORY_ONCE); /* the list has room: the text fails */
    CHECK(!us_guard_run(add_name, &list));
    failing_memory_disarm();
    CHECK_INT(list.count, 1);
    for (int i = 0; i < list.count; i++)
        us_mem_free(list.item[i]);
    us_mem_free(list.item);
    CHECK_INT(failing_memory_live(), 0);
    failing_memory_end();
}

static void task(void *context, int index)
{
    work *w = context;
    descend(&w[index], 3);
}

static void carry_out_parallel(void *context)
{
    us_parallel_run(40, task, context);
}

TEST(a_parallel_loop_ends_in_all_its_threads)
{
    failing_memory_begin();
    for (int n = 1; n <= 121; n += 8) {
        work w[40] = {0};
        int done = 0;
        failing_memory_arm(n, FAILING_MEMORY_ONCE);
        bool whole = us_guard_run(carry_out_parallel, w);
        failing_memory_disarm();
        for (int i = 0; i < US_COUNT(w); i++)
            done += w[i].done;
        CHECK(whole == (n > 120));
        CHECK(whole ? done == 40 : done < 40);
        CHECK_INT(failing_memory_live(), 0);
    }
    failing_memory_end();
}
