#include "experiments/run/sequence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/shell.h"
#include "base/sort.h"
#include "experiments/design/manifest.h"
#include "experiments/design/planning.h"
#include "experiments/report/sheet.h"
#include "experiments/run/results.h"
#include "experiments/stats/effect.h"

#define STOPPED "stopped.json"

typedef struct pair {
    int32_t game[2]; /* baseline's, challenger's */
    int rank;        /* of the map; 0 where pairs are the steps */
    int place;       /* in the order of the manifest */
} pair;

struct us_sequence {
    const us_manifest *manifest;
    us_map_scope scope;
    int player[2];
    pair *pair; /* in the order in which they are looked at */
    int pairs, counted;
    int maps; /* that were looked at */
    us_sprt sprt;
    us_repeats *repeats;
};

static int by_rank(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Map by map, families in turn. */
static void rank_pairs(const us_manifest *m, pair *list, int count)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_atlas atlas = us_atlas_make(m, arena);
    int *rank = US_ARENA_ARRAY(arena, int, m->maps + 1);
    us_atlas_rank(&atlas, rank);
    for (int i = 0; i < count; i++)
        list[i].rank = rank[m->game[list[i].game[0]].map];
    us_array_sort(list, (size_t)count, sizeof(*list), by_rank);
}

/* In the order of the manifest, where games of one key stand together, each game once; in the scope
 * of maps sorted by map. The caller frees. */
static pair *list_pairs(const us_manifest *m, const int *player, us_map_scope scope, int *count)
{
    US_AUTOFREE int32_t *first = us_manifest_find_firsts(m);
    pair *list = US_NEW_ARRAY(pair, m->games + 1);
    int32_t last[2] = {-1, -1};
    *count = 0;
    for (int64_t i = 0; i < m->games; i++) {
        const us_fixture *game = &m->game[i];
        int which = game->player == player[0] ? 0 : game->player == player[1] ? 1 : -1;
        if (which < 0 || first[i] != i)
            continue;
        last[which] = (int32_t)i;
        int32_t other = last[1 - which];
        if (other < 0 || us_fixture_compare(game, &m->game[other]) != 0)
            continue;
        list[*count] = (pair){{last[0], last[1]}, 0, *count};
        (*count)++;
    }
    if (scope == US_MAP_SCOPE_MAPS)
        rank_pairs(m, list, *count);
    return list;
}

static us_status find_players(const us_manifest *m, const bool *wanted, int *out, us_error *err)
{
    US_AUTOFREE bool *there = US_NEW_ARRAY(bool, m->players + 1);
    int count = 0;
    for (int64_t i = 0; i < m->games; i++)
        if (wanted[i])
            there[m->game[i].player] = true;
    for (int p = 0; p < m->players; p++) {
        if (!there[p])
            continue;
        if (count < 2)
            out[count] = p;
        count++;
    }
    return count == 2
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                              "--sprt: expected the games of two players, found those of %d: "
                              "choose with --only player=NAME",
                              count);
}

static bool begins_map(const us_sequence *s, int at)
{
    return at == 0 || s->pair[at].rank != s->pair[at - 1].rank;
}

/* With fewer maps than it looks at first it would let all be played without a word. */
static us_status check_maps(const us_sequence *s, us_error *err)
{
    int steps = us_sequence_compute_standing(s).of, least = s->sprt.def.first;
    return s->scope != US_MAP_SCOPE_MAPS || steps >= least
               ? US_OK
               : us_error_set(
                     err, US_BAD_INPUT, NULL, 0, 0,
                     "--sprt: a test about maps like these looks at %d maps or more, and the "
                     "two players have pairs on %d: expected more maps, or --scope these-maps, "
                     "which looks at pairs",
                     least, steps);
}

