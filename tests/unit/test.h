/* What unit tests are written with.
 *
 * A file tests/unit/test_NAME.c is the suite NAME. The name of a test is a sentence:
 *
 *     TEST(one_and_one_is_two)
 *     {
 *         CHECK_INT(1 + 1, 2);
 *     }
 *
 * A failed CHECK is noted with its place, and the test goes on. A failed REQUIRE ends the test.
 * Each argument is evaluated once. Checks belong on the main thread. */
#ifndef US_TESTS_UNIT_TEST_H
#define US_TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct us_test {
    const char *file, *name; /* the source, and the identifier of the test */
    void (*run)(void);
    struct us_test *next;
} us_test;

/* Adds a test behind those that were added before. A TEST adds itself before main begins. */
void us_test_add(us_test *test);

#define TEST(NAME)                                            \
    static void NAME(void);                                   \
    __attribute__((constructor)) static void NAME##_add(void) \
    {                                                         \
        static us_test test = {__FILE__, #NAME, NAME, NULL};  \
        us_test_add(&test);                                   \
    }                                                         \
    static void NAME(void)

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
