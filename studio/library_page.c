#include "studio/library_page.h"

#include <string.h>

#include "adapt/story.h"
#include "behavior/keys.h"
#include "game/game.h"
#include "retrieve/library_diff.h"
#include "retrieve/library_list.h"
#include "retrieve/provenance.h"
#include "traces/reader.h"

enum { FILES_MAX = 3 }; /* of a game that led to a repair */

/* ---- recordings: all recorded games in the folders, to be matched with the provenance in
 * libraries */

typedef struct recording {
    char *path, *file; /* file: the page's name */
    us_hash map;       /* of the map's content */
    uint64_t seed;
    us_hash hash; /* of the file's bytes; 0: not computed yet */
    bool library; /* a library plays in it */
} recording;

enum { RECORDINGS_MAX = 5000 }; /* the search ends there */

/* In the order of us_folders_walk. */
typedef US_LIST(recording) recordings;

static bool has_library(const us_trace_header *header)
{
    for (int seat = 0; seat < header->seats; seat++)
        if (us_text_has_prefix(header->seat[seat].player, "library:"))
            return true;
    return false;
}

/* Reads the first line of a trace. */
static bool add_recording(void *context, const char *path, const char *file)
{
    recordings *found = context;
    char head[64];
    US_AUTOPTR(us_trace) trace = NULL;
    size_t length = us_file_read_head(path, head, sizeof(head) - 1);
    head[length] = '\0';
    if (!us_text_has_prefix(head, US_TRACE_FIRST) || us_trace_open(path, &trace, NULL) != US_OK)
        return true;
    const us_trace_header *header = us_trace_get_header(trace);
    US_LIST_PUT(*found, ((recording){.path = us_mem_strdup(path),
                                     .file = us_mem_strdup(file),
                                     .map = header->map_hash,
                                     .seed = header->seed,
                                     .library = has_library(header)}));
    return found->count < RECORDINGS_MAX;
}