us_status us_sequence_new(const us_manifest *m, const bool *wanted, const us_sprt_def *def,
                          us_map_scope scope, us_sequence **out, us_error *err)
{
    int player[2] = {0, 0};
    us_sprt_def by = *def;
    US_TRY(find_players(m, wanted, player, err));
    US_AUTOPTR(us_sequence) s = US_NEW(us_sequence);
    if (scope == US_MAP_SCOPE_MAPS)
        us_sprt_def_set_by_map(&by);
    *s = (us_sequence){.manifest = m,
                       .scope = scope,
                       .player = {player[0], player[1]},
                       .sprt = us_sprt_start(&by)};
    s->pair = list_pairs(m, player, scope, &s->pairs);
    s->repeats = us_repeats_new(m->maps * m->opponents);
    US_TRY(check_maps(s, err));
    *out = US_STEAL(s);
    return US_OK;
}

void us_sequence_free(us_sequence *s)
{
    if (!s)
        return;
    us_repeats_free(s->repeats);
    us_mem_free(s->pair);
    us_mem_free(s);
}

/* A game without a result counts as not played: it may be played again (--retry-failed). */
static bool is_played(const us_sequence *s, int at)
{
    const us_row *row = s->manifest->row;
    return us_row_is_scored(&row[s->pair[at].game[0]]) &&
           us_row_is_scored(&row[s->pair[at].game[1]]);
}

static double difference_of(const us_sequence *s, int at)
{
    const us_row *row = s->manifest->row;
    return (us_row_points(&row[s->pair[at].game[1]]) - us_row_points(&row[s->pair[at].game[0]])) /
           2.0;
}

static void test_pair(us_sequence *s)
{
    const us_manifest *m = s->manifest;
    const int32_t *of = s->pair[s->counted].game;
    const us_fixture *game = &m->game[of[0]];
    us_repeats_add_to_test(s->repeats, &s->sprt, game->map * m->opponents + game->opponent,
                           game->seat,
                           us_repeats_combine_courses(m->row[of[0]].course, m->row[of[1]].course),
                           difference_of(s, s->counted));
    s->counted++;
}

/* Looks at a map; its value is the same as in a comparison. */
static void test_map(us_sequence *s, int end)
{
    static const int family[] = {0};
    const us_manifest *m = s->manifest;
    us_atlas atlas = {family, 1, 1, m->opponents};
    int count = end - s->counted;
    US_AUTOFREE int *opponent = US_NEW_ARRAY(int, count);
    US_AUTOFREE double *difference = US_NEW_ARRAY(double, count);
    for (int i = 0; i < count; i++) {
        opponent[i] = m->game[s->pair[s->counted + i].game[0]].opponent;
        difference[i] = difference_of(s, s->counted + i);
    }
    us_pairs pairs = {difference, opponent, count, m->opponents, false};
    US_AUTO(us_map_values_clear) us_map_values map = us_map_values_compute(&pairs, NULL, &atlas);
    us_sprt_add(&s->sprt, map.value[0]);
    s->counted = end;
    s->maps++;
}

bool us_sequence_update(us_sequence *s)
{
    while (s->sprt.state == US_SPRT_RUNNING && s->counted < s->pairs) {
        int end = s->counted;
        bool played = true;
        for (; end < s->pairs && s->pair[end].rank == s->pair[s->counted].rank && played &&
               (s->scope == US_MAP_SCOPE_MAPS || end == s->counted);
             end++)
            played = is_played(s, end);
        if (!played)
            break;
        if (s->scope == US_MAP_SCOPE_MAPS)
            test_map(s, end);
        else
            test_pair(s);
    }
    return s->sprt.state != US_SPRT_RUNNING;
}

bool *us_sequence_list_tested(const us_sequence *s)
{
    bool *tested = US_NEW_ARRAY(bool, s->manifest->games + 1);
    for (int i = 0; i < s->counted; i++)
        tested[s->pair[i].game[0]] = tested[s->pair[i].game[1]] = true;
    return tested;
}

