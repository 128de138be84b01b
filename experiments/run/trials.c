#include "experiments/run/trials.h"

#include "base/file.h"
#include "base/sort.h"
#include "experiments/design/planning.h"
#include "experiments/design/probe.h"
#include "experiments/run/journal.h"
#include "plan/plan.h"
#include "players/identity.h"

/* What a trial came to, and what the journal has of it; or a note, which is no game. */
typedef struct outcome {
    us_hash key, course;
    int32_t points, margin;
    int32_t note; /* 0: a game */
    bool crashed;
    us_brl_game game;
} outcome;

static const us_field fields[] = {
    {"key", US_FIELD_HASH, offsetof(outcome, key)},
    {"course", US_FIELD_HASH, offsetof(outcome, course), true},
    {"points", US_FIELD_INT32, offsetof(outcome, points), .low = 0, .high = 2},
    {"margin", US_FIELD_INT32, offsetof(outcome, margin), .low = -1000, .high = 1000},
    {"crashed", US_FIELD_BOOL, offsetof(outcome, crashed), true},
    {"note", US_FIELD_INT32, offsetof(outcome, note), true, .low = 0, .high = INT32_MAX},
};

/* A map of the field that was opened. */
typedef struct ground {
    const char *path;
    us_hash hash; /* 0: not opened yet */
    us_hash rules;
} ground;

/* A library or an opponent. */
typedef struct agent {
    const char *name, *path; /* path: of a library; else NULL */
    us_hash identity;
} agent;

struct us_trials {
    us_trials_def def;
    us_manifest manifest; /* it has players, maps and games only while these are played */
    us_str itself;        /* the agent that US_TRAINING_ITSELF stands for */
    agent *opponent;
    US_LIST(ground) ground;   /* by game of the field, or by named map */
    US_LIST(outcome) outcome; /* sorted by key */
    us_journal *journal;
    us_arena *texts;
};

/* ---- the journal */

static int by_key(const void *left, const void *right)
{
    const outcome *a = left, *b = right;
    return (a->key > b->key) - (a->key < b->key);
}

static const outcome *remembered(const us_trials *trials, us_hash key)
{
    outcome wanted = {.key = key};
    return us_array_find(&wanted, trials->outcome.item, trials->outcome.count, sizeof wanted,
                         by_key);
}

/* Sorts the outcomes, and keeps each key once. */
static void sort(us_trials *trials)
{
    int kept = 0;
    outcome *item = trials->outcome.item;
    if (trials->outcome.count == 0)
        return;
    us_array_sort(item, (size_t)trials->outcome.count, sizeof *item, by_key);
    for (int i = 0; i < trials->outcome.count; i++)
        if (kept == 0 || item[kept - 1].key != item[i].key)
            item[kept++] = item[i];
    trials->outcome.count = kept;
}

static us_status read_line(us_trials *trials, const us_lines *lines, const char *text,
                           size_t length, us_error *err)
{
    US_AUTOSTR(scratch);
    outcome found = {0};
    us_line line = {.file = lines->file, .number = lines->line, .scratch = &scratch, .err = err};
    us_pull_init(&line.pull, text, length);
    US_TRY(us_fields_read(&line, fields, US_COUNT(fields), "a result of a trial", trials->texts,
                          &found));
    US_LIST_PUT(trials->outcome, found);
    return US_OK;
}

static us_status read_journal(us_trials *trials, const char *path, us_error *err)
{
    us_lines lines;
    const char *text;
    size_t length;
    bool whole;
    if (!us_file_exists(path))
        return US_OK;
    US_TRY(us_lines_open(&lines, path, err));
    us_status status = us_lines_next(&lines, &text, &length, &whole, err);
    while (status == US_OK && text && whole) { /* a kill may leave a part of a line */
        status = read_line(trials, &lines, text, length, err);
        if (status == US_OK)
            status = us_lines_next(&lines, &text, &length, &whole, err);
    }
    us_lines_close(&lines);
    sort(trials);
    return status;
}

