#include <string.h>

#include "base/rng.h"
#include "game/skirmish/map/map.h"
#include "tests/fuzz/shipped.h"
#include "tests/fuzz/sound.h"

/* Mutations that keep an input sound. A part is changed by a few steps, and the change stays if the
 * part's reader accepts it. */

enum { TRIES = 12, STEPS = 3 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) __attribute__((weak));

/* Replaces `gone` characters. */
static void splice(us_str *text, size_t at, size_t gone, const char *with, size_t length)
{
    us_str made = us_str_empty();
    us_str_add_bytes(&made, text->text, at);
    us_str_add_bytes(&made, with, length);
    us_str_add_bytes(&made, text->text + at + gone, text->length - at - gone);
    us_str_clear(text);
    *text = made;
}

static size_t draw(us_rng *rng, size_t below)
{
    return below > 0 ? us_rng_next_below(rng, (uint32_t)below) : 0;
}

/* ---- tokens */

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || (unsigned char)c >= 0x80;
}

/* The n-th word, or the last one. */
static bool find_word(const us_str *text, size_t n, size_t *at, size_t *length)
{
    *length = 0;
    for (size_t i = 0; i < text->length;) {
        size_t end = i;
        while (end < text->length && in_word(text->text[end]))
            end++;
        if (end > i) {
            *at = i;
            *length = end - i;
            if (n-- == 0)
                break;
        }
        i = end + 1;
    }
    return *length > 0;
}

static size_t count_words(const us_str *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += in_word(text->text[i]) && !(i > 0 && in_word(text->text[i - 1]));
    return count;
}

static bool is_number(const char *text, size_t length)
{
    size_t digits = strspn(text + (text[0] == '-'), "0123456789") + (text[0] == '-');
    return digits >= length && digits > 0;
}

static const char *const numbers[] = {"0",   "1",    "2",     "3",       "7",          "9",
                                      "10",  "16",   "17",    "31",      "32",         "60",
                                      "99",  "100",  "101",   "255",     "256",        "500",
                                      "999", "1000", "10000", "65535",   "1000000",    "2147483647",
                                      "-1",  "-2",   "-100",  "-100000", "-2147483648"};

/* A number gives way to a number, a word to another word of the part or of the domain. */
static void change_word(us_str *text, us_rng *rng)
{
    const us_domain *domain = shipped_domain();
    size_t words = count_words(text), at, length, from, size;
    if (!find_word(text, draw(rng, words), &at, &length))
        return;
    if (is_number(text->text + at, length)) {
        const char *with = numbers[draw(rng, US_COUNT(numbers))];
        splice(text, at, length, with, strlen(with));
        return;
    }
    if (us_rng_next_bool(rng, 1, 2)) {
        const char *with = domain->type[draw(rng, (size_t)domain->type_count)].name;
        splice(text, at, length, with, strlen(with));
    } else if (find_word(text, draw(rng, words), &from, &size)) {
        US_AUTOSTR(with);
        us_str_add_bytes(&with, text->text + from, size);
        splice(text, at, length, with.text, with.length);
    }
}

/* ---- lines and blocks */

typedef struct stretch {
    size_t at, end;
} stretch;

static size_t line_end(const us_str *text, size_t at)
{
    while (at < text->length && text->text[at] != '\n')
        at++;
    return at < text->length ? at + 1 : at;
}

/* A drawn line; if it opens a block, with all of the block. */
static stretch draw_item(const us_str *text, us_rng *rng)
{
    size_t at = draw(rng, text->length);
    while (at > 0 && text->text[at - 1] != '\n')
        at--;
    stretch s = {at, line_end(text, at)};
    int depth = 0;
    for (size_t i = s.at; i < text->length; i++) {
        depth += text->text[i] == '{';
        depth -= text->text[i] == '}';
        if (text->text[i] == '\n' && depth <= 0) {
            s.end = i + 1;
            break;
        }
    }
    return s;
}

static void copy_item(us_str *text, us_rng *rng)
{
    stretch from = draw_item(text, rng), to = draw_item(text, rng);
    US_AUTOSTR(item);
    us_str_add_bytes(&item, text->text + from.at, from.end - from.at);
    splice(text, us_rng_next_bool(rng, 1, 2) ? to.at : line_end(text, to.at), 0, item.text,
           item.length);
}