int64_t us_sequence_order(const us_sequence *s, int64_t *game, int64_t count)
{
    const us_manifest *m = s->manifest;
    US_AUTOFREE int64_t *place = US_NEW_ARRAY(int64_t, m->games + 1);
    int64_t kept = 0;
    US_AUTOFREE bool *there = US_NEW_ARRAY(bool, m->games + 1);
    for (int64_t i = 0; i < count; i++)
        there[game[i]] = true;
    for (int i = 0; i < s->pairs; i++)
        for (int k = 0; k < 2; k++) {
            int32_t at = s->pair[i].game[k];
            if (there[at])
                place[kept++] = at;
            there[at] = false;
        }
    for (int64_t i = 0; i < count; i++) /* those of no pair */
        if (there[game[i]])
            place[kept++] = game[i];
    memcpy(game, place, (size_t)kept * sizeof(*game));
    return kept;
}

/* ---- the decision */

static void print_decision(const us_sequence *s, us_str *out)
{
    const us_manifest *m = s->manifest;
    bool maps = s->scope == US_MAP_SCOPE_MAPS;
    us_str_addf(out,
                "A sequential test of \"%s\" against \"%s\" (%g or %g of a game) stopped after "
                "%d %s: %s. Games of these two behind them don't count, and ",
                m->player[s->player[1]].name, m->player[s->player[0]].name, s->sprt.def.delta0,
                s->sprt.def.delta1, maps ? s->maps : s->counted, maps ? "maps" : "pairs",
                s->sprt.state == US_SPRT_DELTA0   ? "the smaller one is taken"
                : s->sprt.state == US_SPRT_DELTA1 ? "the larger one is taken"
                                                  : "undecided");
}

static void print_note(const us_sequence *s, us_str *out)
{
    print_decision(s, out);
    us_str_addf(out,
                "the estimated effect is biased: it lies too far from %g, the middle of the two.",
                (s->sprt.def.delta0 + s->sprt.def.delta1) / 2);
}

/* Writes the sentence of older versions. The bias that it names is only that of tests about 0. */
static void print_older_note(const us_sequence *s, us_str *out)
{
    print_decision(s, out);
    us_str_addf(out, "an effect of %s that stopped so lies too far from 0.",
                s->scope == US_MAP_SCOPE_MAPS ? "maps" : "pairs");
}

bool us_sequence_has_decision(const us_sequence *s, const char *stopped)
{
    US_AUTOSTR(now);
    US_AUTOSTR(older);
    print_note(s, &now);
    print_older_note(s, &older);
    return strcmp(now.text, stopped) == 0 || strcmp(older.text, stopped) == 0;
}

/* Returns the first game without a result in the next step; or -1. */
static int32_t find_void(const us_sequence *s)
{
    for (int i = s->counted; i < s->pairs && s->sprt.state == US_SPRT_RUNNING; i++) {
        bool same = s->scope == US_MAP_SCOPE_MAPS ? s->pair[i].rank == s->pair[s->counted].rank
                                                  : i == s->counted;
        for (int k = 0; k < 2 && same; k++)
            if (us_row_is_void(&s->manifest->row[s->pair[i].game[k]]))
                return s->pair[i].game[k];
        if (!same)
            break;
    }
    return -1;
}

us_sequence_standing us_sequence_compute_standing(const us_sequence *s)
{
    const us_manifest *m = s->manifest;
    bool maps = s->scope == US_MAP_SCOPE_MAPS;
    us_sequence_standing out = {
        .baseline = m->player[s->player[0]].name,
        .player = m->player[s->player[1]].name,
        .scope = s->scope,
        .sprt = s->sprt,
        .steps = maps ? s->maps : s->counted,
        .of = maps ? 0 : s->pairs,
        .waits = find_void(s),
    };
    if (out.waits >= 0)
        out.at = m->map[m->game[out.waits].map].name;
    for (int i = 0; i < s->pairs && maps; i++)
        out.of += begins_map(s, i);
    return out;
}

