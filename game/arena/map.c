#include "game/arena/map.h"

#include "game/map_reader.h"

#include <string.h>

typedef struct reader {
    us_map_reader in;
    const us_domain *domain;
    ar_words words;
    us_map_reader rows; /* reader before the first row */
    ar_map *map;
} reader;

/* ---- the head */

static us_status read_family(reader *r)
{
    return us_map_reader_read_name(&r->in, "a family", r->map->family, sizeof(r->map->family));
}

static us_status read_difficulty(reader *r)
{
    US_TRY(us_map_reader_read_number(&r->in, 1, "a difficulty", 0, 100, &r->map->difficulty));
    return us_map_reader_check_count(&r->in, 2);
}

static us_status read_loot(reader *r)
{
    US_TRY(us_map_reader_read_number(&r->in, 1, "an amount", 0, 100000, &r->map->loot));
    return us_map_reader_check_count(&r->in, 2);
}

static us_status read_note(reader *r)
{
    return us_map_reader_read_note(&r->in, r->map->note, sizeof(r->map->note));
}

static us_status read_head(reader *r)
{
    static const struct {
        const char *word;
        us_status (*read)(reader *r);
        bool needed;
    } lines[] = {{"family", read_family, true},
                 {"difficulty", read_difficulty, true},
                 {"loot", read_loot, true},
                 {"note", read_note, false}};
    bool there = false, met[US_COUNT(lines)] = {false};
    US_TRY(us_map_reader_next_words(&r->in, &there));
    if (!there || r->in.count != 2 || !us_map_word_equal(r->in.word[0], "arena") ||
        !us_map_word_equal(r->in.word[1], "1"))
        return US_MAP_READER_FAIL(&r->in, r->in.text, "expected 'arena 1'");
    for (;;) {
        US_TRY(us_map_reader_next_words(&r->in, &there));
        if (!there)
            return US_MAP_READER_FAIL(&r->in, r->in.text, "the file ends, expected map");
        if (us_map_word_equal(r->in.word[0], "map"))
            break;
        int k = 0;
        while (k < US_COUNT(lines) && !us_map_word_equal(r->in.word[0], lines[k].word))
            k++;
        if (k == US_COUNT(lines))
            return US_MAP_READER_REJECT(&r->in, r->in.word[0],
                                        "family, difficulty, loot, note or map");
        if (met[k])
            return US_MAP_READER_FAIL(&r->in, r->in.word[0].text,
                                      "found %s a second time, expected it once", lines[k].word);
        met[k] = true;
        US_TRY(lines[k].read(r));
    }
    for (int k = 0; k < US_COUNT(lines); k++)
        if (lines[k].needed && !met[k])
            return US_MAP_READER_FAIL(&r->in, r->in.word[0].text,
                                      "found map, expected %s before it", lines[k].word);
    return us_map_reader_check_count(&r->in, 1);
}

/* ---- rows, then the legend of their symbols */

static us_status read_symbol(reader *r, ar_kind *kind)
{
    us_map_word w = r->in.word[0];
    if (w.length != 1 || w.text[0] <= ' ' || w.text[0] > '~')
        return US_MAP_READER_REJECT(&r->in, w, "a symbol");
    kind->symbol = w.text[0];
    if (us_domain_find_terrain_symbol(r->domain, kind->symbol) >= 0)
        return US_MAP_READER_FAIL(&r->in, w.text,
                                  "found '%c', the symbol of a terrain, expected another one",
                                  kind->symbol);
    for (int k = 0; k < r->map->kinds; k++)
        if (r->map->kind[k].symbol == kind->symbol)
            return US_MAP_READER_FAIL(&r->in, w.text, "found '%c' a second time, expected it once",
                                      kind->symbol);
    return US_OK;
}

