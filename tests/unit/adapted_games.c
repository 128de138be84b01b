#include "tests/unit/adapted_games.h"

#include <string.h>

#include "retrieve/library.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static const char usual[] =
    "brl 1 skirmish\n"
    "behavior \"build base\" achieves WinWargus(player: self) {\n"
    "    do sequence {\n"
    "        a: goal ResourceInfrastructure(player: self, farms: 9, peasants: 20)\n"
    "        b: act stop()\n"
    "    }\n"
    "    appendix {\n"
    "        games: \"00000000000000aa\"\n"
    "        tries: 7\n"
    "        successes: 3\n"
    "        games.tries: 7\n"
    "        games.successes: 3\n"
    "    }\n"
    "}\n"
    "behavior \"gather\" achieves GetResources(player: self, gold: n) {\n"
    "    slot n: number\n"
    "    when gold(self) < 0\n"
    "    do act stop()\n"
    "}\n"
    "behavior \"dream\" achieves Research(player: self, type: \"upgrade\") {\n"
    "    do act stop()\n"
    "    appendix {\n"
    "        games: \"00000000000000aa\"\n"
    "        tries: 5\n"
    "        successes: 2\n"
    "        games.tries: 5\n"
    "        games.successes: 2\n"
    "    }\n"
    "}\n";

const char adapted_games_idle[] =
    "/*{\"pattern\": 1, \"about\": \"x\", \"blame\": \"unit\", \"repairs\": [\n"
    "{\"modop\": \"before\", \"about\": \"first\", \"do\": \"goal GetResources(player: self, gold: "
    "100)\"},\n"
    "{\"modop\": \"beside\", \"at\": \"root\", \"about\": \"second\", \"do\": \"goal "
    "GetResources(player: self, gold: 200)\"},\n"
    "{\"modop\": \"before\", \"at\": \"root\", \"do\": \"goal GetResources(player: self, gold: "
    "300)\"}]}*/\n"
    "SELECT game, seat, since AS cycle, until, unit, until - since AS badness FROM idle "
    "WHERE seat = 0 AND until - since > 100";

const char adapted_games_late[] =
    "/*{\"pattern\": 1, \"about\": \"y\", \"blame\": \"top\", \"repairs\": [\n"
    "{\"modop\": \"after\", \"at\": \"root\", \"do\": \"act explore()\"}]}*/\n"
    "SELECT game, seat, 300 AS cycle, 1 AS badness FROM seats WHERE seat = 0";

const char adapted_games_never[] =
    "/*{\"pattern\": 1, \"about\": \"z\", \"blame\": \"top\", \"repairs\": [{\"modop\": "
    "\"remove\"}]}*/\nSELECT game, seat, 0 AS cycle, 1 AS badness FROM seats WHERE seat > 7";

