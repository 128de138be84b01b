#include <stdalign.h>
#include <string.h>

#include "base/arena.h"
#include "base/rng.h"
#include "tests/unit/test.h"

TEST(memory_is_zero_and_aligned_also_when_reused)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_mark mark = us_arena_mark(arena);
    int wrong = 0;
    for (int round = 0; round < 3; round++) {
        for (size_t size = 0; size < 300; size++) {
            unsigned char *memory = us_arena_alloc(arena, 1, size);
            size_t align = size % 16 == 0 ? 16 : size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : 1;
            wrong += (uintptr_t)memory % align != 0;
            for (size_t i = 0; i < size; i++)
                wrong += memory[i] != 0;
            memset(memory, 0xff, size);
        }
        us_arena_release(arena, mark);
    }
    CHECK_INT(wrong, 0);
}

TEST(copies_hold_what_they_are_made_of)
{
    static const int numbers[] = {3, 1, 2};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    const int *copy = us_arena_copy(arena, numbers, 3, sizeof *numbers);
    CHECK(copy != numbers && memcmp(copy, numbers, sizeof numbers) == 0);
    CHECK(us_arena_copy(arena, NULL, 0, sizeof *numbers) != NULL);
    memset(us_arena_alloc(arena, 64, 1), 0xff, 64);
    us_mark mark = us_arena_mark(arena);
    memset(us_arena_alloc(arena, 64, 1), 0xff, 64);
    us_arena_release(arena, mark);
    CHECK_STR(us_arena_strndup(arena, "abcd", 3), "abc"); /* ends, in memory used before */
}

TEST(pieces_do_not_overlap)
{
    enum { PIECES = 500 };
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_rng rng = us_rng_derive(1, "pieces", 0);
    unsigned char *piece[PIECES];
    size_t size[PIECES];
    int wrong = 0;
    for (int i = 0; i < PIECES; i++) {
        size[i] = us_rng_next_below(&rng, i % 50 == 0 ? 40000 : 200);
        piece[i] = us_arena_alloc(arena, size[i], 1);
        memset(piece[i], i & 0xff, size[i]);
    }
    for (int i = 0; i < PIECES; i++)
        for (size_t at = 0; at < size[i]; at++)
            wrong += piece[i][at] != (i & 0xff);
    CHECK_INT(wrong, 0);
}

TEST(text_is_copied_and_ended)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    CHECK_STR(us_arena_strndup(arena, "barracks", 3), "bar");
    CHECK_STR(us_arena_strndup(arena, NULL, 0), "");
}

static void fill(us_arena *arena, us_rng rng, int pieces, uint32_t largest)
{
    for (int i = 0; i < pieces; i++)
        us_arena_alloc(arena, us_rng_next_below(&rng, largest), 1);
}

TEST(equal_rounds_allocate_in_the_first_only)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    fill(arena, us_rng_derive(1, "kept", 0), 10, 1000);
    us_mark mark = us_arena_mark(arena);
    us_rng rng = us_rng_derive(1, "round", 0);
    fill(arena, rng, 500, 5000);
    us_arena_release(arena, mark);
    uint64_t before = us_mem_alloc_count();
    size_t held = us_arena_size(arena);
    for (int round = 0; round < 20; round++) {
        fill(arena, rng, 500, 5000);
        us_arena_release(arena, mark);
    }
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
    CHECK_INT((int64_t)(us_arena_size(arena) - held), 0);
}

TEST(rounds_of_other_shapes_allocate_no_more)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_mark mark = us_arena_mark(arena);
    for (int i = 0; i < 3000; i++)
        us_arena_alloc(arena, 1, 1000);
    us_arena_release(arena, mark);
    uint64_t before = us_mem_alloc_count();
    us_arena_alloc(arena, 2900, 1000);
    us_arena_release(arena, mark);
    for (uint64_t round = 1; round < 200; round++) {
        fill(arena, us_rng_derive(2, "shape", round), 20 + (int)round % 30, 50000);
        us_arena_release(arena, mark);
    }
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
}

TEST(nested_rounds_settle_too)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    uint64_t before = 0;
    us_mark game = us_arena_mark(arena);
    for (int round = 0; round < 10; round++) {
        if (round == 3)
            before = us_mem_alloc_count();
        fill(arena, us_rng_derive(3, "game", 0), 30, 3000);
        for (uint64_t cycle = 0; cycle < 20; cycle++) {
            us_mark mark = us_arena_mark(arena);
            fill(arena, us_rng_derive(3, "cycle", cycle), 60, 4000);
            us_arena_release(arena, mark);
        }
        us_arena_release(arena, game);
    }
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
}

TEST(release_keeps_what_came_before_the_mark)
{
    us_arena *arena = us_arena_new();
    char *kept = us_arena_strndup(arena, "kept", 4);
    us_mark mark = us_arena_mark(arena);
    for (int i = 0; i < 50; i++)
        memset(us_arena_alloc(arena, 10000, 1), 0xff, 10000);
    us_arena_release(arena, mark);
    memset(us_arena_alloc(arena, 100000, 1), 0xff, 100000);
    CHECK_STR(kept, "kept");
    us_arena_free(arena);
    us_arena_free(NULL);
}

TEST(the_size_is_what_it_holds)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    CHECK_INT((int64_t)us_arena_size(arena), 0);
    us_arena_alloc(arena, 1, 1);
    size_t first = us_arena_size(arena);
    CHECK(first > 0);
    us_arena_alloc(arena, 1000000, 1);
    CHECK(us_arena_size(arena) >= first + 1000000);
}