static us_status read_type(reader *r, ar_kind *kind)
{
    us_map_word w = {0};
    char name[128] = "", hint[US_HINT_SIZE];
    US_TRY(us_map_reader_require_word(&r->in, 1, "a type", &w));
    if (w.length < (int)sizeof(name))
        memcpy(name, w.text, (size_t)w.length);
    kind->type = us_domain_find_type(r->domain, name);
    if (kind->type < 0 ||
        !us_map_word_equal(w, r->domain->type[kind->type].name)) /* a NUL ends a name */
        return US_MAP_READER_FAIL(&r->in, w.text, "found '%.*s', expected a type of the domain%s",
                                  us_map_word_shown_length(w), w.text,
                                  us_domain_hint_type(r->domain, name, hint));
    const us_type_def *def = &r->domain->type[kind->type];
    if (def->abstract || (def->kind != US_KIND_UNIT && def->kind != US_KIND_RESOURCE) ||
        us_text_equal(def->name, "BODY"))
        return US_MAP_READER_FAIL(&r->in, w.text, "found %s, expected a character or a thing",
                                  def->name);
    memcpy(kind->attribute, def->attribute, sizeof(kind->attribute));
    return US_OK;
}

static us_status read_owner(reader *r, ar_kind *kind)
{
    us_map_word w = {0};
    const us_type_def *def = &r->domain->type[kind->type];
    if (def->kind == US_KIND_RESOURCE) {
        US_TRY(us_map_reader_require_word(&r->in, 2, "neutral", &w));
        kind->owner = US_NEUTRAL;
        return us_map_word_equal(w, "neutral") ? US_OK : US_MAP_READER_REJECT(&r->in, w, "neutral");
    }
    int32_t seat = 0;
    int low = def->faction < 0 ? 0 : def->faction, high = def->faction < 0 ? 1 : def->faction;
    US_TRY(us_map_reader_read_number(&r->in, 2, "a seat", low, high, &seat));
    kind->owner = (us_seat)seat;
    return US_OK;
}

static us_status read_attribute(reader *r, ar_kind *kind, int i)
{
    us_map_word w = r->in.word[i];
    const us_domain *domain = r->domain;
    int a = 0;
    while (a < domain->attribute_count && !us_map_word_equal(w, domain->attribute[a].name))
        a++;
    if (a == domain->attribute_count)
        return US_MAP_READER_REJECT(&r->in, w, "an attribute");
    if (kind->stated >> a & 1)
        return US_MAP_READER_FAIL(&r->in, w.text, "found %s a second time, expected it once",
                                  domain->attribute[a].name);
    int low = domain->attribute[a].low, high = domain->attribute[a].high;
    if (a == 0) {
        low = 1;
        high = domain->type[kind->type].attribute[0];
    }
    kind->stated |= (uint16_t)(1u << a);
    return us_map_reader_read_number(&r->in, i + 1, domain->attribute[a].name, low, high,
                                     &kind->attribute[a]);
}

static us_status read_legend(reader *r)
{
    bool there = false;
    for (;;) {
        US_TRY(us_map_reader_next_words(&r->in, &there));
        if (!there)
            return US_OK;
        if (r->map->kinds == AR_LEGEND_MAX)
            return US_MAP_READER_FAIL(
                &r->in, r->in.text, "found more in the legend, expected at most %d", AR_LEGEND_MAX);
        ar_kind kind = {.owner = US_NEUTRAL};
        US_TRY(read_symbol(r, &kind));
        US_TRY(read_type(r, &kind));
        US_TRY(read_owner(r, &kind));
        for (int i = 3; i < r->in.count; i += 2)
            US_TRY(read_attribute(r, &kind, i));
        r->map->kind[r->map->kinds++] = kind;
    }
}

static us_status read_rows(reader *r)
{
    ar_map *map = r->map;
    int seats[AR_SEATS] = {0}, things = 0;
    r->in = r->rows;
    map->terrain = US_NEW_ARRAY(uint8_t, map->width * map->height);
    map->stands = US_NEW_ARRAY(uint8_t, map->width * map->height);
    for (int cell = 0; cell < map->width * map->height; cell++) {
        if (cell % map->width == 0)
            us_map_reader_next_line(&r->in);
        const char *at = r->in.text + cell % map->width;
        int terrain = us_domain_find_terrain_symbol(r->domain, *at), k = 0;
        map->terrain[cell] = (uint8_t)(terrain < 0 ? r->words.floor : terrain);
        if (terrain >= 0)
            continue;
        while (k < map->kinds && map->kind[k].symbol != *at)
            k++;
        if (k == map->kinds)
            return US_MAP_READER_FAIL(&r->in, at,
                                      "found a symbol that is no terrain and not in the legend");
        map->stands[cell] = (uint8_t)(k + 1);
        if (map->kind[k].owner >= 0)
            seats[map->kind[k].owner]++;
        else
            things++;
        if (seats[0] + seats[1] > AR_CHARACTERS_MAX || things > AR_THINGS_MAX)
            return US_MAP_READER_FAIL(
                &r->in, at, "found one more, expected at most %d characters and %d things",
                AR_CHARACTERS_MAX, AR_THINGS_MAX);
    }
    for (int seat = 0; seat < AR_SEATS; seat++)
        if (seats[seat] == 0)
            return US_MAP_READER_FAIL(&r->in, r->in.text,
                                      "found nobody of seat %d, expected a character of each seat",
                                      seat);
    return US_OK;
}

