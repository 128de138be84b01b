#include "experiments/workers.h"

#include "base/rng.h"
#include "experiments/stats/outliers.h"
#include "tests/unit/near_equal.h"

/* ---- dealing */

static void judge(us_worker_value *share, int count, int workers, us_outlier *out)
{
    us_outliers_compute(share, count, workers, out);
    us_outliers_test(share, count, workers, out);
}

/* Two of five won, both by the first: 1.2 above its lot of 2 x 2/5, the variance of which is
 * 2 x 3 / 5 x 0.3. */
TEST(what_a_worker_has_above_its_lot_is_judged_by_dealing)
{
    us_worker_value share[] = {{0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {7, 1, 1}};
    us_outlier is[2];
    judge(share, US_COUNT(share), 2, is);
    CHECK_INT(is[0].count, 2);
    CHECK_INT(is[1].count, 3); /* nobody else has of the other stratum */
    CHECK_NEAR(is[0].sum, 2, 0);
    CHECK_NEAR(is[0].others, 0, 0);
    CHECK_NEAR(is[1].others, 3, 0);
    CHECK_NEAR(is[0].above, 1.2, 1e-12);
    CHECK_NEAR(is[1].above, -1.2, 1e-12);
    CHECK_NEAR(is[0].error, 0.6, 1e-12);
    CHECK_NEAR(is[0].above_p, 0.0228, 0.0001); /* two errors of the normal distribution */
    CHECK_NEAR(is[1].above_p, 1 - is[0].above_p, 1e-12);
    CHECK_NEAR(is[1].p, 2 * is[0].above_p, 1e-12);
}

/* All of 12 lost games of 400 fall to the one of four that has 100: by Fisher's test p is one in 28
 * million, where the normal distribution has one in 2 billion. */
TEST(far_out_the_tail_is_not_the_normal_ones)
{
    us_worker_value share[400];
    us_outlier is[4];
    double exact = 1;
    for (int i = 0; i < 400; i++)
        share[i] = (us_worker_value){i < 12 ? 1 : 0, 0, i < 100 ? 0 : 1 + i % 3};
    for (int i = 0; i < 12; i++)
        exact *= (100.0 - i) / (400 - i);
    judge(share, 400, 4, is);
    CHECK_NEAR(is[0].above / is[0].error, 6.1, 0.05);
    CHECK(is[0].above_p > exact && is[0].above_p < 10 * exact);
    CHECK(is[1].above_p > 0.9);
    /* The only one of 1000, with one who has 20: seven errors, and no rarer than one in 50. */
    us_worker_value rare[1000];
    for (int i = 0; i < 1000; i++)
        rare[i] = (us_worker_value){i == 0, 0, i < 20 ? 0 : 1};
    judge(rare, 1000, 2, is);
    CHECK(is[0].above / is[0].error > 6.9);
    CHECK_NEAR(is[0].above_p, 0.02, 0.001);
}

TEST(who_is_alone_or_all_alike_is_no_stray)
{
    us_worker_value alone[] = {{1, 0, 0}, {0, 0, 0}, {1, 1, 1}}, alike[] = {{1, 0, 0}, {1, 0, 1}};
    us_outlier is[2];
    judge(alone, 3, 2, is);
    CHECK(is[0].count == 0 && is[0].p == 1 && is[1].p == 1);
    judge(alike, 2, 2, is);
    CHECK(is[0].count == 1 && is[0].p == 1);
}

/* ---- workers of a manifest that is made: players of unlike strength, games of one key alike */

typedef struct plan {
    int hosts, seeds;
    int bad;        /* a host, or -1 */
    unsigned fails; /* so many in a hundred of its games */
    us_row_end end; /* that those have */
    bool apart;     /* each host has a player of its own, but for a few games */
} plan;

static const char *const hosts[] = {"ada", "bob", "cy", "dan"};

static void make(const plan *p, us_manifest *m)
{
    enum { PLAYERS = 3, MAPS = 2, SEATS = 2 };
    us_rng rng = us_rng_derive(1, "test.workers", 0);
    us_manifest_init(m);
    m->max_cycles = 1000;
    for (int i = 0; i < PLAYERS; i++)
        us_manifest_add_player(m)->name = "player";
    us_manifest_add_opponent(m)->name = "foe";
    us_manifest_add_map(m)->name = "one";
    us_manifest_add_map(m)->name = "two";
    for (int key = 0; key < p->seeds * MAPS * SEATS; key++) {
        uint32_t luck = us_rng_next_below(&rng, 100);
        for (int player = 0; player < PLAYERS; player++) {
            us_fixture *game = us_manifest_add_game(m);
            us_row *row = &m->row[m->games - 1];
            uint32_t own = us_rng_next_below(&rng, 2) ? us_rng_next_below(&rng, 100) : luck;
            int host = (int)us_rng_next_below(&rng, (uint32_t)p->hosts);
            if (p->apart && us_rng_next_below(&rng, 10) > 0)
                host = player % p->hosts;
            *game = (us_fixture){.id = (us_hash)m->games,
                                 .seed = (uint64_t)(key / MAPS / SEATS),
                                 .player = (uint16_t)player,
                                 .map = (uint16_t)(key % MAPS),
                                 .seat = (uint8_t)(key / MAPS % SEATS)};
            *row = (us_row){.game = game->id,
                            .end = own < 20u + 30u * (unsigned)player ? US_ROW_WIN : US_ROW_LOSS,
                            .host = hosts[host],
                            .journal = "results/run.jsonl"};
            if (host == p->bad && us_rng_next_below(&rng, 100) < p->fails)
                row->end = p->end;
        }
    }
}

static const us_worker *find(const us_workers *all, const char *name)
{
    for (int i = 0; i < all->count; i++)
        if (us_text_equal(all->worker[i].name, name))
            return &all->worker[i];
    return NULL;
}

TEST(a_bad_worker_is_found)
{
    static const struct {
        const char *name;
        plan plan;
        int outliers;
        bool lost, score; /* what is unlike */
    } row[] = {
        {"none of three", {3, 40, -1, 0, US_ROW_TIMEOUT, false}, 0, false, false},
        {"none of three that have a player each",
         {3, 40, -1, 0, US_ROW_TIMEOUT, true},
         0,
         false,
         false},
        {"late", {3, 40, 1, 15, US_ROW_TIMEOUT, false}, 1, true, false},
        {"late, of two", {2, 40, 1, 15, US_ROW_TIMEOUT, false}, 1, true, false},
        {"crashes, of four", {4, 40, 1, 80, US_ROW_CRASH, false}, 1, true, true},
        {"loses", {4, 60, 1, 70, US_ROW_LOSS, false}, 1, false, true},
        {"loses, of two", {2, 60, 1, 90, US_ROW_LOSS, false}, 1, false, true},
        {"wins", {4, 60, 1, 90, US_ROW_WIN, false}, 1, false, true},
    };
    for (int i = 0; i < US_COUNT(row); i++) {
        us_manifest m;
        us_arena *arena = us_arena_new();
        us_test_row(row[i].name);
        make(&row[i].plan, &m);
        us_workers all = us_workers_compare(&m, arena);
        CHECK_INT(all.count, row[i].plan.hosts); /* one journal is held against none */
        CHECK_INT(all.outliers, row[i].outliers);
        for (int k = 0; k < all.count; k++) {
            const us_worker *w = &all.worker[k];
            bool bad = k == row[i].plan.bad;
            CHECK_STR(w->name, hosts[k]);
            CHECK(!w->journal && w->games > 0 && w->outlier == bad);
            CHECK(!bad || !row[i].lost || w->failed_p < US_OUTLIER_BELOW);
            CHECK(!bad || !row[i].score || w->score_p < US_OUTLIER_BELOW);
        }
        us_manifest_clear(&m);
        us_arena_free(arena);
    }
}

TEST(a_stray_is_told_with_what_to_do)
{
    static const plan late = {3, 40, 1, 15, US_ROW_TIMEOUT, false};
    us_manifest m;
    us_str text;
    us_arena *arena = us_arena_new();
    us_str_init(&text);
    make(&late, &m);
    us_workers all = us_workers_compare(&m, arena);
    const us_worker *bad = find(&all, "bob");
    REQUIRE(bad != NULL);
    us_worker_print(bad, &text);
    CHECK_CONTAINS(text.text, "Host \"bob\" played unlike the others: ");
    CHECK_CONTAINS(text.text,
                   " games crashed or took too long, where the others' share makes 0.0 (p ");
    CHECK_CONTAINS(text.text, "elsewhere, with \"experiment run --retry-failed\"");
    us_str_clear(&text);
    us_manifest_clear(&m);
    us_arena_free(arena);
}

/* As after a merge; and as of experiments with other rules. */
/* The same games on maps of other names. */
TEST(a_game_under_two_names_is_one)
{
    us_manifest m;
    make(&(plan){.hosts = 4, .seeds = 10}, &m);
    us_workers once = us_workers_compare(&m, m.arena);
    for (int64_t i = 0, games = m.games; i < games; i++) {
        us_fixture *game = us_manifest_add_game(&m);
        *game = m.game[i];
        game->map = (uint16_t)(game->map + 2);
        m.row[m.games - 1] = m.row[i];
    }
    us_workers twice = us_workers_compare(&m, m.arena);
    REQUIRE(once.count == 4 && twice.count == 4);
    for (int i = 0; i < once.count; i++) {
        CHECK_INT(twice.worker[i].games, once.worker[i].games);
        CHECK_INT(twice.worker[i].compared, once.worker[i].compared);
        CHECK(twice.worker[i].score_p == once.worker[i].score_p);
    }
    us_manifest_clear(&m);
}

TEST(results_without_hosts_have_no_workers)
{
    static const plan late = {3, 40, 1, 50, US_ROW_TIMEOUT, false};
    us_manifest m;
    us_arena *arena = us_arena_new();
    make(&late, &m);
    m.differing = "Other rules.";
    us_workers all = us_workers_compare(&m, arena);
    CHECK(all.count == 0 && all.outliers == 0);
    m.differing = NULL;
    for (int64_t i = 0; i < m.games; i++)
        m.row[i].host = m.row[i].journal = NULL;
    all = us_workers_compare(&m, arena);
    CHECK(all.count == 0 && all.outliers == 0);
    us_manifest_clear(&m);
    us_arena_free(arena);
}

/* What one of them did wrong makes the part that it played no second stray. */
TEST(a_journal_is_a_worker_too)
{
    static const plan late = {2, 40, 1, 30, US_ROW_TIMEOUT, false};
    us_manifest m;
    us_arena *arena = us_arena_new();
    make(&late, &m);
    for (int64_t i = 0; i < m.games; i++)
        m.row[i].journal = m.row[i].host == hosts[1] ? "results/b.jsonl" : "results/a.jsonl";
    us_workers all = us_workers_compare(&m, arena);
    CHECK_INT(all.count, 4);
    CHECK_INT(all.outliers, 1);
    CHECK(find(&all, "bob")->outlier && !find(&all, "results/b.jsonl")->outlier);
    for (int64_t i = 0; i < m.games; i++)
        m.row[i].host = "ada";
    all = us_workers_compare(&m, arena);
    CHECK_INT(all.count, 2);
    CHECK(find(&all, "results/b.jsonl")->outlier && find(&all, "results/b.jsonl")->journal);
    us_manifest_clear(&m);
    us_arena_free(arena);
}
