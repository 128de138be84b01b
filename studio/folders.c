#define _DEFAULT_SOURCE
#include "studio/folders.h"

#include "game/game.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- opening */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path[0] == '/' ? "root" : path;
}

static bool has_name(const us_folders *folders, const char *name)
{
    for (int i = 0; i < folders->count; i++)
        if (us_text_equal(folders->folder[i].name, name))
            return true;
    return false;
}

/* Adds a folder under the last part of its path, with a number if that name is taken. */
static void add(us_folders *folders, const char *name, const char *path, bool writable)
{
    us_str unlike;
    us_str_init(&unlike);
    us_str_add(&unlike, name);
    for (int i = 2; has_name(folders, unlike.text); i++) {
        us_str_reset(&unlike);
        us_str_addf(&unlike, "%s-%d", name, i);
    }
    folders->folder =
        us_mem_realloc(folders->folder, sizeof(us_folder) * (size_t)(folders->count + 1));
    folders->folder[folders->count++] = (us_folder){
        .name = us_str_detach(&unlike), .path = us_mem_strdup(path), .writable = writable};
}

static us_status open_one(us_folders *folders, const char *path, us_error *err)
{
    char real[PATH_MAX];
    struct stat info;
    if (!realpath(path, real) || stat(real, &info) != 0)
        return us_error_set_system(err, US_BAD_INPUT, path, errno, "expected a folder");
    if (!S_ISDIR(info.st_mode))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0, "expected a folder, found a file");
    for (int i = 0; i < folders->count; i++)
        if (us_text_equal(folders->folder[i].path, real))
            return US_OK;
    add(folders, last_part(real), real, access(real, W_OK) == 0);
    return US_OK;
}

/* Adds the folder that holds all domains. */
static void add_shipped(us_folders *folders)
{
    char real[PATH_MAX];
    US_AUTOSTR(path);
    if (us_data_find_domain_file(US_GAME_PRESET, "", &path, NULL) == US_OK) {
        us_str_add(&path, "/..");
        if (realpath(path.text, real))
            add(folders, US_SHIPPED_FOLDER, real, false);
    }
}

us_status us_folders_open(us_folders *folders, const char *const *path, int count, us_error *err)
{
    US_AUTO(us_folders_clear) us_folders made = {0};
    for (int i = 0; i < count; i++)
        US_TRY(open_one(&made, path[i], err));
    add_shipped(&made);
    *folders = made;
    made = (us_folders){0};
    return US_OK;
}

void us_folders_clear(us_folders *folders)
{
    for (int i = 0; i < folders->count; i++) {
        us_mem_free(folders->folder[i].name);
        us_mem_free(folders->folder[i].path);
    }
    us_mem_free(folders->folder);
    *folders = (us_folders){0};
}

/* ---- finding */

static us_status refuse(const char *file, const char *why, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, file, 0, 0, "%s", why);
}

/* Checks that no part of the path is empty or begins with a dot, which excludes "..". */
static bool is_plain(const char *rest)
{
    bool start = true;
    for (const char *c = rest; *c; c++) {
        if (start && (*c == '/' || *c == '.'))
            return false;
        if ((unsigned char)*c < ' ' || *c == '\\')
            return false;
        start = *c == '/';
    }
    return !start;
}

static bool is_below(const us_folder *folder, const char *path)
{
    size_t length = strlen(folder->path);
    if (us_text_equal(folder->path, "/"))
        return path[0] == '/';
    return strncmp(path, folder->path, length) == 0 && path[length] == '/';
}

/* Checks where the file really lies; for a new file, where its folder lies. */
static us_status resolve_path(const us_folder *folder, const char *file, us_str *path, bool write,
                              us_error *err)
{
    char real[PATH_MAX];
    if (realpath(path->text, real)) {
        if (!is_below(folder, real))
            return refuse(file, "it is a link that leads out of its folder", err);
        return US_OK;
    }
    if (!write || errno != ENOENT)
        return us_error_set_system(err, US_BAD_INPUT, file, errno, "cannot open");
    struct stat info;
    if (lstat(path->text, &info) == 0)
        return refuse(file, "it is a link to nothing", err);
    US_AUTOSTR(above);
    us_str_add_bytes(&above, path->text, (size_t)(strrchr(path->text, '/') - path->text));
    us_status status = US_OK;
    if (!realpath(above.text, real))
        status = us_error_set_system(err, US_BAD_INPUT, file, errno, "its folder cannot be opened");
    else if (!is_below(folder, real) && !us_text_equal(folder->path, real))
        status = refuse(file, "its folder is a link that leads out of the chosen one", err);
    return status;
}