us_status us_sequence_write(const us_sequence *s, const char *folder, us_error *err)
{
    US_AUTOSTR(text);
    US_AUTOSTR(path);
    US_AUTOSTR(line);
    const us_manifest *m = s->manifest;
    print_note(s, &line);
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_json_write_key_string(&writer, "baseline", m->player[s->player[0]].name);
    us_json_write_key_string(&writer, "player", m->player[s->player[1]].name);
    us_json_write_key_int(&writer, s->scope == US_MAP_SCOPE_MAPS ? "maps" : "pairs", s->sprt.steps);
    us_json_write_key_string(&writer, "decided", us_sprt_state_name(s->sprt.state));
    us_json_write_key_string(&writer, "text", line.text);
    us_json_writer_end(&writer, '}');
    us_folder_print_path(folder, STOPPED, &path);
    return us_file_write(path.text, text.text, text.length, err);
}

us_map_scope us_sequence_parse_scope(const char *stopped)
{
    static const char mark[] = " stopped after ";
    const char *at = strstr(stopped, mark); /* a name may have these words: the last ones count */
    for (const char *next; at && (next = strstr(at + 1, mark));)
        at = next;
    if (!at)
        return US_MAP_SCOPE_UNSAID;
    at += strlen(mark);
    at += strspn(at, "0123456789");
    return us_text_has_prefix(at, " maps: ")    ? US_MAP_SCOPE_MAPS
           : us_text_has_prefix(at, " pairs: ") ? US_MAP_SCOPE_THESE
                                                : US_MAP_SCOPE_UNSAID;
}

/* ---- games that count */

static us_status need_player(const us_json_node *root, const char *key, const us_manifest *m,
                             int *out, us_error *err)
{
    const char *name;
    US_TRY(us_json_require_string(root, key, &name, err));
    for (int p = 0; p < m->players; p++) {
        if (strcmp(m->player[p].name, name) == 0) {
            *out = p;
            return US_OK;
        }
    }
    return us_json_fail(us_json_find(root, key), err, "there is no player \"%.64s\"", name);
}

/* Pairs that stand in so many steps of the two players; -1: there are not so many. */
static int count_tested(const us_sequence *s, int64_t steps)
{
    if (s->scope != US_MAP_SCOPE_MAPS)
        return steps <= s->pairs ? (int)steps : -1;
    int64_t maps = 0;
    for (int i = 0; i < s->pairs; i++) {
        maps += begins_map(s, i);
        if (maps > steps)
            return i;
    }
    return maps == steps ? s->pairs : -1;
}

static void leave_out(us_manifest *m, const us_sequence *s)
{
    int64_t kept = 0;
    US_AUTOFREE bool *looked = us_sequence_list_tested(s);
    US_AUTOFREE int32_t *first = us_manifest_find_firsts(m);
    for (int64_t i = 0; i < m->games; i++) {
        int own = m->game[i].player;
        if (!looked[first[i]] && (own == s->player[0] || own == s->player[1]))
            continue;
        m->game[kept] = m->game[i];
        m->row[kept++] = m->row[i];
    }
    m->games = kept;
}

static us_status need_decision(const us_json_node *root, us_sequence *s, us_error *err)
{
    const char *name, *unit = us_json_find(root, "maps") ? "maps" : "pairs";
    int64_t steps;
    int state = US_SPRT_DELTA0;
    us_sprt *out = &s->sprt;
    const us_sprt_def *def = &out->def;
    if (us_json_find(root, "maps") && us_json_find(root, "pairs"))
        return us_json_fail(us_json_find(root, "pairs"), err,
                            "expected either \"maps\" or \"pairs\"");
    s->scope = unit[0] == 'm' ? US_MAP_SCOPE_MAPS : US_MAP_SCOPE_THESE;
    if (s->scope == US_MAP_SCOPE_MAPS)
        us_sprt_def_set_by_map(&out->def);
    US_TRY(us_json_require_int(root, unit, 0, US_MANIFEST_GAMES_MAX, &steps, err));
    US_TRY(us_json_require_string(root, "decided", &name, err));
    if (!us_sprt_def_is_due(def, steps))
        return us_json_fail(us_json_find(root, unit), err,
                            "expected as many %s as a test looks at: %d, %d, and so on", unit,
                            def->first, def->first + def->batch);
    while (state < US_SPRT_CAPPED && strcmp(us_sprt_state_name(state), name) != 0)
        state++;
    if (strcmp(us_sprt_state_name(state), name) != 0)
        return us_json_fail(us_json_find(root, "decided"), err,
                            "expected \"delta0\", \"delta1\" or \"capped\"");
    if (state == US_SPRT_CAPPED && steps != def->cap)
        return us_json_fail(us_json_find(root, "decided"), err,
                            "a test is undecided only after %d %s", def->cap, unit);
    out->state = state;
    out->steps = (int)steps;
    return US_OK;
}