us_brl *adapted_games_read(const us_domain *domain, const char *name)
{
    US_AUTOPTR(us_library) library = NULL;
    us_brl *brl = NULL;
    us_error err = {0};
    if (us_library_open(scratch(name), US_LIBRARY_READ, domain, &library, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(us_library_get_all(library, &brl, &err) == US_OK);
    return brl;
}

void adapted_games_make_library(const us_domain *domain, const char *name, const char *behaviors)
{
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTOPTR(us_library) library = NULL;
    us_library_added added = {0};
    us_error err = {0};
    if (us_brl_parse(domain, "x.brl", behaviors, strlen(behaviors), &brl, &err) != US_OK)
        FAIL("%d: %s", err.line, err.text);
    REQUIRE(brl);
    REQUIRE(us_library_open(scratch(name), US_LIBRARY_CREATE, domain, &library, NULL) == US_OK);
    CHECK_INT(us_library_begin(library, NULL), US_OK);
    REQUIRE(us_library_put_all(library, brl, &added, NULL) == US_OK);
    CHECK_INT(us_library_commit(library, NULL), US_OK);
}

static void play(adapted_games *d)
{
    static const char *const maps[] = {"open-1"}, *const against[] = {"idle"};
    scratch_folder("traces");
    us_training_def def = {.library = scratch("library.db"),
                           .domain = "skirmish",
                           .map = maps,
                           .maps = 1,
                           .against = against,
                           .opponents = 1,
                           .games = 3,
                           .seed = 3,
                           .max_cycles = 600,
                           .workers = 1,
                           .folder = scratch("traces")};
    if (us_training_play(&def, &d->training, &d->err) != US_OK)
        FAIL("%s: %s", d->err.file, d->err.text);
    REQUIRE(d->training.games == 3);
}

void adapted_games_pattern(adapted_games *d, const char *name, const char *text)
{
    us_failure_pattern **item = US_NEW_ARRAY(us_failure_pattern *, d->patterns.count + 1);
    for (int i = 0; i < d->patterns.count; i++)
        item[i] = d->patterns.item[i];
    us_mem_free(d->patterns.item);
    d->patterns.item = item;
    if (us_failure_pattern_parse(d->domain, name, text, strlen(text), &item[d->patterns.count],
                                 &d->err) != US_OK)
        FAIL("%d:%d: %s", d->err.line, d->err.column, d->err.text);
    REQUIRE(item[d->patterns.count]);
    d->patterns.count++;
}

adapted_games adapted_games_begin(const char *first, const char *second)
{
    return adapted_games_begin_with(usual, first, second);
}

adapted_games adapted_games_begin_with(const char *behaviors, const char *first, const char *second)
{
    adapted_games d = {.def = us_adaptation_def_default()};
    REQUIRE(us_domain_load_shipped("skirmish", &d.domain, NULL) == US_OK);
    adapted_games_make_library(d.domain, "library.db", behaviors);
    d.library = adapted_games_read(d.domain, "library.db");
    play(&d);
    REQUIRE(us_games_open(NULL, d.domain, &d.games, NULL) == US_OK);
    for (int i = 0; i < d.training.games; i++) {
        int64_t game;
        if (d.training.game[i].seat == 0 && /* patterns speak of that */
            us_games_add(d.games, d.training.game[i].trace, NULL, &game, &d.err) != US_OK)
            FAIL("%s: %s", d.err.file, d.err.text);
    }
    adapted_games_pattern(&d, "idle.sql", first);
    if (second)
        adapted_games_pattern(&d, "late.sql", second);
    d.def.library = d.library;
    d.def.games = d.games;
    return d;
}

void adapted_games_adapt(adapted_games *d)
{
    us_adaptation_clear(&d->adapted);
    d->def.patterns = &d->patterns; /* where it lies now */
    if (us_adaptation_run(&d->def, &d->adapted, &d->err) != US_OK)
        FAIL("%s: %s", d->err.file, d->err.text);
    REQUIRE(d->adapted.library);
}

void adapted_games_end(adapted_games *d)
{
    us_adaptation_clear(&d->adapted);
    us_patterns_clear(&d->patterns);
    us_games_close(d->games);
    us_training_clear(&d->training);
    us_brl_free(d->library);
    us_domain_free(d->domain);
    scratch_clean();
}

const us_template *adapted_games_behavior(const us_brl *library, const char *name)
{
    size_t length = strlen(name);
    const us_template *found = NULL;
    for (int i = 0; i < library->count; i++) {
        const char *other = library->item[i]->name;
        bool same =
            name[length - 1] == ' ' ? us_text_has_prefix(other, name) : us_text_equal(other, name);
        if (same)
            found = library->item[i];
    }
    return found;
}

const us_entry *adapted_games_entry(const us_template *of, const char *key)
{
    REQUIRE(of && of->case_count > 0);
    const us_entry *entry = us_case_find_entry(&of->cases[0], key);
    REQUIRE(entry);
    return entry;
}
