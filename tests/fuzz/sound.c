#define _DEFAULT_SOURCE
#include "tests/fuzz/sound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "game/skirmish/map/map.h"
#include "retrieve/library.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/shipped.h"
#include "tests/world_faults.h"

enum { LOOK_EVERY = 24, FILE_MOST = 1 << 24 };

/* ---- the domain and its rules, with numbers changed */

typedef struct shipped_file {
    const char *name;
    char *text;
    size_t length;
    bool changed; /* the folder's file is not the shipped one */
} shipped_file;

static shipped_file domain_file = {.name = "domains/skirmish/domain.json"};
static shipped_file rules_file = {.name = "domains/skirmish/rules.json"};

static void begin(void)
{
    if (domain_file.text)
        return;
    fuzz_folder_make("domains");
    fuzz_folder_make("domains/skirmish");
    shipped_file *const file[] = {&domain_file, &rules_file};
    for (int i = 0; i < US_COUNT(file); i++) {
        us_assert(us_file_read(file[i]->name, FILE_MOST, &file[i]->text, &file[i]->length, NULL) ==
                  US_OK);
        fuzz_folder_put(file[i]->name, file[i]->text, file[i]->length);
    }
    fuzz_folder_link("domains/skirmish/root.brl");
    fuzz_folder_link("domains/skirmish/maps");
    fuzz_folder_make("domains/skirmish/patterns");
    fuzz_folder_link("domains/skirmish/patterns/army-idle.sql");
    fuzz_folder_link("domains/skirmish/patterns/maintain-lapsed.sql");
    fuzz_folder_link("domains/skirmish/patterns/step-fails.sql");
    fuzz_folder_link("domains/skirmish/patterns/supply-blocked.sql");
    fuzz_folder_link("domains/skirmish/patterns/worker-idle.sql");
    setenv("UNDERSTUDY_DATA", fuzz_folder_place("."), 1);
    shipped_domain();
    shipped_rules();
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The last change of a number counts. */
static const int64_t *find_edit(const sound_edits *list, int64_t number)
{
    for (int i = list->count; i-- > 0;)
        if (list->item[i].number == number)
            return &list->item[i].value;
    return NULL;
}

/* Numbers are counted outside of texts. A sign stays. */
static void change_numbers(const char *from, size_t length, const sound_edits *list, us_str *out)
{
    int64_t number = 0;
    bool quoted = false;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (!quoted && end < length && is_digit(from[end]))
            end++;
        if (end == at) {
            quoted ^= from[at] == '"';
            us_str_add_char(out, from[at++]);
            continue;
        }
        const int64_t *value = find_edit(list, number++);
        if (value)
            us_str_add_int(out, *value);
        else
            us_str_add_bytes(out, from + at, end - at);
        at = end;
    }
}

static void write_file(shipped_file *file, const sound_edits *list)
{
    US_AUTOSTR(text);
    if (list->count == 0 && !file->changed)
        return;
    change_numbers(file->text, file->length, list, &text);
    fuzz_folder_put(file->name, text.text, text.length);
    file->changed = list->count > 0;
}

static bool change_file(const char *name, const sound_edits *list)
{
    US_AUTOSTR(text);
    US_AUTOFREE char *from = NULL;
    size_t length;
    if (list->count == 0 ||
        us_file_read(fuzz_folder_place(name), FILE_MOST, &from, &length, NULL) != US_OK)
        return false;
    change_numbers(from, length, list, &text);
    fuzz_folder_put(name, text.text, text.length);
    return true;
}

bool sound_change_recorded(const sound_input *input, const char *trace, const char *goals)
{
    bool changed = change_file(trace, &input->trace);
    return change_file(goals, &input->goals) || changed;
}

/* ---- reading an input */

typedef struct part {
    const char *text;
    size_t length;
} part;

/* Divides at lines "%%". */
static bool split(const char *text, size_t size, part out[3])
{
    const char *end = text + size;
    for (int i = 0; i < 3; i++) {
        const char *at = text;
        while (at < end &&
               !(end - at >= 3 && memcmp(at, "%%\n", 3) == 0 && (at == text || at[-1] == '\n')))
            at++;
        if ((at == end) != (i == 2))
            return false;
        out[i] = (part){text, (size_t)(at - text)};
        text = at + 3;
    }
    return true;
}

