#include "adapt/donor.h"

#include "adapt/games_internal.h"
#include "base/sort.h"
#include "retrieve/library.h"
#include "retrieve/outcomes.h"
#include "traces/suggest.h"
#include "understudy/learn.h"

/* ---- the seat that won */

/* Finds whether a behavior of the library was at work on the seat. */
static us_status check_played(us_games *games, int64_t game, us_seat seat, const us_brl *library,
                              bool *played, us_error *err)
{
    us_store *store = &games->store;
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row = true;
    *played = false;
    US_TRY(us_store_prepare(store,
                            "SELECT DISTINCT behavior FROM nodes WHERE game = ?1 AND seat = ?2 "
                            "AND of = 'behavior' AND behavior IS NOT NULL",
                            &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "ii", game, (int64_t)seat));
    for (;;) {
        us_hash hash;
        US_TRY(us_store_step(store, stmt, &row, err));
        if (!row || *played)
            return US_OK;
        if (!us_hash_parse(us_store_column_text(stmt, 0), &hash))
            continue;
        for (int i = 0; i < library->count && !*played; i++)
            *played = us_template_hash(library->item[i]) == hash;
    }
}

static us_status read_winner(us_games *games, int64_t game, us_seat *out, us_error *err)
{
    us_store *store = &games->store;
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row;
    *out = US_NEUTRAL;
    US_TRY(us_store_prepare(store, "SELECT winner FROM games WHERE game = ?1 AND winner >= 0",
                            &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "i", game));
    US_TRY(us_store_step(store, stmt, &row, err));
    if (row)
        *out = (us_seat)sqlite3_column_int(stmt, 0);
    return US_OK;
}

us_status us_donor_find_winner(us_games *games, int64_t game, const us_brl *library,
                               us_arena *arena, us_seat *winner, const char **player, us_error *err)
{
    us_game_row row;
    us_seat won;
    bool own = false, other = false;
    *winner = US_NEUTRAL;
    US_TRY(read_winner(games, game, &won, err));
    if (won == US_NEUTRAL)
        return US_OK;
    US_TRY(check_played(games, game, won, library, &own, err));
    for (us_seat seat = 0; seat < US_SEATS_MAX && !own && !other; seat++)
        if (seat != won)
            US_TRY(check_played(games, game, seat, library, &other, err));
    if (own || !other)
        return US_OK;
    US_TRY(us_games_read_row(games, game, won, arena, &row, err));
    *winner = won;
    *player = row.player;
    return US_OK;
}

/* ---- learning */

/* Suggests goals for the seat's orders. hash: gets one of the game, whatever the path of its
 * library was. */
static us_status suggest(const char *trace, const char *map, us_seat seat, bool (*stop)(void),
                         us_str *labels, us_hash *hash, us_error *err)
{
    US_AUTOPTR(us_review) course = NULL;
    US_TRY(us_review_open(trace, map, &course, err));
    US_AUTOPTR(us_annotation) made = us_annotation_new(course->domain);
    US_TRY(us_suggestions_make(course, trace, map, seat, made, stop, err));
    if (made->count == 0)
        return us_error_set(err, US_FAILED, trace, 0, 0, "the orders of seat %d show no goal",
                            seat);
    us_annotation_write(made, labels);
    const us_trace_header *header = course->log.header;
    *hash = us_hash_add(us_hash_add_text(US_HASH_START, "donor"), header->map_hash);
    *hash = us_hash_add(us_hash_add(*hash, header->seed), (uint64_t)seat);
    return US_OK;
}

us_status us_donor_learn(const char *trace, const char *map, us_seat seat, const char *name,
                         const char *path, bool (*stop)(void), us_error *err)
{
    US_AUTOSTR(labels);
    us_learn_def def = us_learn_def_default();
    US_TRY(suggest(trace, map, seat, stop, &labels, &def.hash, err));
    def.labels = labels.text;
    def.map = map;
    def.name = name;
    def.seat = seat;
    def.suggested = true;
    def.relax = true;
    def.skip_unlabeled = true;
    def.stop = stop;
    return us_learn_to_library(&trace, 1, &def, path, NULL, err);
}

/* ---- behaviors and their owners */

typedef struct owned { /* a behavior of a library, and whose it is */
    us_hash hash;
    int64_t id;
    uint64_t of; /* donors that have it, as bits */
    bool base;
    int64_t attempts, halves;
} owned;

typedef struct owners {
    US_LIST(owned) list; /* by hash */
    int donor;
} owners;

static void owners_clear(owners *of)
{
    us_mem_free(of->list.item);
}