/* Checks that the text agrees with the other members, and reads the two numbers that only the text
 * has. */
static us_status need_text(const us_json_node *root, us_sequence *s, us_error *err)
{
    const char *text, *at;
    char *end;
    US_TRY(us_json_require_string(root, "text", &text, err));
    at = strstr(text, "\" (");
    for (const char *next; at && (next = strstr(at + 1, "\" ("));)
        at = next;
    if (at) {
        s->sprt.def.delta0 = strtod(at + 3, &end);
        if (us_text_has_prefix(end, " or "))
            s->sprt.def.delta1 = strtod(end + 4, NULL);
    }
    if (!(s->sprt.def.delta0 < s->sprt.def.delta1) || !us_sequence_has_decision(s, text))
        return us_json_fail(us_json_find(root, "text"), err,
                            "expected the sentence that says what was decided");
    if (s->sprt.def.delta0 < -1 || s->sprt.def.delta1 > 1)
        return us_json_fail(us_json_find(root, "text"), err,
                            "expected a test of bounds from -1 to 1, found %g or %g",
                            s->sprt.def.delta0, s->sprt.def.delta1);
    return US_OK;
}

/* The results decide so, if all that the test looked at are there. A test of an older version, by
 * its words, went by another ratio: it stands. */
static us_status check_decision(const us_json_node *root, const us_sequence *s, us_error *err)
{
    US_AUTOSTR(today);
    us_sequence again = *s;
    print_note(s, &today);
    bool there = us_text_equal(us_json_string(us_json_find(root, "text")), today.text);
    for (int i = 0; i < s->counted && there; i++)
        there = is_played(s, i);
    if (!there)
        return US_OK;
    again.counted = again.maps = 0;
    again.sprt = us_sprt_start(&s->sprt.def);
    again.repeats = us_repeats_new(s->manifest->maps * s->manifest->opponents);
    bool decided = us_sequence_update(&again);
    us_repeats_free(again.repeats);
    if (decided && again.sprt.state == s->sprt.state && again.sprt.steps == s->sprt.steps)
        return US_OK;
    if (!decided)
        return us_json_fail(us_json_find(root, "decided"), err,
                            "the results do not decide this test");
    return us_json_fail(us_json_find(root, "decided"), err, "the results decide \"%s\" after %d %s",
                        us_sprt_state_name(again.sprt.state), again.sprt.steps,
                        s->scope == US_MAP_SCOPE_MAPS ? "maps" : "pairs");
}

/* Writes the options, quoted for a shell. */
static void print_options(const us_sequence *s, us_str *out)
{
    US_AUTOSTR(only);
    us_str_add(out, " --sprt ");
    us_str_add_decimal(out, (int64_t)llround(s->sprt.def.delta0 * 1e6), 6);
    us_str_add_char(out, ':');
    us_str_add_decimal(out, (int64_t)llround(s->sprt.def.delta1 * 1e6), 6);
    us_str_addf(out, " --scope %s", us_map_scope_option(s->scope));
    for (int i = 0; i < 2; i++) {
        us_str_reset(&only);
        us_str_addf(&only, "player=%s", s->manifest->player[s->player[i]].name);
        us_str_add(out, " --only ");
        us_shell_quote(only.text, out);
    }
}

