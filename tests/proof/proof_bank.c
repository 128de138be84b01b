/* A bank of real games: does the interval of the scope of maps hold the mean of maps that an
 * experiment did not draw, as often as it says, and do verdicts and sequential tests err as seldom?
 *
 *   proof_bank RESULTS [-n EXPERIMENTS] [-s SEED]
 *
 * RESULTS is an experiment's folder or file of results: the first player against each other one, on
 * many maps of each family. Experiments are drawn from them: so many maps of so many families, with
 * replacement, so that the bank's own mean over those families is the truth. tests/proof/bank.sh
 * plays such a bank. Exits with 1 where a bound is broken.
 *
 * Errors of type I are counted where there is no difference. On each map that is drawn, chance says
 * which of the two libraries is which. That makes effects symmetric, so that the sequential test
 * meets them skew as well: less the bank's mean, and the same with the other sign. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "experiments/design/manifest.h"
#include "experiments/run/results.h"
#include "experiments/stats/significance.h"
#include "tests/measured.h"

enum { FAMILIES_MAX = 16, DRAWN_MAX = 400, STEPS_MAX = 400 };

static const double level = 0.95;

/* Pairs of one map: by opponent, their differences. */
typedef struct banked {
    double *value; /* by pair */
    int *opponent;
    int pairs;
    double effect;
} banked;

typedef struct bank {
    const char *player, *baseline;
    banked *map;
    int *of[FAMILIES_MAX]; /* maps of each family that have pairs */
    int maps_of[FAMILIES_MAX];
    double mean[FAMILIES_MAX];
    double center;                 /* mean of the families' means */
    int families, opponents, most; /* most: pairs of a map */
} bank;

/* ---- filling it */

static void add_pair(bank *b, const us_fixture *game, double difference)
{
    banked *map = &b->map[game->map];
    map->value[map->pairs] = difference;
    map->opponent[map->pairs++] = game->opponent;
}

static double effect_of(const banked *map, int opponents)
{
    double mean = 0;
    int there = 0;
    for (int o = 0; o < opponents; o++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < map->pairs; i++) {
            sum += map->opponent[i] == o ? map->value[i] : 0;
            count += map->opponent[i] == o;
        }
        mean += count > 0 ? sum / count : 0;
        there += count > 0;
    }
    return mean / there;
}

/* Games of one key stand together in a plan; results are sorted by id, so that keys are looked up.
 */
static void pair_games(bank *b, const us_manifest *m, int player, us_arena *arena)
{
    size_t keys = (size_t)m->maps * (size_t)m->opponents * US_SEATS_MAX;
    double *score = US_ARENA_ARRAY(arena, double, keys),
           *count = US_ARENA_ARRAY(arena, double, keys);
    for (int pass = 0; pass < 2; pass++)
        for (int64_t i = 0; i < m->games; i++) {
            const us_fixture *game = &m->game[i];
            size_t at = ((size_t)game->map * (size_t)m->opponents + game->opponent) * US_SEATS_MAX +
                        game->seat;
            if (m->row[i].end == US_ROW_NONE || game->player != (pass ? player : 0))
                continue;
            double points = us_row_points(&m->row[i]) / 2.0;
            if (pass == 0) {
                score[at] = points;
                count[at] = 1;
            } else if (count[at] > 0) {
                add_pair(b, game, points - score[at]);
            }
        }
}

static bank bank_of(const us_manifest *m, int player, us_arena *arena)
{
    us_atlas atlas = us_atlas_make(m, arena);
    bank b = {.player = m->player[player].name,
              .baseline = m->player[0].name,
              .map = US_ARENA_ARRAY(arena, banked, m->maps),
              .families = atlas.families,
              .opponents = m->opponents,
              .most = m->opponents * US_SEATS_MAX};
    us_assert(atlas.families <= FAMILIES_MAX);
    for (int i = 0; i < m->maps; i++) {
        b.map[i].value = US_ARENA_ARRAY(arena, double, b.most);
        b.map[i].opponent = US_ARENA_ARRAY(arena, int, b.most);
    }
    for (int f = 0; f < b.families; f++)
        b.of[f] = US_ARENA_ARRAY(arena, int, m->maps);
    pair_games(&b, m, player, arena);
    for (int i = 0; i < m->maps; i++) {
        int f = atlas.family[i];
        if (b.map[i].pairs == 0)
            continue;
        b.map[i].effect = effect_of(&b.map[i], b.opponents);
        b.mean[f] += b.map[i].effect;
        b.of[f][b.maps_of[f]++] = i;
    }
    for (int f = 0; f < b.families; f++) {
        b.mean[f] /= b.maps_of[f];
        b.center += b.mean[f] / b.families;
    }
    return b;
}

