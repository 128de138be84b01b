#include <string.h>

#include "experiments/planning.h"
#include "experiments/report/page.h"
#include "experiments/seen_games.h"
#include "experiments/spec.h"

/* ---- entrants */

static void text_or_none(us_sheet *sheet, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    us_sheet_add_text(sheet, hash != 0 ? text : "");
}

static void add_entrants(us_document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"as", US_COLUMN_TEXT},  {"name", US_COLUMN_TEXT},     {"agent", US_COLUMN_TEXT},
        {"run", US_COLUMN_TEXT}, {"identity", US_COLUMN_TEXT},
    };
    const us_manifest *m = page->manifest;
    us_sheet *sheet = us_sheet_new(arena, "entrants",
                                   "Players and opponents: identity is a hash of what an agent is; "
                                   "of a library, of its content",
                                   columns, US_COUNT(columns));
    us_str run;
    us_str_init(&run);
    for (int i = 0; i < m->players + m->opponents; i++) {
        bool player = i < m->players;
        const us_entrant *one = player ? &m->player[i] : &m->opponent[i - m->players];
        us_str_reset(&run);
        if (player && one->group)
            us_str_addf(&run, "%lld of %s", (long long)one->run, one->group);
        us_sheet_add_text(sheet, player ? "player" : "opponent");
        us_sheet_add_text(sheet, one->name);
        us_sheet_add_text(sheet, one->agent);
        us_sheet_add_text(sheet, run.text);
        text_or_none(sheet, one->identity);
    }
    us_document_add_sheet(d, sheet);
    us_str_clear(&run);
}

static void add_maps(us_document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"map", US_COLUMN_TEXT}, {"family", US_COLUMN_TEXT}, {"hash", US_COLUMN_TEXT}};
    const us_manifest *m = page->manifest;
    us_sheet *sheet = us_sheet_new(arena, "maps", "Maps", columns, US_COUNT(columns));
    for (int i = 0; i < m->maps; i++) {
        us_sheet_add_text(sheet, m->map[i].name);
        us_sheet_add_text(sheet, m->map[i].family ? m->map[i].family : "");
        text_or_none(sheet, m->map[i].hash);
    }
    us_document_add_sheet(d, sheet);
}

/* ---- libraries */

static void print_list(const char *const *list, int count, us_str *out)
{
    for (int i = 0; i < count; i++)
        us_str_addf(out, "%s%s", i > 0 ? ", " : "", list[i]);
}

static void print_origin(const us_spec_library *library, us_str *out)
{
    const us_spec_training *t = library->training;
    if (!library->of) {
        us_str_add(out, "learned from ");
        print_list(library->demo, library->demos, out);
        us_str_addf(out, "%s%s", library->relax ? ", relaxed" : "",
                    library->literal ? ", literal" : "");
        if (library->sizes > 0)
            us_str_addf(out, ", in %d sizes", library->sizes);
    } else if (!t) {
        us_str_addf(out, "%s of %s, shuffled", library->states ? "states" : "goals", library->of);
    } else if (t->daemons) {
        us_str_addf(out, "%s with all daemons of the failure patterns", library->of);
    } else {
        us_str_addf(out, "%s, adapted in %d round%s of %d games on %d map%s against ", library->of,
                    t->rounds, t->rounds == 1 ? "" : "s", t->games, t->maps,
                    t->maps == 1 ? "" : "s");
        print_list(t->against, t->against_count, out);
        us_str_addf(out, "%s, %d pairs of proof", t->random ? ", random repairs" : "", t->prove);
    }
    if (library->draws > 1)
        us_str_addf(out, ", %d times", library->draws);
    if (library->of)
        us_str_addf(out, ", seed %lld", (long long)library->seed);
}

static void add_recipes(us_document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {{"library", US_COLUMN_TEXT},
                                              {"made", US_COLUMN_TEXT}};
    us_spec *spec;
    us_str text;
    us_str_init(&text);
    us_experiment_print_spec_path(page->def->folder, &text);
    if (us_spec_read(text.text, NULL, 0, &spec, NULL) == US_OK) {
        us_sheet *sheet = us_sheet_new(arena, "recipes", "How the libraries were made", columns,
                                       US_COUNT(columns));
        for (int i = 0; i < spec->libraries; i++) {
            us_str_reset(&text);
            print_origin(&spec->library[i], &text);
            us_sheet_add_text(sheet, spec->library[i].name);
            us_sheet_add_text(sheet, text.text);
        }
        us_document_add_sheet(d, sheet);
        us_spec_free(spec);
    }
    us_str_clear(&text);
}

/* The games that led to each library: no experiment may test it on them. */
static void add_libraries(us_document *d, const us_page *page, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"player", US_COLUMN_TEXT},         {"identity", US_COLUMN_TEXT},
        {"demonstrations", US_COLUMN_TEXT}, {"maps_seen", US_COLUMN_COUNT},
        {"seeds_seen", US_COLUMN_COUNT},    {"games_without_seed", US_COLUMN_COUNT},
    };
    const us_manifest *m = page->manifest;
    us_sheet *sheet =
        us_sheet_new(arena, "origins",
                     "Origins of the libraries: the numbers of demonstrations, and of "
                     "maps and seeds of the games that led to them",
                     columns, US_COUNT(columns));
    us_str size;
    us_str_init(&size);
    for (int i = 0; i < m->players; i++) {
        if (!us_text_has_prefix(m->player[i].agent, "library:"))
            continue;
        us_seen_games seen = us_seen_games_from_entrant(&m->player[i]);
        us_str_reset(&size);
        if (m->player[i].size >= 0)
            us_str_add_int(&size, m->player[i].size);
        us_sheet_add_text(sheet, m->player[i].name);
        text_or_none(sheet, m->player[i].identity);
        us_sheet_add_text(sheet, size.text);
        us_sheet_add_count(sheet, seen.maps);
        us_sheet_add_count(sheet, seen.seeds);
        us_sheet_add_count(sheet, seen.seedless);
        us_seen_games_clear(&seen);
    }
    us_document_add_sheet(d, sheet);
    us_str_clear(&size);
}

void us_page_add_origins(us_document *d, const us_page *page)
{
    us_arena *arena = us_arena_new();
    us_document_add_heading(d, "Players, libraries and maps");
    add_entrants(d, page, arena);
    add_recipes(d, page, arena);
    add_libraries(d, page, arena);
    add_maps(d, page, arena);
    us_arena_free(arena);
}