static void set_one(const char *key, int64_t first, int64_t second, sound_input *out)
{
    sound_settings *set = &out->set;
    sound_edits *const list[] = {&out->root, &out->rules, &out->trace, &out->goals};
    static const char *const lists[] = {"domain", "rules", "trace", "goals"};
    int64_t *const value[] = {&set->seed,   &set->cycles,   &set->fog, &set->foe,
                              &set->states, &set->settings, &set->seat};
    static const char *const keys[] = {"seed",   "cycles",   "fog", "foe",
                                       "states", "settings", "seat"};
    for (int i = 0; i < US_COUNT(keys); i++)
        if (us_text_equal(key, keys[i]))
            *value[i] = first;
    for (int i = 0; i < US_COUNT(lists); i++) {
        if (!us_text_equal(key, lists[i]) || list[i]->count == SOUND_EDITS_MAX)
            continue;
        list[i]->item[list[i]->count].number = first;
        list[i]->item[list[i]->count++].value = second;
    }
}

static int64_t within(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static void split_words(char *row, const char *word[3])
{
    for (int i = 0; i < 3 && *row; i++) {
        word[i] = row;
        row += strcspn(row, " ");
        if (*row)
            *row++ = '\0';
    }
}

static void read_settings(part from, sound_input *out)
{
    sound_settings *set = &out->set;
    US_AUTOSTR(text);
    us_str_add_bytes(&text, from.text, from.length);
    *set = (sound_settings){.seed = 1, .cycles = 200};
    const char *rest = text.text, *line;
    for (int length; us_text_take_line(&rest, &line, &length);) {
        char row[96];
        const char *word[3] = {"", "", ""};
        int64_t first, second = 0;
        snprintf(row, sizeof(row), "%.*s", length, line);
        split_words(row, word);
        us_text_to_int(word[2], INT64_MIN, INT64_MAX, &second);
        if (us_text_to_int(word[1], INT64_MIN, INT64_MAX, &first))
            set_one(word[0], first, second, out);
    }
    set->cycles = within(set->cycles, 1, SOUND_CYCLES_MAX);
    set->states = within(set->states, 0, SOUND_CYCLES_MAX);
    set->seat = set->seat & 1;
    set->fog = set->fog & 1;
}

static bool open_map(part map, sound_input *out)
{
    us_scenario_def def = us_scenario_def_default();
    US_AUTOSTR(text);
    us_error err = {0};
    us_str_add_bytes(&text, map.text, map.length);
    if (strlen(text.text) != map.length)
        return false;
    fuzz_folder_put("x.map", map.text, map.length);
    def.domain = "skirmish";
    def.read = out->domain;
    def.map = fuzz_folder_place("x.map");
    def.fog = out->set.fog;
    def.max_cycles = (us_cycle)out->set.cycles;
    us_status status = us_scenario_open(&def, &out->scenario, &err);
    us_assert(status == US_OK || err.text[0]);
    return status == US_OK && us_play_check(out->scenario, NULL) == US_OK;
}

static bool read_parts(const part from[3], sound_input *out)
{
    us_faults faults = {0};
    us_error err = {0};
    read_settings(from[0], out);
    write_file(&domain_file, &out->root);
    write_file(&rules_file, &out->rules);
    if (us_domain_load_shipped("skirmish", &out->domain, &err) != US_OK) {
        us_assert(err.text[0] && out->root.count > 0);
        return false;
    }
    out->brl =
        us_brl_read(out->domain, fuzz_folder_place("x.brl"), from[1].text, from[1].length, &faults);
    bool sound = faults.count == 0;
    us_faults_clear(&faults);
    if (!sound || !open_map(from[2], out))
        return false;
    fuzz_folder_put("x.brl", from[1].text, from[1].length);
    return true;
}

bool sound_read(const uint8_t *data, size_t size, sound_input *out)
{
    part from[3];
    begin();
    *out = (sound_input){.domain = NULL};
    if (split((const char *)data, size, from) && read_parts(from, out))
        return true;
    sound_clear(out);
    return false;
}

void sound_clear(sound_input *input)
{
    us_scenario_close(input->scenario);
    us_brl_free(input->brl);
    us_domain_free(input->domain);
    *input = (sound_input){.domain = NULL};
}

/* ---- playing it */

static void look(us_match *match)
{
    US_AUTOSTR(report);
    const us_world *world = us_game_world(us_match_game(match), US_NEUTRAL);
    if (us_world_faults(world, &report) == 0)
        return;
    fprintf(stderr, "at cycle %d: %s\n", world->now, report.text);
    us_assert(!"a sound world");
}

static void see_notes(void *context, const us_note *list, int count)
{
    (void)context;
    for (int i = 0; i < count; i++)
        us_assert(us_note_is_valid(&list[i]));
}

static void ready(void *context, us_match *match, const char *const *agent)
{
    us_observer observer = {.context = context, .notes = see_notes};
    (void)agent;
    us_match_add_observer(match, &observer);
}

static us_status play_on(us_running_play *playing, bool looks, us_match_state *state, us_error *err)
{
    us_status status = us_running_play_step(playing, 0, state, err);
    while (status == US_OK && state->outcome.kind == US_OUTCOME_NONE) {
        status = us_running_play_step(playing, LOOK_EVERY, state, err);
        if (looks)
            look(us_running_play_match(playing));
    }
    return status;
}

/* An agent whose file holds nothing that can be done is refused. All else is played to its end. */
static bool play_whole(const us_play_def *def, bool looks, us_play_result *out)
{
    us_running_play *playing = NULL;
    us_match_state state;
    us_error err = {0};
    char text[1024];
    us_status status = us_running_play_open(def, &playing, &err);
    if ((status == US_BAD_INPUT || status == US_MISMATCH) && err.text[0])
        return false;
    if (status == US_OK)
        status = play_on(playing, looks, &state, &err);
    if (status == US_OK)
        status = us_running_play_close(playing, out, &err);
    if (status != US_OK)
        fprintf(stderr, "%s\n", us_error_print(&err, text, sizeof(text)));
    us_assert(status == US_OK);
    out->state = state;
    return true;
}

bool sound_play(const sound_input *input, const char *agent, const char *trace, us_play_result *out)
{
    static const char *const foes[] = {"idle",    "random",          "ai:raid", "expert:rush",
                                       "ai:boom", "expert:balanced", NULL};
    static const char *const settings[] = {"",
                                           "?pace=off",
                                           "?retrieval=goal&pace=off",
                                           "?revision=article&interference=off",
                                           "?revision=off&company=off&ways=off",
                                           "?passing=off&attempts=3&reactions=off",
                                           "?gathering=off&producers=off&suffixes=off&outcomes=off",
                                           "?pace=off"};
    static int place;
    us_play_def def = us_play_def_default();
    US_AUTOSTR(whole);
    us_str_addf(&whole, "%s%s", agent,
                settings[(uint64_t)input->set.settings % US_COUNT(settings)]);
    const char *foe = foes[(uint64_t)input->set.foe % US_COUNT(foes)];
    def.agent[input->set.seat] = whole.text;
    def.agent[1 - input->set.seat] = foe ? foe : whole.text;
    def.seed = (uint64_t)input->set.seed;
    def.open = input->scenario;
    def.scenario.domain = "skirmish";
    def.scenario.map = fuzz_folder_place("x.map");
    def.trace = trace ? fuzz_folder_place(trace) : NULL;
    def.states = trace ? (us_cycle)input->set.states : 0;
    def.events = trace && input->set.seed % 2;
    def.ready = ready;
    def.context = &place;
    return play_whole(&def, input->root.count + input->rules.count == 0, out);
}

/* ---- what comes of it */

void sound_check_behaviors(const us_brl *brl)
{
    us_faults faults = {0};
    US_AUTOSTR(text);
    US_AUTOPTR(us_brl) back = NULL;
    us_brl_check(brl, &faults);
    us_brl_print(brl, &text);
    if (faults.count > 0) {
        fprintf(stderr, "%s\n%d: %s\n", text.text, faults.fault[0].line, faults.fault[0].what);
        us_assert(!"sound behaviors");
    }
    back = us_brl_read(brl->domain, "back", text.text, text.length, &faults);
    us_assert(faults.count == 0 && us_brl_equal(brl, back));
    us_faults_clear(&faults);
}

void sound_check_library(const us_domain *domain, const char *path)
{
    US_AUTOPTR(us_library) library = NULL;
    US_AUTOPTR(us_brl) brl = NULL;
    us_library_faults faults = {0};
    us_error err = {0};
    us_assert(us_library_open(path, US_LIBRARY_READ, domain, &library, &err) == US_OK);
    us_assert(us_library_check(library, &faults, &err) == US_OK);
    if (faults.count > 0)
        fprintf(stderr, "%s\n", faults.text[0]);
    us_assert(faults.count == 0);
    us_library_faults_clear(&faults);
    us_assert(us_library_get_all(library, &brl, &err) == US_OK);
    sound_check_behaviors(brl);
}
