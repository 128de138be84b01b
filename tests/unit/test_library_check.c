#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/test.h"
#include "understudy/library.h"

typedef struct row {
    const char *sql;
    const char *fault; /* part of the only one */
} row;

static const char text[] =
    "brl 1\n\nbehavior \"plain\" achieves BuildUnits(player: self, type: \"footman\", number: 2) "
    "{\n"
    "    do act stop()\n}\n\n"
    "behavior \"classed\" is Economy, Attack {\n    do act stop()\n    appendix {\n"
    "        feature.gold: 3\n    }\n    case {\n        feature.gold: 4\n    }\n}\n";

TEST(a_change_behind_our_back_is_found)
{
    static const row rows[] = {
        {"UPDATE goals SET type = 'WinWargus'",
         "\"plain\": its type of goal is \"WinWargus\", in its body \"BuildUnits\""},
        {"UPDATE goals SET text = 'WinWargus(player: self)'",
         "\"plain\": its goal is \"WinWargus(player: self)\", in its body \"BuildUnits("},
        {"UPDATE goals SET text = substr(text, 1, 20)",
         "\"plain\": its goal is \"BuildUnits(player: "},
        {"UPDATE goals SET pattern = replace(pattern, '2', '3')",
         "\"plain\": its goal's pattern is \"BuildUnits(player: self, type: \"footman\", number: "
         "3)\", "
         "in its body \"BuildUnits(player: self, type: \"footman\", number: 2)\""},
        {"UPDATE goals SET pattern = 'nonsense'", "\"plain\": its goal's pattern is \"nonsense\""},
        {"UPDATE behaviors SET goal = 1 WHERE name = 'classed'",
         "\"classed\": its goal is \"BuildUnits("},
        {"UPDATE behaviors SET goal = NULL", "\"plain\": its goal is \"\", in its body \"Build"},
        {"DELETE FROM classes WHERE class = 'Attack'",
         "\"classed\": its classes are \"Economy\", in its body \"Attack, Economy\""},
        {"DELETE FROM classes", "\"classed\": its classes are \"\", in its"},
        {"INSERT INTO classes VALUES (1, 'Attack')",
         "\"plain\": its classes are \"Attack\", in its body \"\""},
        {"UPDATE classes SET class = 'Defence' WHERE class = 'Attack'",
         "\"classed\": its classes are \"Defence, Economy\""},
        {"UPDATE behaviors SET hash = '0123456789abcdef' WHERE name = 'plain'",
         "\"plain\": its hash is 0123456789abcdef"},
        {"UPDATE cases SET features = x'00000000' WHERE id = 1", "case 1: its hash is "},
        {"UPDATE details SET entries = '{\"k\":[1]}' WHERE id = 2", "case 2: its hash is "},
        {"DELETE FROM details WHERE id = 2", "case 2: no row in details"},
        {"UPDATE cases SET above = 1 WHERE id = 2", "case 2: above it stands"},
        {"UPDATE behaviors SET body = replace(body, 'stop()', 'stop( )') WHERE name = 'plain'",
         "\"plain\": its "},
        {"UPDATE behaviors SET tries = 9223372036854775807, successes = 3",
         "\"plain\": 9223372036854775807 tries and 3 successes: expected at most"},
    };
    us_library *library = library_file_open("sound.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
    us_library_close(library);
    CHECK(library_file_sound("sound.db"));
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_library_faults faults = {0};
        us_test_row(rows[i].sql);
        library_file_copy("sound.db", "a.db");
        CHECK(library_file_sql("a.db", rows[i].sql) > 0);
        library = library_file_open("a.db", US_LIBRARY_READ, brl_domain());
        REQUIRE(us_library_check(library, &faults, NULL) == US_OK);
        REQUIRE(faults.count > 0);
        CHECK_CONTAINS(faults.text[0], rows[i].fault);
        us_library_faults_clear(&faults);
        us_library_close(library);
    }
    us_test_row(NULL);
}
