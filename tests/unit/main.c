/* Runs the unit tests: unit [-v] [-c COUNTS] [-p PART/PARTS] [WORD]
 * -v names each test with its CPU seconds, -c writes "passed failed skipped" to a file instead of
 * closing with the line a person reads, WORD picks the suites whose file holds it. -p 0/2 runs
 * every second one of these suites, -p 1/2 the others. */
#include "tests/last_words.h"
#include "tests/unit/report.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static struct {
    bool verbose;
    double began; /* CPU seconds of this process before the running test */
    int passed, failed, skipped;
    const char *why; /* the running test was skipped */
} report;

void us_report_skip(const char *why)
{
    report.why = why;
}

/* CPU seconds of this process and of the programs that it ran to their end. */
static double cpu_seconds(void)
{
    double sum = 0;
    for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
        struct rusage used;
        getrusage(who, &used);
        sum += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
        sum += 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    }
    return sum;
}

static void on_start(const CU_pTest test, const CU_pSuite suite)
{
    static char doing[512];
    snprintf(doing, sizeof doing, "%s: %s", suite->pName, test->pName);
    us_last_words(doing);
    us_test_row(NULL);
    report.why = NULL;
    report.began = cpu_seconds();
}

static void on_complete(const CU_pTest test, const CU_pSuite suite, const CU_pFailureRecord first)
{
    us_last_words(NULL);
    const char *remains = scratch_drop(); /* CUnit has counted the test: its numbers aren't used */
    bool failed = first || remains;
    const char *word = failed ? "FAIL" : report.why ? "skip" : "ok";
    report.failed += failed;
    report.skipped += !failed && report.why;
    report.passed += !failed && !report.why;
    if (!failed && !report.why && !report.verbose)
        return;
    printf("  %-4s %s: %s", word, suite->pName, test->pName);
    if (!failed && report.why)
        printf(" (%s)", report.why);
    else if (report.verbose)
        printf(" (%.2f s)", cpu_seconds() - report.began);
    printf("\n");
    for (CU_pFailureRecord at = first; at; at = at->pNext)
        printf("    %s:%u: %s\n", at->strFileName ? at->strFileName : "?", at->uiLineNumber,
               at->strCondition ? at->strCondition : "?");
    if (remains)
        printf("    %s\n", remains);
    fflush(stdout);
}

/* What CUnit itself could not do: a suite that could not be registered, say. */
static int print_error(const char *what, const char *name)
{
    fprintf(stderr, "unit: %s %s: %s\n", what, name, CU_get_error_msg());
    return 1;
}

static us_test *first_test, **last_link = &first_test;

void us_test_add(us_test *test)
{
    *last_link = test;
    last_link = &test->next;
}

/* Writes words that an identifier or a file's name joins by underscores. */
static const char *sentence(const char *name, size_t length, char *out, size_t room)
{
    snprintf(out, room, "%.*s", (int)length, name);
    for (char *at = out; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return out;
}

/* The tests of a file stand one behind the other. */
static int add_tests(const char *word, int part, int parts)
{
    const char *file = "";
    CU_pSuite suite = NULL;
    char text[256];
    int suites = 0;
    for (const us_test *test = first_test; test; test = test->next) {
        const char *name = test->file + strlen("tests/unit/"), *stem = name + strlen("test_");
        if (word && !strstr(name, word))
            continue;
        if (test->file != file) {
            file = test->file;
            suite = NULL;
            suites++;
        }
        if (suites % parts != part)
            continue;
        if (!suite) {
            suite = CU_add_suite(sentence(stem, strcspn(stem, "."), text, sizeof text), NULL, NULL);
            if (!suite)
                return print_error("suite", file);
        }
        if (!CU_add_test(suite, sentence(test->name, strlen(test->name), text, sizeof text),
                         test->run))
            return print_error("test", test->name);
    }
    return 0;
}

static int finish(const char *counts)
{
    if (!counts) {
        printf("%d passed, %d failed, %d skipped\n", report.passed, report.failed, report.skipped);
        return report.failed > 0 || report.passed + report.skipped == 0;
    }
    FILE *file = fopen(counts, "w");
    if (!file) {
        perror(counts);
        return 1;
    }
    fprintf(file, "%d %d %d\n", report.passed, report.failed, report.skipped);
    if (fclose(file)) {
        perror(counts);
        return 1;
    }
    return report.failed > 0;
}

/* Reads "PART/PARTS", the part from 0. */
static bool read_part(const char *text, int *part, int *parts)
{
    char *end;
    *part = (int)strtol(text, &end, 10);
    if (*end != '/')
        return false;
    *parts = (int)strtol(end + 1, &end, 10);
    return !*end && *parts > 0;
}

int main(int argc, char **argv)
{
    const char *counts = NULL;
    const char *word = NULL;
    int part = 0, parts = 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            report.verbose = true;
        else if (strcmp(argv[i], "-c") == 0 && i + 1 < argc)
            counts = argv[++i];
        else if (strcmp(argv[i], "-p") == 0 && i + 1 < argc &&
                 read_part(argv[i + 1], &part, &parts))
            i++;
        else if (argv[i][0])
            word = argv[i];
    }
    setenv("UNDERSTUDY_DATA", ".:tests", 1); /* the domains that ship, and tests/domains */
    us_last_words_start();
    if (CU_initialize_registry() != CUE_SUCCESS)
        return print_error("registry", "");
    if (add_tests(word, part, parts))
        return 1;
    CU_set_test_start_handler(on_start);
    CU_set_test_complete_handler(on_complete);
    CU_run_all_tests();
    CU_cleanup_registry();
    return finish(counts);
}