static us_status write_outcome(us_trials *trials, const outcome *made, us_error *err)
{
    US_AUTOSTR(line);
    us_json_writer writer = us_json_writer_begin(&line, '{');
    us_fields_write(fields, US_COUNT(fields), made, &writer);
    us_json_write_close(&writer, '}');
    return us_journal_append(trials->journal, line.text, line.length, err);
}

int us_trials_find_note(const us_trials *trials, us_hash key)
{
    const outcome *found = remembered(trials, key);
    return found ? found->note : 0;
}

us_status us_trials_note(us_trials *trials, us_hash key, int number, us_error *err)
{
    outcome made = {.key = key, .note = number};
    us_assert(number > 0);
    US_TRY(write_outcome(trials, &made, err));
    US_TRY(us_journal_sync(trials->journal, err));
    US_LIST_PUT(trials->outcome, made);
    sort(trials);
    return US_OK;
}

/* ---- maps and agents */

uint64_t us_trials_seed(const us_training_field *field, int game)
{
    return us_rng_derive_seed(field->seed, "trial", (uint64_t)game);
}

/* Finds the map of a game, and generates it at first use. */
static us_status find_ground(us_trials *trials, int game, const ground **out, us_error *err)
{
    const us_training_field *field = trials->def.field;
    int index = field->maps > 0 ? us_training_field_turn(field, game).map : game;
    while (trials->ground.count <= index)
        US_LIST_PUT(trials->ground, ((ground){0}));
    ground *found = &trials->ground.item[index];
    *out = found;
    if (found->hash)
        return US_OK;
    US_TRY(us_training_field_place_map(field, game, trials->def.folder, trials->texts, &found->path,
                                       err));
    return us_manifest_hash_map(&trials->manifest, field->domain, found->path, ".", &found->hash,
                                &found->rules, err);
}

static us_status name_opponents(us_trials *trials, us_error *err)
{
    const us_training_field *field = trials->def.field;
    us_agent_print_library(trials->def.library, trials->def.settings, &trials->itself);
    trials->opponent = US_NEW_ARRAY(agent, field->opponents);
    for (int i = 0; i < field->opponents; i++) {
        agent *of = &trials->opponent[i];
        of->name = us_training_field_opponent(field, i, trials->itself.text);
        US_TRY(us_agent_compute_identity(of->name, field->domain, &of->identity, err));
    }
    return US_OK;
}

us_status us_trials_open(const us_trials_def *def, us_trials **out, us_error *err)
{
    US_AUTOPTR(us_trials) trials = US_NEW(us_trials);
    trials->def = *def;
    trials->def.settings = def->settings ? def->settings : "";
    trials->texts = us_arena_new();
    us_manifest_init(&trials->manifest);
    us_str_init(&trials->itself);
    trials->manifest.domain = def->field->domain->name;
    trials->manifest.max_cycles = def->field->max_cycles;
    trials->manifest.fog = def->field->fog;
    US_TRY(name_opponents(trials, err));
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(def->folder, US_TRIALS_JOURNAL);
    US_TRY(read_journal(trials, path.text, err));
    US_TRY(us_journal_open(path.text, &trials->journal, err));
    *out = US_STEAL(trials);
    return US_OK;
}

void us_trials_close(us_trials *trials)
{
    if (!trials)
        return;
    us_journal_close(trials->journal, NULL);
    us_manifest_clear(&trials->manifest);
    us_str_clear(&trials->itself);
    us_mem_free(trials->opponent);
    us_mem_free(trials->ground.item);
    us_mem_free(trials->outcome.item);
    us_arena_free(trials->texts);
    us_mem_free(trials);
}

/* ---- playing */

/* A request to play trials: each key once. */
typedef struct request {
    us_trials *trials;
    us_trial *list;
    us_hash *key;      /* by trial */
    us_brl_game *game; /* by trial */
    US_LIST(agent) library;
    US_LIST(int) first; /* by game of the manifest: a trial with its key */
    US_LIST(outcome) made;
    us_game_pool_state state;
} request;

