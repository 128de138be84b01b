#include <string.h>
#include <sys/stat.h>

#include "game/maps.h"
#include "players/players.h"
#include "players/shipped.h"
#include "retrieve/library.h"
#include "studio/client.h"
#include "studio/ontology.h"
#include "studio/session.h"
#include "traces/annotation.h"
#include "traces/reader.h"

/* ---- home: contents of the folders */

enum { TRACES_SHOWN = 2000, LIBRARIES_SHOWN = 500, EXPERIMENTS_SHOWN = 500 };

/* Three lists, written during one walk; each file found goes to its list. */
typedef struct finds {
    const us_studio_server *studio_server;
    us_str text[3];
    us_json_writer list[3];
    int count[3];
} finds;
enum { TRACES, LIBRARIES, EXPERIMENTS };

static int64_t size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (int64_t)info.st_size : 0;
}

static bool has_labels(const char *path)
{
    US_AUTOSTR(labels);
    us_annotation_path(path, &labels);
    return us_file_exists(labels.text);
}

static void add_trace(finds *found, const char *path, const char *file)
{
    US_AUTOPTR(us_trace) trace = NULL;
    if (us_trace_open(path, &trace, NULL) != US_OK)
        return;
    const us_trace_header *header = us_trace_get_header(trace);
    us_json_writer *w = &found->list[TRACES];
    us_json_write_open(w, '{');
    us_json_write_key_string(w, "file", file);
    us_json_write_key_string(w, "domain", header->domain);
    us_json_write_key_string(w, "map", header->map);
    us_json_write_key_u64(w, "seed", header->seed);
    us_json_write_key_string(w, "from", header->from);
    us_json_write_key_open(w, "players", '[');
    for (int seat = 0; seat < header->seats; seat++)
        us_json_write_string(w, header->seat[seat].player);
    us_json_write_close(w, ']');
    us_json_write_key_int(w, "size", size_of(path));
    us_json_write_key_bool(w, "labels", has_labels(path));
    us_json_write_key_bool(w, "recording",
                           us_studio_server_is_recording(found->studio_server, path));
    us_json_write_close(w, '}');
    found->count[TRACES]++;
}

static void add_file(finds *found, int list, const char *path, const char *file)
{
    us_json_writer *w = &found->list[list];
    us_json_write_open(w, '{');
    us_json_write_key_string(w, "file", file);
    us_json_write_key_int(w, "size", size_of(path));
    us_json_write_close(w, '}');
    found->count[list]++;
}

static bool is_library(const char *path)
{
    US_AUTOSTR(domain);
    return us_library_read_domain(path, &domain, NULL) == US_OK;
}

/* Sorts a file by its first bytes, so that few files must be opened. */
static bool classify_file(void *context, const char *path, const char *file)
{
    finds *found = context;
    char head[64];
    size_t length = us_file_read_head(path, head, sizeof(head) - 1);
    head[length] = '\0';
    if (us_text_has_prefix(head, US_TRACE_FIRST) && found->count[TRACES] < TRACES_SHOWN)
        add_trace(found, path, file);
    else if (us_text_has_prefix(head, US_SQLITE_FIRST) &&
             found->count[LIBRARIES] < LIBRARIES_SHOWN && is_library(path))
        add_file(found, LIBRARIES, path, file);
    else if (us_text_has_suffix(file, "/manifest.jsonl") &&
             found->count[EXPERIMENTS] < EXPERIMENTS_SHOWN)
        add_file(found, EXPERIMENTS, path, file);
    return true;
}

static void write_folders(const us_folders *folders, us_json_writer *ok)
{
    us_json_write_key_open(ok, "folders", '[');
    for (int i = 0; i < folders->count; i++) {
        us_json_write_open(ok, '{');
        us_json_write_key_string(ok, "name", folders->folder[i].name);
        us_json_write_key_string(ok, "path", folders->folder[i].path);
        us_json_write_key_bool(ok, "writable", folders->folder[i].writable);
        us_json_write_close(ok, '}');
    }
    us_json_write_close(ok, ']');
}

/* Lists the domains whose data is installed. */
static void write_domains(us_json_writer *ok)
{
    const us_game_kind *const *kind;
    int kinds = us_game_kind_list(&kind);
    us_json_write_key_open(ok, "domains", '[');
    for (int i = 0; i < kinds; i++) {
        US_AUTOPTR(us_domain) domain = NULL;
        if (us_domain_load_shipped(kind[i]->name, &domain, NULL) != US_OK)
            continue;
        us_json_write_string(ok, domain->name);
    }
    us_json_write_close(ok, ']');
}

