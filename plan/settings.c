#include <stddef.h>
#include <string.h>

#include "base/spelling.h"
#include "plan/plan.h"

static const char *const retrievals[] = {"state", "goal", "random", NULL};
static const char *const demonstrators[] = {"all", "random", NULL};
static const char *const interferences[] = {"all", "units", "off", NULL};
static const char *const switches[] = {"off", "on", NULL};

#define AT(field) offsetof(us_plan_settings, field)

static const us_plan_setting_row rows[] = {
    {"revision", "joint, article, off",
     "the rule that finds the units and cells of a case in the present view", NULL, 0},
    {"retrieval", "state, goal, random",
     "retrieval compares goal and state, the goal alone, or draws at random", retrievals,
     AT(retrieval)},
    {"demonstrator", "all, random",
     "retrieval uses the cases of all demonstrations, or of one drawn for each game", demonstrators,
     AT(demonstrator)},
    {"interference", "all, units, off",
     "running tasks reserve units, cells and resources; units alone; or nothing", interferences,
     AT(interference)},
    {"suffixes", "on, off", "retrieval includes cases that start in the middle of a behavior",
     switches, AT(suffixes)},
    {"outcomes", "on, off", "outcomes of earlier games count in retrieval", switches, AT(outcomes)},
    {"explore", "off, on", "choices vary by how little is known of them: for practice", switches,
     AT(explore)},
    {"producers", "on, off",
     "the plan makes what an action task lacks, and replaces units that died", switches,
     AT(producers)},
    {"ways", "on, off", "if no way leads to a target, the plan opens one", switches, AT(ways)},
    {"gathering", "on, off",
     "workers that gather an abundant resource are reassigned to a scarce one", switches,
     AT(gathering)},
    {"company", "on, off", "an attack takes all free units along, and no unit that gathers",
     switches, AT(company)},
    {"reinforcements", "on, off",
     "new units of the same type join an attack, if the domain declares that", switches,
     AT(reinforcements)},
    {"passing", "on, off", "a failed action task does not end its behavior", switches, AT(passing)},
    {"reactions", "on, off", "the domain's root.brl answers attacks on the seat's units", switches,
     AT(reactions)},
    {"pace", "on, off",
     "no task starts earlier after the start of its behavior than in the demonstration", switches,
     AT(pace)},
    {"squads", "on, off", "all fighters together carry out the attacks below a squad node",
     switches, AT(squads)},
    {"least", "0 to 99",
     "percent of likeness that the types of a goal and of a behavior's goal need", NULL, AT(least)},
    {"attempts", "0 to 99", "behaviors that the plan tries for a goal task; 0: the step's retries",
     NULL, AT(attempts)},
    {"repairs", "off, on", "behaviors that fail are repaired while the game goes on", switches,
     AT(repairs)},
};

int us_plan_setting_rows(const us_plan_setting_row **out)
{
    *out = rows;
    return US_COUNT(rows);
}

us_plan_settings us_plan_settings_default(void)
{
    return (us_plan_settings){.revision = us_revision_rules(),
                              .suffixes = 1,
                              .outcomes = 1,
                              .producers = 1,
                              .ways = 1,
                              .gathering = 1,
                              .company = 1,
                              .reinforcements = 1,
                              .passing = 1,
                              .reactions = 1,
                              .pace = 1,
                              .squads = 1,
                              .least = 50};
}

static us_status unknown(const char *setting, const char *expected, us_error *err)
{
    return us_error_refuse(err, "\"%s\": expected %s", setting, expected);
}

static bool set_value(const us_plan_setting_row *row, const char *value, us_plan_settings *settings)
{
    int *out = (int *)((char *)settings + row->at);
    int64_t number;
    if (row == rows) { /* a rule of revision */
        const us_revision_rule *rule = us_revision_rule_find(value);
        settings->revision = rule ? rule : settings->revision;
        return rule != NULL;
    }
    for (int i = 0; row->word && row->word[i]; i++) {
        if (us_text_equal(row->word[i], value)) {
            *out = i;
            return true;
        }
    }
    if (row->word || !us_text_to_int(value, 0, 99, &number))
        return false;
    *out = (int)number;
    return true;
}

static us_status no_such(const char *setting, us_error *err)
{
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(rows); i++)
        us_str_addf(&text, "%s=, ", rows[i].name);
    us_str_add(&text, "article");
    return unknown(setting, text.text, err);
}

us_status us_plan_settings_set(us_plan_settings *settings, const char *setting, us_error *err)
{
    size_t length = strcspn(setting, "=");
    const us_plan_setting_row *row = NULL;
    for (int i = 0; i < US_COUNT(rows); i++)
        if (strlen(rows[i].name) == length && strncmp(rows[i].name, setting, length) == 0)
            row = &rows[i];
    if (us_text_equal(setting, "article")) {
        *settings = (us_plan_settings){.revision = us_revision_rule_find("article"),
                                       .interference = US_SHARED_UNITS,
                                       .pace = 1};
        return US_OK;
    }
    if (!row || setting[length] != '=')
        return no_such(setting, err);
    return set_value(row, setting + length + 1, settings) ? US_OK
                                                          : unknown(setting, row->values, err);
}
