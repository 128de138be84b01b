#include "game/arena/map.h"

#include <string.h>

enum { WORDS_MAX = 3 + 2 * US_ATTRIBUTES_MAX, KEPT = 40 };

typedef struct word {
    const char *text;
    int length;
} word;

typedef struct reader {
    const char *file;
    const us_domain *domain;
    us_error *err;
    const char *at, *end;    /* what is left */
    const char *text, *stop; /* the present line, without its end */
    const char *rows;        /* the first row */
    int line, rows_line;
    word words[WORDS_MAX];
    int count;
    ar_map *map;
} reader;

/* The status stands here for readers and analyzers: what follows a refusal is never run. */
#define REFUSE(r, place, ...)                                                                 \
    (us_fail((r)->err, US_BAD_INPUT, (r)->file, (r)->line, column_of(r, place), __VA_ARGS__), \
     US_BAD_INPUT)

static int column_of(const reader *r, const char *at)
{
    int line = 0, column = 0;
    us_text_place(r->text, (size_t)(at - r->text), &line, &column);
    return column;
}

static bool next_line(reader *r)
{
    r->line++;
    r->text = r->at;
    const char *stop = r->at < r->end ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
    bool there = r->at < r->end;
    r->stop = stop ? stop : r->end;
    r->at = stop ? stop + 1 : r->end;
    if (r->stop > r->text && r->stop[-1] == '\r')
        r->stop--;
    return there;
}

static us_status split(reader *r)
{
    r->count = 0;
    for (const char *at = r->text; at < r->stop;) {
        if (*at == ' ' || *at == '\t') {
            at++;
            continue;
        }
        if (r->count == WORDS_MAX)
            return REFUSE(r, at, "found more words than any line has: expected at most %d",
                          WORDS_MAX);
        const char *from = at;
        while (at < r->stop && *at != ' ' && *at != '\t')
            at++;
        r->words[r->count++] = (word){from, (int)(at - from)};
    }
    return US_OK;
}

/* The next line that says something, in words. *there false: the file ends. */
static us_status next_words(reader *r, bool *there)
{
    do {
        *there = next_line(r);
        US_TRY(split(r));
    } while (*there && (r->count == 0 || r->text[0] == '#'));
    return US_OK;
}

static bool is_word(word w, const char *text)
{
    return (size_t)w.length == strlen(text) && memcmp(w.text, text, (size_t)w.length) == 0;
}

static int shown(word w)
{
    return w.length < KEPT ? w.length : KEPT;
}

static us_status need(reader *r, int i, const char *what, word *out)
{
    if (i >= r->count)
        return REFUSE(r, r->stop, "the line ends, expected %s", what);
    *out = r->words[i];
    return US_OK;
}

static us_status only(reader *r, int count)
{
    if (r->count > count)
        return REFUSE(r, r->words[count].text, "found '%.*s', expected the end of the line",
                      shown(r->words[count]), r->words[count].text);
    return US_OK;
}

static us_status need_number(reader *r, int i, const char *what, int low, int high, int32_t *out)
{
    word w = {0};
    char text[16] = "";
    int64_t value = 0;
    US_TRY(need(r, i, what, &w));
    if (w.length < (int)sizeof(text))
        memcpy(text, w.text, (size_t)w.length);
    if ((int)strlen(text) != w.length || !us_text_int(text, low, high, &value))
        return REFUSE(r, w.text, "found '%.*s', expected %s from %d to %d", shown(w), w.text, what,
                      low, high);
    *out = (int32_t)value;
    return US_OK;
}

/* ---- the head */