static void clear_recordings(recordings *of)
{
    for (int i = 0; i < of->count; i++) {
        us_mem_free(of->item[i].path);
        us_mem_free(of->item[i].file);
    }
    us_mem_free(of->item);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the recording with that file name and that hash of its bytes, or NULL. */
static const recording *find_demo(recordings *of, const char *name, us_hash hash)
{
    for (int i = 0; i < of->count; i++) {
        recording *row = &of->item[i];
        if (!us_text_equal(last_part(row->path), last_part(name)))
            continue;
        if (row->hash == 0 && us_file_hash(row->path, &row->hash, NULL) != US_OK)
            continue;
        if (row->hash == hash)
            return row;
    }
    return NULL;
}

/* Writes an array of at most `most` files: games with that map and seed in which a library plays.
 */
static void write_recordings(const recordings *of, us_hash map, uint64_t seed, int most,
                             us_json_writer *writer)
{
    us_json_write_open(writer, '[');
    for (int i = 0; i < of->count && most > 0; i++) {
        const recording *row = &of->item[i];
        if (!row->library || row->map != map || row->seed != seed)
            continue;
        us_json_write_string(writer, row->file);
        most--;
    }
    us_json_write_close(writer, ']');
}

/* ---- opening */

typedef struct case_base {
    const us_folders *folders;
    us_domain *domain;
    us_library *library[2];
    int libraries;
    recordings recordings;
    us_patterns patterns;
    us_json_writer *ok;
} case_base;

static us_status open_domain(case_base *s, const char *path, us_error *err)
{
    US_AUTOSTR(name);
    US_TRY(us_library_read_domain(path, &name, err));
    return us_domain_load_shipped(name.text, &s->domain, err);
}

/* Opens and holds the libraries. */
static us_status open_case_base(case_base *s, const char *const *path, int count, us_error *err)
{
    US_TRY(open_domain(s, path[0], err));
    for (int i = 0; i < count; i++) {
        US_AUTOPTR(us_library) library = NULL;
        US_TRY(us_library_open(path[i], US_LIBRARY_READ, s->domain, &library, err));
        US_TRY(us_library_begin_read(library, err));
        s->library[s->libraries++] = US_STEAL(library);
    }
    return US_OK;
}

/* Reads recordings and patterns. Without patterns the reasons lack their descriptions. */
static void find_more(case_base *s)
{
    us_folders_walk(s->folders, add_recording, &s->recordings);
    if (us_patterns_load(s->domain, NULL, &s->patterns, NULL) != US_OK)
        s->patterns = (us_patterns){0};
}

static us_status end_reading(case_base *s, us_status status, us_error *err)
{
    for (int i = s->libraries - 1; i >= 0; i--)
        status = us_library_end_read(s->library[i], status, err);
    return status;
}

static void clear_case_base(case_base *s)
{
    while (s->libraries > 0)
        us_library_close(s->library[--s->libraries]);
    us_domain_free(s->domain);
    clear_recordings(&s->recordings);
    us_patterns_clear(&s->patterns);
}

/* ---- origins */

/* Writes the pattern, its description, the failure ("worker-idle: 8 times in 2 of 2 games") and the
 * repair. */
static void write_reason(const case_base *s, const char *failure, const char *modop)
{
    char name[US_NAME_MAX + 1] = "";
    size_t length = strcspn(failure, ":");
    if (length < sizeof(name))
        memcpy(name, failure, length);
    us_failure_pattern *pattern = us_patterns_find(&s->patterns, name);
    us_json_write_open(s->ok, '{');
    us_json_write_key_string(s->ok, "pattern", name);
    us_json_write_key_string(s->ok, "about", pattern ? pattern->about : "");
    us_json_write_key_string(s->ok, "failure", failure);
    us_json_write_key_string(s->ok, "modop", modop);
    us_json_write_close(s->ok, '}');
}

static void write_games(const case_base *s, const us_ancestry *from)
{
    int more = from->games - US_LIBRARY_PAGE_GAMES_MAX;
    us_json_write_key_open(s->ok, "games", '[');
    for (int i = 0; i < from->games && i < US_LIBRARY_PAGE_GAMES_MAX; i++) {
        us_hash map;
        uint64_t seed;
        us_json_write_open(s->ok, '{');
        us_json_write_key_string(s->ok, "map", from->map->text[i]);
        us_json_write_key_string(s->ok, "seed", from->seed->text[i]);
        us_json_write_key(s->ok, "files");
        if (us_hash_parse(from->map->text[i], &map) && us_text_to_u64(from->seed->text[i], &seed)) {
            write_recordings(&s->recordings, map, seed, FILES_MAX, s->ok);
        } else {
            us_json_write_open(s->ok, '[');
            us_json_write_close(s->ok, ']');
        }
        us_json_write_close(s->ok, '}');
    }
    us_json_write_close(s->ok, ']');
    if (more > 0)
        us_json_write_key_int(s->ok, "more_games", more);
}

static void write_demo(case_base *s, const us_case *about)
{
    const us_entry *demo = us_case_find_entry(about, US_KEY_DEMO);
    us_hash hash;
    if (!demo || demo->texts == 0)
        return;
    us_json_write_key_string(s->ok, "demo", demo->text[0]);
    if (demo->texts < 2 || !us_hash_parse(demo->text[1], &hash))
        return;
    const recording *found = find_demo(&s->recordings, demo->text[0], hash);
    us_json_write_key_string(s->ok, "file", found ? found->file : NULL);
}

typedef struct origins {
    case_base *case_base;
    int count;
} origins;

static void write_origin(void *context, const us_library_origin *row)
{
    origins *o = context;
    case_base *s = o->case_base;
    const us_case *about = &row->about;
    us_ancestry from = us_ancestry_from_case(about);
    if (o->count++ >= US_LIBRARY_PAGE_CASES_MAX)
        return;
    US_AUTOSTR(text);
    us_provenance_print(about, &text);
    us_json_write_open(s->ok, '{');
    us_json_write_key_string(s->ok, "text", text.text);
    us_json_write_key_int(s->ok, "case", row->case_id);
    us_json_write_key_int(s->ok, "cycle", about->cycle);
    us_json_write_key_string(s->ok, "map", about->map);
    write_demo(s, about);
    if (from.adapted)
        write_games(s, &from);
    us_json_write_close(s->ok, '}');
}

static us_status write_origins(case_base *s, us_library *library, int64_t id, us_error *err)
{
    origins o = {.case_base = s};
    us_json_write_key_open(s->ok, "origin_list", '[');
    us_status status = us_library_visit_origins(library, id, write_origin, &o, err);
    us_json_write_close(s->ok, ']');
    us_json_write_key_int(s->ok, "all_origins", o.count);
    return status;
}

/* ---- stories */

/* Writes the parts of the stories, in their order; beyond the limit their number. */
static us_status write_stories(case_base *s, us_error *err)
{
    static const char *const kinds[] = {
        [US_TOLD_TITLE] = "title", [US_TOLD_NOTE] = "note", [US_TOLD_HEADING] = "heading",
        [US_TOLD_ENTRY] = "entry", [US_TOLD_LINE] = "line", [US_TOLD_DIFF] = "diff"};
    US_AUTO(us_stories_clear) us_stories stories = {0};
    US_AUTO(us_telling_clear) us_telling telling = {0};
    US_TRY(us_stories_read(s->library[0], &stories, err));
    us_stories_tell(stories.item, stories.count, true, &telling);
    us_json_write_key_int(s->ok, "all_told", telling.count);
    us_json_write_key_open(s->ok, "told", '[');
    for (int i = 0; i < telling.count && i < US_LIBRARY_PAGE_TOLD_MAX; i++) {
        us_json_write_open(s->ok, '{');
        us_json_write_key_string(s->ok, "kind", kinds[telling.item[i].kind]);
        us_json_write_key_bool(s->ok, "rest", telling.item[i].rest);
        us_json_write_key_string(s->ok, "text", telling.item[i].text);
        us_json_write_close(s->ok, '}');
    }
    us_json_write_close(s->ok, ']');
    return US_OK;
}

us_status us_library_page_write_stories(const char *path, us_json_writer *ok, us_error *err)
{
    US_AUTO(clear_case_base) case_base s = {.ok = ok};
    us_status status = open_case_base(&s, &path, 1, err);
    if (status == US_OK)
        status = write_stories(&s, err);
    return end_reading(&s, status, err);
}

/* ---- a list */

static us_status list(case_base *s, us_error *err)
{
    US_AUTO(us_library_list_clear) us_library_list rows = {0};
    us_status status = us_library_list_read(s->library[0], &rows, err);
    us_json_write_key_string(s->ok, "domain", s->domain->name);
    us_json_write_key_open(s->ok, "behaviors", '[');
    for (int i = 0; i < rows.count && status == US_OK; i++)
        us_library_list_write(&rows, i, s->ok);
    us_json_write_close(s->ok, ']');
    return status;
}

us_status us_library_page_write_list(const char *path, us_json_writer *ok, us_error *err)
{
    US_AUTO(clear_case_base) case_base s = {.ok = ok};
    us_status status = open_case_base(&s, &path, 1, err);
    if (status == US_OK)
        status = list(&s, err);
    return end_reading(&s, status, err);
}

/* ---- a behavior */

typedef struct search {
    us_hash hash;
    us_library_behavior found; /* id 0: not found; texts are not valid */
} search;

static void find_row(void *context, const us_library_behavior *row)
{
    search *s = context;
    if (row->hash == s->hash)
        s->found = *row;
}

static us_status find(us_library *library, us_hash hash, us_library_behavior *out, us_error *err)
{
    search s = {.hash = hash};
    US_TRY(us_library_visit_behaviors(library, find_row, &s, err));
    *out = s.found;
    return US_OK;
}

/* Writes a node with its descendants, at most US_TREE_DEPTH levels. */
static void write_node(const us_template *t, int index, us_json_writer *ok)
{
    const us_node *node = &t->node[index];
    US_AUTOSTR(line);
    us_node_print(t, index, &line);
    us_json_write_open(ok, '{');
    us_json_write_key_string(ok, "kind", us_node_kind_row(node->kind)->word);
    us_json_write_key_string(ok, "label", node->label);
    us_json_write_key_string(ok, "text", line.text);
    us_json_write_key_open(ok, "children", '[');
    for (int i = index + 1; i < node->end; i = t->node[i].end)
        write_node(t, i, ok);
    us_json_write_close(ok, ']');
    us_json_write_close(ok, '}');
}

static void write_template(const us_template *t, us_json_writer *ok)
{
    US_AUTOSTR(text);
    us_json_write_key_string(ok, "name", t->name);
    us_json_write_key_string(ok, "kind", us_template_kind_name(t->kind));
    us_template_print_goal(t, &text);
    us_json_write_key_string(ok, "goal", text.text);
    us_str_reset(&text);
    us_template_print_body(t, t->name, &text);
    us_json_write_key_string(ok, "text", text.text);
    us_json_write_key(ok, "tree");
    if (t->node_count > 0)
        write_node(t, 0, ok);
    else
        us_json_write_null(ok);
}

static void write_repairs(const case_base *s, const us_template *t)
{
    us_ancestry from = us_ancestry_from_behavior(t);
    us_hash parent = us_ancestry_parent(&from, 0);
    if (parent)
        us_json_write_key_hash(s->ok, "parent", parent);
    us_json_write_key_open(s->ok, "reasons", '[');
    for (int i = 0; i < from.repairs; i++)
        write_reason(s, us_ancestry_failure(&from, i), us_ancestry_modop(&from, i));
    us_json_write_close(s->ok, ']');
}

static void write_cases(const us_template *t, us_json_writer *ok)
{
    us_json_write_key_int(ok, "all_cases", t->case_count);
    us_json_write_key_open(ok, "cases", '[');
    for (int i = 0; i < t->case_count && i < US_LIBRARY_PAGE_CASES_MAX; i++) {
        us_json_write_open(ok, '{');
        us_json_write_key_int(ok, "cycle", t->cases[i].cycle);
        us_json_write_key_string(ok, "map", t->cases[i].map);
        us_json_write_key_strings(ok, "done", t->cases[i].done, t->cases[i].done_count);
        us_json_write_close(ok, '}');
    }
    us_json_write_close(ok, ']');
}

static us_status behavior(case_base *s, const char *path, us_hash hash, us_error *err)
{
    us_library_behavior row;
    US_AUTOPTR(us_brl) brl = NULL;
    US_TRY(find(s->library[0], hash, &row, err));
    if (row.id == 0)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0, "no behavior of it has that hash");
    US_TRY(us_library_get_behavior(s->library[0], row.id, &brl, err));
    find_more(s);
    us_json_write_key_hash(s->ok, "hash", hash);
    us_json_write_key_int(s->ok, "tries", row.tries);
    us_json_write_key_int(s->ok, "successes", row.successes);
    write_template(brl->item[0], s->ok);
    write_repairs(s, brl->item[0]);
    write_cases(brl->item[0], s->ok);
    return write_origins(s, s->library[0], row.id, err);
}

