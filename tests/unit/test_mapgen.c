#include "base/file.h"
#include "game/maps.h"
#include "game/skirmish/map/map.h"
#include "tests/unit/map_edit.h"
#include "tests/unit/test.h"

#include <string.h>

static const int sizes[] = {32, 64, 96, 128};

enum { SEEDS = 10 };

static us_status generate(const char *family, int size, uint64_t seed, us_map_fairness fair,
                          sk_map **out, us_error *err)
{
    us_map_request request = {family, size, seed, fair};
    return sk_map_generate(map_edit_domain(), map_edit_rules(), &request, out, err);
}

static us_status print(const char *family, int size, uint64_t seed, us_str *out, us_error *err)
{
    us_map_request request = {family, size, seed, US_MAP_FAIR};
    return sk_map_tools.generate(&request, NULL, out, err);
}

static bool keeps_promise(const sk_map *map, sk_map_ways ways)
{
    if (us_text_equal(map->family, "open"))
        return ways.open == SK_WAYS_MAX;
    if (us_text_equal(map->family, "ridge"))
        return ways.open == 0 && ways.openable > 0;
    if (us_text_equal(map->family, "choke"))
        return ways.open >= 2 && ways.open <= 6;
    return ways.open >= 2;
}

static void check_map(const sk_map *map)
{
    sk_faults faults = sk_map_find_faults(map, map_edit_domain(), map_edit_rules());
    CHECK_STR(faults.count > 0 ? faults.text[0] : "", "");
    sk_faults_free(&faults);
    CHECK(keeps_promise(map, sk_map_count_ways(map, map_edit_domain())));
    bool same = sk_map_find_symmetry(map, map_edit_domain()) != SK_SYMMETRY_NONE;
    CHECK(map->fair == same);
    /* who is favored, or what is special, is for people to read */
    CHECK(map->fair || us_text_has_prefix(map->note, "favors seat "));
}

TEST(every_family_size_and_seed_passes_the_checker)
{
    for (const us_map_choice *family = sk_map_families; family->name; family++)
        for (int i = 0; i < US_COUNT(sizes); i++)
            for (uint64_t seed = 0; seed < SEEDS; seed++) {
                US_AUTOPTR(sk_map) map = NULL;
                us_error err = {0};
                bool fair = seed % 5 != 4;
                us_status status = generate(family->name, sizes[i], seed,
                                            fair ? US_MAP_FAIR : US_MAP_UNFAIR, &map, &err);
                CHECK_INT(status, US_OK);
                CHECK_STR(err.text, "");
                if (status != US_OK)
                    continue;
                CHECK_INT(map->width, sizes[i]);
                CHECK_INT(map->height, sizes[i]);
                CHECK_STR(map->family, family->name);
                CHECK(map->fair == fair);
                check_map(map);
            }
}

TEST(sizes_between_work_too)
{
    for (const us_map_choice *family = sk_map_families; family->name; family++)
        for (int size = 32; size <= 128; size += 8) {
            US_AUTOPTR(sk_map) map = NULL;
            us_error err = {0};
            CHECK_INT(generate(family->name, size, UINT64_MAX, US_MAP_FAIR, &map, &err), US_OK);
            CHECK_STR(err.text, "");
        }
}

TEST(the_same_seed_gives_the_same_bytes)
{
    US_AUTOSTR(one);
    US_AUTOSTR(two);
    US_AUTOSTR(other);
    for (const us_map_choice *family = sk_map_families; family->name; family++) {
        us_error err = {0};
        us_str_reset(&one);
        us_str_reset(&two);
        us_str_reset(&other);
        CHECK_INT(print(family->name, 64, 7, &one, &err), US_OK);
        CHECK_INT(print(family->name, 64, 7, &two, &err), US_OK);
        CHECK_INT(print(family->name, 64, 8, &other, &err), US_OK);
        CHECK_STR(one.text, two.text);
        CHECK(strcmp(one.text, other.text) != 0);
    }
}

/* Should one of these change, every experiment on generated maps changes with it. */
TEST(generated_maps_stay_what_they_were)
{
    static const struct {
        const char *family;
        int size;
        us_hash hash;
    } rows[] = {
        {"open", 64, 0x805ebbf09ac3fa9d},
        {"ridge", 96, 0x77453d78bbac9e88},
        {"choke", 32, 0xbfba798878cf4663},
        {"scattered", 128, 0x6bd560c3e777af2f},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOPTR(sk_map) map = NULL;
        CHECK_INT(generate(rows[i].family, rows[i].size, 1, US_MAP_FAIR, &map, NULL), US_OK);
        us_test_row(rows[i].family);
        CHECK_HASH(map ? map->hash : 0, rows[i].hash);
    }
}

TEST(a_map_is_turned_or_mirrored_as_asked)
{
    for (const us_map_choice *family = sk_map_families; family->name; family++)
        for (uint64_t seed = 0; seed < 2 * SEEDS; seed++) {
            bool turned = seed % 2;
            US_AUTOPTR(sk_map) map = NULL;
            CHECK_INT(generate(family->name, 32, seed, turned ? US_MAP_TURNED : US_MAP_MIRRORED,
                               &map, NULL),
                      US_OK);
            if (!map)
                continue;
            check_map(map);
            CHECK((sk_map_find_symmetry(map, map_edit_domain()) == SK_SYMMETRY_TURN) == turned);
            CHECK(strstr(map->name, turned ? "-turn" : "-mirror") != NULL);
        }
}

