#include "experiments/compare/repairs.h"

#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "experiments/design/spec.h"
#include "players/identity.h"
#include "retrieve/library_diff.h"
#include "retrieve/provenance.h"

/* ---- lineage */

typedef struct reading {
    us_arena *arena;
    us_descendant *item; /* all behaviors, until those without a parent go */
    int count, capacity;
} reading;

static void add_behavior(void *context, const us_library_behavior *row)
{
    reading *r = context;
    if (row->kind != US_TEMPLATE_BEHAVIOR)
        return;
    r->item = us_array_grow(r->item, r->count, &r->capacity, sizeof *r->item);
    r->item[r->count++] =
        (us_descendant){.id = row->id, .goal = us_arena_strdup(r->arena, row->goal_text)};
}

typedef struct telling {
    us_arena *arena;
    us_descendant *of;
} telling;

/* All cases of a behavior have the same origin. A shuffled behavior has a parent, too, and never
 * failed. */
static void note_descent(void *context, const us_library_origin *row)
{
    const telling *t = context;
    us_ancestry from = us_ancestry_from_case(&row->about);
    if (t->of->parent != 0 || !from.adapted)
        return;
    const char **repair = US_ARENA_ARRAY(t->arena, const char *, from.repairs + 1);
    const char **failure = US_ARENA_ARRAY(t->arena, const char *, from.repairs + 1);
    for (int i = 0; i < from.repairs; i++) {
        repair[i] = us_arena_strdup(t->arena, us_ancestry_modop(&from, i));
        failure[i] = us_arena_strdup(t->arena, us_ancestry_failure(&from, i));
    }
    t->of->parent = us_ancestry_parent(&from, 0);
    t->of->repairs = from.repairs;
    t->of->repair = repair;
    t->of->failure = failure;
}

static us_status read_all(us_library *library, us_lineage *out, us_error *err)
{
    reading r = {.arena = out->arena};
    us_status status = us_library_visit_behaviors(library, add_behavior, &r, err);
    US_AUTOFREE us_descendant *all = r.item;
    US_TRY(status);
    out->item = US_ARENA_ARRAY(out->arena, us_descendant, r.count + 1);
    for (int i = 0; i < r.count; i++) {
        telling t = {out->arena, &all[i]};
        US_TRY(us_library_visit_origins(library, all[i].id, note_descent, &t, err));
        if (all[i].parent == 0)
            continue;
        out->item[out->count++] = all[i];
        out->repairs += all[i].repairs;
    }
    return US_OK;
}

us_status us_lineage_read(us_library *library, us_lineage *out, us_error *err)
{
    US_AUTO(us_lineage_clear) us_lineage made = {.arena = us_arena_new()};
    US_TRY(us_library_begin_read(library, err));
    US_TRY(us_library_end_read(library, read_all(library, &made, err), err));
    *out = made;
    made.arena = NULL;
    return US_OK;
}

void us_lineage_clear(us_lineage *lineage)
{
    us_arena_free(lineage->arena);
    *lineage = (us_lineage){0};
}

/* ---- libraries of sides */

const us_entrant *us_side_library(const us_manifest *m, const us_comparison *c, int side)
{
    for (int p = 0; p < m->players; p++)
        if (us_side_has_player(&c->side[side], &m->player[p]))
            return us_text_has_prefix(m->player[p].agent, "library:") ? &m->player[p] : NULL;
    return NULL;
}

us_status us_entrant_open_library(const us_entrant *player, const char *folder,
                                  const us_domain *domain, us_library **out, us_error *err)
{
    US_AUTOSTR(agent);
    US_AUTOSTR(file);
    us_hash identity = 0;
    us_manifest_print_agent(player->agent, folder, &agent);
    us_agent_parse_file(agent.text, &file, NULL);
    US_TRY(us_agent_compute_identity(agent.text, domain, &identity, err));
    if (identity != player->identity)
        return us_error_set(err, US_MISMATCH, file.text, 0, 0,
                            "it is not what it was when the experiment was planned");
    return us_library_open(file.text, US_LIBRARY_READ, domain, out, err);
}

/* ---- repairs */