static int by_hash(const void *left, const void *right)
{
    const owned *a = left, *b = right;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

static owned *find(const owners *of, us_hash hash)
{
    owned wanted = {.hash = hash};
    return us_array_find(&wanted, of->list.item, of->list.count, sizeof wanted, by_hash);
}

static void add_behavior(void *context, const us_library_behavior *row)
{
    owners *of = context;
    US_LIST_PUT(of->list, ((owned){.hash = row->hash, .id = row->id}));
}

static void add_owner(void *context, const us_library_behavior *row)
{
    owners *of = context;
    owned *found = find(of, row->hash);
    if (found)
        found->of |= UINT64_C(1) << of->donor;
}

static void add_sum(void *context, const us_attempt_sum *sum)
{
    owned *found = find(context, sum->behavior);
    if (!found)
        return;
    found->attempts = sum->attempts;
    found->halves = sum->halves;
}

/* ---- adding */

static us_status list_behaviors(us_library *library, owners *of, us_error *err)
{
    US_TRY(us_library_visit_behaviors(library, add_behavior, of, err));
    if (of->list.count > 0)
        us_array_sort(of->list.item, (size_t)of->list.count, sizeof *of->list.item, by_hash);
    return US_OK;
}

/* Fails if the donor has no behavior that the library before all transplants lacks. */
static us_status check_new(us_library *from, const us_donor *donor, const us_brl *base,
                           us_error *err)
{
    US_AUTO(owners_clear) owners of = {.donor = 0};
    int known = 0;
    US_TRY(list_behaviors(from, &of, err));
    for (int i = 0; i < base->count; i++)
        known += find(&of, us_template_hash(base->item[i])) != NULL;
    return known < of.list.count ? US_OK
                                 : us_error_set(err, US_FAILED, donor->path, 0, 0,
                                                "it has no behavior that the library lacks");
}

us_status us_donor_add(const us_donor *donor, const us_brl *base, const char *path, us_error *err)
{
    us_library_added added = {0};
    US_AUTOPTR(us_library) to = NULL;
    US_AUTOPTR(us_library) from = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_WRITE, base->domain, &to, err));
    US_TRY(us_library_open(donor->path, US_LIBRARY_READ, base->domain, &from, err));
    US_TRY(check_new(from, donor, base, err));
    US_TRY(us_library_begin(to, err));
    us_status status = us_library_merge(to, from, &added, err);
    US_TRY(status == US_MISMATCH ? US_FAILED : status);
    us_status sound = us_library_check_together(to, err);
    US_TRY(sound == US_BAD_INPUT ? US_FAILED : sound);
    return us_library_commit(to, err);
}

/* ---- practice */

static us_status list_owners(us_library *library, const us_donor *donor, int donors,
                             const us_brl *base, owners *of, us_error *err)
{
    US_TRY(list_behaviors(library, of, err));
    US_TRY(us_library_visit_attempt_sums(library, add_sum, of, err));
    for (int i = 0; i < base->count; i++) {
        owned *found = find(of, us_template_hash(base->item[i]));
        if (found)
            found->base = true;
    }
    for (of->donor = 0; of->donor < donors; of->donor++) {
        US_AUTOPTR(us_library) from = NULL;
        US_TRY(us_library_open(donor[of->donor].path, US_LIBRARY_READ, base->domain, &from, err));
        US_TRY(us_library_visit_behaviors(from, add_owner, of, err));
    }
    return US_OK;
}

/* Fills in attempts and points. A donor of few attempts is near the mean of all. */
static void rate_donors(us_donor *donor, int donors, const owners *of)
{
    enum { USUAL = 8 }; /* attempts that the mean counts as */
    int64_t attempts = 0, halves = 0;
    for (int i = 0; i < of->list.count; i++) {
        attempts += of->list.item[i].attempts;
        halves += of->list.item[i].halves;
    }
    double mean = attempts > 0 ? (double)halves / (double)(2 * attempts) : 0.5;
    for (int d = 0; d < donors; d++) {
        int64_t own = 0;
        donor[d].attempts = 0;
        for (int i = 0; i < of->list.count; i++) {
            const owned *behavior = &of->list.item[i];
            if (behavior->base || !(behavior->of >> d & 1))
                continue;
            donor[d].attempts += behavior->attempts;
            own += behavior->halves;
        }
        donor[d].points = ((double)own / 2 + USUAL * mean) / ((double)donor[d].attempts + USUAL);
    }
}

/* Returns the donors that stay, as bits: the best ones; of equal ones, the first. */
static uint64_t choose_best(const us_donor *donor, int donors, int most)
{
    uint64_t stay = 0;
    for (int n = 0; n < most && n < donors; n++) {
        int best = -1;
        for (int d = 0; d < donors; d++)
            if (!(stay >> d & 1) && (best < 0 || donor[d].points > donor[best].points))
                best = d;
        stay |= UINT64_C(1) << (unsigned)best;
    }
    return stay;
}

static us_status drop_others(us_library *library, const owners *of, uint64_t stay, us_error *err)
{
    US_TRY(us_library_begin(library, err));
    for (int i = 0; i < of->list.count; i++) {
        const owned *behavior = &of->list.item[i];
        if (!behavior->base && !(behavior->of & stay))
            US_TRY(us_library_drop_behavior(library, behavior->id, err));
    }
    return us_library_commit(library, err);
}

us_status us_donors_keep_best(us_donor *donor, int *donors, int most, const us_brl *base,
                              const char *path, us_error *err)
{
    US_AUTO(owners_clear) owners of = {.donor = 0};
    US_AUTOPTR(us_library) library = NULL;
    us_assert(*donors <= US_DONORS_MOST);
    US_TRY(us_library_open(path, US_LIBRARY_WRITE, base->domain, &library, err));
    US_TRY(list_owners(library, donor, *donors, base, &of, err));
    rate_donors(donor, *donors, &of);
    uint64_t stay = choose_best(donor, *donors, most);
    int kept = 0, count = *donors;
    for (int d = 0; d < count; d++)
        if (stay >> d & 1)
            donor[kept++] = donor[d];
    *donors = kept;
    return kept < count ? drop_others(library, &of, stay, err) : US_OK;
}
