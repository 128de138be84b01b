#include "retrieve/library_list.h"

#include "retrieve/provenance.h"

typedef struct origins {
    us_str *out;
    int count;
} origins;

static void note_origin(void *context, const us_library_origin *row)
{
    origins *o = context;
    if (o->count++ == 0)
        us_provenance_print(&row->about, o->out);
}

static void note_row(void *context, const us_library_behavior *row)
{
    us_library_list *list = context;
    list->row = us_array_grow(list->row, list->count, &list->capacity, sizeof *list->row);
    us_library_behavior *copy = &list->row[list->count++];
    *copy = *row;
    copy->name = us_arena_strdup(list->arena, row->name);
    copy->goal_type = us_arena_strdup(list->arena, row->goal_type);
    copy->goal_text = us_arena_strdup(list->arena, row->goal_text);
    copy->classes = us_arena_strdup(list->arena, row->classes);
}

static us_status read_list(us_library *library, us_library_list *out, us_error *err)
{
    US_TRY(us_library_visit_behaviors(library, note_row, out, err));
    out->origin = US_NEW_ARRAY(const char *, out->count + 1);
    out->counts = US_NEW_ARRAY(us_library_counts, out->count + 1);
    for (int i = 0; i < out->count; i++) {
        US_AUTOSTR(text);
        origins o = {.out = &text};
        US_TRY(us_library_count(library, out->row[i].id, &out->counts[i], err));
        US_TRY(us_library_visit_origins(library, out->row[i].id, note_origin, &o, err));
        if (o.count > 1)
            us_str_addf(&text, ", and %d more", o.count - 1);
        out->origin[i] = us_arena_strdup(out->arena, text.text);
    }
    return US_OK;
}

us_status us_library_list_read(us_library *library, us_library_list *out, us_error *err)
{
    US_TRY(us_library_begin_read(library, err));
    out->arena = us_arena_new();
    return us_library_end_read(library, read_list(library, out, err), err);
}

void us_library_list_clear(us_library_list *list)
{
    us_arena_free(list->arena);
    us_mem_free(list->row);
    us_mem_free(list->origin);
    us_mem_free(list->counts);
    *list = (us_library_list){0};
}

void us_library_list_write(const us_library_list *list, int i, us_json_writer *writer)
{
    const us_library_behavior *row = &list->row[i];
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "name", row->name);
    us_json_write_key_string(writer, "kind", us_template_kind_name(row->kind));
    us_json_write_key_hash(writer, "hash", row->hash);
    us_json_write_key_string(writer, "goal", row->goal_text);
    us_json_write_key_int(writer, "cases", list->counts[i].cases);
    us_json_write_key_int(writer, "tries", row->tries);
    us_json_write_key_int(writer, "successes", row->successes);
    us_json_write_key_int(writer, "origins", list->counts[i].origins);
    us_json_write_key_string(writer, "origin", list->origin[i]);
    us_json_write_key_string(writer, "classes", row->classes);
    us_json_write_close(writer, '}');
}