US_VERB(handle_home)
{
    static const char *const names[] = {"traces", "libraries", "experiments"};
    finds found = {.studio_server = client->studio_server};
    for (int i = 0; i < US_COUNT(names); i++) {
        us_str_init(&found.text[i]);
        us_json_writer_init(&found.list[i], &found.text[i]);
        us_json_write_open(&found.list[i], '[');
    }
    write_folders(&client->studio_server->folders, ok);
    us_folders_walk(&client->studio_server->folders, classify_file, &found);
    for (int i = 0; i < US_COUNT(names); i++) {
        us_json_write_close(&found.list[i], ']');
        us_json_write_key(ok, names[i]);
        us_json_write_raw(ok, found.text[i].text);
        us_str_clear(&found.text[i]);
    }
    us_studio_server_write_sessions(client->studio_server, ok);
    write_domains(ok);
    return US_OK;
}

/* ---- contents of a domain */

US_VERB(handle_domain)
{
    const char *name;
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_json_require_string(message, "domain", &name, err));
    US_TRY(us_domain_load_shipped(name, &domain, err));
    us_ontology_write(domain, ok);
    return US_OK;
}

US_VERB(handle_maps)
{
    const char *name;
    const us_game_kind *kind;
    const us_map_tools *tools;
    US_AUTOFREE us_map_info *map = NULL;
    int count = 0;
    US_TRY(us_json_require_string(message, "domain", &name, err));
    US_TRY(us_game_kind_require(name, &kind, err));
    US_TRY(us_game_kind_require_map_tools(kind, US_MAPS_LIST, &tools, err));
    US_TRY(tools->list(&map, &count, err));
    us_json_write_key_open(ok, "maps", '[');
    for (int i = 0; i < count; i++) {
        if (map[i].broken.status != US_OK)
            continue;
        us_json_write_open(ok, '{');
        us_json_write_key_string(ok, "name", map[i].name);
        us_json_write_key_string(ok, "family", map[i].family);
        us_json_write_key_int(ok, "width", map[i].width);
        us_json_write_key_int(ok, "height", map[i].height);
        us_json_write_key_int(ok, "seats", map[i].seats);
        us_json_write_key_bool(ok, "fair", map[i].fair);
        us_json_write_close(ok, '}');
    }
    us_json_write_close(ok, ']');
    us_json_write_key_open(ok, "broken", '[');
    for (int i = 0; i < count; i++) {
        char text[1024];
        if (map[i].broken.status != US_OK)
            us_json_write_string(ok, us_error_print(&map[i].broken, text, sizeof text));
    }
    us_json_write_close(ok, ']');
    return US_OK;
}

static void write_agent(us_json_writer *ok, const char *prefix, const char *name, const char *about)
{
    US_AUTOSTR(full);
    us_str_addf(&full, "%s%s%s", prefix, name ? ":" : "", name ? name : "");
    us_json_write_open(ok, '{');
    us_json_write_key_string(ok, "name", full.text);
    us_json_write_key_string(ok, "about", about);
    us_json_write_close(ok, '}');
}

/* Lists the agents that have names of their own. Libraries and trees are named by their files. */
static void write_agents(const char *domain, us_json_writer *ok)
{
    const us_agent_row *row;
    US_AUTO(us_names_free) us_names shipped = us_shipped_ai_list(domain);
    int rows = us_agent_rows(&row);
    us_json_write_key_open(ok, "agents", '[');
    for (int i = 0; i < shipped.count; i++) {
        US_AUTOSTR(about);
        us_shipped_ai_print(domain, shipped.name[i], &about);
        write_agent(ok, "ai", shipped.name[i], about.text);
    }
    for (int i = 0; i < rows; i++) {
        const char *name;
        if (row[i].domain && !us_text_equal(row[i].domain, domain))
            continue;
        for (int n = 0; row[i].name && (name = row[i].name(n)) != NULL; n++)
            write_agent(ok, row[i].kind->prefix, name, row[i].name_about(name));
        if (!row[i].argument && !row[i].person)
            write_agent(ok, row[i].kind->prefix, NULL, row[i].about);
    }
    us_json_write_close(ok, ']');
}

US_VERB(handle_agents)
{
    const char *name;
    const us_game_kind *kind;
    US_AUTOPTR(us_domain) domain = NULL;
    US_TRY(us_json_require_string(message, "domain", &name, err));
    US_TRY(us_game_kind_require(name, &kind, err));
    US_TRY(us_domain_load_shipped(name, &domain, err));
    write_agents(name, ok);
    us_json_write_key_strings(ok, "factions", domain->factions.name, domain->factions.count);
    us_json_write_key_bool(ok, "fog", kind->capabilities & US_CAN_FOG);
    us_json_write_key_int(ok, "max_cycles", us_game_kind_max_cycles(kind));
    us_json_write_key_int(ok, "cycles_per_second", domain->cycles_per_second);
    return US_OK;
}

/* Answers after all earlier messages. */
US_VERB(handle_ping)
{
    return US_OK;
}

const us_verb us_home_verbs[] = {
    {"ping", handle_ping}, {"home", handle_home},     {"domain", handle_domain},
    {"maps", handle_maps}, {"agents", handle_agents}, {NULL, NULL},
};
