#include <string.h>
#include <sys/stat.h>

#include "base/sort.h"
#include "base/sums.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, JSON };
enum { GAMES_TOLD = 20 };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print one JSON object"},
};

typedef struct row {
    const char *goal;    /* goal type */
    const char *classes; /* classes, for behaviors without a goal; else "" */
    int64_t behaviors, cases, suffixes, origins, tries, successes;
} row;

typedef struct stats {
    const char *path;
    us_library_list list;
    row *row; /* by goal type */
    int rows;
    row all;
    int64_t bytes, behaviors[US_TEMPLATE_KINDS];
    const us_library_feature *feature;
    int features;
    us_brl_game *seen;
    int games, capacity;
    us_map_info *map; /* shipped maps, and their hashes; or NULL */
    us_hash *hash;
    int maps;
} stats;

static void note_game(void *context, const us_brl_game *game)
{
    stats *s = context;
    s->seen = us_array_grow(s->seen, s->games, &s->capacity, sizeof *s->seen);
    s->seen[s->games++] = *game;
}

static int by_goal(const void *left, const void *right)
{
    const row *a = left, *b = right;
    int order = strcmp(a->goal, b->goal);
    return order ? order : strcmp(a->classes, b->classes); /* equal rows are merged */
}

static void add(row *to, const row *from)
{
    to->behaviors += from->behaviors;
    to->cases += from->cases;
    to->suffixes += from->suffixes;
    to->origins += from->origins;
    to->tries = us_sums_add(to->tries, from->tries);
    to->successes = us_sums_add(to->successes, from->successes);
}

static void group(stats *s)
{
    row *list = US_NEW_ARRAY(row, s->list.count + 1);
    for (int i = 0; i < s->list.count; i++) {
        const us_library_behavior *b = &s->list.row[i];
        const us_library_counts *c = &s->list.counts[i];
        list[i] = (row){b->goal_type,
                        b->goal_type[0] ? "" : b->classes,
                        1,
                        c->cases,
                        c->suffixes,
                        c->origins,
                        b->tries,
                        b->successes};
        s->behaviors[b->kind]++;
        add(&s->all, &list[i]);
    }
    us_array_sort(list, (size_t)s->list.count, sizeof *list, by_goal);
    for (int i = 0; i < s->list.count; i++) {
        if (s->rows > 0 && by_goal(&list[s->rows - 1], &list[i]) == 0)
            add(&list[s->rows - 1], &list[i]);
        else
            list[s->rows++] = list[i];
    }
    s->row = list;
}

/* ---- games that the library has seen */

/* Finds the names of shipped maps; other maps stay nameless. */
static void name_maps(stats *s, const char *domain)
{
    const us_game_kind *kind = us_game_kind_find(domain);
    const us_map_tools *tools = kind ? us_game_kind_map_tools(kind, US_MAPS_LIST) : NULL;
    if (s->games == 0 || !tools || tools->list(&s->map, &s->maps, NULL) != US_OK)
        return;
    s->hash = US_NEW_ARRAY(us_hash, s->maps + 1);
    for (int i = 0; i < s->maps; i++) {
        US_AUTOPTR(us_scenario) scenario = NULL;
        us_scenario_def def = us_scenario_def_default();
        def.domain = domain;
        def.map = s->map[i].name;
        if (us_scenario_open(&def, &scenario, NULL) != US_OK)
            continue;
        s->hash[i] = scenario->map_hash;
    }
}

/* Returns the map's name, or NULL. */
static const char *name_of_map(const stats *s, us_hash hash)
{
    for (int i = 0; i < s->maps && hash != 0; i++)
        if (s->hash[i] == hash)
            return s->map[i].name;
    return NULL;
}

static void print_games(const stats *s, us_str *out)
{
    US_AUTOSTR(line);
    us_str_add(out, "saw ");
    us_str_add_count(out, s->games, "game", "games");
    us_str_add(out, s->games > 1 ? ", each map with a seed counted once\n" : "\n");
    for (int i = 0; i < s->games && i < GAMES_TOLD; i++) {
        const us_brl_game *game = &s->seen[i];
        const char *name = name_of_map(s, game->map);
        us_str_add(&line, "  ");
        if (name)
            us_str_add(&line, name);
        else if (game->map != 0)
            us_str_add_hex(&line, game->map, 16);
        else
            us_str_add(&line, "a map that is not known");
        if (game->seeded)
            us_str_addf(&line, ", seed %llu", (unsigned long long)game->seed);
        us_str_add(&line, game->adapted ? ", by adaptation" : ", by demonstration");
        us_out_add_line(out, &line);
    }
    if (s->games > GAMES_TOLD)
        us_str_addf(out, "  and %d more: --json lists all\n", s->games - GAMES_TOLD);
}

/* ---- all */

static us_status count(stats *s, us_library *library, us_error *err)
{
    struct stat info;
    if (stat(s->path, &info) == 0)
        s->bytes = info.st_size;
    US_TRY(us_library_list_read(library, &s->list, err));
    s->feature = us_library_features(library, &s->features);
    group(s);
    US_TRY(us_library_visit_games(library, note_game, s, err));
    name_maps(s, us_library_domain(library)->name);
    return US_OK;
}

