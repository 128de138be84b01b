#include "tests/unit/imports.h"

#include <string.h>
#include <zlib.h>

#include "base/file.h"

static us_imported start(const char *importer, const us_importer **out)
{
    us_imported imported = {.status = us_importer_get(importer, out, NULL)};
    us_assert(imported.status == US_OK);
    return imported;
}

us_imported us_imported_from(const char *importer, const char *bytes, size_t length, int game)
{
    const us_importer *found = NULL;
    us_imported imported = start(importer, &found);
    us_import_sink sink = us_import_text_init(&imported.trace);
    US_AUTOPTR(us_domain) domain = NULL;
    imported.status = us_importer_load_domain(found, &domain, &imported.err);
    us_assert(imported.status == US_OK);
    imported.status = us_importer_convert_bytes(found, domain, "t", bytes, length, game, &sink,
                                                &imported.report, &imported.err);
    return imported;
}

us_imported us_imported_file(const char *importer, const char *path, int game)
{
    const us_importer *found = NULL;
    us_imported imported = start(importer, &found);
    us_import_sink sink = us_import_text_init(&imported.trace);
    imported.status =
        us_importer_convert_file(found, path, game, &sink, &imported.report, &imported.err);
    return imported;
}

void us_imported_clear(us_imported *imported)
{
    us_import_text_clear(&imported->trace);
}

int64_t us_imported_count(const us_imported *imported, us_import_kind kind, const char *what)
{
    for (int i = 0; i < imported->report.rows[kind]; i++) {
        if (us_text_equal(imported->report.row[kind][i].what, what))
            return imported->report.row[kind][i].count;
    }
    return -1;
}

bool us_sample(const char *name, us_str *path)
{
    us_str_reset(path);
    us_status status = us_data_find_domain_file("skirmish", "../../../shared/data/", path, NULL);
    us_str_add(path, name);
    return status == US_OK && us_file_exists(path->text);
}

/* ---- the unit type table */

static const struct {
    const char *name;
    int cost, hp, min, max, range, make, move, attack, harvest, sight;
    bool can[5];
    const char *produces[4];
} types[] = {
    {"Resource", 1, 1, 1, 1, 1, 10, 10, 10, 10, 0, {true, false, false, false, false}, {NULL}},
    {"Base", 10, 10, 1, 1, 1, 200, 10, 10, 10, 5, {false, true, false, false, false}, {"Worker"}},
    {"Barracks",
     5,
     4,
     1,
     1,
     1,
     100,
     10,
     10,
     10,
     3,
     {false, false, false, false, false},
     {"Light", "Heavy", "Ranged"}},
    {"Worker",
     1,
     1,
     1,
     1,
     1,
     50,
     10,
     5,
     20,
     3,
     {false, false, true, true, true},
     {"Base", "Barracks"}},
    {"Light", 2, 4, 2, 2, 1, 80, 8, 5, 10, 2, {false, false, false, true, true}, {NULL}},
    {"Heavy", 3, 8, 4, 4, 1, 120, 10, 5, 10, 2, {false, false, false, true, true}, {NULL}},
    {"Ranged", 2, 1, 1, 1, 3, 100, 10, 5, 10, 3, {false, false, false, true, true}, {NULL}},
};
static const char *const can[] = {"isResource", "isStockpile", "canHarvest", "canMove",
                                  "canAttack"};

/* json: "name":value, else name="value". */
static void add_numbers(int type, bool json, us_str *out)
{
    const struct {
        const char *name;
        int value;
    } numbers[] = {
        {"cost", types[type].cost},
        {"hp", types[type].hp},
        {"minDamage", types[type].min},
        {"maxDamage", types[type].max},
        {"attackRange", types[type].range},
        {"produceTime", types[type].make},
        {"moveTime", types[type].move},
        {"attackTime", types[type].attack},
        {"harvestTime", types[type].harvest},
        {"returnTime", 10},
        {"harvestAmount", 1},
        {"sightRadius", types[type].sight},
    };
    for (int i = 0; i < US_COUNT(numbers); i++)
        us_str_addf(out, json ? ",'%s':%d" : " %s='%d'", numbers[i].name, numbers[i].value);
    for (int i = 0; i < US_COUNT(can); i++)
        us_str_addf(out, json ? ",'%s':%s" : " %s='%s'", can[i],
                    types[type].can[i] ? "true" : "false");
}

