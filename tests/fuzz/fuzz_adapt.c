/* A sound library plays two games of a sound domain and map, and is adapted from them by some
 * shipped failure patterns, or by random changes. What comes of it is sound, and plays. */
#include <unistd.h>

#include "adapt/changes.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/sound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static const char *const made[] = {"x.db",     "z.db",         "a.jsonl",
                                   "a.states", "a.goals.json", "b.jsonl",
                                   "b.states", "b.goals.json", "y.db"};

/* Returns false if the behaviors are not those of a library: entries of a case that do not fit the
 * domain, for example. */
static bool make_library(const sound_input *input)
{
    US_AUTOPTR(us_library) library = NULL;
    us_library_added added = {0};
    us_error err = {0};
    us_assert(us_library_open(fuzz_folder_place("x.db"), US_LIBRARY_CREATE, input->domain, &library,
                              &err) == US_OK);
    us_assert(us_library_begin(library, &err) == US_OK);
    us_status status = us_library_put_all(library, input->brl, &added, &err);
    if (status == US_OK)
        status = us_library_commit(library, &err);
    us_assert(status == US_OK || err.text[0]);
    return status == US_OK;
}

static us_brl *read_library(const sound_input *input, const char *name)
{
    US_AUTOPTR(us_library) library = NULL;
    us_brl *brl = NULL;
    us_assert(us_library_open(fuzz_folder_place(name), US_LIBRARY_READ, input->domain, &library,
                              NULL) == US_OK);
    us_assert(us_library_get_all(library, &brl, NULL) == US_OK);
    return brl;
}

static bool play(sound_input *input, const char *name, const char *trace)
{
    us_play_result result;
    US_AUTOSTR(agent);
    us_str_addf(&agent, "library:%s", fuzz_folder_place(name));
    return sound_play(input, agent.text, trace, &result);
}

/* Makes a library of random changes that fit together. */
static us_status change(const sound_input *input, const us_adaptation_def *def, us_brl **out,
                        us_error *err)
{
    enum { MOST = 5 };
    US_AUTO(us_changes_clear) us_changes changes = {0};
    int all[MOST] = {0, 1, 2, 3, 4};
    bool fits[MOST];
    const char *from = fuzz_folder_place("x.db"), *path = fuzz_folder_place("z.db");
    unlink(path);
    US_TRY(us_changes_list(def, &changes, err));
    us_assert(changes.count <= def->random && def->random <= MOST);
    us_change_choice choice = {.change = all, .count = changes.count};
    us_status status = us_changes_write(def, &changes, &choice, fits, from, path, err);
    choice.count = 0;
    if (status == US_FAILED)
        status = us_changes_write(def, &changes, &choice, fits, from, path, err);
    if (status == US_OK)
        *out = read_library(input, "z.db");
    return status;
}

static us_status mend(const us_adaptation_def *def, us_brl **out, us_error *err)
{
    us_adaptation adapted = {0};
    US_TRY(us_adaptation_run(def, &adapted, err));
    *out = adapted.library;
    adapted.library = NULL;
    us_adaptation_clear(&adapted);
    return US_OK;
}

static void repair(sound_input *input, us_games *games, const us_patterns *patterns)
{
    us_adaptation_def def = us_adaptation_def_default();
    US_AUTOPTR(us_brl) adapted = NULL;
    US_AUTOPTR(us_brl) library = read_library(input, "x.db");
    us_error err = {0};
    def.library = library;
    def.games = games;
    def.patterns = patterns;
    def.least = 1;
    def.percent = 0;
    def.most = 3;
    def.append = input->set.seed / 2 % 2 != 0;
    def.daemons = input->set.seed % 7 == 6 && input->set.seed % 5 != 4;
    def.random = input->set.seed % 5 == 4 ? 5 : 0;
    def.seed = (uint64_t)input->set.seed;
    us_status status =
        def.random ? change(input, &def, &adapted, &err) : mend(&def, &adapted, &err);
    if (status != US_OK) {
        us_assert((status == US_MISMATCH || status == US_BAD_INPUT) && err.text[0]);
        return;
    }
    sound_check_behaviors(adapted);
    us_assert(us_adaptation_write(library, adapted, fuzz_folder_place("x.db"),
                                  fuzz_folder_place("y.db"), &err) == US_OK);
    sound_check_library(input->domain, fuzz_folder_place("y.db"));
    play(input, "y.db", NULL);
}

static void adapt(sound_input *input, const us_patterns *patterns)
{
    US_AUTOPTR(us_games) games = NULL;
    us_error err = {0};
    int64_t game;
    us_assert(us_games_open(NULL, input->domain, &games, &err) == US_OK);
    us_assert(us_failures_add_conditions(games, patterns, &err) == US_OK);
    bool changed = sound_change_recorded(input, "a.jsonl", "a.goals.json");
    us_status status = us_games_add(games, fuzz_folder_place("a.jsonl"), NULL, &game, &err);
    us_assert(status == US_OK || (changed && err.text[0]));
    status = us_games_add(games, fuzz_folder_place("b.jsonl"), NULL, &game, &err);
    us_assert(status == US_OK || status == US_MISMATCH); /* the same game again */
    repair(input, games, patterns);
}

/* A changed domain may not suit the patterns. */
static void play_and_adapt(sound_input *input)
{
    us_patterns patterns = {0};
    us_error err = {0};
    sound_check_library(input->domain, fuzz_folder_place("x.db"));
    bool played = play(input, "x.db", "a.jsonl");
    input->set.seed++;
    if (!played || !play(input, "x.db", "b.jsonl"))
        return;
    if (us_patterns_load(input->domain, NULL, &patterns, &err) == US_OK)
        adapt(input, &patterns);
    else
        us_assert(err.text[0]);
    us_patterns_clear(&patterns);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sound_input input;
    if (!sound_read(data, size, &input))
        return 0;
    fuzz_folder_remove(made, US_COUNT(made));
    if (make_library(&input))
        play_and_adapt(&input);
    sound_clear(&input);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return sound_mutate(data, size, most, seed);
}
