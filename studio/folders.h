/* Folders that a studio may read and write; it touches nothing outside them. Pages name a file
 * FOLDER/PATH: the folder's name, and the path below it. */
#ifndef US_STUDIO_FOLDERS_H
#define US_STUDIO_FOLDERS_H

#include "base/file.h"
#include "base/json.h"

#define US_SHIPPED_FOLDER "shipped" /* the folder domains/; read only */

typedef struct us_folder {
    char *name; /* unique */
    char *path; /* absolute, without symbolic links */
    bool writable;
} us_folder;

typedef struct us_folders {
    us_folder *folder;
    int count;
} us_folders;

/* Opens existing folders. The shipped folder is added if it is found. Clear after success. */
us_status us_folders_open(us_folders *folders, const char *const *path, int count, us_error *err);
void us_folders_clear(us_folders *folders);

/* Appends the path of a file that a page names. The path stays within its folder, even through
 * links. write: the file may be missing, but its parent must exist, and the folder must be
 * writable. Errors show the page's name of the file. */
us_status us_folders_find(const us_folders *folders, const char *file, bool write, us_str *path,
                          us_error *err);
/* The same for a file that a member of a message names. */
us_status us_folders_find_member(const us_folders *folders, const us_json_node *message,
                                 const char *key, bool write, us_str *path, us_error *err);
/* Appends the page's name of a path below one of the folders; false: the path is below none. */
bool us_folders_print_name(const us_folders *folders, const char *path, us_str *file);
/* Checks that the opened file is the one at the path and lies below one of the folders, even if the
 * path or a folder on it has changed since it was found. */
bool us_folders_have_opened(const us_folders *folders, const char *path, int fd);
/* Replaces the error's file by its page name, if it has one. */
void us_folders_name_error(const us_folders *folders, us_error *err);

/* Visits all files below the folders, in order of their names: `path`, and `file` as pages name it.
 * Links, and names that begin with a dot, are skipped. At most US_FOLDERS_FILES_MAX files, at most
 * US_FOLDERS_DEPTH_MAX deep. visit: false ends the walk. */
enum { US_FOLDERS_FILES_MAX = 20000, US_FOLDERS_DEPTH_MAX = 6 };
void us_folders_walk(const us_folders *folders,
                     bool (*visit)(void *context, const char *path, const char *file),
                     void *context);

#endif