us_status us_library_page_write_behavior(const us_folders *folders, const char *path, us_hash hash,
                                         us_json_writer *ok, us_error *err)
{
    US_AUTO(clear_case_base) case_base s = {.folders = folders, .ok = ok};
    us_status status = open_case_base(&s, &path, 1, err);
    if (status == US_OK)
        status = behavior(&s, path, hash, err);
    return end_reading(&s, status, err);
}

/* ---- two libraries */

static us_status write_bodies(case_base *s, const us_library_change *change, us_error *err)
{
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    us_status status = us_library_change_print_bodies(s->library, change, &before, &after, err);
    us_json_write_key_string(s->ok, "before", before.text);
    us_json_write_key_string(s->ok, "after", after.text);
    return status;
}

static us_status write_descent(case_base *s, const us_library_change *change, us_error *err)
{
    us_library *library = s->library[change->in[0] ? 0 : 1];
    int64_t id;
    US_TRY(write_bodies(s, change, err));
    us_json_write_key_open(s->ok, "reasons", '[');
    for (int i = 0; i < change->repairs; i++)
        write_reason(s, change->failures[i], change->modops[i]);
    us_json_write_close(s->ok, ']');
    US_TRY(us_library_find_behavior(library, change->behavior, &id, err));
    return write_origins(s, library, id, err);
}

