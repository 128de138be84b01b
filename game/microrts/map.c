#include "game/microrts/map.h"

#include <string.h>

#include "base/file.h"
#include "game/map_reader.h"
#include "game/maps.h"
#include "game/microrts/launcher.h"

/* A row of the legend. */
typedef struct kind {
    char symbol;
    mr_unit unit; /* without a place */
} kind;

typedef struct reader {
    us_map_reader in;
    const mr_table *table;
    us_map_reader rows; /* reader before the first row */
    mr_map *map;
    kind kind[MR_LEGEND_MAX];
    int kinds;
} reader;

/* ---- the head */

static us_status read_resources(reader *r)
{
    for (int p = 0; p < MR_PLAYERS; p++)
        US_TRY(us_map_reader_read_number(&r->in, p + 1, "an amount", 0, MR_AMOUNT_MAX,
                                         &r->map->resources[p]));
    return us_map_reader_check_count(&r->in, 1 + MR_PLAYERS);
}

static us_status read_head(reader *r)
{
    bool there = false, resources = false;
    US_TRY(us_map_reader_next_words(&r->in, &there));
    if (!there || r->in.count != 2 || !us_map_word_equal(r->in.word[0], "microrts") ||
        !us_map_word_equal(r->in.word[1], "1"))
        return US_MAP_READER_FAIL(&r->in, r->in.text, "expected 'microrts 1'");
    for (;;) {
        US_TRY(us_map_reader_next_words(&r->in, &there));
        if (!there)
            return US_MAP_READER_FAIL(&r->in, r->in.text, "the file ends, expected map");
        const us_map_word *first = &r->in.word[0];
        if (us_map_word_equal(*first, "map")) {
            break;
        } else if (us_map_word_equal(*first, "resources") && !resources) {
            US_TRY(read_resources(r));
            resources = true;
        } else if (us_map_word_equal(*first, "note") && !r->map->note[0]) {
            US_TRY(us_map_reader_read_note(&r->in, r->map->note, sizeof(r->map->note)));
        } else {
            return US_MAP_READER_REJECT(&r->in, *first, "note, resources or map, each once");
        }
    }
    if (!resources)
        return US_MAP_READER_FAIL(&r->in, r->in.word[0].text,
                                  "found map, expected resources before it");
    return us_map_reader_check_count(&r->in, 1);
}

/* ---- rows, then the legend of their symbols */

static us_status read_symbol(reader *r, kind *k)
{
    us_map_word w = r->in.word[0];
    if (w.length != 1 || w.text[0] <= ' ' || w.text[0] > '~' || *w.text == '.' || *w.text == '#')
        return US_MAP_READER_REJECT(&r->in, w, "a symbol other than . and #");
    for (int i = 0; i < r->kinds; i++)
        if (r->kind[i].symbol == *w.text)
            return US_MAP_READER_FAIL(&r->in, w.text, "found '%c' a second time, expected it once",
                                      *w.text);
    k->symbol = *w.text;
    return US_OK;
}

static us_status read_owner(reader *r, kind *k)
{
    us_map_word w = {0};
    US_TRY(us_map_reader_require_word(&r->in, 2, "a player or neutral", &w));
    if (us_map_word_equal(w, "neutral")) {
        k->unit.player = MR_NEUTRAL;
        return US_OK;
    }
    int32_t player = 0;
    US_TRY(us_map_reader_read_number(&r->in, 2, "neutral or a player", 0, MR_PLAYERS - 1, &player));
    k->unit.player = (int16_t)player;
    return US_OK;
}

static us_status read_amounts(reader *r, kind *k)
{
    bool met[2] = {false};
    for (int i = 3; i < r->in.count; i += 2) {
        us_map_word w = r->in.word[i];
        bool resources = us_map_word_equal(w, "resources");
        if ((!resources && !us_map_word_equal(w, "hit_points")) || met[resources])
            return US_MAP_READER_REJECT(&r->in, w, "resources or hit_points, each once");
        met[resources] = true;
        US_TRY(us_map_reader_read_number(&r->in, i + 1, "an amount", resources ? 0 : 1,
                                         MR_AMOUNT_MAX,
                                         resources ? &k->unit.resources : &k->unit.hit_points));
    }
    return US_OK;
}