/* ---- experiments */

typedef struct drawn {
    double value[DRAWN_MAX * 64];
    int cell[DRAWN_MAX * 64], family[DRAWN_MAX];
    int pairs, maps;
    double truth;
} drawn;

/* The signs of a map's pairs turn where chance has it. */
static void add_map(const bank *b, int f, bool null, us_rng *rng, drawn *d)
{
    const banked *map = &b->map[b->of[f][us_rng_next_below(rng, (uint32_t)b->maps_of[f])]];
    double sign = null && us_rng_next_below(rng, 2) ? -1 : 1;
    for (int i = 0; i < map->pairs; i++) {
        d->value[d->pairs] = sign * map->value[i];
        d->cell[d->pairs++] = d->maps * b->opponents + map->opponent[i];
    }
    d->family[d->maps++] = f;
    d->truth += null ? 0 : b->mean[f];
}

static void draw(const bank *b, int families, int each, bool null, us_rng *rng, drawn *d)
{
    int family[FAMILIES_MAX];
    d->pairs = d->maps = 0;
    d->truth = 0;
    for (int f = 0; f < b->families; f++) {
        int other = (int)us_rng_next_below(rng, (uint32_t)f + 1);
        family[f] = family[other];
        family[other] = f;
    }
    for (int f = 0; f < families; f++)
        for (int i = 0; i < each; i++)
            add_map(b, family[f], null, rng, d);
    d->truth /= d->maps;
}

static us_estimate estimate(const bank *b, const drawn *d, bool these)
{
    us_atlas atlas = {d->family, d->maps, b->families, b->opponents};
    us_pairs pairs = {d->value, d->cell, d->pairs, d->maps * b->opponents, false};
    us_estimate_def def = us_estimate_def_default();
    def.level = level;
    return us_estimate_compute_in_scope(&pairs, NULL, these ? NULL : &atlas, &def, NULL);
}

/* Of so many experiments: how often the truth lies in the interval, below and above it. */
typedef struct tally {
    int held, below, above;
    int alone; /* the interval of these maps alone holds it */
    int wrong; /* a verdict where there is no difference */
    double width;
} tally;

static int side_of(us_bounds bounds, double truth)
{
    return truth < bounds.low - 1e-9 ? -1 : truth > bounds.high + 1e-9;
}

static void count(us_bounds bounds, double truth, tally *t)
{
    int side = side_of(bounds, truth);
    t->below += side < 0;
    t->above += side > 0;
    t->held += side == 0;
    t->width += (bounds.high - bounds.low) / 2;
}

/* What is promised of so many maps, and four standard errors of a share of so many experiments. */
static bool right(int maps, double held, double wrong, int experiments)
{
    double off = 4 * sqrt(0.05 * 0.95 / experiments);
    double least = maps < 6 ? 0.9 : 0.93, most = maps < 6 ? 1 : 0.97;
    return held >= least - off && held <= most + off && wrong <= 0.05 + off;
}

static bool prove_design(const bank *b, int families, int each, int experiments, uint64_t seed)
{
    static drawn d;
    tally t = {0};
    int maps = families * each;
    double of = experiments;
    for (int e = 0; e < experiments; e++) {
        us_rng rng = us_rng_derive(seed, "proof.bank", (uint64_t)e);
        draw(b, families, each, false, &rng, &d);
        count(estimate(b, &d, false).bounds, d.truth, &t);
        t.alone += side_of(estimate(b, &d, true).bounds, d.truth) == 0;
        draw(b, families, each, true, &rng, &d);
        t.wrong += us_conclusion_from_bounds(estimate(b, &d, false).bounds, 0) != US_INCONCLUSIVE;
    }
    bool fine = right(maps, t.held / of, t.wrong / of, experiments);
    printf("  %-22s %5d %8d %7.3f %7.3f %7.3f %10.3f %9.3f %8.3f  %s\n", b->player, maps, families,
           t.held / of, t.below / of, t.above / of, t.width / of, t.alone / of, t.wrong / of,
           fine ? "right" : "WRONG");
    test_measured("bank-coverage", 100 * t.held / of, "%s, %d maps of %d families", b->player, maps,
                  families);
    fflush(stdout);
    return fine;
}

/* ---- the sequential test, families in turn */

enum { TURNED, SKEW, MIRRORED, KINDS }; /* of effects whose mean is 0 */