static void drop_item(us_str *text, us_rng *rng)
{
    stretch s = draw_item(text, rng);
    splice(text, s.at, s.end - s.at, "", 0);
}

static void put_item(us_str *text, us_rng *rng, const char *const *list, size_t count)
{
    stretch to = draw_item(text, rng);
    const char *item = list[draw(rng, count)];
    splice(text, line_end(text, to.at), 0, item, strlen(item));
}

static const char *const snippets[] = {
    "act stop()\n",
    "act stand()\n",
    "act explore()\n",
    "act move(cell: (1, 2))\n",
    "act attack-move(cell: (20, 20))\n",
    "check gold(self) > 100\n",
    "check exists(self, \"peasant\")\n",
    "goal GetResources(player: self, gold: 500)\n",
    "goal BuildUnits(player: self, type: \"worker\", number: 4)\n",
    "goal BuildUnits(player: self, type: \"barracks\", number: 1)\n",
    "goal ResourceInfrastructure(player: self, farms: 2, peasants: 6)\n",
    "goal KillUnitType(player: self, enemy: enemy, type: \"worker\")\n",
    "achieve DefeatPlayer(player: enemy)\n",
    "goal WinWargus(player: self)\n",
    "repeat sequence {\nact stop()\n}\n",
    "repeat 3 sequence {\ncheck wood(self) > 10\n}\n",
    "parallel {\nact explore()\nact stand()\n}\n",
    "choose {\nact stop()\nact stand()\n}\n",
    "selector {\ncheck gold(self) > 99999\nact stop()\n}\n",
    "when gold(self) > 10\n",
    "while exists(self, role: worker)\n",
    "slot s99: group \"worker\" of self\n",
    "slot n99: number = 3\n",
    "a before b\n",
};

static const char *const rows[] = {
    "entity peasant 0 6 6\n",
    "entity peon 1 18 18\n",
    "entity footman 0 10 10\n",
    "entity grunt 1 12 12\n",
    "entity town-hall 0 2 2\n",
    "entity great-hall 1 16 16\n",
    "entity human-barracks 0 12 2\n",
    "entity orc-barracks 1 2 12\n",
    "entity farm 0 8 2\n",
    "entity archer 0 9 9\n",
    "entity ballista 0 8 8\n",
    "entity catapult 1 13 13\n",
    "entity human-watch-tower 0 11 4\n",
    "entity knight 0 7 9\n",
    "entity pig-farm 1 20 12\n",
    "entity human-lumber-mill 0 2 8\n",
    "entity human-blacksmith 0 6 12\n",
    "fair no\n",
    "start nomad\n",
    "entity gold-mine neutral 9 6 stock 40\n",
    "seat 0 human gold 0 wood 0\n",
    "seat 1 orc gold 9000\n",
};

/* ---- parts */

static bool is_sound_brl(const us_str *text)
{
    us_faults faults = {0};
    us_brl_free(us_brl_read(shipped_domain(), "x.brl", text->text, text->length, &faults));
    bool sound = faults.count == 0;
    us_faults_clear(&faults);
    return sound;
}

static bool is_sound_map(const us_str *text)
{
    sk_map *map = NULL;
    if (sk_map_parse("x", text->text, text->length, shipped_domain(), &map, NULL) != US_OK)
        return false;
    sk_map_free(map);
    return true;
}

static void change_brl(us_str *text, us_rng *rng)
{
    switch (draw(rng, 8)) {
    case 0:
        drop_item(text, rng);
        break;
    case 1:
    case 2:
        copy_item(text, rng);
        break;
    case 3:
    case 4:
        put_item(text, rng, snippets, US_COUNT(snippets));
        break;
    default:
        change_word(text, rng);
    }
}

