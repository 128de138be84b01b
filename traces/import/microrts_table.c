/* The fields of a microRTS trace, and its unit type table, which must equal the domain's. */
#include <string.h>

#include "traces/import/microrts.h"

#define DOMAIN "microrts"

us_status us_microrts_fail(const us_microrts_trace *m, us_microrts_place place, us_status status,
                           const char *format, ...)
{
    int line = (int)(place >> 32), column = (int)(place & UINT32_MAX);
    if (m->json)
        us_text_place(m->json, (size_t)place, &line, &column);
    va_list args;
    va_start(args, format);
    us_error_vset(m->import->err, status, m->import->file, line, column, format, args);
    va_end(args);
    return status;
}

/* ---- fields */

void us_microrts_fields_add(us_microrts_fields *fields, const char *name, size_t name_length,
                            const char *text, size_t length)
{
    if (fields->count < US_MICRORTS_FIELDS)
        fields->field[fields->count++] = (us_microrts_field){name, text, name_length, length};
}

const us_microrts_field *us_microrts_fields_find(const us_microrts_fields *fields, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < fields->count; i++) {
        const us_microrts_field *field = &fields->field[i];
        if (field->name_length == length && memcmp(field->name, name, length) == 0)
            return field;
    }
    return NULL;
}

us_status us_microrts_read_int(const us_microrts_trace *m, const us_microrts_fields *fields,
                               const char *name, int64_t low, int64_t high, int64_t *out)
{
    char text[24];
    const us_microrts_field *field = us_microrts_fields_find(fields, name);
    if (field && field->length < sizeof(text)) {
        memcpy(text, field->text, field->length);
        text[field->length] = '\0';
        if (us_text_to_int(text, low, high, out))
            return US_OK;
    }
    return us_microrts_fail(m, fields->place, US_BAD_INPUT,
                            "expected \"%s\", a whole number from %lld to %lld", name,
                            (long long)low, (long long)high);
}

/* Finds a type of the domain that can occur in a state. */
static us_status find_type(const us_microrts_trace *m, const char *text, size_t length,
                           us_microrts_place place, us_type *out)
{
    char name[64];
    size_t size = length < sizeof(name) ? length : sizeof(name) - 1;
    memcpy(name, text, size);
    name[size] = '\0';
    const us_domain *domain = m->import->domain;
    us_type type = us_domain_find_type(domain, name);
    if (type == US_NO_TYPE || domain->type[type].abstract || size < length) {
        return us_microrts_fail(m, place, US_MISMATCH,
                                "\"%s\" is no unit type of the domain \"" DOMAIN "\"", name);
    }
    *out = type;
    return US_OK;
}

us_status us_microrts_read_type(const us_microrts_trace *m, const us_microrts_fields *fields,
                                const char *name, us_type *out)
{
    const us_microrts_field *field = us_microrts_fields_find(fields, name);
    if (!field)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT, "expected \"%s\", a unit type",
                                name);
    return find_type(m, field->text, field->length, fields->place, out);
}

/* ---- the table */

us_status us_microrts_begin_table(us_microrts_trace *m, const us_microrts_fields *fields)
{
    int64_t policy = 0;
    US_TRY(
        us_microrts_read_int(m, fields, "moveConflictResolutionStrategy", 0, INT32_MAX, &policy));
    m->rules = us_hash_add(US_HASH_START, (uint64_t)policy);
    return US_OK;
}

