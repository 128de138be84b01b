#include <stddef.h>
#include <string.h>

#include "base/spelling.h"
#include "plan/plan.h"

static const char *const retrievals[] = {"state", "goal", "random", NULL};
static const char *const demonstrators[] = {"all", "random", NULL};
static const char *const interferences[] = {"all", "units", "off", NULL};
static const char *const switches[] = {"off", "on", NULL};
static const char *const reinforcings[] = {"domain", "on", "off", NULL};

#define AT(field) offsetof(us_plan_settings, field)

static const us_plan_setting_row rows[] = {
    {"revision", "joint, article, off", "how units and places are found again", NULL, 0},
    {"retrieval", "state, goal, random",
     "behaviors are chosen by goal and state, by goal alone, or at random", retrievals,
     AT(retrieval)},
    {"demonstrator", "all, random",
     "cases of all demonstrations are retrieved, or of one that is drawn for each game",
     demonstrators, AT(demonstrator)},
    {"interference", "all, units, off",
     "what parts that run at once reserve: units, cells and resources; units; nothing",
     interferences, AT(interference)},
    {"suffixes", "on, off", "cases that begin in the middle of a behavior are retrieved, too",
     switches, AT(suffixes)},
    {"outcomes", "on, off",
     "of behaviors that fit about as well, those come first that fared better", switches,
     AT(outcomes)},
    {"producers", "on, off", "what a step lacks is made, and who died is replaced", switches,
     AT(producers)},
    {"ways", "on, off", "where no way leads there, one is opened", switches, AT(ways)},
    {"gathering", "on, off", "who gathers what is plenty is set to what is lacking", switches,
     AT(gathering)},
    {"company", "on, off", "who strikes takes along all who are free, and nobody from what gathers",
     switches, AT(company)},
    {"reinforcements", "domain, on, off",
     "who strikes is joined by more of the same; domain: where the domain says so", reinforcings,
     AT(reinforcements)},
    {"passing", "on, off", "a step that comes to nothing does not end its behavior", switches,
     AT(passing)},
    {"reactions", "on, off", "who strikes one's own is answered, by the domain's root.brl",
     switches, AT(reactions)},
    {"pace", "on, off",
     "no step is begun earlier, since its behavior began, than in the demonstration", switches,
     AT(pace)},
    {"attempts", "0 to 99", "behaviors that are tried for a goal; 0: as its step says", NULL,
     AT(attempts)},
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
                              .passing = 1,
                              .reactions = 1,
                              .pace = 1};
}

/* As the article's system played: its revision, units alone reserved, all switches off. */
static us_plan_settings article(void)
{
    return (us_plan_settings){.revision = us_revision_rule_find("article"),
                              .interference = US_SHARED_UNITS,
                              .reinforcements = US_REINFORCE_OFF};
}

static us_status unknown(const char *setting, const char *expected, us_error *err)
{
    return us_fail(err, US_BAD_INPUT, NULL, 0, 0, "\"%s\": expected %s", setting, expected);
}

static us_status set_word(const us_plan_setting_row *row, const char *setting, const char *value,
                          int *out, us_error *err)
{
    for (int i = 0; row->word[i]; i++) {
        if (us_text_equal(row->word[i], value)) {
            *out = i;
            return US_OK;
        }
    }
    return unknown(setting, row->values, err);
}

static us_status set_number(const us_plan_setting_row *row, const char *setting, const char *value,
                            int *out, us_error *err)
{
    int64_t number;
    if (!us_text_int(value, 0, 99, &number))
        return unknown(setting, row->values, err);
    *out = (int)number;
    return US_OK;
}

static us_status set_rule(const us_plan_setting_row *row, const char *setting, const char *value,
                          us_plan_settings *settings, us_error *err)
{
    if (!us_revision_rule_find(value))
        return unknown(setting, row->values, err);
    settings->revision = us_revision_rule_find(value);
    return US_OK;
}

static us_status no_such(const char *setting, us_error *err)
{
    us_str text;
    us_str_init(&text);
    for (int i = 0; i < US_COUNT(rows); i++)
        us_str_addf(&text, "%s=, ", rows[i].name);
    us_str_add(&text, "article");
    us_status status = unknown(setting, text.text, err);
    us_str_clear(&text);
    return status;
}

us_status us_plan_set(us_plan_settings *settings, const char *setting, us_error *err)
{
    size_t length = strcspn(setting, "=");
    const us_plan_setting_row *row = NULL;
    for (int i = 0; i < US_COUNT(rows); i++)
        if (strlen(rows[i].name) == length && strncmp(rows[i].name, setting, length) == 0)
            row = &rows[i];
    if (us_text_equal(setting, "article")) {
        *settings = article();
        return US_OK;
    }
    if (!row || setting[length] != '=')
        return no_such(setting, err);
    const char *value = setting + length + 1;
    if (row == rows)
        return set_rule(row, setting, value, settings, err);
    int *out = (int *)((char *)settings + row->at);
    return row->word ? set_word(row, setting, value, out, err)
                     : set_number(row, setting, value, out, err);
}