static us_status read_legend(reader *r)
{
    bool there = false;
    for (;;) {
        us_map_word w = {0};
        kind k = {0};
        US_TRY(us_map_reader_next_words(&r->in, &there));
        if (!there)
            return US_OK;
        if (r->kinds == MR_LEGEND_MAX)
            return US_MAP_READER_FAIL(
                &r->in, r->in.text, "found more in the legend, expected at most %d", MR_LEGEND_MAX);
        US_TRY(read_symbol(r, &k));
        US_TRY(us_map_reader_require_word(&r->in, 1, "a type", &w));
        int type = mr_table_find_type(r->table, w.text, (size_t)w.length);
        if (type < 0)
            return US_MAP_READER_REJECT(&r->in, w, "a type of the table");
        k.unit.type = (int16_t)type;
        k.unit.hit_points = r->table->type[type].hit_points;
        US_TRY(read_owner(r, &k));
        US_TRY(read_amounts(r, &k));
        r->kind[r->kinds++] = k;
    }
}

static us_status read_rows(reader *r)
{
    mr_map *map = r->map;
    int cells = map->width * map->height;
    US_AUTOFREE char *symbol = us_mem_alloc((size_t)cells);
    map->wall = US_NEW_ARRAY(uint8_t, cells);
    map->unit = US_NEW_ARRAY(mr_unit, cells);
    r->in = r->rows;
    for (int cell = 0; cell < cells; cell++) {
        int k = 0;
        if (cell % map->width == 0)
            us_map_reader_next_line(&r->in);
        const char *at = r->in.text + cell % map->width;
        symbol[cell] = *at;
        map->wall[cell] = *at == '#';
        while (k < r->kinds && r->kind[k].symbol != *at)
            k++;
        if (k == r->kinds && *at != '#' && *at != '.')
            return US_MAP_READER_FAIL(&r->in, at, "found a symbol that is not in the legend");
    }
    for (int k = 0; k < r->kinds; k++)
        for (int cell = 0; cell < cells; cell++)
            if (symbol[cell] == r->kind[k].symbol) {
                mr_unit *unit = &map->unit[map->count];
                *unit = r->kind[k].unit;
                unit->id = map->count++;
                unit->x = (int16_t)(cell % map->width);
                unit->y = (int16_t)(cell / map->width);
            }
    return US_OK;
}

static us_status check_players(reader *r)
{
    int heads[MR_PLAYERS] = {0};
    for (int i = 0; i < r->map->count; i++)
        if (r->map->unit[i].player >= 0)
            heads[r->map->unit[i].player]++;
    for (int p = 0; p < MR_PLAYERS; p++)
        if (heads[p] == 0)
            return US_MAP_READER_FAIL(&r->in, r->in.text,
                                      "found nobody of player %d, expected somebody of each", p);
    return US_OK;
}

us_status mr_map_parse(const char *file, const char *text, size_t length, const mr_table *table,
                       mr_map **out, us_error *err)
{
    reader r = {.in = us_map_reader_from_text(file, text, length, err), .table = table};
    US_AUTOPTR(mr_map) map = r.map = US_NEW(mr_map);
    US_TRY(read_head(&r));
    r.rows = r.in;
    US_TRY(us_map_reader_read_rows(&r.in, 1, MR_SIDE_MAX, &map->width, &map->height));
    US_TRY(read_legend(&r));
    US_TRY(read_rows(&r));
    US_TRY(check_players(&r));
    map->hash = mr_map_hash(map, table);
    *out = US_STEAL(map);
    return US_OK;
}

bool mr_map_find(const char *name, us_str *path)
{
    US_AUTOSTR(file);
    mr_home_print_path(&file);
    us_str_addf(&file, "/maps/%s%s", name, us_text_has_suffix(name, ".xml") ? "" : ".xml");
    if (!us_file_exists(file.text))
        return false;
    us_str_add(path, file.text);
    return true;
}

us_status mr_map_load(const char *name, const mr_table *table, mr_map **out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    US_AUTOSTR(path);
    size_t length = 0;
    US_TRY(us_map_read_text("microrts", name, &path, &text, &length, err));
    return (text[0] == '<' ? mr_map_read_xml : mr_map_parse)(path.text, text, length, table, out,
                                                             err);
}

void mr_map_free(mr_map *map)
{
    if (!map)
        return;
    us_mem_free(map->wall);
    us_mem_free(map->unit);
    us_mem_free(map);
}

us_hash mr_map_hash(const mr_map *map, const mr_table *table)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)map->width << 32 | (uint32_t)map->height);
    for (int p = 0; p < MR_PLAYERS; p++)
        hash = us_hash_add(hash, (uint32_t)map->resources[p]);
    for (int cell = 0; cell < map->width * map->height; cell++)
        hash = us_hash_add(hash, map->wall[cell]);
    for (int i = 0; i < map->count; i++) {
        const mr_unit *u = &map->unit[i];
        hash = us_hash_add_text(hash, table->type[u->type].name);
        hash = us_hash_add(hash, (uint64_t)(uint32_t)u->id << 32 | (uint16_t)u->player);
        hash = us_hash_add(hash, (uint64_t)(uint32_t)u->resources << 32 | (uint32_t)u->hit_points);
        hash = us_hash_add(hash, (uint64_t)(uint32_t)u->x << 32 | (uint32_t)u->y);
    }
    return hash;
}