TEST(a_generated_map_is_read_back)
{
    US_AUTOSTR(text);
    sk_map *map = NULL;
    us_error err = {0};
    CHECK_INT(generate("choke", 64, 3, US_MAP_UNFAIR, &map, &err), US_OK);
    sk_map_print(map, map_edit_domain(), &text);
    US_AUTOPTR(sk_map) back = map_edit_parse(text.text, &err);
    CHECK_STR(err.text, "");
    CHECK(back && back->hash == map->hash);
    CHECK_STR(map->name, "choke-64-3-unfair");
    sk_map_free(map);
}

TEST(unknown_families_and_sizes_are_refused)
{
    static const struct {
        const char *family;
        int size;
        const char *message;
    } rows[] = {
        {"plain", 64, "found family 'plain', expected open, ridge, choke or scattered"},
        {"", 64, "found family '', expected open, ridge, choke or scattered"},
        {"open", 24, "found size 24, expected a multiple of 8 from 32 to 128"},
        {"open", 65, "found size 65, expected a multiple of 8 from 32 to 128"},
        {"open", 136, "found size 136, expected a multiple of 8 from 32 to 128"},
        {"open", -64, "found size -64, expected a multiple of 8 from 32 to 128"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(out);
        us_error err = {0};
        CHECK_INT(print(rows[i].family, rows[i].size, 1, &out, &err), US_BAD_INPUT);
        CHECK_STR(err.text, rows[i].message);
        CHECK_STR(out.text, "");
    }
}

TEST(every_shipped_map_passes_the_checker)
{
    US_AUTOFREE us_map_info *infos = NULL;
    int count = 0, seen[4][5] = {{0}}, unfair[4] = {0};
    us_error err = {0};
    CHECK_INT(sk_map_tools.list(&infos, &count, &err), US_OK);
    CHECK_STR(err.text, "");
    CHECK(count >= 20);
    for (int i = 0; i < count; i++) {
        US_AUTOPTR(sk_map) map = NULL;
        CHECK(i == 0 || strcmp(infos[i - 1].name, infos[i].name) < 0);
        CHECK_INT(sk_map_load(infos[i].name, map_edit_domain(), &map, &err), US_OK);
        CHECK_STR(err.text, "");
        if (!map)
            continue;
        CHECK_INT(infos[i].seats, 2);
        CHECK_INT(infos[i].width, map->width);
        CHECK(infos[i].fair == map->fair);
        check_map(map);
        for (int f = 0; sk_map_families[f].name; f++)
            if (us_text_equal(map->family, sk_map_families[f].name)) {
                seen[f][map->width / 32]++;
                unfair[f] += !map->fair;
            }
    }
    for (int f = 0; sk_map_families[f].name; f++) {
        CHECK(unfair[f] >= 1);
        for (int side = 1; side <= 4; side++)
            CHECK(seen[f][side] >= 1);
    }
}

TEST(the_tools_show_and_check_a_map)
{
    US_AUTOSTR(out);
    us_error err = {0};
    CHECK_INT(sk_map_tools.show("ridge-2", false, &out, &err), US_OK);
    CHECK(us_text_has_prefix(out.text, "ridge-2  family ridge, 32 x 32, 2 seats, fair\n"));
    CHECK(strstr(out.text, "$$$") && strstr(out.text, "0000") && strstr(out.text, "1111"));
    us_str_reset(&out);
    CHECK_INT(sk_map_tools.show("ridge-2", true, &out, &err), US_OK);
    us_json *doc = NULL;
    CHECK_INT(us_json_parse("show", out.text, out.length, &doc, &err), US_OK);
    CHECK_STR(err.text, "");
    if (doc) {
        const us_json_node *open = us_json_find(us_json_root(doc), "ways_open");
        int64_t ways = -1;
        CHECK(open && us_json_int(open, &ways) && ways == 0);
    }
    us_json_free(doc);
    us_str_reset(&out);
    CHECK_INT(sk_map_tools.check("ridge-2", false, &out, &err), US_OK);
    CHECK_STR(out.text, "ridge-2: no faults; ways between the bases: 0 open, 8 openable\n");
    us_str_reset(&out);
    CHECK_INT(sk_map_tools.check("ridge-2", true, &out, &err), US_OK);
    CHECK_STR(out.text, "{\"name\":\"ridge-2\",\"fault_count\":0,\"faults\":[],"
                        "\"ways_open\":0,\"ways_openable\":8}\n");
    us_str_reset(&out);
    CHECK_INT(sk_map_tools.check("nowhere", true, &out, &err), US_BAD_INPUT);
    CHECK_INT(sk_map_tools.show("nowhere", true, &out, &err), US_BAD_INPUT);
    CHECK_STR(out.text, "");
}
