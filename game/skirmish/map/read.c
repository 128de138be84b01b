#include "game/skirmish/map/map.h"

#include "game/map_reader.h"

#include <string.h>

/* The place of an entity in the file, kept because its fit can be judged only once the ground is
 * known. */
typedef struct place {
    int line, column;
} place;

typedef struct reader {
    us_map_reader in;
    const us_domain *domain;
    sk_map *map;
    place *places;
    int capacity;
    int start; /* the file's kind of start, or -1 */
    place start_place;
    unsigned met; /* bit per row of lines[] */
} reader;

static us_status read_name(reader *r)
{
    return us_map_reader_read_name(&r->in, "a name", r->map->name, sizeof r->map->name);
}

static us_status read_family(reader *r)
{
    return us_map_reader_read_name(&r->in, "a family", r->map->family, sizeof r->map->family);
}

static us_status read_size(reader *r)
{
    int width = 0, height = 0;
    US_TRY(
        us_map_reader_read_number(&r->in, 1, "a width", SK_MAP_SIDE_MIN, SK_MAP_SIDE_MAX, &width));
    US_TRY(us_map_reader_read_number(&r->in, 2, "a height", SK_MAP_SIDE_MIN, SK_MAP_SIDE_MAX,
                                     &height));
    US_TRY(us_map_reader_check_count(&r->in, 3));
    r->map->width = width;
    r->map->height = height;
    return US_OK;
}

static us_status read_fair(reader *r)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(&r->in, 1, "yes or no", &w));
    if (!us_map_word_equal(w, "yes") && !us_map_word_equal(w, "no"))
        return US_MAP_READER_REJECT(&r->in, w, "yes or no");
    US_TRY(us_map_reader_check_count(&r->in, 2));
    r->map->fair = us_map_word_equal(w, "yes");
    return US_OK;
}

static us_status read_start(reader *r)
{
    us_map_word w = {0};
    US_AUTOSTR(name);
    us_error why;
    US_TRY(us_map_reader_require_word(&r->in, 1, "a kind of start", &w));
    us_str_add_bytes(&name, w.text, (size_t)w.length);
    if (us_map_choice_find(sk_map_starts, "start", name.text, &r->start, &why) != US_OK)
        return US_MAP_READER_FAIL(&r->in, w.text, "%s", why.text);
    r->start_place = (place){r->in.line, us_map_reader_column(&r->in, w.text)};
    return us_map_reader_check_count(&r->in, 2);
}

static us_status read_note(reader *r)
{
    return us_map_reader_read_note(&r->in, r->map->note, sizeof r->map->note);
}

/* Finds a name in one of the domain's tables; the error lists all names. */
static us_status need_row(reader *r, int i, const char *what, const us_names_table *table, int *out)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(&r->in, i, what, &w));
    for (int k = 0; k < table->count; k++)
        if (us_map_word_equal(w, table->name[k])) {
            *out = k;
            return US_OK;
        }
    US_AUTOSTR(list);
    for (int k = 0; k < table->count; k++)
        us_str_addf(&list, "%s%s", k ? ", " : "", table->name[k]);
    return US_MAP_READER_FAIL(&r->in, w.text, "found '%.*s', expected %s: %s",
                              us_map_word_shown_length(w), w.text, what, list.text);
}

static us_status read_seat(reader *r)
{
    sk_map *map = r->map;
    int seat = 0, faction = 0;
    if (map->seats == US_SEATS_MAX)
        return US_MAP_READER_FAIL(&r->in, r->in.word[0].text,
                                  "found one more seat, expected at most %d", US_SEATS_MAX);
    US_TRY(us_map_reader_read_number(&r->in, 1, "the next seat", map->seats, map->seats, &seat));
    US_TRY(need_row(r, 2, "a faction", &r->domain->factions, &faction));
    int32_t start[US_RESOURCES_MAX];
    for (int k = 0; k < US_RESOURCES_MAX; k++)
        start[k] = -1;
    for (int i = 3; i < r->in.count; i += 2) {
        int resource = 0, amount = 0;
        US_TRY(need_row(r, i, "a resource", &r->domain->resources, &resource));
        if (start[resource] >= 0)
            return US_MAP_READER_FAIL(&r->in, r->in.word[i].text,
                                      "found %s a second time, expected it once",
                                      r->domain->resources.name[resource]);
        US_TRY(
            us_map_reader_read_number(&r->in, i + 1, "an amount", 0, SK_MAP_AMOUNT_MAX, &amount));
        start[resource] = amount;
    }
    map->faction[seat] = faction;
    memcpy(map->start[seat], start, sizeof start);
    map->seats++;
    return US_OK;
}