us_status ar_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       ar_map **out, us_error *err)
{
    reader r = {.in = us_map_reader_from_text(file, text, length, err), .domain = domain};
    US_TRY(ar_words_find(domain, &r.words, err));
    US_AUTOPTR(ar_map) map = r.map = US_NEW(ar_map);
    US_TRY(read_head(&r));
    r.rows = r.in;
    US_TRY(us_map_reader_read_rows(&r.in, AR_SIDE_MIN, AR_SIDE_MAX, &map->width, &map->height));
    US_TRY(read_legend(&r));
    US_TRY(read_rows(&r));
    map->hash = ar_map_hash(map, domain);
    *out = US_STEAL(map);
    return US_OK;
}

us_status ar_map_load(const char *name, const us_domain *domain, ar_map **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    US_AUTOSTR(path);
    size_t length = 0;
    US_TRY(us_map_read_text("arena", name, &path, &text, &length, err));
    return ar_map_parse(path.text, text, length, domain, out, err);
}

void ar_map_free(ar_map *map)
{
    if (!map)
        return;
    us_mem_free(map->terrain);
    us_mem_free(map->stands);
    us_mem_free(map);
}

/* ---- writing */

static void print_kind(const ar_kind *kind, const us_domain *domain, us_str *out)
{
    us_str_addf(out, "%c %s ", kind->symbol, domain->type[kind->type].name);
    us_map_print_owner(kind->owner, out);
    for (int a = 0; a < domain->attribute_count; a++)
        if (kind->stated >> a & 1)
            us_str_addf(out, " %s %d", domain->attribute[a].name, (int)kind->attribute[a]);
    us_str_add_char(out, '\n');
}

void ar_map_print(const ar_map *map, const us_domain *domain, us_str *out)
{
    us_str_addf(out, "arena 1\nfamily %s\ndifficulty %d\nloot %d\n", map->family, map->difficulty,
                map->loot);
    if (map->note[0])
        us_str_addf(out, "note %s\n", map->note);
    us_str_add(out, "map\n");
    for (int cell = 0; cell < map->width * map->height; cell++) {
        us_str_add_char(out, map->stands[cell] ? map->kind[map->stands[cell] - 1].symbol
                                               : domain->terrain[map->terrain[cell]].symbol);
        if ((cell + 1) % map->width == 0)
            us_str_add_char(out, '\n');
    }
    us_str_add(out, "legend\n");
    for (int k = 0; k < map->kinds; k++)
        print_kind(&map->kind[k], domain, out);
}

us_hash ar_map_hash(const ar_map *map, const us_domain *domain)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)map->width << 32 | (uint32_t)map->height);
    hash = us_hash_add(hash, (uint64_t)map->difficulty << 32 | (uint32_t)map->loot);
    for (int cell = 0; cell < map->width * map->height; cell++) {
        hash = us_hash_add(hash, (unsigned char)domain->terrain[map->terrain[cell]].symbol);
        const ar_kind *kind = map->stands[cell] ? &map->kind[map->stands[cell] - 1] : NULL;
        if (!kind)
            continue;
        hash = us_hash_add_text(us_hash_add(hash, (uint64_t)kind->owner),
                                domain->type[kind->type].name);
        for (int a = 0; a < domain->attribute_count; a++)
            hash = us_hash_add(hash, (uint32_t)kind->attribute[a]);
    }
    return hash;
}