static us_status find_library(request *r, const char *path, int *out, us_error *err)
{
    for (*out = 0; *out < r->library.count; ++*out)
        if (us_text_equal(r->library.item[*out].path, path))
            return US_OK;
    US_AUTOSTR(name);
    us_agent_print_library(path, r->trials->def.settings, &name);
    agent made = {.name = us_arena_strndup(r->trials->texts, name.text, name.length), .path = path};
    US_TRY(us_agent_compute_identity(made.name, r->trials->def.field->domain, &made.identity, err));
    US_LIST_PUT(r->library, made);
    return US_OK;
}

static us_hash key_of(const us_trials *trials, const us_trial *trial, us_hash library,
                      const ground *map)
{
    const us_training_field *field = trials->def.field;
    int opponent = us_training_field_turn(field, trial->game).opponent;
    us_hash hash = us_hash_add_text(US_HASH_START, "trial");
    hash = us_hash_add(hash, US_PLAY_VERSION);
    hash = us_hash_add(hash, library);
    hash = us_hash_add(hash, trials->opponent[opponent].identity);
    hash = us_hash_add(us_hash_add(hash, map->hash), map->rules);
    hash = us_hash_add(hash, us_trials_seed(field, trial->game));
    hash = us_hash_add(hash, (uint64_t)trial->seat);
    hash = us_hash_add(hash, (uint64_t)field->max_cycles);
    return us_hash_add(hash, field->fog);
}

static bool is_listed(const request *r, us_hash key)
{
    for (int i = 0; i < r->first.count; i++)
        if (r->key[r->first.item[i]] == key)
            return true;
    return false;
}

/* Returns the index of the map in the manifest. */
static int map_of(us_manifest *m, const ground *map)
{
    for (int i = m->maps - 1; i >= 0; i--)
        if (us_text_equal(m->map[i].path, map->path))
            return i;
    *us_manifest_add_map(m) =
        (us_manifest_map){.name = map->path, .path = map->path, .hash = map->hash};
    return m->maps - 1;
}

/* Lists the games that are not remembered in the manifest. */
static us_status list_games(request *r, int count, us_error *err)
{
    us_trials *trials = r->trials;
    us_manifest *m = &trials->manifest;
    const us_training_field *field = trials->def.field;
    for (int i = 0; i < count; i++) {
        const us_trial *trial = &r->list[i];
        const ground *map;
        int library;
        US_TRY(find_ground(trials, trial->game, &map, err));
        US_TRY(find_library(r, trial->library, &library, err));
        r->key[i] = key_of(trials, trial, r->library.item[library].identity, map);
        r->game[i] = (us_brl_game){.map = map->hash,
                                   .seeded = true,
                                   .seed = us_trials_seed(field, trial->game),
                                   .adapted = true};
        if (remembered(trials, r->key[i]) || is_listed(r, r->key[i]))
            continue;
        US_LIST_PUT(r->first, i);
        *us_manifest_add_game(m) = (us_fixture){
            .seed = r->game[i].seed,
            .player = (uint16_t)library,
            .opponent = (uint16_t)us_training_field_turn(field, trial->game).opponent,
            .map = (uint16_t)map_of(m, map),
            .seat = (uint8_t)trial->seat,
        };
    }
    return US_OK;
}

static void list_agents(request *r)
{
    us_manifest *m = &r->trials->manifest;
    for (int i = 0; i < r->library.count; i++) {
        us_entrant *player = us_manifest_add_player(m);
        player->name = player->agent = r->library.item[i].name;
        player->identity = r->library.item[i].identity;
    }
    for (int i = 0; i < r->trials->def.field->opponents; i++) {
        us_entrant *opponent = us_manifest_add_opponent(m);
        opponent->name = opponent->agent = r->trials->opponent[i].name;
        opponent->identity = r->trials->opponent[i].identity;
    }
}

