#include "game/skirmish/map/map.h"

#include <string.h>

enum { WORDS_MAX = 4 + 2 * US_RESOURCES_MAX };

typedef struct word {
    const char *text;
    int length;
} word;

/* Where an entity stood in the file: its fit is judged only once the ground is known. */
typedef struct place {
    int line, column;
} place;

typedef struct reader {
    const char *file;
    const us_domain *domain;
    us_error *err;
    const char *at, *end;             /* what is left */
    const char *line_text, *line_end; /* the present line, without its end */
    int line;
    word words[WORDS_MAX];
    int count;
    sk_map *map;
    place *places;
    int capacity;
    bool has_fair;
} reader;

/* Of a byte of the present line. */
static int column_of(const reader *r, const char *at)
{
    int line = 0, column = 0;
    us_text_place(r->line_text, (size_t)(at - r->line_text), &line, &column);
    return column;
}

/* The status stands here for readers and analyzers: what follows a refusal is never run. */
#define REFUSE(r, at, ...)                                                                 \
    (us_fail((r)->err, US_BAD_INPUT, (r)->file, (r)->line, column_of(r, at), __VA_ARGS__), \
     US_BAD_INPUT)

static bool next_line(reader *r)
{
    if (r->at == r->end) {
        r->line++;
        r->line_text = r->line_end = r->end;
        return false;
    }
    r->line++;
    r->line_text = r->at;
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->line_end = stop ? stop : r->end;
    r->at = stop ? stop + 1 : r->end;
    if (r->line_end > r->line_text && r->line_end[-1] == '\r')
        r->line_end--;
    return true;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static us_status split(reader *r)
{
    r->count = 0;
    for (const char *at = r->line_text; at < r->line_end;) {
        if (is_space(*at)) {
            at++;
            continue;
        }
        if (r->count == WORDS_MAX)
            return REFUSE(r, at, "found more words than any line has: expected at most %d",
                          WORDS_MAX);
        const char *from = at;
        while (at < r->line_end && !is_space(*at))
            at++;
        r->words[r->count++] = (word){from, (int)(at - from)};
    }
    return US_OK;
}

static bool is_word(word w, const char *text)
{
    return (size_t)w.length == strlen(text) && memcmp(w.text, text, (size_t)w.length) == 0;
}

/* At most this much of a word is shown in a message. */
static int shown(word w)
{
    return w.length < 40 ? w.length : 40;
}

/* The i-th word, or a message at the line's end that says what is missing. */
static us_status need(reader *r, int i, const char *what, word *out)
{
    if (i >= r->count)
        return REFUSE(r, r->line_end, "the line ends, expected %s", what);
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

static us_status need_number(reader *r, int i, const char *what, int low, int high, int *out)
{
    word w = {0};
    US_TRY(need(r, i, what, &w));
    char text[16];
    int64_t value = 0;
    bool fits = w.length < (int)sizeof text;
    if (fits) {
        memcpy(text, w.text, (size_t)w.length);
        text[w.length] = '\0';
        fits = strlen(text) == (size_t)w.length && us_text_int(text, low, high, &value);
    }
    if (!fits)
        return REFUSE(r, w.text, "found '%.*s', expected %s from %d to %d", shown(w), w.text, what,
                      low, high);
    *out = (int)value;
    return US_OK;
}

/* A name: letters, digits, - and _. */
static us_status need_name(reader *r, const char *what, char *out, size_t size)
{
    word w = {0};
    US_TRY(need(r, 1, what, &w));
    if (out[0])
        return REFUSE(r, r->words[0].text, "found %s a second time, expected it once", what);
    for (int i = 0; i < w.length; i++) {
        char c = w.text[i];
        bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_';
        if (!fine)
            return REFUSE(r, w.text + i, "expected %s of letters, digits, - and _", what);
    }
    if ((size_t)w.length >= size)
        return REFUSE(r, w.text, "found %s of %d letters, expected at most %d", what, w.length,
                      (int)size - 1);
    US_TRY(only(r, 2));
    memcpy(out, w.text, (size_t)w.length);
    return US_OK;
}

static us_status read_name(reader *r)
{
    return need_name(r, "a name", r->map->name, sizeof r->map->name);
}

static us_status read_family(reader *r)
{
    return need_name(r, "a family", r->map->family, sizeof r->map->family);
}

static us_status read_size(reader *r)
{
    int width = 0, height = 0;
    if (r->map->width)
        return REFUSE(r, r->words[0].text, "found a size a second time, expected it once");
    US_TRY(need_number(r, 1, "a width", SK_MAP_SIDE_MIN, SK_MAP_SIDE_MAX, &width));
    US_TRY(need_number(r, 2, "a height", SK_MAP_SIDE_MIN, SK_MAP_SIDE_MAX, &height));
    US_TRY(only(r, 3));
    r->map->width = width;
    r->map->height = height;
    return US_OK;
}

static us_status read_fair(reader *r)
{
    word w = {0};
    if (r->has_fair)
        return REFUSE(r, r->words[0].text, "found fair a second time, expected it once");
    US_TRY(need(r, 1, "yes or no", &w));
    if (!is_word(w, "yes") && !is_word(w, "no"))
        return REFUSE(r, w.text, "found '%.*s', expected yes or no", shown(w), w.text);
    US_TRY(only(r, 2));
    r->map->fair = is_word(w, "yes");
    r->has_fair = true;
    return US_OK;
}

static us_status read_note(reader *r)
{
    word w = {0};
    if (r->map->note[0])
        return REFUSE(r, r->words[0].text, "found a note a second time, expected it once");
    US_TRY(need(r, 1, "a text", &w));
    const char *end = r->words[r->count - 1].text + r->words[r->count - 1].length;
    for (const char *at = w.text, *next; at < end; at = next) {
        next = at + us_text_printable(at, (size_t)(end - at));
        if (next == at)
            return REFUSE(r, at, "found a control character or no UTF-8, expected plain text");
    }
    if (end - w.text >= (ptrdiff_t)sizeof r->map->note)
        return REFUSE(r, w.text, "found a note of %d bytes, expected at most %d",
                      (int)(end - w.text), (int)sizeof r->map->note - 1);
    memcpy(r->map->note, w.text, (size_t)(end - w.text));
    return US_OK;
}

/* An index by name in one of the domain's tables; the message lists them all. */
static us_status need_row(reader *r, int i, const char *what, const us_names_table *table, int *out)
{
    word w = {0};
    US_TRY(need(r, i, what, &w));
    for (int k = 0; k < table->count; k++)
        if (is_word(w, table->name[k])) {
            *out = k;
            return US_OK;
        }
    us_str list;
    us_str_init(&list);
    for (int k = 0; k < table->count; k++)
        us_str_addf(&list, "%s%s", k ? ", " : "", table->name[k]);
    us_status status =
        REFUSE(r, w.text, "found '%.*s', expected %s: %s", shown(w), w.text, what, list.text);
    us_str_clear(&list);
    return status;
}

static us_status read_seat(reader *r)
{
    sk_map *map = r->map;
    int seat = 0, faction = 0;
    if (map->seats == US_SEATS_MAX)
        return REFUSE(r, r->words[0].text, "found one more seat, expected at most %d",
                      US_SEATS_MAX);
    US_TRY(need_number(r, 1, "the next seat", map->seats, map->seats, &seat));
    US_TRY(need_row(r, 2, "a faction", &r->domain->factions, &faction));
    int32_t start[US_RESOURCES_MAX];
    for (int k = 0; k < US_RESOURCES_MAX; k++)
        start[k] = -1;
    for (int i = 3; i < r->count; i += 2) {
        int resource = 0, amount = 0;
        US_TRY(need_row(r, i, "a resource", &r->domain->resources, &resource));
        if (start[resource] >= 0)
            return REFUSE(r, r->words[i].text, "found %s a second time, expected it once",
                          r->domain->resources.name[resource]);
        US_TRY(need_number(r, i + 1, "an amount", 0, SK_MAP_AMOUNT_MAX, &amount));
        start[resource] = amount;
    }
    map->faction[seat] = faction;
    memcpy(map->start[seat], start, sizeof start);
    map->seats++;
    return US_OK;
}

static us_status need_type(reader *r, us_type *out)
{
    word w = {0};
    US_TRY(need(r, 1, "a type", &w));
    for (int k = 0; k < r->domain->type_count; k++) {
        const us_type_def *type = &r->domain->type[k];
        if (!is_word(w, type->name))
            continue;
        if (type->abstract || type->kind == US_KIND_UPGRADE)
            return REFUSE(r, w.text, "found %s, expected a unit, a building or a resource",
                          type->name);
        *out = (us_type)k;
        return US_OK;
    }
    return REFUSE(r, w.text, "found '%.*s', expected a type of the domain", shown(w), w.text);
}

static us_status need_owner(reader *r, const us_type_def *type, us_seat *out)
{
    word w = {0};
    US_TRY(need(r, 2, type->kind == US_KIND_RESOURCE ? "neutral" : "a seat", &w));
    if (type->kind == US_KIND_RESOURCE) {
        if (!is_word(w, "neutral"))
            return REFUSE(r, w.text, "found '%.*s', expected neutral: %s is a resource", shown(w),
                          w.text, type->name);
        *out = US_NEUTRAL;
        return US_OK;
    }
    if (r->map->seats == 0)
        return REFUSE(r, w.text, "found an entity of a seat, expected the seats before it");
    int seat = 0;
    US_TRY(need_number(r, 2, "a seat", 0, r->map->seats - 1, &seat));
    if (type->faction >= 0 && type->faction != r->map->faction[seat])
        return REFUSE(r, r->words[1].text, "%s is of %s, expected a type of %s, as seat %d is",
                      type->name, r->domain->factions.name[type->faction],
                      r->domain->factions.name[r->map->faction[seat]], seat);
    *out = (us_seat)seat;
    return US_OK;
}

static us_status read_entity(reader *r)
{
    sk_map *map = r->map;
    sk_map_entity entity = {0};
    int x = 0, y = 0, stock = 0;
    if (map->entity_count == SK_MAP_ENTITIES_MAX)
        return REFUSE(r, r->words[0].text, "found one more entity, expected at most %d",
                      SK_MAP_ENTITIES_MAX);
    US_TRY(need_type(r, &entity.type));
    const us_type_def *type = &r->domain->type[entity.type];
    US_TRY(need_owner(r, type, &entity.owner));
    US_TRY(need_number(r, 3, "x", 0, SK_MAP_SIDE_MAX - 1, &x));
    US_TRY(need_number(r, 4, "y", 0, SK_MAP_SIDE_MAX - 1, &y));
    if (type->kind == US_KIND_RESOURCE) {
        word w = {0};
        US_TRY(need(r, 5, "stock and its amount", &w));
        if (!is_word(w, "stock"))
            return REFUSE(r, w.text, "found '%.*s', expected stock", shown(w), w.text);
        US_TRY(need_number(r, 6, "an amount", 1, SK_MAP_AMOUNT_MAX, &stock));
        US_TRY(only(r, 7));
    } else {
        US_TRY(only(r, 5));
    }
    entity.x = (int16_t)x;
    entity.y = (int16_t)y;
    entity.stock = stock;
    if (map->entity_count == r->capacity) {
        r->capacity = r->capacity ? 2 * r->capacity : 16;
        map->entity = us_realloc(map->entity, (size_t)r->capacity * sizeof *map->entity);
        r->places = us_realloc(r->places, (size_t)r->capacity * sizeof *r->places);
    }
    r->places[map->entity_count] = (place){r->line, column_of(r, r->words[3].text)};
    map->entity[map->entity_count++] = entity;
    return US_OK;
}

static us_status need_header(reader *r)
{
    const sk_map *map = r->map;
    const char *missing = !map->name[0]     ? "name"
                          : !map->family[0] ? "family"
                          : !map->width     ? "size"
                          : map->seats < 2  ? "two seats"
                                            : NULL;
    if (missing)
        return REFUSE(r, r->words[0].text, "found terrain, expected %s before it", missing);
    return US_OK;
}

static us_status refuse_symbol(reader *r, const char *at)
{
    char symbols[2 * US_TERRAINS_MAX + 1] = {0};
    for (int k = 0; k < r->domain->terrain_count; k++) {
        symbols[2 * k] = k ? ' ' : '\0';
        symbols[2 * k + 1] = r->domain->terrain[k].symbol;
    }
    bool printable = *at > ' ' && *at < 127;
    return REFUSE(r, at, "found %s%.*s%s, expected a terrain's symbol: %s",
                  printable ? "'" : "a byte that is no symbol", printable, at, printable ? "'" : "",
                  symbols + 1);
}

static us_status read_row(reader *r, const int16_t *by_symbol, int y)
{
    sk_map *map = r->map;
    if (!next_line(r))
        return REFUSE(r, r->line_text, "the map ends after %d rows, expected %d", y, map->height);
    int length = (int)(r->line_end - r->line_text);
    for (int x = 0; x < length && x < map->width; x++) {
        int terrain = by_symbol[(unsigned char)r->line_text[x]];
        if (terrain < 0)
            return refuse_symbol(r, r->line_text + x);
        map->terrain[y * map->width + x] = (uint8_t)terrain;
    }
    if (length != map->width)
        return REFUSE(r, r->line_text + (length < map->width ? length : map->width),
                      "row %d has %d cells, expected %d", y, length, map->width);
    return US_OK;
}

static us_status read_terrain(reader *r)
{
    sk_map *map = r->map;
    int16_t by_symbol[256];
    US_TRY(only(r, 1));
    US_TRY(need_header(r));
    for (int c = 0; c < US_COUNT(by_symbol); c++)
        by_symbol[c] = -1;
    for (int k = 0; k < r->domain->terrain_count; k++)
        by_symbol[(unsigned char)r->domain->terrain[k].symbol] = (int16_t)k;
    map->terrain = US_NEW_ARRAY(uint8_t, map->width * map->height);
    for (int y = 0; y < map->height; y++)
        US_TRY(read_row(r, by_symbol, y));
    while (next_line(r)) {
        US_TRY(split(r));
        if (r->count)
            return REFUSE(r, r->words[0].text, "found '%.*s', expected the end of the map",
                          shown(r->words[0]), r->words[0].text);
    }
    return US_OK;
}

static const struct {
    const char *word;
    us_status (*read)(reader *r);
} lines[] = {
    {"name", read_name}, {"family", read_family}, {"size", read_size},     {"fair", read_fair},
    {"note", read_note}, {"seat", read_seat},     {"entity", read_entity},
};

static us_status read_line(reader *r)
{
    for (int i = 0; i < US_COUNT(lines); i++)
        if (is_word(r->words[0], lines[i].word))
            return lines[i].read(r);
    return REFUSE(r, r->words[0].text,
                  "found '%.*s', expected name, family, size, fair, note, seat, entity or terrain",
                  shown(r->words[0]), r->words[0].text);
}

static us_status read_map(reader *r)
{
    bool begun = false;
    while (next_line(r)) {
        US_TRY(split(r));
        if (r->count == 0 || r->line_text[0] == '#')
            continue;
        if (!begun) {
            if (r->count != 3 || !is_word(r->words[0], "understudy") ||
                !is_word(r->words[1], "map") || !is_word(r->words[2], "1"))
                return REFUSE(r, r->words[0].text, "expected 'understudy map 1'");
            begun = true;
        } else if (is_word(r->words[0], "terrain")) {
            return read_terrain(r);
        } else {
            US_TRY(read_line(r));
        }
    }
    return REFUSE(r, r->line_text, "the file ends, expected %s",
                  begun ? "terrain" : "'understudy map 1'");
}

static us_status refuse_misplaced(reader *r)
{
    us_str why;
    us_str_init(&why);
    us_status status = US_OK;
    int wrong = sk_map_misplaced(r->map, r->domain, &why);
    if (wrong >= 0)
        status = us_fail(r->err, US_BAD_INPUT, r->file, r->places[wrong].line,
                         r->places[wrong].column, "%s", why.text);
    us_str_clear(&why);
    return status;
}

us_status sk_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       sk_map **out, us_error *err)
{
    reader r = {.file = file, .domain = domain, .err = err, .at = text, .end = text + length};
    r.map = US_NEW(sk_map);
    us_status status = read_map(&r);
    if (status == US_OK)
        status = refuse_misplaced(&r);
    us_free(r.places);
    if (status != US_OK) {
        sk_map_free(r.map);
        return status;
    }
    r.map->hash = sk_map_hash(r.map, domain);
    *out = r.map;
    return US_OK;
}

us_status sk_map_load(const char *name, const us_domain *domain, sk_map **out, us_error *err)
{
    char *text = NULL;
    size_t length = 0;
    us_str path;
    us_str_init(&path);
    us_status status = us_map_text("skirmish", name, &path, &text, &length, err);
    if (status == US_OK)
        status = sk_map_parse(path.text, text, length, domain, out, err);
    us_free(text);
    us_str_clear(&path);
    return status;
}
