#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "tests/unit/test.h"

typedef struct item {
    uint32_t key;
    int order;
    char padding[4];
} item;

static int by_key(const void *a, const void *b)
{
    const item *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

TEST(equal_items_keep_their_order)
{
    item items[300];
    us_rng rng = us_rng_derive(1, "sort", 0);
    for (int count = 0; count <= US_COUNT(items); count += count < 40 ? 1 : 13) {
        uint32_t sum = 0;
        int wrong = 0;
        for (int i = 0; i < count; i++) {
            items[i] = (item){.key = us_rng_next_below(&rng, 20), .order = i};
            sum += items[i].key;
        }
        us_array_sort(items, (size_t)count, sizeof items[0], by_key);
        for (int i = 0; i < count; i++) {
            sum -= items[i].key;
            wrong += i > 0 && items[i - 1].key > items[i].key;
            wrong +=
                i > 0 && items[i - 1].key == items[i].key && items[i - 1].order > items[i].order;
        }
        CHECK_INT(sum, 0);
        CHECK_INT(wrong, 0);
    }
}

static int by_char(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

TEST(small_items_of_odd_counts_are_sorted)
{
    static const struct {
        const char *text, *sorted;
    } rows[] = {
        {"", ""},
        {"a", "a"},
        {"ba", "ab"},
        {"cab", "abc"},
        {"edcba", "abcde"},
        {"abcdefg", "abcdefg"},
        {"understudy", "ddenrstuuy"},
        {"zyxwvutsr", "rstuvwxyz"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        char text[16];
        us_test_row(rows[i].text);
        snprintf(text, sizeof text, "%s", rows[i].text);
        us_array_sort(text, strlen(text), 1, by_char);
        CHECK_STR(text, rows[i].sorted);
    }
}

TEST(a_place_is_found_by_key)
{
    static const struct {
        uint32_t key;
        char more[5]; /* items of odd sizes */
    } items[] = {{2, ""}, {3, ""}, {3, ""}, {0x80000001u, ""}};
    static const struct {
        uint32_t key;
        int count, place;
    } rows[] = {{0, 0, 0}, {0, 4, 0}, {2, 4, 0}, {3, 4, 1}, {4, 4, 3}, {UINT32_MAX, 4, 4}};
    for (int i = 0; i < US_COUNT(rows); i++)
        CHECK_INT(us_array_lower_bound(rows[i].key, items, rows[i].count, sizeof items[0]),
                  rows[i].place);
}