static us_status write_change(case_base *s, const us_library_change *change, us_error *err)
{
    us_json_write_open(s->ok, '{');
    us_status status = us_library_change_write(s->library, change, s->ok, err);
    if (status == US_OK && change->parent != 0)
        status = write_descent(s, change, err);
    us_json_write_close(s->ok, '}');
    return status;
}

static us_status diff(case_base *s, us_error *err)
{
    US_AUTO(us_library_changes_clear) us_library_changes changes = {0};
    US_TRY(us_library_compare(s->library[0], s->library[1], &changes, err));
    us_status status = US_OK;
    find_more(s);
    us_json_write_key_string(s->ok, "domain", s->domain->name);
    us_json_write_key_bool(s->ok, "equal", changes.count + changes.phrases == 0);
    us_json_write_key_strings(s->ok, "features", (const char *const *)changes.phrase,
                              changes.phrases);
    us_json_write_key_int(s->ok, "all_changes", changes.count);
    us_json_write_key_open(s->ok, "behaviors", '[');
    for (int i = 0; i < changes.count && i < US_LIBRARY_PAGE_CHANGES_MAX && status == US_OK; i++)
        status = write_change(s, &changes.change[i], err);
    us_json_write_close(s->ok, ']');
    return status;
}

us_status us_library_page_write_diff(const us_folders *folders, const char *const path[2],
                                     us_json_writer *ok, us_error *err)
{
    US_AUTO(clear_case_base) case_base s = {.folders = folders, .ok = ok};
    us_status status = open_case_base(&s, path, 2, err);
    if (status == US_OK)
        status = diff(&s, err);
    return end_reading(&s, status, err);
}
