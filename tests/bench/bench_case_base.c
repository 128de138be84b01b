/* What a case base costs: loading one from a library of 100,000 cases, and asking it by goal and
 * state with preconditions. The library is a temporary file: behaviors by the library's functions,
 * cases by SQL, which is faster. States are random walks, a game of 200 states each. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "retrieve/retrieve.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

enum { CASES = 100000, BEHAVIORS = 5000, WALK = 200, ROUNDS = 11, QUESTIONS = 200, K = 10 };

static void write_behaviors(us_str *out)
{
    static const char *const types[] = {"footman", "archer", "knight", "peasant", "farm"};
    us_str_add(out, "brl 1\n");
    for (int i = 0; i < BEHAVIORS; i++) {
        us_str_addf(out,
                    "\nbehavior \"b%d\" achieves BuildUnits(player: self, type: \"%s\", "
                    "number: %d) {\n    when count(self, \"worker\") >= %d\n    do sequence {\n",
                    i, types[i % 5], 1 + i / 5 % 20, i % 7);
        us_str_addf(out, "        goal GetResources(player: self, gold: %d)\n", 100 + i);
        us_str_add(out, "        act stop()\n    }\n}\n");
    }
}

static void put_behaviors(const char *path, const us_domain *domain)
{
    us_library *library;
    us_library_added added = {0};
    us_brl *brl;
    us_str text;
    us_error err;
    us_str_init(&text);
    write_behaviors(&text);
    bench_need(us_brl_parse(domain, "bench.brl", text.text, text.length, &brl, &err), &err);
    bench_need(us_library_open(path, US_LIBRARY_CREATE, domain, &library, &err), &err);
    bench_need(us_library_begin(library, &err), &err);
    bench_need(us_library_put_all(library, brl, &added, &err), &err);
    bench_need(us_library_commit(library, &err), &err);
    us_library_close(library);
    us_brl_free(brl);
    us_str_clear(&text);
}

/* The next state of a walk within the ranges of the features. */
static void step(const us_domain *domain, us_rng *rng, bool fresh, int32_t *state)
{
    for (int f = 0; f < domain->feature_count; f++) {
        const us_feature *feature = &domain->feature[f];
        uint32_t range = (uint32_t)(feature->high - feature->low) + 1;
        uint32_t most = fresh ? range : range / 50 + 1;
        int64_t moved = (int64_t)us_rng_next_below(rng, 2 * most) - most;
        int64_t at =
            fresh ? feature->low + (int64_t)us_rng_next_below(rng, range) : state[f] + moved;
        state[f] = (int32_t)(at < feature->low    ? feature->low
                             : at > feature->high ? feature->high
                                                  : at);
    }
}

