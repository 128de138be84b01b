#include "game/microrts/table.h"

#include <string.h>

#include "base/file.h"
#include "base/json.h"

/* A number of a type, with its names in the game and in our rules file. */
static const struct number {
    const char *theirs, *ours;
    size_t offset;
    int32_t absent; /* default in our file */
} numbers[] = {
#define NUMBER(theirs, member, absent)                     \
    {                                                      \
        theirs, #member, offsetof(mr_type, member), absent \
    }
    NUMBER("cost", cost, 1),
    NUMBER("hp", hit_points, 1),
    NUMBER("minDamage", min_damage, 1),
    NUMBER("maxDamage", max_damage, 1),
    NUMBER("attackRange", range, 1),
    NUMBER("sightRadius", sight, 0),
    NUMBER("produceTime", produce_time, 10),
    NUMBER("moveTime", move_time, 10),
    NUMBER("attackTime", attack_time, 10),
    NUMBER("harvestTime", harvest_time, 10),
    NUMBER("returnTime", return_time, 10),
    NUMBER("harvestAmount", harvest_amount, 1),
#undef NUMBER
};

static const struct flag {
    const char *theirs, *ours;
    size_t offset;
} flags[] = {
#define FLAG(theirs, member)                       \
    {                                              \
        theirs, #member, offsetof(mr_type, member) \
    }
    FLAG("isResource", resource), FLAG("isStockpile", stockpile), FLAG("canHarvest", can_harvest),
    FLAG("canMove", can_move),    FLAG("canAttack", can_attack),
#undef FLAG
};

enum {
    NUMBERS = US_COUNT(numbers),
    FLAGS = US_COUNT(flags),
    NUMBER_MAX = 1000000,
    RULES_FILE_MAX = 1 << 20,
    KEYS = NUMBERS + FLAGS + 5,
};

/* The differences between the two formats. */
typedef struct reader {
    bool theirs;
    const char *conflicts, *types, *produces, *produced_by;
    const char *key[KEYS]; /* keys of a type; ends in NULL */
    mr_table *table;
    us_error *err;
} reader;

static reader reader_of(bool theirs, mr_table *table, us_error *err)
{
    reader r = {.theirs = theirs,
                .conflicts = theirs ? "moveConflictResolutionStrategy" : "conflicts",
                .types = theirs ? "unitTypes" : "types",
                .produces = "produces",
                .produced_by = theirs ? "producedBy" : NULL,
                .table = table,
                .err = err};
    int n = 0;
    for (int i = 0; i < NUMBERS; i++)
        r.key[n++] = theirs ? numbers[i].theirs : numbers[i].ours;
    for (int i = 0; i < FLAGS; i++)
        r.key[n++] = theirs ? flags[i].theirs : flags[i].ours;
    r.key[n++] = "name";
    r.key[n++] = r.produces;
    if (theirs) {
        r.key[n++] = r.produced_by;
        r.key[n++] = "ID";
    }
    return r;
}

static int32_t *number_of(mr_type *type, int i)
{
    return (int32_t *)(void *)((char *)type + numbers[i].offset);
}

static int32_t number_in(const mr_type *type, int i)
{
    return *(const int32_t *)(const void *)((const char *)type + numbers[i].offset);
}

static bool flag_in(const mr_type *type, int i)
{
    return *(const bool *)((const char *)type + flags[i].offset);
}

static us_status read_name(const reader *r, const us_json_node *node, mr_type *type)
{
    const char *name = NULL;
    const us_json_node *at = NULL;
    US_TRY(us_json_require(node, "name", US_JSON_STRING, &at, r->err));
    name = us_json_string(at);
    for (const char *c = name; *c; c++)
        if ((*c < 'a' || *c > 'z') && (*c < 'A' || *c > 'Z') && (*c < '0' || *c > '9') && *c != '_')
            return us_json_fail(at, r->err, "expected a name of letters, digits and _");
    if (!name[0] || strlen(name) >= MR_NAME_SIZE)
        return us_json_fail(at, r->err, "found a name of %d letters, expected 1 to %d",
                            (int)strlen(name), MR_NAME_SIZE - 1);
    if (mr_table_find_type(r->table, name, strlen(name)) >= 0)
        return us_json_fail(at, r->err, "found %s a second time, expected it once", name);
    memcpy(type->name, name, strlen(name) + 1);
    return US_OK;
}