static double effect_without_mean(const bank *b, int f, int kind, us_rng *rng)
{
    double effect = b->map[b->of[f][us_rng_next_below(rng, (uint32_t)b->maps_of[f])]].effect;
    if (kind == TURNED)
        return us_rng_next_below(rng, 2) ? -effect : effect;
    return kind == SKEW ? effect - b->center : b->center - effect;
}

static us_sprt_state test(const bank *b, const us_sprt_def *def, int kind, bool gains, us_rng *rng,
                          int *maps)
{
    us_sprt s = us_sprt_start(def);
    for (int i = 0; s.state == US_SPRT_RUNNING && i < STEPS_MAX; i++) {
        double effect = effect_without_mean(b, i % b->families, kind, rng);
        us_sprt_add(&s, effect + (gains ? def->delta1 : 0));
    }
    *maps += s.steps;
    return s.state;
}

/* Errors are those of the kind of effects in which the test errs most often. */
static bool prove_sequence(const bank *b, double delta1, int experiments, uint64_t seed)
{
    us_sprt_def def = us_sprt_def_default();
    double worst[2] = {0}, of = experiments;
    int maps[2] = {0};
    us_sprt_def_set_by_map(&def);
    def.delta1 = delta1;
    for (int kind = 0; kind < KINDS; kind++) {
        int wrong[2] = {0};
        for (int e = 0; e < 2 * experiments; e++) {
            us_rng rng = us_rng_derive(seed, "proof.bank.sprt", (uint64_t)(e * KINDS + kind));
            bool gains = e & 1;
            us_sprt_state state = test(b, &def, kind, gains, &rng, &maps[gains]);
            wrong[gains] += state == (gains ? US_SPRT_DELTA0 : US_SPRT_DELTA1);
        }
        for (int g = 0; g < 2; g++)
            worst[g] = fmax(worst[g], wrong[g] / of);
    }
    double off = 4 * sqrt(0.05 * 0.95 / experiments);
    bool fine = worst[0] <= def.alpha + off && worst[1] <= def.beta + off;
    printf("  %-22s 0 or %.2f %8.3f %8.3f %8.0f %8.0f  %s\n", b->player, delta1, worst[0], worst[1],
           maps[0] / of / KINDS, maps[1] / of / KINDS, fine ? "right" : "WRONG");
    fflush(stdout);
    return fine;
}

/* ---- all */

static bool prove(const us_manifest *m, int experiments, uint64_t seed)
{
    static const int designs[][2] = {{1, 3},  {1, 6}, {2, 3},  {4, 2},
                                     {1, 12}, {4, 3}, {2, 12}, {4, 6}};
    us_arena *arena = us_arena_new();
    bool fine = true;
    printf("%d experiments each, drawn of %d maps of \"%s\"\n", experiments, m->maps, m->name);
    printf("  %-22s %5s %8s %7s %7s %7s %10s %9s %8s\n", "player", "maps", "families", "held",
           "below", "above", "half width", "by cells", "type I");
    for (int p = 1; p < m->players; p++) {
        bank b = bank_of(m, p, arena);
        printf("  %s: %+.3f of a game against %s\n", b.player, b.center, b.baseline);
        for (int i = 0; i < US_COUNT(designs); i++)
            if (designs[i][0] <= b.families)
                fine &= prove_design(&b, designs[i][0], designs[i][1], experiments, seed);
    }
    printf("  %-22s %9s %8s %8s %8s %8s\n", "sequential, by map", "", "type I", "type II",
           "maps at 0", "at 1");
    for (int p = 1; p < m->players; p++) {
        bank b = bank_of(m, p, arena);
        fine &= prove_sequence(&b, 0.1, experiments, seed);
        fine &= prove_sequence(&b, 0.2, experiments, seed);
    }
    us_arena_free(arena);
    return fine;
}

int main(int argc, char **argv)
{
    uint64_t experiments = 4000, seed = 1;
    us_manifest m;
    us_error err = {0};
    for (int option; (option = getopt(argc, argv, "n:s:")) != -1;) {
        if (option == '?')
            return 2;
        *(option == 'n' ? &experiments : &seed) = strtoull(optarg, NULL, 10);
    }
    if (optind == argc) {
        printf("skipped: a bank is played by tests/proof/bank.sh\n");
        return 77;
    }
    if (us_results_read_path(argv[optind], &m, &err) != US_OK) {
        fprintf(stderr, "proof_bank: %s: %s\n", err.file, err.text);
        return 2;
    }
    bool fine = prove(&m, (int)experiments, seed);
    us_manifest_clear(&m);
    return !fine;
}