static void change_terrain(us_str *text, us_rng *rng)
{
    const us_domain *domain = shipped_domain();
    const char *terrain = strstr(text->text, "\nterrain\n");
    size_t first = terrain ? (size_t)(terrain - text->text) + strlen("\nterrain\n") : 0;
    if (first == 0 || first >= text->length)
        return;
    char symbol = domain->terrain[draw(rng, (size_t)domain->terrain_count)].symbol;
    size_t at = first + draw(rng, text->length - first);
    for (size_t left = draw(rng, 8) + 1; left > 0 && at < text->length && text->text[at] != '\n';
         left--)
        text->text[at++] = symbol;
}

static void change_map(us_str *text, us_rng *rng)
{
    switch (draw(rng, 6)) {
    case 0:
        drop_item(text, rng);
        break;
    case 1:
        copy_item(text, rng);
        break;
    case 2:
        put_item(text, rng, rows, US_COUNT(rows));
        break;
    case 3:
    case 4:
        change_terrain(text, rng);
        break;
    default:
        change_word(text, rng);
    }
}

/* A setting is added, or its numbers change; unknown ones do nothing. */
static void change_settings(us_str *text, us_rng *rng)
{
    static const char *const keys[] = {"seed",     "cycles", "fog",    "foe",    "foe",    "states",
                                       "settings", "seat",   "domain", "domain", "domain", "rules",
                                       "rules",    "trace",  "goals",  "goals"};
    const char *key = keys[draw(rng, US_COUNT(keys))];
    US_AUTOSTR(line);
    if (us_rng_next_bool(rng, 1, 4)) {
        drop_item(text, rng);
        return;
    }
    if (us_text_equal(key, "domain") || us_text_equal(key, "rules") ||
        us_text_equal(key, "trace") || us_text_equal(key, "goals"))
        us_str_addf(&line, "%s %d %s\n", key, (int)draw(rng, key[0] == 'g' ? 40 : 320),
                    numbers[draw(rng, US_COUNT(numbers))]);
    else
        us_str_addf(&line, "%s %d\n", key, (int)draw(rng, us_text_equal(key, "cycles") ? 900 : 9));
    splice(text, text->length, 0, line.text, line.length);
}

static void change_part(us_str *text, us_rng *rng, void (*change)(us_str *, us_rng *),
                        bool (*is_sound)(const us_str *))
{
    for (int i = 0; i < TRIES; i++) {
        us_str made = us_str_empty();
        us_str_add_bytes(&made, text->text, text->length);
        for (size_t steps = draw(rng, STEPS) + 1; steps > 0; steps--)
            change(&made, rng);
        if (is_sound(&made)) {
            us_str_clear(text);
            *text = made;
            return;
        }
        us_str_clear(&made);
    }
}

static bool any(const us_str *text)
{
    (void)text;
    return true;
}

size_t sound_mutate(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static void (*const change[3])(us_str *, us_rng *) = {change_settings, change_brl, change_map};
    static bool (*const is_sound[3])(const us_str *) = {any, is_sound_brl, is_sound_map};
    us_rng rng = us_rng_derive(seed, "sound", 0);
    US_AUTOSTR(whole);
    us_str part[3] = {us_str_empty(), us_str_empty(), us_str_empty()};
    us_str_add_bytes(&whole, (const char *)data, size);
    if (us_rng_next_bool(&rng, 1, 64))
        return LLVMFuzzerMutate(data, size, most);
    for (int i = 0; i < 3; i++) {
        const char *cut = i < 2 ? strstr(whole.text, "%%\n") : NULL;
        size_t length = cut ? (size_t)(cut - whole.text) : whole.length;
        us_str_add_bytes(&part[i], whole.text, length);
        splice(&whole, 0, cut ? length + 3 : length, "", 0);
    }
    for (size_t i = draw(&rng, 2) + 1; i > 0; i--) {
        size_t which = draw(&rng, 6); /* behaviors three times as often as the rest */
        which = which < 2 ? 0 : which < 5 ? 1 : 2;
        change_part(&part[which], &rng, change[which], is_sound[which]);
    }
    us_str_reset(&whole);
    us_str_addf(&whole, "%s%%%%\n%s%%%%\n%s", part[0].text, part[1].text, part[2].text);
    for (int i = 0; i < 3; i++)
        us_str_clear(&part[i]);
    if (whole.length > most)
        return size;
    memcpy(data, whole.text, whole.length);
    return whole.length;
}
