/* What a unit test is written with.
 *
 * A file tests/unit/test_NAME.c holds one suite, and nothing else has to know of it:
 *
 *     static void one_and_one_is_two(void)
 *     {
 *         CHECK_INT(1 + 1, 2);
 *     }
 *
 *     static const us_test tests[] = {
 *         {"one and one is two", one_and_one_is_two},
 *         {0},
 *     };
 *     const us_test_suite suite_NAME = {"sums", tests};
 *
 * A failed CHECK is noted with its place and the test goes on; a failed REQUIRE ends the test.
 * Each argument is evaluated once. Checks belong on the main thread. */
#ifndef US_TESTS_UNIT_TEST_H
#define US_TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct us_test {
    const char *name; /* a sentence */
    void (*run)(void);
} us_test;

typedef struct us_test_suite {
    const char *name;
    const us_test *tests; /* ended by {0} */
} us_test_suite;

typedef struct us_test_entry {
    const char *file; /* below tests/unit/ */
    const us_test_suite *suite;
} us_test_entry;

/* Generated from the names of the files; ended by {0}. */
extern const us_test_entry us_test_entries[];

/* Each returns whether the check held. */
#define CHECK(condition) us_test_true((condition), #condition, __FILE__, __LINE__)
#define CHECK_INT(actual, expected) \
    us_test_int((int64_t)(actual), (int64_t)(expected), #actual, __FILE__, __LINE__)
#define CHECK_STR(actual, expected)  us_test_str((actual), (expected), #actual, __FILE__, __LINE__)
#define CHECK_CONTAINS(text, part)   us_test_contains((text), (part), #text, __FILE__, __LINE__)
#define CHECK_HASH(actual, expected) us_test_hash((actual), (expected), #actual, __FILE__, __LINE__)

/* For what the rest of the test cannot do without. It leaves the test, not just the function;
 * what the test had allocated is not freed then. */
#define REQUIRE(condition) ((condition) ? (void)0 : us_test_give_up(#condition, __FILE__, __LINE__))

/* A failure in words. */
#define FAIL(...) us_test_fail(__FILE__, __LINE__, __VA_ARGS__)

/* Mark the running test as skipped. It is counted, not failed; return from the test after it. */
void us_test_skip(const char *why);

/* Say which row of a table is being checked; failures name it until the test ends or the next
 * call. NULL for none. */
void us_test_row(const char *row);

void us_test_differs(int64_t actual, int64_t expected, const char *text, const char *file,
                     int line);
_Noreturn void us_test_give_up(const char *text, const char *file, int line);
void us_test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline bool us_test_true(bool holds, const char *text, const char *file, int line)
{
    if (!holds)
        us_test_fail(file, line, "%s", text);
    return holds;
}
static inline bool us_test_int(int64_t actual, int64_t expected, const char *text, const char *file,
                               int line)
{
    if (actual != expected)
        us_test_differs(actual, expected, text, file, line);
    return actual == expected;
}
bool us_test_str(const char *actual, const char *expected, const char *text, const char *file,
                 int line); /* NULL equals only NULL */
bool us_test_contains(const char *whole, const char *part, const char *text, const char *file,
                      int line);
bool us_test_hash(uint64_t actual, uint64_t expected, const char *text, const char *file, int line);

#endif