/* ---- writing */

static bool same_kind(const mr_unit *a, const mr_unit *b)
{
    return a->type == b->type && a->player == b->player && a->resources == b->resources &&
           a->hit_points == b->hit_points;
}

/* Returns the type's first letter, lower case for player 1, or else the next free symbol. */
static char symbol_of(const mr_unit *unit, const mr_table *table, const kind *known, int count)
{
    char first = table->type[unit->type].name[0];
    bool letter = (first | 32) >= 'a' && (first | 32) <= 'z';
    char want = !letter ? 'A' : (char)(unit->player == 1 ? first | 32 : first & ~32);
    for (char symbol = want;; symbol = symbol == '~' ? '!' : (char)(symbol + 1)) {
        int k = 0;
        while (k < count && known[k].symbol != symbol)
            k++;
        if (k == count && symbol != '.' && symbol != '#')
            return symbol;
    }
}

static void print_kind(const kind *k, const mr_table *table, us_str *out)
{
    const mr_type *type = &table->type[k->unit.type];
    us_str_addf(out, "%c %s ", k->symbol, type->name);
    us_map_print_owner((us_seat)k->unit.player, out);
    if (k->unit.resources)
        us_str_addf(out, " resources %d", (int)k->unit.resources);
    if (k->unit.hit_points != type->hit_points)
        us_str_addf(out, " hit_points %d", (int)k->unit.hit_points);
    us_str_add_char(out, '\n');
}

bool mr_map_print(const mr_map *map, const mr_table *table, us_str *out)
{
    kind known[MR_LEGEND_MAX];
    int count = 0;
    US_AUTOSTR(rows);
    for (int cell = 0; cell < map->width * map->height; cell++) {
        us_str_add_char(&rows, map->wall[cell] ? '#' : '.');
        if ((cell + 1) % map->width == 0)
            us_str_add_char(&rows, '\n');
    }
    for (int i = 0; i < map->count; i++) {
        const mr_unit *u = &map->unit[i];
        int k = 0;
        while (k < count && !same_kind(&known[k].unit, u))
            k++;
        if (k == MR_LEGEND_MAX)
            return false;
        if (k == count) {
            known[count] = (kind){symbol_of(u, table, known, count), *u};
            count++;
        }
        rows.text[u->y * (map->width + 1) + u->x] = known[k].symbol;
    }
    us_str_add(out, "microrts 1\n");
    if (map->note[0])
        us_str_addf(out, "note %s\n", map->note);
    us_str_addf(out, "resources %d %d\nmap\n%slegend\n", (int)map->resources[0],
                (int)map->resources[1], rows.text);
    for (int k = 0; k < count; k++)
        print_kind(&known[k], table, out);
    return true;
}

/* ---- fairness */

/* Returns the cell's image for the other player. */
static int other_side(const mr_map *map, int how, int x, int y)
{
    int right = map->width - 1 - x, down = map->height - 1 - y;
    switch (how) {
    case 0:
        return down * map->width + right;
    case 1:
        return y * map->width + right;
    case 2:
        return down * map->width + x;
    case 3:
        return x * map->width + y;
    default:
        return right * map->width + down;
    }
}

static bool is_same(const mr_map *map, const int *on, int how)
{
    for (int cell = 0; cell < map->width * map->height; cell++)
        if (map->wall[cell] !=
            map->wall[other_side(map, how, cell % map->width, cell / map->width)])
            return false;
    for (int i = 0; i < map->count; i++) {
        mr_unit u = map->unit[i];
        int there = on[other_side(map, how, u.x, u.y)];
        u.player = (int16_t)(u.player < 0 ? u.player : 1 - u.player);
        if (there == 0 || !same_kind(&u, &map->unit[there - 1]))
            return false;
    }
    return true;
}

const char *mr_map_find_symmetry(const mr_map *map)
{
    static const char *const name[] = {"turned", "mirrored", "mirrored", "mirrored", "mirrored"};
    US_AUTOFREE int *on = US_NEW_ARRAY(int, map->width * map->height);
    for (int i = 0; i < map->count; i++)
        on[map->unit[i].y * map->width + map->unit[i].x] = i + 1;
    for (int how = 0; how < US_COUNT(name) && map->resources[0] == map->resources[1]; how++)
        if ((how < 3 || map->width == map->height) && is_same(map, on, how))
            return name[how];
    return NULL;
}