static void write_row(const row *r, us_json_writer *writer)
{
    us_json_write_key_int(writer, "behaviors", r->behaviors);
    us_json_write_key_int(writer, "cases", r->cases);
    us_json_write_key_int(writer, "suffixes", r->suffixes);
    us_json_write_key_int(writer, "origins", r->origins);
    us_json_write_key_int(writer, "tries", r->tries);
    us_json_write_key_int(writer, "successes", r->successes);
}

static void write_game(const stats *s, const us_brl_game *game, us_json_writer *writer)
{
    const char *name = name_of_map(s, game->map);
    us_json_write_open(writer, '{');
    if (game->map != 0) /* unknown members are left out */
        us_json_write_key_hash(writer, "map", game->map);
    if (name)
        us_json_write_key_string(writer, "name", name);
    if (game->seeded)
        us_json_write_key_u64(writer, "seed", game->seed);
    us_json_write_key_string(writer, "how", game->adapted ? "adaptation" : "demonstration");
    us_json_write_close(writer, '}');
}

static void write_json(const stats *s, const char *domain, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", s->path);
    us_json_write_key_string(&writer, "domain", domain);
    us_json_write_key_int(&writer, "bytes", s->bytes);
    us_json_write_key_int(&writer, "features", s->features);
    us_json_write_key_int(&writer, "trees", s->behaviors[US_TEMPLATE_TREE]);
    us_json_write_key_int(&writer, "archetypes", s->behaviors[US_TEMPLATE_ARCHETYPE]);
    write_row(&s->all, &writer);
    us_json_write_key_open(&writer, "goals", '[');
    for (int i = 0; i < s->rows; i++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "goal", s->row[i].goal);
        us_json_write_key_string(&writer, "classes", s->row[i].classes);
        write_row(&s->row[i], &writer);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_write_key_open(&writer, "bandwidths", '{');
    for (int i = 0; i < s->features; i++)
        if (s->feature[i].bandwidth > 0)
            us_json_write_key_int(&writer, s->feature[i].name, s->feature[i].bandwidth);
    us_json_write_close(&writer, '}');
    us_json_write_key_open(&writer, "seen", '[');
    for (int i = 0; i < s->games; i++)
        write_game(s, &s->seen[i], &writer);
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static void add_line(us_str *out, const char *name, const row *r)
{
    us_out_add_linef(out, "%-24s %9lld %9lld %9lld %9lld %9lld %9lld", name,
                     (long long)r->behaviors, (long long)r->cases, (long long)r->suffixes,
                     (long long)r->origins, (long long)r->tries, (long long)r->successes);
}

static void print_bandwidths(const stats *s, us_str *out)
{
    US_AUTOSTR(line);
    for (int i = 0; i < s->features; i++)
        if (s->feature[i].bandwidth > 0)
            us_str_addf(&line, "%s %s (%lld)", line.length ? "," : "", s->feature[i].name,
                        (long long)s->feature[i].bandwidth);
    if (line.length > 0)
        us_out_add_linef(out, "features by which attempts count, with bandwidths:%s", line.text);
}

static void write_text(const stats *s, const char *domain, us_str *out)
{
    US_AUTOSTR(name);
    us_out_add_linef(out, "%s: a library of \"%s\": %lld bytes, %d features", s->path, domain,
                     (long long)s->bytes, s->features);
    us_str_addf(out, "%-24s %9s %9s %9s %9s %9s %9s\n", "goal", "behaviors", "cases", "suffixes",
                "origins", "tries", "successes");
    for (int i = 0; i < s->rows; i++) {
        const row *r = &s->row[i];
        us_str_addf(&name, "%s%s",
                    r->goal[0]      ? ""
                    : r->classes[0] ? "is "
                                    : "(trees)",
                    r->goal[0] ? r->goal : r->classes);
        add_line(out, name.text, r);
        us_str_reset(&name);
    }
    add_line(out, "all", &s->all);
    print_bandwidths(s, out);
    if (s->games > 0)
        print_games(s, out);
}

static us_status print_stats(const us_args *args, us_library *library, us_str *out, us_error *err)
{
    stats s = {.path = args->argument[0]};
    const char *domain = us_library_domain(library)->name;
    us_status status = count(&s, library, err);
    if (status == US_OK && us_args_is_given(args, JSON))
        write_json(&s, domain, out);
    else if (status == US_OK)
        write_text(&s, domain, out);
    us_mem_free(s.row);
    us_mem_free(s.seen);
    us_mem_free(s.map);
    us_mem_free(s.hash);
    us_library_list_clear(&s.list);
    return status;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    return us_library_print_snapshot(args, DOMAIN, print_stats, out, err);
}

const us_command us_command_library_stats = {
    .name = "library stats",
    .arguments = "LIB",
    .about = "count the contents of a library",
    .more =
        "By type of goal, or by class for behaviors without a goal: behaviors, cases, suffix\n"
        "cases among them, origins, tries and successes. Then the features by which attempts\n"
        "count (docs/OUTCOMES.md). Then the games that led to the library, by demonstration or\n"
        "adaptation: the map, by its name if it is shipped, and the seed.",
    .example = "  understudy library stats lib.db",
    US_OPTIONS(options),
    .run = run,
};