static us_status need_type(reader *r, us_type *out)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(&r->in, 1, "a type", &w));
    for (int k = 0; k < r->domain->type_count; k++) {
        const us_type_def *type = &r->domain->type[k];
        if (!us_map_word_equal(w, type->name))
            continue;
        if (type->abstract || type->kind == US_KIND_UPGRADE)
            return US_MAP_READER_FAIL(
                &r->in, w.text, "found %s, expected a unit, a building or a resource", type->name);
        *out = (us_type)k;
        return US_OK;
    }
    return US_MAP_READER_REJECT(&r->in, w, "a type of the domain");
}

static us_status need_owner(reader *r, const us_type_def *type, us_seat *out)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(&r->in, 2,
                                      type->kind == US_KIND_RESOURCE ? "neutral" : "a seat", &w));
    if (type->kind == US_KIND_RESOURCE) {
        if (!us_map_word_equal(w, "neutral"))
            return US_MAP_READER_FAIL(&r->in, w.text,
                                      "found '%.*s', expected neutral: %s is a resource",
                                      us_map_word_shown_length(w), w.text, type->name);
        *out = US_NEUTRAL;
        return US_OK;
    }
    if (r->map->seats == 0)
        return US_MAP_READER_FAIL(&r->in, w.text,
                                  "found an entity of a seat, expected the seats before it");
    int seat = 0;
    US_TRY(us_map_reader_read_number(&r->in, 2, "a seat", 0, r->map->seats - 1, &seat));
    if (type->faction >= 0 && type->faction != r->map->faction[seat])
        return US_MAP_READER_FAIL(&r->in, r->in.word[1].text,
                                  "%s is of %s, expected a type of %s, as seat %d is", type->name,
                                  r->domain->factions.name[type->faction],
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
        return US_MAP_READER_FAIL(&r->in, r->in.word[0].text,
                                  "found one more entity, expected at most %d",
                                  SK_MAP_ENTITIES_MAX);
    US_TRY(need_type(r, &entity.type));
    const us_type_def *type = &r->domain->type[entity.type];
    US_TRY(need_owner(r, type, &entity.owner));
    US_TRY(us_map_reader_read_number(&r->in, 3, "x", 0, SK_MAP_SIDE_MAX - 1, &x));
    US_TRY(us_map_reader_read_number(&r->in, 4, "y", 0, SK_MAP_SIDE_MAX - 1, &y));
    if (type->kind == US_KIND_RESOURCE) {
        us_map_word w = {0};
        US_TRY(us_map_reader_require_word(&r->in, 5, "stock and its amount", &w));
        if (!us_map_word_equal(w, "stock"))
            return US_MAP_READER_REJECT(&r->in, w, "stock");
        US_TRY(us_map_reader_read_number(&r->in, 6, "an amount", 1, SK_MAP_AMOUNT_MAX, &stock));
        US_TRY(us_map_reader_check_count(&r->in, 7));
    } else {
        US_TRY(us_map_reader_check_count(&r->in, 5));
    }
    entity.x = (int16_t)x;
    entity.y = (int16_t)y;
    entity.stock = stock;
    if (map->entity_count == r->capacity) {
        r->capacity = r->capacity ? 2 * r->capacity : 16;
        map->entity = us_mem_realloc(map->entity, (size_t)r->capacity * sizeof *map->entity);
        r->places = us_mem_realloc(r->places, (size_t)r->capacity * sizeof *r->places);
    }
    r->places[map->entity_count] =
        (place){r->in.line, us_map_reader_column(&r->in, r->in.word[3].text)};
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
        return US_MAP_READER_FAIL(&r->in, r->in.word[0].text,
                                  "found terrain, expected %s before it", missing);
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
    return US_MAP_READER_FAIL(&r->in, at, "found %s%.*s%s, expected a terrain's symbol: %s",
                              printable ? "'" : "a byte that is no symbol", printable, at,
                              printable ? "'" : "", symbols + 1);
}

static us_status read_row(reader *r, const int16_t *by_symbol, int y)
{
    sk_map *map = r->map;
    if (!us_map_reader_next_line(&r->in))
        return US_MAP_READER_FAIL(&r->in, r->in.text, "the map ends after %d rows, expected %d", y,
                                  map->height);
    int length = (int)(r->in.stop - r->in.text);
    for (int x = 0; x < length && x < map->width; x++) {
        int terrain = by_symbol[(unsigned char)r->in.text[x]];
        if (terrain < 0)
            return refuse_symbol(r, r->in.text + x);
        map->terrain[y * map->width + x] = (uint8_t)terrain;
    }
    if (length != map->width)
        return US_MAP_READER_FAIL(&r->in, r->in.text + (length < map->width ? length : map->width),
                                  "row %d has %d cells, expected %d", y, length, map->width);
    return US_OK;
}