static us_status read_family(reader *r)
{
    word w = {0};
    US_TRY(need(r, 1, "a family", &w));
    US_TRY(only(r, 2));
    for (int i = 0; i < w.length; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789-", w.text[i]) || !w.text[i])
            return REFUSE(r, w.text + i, "expected a family of small letters, digits and -");
    if (w.length >= (int)sizeof(r->map->family))
        return REFUSE(r, w.text, "found a family of %d letters, expected at most %d", w.length,
                      (int)sizeof(r->map->family) - 1);
    memcpy(r->map->family, w.text, (size_t)w.length);
    return US_OK;
}

static us_status read_difficulty(reader *r)
{
    US_TRY(need_number(r, 1, "a difficulty", 0, 100, &r->map->difficulty));
    return only(r, 2);
}

static us_status read_loot(reader *r)
{
    US_TRY(need_number(r, 1, "an amount", 0, 100000, &r->map->loot));
    return only(r, 2);
}

static us_status read_note(reader *r)
{
    word w = {0};
    US_TRY(need(r, 1, "a text", &w));
    const char *end = r->words[r->count - 1].text + r->words[r->count - 1].length;
    for (const char *at = w.text, *next; at < end; at = next) {
        next = at + us_text_printable(at, (size_t)(end - at));
        if (next == at)
            return REFUSE(r, at, "found a control character or no UTF-8, expected plain text");
    }
    if (end - w.text >= (ptrdiff_t)sizeof(r->map->note))
        return REFUSE(r, w.text, "found a note of %d bytes, expected at most %d",
                      (int)(end - w.text), (int)sizeof(r->map->note) - 1);
    memcpy(r->map->note, w.text, (size_t)(end - w.text));
    return US_OK;
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
    US_TRY(next_words(r, &there));
    if (!there || r->count != 2 || !is_word(r->words[0], "arena") || !is_word(r->words[1], "1"))
        return REFUSE(r, r->text, "expected 'arena 1'");
    for (;;) {
        US_TRY(next_words(r, &there));
        if (!there)
            return REFUSE(r, r->text, "the file ends, expected map");
        if (is_word(r->words[0], "map"))
            break;
        int k = 0;
        while (k < US_COUNT(lines) && !is_word(r->words[0], lines[k].word))
            k++;
        if (k == US_COUNT(lines))
            return REFUSE(r, r->words[0].text,
                          "found '%.*s', expected family, difficulty, loot, note or map",
                          shown(r->words[0]), r->words[0].text);
        if (met[k])
            return REFUSE(r, r->words[0].text, "found %s a second time, expected it once",
                          lines[k].word);
        met[k] = true;
        US_TRY(lines[k].read(r));
    }
    for (int k = 0; k < US_COUNT(lines); k++)
        if (lines[k].needed && !met[k])
            return REFUSE(r, r->words[0].text, "found map, expected %s before it", lines[k].word);
    return only(r, 1);
}

/* ---- rows, then the legend that tells what they are */

static us_status measure_rows(reader *r)
{
    ar_map *map = r->map;
    r->rows = r->at;
    r->rows_line = r->line;
    for (;;) {
        if (!next_line(r))
            return REFUSE(r, r->text, "the file ends, expected legend behind the rows");
        int length = (int)(r->stop - r->text);
        if (is_word((word){r->text, length}, "legend"))
            break;
        map->width = map->height ? map->width : length;
        if (length < AR_SIDE_MIN || length > AR_SIDE_MAX || length != map->width)
            return REFUSE(r, r->text,
                          "found a row of %d cells, expected rows of one width from %d to %d",
                          length, AR_SIDE_MIN, AR_SIDE_MAX);
        if (++map->height > AR_SIDE_MAX)
            return REFUSE(r, r->text, "found more rows, expected at most %d", AR_SIDE_MAX);
    }
    if (map->height < AR_SIDE_MIN)
        return REFUSE(r, r->text, "found %d rows, expected at least %d", map->height, AR_SIDE_MIN);
    return US_OK;
}

static us_status read_symbol(reader *r, ar_kind *kind)
{
    word w = r->words[0];
    if (w.length != 1 || w.text[0] <= ' ' || w.text[0] > '~')
        return REFUSE(r, w.text, "found '%.*s', expected a symbol", shown(w), w.text);
    kind->symbol = w.text[0];
    if (us_domain_terrain_symbol(r->domain, kind->symbol) >= 0)
        return REFUSE(r, w.text, "found '%c', the symbol of a terrain, expected another one",
                      kind->symbol);
    for (int k = 0; k < r->map->kinds; k++)
        if (r->map->kind[k].symbol == kind->symbol)
            return REFUSE(r, w.text, "found '%c' a second time, expected it once", kind->symbol);
    return US_OK;
}

static us_status read_type(reader *r, ar_kind *kind)
{
    word w = {0};
    char name[128] = "", hint[US_HINT_SIZE];
    US_TRY(need(r, 1, "a type", &w));
    if (w.length < (int)sizeof(name))
        memcpy(name, w.text, (size_t)w.length);
    kind->type = us_domain_type(r->domain, name);
    if (kind->type < 0)
        return REFUSE(r, w.text, "found '%.*s', expected a type of the domain%s", shown(w), w.text,
                      us_domain_hint_type(r->domain, name, hint));
    const us_type_def *def = &r->domain->type[kind->type];
    if (def->abstract || (def->kind != US_KIND_UNIT && def->kind != US_KIND_RESOURCE) ||
        us_text_equal(def->name, "BODY"))
        return REFUSE(r, w.text, "found %s, expected a character or a thing", def->name);
    memcpy(kind->attribute, def->attribute, sizeof(kind->attribute));
    return US_OK;
}

static us_status read_owner(reader *r, ar_kind *kind)
{
    word w = {0};
    const us_type_def *def = &r->domain->type[kind->type];
    if (def->kind == US_KIND_RESOURCE) {
        US_TRY(need(r, 2, "neutral", &w));
        kind->owner = US_NEUTRAL;
        return is_word(w, "neutral")
                   ? US_OK
                   : REFUSE(r, w.text, "found '%.*s', expected neutral", shown(w), w.text);
    }
    int32_t seat = 0;
    int low = def->faction < 0 ? 0 : def->faction, high = def->faction < 0 ? 1 : def->faction;
    US_TRY(need_number(r, 2, "a seat", low, high, &seat));
    kind->owner = (us_seat)seat;
    return US_OK;
}

static us_status read_attribute(reader *r, ar_kind *kind, int i)
{
    word w = r->words[i];
    const us_domain *domain = r->domain;
    int a = 0;
    while (a < domain->attribute_count && !is_word(w, domain->attribute[a].name))
        a++;
    if (a == domain->attribute_count)
        return REFUSE(r, w.text, "found '%.*s', expected an attribute", shown(w), w.text);
    if (kind->stated >> a & 1)
        return REFUSE(r, w.text, "found %s a second time, expected it once",
                      domain->attribute[a].name);
    int low = domain->attribute[a].low, high = domain->attribute[a].high;
    if (a == 0) {
        low = 1;
        high = domain->type[kind->type].attribute[0];
    }
    kind->stated |= (uint16_t)(1u << a);
    return need_number(r, i + 1, domain->attribute[a].name, low, high, &kind->attribute[a]);
}

static us_status read_legend(reader *r)
{
    bool there = false;
    for (;;) {
        US_TRY(next_words(r, &there));
        if (!there)
            return US_OK;
        if (r->map->kinds == AR_LEGEND_MAX)
            return REFUSE(r, r->text, "found more in the legend, expected at most %d",
                          AR_LEGEND_MAX);
        ar_kind kind = {.owner = US_NEUTRAL};
        US_TRY(read_symbol(r, &kind));
        US_TRY(read_type(r, &kind));
        US_TRY(read_owner(r, &kind));
        for (int i = 3; i < r->count; i += 2)
            US_TRY(read_attribute(r, &kind, i));
        r->map->kind[r->map->kinds++] = kind;
    }
}

static us_status read_rows(reader *r)
{
    ar_map *map = r->map;
    int seats[AR_SEATS] = {0}, things = 0;
    r->at = r->rows;
    r->line = r->rows_line;
    map->terrain = US_NEW_ARRAY(uint8_t, map->width * map->height);
    map->stands = US_NEW_ARRAY(uint8_t, map->width * map->height);
    for (int cell = 0; cell < map->width * map->height; cell++) {
        if (cell % map->width == 0)
            next_line(r);
        const char *at = r->text + cell % map->width;
        int terrain = us_domain_terrain_symbol(r->domain, *at), k = 0;
        map->terrain[cell] = (uint8_t)(terrain < 0 ? 0 : terrain);
        if (terrain >= 0)
            continue;
        while (k < map->kinds && map->kind[k].symbol != *at)
            k++;
        if (k == map->kinds)
            return REFUSE(r, at, "found a symbol that is no terrain and not in the legend");
        map->stands[cell] = (uint8_t)(k + 1);
        if (map->kind[k].owner >= 0)
            seats[map->kind[k].owner]++;
        else
            things++;
        if (seats[0] + seats[1] > AR_CHARACTERS_MAX || things > AR_THINGS_MAX)
            return REFUSE(r, at, "found one more, expected at most %d characters and %d things",
                          AR_CHARACTERS_MAX, AR_THINGS_MAX);
    }
    for (int seat = 0; seat < AR_SEATS; seat++)
        if (seats[seat] == 0)
            return REFUSE(r, r->text, "found nobody of seat %d, expected a character of each seat",
                          seat);
    return US_OK;
}

us_status ar_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       ar_map **out, us_error *err)
{
    reader r = {.file = file, .domain = domain, .err = err, .at = text, .end = text + length};
    r.map = US_NEW(ar_map);
    us_status status = read_head(&r);
    if (status == US_OK)
        status = measure_rows(&r);
    if (status == US_OK)
        status = read_legend(&r);
    if (status == US_OK)
        status = read_rows(&r);
    if (status != US_OK) {
        ar_map_free(r.map);
        return status;
    }
    r.map->hash = ar_map_hash(r.map, domain);
    *out = r.map;
    return US_OK;
}

us_status ar_map_load(const char *name, const us_domain *domain, ar_map **out, us_error *err)
{
    char *text = NULL;
    size_t length = 0;
    us_str path;
    us_str_init(&path);
    us_status status = us_map_text("arena", name, &path, &text, &length, err);
    if (status == US_OK)
        status = ar_map_parse(path.text, text, length, domain, out, err);
    us_free(text);
    us_str_clear(&path);
    return status;
}

void ar_map_free(ar_map *map)
{
    if (!map)
        return;
    us_free(map->terrain);
    us_free(map->stands);
    us_free(map);
}

/* ---- writing */

static void print_kind(const ar_kind *kind, const us_domain *domain, us_str *out)
{
    us_str_addf(out, "%c %s ", kind->symbol, domain->type[kind->type].name);
    if (kind->owner < 0)
        us_str_add(out, "neutral");
    else
        us_str_add_int(out, kind->owner);
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
        hash =
            us_hash_text(us_hash_add(hash, (uint64_t)kind->owner), domain->type[kind->type].name);
        for (int a = 0; a < domain->attribute_count; a++)
            hash = us_hash_add(hash, (uint32_t)kind->attribute[a]);
    }
    return hash;
}