static us_status read_type(const reader *r, const us_json_node *node)
{
    mr_table *table = r->table;
    mr_type type = {.name = ""};
    if (us_json_type(node) != US_JSON_OBJECT)
        return us_json_reject(node, r->err, "a type, an object");
    US_TRY(us_json_check_keys(node, r->key, r->err));
    US_TRY(read_name(r, node, &type));
    for (int i = 0; i < NUMBERS; i++) {
        int64_t value = numbers[i].absent;
        const char *key = r->theirs ? numbers[i].theirs : numbers[i].ours;
        if (r->theirs)
            US_TRY(us_json_require_int(node, key, 0, NUMBER_MAX, &value, r->err));
        else
            US_TRY(us_json_get_int(node, key, 0, NUMBER_MAX, &value, r->err));
        *number_of(&type, i) = (int32_t)value;
    }
    for (int i = 0; i < FLAGS; i++) {
        const us_json_node *flag = NULL;
        const char *key = r->theirs ? flags[i].theirs : flags[i].ours;
        if (r->theirs)
            US_TRY(us_json_require(node, key, US_JSON_BOOL, &flag, r->err));
        US_TRY(us_json_get_bool(node, key, (bool *)((char *)&type + flags[i].offset), r->err));
    }
    if (r->theirs) {
        const us_json_node *at = us_json_find(node, "ID");
        int64_t id = 0;
        US_TRY(us_json_require_int(node, "ID", 0, NUMBER_MAX, &id, r->err));
        if (id != table->count)
            return us_json_fail(at, r->err,
                                "found ID %lld, expected %d: types are numbered in order",
                                (long long)id, table->count);
    }
    table->type[table->count++] = type;
    return US_OK;
}

/* Reads an array of type names. */
static us_status read_names(const reader *r, const us_json_node *node, const char *key, bool needed,
                            uint32_t *out)
{
    const us_json_node *list = NULL;
    if (needed)
        US_TRY(us_json_require(node, key, US_JSON_ARRAY, &list, r->err));
    else
        US_TRY(us_json_get(node, key, US_JSON_ARRAY, &list, r->err));
    for (const us_json_node *n = list ? us_json_first(list) : NULL; n; n = us_json_next(n)) {
        if (us_json_type(n) != US_JSON_STRING)
            return us_json_reject(n, r->err, "a type's name");
        const char *name = us_json_string(n);
        int type = mr_table_find_type(r->table, name, strlen(name));
        if (type < 0)
            return us_json_fail(n, r->err, "found \"%.63s\", expected a type of the table", name);
        *out |= (uint32_t)1 << type;
    }
    return US_OK;
}

static us_status read_products(const reader *r, const us_json_node *node, int type)
{
    mr_type *t = &r->table->type[type];
    US_TRY(read_names(r, node, r->produces, r->theirs, &t->produces));
    if (r->produced_by)
        return read_names(r, node, r->produced_by, true, &t->produced_by);
    for (int k = 0; k < r->table->count; k++)
        if (t->produces >> k & 1)
            r->table->type[k].produced_by |= (uint32_t)1 << type;
    return US_OK;
}

static us_status read_root(const reader *r, const us_json_node *root)
{
    static const char *const theirs[] = {"moveConflictResolutionStrategy", "unitTypes", NULL};
    static const char *const ours[] = {"rules", "about", "unit_table", "conflicts", "types", NULL};
    const us_json_node *types = NULL;
    const char *rules = "microrts";
    int64_t conflicts = 0, version = 0;
    if (us_json_type(root) != US_JSON_OBJECT)
        return us_json_reject(root, r->err, "a unit type table, an object");
    US_TRY(us_json_check_keys(root, r->theirs ? theirs : ours, r->err));
    if (!r->theirs) {
        US_TRY(us_json_require_string(root, "rules", &rules, r->err));
        US_TRY(us_json_require_int(root, "unit_table", 1, 99, &version, r->err));
    }
    if (!us_text_equal(rules, "microrts"))
        return us_json_fail(us_json_find(root, "rules"), r->err, "expected \"microrts\"");
    US_TRY(us_json_require_int(root, r->conflicts, 1, 3, &conflicts, r->err));
    r->table->conflicts = (int32_t)conflicts;
    US_TRY(us_json_require(root, r->types, US_JSON_ARRAY, &types, r->err));
    if (us_json_size(types) < 1 || us_json_size(types) > MR_TYPES_MAX)
        return us_json_fail(types, r->err, "found %d types, expected 1 to %d", us_json_size(types),
                            MR_TYPES_MAX);
    for (const us_json_node *n = us_json_first(types); n; n = us_json_next(n))
        US_TRY(read_type(r, n));
    int type = 0;
    for (const us_json_node *n = us_json_first(types); n; n = us_json_next(n))
        US_TRY(read_products(r, n, type++));
    return US_OK;
}

static us_status read_document(bool theirs, const us_json *doc, mr_table *out, us_error *err)
{
    mr_table table = {0};
    reader r = reader_of(theirs, &table, err);
    US_TRY(read_root(&r, us_json_root(doc)));
    *out = table;
    return US_OK;
}