typedef struct listing {
    const us_manifest *manifest;
    const us_comparison *comparison;
    us_library **library;      /* of each side; NULL: no library */
    us_repaired_library *item; /* of each side, until those without repairs go */
    us_error *err;
} listing;

static us_status read_sides(const listing *l, const char *folder, const us_domain *domain)
{
    for (int i = 0; i < l->comparison->sides; i++) {
        const us_entrant *player = us_side_library(l->manifest, l->comparison, i);
        l->item[i] = (us_repaired_library){.side = i, .original = -1, .how = "", .caveat = ""};
        if (!player)
            continue;
        US_TRY(us_entrant_open_library(player, folder, domain, &l->library[i], l->err));
        US_TRY(us_lineage_read(l->library[i], &l->item[i].lineage, l->err));
    }
    return US_OK;
}

static us_status count_parents(us_library *library, const us_lineage *lineage, int *out,
                               us_error *err)
{
    US_AUTOSTR(body);
    *out = 0;
    for (int i = 0; i < lineage->count; i++) {
        us_str_reset(&body);
        US_TRY(us_library_print_body(library, lineage->item[i].parent, &body, err));
        *out += body.length > 0;
    }
    return US_OK;
}

static us_status find_original(const listing *l, us_repaired_library *of)
{
    int most = 0;
    for (int i = 0; i < l->comparison->sides; i++) {
        int parents;
        if (!l->library[i] || l->item[i].lineage.count > 0)
            continue;
        US_TRY(count_parents(l->library[i], &of->lineage, &parents, l->err));
        if (parents > most) {
            most = parents;
            of->original = i;
        }
    }
    return US_OK;
}

/* ---- the adaptation */

/* The library that the spec makes for the player or group of that name. */
static const us_spec_library *find_training(const us_spec *spec, const char *side)
{
    const us_spec_library *found = NULL;
    US_AUTOSTR(library);
    for (int p = 0; p < spec->players && !found; p++) {
        const us_spec_agent *player = &spec->player[p];
        us_str_reset(&library);
        if (!us_text_equal(player->group ? player->group : player->name, side) ||
            !us_agent_parse_file(player->agent, &library, NULL))
            continue;
        for (int i = 0; i < spec->libraries && !found; i++)
            if (spec->library[i].training && us_text_equal(spec->library[i].name, library.text))
                found = &spec->library[i];
    }
    return found;
}

static void print_search(const us_spec_library *library, us_str *out)
{
    const us_spec_training *t = library->training;
    us_str_addf(out, "A search %swith at most %d games",
                t->like ? "of random changes, a control, " : "", t->budget);
    if (t->rounds > 1)
        us_str_addf(out, " in each of %d rounds", t->rounds);
    us_str_addf(out,
                " changed \"%s\"%s. A round kept its changes if the lower bound of their effect, "
                "over %s, was above 0.",
                library->of, library->draws > 1 ? " in each run" : "",
                t->map_count > 0 ? "the named maps" : "maps that no other game of the search used");
}

static void print_training(const us_spec_library *library, us_str *out)
{
    const us_spec_training *t = library->training;
    if (t->budget > 0) {
        print_search(library, out);
        return;
    }
    if (t->daemons) {
        us_str_addf(out,
                    "All daemons of the failure patterns were put into \"%s\", a control: no game "
                    "was looked at, and nothing was proved.",
                    library->of);
        return;
    }
    us_str_addf(out, "%d training game%s of \"%s\"", t->games, t->games == 1 ? "" : "s",
                library->of);
    if (library->draws > 1)
        us_str_add(out, " in each run");
    if (t->rounds > 1)
        us_str_addf(out, ", and as many in each of %d more rounds,", t->rounds - 1);
    us_str_add(out, " told what went wrong. Repairs were kept without proof");
    if (t->most > 0)
        us_str_addf(out, "; the limit was %d%s", t->most, t->rounds > 1 ? " a round" : "");
    us_str_add_char(out, '.');
}