static void put_cases(const char *path, const us_domain *domain)
{
    static const char insert[] = "INSERT INTO cases (behavior, done, features) "
                                 "SELECT id, ?2, ?3 FROM behaviors "
                                 "WHERE kind = 'behavior' AND name = ?1";
    static const char details[] = "INSERT OR IGNORE INTO details (id, hash, entries) "
                                  "SELECT id, printf('%016x', id), '{}' FROM cases";
    us_rng rng = us_rng_derive(1, "bench.case_base", 0);
    int32_t state[US_FEATURES_MAX];
    sqlite3 *db;
    sqlite3_stmt *stmt;
    char name[32];
    bool good = sqlite3_open(path, &db) == SQLITE_OK &&
                sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(db, insert, -1, &stmt, NULL) == SQLITE_OK;
    for (int i = 0; i < CASES && good; i++) {
        step(domain, &rng, i % WALK == 0, state); /* little-endian, as stored */
        snprintf(name, sizeof name, "b%d", (int)us_rng_next_below(&rng, BEHAVIORS));
        sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(stmt, 2, i % 3 ? "a b" : "", -1, SQLITE_STATIC);
        sqlite3_bind_blob(stmt, 3, state, domain->feature_count * (int)sizeof *state,
                          SQLITE_STATIC);
        good = sqlite3_step(stmt) == SQLITE_DONE && sqlite3_reset(stmt) == SQLITE_OK;
    }
    good = good && sqlite3_exec(db, details, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (!good) {
        fprintf(stderr, "bench: %s\n", sqlite3_errmsg(db));
        exit(2);
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
}

static void time_loading(const char *path, const us_domain *domain)
{
    double all[ROUNDS], open[ROUNDS];
    us_error err;
    for (int i = 0; i < ROUNDS; i++) {
        us_library *library;
        us_case_base *case_base;
        int64_t start = bench_ns();
        bench_need(us_library_open(path, US_LIBRARY_READ, domain, &library, &err), &err);
        open[i] = (double)(bench_ns() - start) / 1e6;
        bench_need(us_case_base_load(library, &case_base, &err), &err);
        all[i] = (double)(bench_ns() - start) / 1e6;
        us_case_base_free(case_base);
        us_library_close(library);
    }
    double loaded = bench_median(all, ROUNDS);
    printf(
        "case base: %d cases of %d behaviors, %d features: loaded in %.1f ms, opening the library "
        "in %.1f ms of them\n",
        CASES, BEHAVIORS, domain->feature_count, loaded, bench_median(open, ROUNDS));
    test_measured("case-base", loaded / 1e3, "%d behaviors", BEHAVIORS);
}

/* cold: a new case base for the question, so that templates are read for it. */
static void time_questions(const char *path, const us_domain *domain, const us_view *view,
                           bool state, bool cold)
{
    double time[QUESTIONS];
    us_rng rng = us_rng_derive(2, "bench.case_base", 0);
    us_library *library;
    us_case_base *case_base;
    us_error err;
    int32_t feature[US_FEATURES_MAX];
    us_hit hit[K];
    int questions = cold ? 11 : QUESTIONS, hits;
    bench_need(us_library_open(path, US_LIBRARY_READ, domain, &library, &err), &err);
    bench_need(us_case_base_load(library, &case_base, &err), &err);
    for (int i = 0; i < questions; i++) {
        char text[64];
        snprintf(text, sizeof text, "BuildUnits(self, footman, %d)", 1 + i % 20);
        us_source source = {.file = "goal", .text = text, .line = 1, .column = 1};
        us_goal goal;
        bench_need(us_goal_parse(domain, &source, &goal, &err), &err);
        step(domain, &rng, i % 20 == 0, feature);
        us_query query = us_query_default(&goal);
        query.view = view;
        query.feature = state ? feature : NULL;
        if (cold) {
            us_case_base_free(case_base);
            bench_need(us_case_base_load(library, &case_base, &err), &err);
        }
        int64_t start = bench_ns();
        bench_need(us_case_base_retrieve(case_base, &query, K, hit, &hits, &err), &err);
        time[i] = (double)(bench_ns() - start) / 1e3;
    }
    printf("case base: the best %d by goal%s with preconditions, %s: %.1f us\n", K,
           state ? " and state" : "", cold ? "templates not read yet" : "one after another",
           bench_median(time, questions));
    us_case_base_free(case_base);
    us_library_close(library);
}

void bench_case_base(void)
{
    char path[64];
    us_scenario *scenario = bench_open("ridge-1", 100);
    us_game *game = us_game_new(scenario, 1);
    us_view view = {us_game_world(game, US_NEUTRAL), 0};
    snprintf(path, sizeof path, "/tmp/us-shelf-%ld.db", (long)getpid());
    put_behaviors(path, scenario->domain);
    put_cases(path, scenario->domain);
    time_loading(path, scenario->domain);
    for (int i = 0; i < 4; i++)
        time_questions(path, scenario->domain, &view, i & 1, i & 2);
    us_game_free(game);
    us_scenario_close(scenario);
    unlink(path);
}
