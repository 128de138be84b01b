#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/sums.h"
#include "tests/unit/test.h"

/* Run act in a child; its signal, or minus its exit status, and what it said on standard error. */
static int died_of(void (*act)(void), char *said, size_t size)
{
    int ends[2], status = 0;
    size_t length = 0;
    ssize_t got;
    if (pipe(ends) != 0)
        return -1;
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        act();
        _exit(0);
    }
    close(ends[1]);
    while (length + 1 < size && (got = read(ends[0], said + length, size - length - 1)) > 0)
        length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void assert_two_is_three(void)
{
    int two = 2;
    us_assert(two == 3);
}

static void allocate_too_many(void)
{
    volatile size_t many = SIZE_MAX / 4;
    us_mem_free(us_mem_alloc_array(many, 8));
}

TEST(a_failed_assertion_names_itself_and_aborts)
{
    char said[256];
    CHECK_INT(died_of(assert_two_is_three, said, sizeof said), SIGABRT);
    CHECK(strstr(said, "test_base.c:") != NULL);
    CHECK(strstr(said, "two == 3") != NULL);
}

TEST(an_array_whose_size_overflows_is_refused)
{
    char said[256];
    CHECK_INT(died_of(allocate_too_many, said, sizeof said), SIGABRT);
}

TEST(new_memory_is_zero)
{
    int *numbers = US_NEW_ARRAY(int, 1000);
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum |= numbers[i];
    CHECK_INT(sum, 0);
    us_mem_free(numbers);
}

TEST(nothing_can_be_allocated_and_freed)
{
    void *none = us_mem_alloc(0), *array = us_mem_alloc_array(0, 16),
         *grown = us_mem_realloc(NULL, 0);
    CHECK(none && array && grown);
    us_mem_free(none);
    us_mem_free(array);
    us_mem_free(grown);
    us_mem_free(NULL);
}

TEST(each_allocating_call_counts_once)
{
    uint64_t before = us_mem_alloc_count();
    void *memory = us_mem_alloc(8);
    memory = us_mem_realloc(memory, 16);
    char *text = us_mem_strdup("farm");
    int *array = US_NEW_ARRAY(int, 3);
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 4);
    CHECK_STR(text, "farm");
    us_mem_free(memory);
    us_mem_free(text);
    us_mem_free(array);
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 4);
}

static void *count_in_thread(void *out)
{
    us_mem_free(us_mem_alloc(1));
    *(uint64_t *)out = us_mem_alloc_count();
    return NULL;
}

TEST(a_thread_counts_its_own_allocations)
{
    pthread_t thread;
    uint64_t counted = 0, before = us_mem_alloc_count();
    CHECK_INT(pthread_create(&thread, NULL, count_in_thread, &counted), 0);
    pthread_join(thread, NULL);
    CHECK_INT((int64_t)counted, 1);
    CHECK_INT((int64_t)(us_mem_alloc_count() - before), 0);
}

TEST(amounts_stay_within_64_bits)
{
    CHECK(us_sums_add(INT64_MAX, 1) == INT64_MAX && us_sums_add(INT64_MIN, -1) == INT64_MIN);
    CHECK(us_sums_add(-3, 5) == 2 && us_sums_multiply(-3, 5) == -15);
    CHECK(us_sums_multiply(-2, INT64_MAX) == INT64_MIN &&
          us_sums_multiply(INT64_MAX, 2) == INT64_MAX);
    CHECK(us_sums_multiply(INT64_MIN, -1) == INT64_MAX);
}

/* ---- the hooks of a program */

typedef struct ledger {
    int taken, freed;
} ledger;

/* Fills new memory, so that nobody relies on zeros. */
static void *count_memory(void *context, void *memory, size_t size)
{
    ledger *of = context;
    if (size == 0) {
        of->freed++;
        free(memory);
        return NULL;
    }
    of->taken += !memory;
    void *got = realloc(memory, size);
    if (got && !memory)
        memset(got, 0x55, size);
    return got;
}

TEST(all_memory_comes_from_the_allocator_that_a_program_sets)
{
    ledger all = {0};
    us_mem_set_allocator(count_memory, &all);
    char *zeroed = us_mem_alloc(100), *text = us_mem_strdup("text");
    int *array = US_NEW_ARRAY(int, 10);
    text = us_mem_realloc(text, 1000);
    bool clean = zeroed[0] == 0 && zeroed[99] == 0 && array[9] == 0;
    bool kept = strcmp(text, "text") == 0;
    us_mem_free(zeroed);
    us_mem_free(text);
    us_mem_free(array);
    us_mem_free(NULL);
    us_mem_set_allocator(NULL, NULL);
    CHECK(clean && kept);
    CHECK_INT(all.taken, 3);
    CHECK_INT(all.freed, 3);
    us_mem_free(us_mem_alloc(1));
    CHECK_INT(all.taken, 3);
}

static void *no_memory(void *context, void *memory, size_t size)
{
    (void)context, (void)memory, (void)size;
    return NULL;
}

static void print_failure(void *context, const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s: %s, %s\n", (const char *)context, condition,
            file && line > 0 ? "placed" : "nowhere");
}

static void print_and_exit(void *context, const char *condition, const char *file, int line)
{
    print_failure(context, condition, file, line);
    _exit(7);
}

static char mine[] = "mine", noted[] = "noted";

static void fail_handled(void)
{
    us_assert_set_handler(print_and_exit, mine);
    assert_two_is_three();
}

static void fail_noted(void)
{
    us_assert_set_handler(print_failure, noted);
    assert_two_is_three();
}

static void run_out(void)
{
    us_assert_set_handler(print_and_exit, mine);
    us_mem_set_allocator(no_memory, NULL);
    us_mem_free(us_mem_alloc(12));
}

TEST(a_failed_assertion_goes_to_the_handler_that_a_program_sets)
{
    char said[300];
    CHECK_INT(died_of(fail_handled, said, sizeof said), -7);
    CHECK_STR(said, "mine: two == 3, placed\n");
    CHECK_INT(died_of(run_out, said, sizeof said), -7);
    CHECK_STR(said, "mine: out of memory: cannot allocate 12 bytes, nowhere\n");
    CHECK_INT(died_of(fail_noted, said, sizeof said), SIGABRT);
    CHECK_CONTAINS(said, "noted: two == 3, placed\n");
    CHECK_CONTAINS(said, "assertion failed: two == 3");
}