/* Reads the spec beside the plan; without it the training is unknown. */
static void read_training(const char *folder, const char *side, us_repaired_library *of)
{
    US_AUTOPTR(us_spec) spec = NULL;
    US_AUTOSTR(text);
    us_experiment_print_spec_path(folder, &text);
    if (us_spec_read(text.text, NULL, 0, &spec, NULL) == US_OK) {
        const us_spec_library *library = find_training(spec, side);
        us_str_reset(&text);
        if (library)
            print_training(library, &text);
        if (library && library->training->daemons) /* nothing was drawn: there is no other run */
            of->caveat = "Its interval is not one of those that hold for all comparisons at once.";
        of->how = us_arena_strndup(of->lineage.arena, text.text, library ? text.length : 0);
    }
}

static const char *caveat_of(const us_side *side, const us_comparison *helped)
{
    if (helped->count > 0 && helped->versus[0].alike > 0)
        return "All runs of adaptation play alike: it holds for this one library. Nor is its "
               "interval one of those that hold for all comparisons at once.";
    return side->runs > 1
               ? ""
               : "That is one run of adaptation: it holds for this one library, and does not say "
                 "that another run would do as well. Nor is its interval one of those that hold "
                 "for all comparisons at once.";
}

static us_status find_help(const listing *l, us_repaired_library *of)
{
    us_comparison_def def = l->comparison->def;
    if (of->lineage.count == 0)
        return US_OK;
    US_TRY(find_original(l, of));
    if (of->original < 0)
        return US_OK;
    def.baseline = l->comparison->side[of->original].name;
    def.challenger = l->comparison->side[of->side].name;
    return us_comparison_compute(l->manifest, &def, &of->helped, l->err);
}

static void clear(us_repaired_library *one)
{
    if (one->lineage.arena)
        us_lineage_clear(&one->lineage);
    if (one->helped.arena)
        us_comparison_clear(&one->helped);
}

static us_status list_all(const listing *l, const char *folder)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_domain_load_shipped(l->manifest->domain, &domain, l->err));
    us_status status = read_sides(l, folder, domain);
    for (int i = 0; i < l->comparison->sides && status == US_OK; i++) {
        status = find_help(l, &l->item[i]);
        if (status != US_OK || l->item[i].lineage.count == 0)
            continue;
        l->item[i].caveat = caveat_of(&l->comparison->side[i], &l->item[i].helped);
        read_training(folder, l->comparison->side[i].name, &l->item[i]);
    }
    for (int i = 0; i < l->comparison->sides; i++)
        us_library_close(l->library[i]);
    return status;
}

us_status us_repaired_libraries_list(const us_manifest *m, const char *folder,
                                     const us_comparison *c, us_repaired_library **out, int *count,
                                     us_error *err)
{
    listing l = {m, c, US_NEW_ARRAY(us_library *, c->sides + 1),
                 US_NEW_ARRAY(us_repaired_library, c->sides + 1), err};
    US_AUTOFREE us_library **library = l.library;
    us_status status = list_all(&l, folder);
    if (status != US_OK) {
        us_repaired_libraries_free(l.item, c->sides);
        return status;
    }
    *count = 0;
    for (int i = 0; i < c->sides; i++) {
        if (l.item[i].lineage.count > 0)
            l.item[(*count)++] = l.item[i];
        else
            clear(&l.item[i]);
    }
    *out = l.item;
    return US_OK;
}

void us_repaired_libraries_free(us_repaired_library *list, int count)
{
    for (int i = 0; i < count; i++)
        clear(&list[i]);
    us_mem_free(list);
}

/* ---- as a table */

us_sheet *us_repaired_library_make_sheet(const us_repaired_library *repaired, us_arena *arena)
{
    static const us_sheet_column columns[] = {
        {"goal", US_COLUMN_TEXT}, {"failure", US_COLUMN_TEXT}, {"repair", US_COLUMN_TEXT}};
    const us_lineage *lineage = &repaired->lineage;
    us_sheet *sheet = us_sheet_new(arena, "repairs", "Repairs: what went wrong, and what was done",
                                   columns, US_COUNT(columns));
    for (int i = 0; i < lineage->count; i++)
        for (int k = 0; k < lineage->item[i].repairs; k++) {
            US_SHEET_ADD(sheet, us_cell_text(lineage->item[i].goal),
                         us_cell_text(lineage->item[i].failure[k]),
                         us_cell_text(lineage->item[i].repair[k]));
        }
    return sheet;
}