static us_status read_terrain(reader *r)
{
    sk_map *map = r->map;
    int16_t by_symbol[256];
    US_TRY(us_map_reader_check_count(&r->in, 1));
    US_TRY(need_header(r));
    for (int c = 0; c < US_COUNT(by_symbol); c++)
        by_symbol[c] = -1;
    for (int k = 0; k < r->domain->terrain_count; k++)
        by_symbol[(unsigned char)r->domain->terrain[k].symbol] = (int16_t)k;
    map->terrain = US_NEW_ARRAY(uint8_t, map->width * map->height);
    for (int y = 0; y < map->height; y++)
        US_TRY(read_row(r, by_symbol, y));
    while (us_map_reader_next_line(&r->in)) {
        US_TRY(us_map_reader_split(&r->in));
        if (r->in.count > 0)
            return US_MAP_READER_REJECT(&r->in, r->in.word[0], "the end of the map");
    }
    return US_OK;
}

static const struct {
    const char *word;
    us_status (*read)(reader *r);
    bool again; /* may occur several times */
} lines[] = {
    {"name", read_name, false},    {"family", read_family, false}, {"size", read_size, false},
    {"fair", read_fair, false},    {"note", read_note, false},     {"seat", read_seat, true},
    {"entity", read_entity, true}, {"start", read_start, false},
};

static us_status read_line(reader *r)
{
    us_map_word w = r->in.word[0];
    int k = 0;
    while (k < US_COUNT(lines) && !us_map_word_equal(w, lines[k].word))
        k++;
    if (k == US_COUNT(lines))
        return US_MAP_READER_REJECT(
            &r->in, w, "name, family, size, fair, start, note, seat, entity or terrain");
    if (r->met >> k & 1 && !lines[k].again)
        return US_MAP_READER_FAIL(&r->in, w.text, "found %s a second time, expected it once",
                                  lines[k].word);
    r->met |= 1u << k;
    return lines[k].read(r);
}

static us_status read_map(reader *r)
{
    bool there = false;
    US_TRY(us_map_reader_next_words(&r->in, &there));
    if (!there)
        return US_MAP_READER_FAIL(&r->in, r->in.text, "the file ends, expected 'understudy map 1'");
    if (r->in.count != 3 || !us_map_word_equal(r->in.word[0], "understudy") ||
        !us_map_word_equal(r->in.word[1], "map") || !us_map_word_equal(r->in.word[2], "1"))
        return US_MAP_READER_FAIL(&r->in, r->in.word[0].text, "expected 'understudy map 1'");
    for (;;) {
        US_TRY(us_map_reader_next_words(&r->in, &there));
        if (!there)
            return US_MAP_READER_FAIL(&r->in, r->in.text, "the file ends, expected terrain");
        if (us_map_word_equal(r->in.word[0], "terrain"))
            return read_terrain(r);
        US_TRY(read_line(r));
    }
}

static us_status refuse_misplaced(reader *r)
{
    US_AUTOSTR(why);
    int wrong = sk_map_find_misplaced(r->map, r->domain, &why);
    return wrong < 0 ? US_OK
                     : us_error_set(r->in.err, US_BAD_INPUT, r->in.file, r->places[wrong].line,
                                    r->places[wrong].column, "%s", why.text);
}

/* Rejects a `start` that disagrees with the entities. */
static us_status refuse_start(reader *r)
{
    sk_start is = sk_map_start(r->map, r->domain);
    if (r->start < 0 || r->start == (int)is)
        return US_OK;
    return us_error_set(r->in.err, US_BAD_INPUT, r->in.file, r->start_place.line,
                        r->start_place.column, "found start %s, expected %s: %s",
                        sk_map_starts[r->start].name, sk_map_starts[is].name,
                        is == SK_START_NOMAD ? "a seat below has workers and no hall"
                                             : "each seat below that has workers has a hall");
}

us_status sk_map_parse(const char *file, const char *text, size_t length, const us_domain *domain,
                       sk_map **out, us_error *err)
{
    reader r = {
        .in = us_map_reader_from_text(file, text, length, err), .domain = domain, .start = -1};
    US_AUTOPTR(sk_map) map = r.map = US_NEW(sk_map);
    us_status status = read_map(&r);
    if (status == US_OK)
        status = refuse_misplaced(&r);
    us_mem_free(r.places);
    US_TRY(status);
    US_TRY(refuse_start(&r));
    map->hash = sk_map_hash(map, domain);
    *out = US_STEAL(map);
    return US_OK;
}

us_status sk_map_load(const char *name, const us_domain *domain, sk_map **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    US_AUTOSTR(path);
    size_t length = 0;
    US_TRY(us_map_read_text("skirmish", name, &path, &text, &length, err));
    return sk_map_parse(path.text, text, length, domain, out, err);
}