us_status us_folders_find(const us_folders *folders, const char *file, bool write, us_str *path,
                          us_error *err)
{
    const char *slash = strchr(file, '/');
    size_t length = slash ? (size_t)(slash - file) : 0;
    if (!slash || !is_plain(slash + 1) || strlen(file) >= PATH_MAX / 2)
        return refuse(
            file, "expected FOLDER/PATH, without parts that are empty or begin with a dot", err);
    for (int i = 0; i < folders->count; i++) {
        const us_folder *folder = &folders->folder[i];
        if (strlen(folder->name) != length || memcmp(folder->name, file, length) != 0)
            continue;
        if (write && !folder->writable)
            return refuse(file, "that folder is read only", err);
        US_AUTOSTR(whole);
        us_str_addf(&whole, "%s%s", folder->path, slash);
        US_TRY(resolve_path(folder, file, &whole, write, err));
        us_str_add(path, whole.text);
        return US_OK;
    }
    return refuse(file, "no folder of that name was chosen", err);
}

us_status us_folders_find_member(const us_folders *folders, const us_json_node *message,
                                 const char *key, bool write, us_str *path, us_error *err)
{
    const char *file;
    US_TRY(us_json_require_string(message, key, &file, err));
    return us_folders_find(folders, file, write, path, err);
}

bool us_folders_print_name(const us_folders *folders, const char *path, us_str *file)
{
    char real[PATH_MAX];
    if (!realpath(path, real))
        return false;
    for (int i = 0; i < folders->count; i++) {
        const us_folder *folder = &folders->folder[i];
        if (!is_below(folder, real))
            continue;
        us_str_addf(file, "%s%s", folder->name, real + strlen(folder->path));
        return true;
    }
    return false;
}

/* Opens each folder on the way without following links, so that no link that is put there meanwhile
 * leads out. rest: the path below `top`, without links. */
static bool find_below(const char *top, const char *rest, struct stat *out)
{
    char part[NAME_MAX + 1];
    int at = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (const char *slash; at >= 0 && (slash = strchr(rest, '/')); rest = slash + 1) {
        size_t length = (size_t)(slash - rest);
        int below = -1;
        if (length == 0)
            continue;
        if (length < sizeof(part)) {
            memcpy(part, rest, length);
            part[length] = '\0';
            below = openat(at, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        }
        close(at);
        at = below;
    }
    bool found = at >= 0 && fstatat(at, rest, out, AT_SYMLINK_NOFOLLOW) == 0;
    if (at >= 0)
        close(at);
    return found;
}

bool us_folders_have_opened(const us_folders *folders, const char *path, int fd)
{
    char real[PATH_MAX];
    struct stat opened, found;
    if (!realpath(path, real) || fstat(fd, &opened) != 0)
        return false;
    for (int i = 0; i < folders->count; i++) {
        const us_folder *folder = &folders->folder[i];
        if (is_below(folder, real))
            return find_below(folder->path, real + strlen(folder->path), &found) &&
                   found.st_dev == opened.st_dev && found.st_ino == opened.st_ino;
    }
    return false;
}

void us_folders_name_error(const us_folders *folders, us_error *err)
{
    US_AUTOSTR(file);
    if (err->file[0] == '/' && us_folders_print_name(folders, err->file, &file))
        snprintf(err->file, sizeof(err->file), "%s", file.text);
}

/* ---- walking */

typedef struct walk {
    bool (*visit)(void *context, const char *path, const char *file);
    void *context;
    int left;
    us_str path, file;
} walk;

static void step_back(us_str *text, size_t length)
{
    text->text[length] = '\0';
    text->length = length;
}

/* Returns false to end the walk. */
static bool walk_folder(walk *w, int depth)
{
    US_AUTO(us_names_free) us_names names = {0};
    US_AUTOSTR(folder);
    us_str_addf(&folder, "%s/", w->path.text);
    if (us_file_list_all(folder.text, "", &names, NULL) != US_OK)
        return true; /* an unreadable folder is skipped */
    size_t path = w->path.length, file = w->file.length;
    bool on = true;
    for (int i = 0; i < names.count && on; i++) {
        struct stat info;
        us_str_addf(&w->path, "/%s", names.name[i]);
        us_str_addf(&w->file, "/%s", names.name[i]);
        if (lstat(w->path.text, &info) != 0)
            ;
        else if (S_ISDIR(info.st_mode) && depth < US_FOLDERS_DEPTH_MAX)
            on = walk_folder(w, depth + 1);
        else if (S_ISREG(info.st_mode))
            on = w->left-- > 0 && w->visit(w->context, w->path.text, w->file.text);
        step_back(&w->path, path);
        step_back(&w->file, file);
    }
    return on;
}

void us_folders_walk(const us_folders *folders,
                     bool (*visit)(void *context, const char *path, const char *file),
                     void *context)
{
    walk w = {.visit = visit, .context = context, .left = US_FOLDERS_FILES_MAX};
    us_str_init(&w.path);
    us_str_init(&w.file);
    for (int i = 0; i < folders->count; i++) {
        us_str_reset(&w.path);
        us_str_reset(&w.file);
        us_str_add(&w.path, folders->folder[i].path);
        us_str_add(&w.file, folders->folder[i].name);
        if (!walk_folder(&w, 1))
            break;
    }
    us_str_clear(&w.path);
    us_str_clear(&w.file);
}