void us_microrts_json(const char *entries, us_str *out)
{
    us_str_add(out, "{'utt':{'moveConflictResolutionStrategy':1,'unitTypes':[");
    for (int i = 0; i < US_COUNT(types); i++) {
        us_str_addf(out, "%s{'ID':%d,'name':'%s'", i > 0 ? "," : "", i, types[i].name);
        add_numbers(i, true, out);
        us_str_add(out, ",'produces':[");
        for (int p = 0; types[i].produces[p]; p++)
            us_str_addf(out, "%s'%s'", p > 0 ? "," : "", types[i].produces[p]);
        us_str_add(out, "],'producedBy':[]}");
    }
    us_str_addf(out, "]},\n'entries':[%s]}", entries);
}

void us_microrts_xml(const char *entries, us_str *out)
{
    us_str_add(out, "<rts.Trace><rts.units.UnitTypeTable moveConflictResolutionStrategy='1'>");
    for (int i = 0; i < US_COUNT(types); i++) {
        us_str_addf(out, "<rts.units.UnitType ID='%d' name='%s'", i, types[i].name);
        add_numbers(i, false, out);
        us_str_add(out, ">");
        for (int p = 0; types[i].produces[p]; p++)
            us_str_addf(out, "<produces type='%s'></produces>", types[i].produces[p]);
        us_str_add(out, "</rts.units.UnitType>");
    }
    us_str_addf(out, "</rts.units.UnitTypeTable>\n<entries>%s</entries></rts.Trace>", entries);
}

/* ---- archives */

static void add_number(us_str *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        us_str_add_char(out, i < 4 ? (char)(value >> 8 * i & 0xff) : 0);
}

/* Deflated, with nothing around it. */
static void deflate_bytes(const us_zipped *file, us_str *out)
{
    z_stream stream = {0};
    us_assert(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    uLong bound = deflateBound(&stream, (uLong)file->length);
    US_AUTOFREE char *packed = us_mem_alloc(bound);
    US_AUTOFREE char *bytes = us_mem_alloc(file->length + 1);
    memcpy(bytes, file->bytes, file->length);
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)file->length;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)bound;
    us_assert(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    us_str_add_bytes(out, packed, stream.total_out);
    deflateEnd(&stream);
}

/* What the local header and the directory's entry share. */
static void add_about(us_str *out, const us_zipped *file, uint32_t packed)
{
    uint32_t sum = (uint32_t)crc32(0, (const Bytef *)file->bytes, (uInt)file->length);
    add_number(out, 20, 2);
    add_number(out, file->flags, 2);
    add_number(out, file->stored ? 0 : 8, 2);
    add_number(out, 0, 4); /* time and date */
    add_number(out, file->checksum ? file->checksum : sum, 4);
    add_number(out, packed, 4);
    add_number(out, file->says ? file->says : (uint32_t)file->length, 4);
    add_number(out, (uint32_t)strlen(file->name), 2);
    add_number(out, 0, 2);
}

void us_zip(const us_zipped *file, int files, us_str *out)
{
    US_AUTOSTR(directory);
    US_AUTOSTR(packed);
    for (int i = 0; i < files; i++) {
        uint32_t place = (uint32_t)out->length;
        us_str_reset(&packed);
        if (file[i].stored)
            us_str_add_bytes(&packed, file[i].bytes, file[i].length);
        else
            deflate_bytes(&file[i], &packed);
        us_str_add_bytes(out, "PK\3\4", 4);
        add_about(out, &file[i], (uint32_t)packed.length);
        us_str_add(out, file[i].name);
        us_str_add_bytes(out, packed.text, packed.length);
        us_str_add_bytes(&directory, "PK\1\2", 4);
        add_number(&directory, 20, 2);
        add_about(&directory, &file[i], (uint32_t)packed.length);
        add_number(&directory, 0, 2 + 2 + 2 + 4); /* comment, disk, attributes */
        add_number(&directory, place, 4);
        us_str_add(&directory, file[i].name);
    }
    uint32_t place = (uint32_t)out->length;
    us_str_add_bytes(out, directory.text, directory.length);
    us_str_add_bytes(out, "PK\5\6", 4);
    add_number(out, 0, 4);
    add_number(out, (uint32_t)files, 2);
    add_number(out, (uint32_t)files, 2);
    add_number(out, (uint32_t)directory.length, 4);
    add_number(out, place, 4);
    add_number(out, 0, 2);
}