us_status us_microrts_add_type(us_microrts_trace *m, const us_microrts_fields *fields)
{
    static const char *const can[] = {"isResource", "isStockpile", "canHarvest", "canMove",
                                      "canAttack"};
    static const char *const rest[] = {"minDamage",   "maxDamage",    "attackRange", "produceTime",
                                       "moveTime",    "attackTime",   "harvestTime", "returnTime",
                                       "sightRadius", "harvestAmount"};
    us_type index = 0;
    US_TRY(us_microrts_read_type(m, fields, "name", &index));
    if (m->table_ended || m->type[index].seen)
        return us_microrts_fail(m, fields->place, US_BAD_INPUT,
                                "expected each unit type once, in the one table");
    us_microrts_type type = {.seen = true, .place = fields->place};
    US_TRY(us_microrts_read_int(m, fields, "cost", 0, INT32_MAX, &type.cost));
    US_TRY(us_microrts_read_int(m, fields, "hp", 0, INT32_MAX, &type.hit_points));
    type.hash = us_hash_add(us_hash_add_text(US_HASH_START, m->import->domain->type[index].name),
                            (uint64_t)type.cost ^ (uint64_t)type.hit_points << 32);
    for (int i = 0; i < US_COUNT(can); i++) {
        const us_microrts_field *field = us_microrts_fields_find(fields, can[i]);
        type.can[i] = field && field->length == 4 && memcmp(field->text, "true", 4) == 0;
        type.hash = us_hash_add(type.hash, type.can[i]);
    }
    for (int i = 0; i < US_COUNT(rest); i++) {
        int64_t value = 0;
        US_TRY(us_microrts_read_int(m, fields, rest[i], 0, INT32_MAX, &value));
        if (us_text_equal(rest[i], "produceTime"))
            type.make_time = value;
        if (us_text_equal(rest[i], "moveTime"))
            type.move_time = value;
        type.hash = us_hash_add(type.hash, (uint64_t)value);
    }
    m->type[index] = type;
    m->last_type = index;
    return US_OK;
}

us_status us_microrts_add_product(us_microrts_trace *m, const char *name, size_t length,
                                  us_microrts_place place)
{
    us_type product = 0;
    US_TRY(find_type(m, name, length, place, &product));
    m->type[m->last_type].produces |= (uint64_t)1 << product;
    return US_OK;
}

static us_status differ(const us_microrts_trace *m, us_type type, const char *what, int64_t said,
                        int64_t ours)
{
    return us_microrts_fail(m, m->type[type].place, US_MISMATCH,
                            "not the unit type table of the domain \"" DOMAIN
                            "\": %s of \"%s\" is %lld, there it is %lld",
                            what, m->import->domain->type[type].name, (long long)said,
                            (long long)ours);
}

static us_status check_type(const us_microrts_trace *m, us_type index)
{
    const us_domain *domain = m->import->domain;
    const us_microrts_type *type = &m->type[index];
    const us_type_def *def = &domain->type[index];
    bool resource = def->kind == US_KIND_RESOURCE;
    const bool can[] = {resource, def->stores,
                        us_type_can_do(domain, index, m->action_of[US_MICRORTS_TO_HARVEST]),
                        us_type_can_do(domain, index, m->action_of[US_MICRORTS_TO_MOVE]),
                        us_type_can_do(domain, index, m->action_of[US_MICRORTS_TO_ATTACK])};
    static const char *const names[] = {"isResource", "isStockpile", "canHarvest", "canMove",
                                        "canAttack"};
    if (!resource && type->cost != def->cost[0]) /* a resource is never made */
        return differ(m, index, "cost", type->cost, def->cost[0]);
    if (type->hit_points != def->attribute[0])
        return differ(m, index, "hp", type->hit_points, def->attribute[0]);
    for (int i = 0; i < US_COUNT(can); i++) {
        if (type->can[i] != can[i])
            return differ(m, index, names[i], type->can[i], can[i]);
    }
    for (us_type product = 0; product < domain->type_count; product++) {
        bool makes = type->produces >> product & 1;
        if (!domain->type[product].abstract &&
            makes !=
                (us_type_can_make(domain, index, m->action_of[US_MICRORTS_TO_BUILD], product) ||
                 us_type_can_make(domain, index, m->action_of[US_MICRORTS_TO_TRAIN], product)))
            return us_microrts_fail(
                m, type->place, US_MISMATCH,
                "not the unit type table of the domain \"" DOMAIN "\": \"%s\" %s \"%s\"", def->name,
                makes ? "produces" : "does not produce", domain->type[product].name);
    }
    return US_OK;
}

us_status us_microrts_end_table(us_microrts_trace *m, us_microrts_place place)
{
    const us_domain *domain = m->import->domain;
    if (m->table_ended)
        return us_microrts_fail(m, place, US_BAD_INPUT, "expected one unit type table");
    for (us_type type = 0; type < domain->type_count; type++) {
        if (domain->type[type].abstract)
            continue;
        if (!m->type[type].seen)
            return us_microrts_fail(m, place, US_MISMATCH,
                                    "expected the unit type \"%s\" of the domain \"" DOMAIN
                                    "\" in the table",
                                    domain->type[type].name);
        US_TRY(check_type(m, type));
        m->rules = us_hash_add(us_hash_add(m->rules, m->type[type].hash), m->type[type].produces);
    }
    m->table_ended = true;
    return US_OK;
}
