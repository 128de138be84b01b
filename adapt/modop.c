#include "adapt/modop.h"

#include <stdio.h>
#include <string.h>

#include "retrieve/library.h"
#include "retrieve/provenance.h"

/* ---- the new behavior */

/* Returns whether the child keeps an entry of its parent: not its provenance, nor the pace of a
 * step that begins first now. */
static bool is_kept(const void *context, const us_entry *entry)
{
    const us_modop_def *mending = context;
    us_key_kind kind = us_key_kind_from_text(entry->key);
    const char *begun = us_key_part(entry->key, US_KEY_PACE);
    bool gone =
        mending->repair->modop == US_MODOP_FIRST && begun && us_text_equal(begun, mending->label);
    return (kind == US_KEY_STATE || kind == US_KEY_SEEN) && !gone;
}

/* Texts of an entry that is being made. */
typedef struct texts {
    us_arena *arena;
    const char **text;
    int count;
} texts;

static texts room_for(us_arena *arena, int most)
{
    return (texts){.arena = arena, .text = US_ARENA_ARRAY(arena, const char *, most + 1)};
}

static void add_text(texts *to, const char *text)
{
    to->text[to->count++] = us_arena_strndup(to->arena, text, strlen(text));
}

static void add_hash(texts *to, us_hash hash)
{
    char hex[17];
    us_hash_print(hash, hex);
    add_text(to, hex);
}

static void add_repair_entries(us_builder *builder, const us_descent *descent,
                               const us_ancestry *before, us_arena *arena)
{
    int most = before->repairs + descent->repairs;
    texts parent = room_for(arena, most), modop = room_for(arena, most),
          failure = room_for(arena, most);
    for (int i = 0; i < before->repairs; i++) {
        add_hash(&parent, us_ancestry_parent(before, i));
        add_text(&modop, us_ancestry_modop(before, i));
        add_text(&failure, us_ancestry_failure(before, i));
    }
    add_hash(&parent, descent->parent);
    for (int i = 0; i < descent->repairs; i++) {
        add_text(&modop, descent->modop[i]);
        add_text(&failure, descent->failure[i]);
    }
    us_builder_add_text_entry(builder, US_KEY_PARENT, parent.text, parent.count);
    us_builder_add_text_entry(builder, US_KEY_MODOP, modop.text, modop.count);
    us_builder_add_text_entry(builder, US_KEY_FAILURE, failure.text, failure.count);
}

static void add_game(texts *map, texts *seed, const char *new_map, const char *new_seed)
{
    for (int i = 0; i < map->count; i++)
        if (us_text_equal(map->text[i], new_map) && us_text_equal(seed->text[i], new_seed))
            return;
    add_text(map, new_map);
    add_text(seed, new_seed);
}

static void add_game_entries(us_builder *builder, const us_descent *descent,
                             const us_ancestry *before, us_arena *arena)
{
    texts map = room_for(arena, before->games + descent->repairs),
          seed = room_for(arena, before->games + descent->repairs);
    for (int i = 0; i < before->games; i++)
        add_game(&map, &seed, before->map->text[i], before->seed->text[i]);
    for (int i = 0; i < descent->repairs; i++) {
        char hex[17], number[24];
        if (descent->game[i].map == 0 || !descent->game[i].seeded)
            continue;
        us_hash_print(descent->game[i].map, hex);
        snprintf(number, sizeof number, "%llu", (unsigned long long)descent->game[i].seed);
        add_game(&map, &seed, hex, number);
    }
    if (map.count > 0) {
        us_builder_add_text_entry(builder, US_KEY_MAP, map.text, map.count);
        us_builder_add_text_entry(builder, US_KEY_SEED, seed.text, seed.count);
    }
}

static void add_descent_entries(us_builder *builder, const us_descent *descent)
{
    us_ancestry before = {0};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    if (descent->replaced)
        before = us_ancestry_from_behavior(descent->replaced);
    add_repair_entries(builder, descent, &before, arena);
    add_game_entries(builder, descent, &before, arena);
}

static us_template *make_child(const us_template *patched, const us_modop_def *mending)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOSTR(name);
    us_template_print_new_name(patched, &name);
    us_builder *builder =
        us_builder_new(patched->domain, patched->kind, name.text, patched, &faults);
    us_builder_set_filter(builder, is_kept, mending);
    us_builder_copy_head(builder, patched);
    add_descent_entries(builder, mending->descent);
    us_builder_copy_node(builder, patched, 0);
    us_template *child = us_builder_finish(builder);
    us_assert(faults.count == 0); /* the body was sound under the parent's name */
    return child;
}

us_status us_modop_apply(const us_template *behavior, const us_modop_def *mending,
                         us_template **out, bool *has, us_error *err)
{
    US_AUTOPTR(us_template) patched = NULL;
    US_TRY(us_repair_patch(behavior, mending->repair, mending->label, mending->row, false, &patched,
                           has, err));
    *out = make_child(patched, mending);
    return US_OK;
}