static us_status apply_decision(const us_json_node *root, us_manifest *m, us_sequence *s,
                                us_error *err)
{
    US_AUTOSTR(text);
    bool maps = s->scope == US_MAP_SCOPE_MAPS;
    s->counted = count_tested(s, s->sprt.steps);
    s->maps = maps ? s->sprt.steps : 0;
    if (s->counted < 0)
        return us_json_fail(us_json_find(root, maps ? "maps" : "pairs"), err,
                            "the two players have not so many %s", maps ? "maps" : "pairs");
    US_TRY(need_text(root, s, err));
    US_TRY(check_decision(root, s, err));
    leave_out(m, s);
    print_note(s, &text);
    m->stopped = us_arena_strndup(m->arena, text.text, text.length);
    us_str_reset(&text);
    print_options(s, &text);
    m->stopped_by = us_arena_strndup(m->arena, text.text, text.length);
    return US_OK;
}

static us_status apply(const us_json_node *root, us_manifest *m, us_error *err)
{
    static const char *const keys[] = {"baseline", "player", "maps", "pairs",
                                       "decided",  "text",   NULL};
    us_sprt_def def = us_sprt_def_default();
    us_sequence s = {.manifest = m, .sprt = us_sprt_start(&def)};
    US_TRY(need_player(root, "baseline", m, &s.player[0], err));
    US_TRY(us_json_check_keys(root, keys, err));
    US_TRY(need_player(root, "player", m, &s.player[1], err));
    if (s.player[0] == s.player[1])
        return us_json_fail(us_json_find(root, "player"), err, "expected another player");
    US_TRY(need_decision(root, &s, err));
    US_AUTOFREE pair *list = list_pairs(m, s.player, s.scope, &s.pairs);
    s.pair = list;
    return apply_decision(root, m, &s, err);
}

us_status us_sequence_apply(const char *folder, us_manifest *m, us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    us_status status = US_OK;
    us_error why = {0};
    struct stat info;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, STOPPED);
    if (lstat(path.text, &info) == 0) { /* a link to nothing is a decision that is lost */
        status = us_json_load(path.text, &doc, &why);
        if (status == US_OK)
            status = apply(us_json_root(doc), m, &why);
    }
    return status == US_OK
               ? US_OK
               : us_error_set(
                     err, status, why.file, why.line, why.column,
                     "%.200s; nobody can tell which results count: remove the file, so that "
                     "all do, and experiment run --resume with the same --sprt and --scope "
                     "decides by them",
                     why.text);
}

#define BEGUN "sequential.json"

enum { BEGUN_MAX = 1 << 16 };

static const char *steps_of(us_map_scope scope)
{
    return scope == US_MAP_SCOPE_MAPS ? "maps" : "pairs";
}

static void write_def(const us_sprt_def *def, us_map_scope scope, us_json_writer *writer)
{
    us_json_write_key_string(writer, "scope", us_map_scope_name(scope));
    us_json_write_key_real(writer, "delta0", def->delta0);
    us_json_write_key_real(writer, "delta1", def->delta1);
    us_json_write_key_real(writer, "alpha", def->alpha);
    us_json_write_key_real(writer, "beta", def->beta);
}

/* ---- the test that has begun */

static us_status refuse(const char *path, const char *begun, const char *asked, us_error *err)
{
    return us_error_set(
        err, US_BAD_INPUT, path, 0, 0,
        "--sprt: another test has begun here: %.200s; expected the same players, bounds "
        "and --scope, found %.200s. Removing the file takes that test back, and no error "
        "rate holds for a test whose bounds are chosen by results",
        begun, asked);
}

