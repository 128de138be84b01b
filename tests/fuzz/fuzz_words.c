/* Any lines as the words of a command line or of a spec: agents with their settings, modops, names
 * and params of failure patterns, the number of a Slurm job. */
#include <string.h>

#include "adapt/pattern.h"
#include "experiments/run/slurm.h"
#include "players/identity.h"
#include "players/planner.h"
#include "players/players.h"
#include "tests/fuzz/shipped.h"
#include "understudy/adapt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_agent(const char *word)
{
    us_str file, rest;
    us_error err = {0};
    us_plan_settings settings = us_plan_settings_default();
    us_str_init(&file);
    us_str_init(&rest);
    us_status status = us_agent_check(word, &err);
    us_assert(status == US_OK || err.text[0]);
    us_agent_is_silent(word);
    us_agent_is_deterministic(word);
    us_agent_way(word, "skirmish");
    us_agent_play_version(word, "skirmish");
    if (us_agent_parse_file(word, &file, &rest))
        us_assert(file.length + rest.length <= strlen(word));
    us_str_reset(&file);
    us_assert(us_planner_parse_argument(word, &file, &settings, &err) == US_OK || err.text[0]);
    us_str_clear(&file);
    us_str_clear(&rest);
}

/* The pattern is loaded again after it was left out. */
static void read_names(const char *word)
{
    static us_patterns patterns;
    us_error err = {0};
    if (patterns.count == 0 || patterns.lefts > 0) {
        us_patterns_clear(&patterns);
        us_assert(us_patterns_load(shipped_domain(), "tests/golden/figure-4/peasant-idle.sql",
                                   &patterns, &err) == US_OK);
    }
    us_assert(us_patterns_set(&patterns, word, &err) == US_OK || err.text[0]);
    us_assert(us_patterns_select(&patterns, word, &err) == US_OK || err.text[0]);
    us_assert(us_patterns_exclude(&patterns, word, &err) == US_OK || err.text[0]);
}

static void read_modops(const char *word)
{
    us_error err = {0};
    uint32_t modops = 0;
    us_assert(us_modops_parse(word, &modops, &err) == US_OK || (err.text[0] && modops == 0));
}

static void read_job(const char *text)
{
    char id[US_JOB_ID_MAX], cluster[US_JOB_WORD_MAX];
    us_job_states states;
    us_jobs jobs = {.shards = 12, .work = "7", .merge = "8"};
    if (us_jobs_parse(text, id, cluster))
        us_assert(id[0] && strlen(id) < US_JOB_ID_MAX && strlen(cluster) < US_JOB_WORD_MAX);
    us_job_states_parse(&jobs, text, &states);
    us_assert(states.known >= 0);
    for (int i = 0; i < jobs.shards; i++)
        us_assert(strlen(states.shard[i].state) < US_JOB_WORD_MAX);
    us_job_states_clear(&states);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_str text, word;
    us_str_init(&text);
    us_str_init(&word);
    us_str_add_bytes(&text, (const char *)data, size);
    read_job(text.text);
    const char *rest = text.text, *line;
    for (int length; us_text_take_line(&rest, &line, &length);) {
        us_str_reset(&word);
        us_str_add_bytes(&word, line, (size_t)length);
        read_agent(word.text);
        read_modops(word.text);
        read_names(word.text);
    }
    us_str_clear(&text);
    us_str_clear(&word);
    return 0;
}