us_status mr_table_read(const char *file, int line, const char *text, size_t length, mr_table *out,
                        us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    us_error told = {0};
    us_status status = us_json_parse(file, text, length, &doc, &told);
    if (status == US_OK)
        status = read_document(true, doc, out, &told);
    if (status != US_OK && err) {
        told.line += told.line > 0 ? line - 1 : 0;
        *err = told;
    }
    return status;
}

us_status mr_table_parse(const char *file, const char *text, size_t length, mr_table *out,
                         us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    US_TRY(us_json_parse(file, text, length, &doc, err));
    return read_document(false, doc, out, err);
}

us_status mr_table_load(mr_table *out, us_error *err)
{
    US_AUTOSTR(path);
    US_AUTOFREE char *text = NULL;
    size_t length = 0;
    US_TRY(us_data_find_domain_file("microrts", "rules.json", &path, err));
    US_TRY(us_file_read(path.text, RULES_FILE_MAX, &text, &length, err));
    return mr_table_parse(path.text, text, length, out, err);
}

int mr_table_find_type(const mr_table *table, const char *name, size_t length)
{
    for (int t = 0; t < table->count; t++)
        if (strlen(table->type[t].name) == length && memcmp(table->type[t].name, name, length) == 0)
            return t;
    return -1;
}

/* ---- comparing */

static us_status differ(us_error *err, const char *type, const char *what, int found, int expected)
{
    return us_error_set(err, US_MISMATCH, NULL, 0, 0, "%s%s%s is %d, expected %d", type,
                        type[0] ? ": " : "", what, found, expected);
}

static us_status compare_products(const mr_table *table, const mr_type *type, const char *what,
                                  uint32_t found, uint32_t expected, us_error *err)
{
    for (int t = 0; t < table->count; t++)
        if ((found ^ expected) >> t & 1)
            return us_error_set(err, US_MISMATCH, NULL, 0, 0, "%s: %s %s %s", type->name,
                                found >> t & 1 ? "found" : "expected", what, table->type[t].name);
    return US_OK;
}

us_status mr_table_compare(const mr_table *found, const mr_table *expected, us_error *err)
{
    if (found->conflicts != expected->conflicts)
        return differ(err, "", "conflict policy", found->conflicts, expected->conflicts);
    if (found->count != expected->count)
        return differ(err, "", "number of types", found->count, expected->count);
    for (int t = 0; t < found->count; t++)
        if (!us_text_equal(found->type[t].name, expected->type[t].name))
            return us_error_set(err, US_MISMATCH, NULL, 0, 0, "type %d is %s, expected %s", t,
                                found->type[t].name, expected->type[t].name);
    for (int t = 0; t < found->count; t++) {
        const mr_type *a = &found->type[t], *b = &expected->type[t];
        for (int i = 0; i < NUMBERS; i++)
            if (number_in(a, i) != number_in(b, i))
                return differ(err, a->name, numbers[i].ours, number_in(a, i), number_in(b, i));
        for (int i = 0; i < FLAGS; i++)
            if (flag_in(a, i) != flag_in(b, i))
                return differ(err, a->name, flags[i].ours, flag_in(a, i), flag_in(b, i));
        US_TRY(compare_products(found, a, "produces", a->produces, b->produces, err));
        US_TRY(compare_products(found, a, "produced by", a->produced_by, b->produced_by, err));
    }
    return US_OK;
}

us_status mr_table_check_native(const mr_table *table, us_error *err)
{
    if (table->conflicts != MR_CANCEL_BOTH)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "conflict policy %d: the native rules play policy %d only",
                            (int)table->conflicts, MR_CANCEL_BOTH);
    for (int t = 0; t < table->count; t++)
        if (table->type[t].min_damage != table->type[t].max_damage)
            return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                                "%s: damage from %d to %d: the native rules play without chance",
                                table->type[t].name, (int)table->type[t].min_damage,
                                (int)table->type[t].max_damage);
    return US_OK;
}

us_hash mr_table_hash(const mr_table *table)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)table->conflicts);
    for (int t = 0; t < table->count; t++) {
        const mr_type *type = &table->type[t];
        hash = us_hash_add_text(hash, type->name);
        for (int i = 0; i < NUMBERS; i++)
            hash = us_hash_add(hash, (uint64_t)(uint32_t)number_in(type, i));
        for (int i = 0; i < FLAGS; i++)
            hash = us_hash_add(hash, flag_in(type, i));
        hash = us_hash_add(hash, (uint64_t)type->produces << 32 | type->produced_by);
    }
    return hash;
}