us_status us_sequence_begin(const us_sequence_standing *standing, const char *folder, bool dry,
                            us_error *err)
{
    US_AUTOSTR(text);
    US_AUTOFREE char *begun = NULL;
    size_t length = 0;
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, BEGUN);
    us_json_writer writer = us_json_writer_begin(&text, '{');
    us_json_write_key_string(&writer, "baseline", standing->baseline);
    us_json_write_key_string(&writer, "player", standing->player);
    write_def(&standing->sprt.def, standing->scope, &writer);
    us_json_writer_end(&writer, '}');
    if (!us_file_exists(path.text))
        return dry ? US_OK : us_file_write(path.text, text.text, text.length, err);
    US_TRY(us_file_read(path.text, BEGUN_MAX, &begun, &length, err));
    if (strcmp(begun, text.text) == 0)
        return US_OK;
    text.text[strcspn(text.text, "\n")] = begun[strcspn(begun, "\n")] = '\0';
    return refuse(path.text, begun, text.text, err);
}

/* ---- the standing */

bool us_sequence_is_short(const us_sequence_standing *standing, us_str *out)
{
    const us_sprt_def *def = &standing->sprt.def;
    const char *steps = steps_of(standing->scope);
    int likely = us_sprt_compute_least_steps(def, def->delta0),
        high = us_sprt_compute_least_steps(def, def->delta1),
        low = us_sprt_compute_least_steps(def, -1), fewest = us_sprt_compute_least_steps(def, 1),
        far = 1;
    likely = high < likely ? high : likely;
    if (low < fewest) {
        fewest = low;
        far = -1;
    }
    if (standing->of >= likely)
        return false;
    us_str_addf(out,
                "The plan has %d %s for the test of \"%s\" against \"%s\". If all have an effect "
                "of %g or of %g, the test takes %d; if all have an effect of %d, it takes %d. ",
                standing->of, steps, standing->player, standing->baseline, def->delta0, def->delta1,
                likely, far, fewest);
    if (standing->of < fewest)
        us_str_addf(out,
                    "So the plan can't decide it: expected more %s, or bounds that lie "
                    "farther apart.",
                    steps);
    else
        us_str_add(out, "So the plan decides it only if the effect is large.");
    return true;
}

void us_sequence_print_undecided(const us_sequence_standing *standing, us_str *out)
{
    const us_sprt *s = &standing->sprt;
    us_str_addf(out,
                "undecided after %d of %d %s: the sequential test of \"%s\" against \"%s\" (%g or "
                "%g of a game) has the log-likelihood ratio %.2f, and decides at %.2f or %.2f",
                standing->steps, standing->of, steps_of(standing->scope), standing->player,
                standing->baseline, s->def.delta0, s->def.delta1, s->ratio, s->lower, s->upper);
    if (standing->waits >= 0)
        us_str_addf(out,
                    "; it waits at map \"%s\", where a game has no result: experiment status says "
                    "which program failed, and run --resume --retry-failed plays the game again",
                    standing->at);
}

void us_sequence_write_sprt(const us_sprt *sprt, us_map_scope scope, us_json_writer *writer)
{
    write_def(&sprt->def, scope, writer);
    us_json_write_key_int(writer, steps_of(scope), sprt->steps);
    if (sprt->state == US_SPRT_RUNNING)
        us_json_write_key_null(writer, "decided");
    else
        us_json_write_key_string(writer, "decided", us_sprt_state_name(sprt->state));
    us_json_write_key_real(writer, "ratio", sprt->ratio);
    us_json_write_key_real(writer, "lower", sprt->lower);
    us_json_write_key_real(writer, "upper", sprt->upper);
}

void us_sequence_write_standing(const us_sequence_standing *standing, us_json_writer *writer)
{
    us_json_write_key_string(writer, "baseline", standing->baseline);
    us_json_write_key_string(writer, "player", standing->player);
    us_sequence_write_sprt(&standing->sprt, standing->scope, writer);
    us_json_write_key_int(writer, "planned", standing->of);
    if (standing->waits >= 0)
        us_json_write_key_string(writer, "waits", standing->at);
    else
        us_json_write_key_null(writer, "waits");
}
