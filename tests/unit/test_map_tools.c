#include "game/maps.h"
#include "tests/unit/test.h"

static us_status list(us_map_info **out, int *count, us_error *err)
{
    (void)err;
    *out = NULL;
    *count = 0;
    return US_OK;
}

static us_status generate(const us_map_request *request, us_map_info *info, us_str *out,
                          us_error *err)
{
    (void)request;
    (void)info;
    (void)err;
    us_str_add(out, "a map");
    return US_OK;
}

TEST(a_game_may_have_some_map_tools_only)
{
    static const char *const lack[] = {NULL, "the domain \"chess\" does not show its maps",
                                       "the domain \"chess\" does not check its maps",
                                       "the domain \"chess\" generates no maps"};
    /* who generates tells of what families, too */
    const us_map_tools some = {.list = list, .generate = generate};
    const us_map_tools *tools = NULL;
    us_game_kind chess = {.name = "chess", .maps = &some};
    us_error err;
    for (int t = US_MAPS_LIST; t <= US_MAPS_GENERATE; t++) {
        us_test_row(lack[t]);
        us_status status = us_game_kind_require_map_tools(&chess, (us_map_task)t, &tools, &err);
        CHECK_INT(status, lack[t] ? US_BAD_INPUT : US_OK);
        CHECK(us_game_kind_map_tools(&chess, (us_map_task)t) == (lack[t] ? NULL : &some));
        if (lack[t])
            CHECK_STR(err.text, lack[t]);
        CHECK(tools == &some);
    }
    us_test_row(NULL);
}

TEST(a_game_without_map_tools_is_told_as_one)
{
    us_game_kind chess = {.name = "chess"};
    const us_map_tools *tools = NULL;
    us_error err;
    CHECK(us_game_kind_map_tools(&chess, US_MAPS_LIST) == NULL);
    CHECK_INT(us_game_kind_require_map_tools(&chess, US_MAPS_LIST, &tools, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "the domain \"chess\" does not list its maps");
    CHECK(tools == NULL);
}

TEST(a_start_is_chosen_of_the_kinds_that_the_game_has)
{
    static const us_map_choice starts[] = {{"white", ""}, {"black", ""}, {NULL, NULL}};
    const us_map_tools none = {.generate = generate};
    const us_map_tools two = {.generate = generate, .starts = starts};
    us_game_kind chess = {.name = "chess", .maps = &two};
    us_error err;
    int start = 7;
    CHECK_INT(us_map_choice_find_start(&chess, "--start", "black", &start, &err), US_OK);
    CHECK_INT(start, 1);
    CHECK_INT(us_map_choice_find_start(&chess, "--start", "red", &start, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "found --start 'red', expected white or black");
    chess.maps = &none;
    CHECK_INT(us_map_choice_find_start(&chess, "--start", "white", &start, &err), US_BAD_INPUT);
    CHECK_STR(err.text,
              "found --start 'white', expected none: maps of chess have one kind of start");
    CHECK_INT(start, 1);
}