static us_status take_result(void *context, int64_t at, const us_row *row, us_error *err)
{
    request *r = context;
    int trial = r->first.item[at];
    outcome made = {.key = r->key[trial],
                    .course = row->course,
                    .points = us_row_points(row),
                    .margin = us_row_margin(row, r->trials->def.field->max_cycles),
                    .crashed = !us_row_is_finished(row)};
    US_TRY(us_game_pool_check_killed(&r->state, err)); /* it is no result of the library */
    if (r->state.broken > 0)                           /* libraries run inside this program */
        return us_error_set(err, US_FAILED, NULL, 0, 0,
                            "the opponent of a game failed, so that nothing can be proved: %s",
                            row->reason);
    US_LIST_PUT(r->made, made);
    if (row->end == US_ROW_TIMEOUT) /* another time limit, or a machine at rest, may end it */
        return US_OK;
    return write_outcome(r->trials, &made, err);
}

static us_status play(request *r, us_error *err)
{
    const us_trials_def *def = &r->trials->def;
    us_manifest *m = &r->trials->manifest;
    if (m->games == 0)
        return US_OK;
    us_game_pool_def playing = {
        .manifest = m,
        .folder = ".",
        .games = m->games,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .state = &r->state,
        .context = r,
        .played = take_result,
        .listener = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    r->state.wanted = m->games;
    us_status status = us_game_pool_finish(&playing, err);
    us_status synced = us_journal_sync(r->trials->journal, status == US_OK ? err : NULL);
    return status == US_OK ? synced : status;
}

/* Fills in the results, which are all remembered now. */
static void fill(request *r, int count)
{
    us_trials *trials = r->trials;
    for (int i = 0; i < r->made.count; i++)
        US_LIST_PUT(trials->outcome, r->made.item[i]);
    sort(trials);
    for (int i = 0; i < count; i++) {
        outcome *found = (outcome *)(uintptr_t)remembered(trials, r->key[i]);
        if (!found)
            continue;
        found->game = r->game[i];
        r->list[i].course = found->course;
        r->list[i].points = found->points;
        r->list[i].margin = found->margin;
        r->list[i].crashed = found->crashed;
    }
}

static us_status play_part(us_trials *trials, us_trial *list, int count, us_error *err)
{
    us_manifest *m = &trials->manifest;
    request r = {.trials = trials,
                 .list = list,
                 .key = US_NEW_ARRAY(us_hash, count + 1),
                 .game = US_NEW_ARRAY(us_brl_game, count + 1)};
    us_status status = list_games(&r, count, err);
    if (status == US_OK) {
        list_agents(&r);
        status = play(&r, err);
    }
    fill(&r, count);
    m->players = m->opponents = m->maps = 0;
    m->games = 0;
    us_mem_free(r.key);
    us_mem_free(r.game);
    us_mem_free(r.library.item);
    us_mem_free(r.first.item);
    us_mem_free(r.made.item);
    return status;
}

us_status us_trials_play(us_trials *trials, us_trial *list, int count, us_error *err)
{
    enum { PART = 4096 }; /* trials of a manifest, which counts players and maps in 16 bits */
    for (int first = 0; first < count; first += PART)
        US_TRY(play_part(trials, list + first, count - first < PART ? count - first : PART, err));
    return US_OK;
}

/* ---- games played */

int64_t us_trials_count(const us_trials *trials)
{
    int64_t count = 0;
    for (int i = 0; i < trials->outcome.count; i++)
        count += trials->outcome.item[i].note == 0;
    return count;
}

us_brl_game *us_trials_list_games(const us_trials *trials, int *count)
{
    int games = 0;
    us_brl_game *list = US_NEW_ARRAY(us_brl_game, trials->outcome.count + 1);
    for (int i = 0; i < trials->outcome.count; i++)
        if (trials->outcome.item[i].game.seeded) /* else of another search, in the same journal */
            list[games++] = trials->outcome.item[i].game;
    *count = us_brl_games_sort(list, games);
    return list;
}
