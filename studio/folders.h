/* The folders that a studio may read and write, and nothing outside them. In pages a file is called
 * FOLDER/PATH: the folder's name, and the path below it. */
#ifndef US_STUDIO_FOLDERS_H
#define US_STUDIO_FOLDERS_H

#include "base/file.h"
#include "base/json.h"

#define US_SHIPPED_FOLDER "shipped" /* what domains/ holds; read only */

typedef struct us_folder {
    char *name; /* unlike all others' */
    char *path; /* absolute, without links */
    bool writable;
} us_folder;

typedef struct us_folders {
    us_folder *folder;
    int count;
} us_folders;

/* They must be there. The shipped ones are added where they are found. Clear after success. */
us_status us_folders_open(us_folders *folders, const char *const *path, int count, us_error *err);
void us_folders_clear(us_folders *folders);

/* Appends the path of a file that pages call so. It stays within its folder, whatever links say.
 * write: it may not be there yet, but the folder that it lies in; the folder must be writable. The
 * path in an error is as pages call it. */
us_status us_folders_find(const us_folders *folders, const char *file, bool write, us_str *path,
                          us_error *err);
/* The same of a file that a member of a message names. */
us_status us_folders_member(const us_folders *folders, const us_json_node *message, const char *key,
                            bool write, us_str *path, us_error *err);
/* The reverse: appends how pages call a path below one of the folders; false: it is below none. */
bool us_folders_call(const us_folders *folders, const char *path, us_str *file);
/* The error's file becomes what pages call it, where they may call it. */
void us_folders_name(const us_folders *folders, us_error *err);

/* All files below the folders, each as its path, and how pages call it; folders and files whose
 * names begin with a dot are passed over, as links are. At most US_FOLDERS_FILES_MAX, at most
 * US_FOLDERS_DEPTH_MAX deep. In order of their names. false: enough. */
enum { US_FOLDERS_FILES_MAX = 20000, US_FOLDERS_DEPTH_MAX = 6 };
void us_folders_walk(const us_folders *folders,
                     bool (*visit)(void *context, const char *path, const char *file),
                     void *context);

#endif
