#include "cli/library.h"

#include <string.h>

#include "base/file.h"
#include "base/spelling.h"
#include "cli/out.h"
#include "game/game.h"

static us_status load_domain(const char *name, us_domain **out, us_error *err)
{
    if (strpbrk(name, "/."))
        return us_domain_load(name, out, err);
    return us_domain_load_shipped(name, out, err);
}

bool us_domain_is_preset(const us_domain *domain)
{
    return us_text_equal(domain->name, US_GAME_PRESET);
}

/* ---- opening */

us_status us_library_handle_open_borrowed(us_library_handle *opened, const char *path,
                                          us_library_mode mode, us_domain *domain, us_error *err)
{
    *opened = (us_library_handle){.domain = domain, .borrowed = true};
    return us_library_open(path, mode, domain, &opened->library, err);
}

enum { HEAD = 4096 }; /* bytes in which a file of behaviors names its domain */

bool us_file_is_library(const char *path)
{
    static const char magic[] = US_SQLITE_FIRST;
    char head[sizeof magic];
    return us_file_read_head(path, head, sizeof magic) == sizeof magic &&
           memcmp(head, magic, sizeof magic) == 0;
}

bool us_file_read_domain_name(const char *path, char out[US_NAME_MAX + 1])
{
    char head[HEAD];
    out[0] = '\0';
    return us_brl_detect(head, us_file_read_head(path, head, HEAD), out);
}

static us_status ship_domain(const char *path, const char *name, us_domain **out, us_error *err)
{
    char text[512];
    us_error why = {0};
    US_AUTOSTR(found);
    us_status status = us_data_find_domain_file(name, "domain.json", &found, &why);
    if (status == US_OK)
        return us_domain_load(found.text, out, err);
    return us_error_set(err, status, path, 0, 0,
                        "its domain \"%.64s\" was not found; give --domain FILE, or: %s", name,
                        us_error_print(&why, text, sizeof text));
}

us_status us_file_open_domain(const char *path, const char *domain, us_domain **out, us_error *err)
{
    char head[HEAD], named[US_NAME_MAX + 1] = "";
    if (domain)
        return load_domain(domain, out, err);
    if (!us_file_is_library(path)) {
        us_brl_detect(head, us_file_read_head(path, head, HEAD), named);
        return ship_domain(path, named[0] ? named : US_GAME_PRESET, out, err);
    }
    US_AUTOSTR(name);
    US_TRY(us_library_read_domain(path, &name, err));
    return ship_domain(path, name.text, out, err);
}

/* Closing a second descriptor of the database would release the locks of the first. */
us_status us_library_check_input(const us_library *library, const char *file, const char *what,
                                 us_error *err)
{
    if (!us_file_is_same(file, us_library_path(library)))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, file, 0, 0, "expected %s, found the library itself",
                        what);
}

static us_status find_domain(const char *path, us_library_mode mode, const char *domain,
                             us_domain **out, us_error *err)
{
    if (domain)
        return load_domain(domain, out, err);
    US_AUTOSTR(name);
    bool fresh = mode == US_LIBRARY_CREATE && !us_file_exists(path);
    US_TRY(fresh ? US_OK : us_library_read_domain(path, &name, err));
    return ship_domain(path, fresh ? US_GAME_PRESET : name.text, out, err);
}

us_status us_library_handle_open(us_library_handle *opened, const char *path, us_library_mode mode,
                                 const char *domain, us_error *err)
{
    *opened = (us_library_handle){0};
    US_TRY(find_domain(path, mode, domain, &opened->domain, err));
    return us_library_open(path, mode, opened->domain, &opened->library, err);
}

void us_library_handle_close(us_library_handle *opened)
{
    us_library_close(opened->library);
    if (!opened->borrowed)
        us_domain_free(opened->domain);
    *opened = (us_library_handle){0};
}

us_status us_library_print_snapshot(const us_args *args, int domain, us_library_printer *tell,
                                    us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    US_TRY(us_library_handle_open(&opened, args->argument[0], US_LIBRARY_READ,
                                  us_args_text(args, domain), err));
    us_status status = us_library_begin_read(opened.library, err);
    if (status == US_OK)
        status = us_library_end_read(opened.library, tell(args, opened.library, out, err), err);
    if (status != US_OK)
        us_str_reset(out);
    return status;
}

/* ---- listing */

bool us_library_behavior_has_name(const us_library_behavior *row, const char *text)
{
    size_t length = strlen(text);
    return length > 0 && us_text_has_prefix(row->name, text) &&
           (row->name[length] == ' ' || row->name[length] == '\0');
}

bool us_library_behavior_has_prefix(const us_library_behavior *row, const char *text)
{
    enum { LEAST = 4, DIGITS = 6 };
    char hash[17];
    const char *space = strrchr(row->name, ' '), *last = space ? space + 1 : "";
    us_hash_print(row->hash, hash);
    if (text[0] && us_text_has_prefix(row->name, text))
        return true;
    if (strlen(last) < DIGITS || strspn(last, "0123456789abcdef") < strlen(last))
        last = "";
    return strlen(text) >= LEAST &&
           (us_text_has_prefix(hash, text) || us_text_has_prefix(last, text));
}

const us_library_behavior *us_library_list_find_similar(const us_library_list *list,
                                                        const char *text)
{
    const us_library_behavior *found = NULL;
    us_spelling near = us_spelling_start(text);
    for (int i = 0; i < list->count; i++)
        found = us_spelling_add_longer(&near, list->row[i].name) ? &list->row[i] : found;
    return found;
}

/* ---- output */

void us_out_add_lines(us_str *out, us_str *lines)
{
    int length;
    for (const char *at = lines->text, *line; us_text_take_line(&at, &line, &length);)
        us_out_add_linef(out, "%.*s", length, line);
    us_str_reset(lines);
}

void us_library_added_write(const char *library, const us_library_added *added, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", library);
    us_json_write_key_int(&writer, "behaviors", added->behaviors);
    us_json_write_key_int(&writer, "cases", added->cases);
    us_json_write_key_int(&writer, "origins", added->origins);
    us_json_writer_end(&writer, '}');
}

void us_library_added_log(const char *library, const us_library_added *added)
{
    US_AUTOSTR(text);
    us_str_add_count(&text, added->behaviors, "behavior, ", "behaviors, ");
    us_str_add_count(&text, added->cases, "case and ", "cases and ");
    us_str_add_count(&text, added->origins, "origin", "origins");
    us_out_log("%s: %s added", library, text.text);
}
