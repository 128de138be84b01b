/* Any bytes as the spec of an experiment, what stands behind a NUL as a member that is set: what is
 * read keeps to its limits; else an error with its place. */
#include <string.h>

#include "experiments/design/spec.h"
#include "players/players.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold_agents(const us_spec_agent *list, int count)
{
    us_assert(count >= 1 && count <= US_SPEC_LIST_MAX);
    for (int i = 0; i < count; i++) {
        us_assert(list[i].name[0] && list[i].run >= -1 && (list[i].run < 0 || list[i].group));
        us_assert(us_agent_check(list[i].agent, NULL) == US_OK);
        for (int j = 0; j < i; j++)
            us_assert(!us_text_equal(list[i].name, list[j].name));
    }
}

static void hold_search(const us_spec_training *training)
{
    us_assert(training->budget >= 100 && training->budget <= US_SPEC_BUDGET_MAX / training->rounds);
    us_assert(training->games == 0 && training->maps == 0);
    us_assert(training->most == 0 && !training->daemons);
    us_assert(training->families >= 1 && training->sizes >= 1);
    for (int i = 0; i < training->families; i++)
        us_assert(training->family[i] && training->family[i][0]);
    for (int i = 0; i < training->sizes; i++)
        us_assert(training->size[i] >= 1 && training->size[i] <= US_SPEC_MAP_SIZE_MAX);
}

static void hold_training(const us_spec_training *training)
{
    int maps = 0;
    if (training->daemons) { /* no game is played for them */
        us_assert(training->games == 0 && training->maps == 0 && training->against_count == 0);
        us_assert(training->budget == 0 && !training->like);
        return;
    }
    us_assert(training->rounds >= 1 && training->against_count >= 1);
    for (int i = 0; i < training->against_count; i++)
        us_assert(us_agent_check(training->against[i], NULL) == US_OK);
    if (training->budget > 0) {
        hold_search(training);
        return;
    }
    for (int i = 0; i < training->map_count; i++)
        maps += training->map[i].count;
    us_assert(maps >= 1 && maps == training->maps && maps <= training->games);
    us_assert(training->games <= US_SPEC_TRAINING_MAX);
}

static void hold(const us_spec *spec)
{
    us_assert(spec->name && spec->domain && (spec->seat[0] || spec->seat[1]));
    us_assert(spec->games >= 1 && spec->games <= US_SPEC_GAMES_MAX && spec->max_cycles >= 1);
    us_assert(!spec->faction[0] == !spec->faction[1] && spec->timeout_ms >= 0);
    hold_agents(spec->player, spec->players);
    hold_agents(spec->opponent, spec->opponents);
    for (int i = 0; i < spec->maps; i++)
        us_assert(spec->map[i].count >= 1 && (spec->map[i].map || spec->map[i].request.family));
    for (int i = 0; i < spec->libraries; i++) {
        const us_spec_library *library = &spec->library[i];
        us_assert(library->demos >= 1 && library->draws >= 1 && !strchr(library->name, '/'));
        for (int s = 0; s < library->sizes; s++)
            us_assert(library->size[s] >= !library->of && library->size[s] <= library->demos);
        if (library->training)
            hold_training(library->training);
    }
}

/* Its text says the same without anything set. */
static void read_again(const us_spec *spec)
{
    us_spec *again;
    us_assert(us_spec_parse("again", spec->text, strlen(spec->text), NULL, 0, &again, NULL) ==
              US_OK);
    us_assert(us_text_equal(spec->text, again->text) && us_text_equal(spec->name, again->name));
    us_assert(spec->players == again->players && spec->maps == again->maps &&
              spec->games == again->games && spec->seed == again->seed);
    us_spec_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *nul = size > 0 ? memchr(text, '\0', size) : NULL;
    size_t length = nul ? (size_t)(nul - text) : size;
    us_str set;
    us_spec *spec;
    us_error err = {0};
    us_str_init(&set);
    if (nul)
        us_str_add_bytes(&set, nul + 1, size - length - 1);
    const char *one = set.text;
    us_status status = us_spec_parse("fuzz", text, length, &one, nul != NULL, &spec, &err);
    if (status == US_OK) {
        hold(spec);
        read_again(spec);
        us_spec_free(spec);
    } else {
        us_assert(status == US_BAD_INPUT && err.text[0] && (err.line > 0 || nul));
    }
    us_str_clear(&set);
    return 0;
}
